//! Import of files of htsim: `.topo` files of fat trees, and `.cm` files of connections. Start with
//! [`import`].
//!
//! Rule: keys, checks and links are those of `FatTreeTopology::load` and `ConnectionMatrix::load`
//! (Broadcom/csg-htsim, `sim/datacenter`).
//! Fallback: XOFF is the default of this simulator, headroom is sized for the longest cable, and the payload
//! is 4096 B.
//! Left out: limits of output queues, because a lossless switch has thresholds at its inputs.

mod fat_tree;
mod matrix;
mod tiers;

use std::sync::Arc;

use fabric_sim::document::Document;
use fabric_sim::engine::World;
use fabric_sim::insight::greatest_unmet_headroom;
use fabric_sim::units::Time;

use fat_tree::FatTree;
use matrix::Matrix;
use tiers::Tiers;

use crate::checked::{self, Params};
use crate::finding::{FilePlace, Findings, Refusals};
use crate::sonic::{File, Import};

/// Smallest horizon (length of the run): 100 µs. Each horizon is a multiple of this time.
const STEP: Time = Time(100_000_000);

/// Files of an import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// `.topo` file: fat tree.
    pub topology: File,
    /// `.cm` file: connections. `None`: up to eight hosts each send 1 MB to the first host.
    pub connections: Option<File>,
}

/// Imports the files into a document that can run. Hosts are called `h0` …, switches `tor0` …, `agg0` …,
/// `core0` ….
///
/// # Errors
/// If a line is malformed or exceeds the limits of this simulator; only the first such line is refused,
/// with its number. Missing keys and contradictions are refused at line 1. Other faults of the document are
/// refused at the whole file.
pub fn import(request: &Request) -> Result<Import, Refusals> {
    let mut findings = Findings::default();
    let tiers = Tiers::read(&request.topology, &mut findings)?;
    let tree = FatTree::new(&tiers)?;
    let matrix = match &request.connections {
        Some(file) => Matrix::read(file, tiers.nodes, &mut findings)?,
        None => Matrix::example(tiers.nodes),
    };
    let place = FilePlace::file(&request.topology.name);
    if request.connections.is_none() {
        let reason = "no connections are given: up to eight hosts send 1 MB each to the first host";
        findings.changed(FilePlace::new(&request.topology.name, "connections", "", ""), reason);
    }
    let mut warnings = Vec::new();
    if matrix.is_empty() {
        warnings.push("There is no flow: the document has no traffic.".to_owned());
    }
    if matrix.left_out > 0 {
        warnings.push(format!(
            "{} flows wait for a trigger, which is not modelled: the document is without them.",
            matrix.left_out
        ));
    }
    let mut document = Document::empty();
    "htsim-import".clone_into(&mut document.name);
    document.title = format!("A fat tree of {} hosts, from files of htsim", tiers.nodes);
    tree.write(&tiers, &mut document);
    matrix.write(&mut document);
    let horizon = matrix.horizon(tiers.tier(0).speed);
    document.horizon = checked::limited(horizon, matrix.last_start(), &mut warnings);
    let mut params = Params::default();
    params.set("jitter", "off", &FilePlace::default());
    tree.write_latencies(&tiers, &mut params);
    document.params = params.map();
    if let Some(spec) = checked::compile(&document, &params, &place, &mut findings) {
        if let Some(bytes) = greatest_unmet_headroom(&World::new(Arc::new(spec))) {
            params.set("headroom", bytes.next_multiple_of(1_000), &place);
            document.params = params.map();
            checked::compile(&document, &params, &place, &mut findings);
        }
        let reason = "the files have no thresholds: XOFF is the simulator's default, headroom what the longest cable needs";
        findings.changed(FilePlace::new(&request.topology.name, "pfc", "", ""), reason);
        let reason = "the files have no packet size: frames are RoCEv2 with 4096 B of payload, of priority 3";
        findings.changed(FilePlace::new(&request.topology.name, "packet", "", "size"), reason);
    }
    Ok(Import { document, findings: findings.finish()?, mismatches: Vec::new(), warnings })
}
