//! Writer of a table of flows as CSV (RFC 4180).

use fabric_sim::engine::World;
use fabric_sim::ids::{FlowId, NodeId};
use fabric_sim::insight::{FlowReport, Report};
use fabric_sim::spec::FlowSpec;

use crate::table::{Field, push_record};
use crate::{Bounded, Unwritten};

/// Number of columns of the table.
const COUNT: usize = 32;

/// Names of the columns. `size_bytes` is the payload of all `messages`: of the messages of all repetitions of
/// a collective, or of the messages that were started so far. `completion_ps` counts from the start of the
/// flow.
///
/// A field is empty if its value is unknown or does not exist: the size of an endless flow, the start of a
/// flow that has not started, and the last three columns of a flow without retransmission.
const COLUMNS: [&str; COUNT] = [
    "flow",
    "source",
    "destination",
    "operation",
    "priority",
    "frame_bytes",
    "payload_bytes",
    "size_bytes",
    "messages",
    "start_ps",
    "finish_ps",
    "completion_ps",
    "sent_frames",
    "sent_bytes",
    "delivered_frames",
    "delivered_bytes",
    "dropped_frames",
    "dropped_bytes",
    "throughput_bps",
    "goodput_bps",
    "mean_latency_ps",
    "p50_latency_ps",
    "p99_latency_ps",
    "max_latency_ps",
    "nic_wait_ps",
    "marked_frames",
    "acks",
    "cnps_sent",
    "cnps_received",
    "resent_frames",
    "naks",
    "timeouts",
];

/// Writes the header and a row for each flow of `world`, with the figures of `report`. `world` and `report`
/// must have the same flows in the same order; the rows have that order. Without flows, only the header is
/// written.
///
/// # Errors
/// If the limit of `out` is exceeded or the write fails.
pub fn write_flows(world: &World, report: &Report, mut out: Bounded<'_>) -> Result<(), Unwritten> {
    const CHUNK: usize = 1_000;
    let node = |id: NodeId| &world.spec().nodes[id.index()].name[..];
    let flows: Vec<(FlowId, (&FlowSpec, &FlowReport))> =
        (0..).map(FlowId::new).zip(world.flow_specs().zip(&report.flows)).collect();
    let mut rows = String::new();
    push_record(&mut rows, &COLUMNS.map(Field::Text));
    for chunk in flows.chunks(CHUNK) {
        for (id, (spec, flow)) in chunk {
            let messages = world.flow_messages(*id);
            let recovery = flow.recovery.as_ref();
            let row: [Field<'_>; COUNT] = [
                flow.name.as_str().into(),
                node(spec.source).into(),
                node(spec.destination).into(),
                flow.operation.into(),
                u64::from(spec.priority).into(),
                u64::from(spec.frame_bytes).into(),
                u64::from(spec.payload_bytes).into(),
                spec.size.zip(messages).map(|(size, messages)| size.saturating_mul(messages)).into(),
                messages.filter(|_| spec.size.is_some()).into(),
                flow.start_ps.into(),
                flow.finished_ps.into(),
                flow.completion_ps.into(),
                flow.sent_frames.into(),
                flow.sent_bytes.into(),
                flow.delivered_frames.into(),
                flow.delivered_bytes.into(),
                flow.dropped_frames.into(),
                flow.dropped_bytes.into(),
                flow.throughput_bps.into(),
                flow.goodput_bps.into(),
                flow.latency.mean_ps.into(),
                flow.latency.p50_ps.into(),
                flow.latency.p99_ps.into(),
                flow.latency.max_ps.into(),
                flow.nic_wait_ps.into(),
                flow.ecn_marked.into(),
                flow.acks.into(),
                flow.cnp_sent.into(),
                flow.cnp_received.into(),
                recovery.map(|recovery| recovery.resent_frames).into(),
                recovery.map(|recovery| recovery.naks).into(),
                recovery.map(|recovery| recovery.timeouts).into(),
            ];
            push_record(&mut rows, &row);
        }
        out.write(rows.as_bytes())?;
        rows.clear();
    }
    // Without flows, only the header is left to write.
    out.write(rows.as_bytes())?;
    out.finish()
}
