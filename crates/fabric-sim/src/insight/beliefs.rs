//! What watchdogs believed, beside what was true.

use schemars::JsonSchema;
use serde::Serialize;

use super::blocked::at;
use crate::engine::{Judged, Queue, Truth, Waits, World};
use crate::fabric::watchdog::Verdict;
use crate::units::Time;

/// The watchdogs of a fabric since its start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BeliefReport {
    /// Queues, and NICs, that have a watchdog.
    pub watched: usize,
    /// How many times faster than they say they run.
    pub scale: u64,
    /// Storms that they called and that were deadlocks, storms or lost resumes.
    pub true_positives: u64,
    /// Storms that they called and that were none.
    pub false_positives: u64,
    /// Deadlocks, storms and lost resumes that none of them has found so far.
    pub misses: Vec<MissReport>,
    /// What they decided, first ones first, at most 4096.
    pub verdicts: Vec<VerdictReport>,
}

/// Something that no watchdog has found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MissReport {
    /// A queue of it: node, port, priority.
    pub queue: String,
    /// `deadlock`, `storm`, `lost_resume` or `lost_credits`.
    pub truth: &'static str,
    /// Since when, in picoseconds since the start; gaps between the pauses of a storm are part of it.
    pub since_ps: u64,
    /// Until when; not there if it lasts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until_ps: Option<u64>,
}

/// A decision of a watchdog.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct VerdictReport {
    /// When, in picoseconds since the start.
    pub at_ps: u64,
    /// Of which queue: node, port, priority.
    pub queue: String,
    /// `storm` or `over`.
    pub verdict: &'static str,
    /// `sonic`, `sonic_2023`, `polls`, `timer`; or `nic`: a NIC that stops its own pauses.
    pub rule: &'static str,
    /// What it did about a storm.
    pub action: &'static str,
    /// What was true: `deadlock`, `storm`, `lost_resume`, `lost_credits`, `congestion`,
    /// `idle` (paused, with nothing to send) or `not_paused`.
    pub truth: &'static str,
    /// How long what it found had been so; not there if it was wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delay_ps: Option<u64>,
    /// Frames that its action has lost.
    pub lost_frames: u64,
    /// Bytes of them.
    pub lost_bytes: u64,
}

impl BeliefReport {
    /// Of `world` so far; `waits` are those of it as it stands.
    #[must_use]
    pub fn of(world: &World, waits: &Waits) -> Self {
        let spec = world.spec();
        let verdicts = world.verdicts();
        let nics = spec.ports.iter().filter(|port| port.config.nic_watchdog.is_some()).count();
        let lanes = spec.ports.iter().flat_map(|port| &port.config.priorities);
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
            watched: nics + lanes.filter(|lane| lane.watchdog.is_some()).count(),
            scale: spec.watchdog_scale,
            true_positives: verdicts.storms() - verdicts.false_storms(),
            false_positives: verdicts.false_storms(),
            misses: misses(world, waits).into_iter().map(miss).collect(),
            verdicts: verdicts.list().iter().map(verdict).collect(),
        }
    }
}

/// Deadlocks, storms and lost resumes since the start that no watchdog has
/// found: a queue of each, what it is and since when, and until
/// when it was. With watchdogs, each is late until it is found. `waits` are
/// those of `world` as it stands.
#[must_use]
pub fn misses(world: &World, waits: &Waits) -> Vec<(Queue, Truth, Option<Time>)> {
    let verdicts = world.verdicts();
    let circles = world.circles().past().iter().chain(world.circles().standing());
    let mut missed: Vec<(Queue, Truth, Option<Time>)> = circles
        .filter_map(|circle| Some((circle.queues[0], Truth::Deadlock(circle.died?.at), circle.opened)))
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
