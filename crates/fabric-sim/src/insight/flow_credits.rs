//! Report of the end-to-end credits of a flow: the credits that are left, and the credits that dropped frames
//! have consumed. Start with [`flow_credits`].
//!
//! A flow without end-to-end credits has no report. `lost_bytes` and `why` count since the start of the run;
//! `starved_ps` and `updates_lost` count in the measurement window.

use super::WindowStart;
use super::amount::bytes;
use super::report::FlowCreditReport;
use crate::engine::{DropCause, FlowCreditCounters, World};
use crate::ids::FlowId;

/// Report of the end-to-end credits of `flow` over the measurement window that starts at `window_start`;
/// `None` if the flow has no end-to-end credits.
pub(super) fn flow_credits(
    world: &World,
    window_start: &WindowStart,
    flow: FlowId,
) -> Option<FlowCreditReport> {
    let at = world.flow_credits(flow)?;
    let now = &world.counters().flow_credits[at.number];
    let before = window_start.flow_credits(at.number);
    Some(FlowCreditReport {
        limit_bytes: at.limit,
        available_bytes: at.available,
        starved_ps: (now.starved_until(world.now()) - before.starved_until(window_start.at())).ps(),
        lost_bytes: now.missing(),
        updates_lost: now.updates_lost - before.updates_lost,
        why: why(world, now),
    })
}

/// Sentence on the dropped frames that credits covered, since the start of the run: the causes of the drops,
/// and whether resyncs have returned the credits. `None` if no such frame was dropped.
fn why(world: &World, counters: &FlowCreditCounters) -> Option<String> {
    let lost: u64 = counters.lost.iter().sum();
    let port = counters.last_lost_port?;
    let causes = DropCause::ALL.iter().zip(counters.lost).filter(|(_, bytes)| *bytes > 0);
    let causes: Vec<&str> = causes.map(|(cause, _)| cause.name()).collect();
    let spec = world.spec();
    let rest = match (counters.missing(), spec.credit_resync) {
        (0, _) => "resyncs have given all of it back".to_owned(),
        (missing, Some(_)) => format!("{} of it wait for a resync", bytes(missing)),
        (missing, None) => {
            format!("credit_resync is off: the flow does without {} from now on", bytes(missing))
        }
    };
    Some(format!(
        "credits between its ends cover memory at its destination and in no switch: {} that they covered was dropped ({}, last at {}), and its credits with it; {rest}",
        bytes(lost),
        causes.join(", "),
        spec.port_name(port)
    ))
}
