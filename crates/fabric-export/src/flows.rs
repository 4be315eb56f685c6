//! Table of the flows of a run as CSV (RFC 4180).

use fabric_sim::engine::World;
use fabric_sim::ids::NodeId;
use fabric_sim::insight::{FlowReport, Report};
use fabric_sim::spec::FlowSpec;
use serde::Serialize;

use crate::series::failed;
use crate::{Bounded, Unwritten};

/// Row of a flow; empty: not known, or none.
#[derive(Serialize)]
struct Row<'a> {
    flow: &'a str,
    source: &'a str,
    destination: &'a str,
    operation: &'a str,
    priority: u8,
    frame_bytes: u16,
    payload_bytes: u16,
    size_bytes: Option<u64>,
    start_ps: u64,
    finish_ps: Option<u64>,
    /// Completion time: from start to finish.
    completion_ps: Option<u64>,
    sent_frames: u64,
    sent_bytes: u64,
    delivered_frames: u64,
    delivered_bytes: u64,
    dropped_frames: u64,
    dropped_bytes: u64,
    throughput_bps: u64,
    goodput_bps: u64,
    mean_latency_ps: u64,
    p50_latency_ps: u64,
    p99_latency_ps: u64,
    max_latency_ps: u64,
    nic_wait_ps: u64,
    marked_frames: u64,
    acks: u64,
    cnps_sent: u64,
    cnps_received: u64,
    resent_frames: Option<u64>,
    naks: Option<u64>,
    timeouts: Option<u64>,
}

/// Writes a row for each flow of `world`, with the figures of `report`.
///
/// # Errors
/// If the limit of `out` is exceeded or the write fails.
pub fn write_flows(world: &World, report: &Report, mut out: Bounded<'_>) -> Result<(), Unwritten> {
    const CHUNK: usize = 1_000;
    let node = |id: NodeId| &world.spec().nodes[id.index()].name[..];
    let flows: Vec<(&FlowSpec, &FlowReport)> = world.flow_specs().zip(&report.flows).collect();
    for (n, chunk) in flows.chunks(CHUNK).enumerate() {
        let mut table = csv::WriterBuilder::new().has_headers(n == 0).from_writer(Vec::new());
        for (spec, flow) in chunk {
            let recovery = flow.recovery.as_ref();
            let start = spec.start.ps();
            table
                .serialize(Row {
                    flow: &flow.name,
                    source: node(spec.source),
                    destination: node(spec.destination),
                    operation: flow.operation,
                    priority: spec.priority,
                    frame_bytes: spec.frame_bytes,
                    payload_bytes: spec.payload_bytes,
                    size_bytes: spec.size,
                    start_ps: start,
                    finish_ps: flow.finished_ps,
                    completion_ps: flow.finished_ps.and_then(|finish| finish.checked_sub(start)),
                    sent_frames: flow.sent_frames,
                    sent_bytes: flow.sent_bytes,
                    delivered_frames: flow.delivered_frames,
                    delivered_bytes: flow.delivered_bytes,
                    dropped_frames: flow.dropped_frames,
                    dropped_bytes: flow.dropped_bytes,
                    throughput_bps: flow.throughput_bps,
                    goodput_bps: flow.goodput_bps,
                    mean_latency_ps: flow.latency.mean_ps,
                    p50_latency_ps: flow.latency.p50_ps,
                    p99_latency_ps: flow.latency.p99_ps,
                    max_latency_ps: flow.latency.max_ps,
                    nic_wait_ps: flow.nic_wait_ps,
                    marked_frames: flow.ecn_marked,
                    acks: flow.acks,
                    cnps_sent: flow.cnp_sent,
                    cnps_received: flow.cnp_received,
                    resent_frames: recovery.map(|recovery| recovery.resent_frames),
                    naks: recovery.map(|recovery| recovery.naks),
                    timeouts: recovery.map(|recovery| recovery.timeouts),
                })
                .map_err(failed)?;
        }
        let rows = table.into_inner().map_err(|error| Unwritten::Failed(error.into_error()))?;
        out.write(&rows)?;
    }
    out.finish()
}
