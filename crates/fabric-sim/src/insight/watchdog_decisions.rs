//! Decisions of PFC watchdogs, compared with the true state of the blocked queues. Start with
//! [`WatchdogReport`].
//!
//! A detection is right if a deadlock, a storm, a lost resume or lost credits blocked the queue at that time.
//! Congestion is no failure. Times are in picoseconds since the start. The numbers of right and wrong
//! detections include decisions that are not listed.

use crate::ids::QueueId;
use schemars::JsonSchema;
use serde::Serialize;

use super::blocked::at;
use crate::engine::{CheckedDecision, Truth, Waits, World};
use crate::fabric::watchdog::WatchdogDecision;
use crate::units::Time;

/// Decisions of all watchdogs since the start of the run, and the failures that no watchdog has detected so
/// far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "BeliefReport")]
pub struct WatchdogReport {
    /// Number of queues and NICs that have a watchdog.
    pub watched: usize,
    /// Factor by which all watchdogs run faster than configured.
    pub scale: u64,
    /// Number of storms that watchdogs detected rightly: a deadlock, a pause storm, a lost resume or lost
    /// credits blocked the queue.
    pub true_positives: u64,
    /// Number of storms that watchdogs detected wrongly. At the time of the detection, no deadlock, pause
    /// storm, lost resume or lost credits blocked the queue.
    pub false_positives: u64,
    /// Deadlocks, pause storms, lost resumes and lost credits that no watchdog has detected so far.
    /// Deadlocks come first. Other failures that have ended follow, then other failures that last.
    pub misses: Vec<MissReport>,
    /// Decisions of the watchdogs in order of time. Only the first 4096 are listed.
    pub verdicts: Vec<VerdictReport>,
}

/// Failure that no watchdog has detected so far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MissReport {
    /// Blocked queue, written as node, port, priority: `s1.2.3`.
    pub queue: String,
    /// Kind of the failure: `deadlock`, `storm`, `lost_resume` or `lost_credits`.
    pub truth: &'static str,
    /// Start of the failure, in picoseconds since the start of the run. A storm begins with its first pause;
    /// gaps between its pauses do not end the storm.
    pub since_ps: u64,
    /// End of the failure, in picoseconds since the start of the run. Absent while the failure lasts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until_ps: Option<u64>,
}

/// Decision of a watchdog.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct VerdictReport {
    /// Time of the decision, in picoseconds since the start.
    pub at_ps: u64,
    /// Queue of the watchdog, written as node, port, priority: `s1.2.3`.
    pub queue: String,
    /// Decision: `storm` (the watchdog detected a storm) or `over` (the watchdog ended the mitigation).
    pub verdict: &'static str,
    /// Detection rule: `sonic`, `sonic_2023`, `sonic_broadcom`, `sonic_cisco`, `polls` or `timer`. `nic` is
    /// the watchdog of a NIC, which stops the pauses that the NIC sends.
    pub rule: &'static str,
    /// Mitigation that the decision begins or ends.
    pub action: &'static str,
    /// True state of the queue: `deadlock`, `storm`, `lost_resume`, `lost_credits`, `pause_source`
    /// (paused by a pause source that causes no storm), `congestion`, `idle` (paused without frames to
    /// transmit) or `not_paused`.
    pub truth: &'static str,
    /// Time from the start of the failure to its detection, in picoseconds. Absent if the decision is `over`
    /// (the mitigation ended), or if the queue had no failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delay_ps: Option<u64>,
    /// Number of frames that the mitigation dropped up to the time of the report.
    pub lost_frames: u64,
    /// Number of bytes that the mitigation dropped up to the time of the report.
    pub lost_bytes: u64,
}

impl WatchdogReport {
    /// Report on the watchdogs of `world` up to the present time of `world`. `waits` must be the result of
    /// [`World::waits`] at that time.
    #[must_use]
    pub fn of(world: &World, waits: &Waits) -> Self {
        let spec = world.spec();
        let decisions = world.watchdog_decisions();
        let miss = |(queue, truth, until): (QueueId, Truth, Option<Time>)| MissReport {
            queue: at(spec, queue),
            truth: truth.name(),
            since_ps: truth.since().unwrap_or_default().ps(),
            until_ps: until.map(Time::ps),
        };
        let report = |checked: &CheckedDecision| VerdictReport {
            at_ps: checked.at.ps(),
            queue: at(spec, checked.queue),
            verdict: if checked.decision == WatchdogDecision::Storm { "storm" } else { "over" },
            rule: checked.rule.map_or("nic", crate::fabric::watchdog::Rule::name),
            action: checked.mitigation.name(),
            truth: checked.truth.name(),
            delay_ps: checked.delay().filter(|_| checked.decision == WatchdogDecision::Storm).map(Time::ps),
            lost_frames: checked.lost_frames,
            lost_bytes: checked.lost_bytes,
        };
        Self {
            watched: world.watchdog_count(),
            scale: spec.watchdog_scale,
            true_positives: decisions.storms() - decisions.false_storms(),
            false_positives: decisions.false_storms(),
            misses: misses(world, waits).into_iter().map(miss).collect(),
            verdicts: decisions.list().iter().map(report).collect(),
        }
    }
}

/// Failures since the start of the run that no watchdog has detected. Each has the blocked queue, the kind
/// and start of the failure, and its end; the end is `None` while the failure lasts. Deadlocks come first,
/// then other failures that have ended, then other failures that last. `waits` must be the result of
/// [`World::waits`] at the time of `world`.
#[must_use]
pub fn misses(world: &World, waits: &Waits) -> Vec<(QueueId, Truth, Option<Time>)> {
    let decisions = world.watchdog_decisions();
    let cycles = world.cycles().past().iter().chain(world.cycles().standing());
    let mut missed: Vec<(QueueId, Truth, Option<Time>)> = cycles
        .filter_map(|cycle| Some((cycle.queues[0], Truth::Deadlock(cycle.deadlock?.at), cycle.opened)))
        .filter(|(_, truth, _)| !decisions.has_found(*truth))
        .collect();
    missed.extend(decisions.missed().iter().map(|(queue, truth, ended)| (*queue, *truth, Some(*ended))));
    let storms =
        world.storms().iter().filter(|storm| storm.had_frames || world.is_paused_with_frames(storm.queue));
    let lost = waits.queues.iter().filter_map(|queue| Some((queue.queue(), queue.lost()?)));
    let lasting = storms.map(|storm| (storm.queue, storm.truth())).chain(lost);
    missed.extend(
        lasting.filter(|(_, truth)| !decisions.has_found(*truth)).map(|(queue, truth)| (queue, truth, None)),
    );
    missed
}
