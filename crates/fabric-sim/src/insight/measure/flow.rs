//! Measurement of a flow over a window. Start with [`report`].
//!
//! Rates are over the part of the measurement window between the start and the end of the flow. The rates are
//! 0 if this part has no length. For a flow of a collective, rates are over the whole window.

use super::super::flow_credits;
use super::super::report::{FlowReport, LatencyReport, ReceiverReport, RecoveryReport};
use super::{WindowStart, per_second};
use crate::engine::{FlowCounters, World};
use crate::ids::FlowId;
use crate::spec::{FlowSpec, Operation};
use crate::units::Time;

/// Report of `flow` over the measurement window that starts at `window_start`. `start` is the start of the
/// flow; `None` if the flow has not started. `before` has the counters of the flow at the start of the
/// window, `now` the counters at the end of the window.
pub(super) fn report(
    world: &World,
    window_start: &WindowStart,
    (flow, spec): (FlowId, &FlowSpec),
    start: Option<Time>,
    (before, now): (&FlowCounters, &FlowCounters),
) -> FlowReport {
    let finished = world.flow_finished(flow);
    let lasted = lasted(world, window_start, flow, spec);
    let rate = world.flow_rate(flow);
    let latency = now.latency.since(&before.latency);
    let delivered_bytes = now.delivered_bytes - before.delivered_bytes;
    let frames = now.nic_frames - before.nic_frames;
    let wait = (now.nic_wait - before.nic_wait).ps();
    FlowReport {
        name: spec.name.clone(),
        operation: spec.operation.name(),
        collective: collective(world, flow),
        sent_bytes: now.sent_bytes - before.sent_bytes,
        delivered_bytes,
        dropped_bytes: now.dropped_bytes - before.dropped_bytes,
        throughput_bps: per_second(delivered_bytes, lasted),
        goodput_bps: per_second(now.goodput_bytes - before.goodput_bytes, lasted),
        latency: LatencyReport {
            mean_ps: latency.mean().ps(),
            p50_ps: latency.percentile(50).ps(),
            p99_ps: latency.percentile(99).ps(),
            // Within a window, the greatest latency is known only to the accuracy of its histogram bin.
            max_ps: latency.max().max(latency.mean()).ps(),
        },
        components: None,
        nic_wait_ps: wait.checked_div(frames).unwrap_or(0),
        sent_frames: now.sent_frames - before.sent_frames,
        delivered_frames: now.delivered_frames - before.delivered_frames,
        dropped_frames: now.dropped_frames - before.dropped_frames,
        unsent_frames: now.unsent_frames - before.unsent_frames,
        ecn_marked: now.marked_frames - before.marked_frames,
        requests: spec.request_priority().map(|_| now.requests - before.requests),
        acks: now.acks - before.acks,
        cnp_sent: now.cnps_sent - before.cnps_sent,
        cnp_merged: now.cnps_merged - before.cnps_merged,
        cnp_received: now.cnps_received - before.cnps_received,
        rate_bps: rate.map(|rate| rate.rate.bps()),
        alpha: rate.and_then(|rate| rate.alpha()),
        recovery: recovery(world, window_start, flow, before),
        receivers: receivers(world, window_start, flow, spec, lasted),
        credits: flow_credits::flow_credits(world, window_start, flow),
        start_ps: start.map(Time::ps),
        finished_ps: finished.map(Time::ps),
        first_mark_ps: now.first_marked.map(Time::ps),
        first_drop_ps: now.first_dropped.map(Time::ps),
        first_pause_ps: first_pause(world, spec).map(Time::ps),
        completion_ps: finished.zip(start).map(|(finished, start)| finished.saturating_sub(start).ps()),
    }
}

/// Time at which the NIC of the flow was first paused for the priority of the flow. This time may be before
/// the start of the flow. `None` if the NIC was never paused.
fn first_pause(world: &World, flow: &FlowSpec) -> Option<Time> {
    let port = world.spec().port(flow.source, 0)?;
    world.counters().ports[port.index()][flow.priority.index()].first_paused
}

/// Duration of the flow within the measurement window: from the start of the flow to its end, or to the end
/// of the window if the flow has not ended. A flow of a collective has the length of the window.
fn lasted(world: &World, window_start: &WindowStart, flow: FlowId, spec: &FlowSpec) -> Time {
    let finished = world.counters().flows[flow.index()].finished;
    let (from, until) = match (world.collective_of(flow), finished) {
        (None, Some(finished)) => (spec.start, finished),
        (None, None) => (spec.start, world.now()),
        (Some(_), _) => (window_start.at, world.now()),
    };
    until.saturating_sub(from.max(window_start.at))
}

/// Name of the collective of the flow; `None` if the flow belongs to no collective.
fn collective(world: &World, flow: FlowId) -> Option<String> {
    let id = world.collective_of(flow)?;
    Some(world.spec().collectives[id.index()].name.clone())
}

/// Reports of the receivers of a multicast; the destination of the flow comes first. Rates are over
/// `lasted`, the time that the flow lasted within the measurement window. Counts of frames and bytes are
/// since the start of the run. Empty for other operations.
fn receivers(
    world: &World,
    window_start: &WindowStart,
    flow: FlowId,
    spec: &FlowSpec,
    lasted: Time,
) -> Vec<ReceiverReport> {
    if !matches!(spec.operation, Operation::Multicast(_)) {
        return Vec::new();
    }
    let hosts = spec.receivers().map(|node| world.spec().nodes[node.index()].name.clone());
    let mut before = world.received_by(flow, &window_start.counters).into_iter();
    let got = hosts.zip(world.received(flow));
    got.map(|(node, got)| ReceiverReport {
        node,
        delivered_frames: got.frames,
        delivered_bytes: got.bytes,
        goodput_bytes: got.goodput,
        goodput_bps: per_second(got.goodput - before.next().unwrap_or_default().goodput, lasted),
    })
    .collect()
}

/// Report of the retransmissions of `flow`; `None` if the flow is not reliable.
fn recovery(
    world: &World,
    window_start: &WindowStart,
    flow: FlowId,
    before: &FlowCounters,
) -> Option<RecoveryReport> {
    let now = world.recovery(flow)?;
    // A recovery that began before the measurement window counts with at most the length of the window.
    let recovery_time = now.recovery_time.saturating_sub(before.recovery_time_until(window_start.at));
    let recovery_time = recovery_time.min(world.now().saturating_sub(window_start.at));
    let discarded = world.counters().flows[flow.index()].discarded_frames;
    Some(RecoveryReport {
        resent_frames: now.resent_frames - before.resent_frames,
        resent_bytes: now.resent_bytes - before.resent_bytes,
        time_lost_ps: recovery_time.ps(),
        naks: now.naks - before.naks,
        timeouts: now.timeouts - before.timeouts,
        discarded_frames: discarded - before.discarded_frames,
        window_frames: now.window,
        unacked_frames: now.unacked,
    })
}
