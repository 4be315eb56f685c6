//! Decisions of watchdogs, beside the true state of the fabric.

use schemars::JsonSchema;
use serde::Serialize;

use super::blocked::at;
use crate::engine::{Judged, Queue, Truth, Waits, World};
use crate::fabric::watchdog::Verdict;
use crate::units::Time;

/// Watchdogs of a fabric since its start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BeliefReport {
    /// Queues and NICs with a watchdog.
    pub watched: usize,
    /// Factor by which all watchdogs run faster than configured.
    pub scale: u64,
    /// Detected storms that were deadlocks, storms or lost resumes.
    pub true_positives: u64,
    /// Detected storms that were neither deadlocks nor storms nor lost resumes.
    pub false_positives: u64,
    /// Deadlocks, storms and lost resumes that no watchdog has detected so far.
    pub misses: Vec<MissReport>,
    /// Decision: `storm` (detected) or `over`.
    pub verdicts: Vec<VerdictReport>,
}

/// Failure that no watchdog has detected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MissReport {
    /// Queue of the failure: node, port, priority.
    pub queue: String,
    /// Kind: `deadlock`, `storm`, `lost_resume` or `lost_credits`.
    pub truth: &'static str,
    /// Start, in picoseconds since the start of the run. Gaps between the pauses of a storm belong
    /// to it.
    pub since_ps: u64,
    /// End, in picoseconds since the start of the run. Absent if the failure lasts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until_ps: Option<u64>,
}

/// Decision of a watchdog.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct VerdictReport {
    /// Time of the decision, in picoseconds since the start.
    pub at_ps: u64,
    /// Watched queue: node, port, priority.
    pub queue: String,
    /// `storm` or `over`.
    pub verdict: &'static str,
    /// Detection rule: `sonic`, `sonic_2023`, `sonic_broadcom`, `sonic_cisco`, `polls` or `timer`; `nic` is a NIC that stops its own
    /// pauses.
    pub rule: &'static str,
    /// Mitigation of the storm.
    pub action: &'static str,
    /// True state: `deadlock`, `storm`, `lost_resume`, `lost_credits`, `congestion`, `idle` (paused
    /// without frames to transmit) or `not_paused`.
    pub truth: &'static str,
    /// Time from the start of the failure to its detection, in picoseconds. Absent if the decision
    /// was wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delay_ps: Option<u64>,
    /// Frames dropped by the mitigation.
    pub lost_frames: u64,
    /// Bytes dropped by the mitigation.
    pub lost_bytes: u64,
}

impl BeliefReport {
    /// Report of `world` so far; `waits` are its waits at the same instant.
    #[must_use]
    pub fn of(world: &World, waits: &Waits) -> Self {
        let spec = world.spec();
        let verdicts = world.verdicts();
        let miss = |(queue, truth, until): (Queue, Truth, Option<Time>)| MissReport {
            queue: at(spec, queue),
            truth: truth.name(),
            since_ps: truth.since().unwrap_or_default().ps(),
            until_ps: until.map(Time::ps),
        };
        let verdict = |judged: &Judged| VerdictReport {
            at_ps: judged.at.ps(),
            queue: at(spec, judged.queue),
            verdict: if judged.verdict == Verdict::Storm { "storm" } else { "over" },
            rule: judged.rule.map_or("nic", crate::fabric::watchdog::Rule::name),
            action: judged.mitigation.name(),
            truth: judged.truth.name(),
            delay_ps: judged.delay().filter(|_| judged.verdict == Verdict::Storm).map(Time::ps),
            lost_frames: judged.lost_frames,
            lost_bytes: judged.lost_bytes,
        };
        Self {
            watched: world.watched(),
            scale: spec.watchdog_scale,
            true_positives: verdicts.storms() - verdicts.false_storms(),
            false_positives: verdicts.false_storms(),
            misses: misses(world, waits).into_iter().map(miss).collect(),
            verdicts: verdicts.list().iter().map(verdict).collect(),
        }
    }
}

/// Deadlocks, storms and lost resumes since the start that no watchdog has detected: a queue, the
/// failure with its start, and its end, which is `None` while it lasts. A failure that a watchdog
/// will detect later is among them until then. `waits` are the waits of `world` at the same
/// instant.
#[must_use]
pub fn misses(world: &World, waits: &Waits) -> Vec<(Queue, Truth, Option<Time>)> {
    let verdicts = world.verdicts();
    let cycles = world.cycles().past().iter().chain(world.cycles().standing());
    let mut missed: Vec<(Queue, Truth, Option<Time>)> = cycles
        .filter_map(|cycle| Some((cycle.queues[0], Truth::Deadlock(cycle.died?.at), cycle.opened)))
        .filter(|(_, truth, _)| !verdicts.has_found(*truth))
        .collect();
    missed.extend(verdicts.missed().iter().map(|(queue, truth, ended)| (*queue, *truth, Some(*ended))));
    let storms = world.storms().iter().filter(|storm| storm.has_held || world.is_held(storm.queue));
    let lost = waits.queues.iter().filter_map(|queue| Some((queue.queue(), queue.lost()?)));
    let lasting = storms.map(|storm| (storm.queue, storm.truth())).chain(lost);
    missed.extend(
        lasting.filter(|(_, truth)| !verdicts.has_found(*truth)).map(|(queue, truth)| (queue, truth, None)),
    );
    missed
}
