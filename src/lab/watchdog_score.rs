//! Decisions of the PFC watchdogs, compared with the true state of their queues: a score, and a list of the
//! latest decisions. Start with [`Judgement::of`].
//!
//! Only detected storms count as right or wrong; the end of a storm is listed as neither. The score covers
//! the run from its start to the cursor, including decisions that are no longer in the list. Without
//! watchdogs, all numbers but the missed detections are 0.
//!
//! The run keeps its first 4 096 decisions; later ones count in the score but are not listed.

use fabric_sim::engine::{CheckedDecision, Truth, Waits, World};
use fabric_sim::fabric::watchdog::{Mitigation, Rule, WatchdogDecision};
use fabric_sim::ids::QueueId;
use fabric_sim::insight::misses;
use fabric_sim::units::Time;

use super::waiting::link_name;
use crate::charts::{bytes_label, time_label};

/// Greatest number of watchdog decisions in the list.
const LISTED: usize = 50;

/// Numbers of right, wrong and missed detections of all watchdogs, and of pauses that need no detection. The
/// numbers cover the run from its start to the cursor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Number of detected storms at queues that would never have resumed (true positives).
    pub right: u64,
    /// Number of detected storms at queues that would have resumed (false positives).
    pub wrong: u64,
    /// Number of deadlocks, storms, lost resumes and lost credits that no watchdog detected (false
    /// negatives).
    pub missed: u64,
    /// Number of queues that are paused now and will resume without help, and whose watchdog rightly does not
    /// mitigate.
    pub alone: u64,
}

/// Row of the list of watchdog decisions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecisionRow {
    /// Index of the decision in the run, from 0.
    pub number: usize,
    /// Time of the decision.
    pub at: Time,
    /// Queue on which the watchdog decided.
    pub queue: QueueId,
    /// Link on which the queue transmits, such as `s1 → s2`.
    pub name: String,
    /// Whether the detected storm was real; `None` if the decision was the end of a storm.
    pub right: Option<bool>,
    /// Detection rule of the watchdog, in words.
    pub rule: &'static str,
    /// Mitigation that the decision began, in words; for the end of a storm, a text that it is over.
    pub mitigation: &'static str,
    /// True state of the queue at the decision, in words.
    pub truth: &'static str,
    /// Time from the start of the problem to the decision of the watchdog, as text. `None` if there was no
    /// problem, or if the decision is the end of a storm.
    pub delay: Option<String>,
    /// Bytes of the frames that the mitigation lost, as text; `None` if no frames were lost.
    pub lost: Option<String>,
}

/// Score and list of the decisions of all watchdogs up to the cursor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Judgement {
    /// Whether any port has a watchdog.
    pub watched: bool,
    /// Numbers of right, wrong and missed detections.
    pub score: Score,
    /// Latest decisions, the last one first; at most 50.
    pub list: Vec<DecisionRow>,
    /// Number of earlier decisions that the run has kept and that are not in the list; 0 if the list has all
    /// of them.
    pub before: usize,
}

impl Judgement {
    /// Score and list of the watchdog decisions up to the time of `world`. `waits` has the waiting queues of
    /// `world`.
    #[must_use]
    pub fn of(world: &World, waits: &Waits) -> Self {
        let decisions = world.watchdog_decisions();
        let list = decisions.list();
        Self {
            watched: world.watchdog_count() > 0,
            score: Score {
                right: decisions.storms() - decisions.false_storms(),
                wrong: decisions.false_storms(),
                missed: misses(world, waits).len() as u64,
                alone: left_alone(world, waits),
            },
            list: list
                .iter()
                .enumerate()
                .rev()
                .take(LISTED)
                .map(|(n, checked)| decision_row(world, n, checked))
                .collect(),
            before: list.len().saturating_sub(LISTED),
        }
    }
}

/// Number of paused queues that will resume and whose watchdog does not mitigate.
fn left_alone(world: &World, waits: &Waits) -> u64 {
    let alone = (0..waits.queues.len()).filter(|n| {
        let queue = &waits.queues[*n];
        let dog = world.watchdog(queue.port, queue.priority);
        !waits.needs_intervention(*n) && dog.is_some_and(|(_, dog)| !dog.is_mitigating())
    });
    alone.count() as u64
}

fn decision_row(world: &World, number: usize, checked: &CheckedDecision) -> DecisionRow {
    let storm = checked.decision == WatchdogDecision::Storm;
    DecisionRow {
        number,
        at: checked.at,
        queue: checked.queue,
        name: link_name(world.spec(), checked.queue.port),
        right: storm.then(|| !checked.is_false()),
        rule: rule(checked.rule),
        mitigation: if storm {
            mitigation_words(checked.mitigation)
        } else {
            "over: pauses are honoured again"
        },
        truth: truth(checked.truth),
        delay: checked.delay().filter(|_| storm).map(time_label),
        lost: (checked.lost_bytes > 0).then(|| bytes_label(checked.lost_bytes)),
    }
}

/// Detection rule in words; `None` is the watchdog of a NIC.
const fn rule(rule: Option<Rule>) -> &'static str {
    match rule {
        Some(Rule::PauseDuration) => "paused throughout",
        Some(Rule::PauseReceived) => "pauses came in",
        Some(Rule::PausedPolls) => "paused polls in a row",
        Some(Rule::PauseTimer) => "timer",
        Some(Rule::Broadcom) => "Broadcom",
        Some(Rule::Cisco8000) => "Cisco 8000",
        None => "the NIC's own",
    }
}

const fn mitigation_words(mitigation: Mitigation) -> &'static str {
    match mitigation {
        Mitigation::Drop => "drops what waits and what comes",
        Mitigation::Forward => "ignores pauses",
        Mitigation::Drain => "ignores pauses, drops what comes",
        Mitigation::Alert => "only alerts",
        Mitigation::Flush => "flushes the receive buffer",
        Mitigation::Disable => "switches PFC off",
    }
}

const fn truth(truth: Truth) -> &'static str {
    match truth {
        Truth::Deadlock(_) => "deadlock",
        Truth::Storm { .. } => "storm",
        Truth::LostResume { .. } => "lost resume",
        Truth::LostCredits { .. } => "lost credits",
        Truth::PauseSource => "pauses of a source, no storm",
        Truth::Congestion => "congestion",
        Truth::Idle => "nothing waited",
        Truth::NotPaused => "not paused",
    }
}
