//! Decisions of PFC watchdogs compared with the true state: score and list. The latest decisions are
//! listed; earlier ones are counted.

use fabric_sim::engine::{Judged, Queue, Truth, Waits, World};
use fabric_sim::fabric::watchdog::{Mitigation, Rule, Verdict};
use fabric_sim::insight::misses;
use fabric_sim::units::Time;

use super::waiting::link_name;
use crate::charts::{bytes_label, time_label};

/// Number of decisions in the list, the last ones.
const LISTED: usize = 50;

/// Score of the decisions of watchdogs from the start to the cursor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Storms detected at queues that were blocked for ever.
    pub right: u64,
    /// Storms detected at queues that would have resumed (false positives).
    pub wrong: u64,
    /// Deadlocks, storms and lost resumes so far that no watchdog detected (false negatives).
    pub missed: u64,
    /// Number of queues that are paused, will resume, and are rightly left alone by their
    /// watchdogs.
    pub alone: u64,
}

/// Row of the list of decisions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecisionRow {
    /// Number of the decision, from 0.
    pub number: usize,
    /// Time of the decision.
    pub at: Time,
    /// Queue of the watchdog.
    pub queue: Queue,
    /// Link of the queue: `s1 → s2`.
    pub name: String,
    /// Whether a detected storm was real; `None` if the decision was not a storm.
    pub right: Option<bool>,
    /// Detection rule.
    pub rule: &'static str,
    /// Mitigation of the watchdog, in words.
    pub mitigation: &'static str,
    /// True state of the queue, in words.
    pub truth: &'static str,
    /// Time for which the true state had lasted; `None` if it does not apply.
    pub delay: Option<String>,
    /// Frames lost by the mitigation; `None` if none.
    pub lost: Option<String>,
}

/// Score and list of all watchdogs up to the cursor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Judgement {
    /// Whether any port has a watchdog.
    pub watched: bool,
    /// Numbers of right, false and missing decisions.
    pub score: Score,
    /// Last decisions, latest first.
    pub list: Vec<DecisionRow>,
    /// Number of earlier decisions that are not listed.
    pub before: usize,
}

impl Judgement {
    /// Score and list of `world`, whose waits are `waits`.
    #[must_use]
    pub fn of(world: &World, waits: &Waits) -> Self {
        let verdicts = world.verdicts();
        let list = verdicts.list();
        Self {
            watched: world.watched() > 0,
            score: Score {
                right: verdicts.storms() - verdicts.false_storms(),
                wrong: verdicts.false_storms(),
                missed: misses(world, waits).len() as u64,
                alone: left_alone(world, waits),
            },
            list: list
                .iter()
                .enumerate()
                .rev()
                .take(LISTED)
                .map(|(n, judged)| decision_row(world, n, judged))
                .collect(),
            before: list.len().saturating_sub(LISTED),
        }
    }
}

/// Number of paused queues that will resume and whose watchdog does not act.
fn left_alone(world: &World, waits: &Waits) -> u64 {
    let alone = (0..waits.queues.len()).filter(|n| {
        let queue = &waits.queues[*n];
        let dog = world.watchdog(queue.port, queue.priority);
        !waits.needs_intervention(*n) && dog.is_some_and(|(_, dog)| !dog.acts())
    });
    alone.count() as u64
}

fn decision_row(world: &World, number: usize, judged: &Judged) -> DecisionRow {
    let storm = judged.verdict == Verdict::Storm;
    DecisionRow {
        number,
        at: judged.at,
        queue: judged.queue,
        name: link_name(world.spec(), judged.queue.0),
        right: storm.then(|| !judged.is_false()),
        rule: rule(judged.rule),
        mitigation: if storm {
            mitigation_words(judged.mitigation)
        } else {
            "over: pauses are honoured again"
        },
        truth: truth(judged.truth),
        delay: judged.delay().filter(|_| storm).map(time_label),
        lost: (judged.lost_bytes > 0).then(|| bytes_label(judged.lost_bytes)),
    }
}

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
        Truth::Congestion => "congestion",
        Truth::Idle => "nothing waited",
        Truth::NotPaused => "not paused",
    }
}
