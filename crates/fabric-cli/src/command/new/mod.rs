mod kind;
mod traffic;

use std::error::Error;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, Subcommand};
use fabric_sim::document::Document;
use fabric_sim::engine::World;
use fabric_sim::insight::missing_headroom;
use fabric_sim::spec::Spec;
use fabric_sim::units::Bytes;
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
    LeafSpine(NewDocument<LeafSpine>),
    /// Three tiers of k-port switches (Al-Fares et al., SIGCOMM 2008)
    FatTree(NewDocument<FatTree>),
    /// Switches in a circle, each with hosts
    Ring(NewDocument<Ring>),
    /// Two switches with hosts, and one link between them
    Dumbbell(NewDocument<Dumbbell>),
    /// One switch with hosts
    Star(NewDocument<Star>),
}

/// Options of one topology, and those that every topology takes.
#[derive(Args)]
struct NewDocument<T: Args> {
    #[command(flatten)]
    topology: T,
    #[command(flatten)]
    options: Options,
}

/// Options that every topology takes.
#[derive(Args)]
struct Options {
    /// Lossless priorities, such as 3,4: PFC pauses them before a buffer is
    /// full; default: 3
    #[arg(long, value_name = "PRIORITY", value_delimiter = ',', value_parser = clap::value_parser!(u8).range(0..=7))]
    lossless: Vec<u8>,
    /// ETS classes with their shares in percent, which sum to 100, such as
    /// 3=80,4=15,0=5; other priorities stay strict
    #[arg(long, value_name = "PRIORITY=PERCENT", value_delimiter = ',', value_parser = share)]
    ets: Vec<(u8, u8)>,
    #[expect(clippy::doc_markdown, reason = "help is printed as it stands")]
    /// Add a collective: its kind (incast, all_to_all, ring_all_reduce,
    /// permutation or uniform_random), then its fields as in documents, such as
    /// incast,bytes=64k,to=h1-1 or permutation,bytes=1M,priority=4. A plus joins
    /// the entries of a list: hosts=h1-1+h1-2
    #[arg(long, value_name = "KIND,FIELD=VALUE")]
    collective: Vec<String>,
    #[expect(clippy::doc_markdown, reason = "help is printed as it stands")]
    /// Add a workload, flows of random sizes that start at random: its sizes
    /// (web_search, data_mining, hadoop or storage), then its fields as in
    /// documents, such as web_search,load=50 (percent of each host's link)
    #[arg(long, value_name = "SIZES,FIELD=VALUE")]
    workload: Vec<String>,
    /// Add a flow by its fields as in documents, such as
    /// from=h1-1,to=h2-1,size=1M,priority=4
    #[arg(long, value_name = "FIELD=VALUE")]
    flow: Vec<String>,
    /// Give a parameter (xoff=96k, switch.leaf1.port.2.p3.kmin=30k), several
    /// (p3.xoff=96k,p4.xoff=48k), the seed, the horizon (horizon=1ms), or an
    /// action (at=12us:xoff=64k)
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
    /// Writes the document after it has compiled.
    pub fn run(&self, out: &mut dyn Write) -> Outcome {
        let (build, options) = match &self.kind {
            Kind::LeafSpine(new) => (new.topology.build(), &new.options),
            Kind::FatTree(new) => (new.topology.build(), &new.options),
            Kind::Ring(new) => (new.topology.build(), &new.options),
            Kind::Dumbbell(new) => (new.topology.build(), &new.options),
            Kind::Star(new) => (new.topology.build(), &new.options),
        };
        let document = options.document(&build)?;
        let document = if options.expand { document.expanded()?.into_owned() } else { document };
        match &options.output {
            Some(path) => write_text(path, "--output", &[], &document.to_json(), out),
            None => Ok(write!(out, "{}", document.to_json())?),
        }
    }
}

impl Options {
    /// Makes the document through its JSON, so that the reader of documents
    /// refuses a value out of range at its field.
    fn document(&self, build: &Value) -> Result<Document, Box<dyn Error>> {
        let mut names = Vec::new();
        let collectives = self.collective.iter().map(|text| Fields::collective(text, &mut names));
        let collectives = collectives.collect::<Result<Vec<_>, _>>()?;
        let workloads = self.workload.iter().map(|text| Fields::workload(text, &mut names));
        let workloads = workloads.collect::<Result<Vec<_>, _>>()?;
        let flows = self.flow.iter().map(|text| Fields::flow(text, &mut names));
        let flows = flows.collect::<Result<Vec<_>, _>>()?;
        let text = json!({
            "format": fabric_sim::document::FORMAT,
            "model": fabric_sim::document::MODEL,
            "build": build,
            "collectives": collectives,
            "workloads": workloads,
            "flows": flows,
        });
        let mut document = Document::parse(&text.to_string())?;
        let own = self.priorities();
        let own = own.iter().map(|(address, value)| (address.as_str(), value.as_str()));
        let given = self.set.iter().flat_map(|Edits(pairs)| pairs);
        let given = given.map(|(path, value)| (path.as_str(), value.as_str()));
        let written = document.edit_all(own.chain(given)).map_err(|problems| format!("--set: {problems}"))?;
        let spec = document.compile_edited(&written)?;
        Ok(self.with_headroom(document, spec))
    }

    /// Adds the headroom that the longest cable needs, unless `--set` gives one
    /// or a profile. Leaves it out where memory has no room for it, which reports
    /// then warn about.
    fn with_headroom(&self, document: Document, spec: Spec) -> Document {
        let mut paths = self.set.iter().flat_map(|Edits(pairs)| pairs).map(|(path, _)| path);
        if paths.any(|path| path.contains("headroom") || path.ends_with("profile")) {
            return document;
        }
        let Some(bytes) = missing_headroom(&World::new(Arc::new(spec))) else { return document };
        let mut ample = document.clone();
        let whole_kb = Bytes(bytes.next_multiple_of(1_000)).to_string();
        let is_good =
            ample.edit_all([("headroom", whole_kb.as_str())].into_iter()).is_ok() && ample.compile().is_ok();
        if is_good { ample } else { document }
    }

    /// Parameters that `--lossless` and `--ets` stand for.
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

/// Reads a priority and its share: `3=80`.
fn share(text: &str) -> Result<(u8, u8), String> {
    let pair = text.split_once('=').and_then(|(priority, percent)| {
        Some((priority.parse().ok().filter(|n| *n < 8)?, percent.trim_end_matches('%').parse().ok()?))
    });
    pair.ok_or_else(|| "must be a priority from 0 to 7 and a percentage, such as 3=80".to_owned())
}
