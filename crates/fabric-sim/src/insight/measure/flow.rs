//! What a run came to for a flow.

use super::{FlowCounters, FlowReport, LatencyReport, Mark, RateView, RecoveryReport, World, per_second};
use crate::ids::FlowId;
use crate::units::Time;

/// What was counted of a flow since `before`, over `span`.
pub(super) fn counted(
    name: String,
    now: &FlowCounters,
    before: &FlowCounters,
    rate: Option<RateView>,
    span: Time,
) -> FlowReport {
    let latency = now.latency.since(&before.latency);
    let delivered_bytes = now.delivered_bytes - before.delivered_bytes;
    let frames = now.nic_frames - before.nic_frames;
    let wait = (now.nic_wait - before.nic_wait).ps();
    FlowReport {
        name,
        collective: None,
        sent_bytes: now.sent_bytes - before.sent_bytes,
        delivered_bytes,
        dropped_bytes: now.dropped_bytes - before.dropped_bytes,
        throughput_bps: per_second(delivered_bytes, span),
        goodput_bps: per_second(now.goodput_bytes - before.goodput_bytes, span),
        latency: LatencyReport {
            mean_ps: latency.mean().ps(),
            p50_ps: latency.percentile(50).ps(),
            p99_ps: latency.percentile(99).ps(),
            max_ps: latency.max().ps(),
        },
        components: None,
        nic_wait_ps: wait.checked_div(frames).unwrap_or(0),
        sent_frames: now.sent_frames - before.sent_frames,
        delivered_frames: now.delivered_frames - before.delivered_frames,
        dropped_frames: now.dropped_frames - before.dropped_frames,
        ecn_marked: now.marked_frames - before.marked_frames,
        acks: now.acks - before.acks,
        cnp_sent: now.cnps_sent - before.cnps_sent,
        cnp_merged: now.cnps_merged - before.cnps_merged,
        cnp_received: now.cnps_received - before.cnps_received,
        rate_bps: rate.map(|rate| rate.rate.bps()),
        alpha: rate.and_then(|rate| rate.alpha()),
        recovery: None,
        credits: None,
        finished_ps: now.finished.map(Time::ps),
    }
}

/// What losses cost a flow, if it is reliable.
pub(super) fn recovery(
    world: &World,
    mark: &Mark,
    flow: FlowId,
    before: &FlowCounters,
) -> Option<RecoveryReport> {
    let now = world.recovery(flow)?;
    let discarded = world.counters().flows[flow.index()].discarded_frames;
    Some(RecoveryReport {
        resent_frames: now.resent_frames - before.resent_frames,
        resent_bytes: now.resent_bytes - before.resent_bytes,
        time_lost_ps: now.time_lost.saturating_sub(before.lost_until(mark.at)).ps(),
        naks: now.naks - before.naks,
        timeouts: now.timeouts - before.timeouts,
        discarded_frames: discarded - before.discarded_frames,
        window_frames: now.window,
        unacked_frames: now.unacked,
    })
}
