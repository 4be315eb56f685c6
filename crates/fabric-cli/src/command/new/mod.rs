mod kind;
mod traffic;

use std::error::Error;
use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use fabric_sim::document::Document;
use serde_json::{Value, json};

use crate::Outcome;
use crate::output::write_text;
use crate::source::Edits;
use kind::{Dumbbell, FatTree, LeafSpine, Ring, Star};
use traffic::Fields;

/// `fabric new`.
#[derive(Args)]
pub struct New {
    #[command(subcommand)]
    kind: Kind,
}

/// The topologies.
#[derive(Subcommand)]
enum Kind {
    /// Leaves with hosts, each linked to every spine
    LeafSpine(Of<LeafSpine>),
    /// Three tiers of k-port switches (Al-Fares et al., SIGCOMM 2008)
    FatTree(Of<FatTree>),
    /// Switches in a circle, each with hosts
    Ring(Of<Ring>),
    /// Two switches with hosts, and one link between them
    Dumbbell(Of<Dumbbell>),
    /// One switch with hosts
    Star(Of<Star>),
}

/// A topology and the rest of the document.
#[derive(Args)]
struct Of<T: Args> {
    #[command(flatten)]
    topology: T,
    #[command(flatten)]
    rest: Rest,
}

/// All of a document but its topology.
#[derive(Args)]
struct Rest {
    /// Priorities that wait for a pause instead of being dropped, such as 3,4;
    /// default: 3
    #[arg(long, value_name = "PRIORITY", value_delimiter = ',', value_parser = clap::value_parser!(u8).range(0..=7))]
    lossless: Vec<u8>,
    /// ETS classes with their shares in percent, which sum to 100:
    /// `3=80,4=15,0=5`; other priorities stay strict
    #[arg(long, value_name = "PRIORITY=PERCENT", value_delimiter = ',', value_parser = share)]
    ets: Vec<(u8, u8)>,
    /// Add a collective: its kind (incast, `all_to_all`, `ring_all_reduce`,
    /// permutation or `uniform_random`) and its fields as in documents, such as
    /// `incast,bytes=64k,to=h1-1` or `permutation,bytes=1M,priority=4`. `+`
    /// joins the entries of a list: `hosts=h1-1+h1-2`
    #[arg(long, value_name = "KIND,FIELD=VALUE")]
    collective: Vec<String>,
    /// Add a flow by its fields as in documents, such as
    /// `from=h1-1,to=h2-1,size=1M,priority=4`
    #[arg(long, value_name = "FIELD=VALUE")]
    flow: Vec<String>,
    /// Give a parameter (`xoff=96k`, `switch.leaf1.port.2.p3.kmin=30k`), several
    /// (`p3.xoff=96k,p4.xoff=48k`), `seed`, `horizon`, or an action
    /// (`at=12us:xoff=64k`)
    #[arg(long = "set", value_name = "PATH=VALUE")]
    set: Vec<Edits>,
    /// Write the lists of hosts, switches and links in place of the builder
    #[arg(long)]
    expand: bool,
    /// The document to write; default: standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl New {
    /// Writes the document, once it is known to compile.
    pub fn run(&self, out: &mut dyn Write) -> Outcome {
        let (build, rest) = match &self.kind {
            Kind::LeafSpine(of) => (of.topology.build(), &of.rest),
            Kind::FatTree(of) => (of.topology.build(), &of.rest),
            Kind::Ring(of) => (of.topology.build(), &of.rest),
            Kind::Dumbbell(of) => (of.topology.build(), &of.rest),
            Kind::Star(of) => (of.topology.build(), &of.rest),
        };
        let document = rest.document(&build)?;
        let document = if rest.expand { document.expanded()?.into_owned() } else { document };
        match &rest.output {
            Some(path) => write_text(path, "--output", &[], &document.to_json(), out),
            None => Ok(write!(out, "{}", document.to_json())?),
        }
    }
}

impl Rest {
    /// The document, read from JSON as any other, so that its reader refuses
    /// what is out of range by its field.
    fn document(&self, build: &Value) -> Result<Document, Box<dyn Error>> {
        let mut names = Vec::new();
        let collectives = self.collective.iter().map(|text| Fields::collective(text, &mut names));
        let collectives = collectives.collect::<Result<Vec<_>, _>>()?;
        let flows = self.flow.iter().map(|text| Fields::flow(text, &mut names));
        let flows = flows.collect::<Result<Vec<_>, _>>()?;
        let text = json!({
            "format": fabric_sim::document::FORMAT,
            "model": fabric_sim::document::MODEL,
            "build": build,
            "collectives": collectives,
            "flows": flows,
        });
        let mut document = Document::parse(&text.to_string())?;
        let own = self.priorities();
        let own = own.iter().map(|(address, value)| (address.as_str(), value.as_str()));
        let given = self.set.iter().flat_map(|Edits(pairs)| pairs);
        let given = given.map(|(path, value)| (path.as_str(), value.as_str()));
        let written = document.edit_all(own.chain(given)).map_err(|problems| format!("--set: {problems}"))?;
        document.compile_edited(&written)?;
        Ok(document)
    }

    /// What `--lossless` and `--ets` say, as parameters.
    fn priorities(&self) -> Vec<(String, String)> {
        let mut all = Vec::new();
        // Priority 3 is lossless unless others are named.
        if !self.lossless.is_empty() && !self.lossless.contains(&3) {
            all.push(("p3.lossless".to_owned(), "off".to_owned()));
        }
        all.extend(self.lossless.iter().map(|n| (format!("p{n}.lossless"), "on".to_owned())));
        for (n, percent) in &self.ets {
            all.push((format!("p{n}.class"), "ets".to_owned()));
            all.push((format!("p{n}.share"), percent.to_string()));
        }
        all
    }
}

/// A priority and its share: `3=80`.
fn share(text: &str) -> Result<(u8, u8), String> {
    let pair = text.split_once('=').and_then(|(priority, percent)| {
        Some((priority.parse().ok().filter(|n| *n < 8)?, percent.trim_end_matches('%').parse().ok()?))
    });
    pair.ok_or_else(|| "must be a priority from 0 to 7 and a percentage, such as 3=80".to_owned())
}
