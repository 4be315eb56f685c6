//! Command `fabric new`: writes the document of a fabric from a few choices. Start with [`New::run`].

mod kind;
mod traffic;

use std::error::Error;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, Subcommand};
use fabric_sim::document::Document;
use fabric_sim::new_document::{NewDocument, Share, priorities, shares};
use fabric_sim::spec::{NodeKind, Spec};
use serde_json::Value;

use crate::output::write_text;
use crate::source::Edits;
use crate::{Outcome, print_message};
use kind::{Dumbbell, FatTree, LeafSpine, Ring, Star};
use traffic::Fields;

/// Arguments of `fabric new`.
#[derive(Args)]
pub struct New {
    #[command(subcommand)]
    kind: TopologyKind,
}

/// Topology of the new document.
#[derive(Subcommand)]
enum TopologyKind {
    /// Leaf switches with hosts, each linked to every spine switch
    LeafSpine(WithOptions<LeafSpine>),
    /// Fat tree: three tiers of switches with k ports each (Al-Fares et al., SIGCOMM 2008)
    FatTree(WithOptions<FatTree>),
    /// Switches in a ring, each with hosts
    Ring(WithOptions<Ring>),
    /// Two switches with hosts, and one link between them
    Dumbbell(WithOptions<Dumbbell>),
    /// Single switch with hosts
    Star(WithOptions<Star>),
}

/// Options of one topology, and options that all topologies have.
#[derive(Args)]
struct WithOptions<T: Args> {
    #[command(flatten)]
    topology: T,
    #[command(flatten)]
    options: Options,
}

/// Options that all topologies have.
#[derive(Args)]
struct Options {
    /// Lossless priorities, such as 3,4: PFC pauses them before a buffer overflows; default: 3. For a fabric
    /// without PFC, give --set pfc=off
    #[arg(long, value_name = "PRIORITY", value_parser = lossless)]
    lossless: Vec<Listed<u8>>,
    /// ETS classes with their shares, such as 3=80,4=15,0=5. Shares are weights; with percent signs they must
    /// sum to 100. Other priorities stay strict. Shares without priorities, such as 80/15/5, are given first
    /// to the lossless priorities, then to the other priorities from 0 on
    #[arg(long, value_name = "PRIORITY=PERCENT", value_parser = ets)]
    ets: Vec<Listed<Share>>,
    #[expect(clippy::doc_markdown, reason = "help is printed as it stands")]
    /// Add a collective: its kind (incast, all_to_all, ring_all_reduce, permutation or uniform_random),
    /// then its fields as in documents. Examples: permutation,bytes=1M,priority=4 or
    /// incast,bytes=64k,senders=8,to=h1-1, where senders is the number of hosts that send, by default all
    /// other hosts. A plus joins the entries of a list: hosts=h1-1+h1-2. Without a priority, one collective
    /// is added for each lossless priority and each ETS class
    #[arg(long, value_name = "KIND,FIELD=VALUE")]
    collective: Vec<String>,
    #[expect(clippy::doc_markdown, reason = "help is printed as it stands")]
    /// Add a workload of flows with random sizes and random starts: its sizes (web_search, data_mining,
    /// hadoop or storage), then its fields as in documents. Example: web_search,load=50 (percent of each
    /// host's link). Without a priority, the lossless priorities and ETS classes divide the load evenly
    #[arg(long, value_name = "SIZES,FIELD=VALUE")]
    workload: Vec<String>,
    /// Add a flow by its fields as in documents, such as from=h1-1,to=h2-1,size=1M,priority=4
    #[arg(long, value_name = "FIELD=VALUE")]
    flow: Vec<String>,
    /// Set a parameter (xoff=96k, switch.leaf1.port.2.p3.kmin=30k, mtu=1518 for the longest frame), several
    /// (p3.xoff=96k,p4.xoff=48k), the seed, or the horizon (horizon=1ms); or add an action
    /// (at=12us:xoff=64k)
    #[arg(long = "set", value_name = "PATH=VALUE")]
    set: Vec<Edits>,
    /// Write lists of hosts, switches and links instead of the counts of the topology
    #[arg(long)]
    expand: bool,
    /// File to write the document to [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Values in one occurrence of an option, such as `3,4`, in the order of the text.
#[derive(Clone)]
struct Listed<T>(Vec<T>);

/// Parses priorities such as `3,4`. The error gives the range, and the option for a fabric without lossless
/// priorities.
fn lossless(text: &str) -> Result<Listed<u8>, String> {
    let hint = "for none, leave it out and give --set pfc=off";
    priorities(text).map(Listed).map_err(|range| format!("must be {range}; {hint}"))
}

/// Parses shares such as `3=80,4=20` or `80/20`. The error names the range.
fn ets(text: &str) -> Result<Listed<Share>, String> {
    shares(text).map(Listed).map_err(|range| format!("must be {range}"))
}

impl New {
    /// Creates the document, compiles it as a check, and writes it. An existing file is replaced. If the
    /// document or a workload has no flow, prints a note on standard error.
    ///
    /// # Errors
    /// If a value is out of range, values contradict each other, or the file cannot be written.
    pub fn run(&self, out: &mut dyn Write) -> Outcome {
        let (build, options) = match &self.kind {
            TopologyKind::LeafSpine(new) => (new.topology.build(), &new.options),
            TopologyKind::FatTree(new) => (new.topology.build(), &new.options),
            TopologyKind::Ring(new) => (new.topology.build(), &new.options),
            TopologyKind::Dumbbell(new) => (new.topology.build(), &new.options),
            TopologyKind::Star(new) => (new.topology.build(), &new.options),
        };
        let (document, spec) = options.compiled(build)?;
        note_missing_traffic(&document, &spec);
        let document = if options.expand { document.expanded()?.into_owned() } else { document };
        match &options.output {
            Some(path) => write_text(path, "--output", &[], &document.to_json(), out),
            None => Ok(write!(out, "{}", document.to_json())?),
        }
    }
}

/// Prints a note on standard error if the document has no traffic, and a note for each workload that starts
/// no flow. `spec` is the compiled document.
fn note_missing_traffic(document: &Document, spec: &Spec) {
    if document.flows.is_empty() && document.collectives.is_empty() && document.workloads.is_empty() {
        let hosts = spec.nodes.iter().filter(|node| node.kind == NodeKind::Host).count();
        print_message(if hosts < 2 {
            "The document has one host, but traffic is between two: give more --hosts."
        } else {
            "The document has no traffic: --collective, --workload or --flow adds some."
        });
    }
    for workload in &spec.workloads {
        if workload.flows == 0 {
            print_message(format!(
                "Workload {} starts no flow before the horizon of {}: raise its load, or --set horizon.",
                workload.name, spec.horizon
            ));
        }
    }
}

impl Options {
    /// Creates the document from the options, and compiles it. `build` is the value of the field `build`,
    /// which describes the topology. If an option is repeated, its values are joined in the order of the
    /// command line. If two collectives, workloads or flows would get the same name, the later name has a
    /// number at its end.
    ///
    /// # Errors
    /// If a collective, workload or flow cannot be parsed, or the document is refused.
    fn compiled(&self, build: Value) -> Result<(Document, Arc<Spec>), Box<dyn Error>> {
        let mut names = Vec::new();
        let collectives = self.collective.iter().map(|text| Fields::collective(text, &mut names));
        let collectives = collectives.collect::<Result<_, _>>()?;
        let workloads = self.workload.iter().map(|text| Fields::workload(text, &mut names));
        let workloads = workloads.collect::<Result<_, _>>()?;
        let flows = self.flow.iter().map(|text| Fields::flow(text, &mut names));
        let flows = flows.collect::<Result<_, _>>()?;
        let edits = self.set.iter().flat_map(|Edits(pairs)| pairs.iter().cloned()).collect();
        let lossless = self.lossless.iter().flat_map(|Listed(priorities)| priorities).copied().collect();
        let shares = self.ets.iter().flat_map(|Listed(shares)| shares).copied().collect();
        let new = NewDocument { build, lossless, shares, collectives, workloads, flows, edits };
        Ok(new.compiled()?)
    }
}
