//! Headline: a sentence on a problem that does not end by itself, shown apart from the narration. Start with
//! [`headline`].
//!
//! Only the worst problem is reported, in this order: deadlock, watchdog in mitigation, storm, lost resume,
//! lost credits. Congestion that ends by itself has no headline.
//!
//! If there are several deadlocks, the oldest is named; if several storms, the one with the earliest start.
//! The other deadlocks or storms are counted. A watchdog that only raises an alarm does not count. A pause
//! source that its NIC watchdog has stopped is no storm.

use fabric_sim::engine::{Cycle, Pauser, Waits, World};
use fabric_sim::fabric::watchdog::{Mitigation, WatchdogDecision};
use fabric_sim::ids::{PortId, PrioritySet, QueueId};
use fabric_sim::spec::PauseSourceSpec;
use fabric_sim::units::Time;

use super::cycles::cycle_name;
use super::name::link_name;
use crate::charts::{bytes_label, time_label};
use crate::lab::event_sentences::listed;
use crate::lab::pause_sentences::{is_storm, storming};
use crate::lab::sentence_list::enumerated;

/// Headline on a problem that does not end by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Headline {
    /// Whether the headline reports a deadlock.
    pub dead: bool,
    /// Text of the headline, one or two sentences.
    pub text: String,
}

/// Headline on the worst lasting problem, in this order: deadlock, watchdog in mitigation, storm, lost
/// resume, lost credits. `None` if all waiting queues will resume.
pub fn headline(world: &World, waits: &Waits, cycles: &[(&Cycle, Vec<usize>)]) -> Option<Headline> {
    let dead = deadlock(world, waits, cycles).map(|text| Headline { dead: true, text });
    let lost = || lost_resume(world, waits).or_else(|| lost_credits(world, waits));
    let other = || action(world).or_else(|| storm(world, waits)).or_else(lost);
    dead.or_else(|| other().map(|text| Headline { dead: false, text }))
}

/// Text on the time from `since` to the time of `world`; "a moment" below 1 ns.
fn ago(world: &World, since: Time) -> String {
    match world.now().saturating_sub(since) {
        // Less than 1 ns counts as the same moment.
        short if short < Time::from_ns(1) => "a moment".to_owned(),
        age => time_label(age),
    }
}

/// Sentence on the oldest deadlock, with the progress of its watchdogs; `None` without a deadlock.
fn deadlock(world: &World, waits: &Waits, cycles: &[(&Cycle, Vec<usize>)]) -> Option<String> {
    let dead = || cycles.iter().filter_map(|(cycle, indices)| Some((cycle.deadlock?.at, *cycle, indices)));
    let (died, cycle, indices) = dead().min_by_key(|(died, ..)| *died)?;
    let name = cycle_name(world.spec(), waits, indices);
    let others = match dead().count() {
        1 => String::new(),
        n => format!(", and {} more", n - 1),
    };
    let watched = watched(world, cycle.queues.iter().copied());
    Some(format!("Deadlocked for {}: {name}{others}. {watched}", ago(world, died)))
}

/// Sentence on the watchdog of `queues` with the greatest progress: one in mitigation, otherwise the one with
/// the greatest elapsed fraction; if several are equal, the first. If none of `queues` has an enabled
/// watchdog, the sentence says so.
fn watched(world: &World, queues: impl Iterator<Item = QueueId>) -> String {
    let mut nearest: Option<(f64, String)> = None;
    for QueueId { port, priority } in queues {
        let Some((config, dog)) = world.watchdog(port, priority) else { continue };
        if dog.is_mitigating() {
            return match config.mitigation {
                Mitigation::Alert => "Its watchdog has raised an alarm, and does no more.".to_owned(),
                _ => "Its watchdog acts.".to_owned(),
            };
        }
        let (passed, of) = dog.detection_progress(&config, world.now());
        let share = ratio(passed, of);
        if nearest.as_ref().is_some_and(|near| near.0 >= share) {
            continue;
        }
        let words = if !config.rule.polls() {
            format!("Its watchdog's timer is at {} of {}.", time_label(Time(passed)), time_label(Time(of)))
        } else if passed == 0 && world.now() >= config.poll {
            match Time(world.now().ps() % config.poll.ps().max(1)) {
                Time::ZERO => "The watchdog saw no problem just now.".to_owned(),
                looked => format!("The watchdog saw no problem {} ago.", time_label(looked)),
            }
        } else if world.now() < config.poll {
            format!(
                "Its watchdog first polls at {}; the parameter \"watchdog clock speed\" makes its clocks faster.",
                time_label(config.poll)
            )
        } else {
            format!("The watchdog has found it stuck at {passed} of the {of} polls it needs.")
        };
        nearest = Some((share, words));
    }
    nearest.map_or_else(|| "No watchdog is enabled.".to_owned(), |near| near.1)
}

#[expect(clippy::cast_precision_loss, reason = "for comparison of clocks")]
fn ratio(part: u64, of: u64) -> f64 {
    part as f64 / of.max(1) as f64
}

/// Sentence on the watchdogs whose mitigation is in force and affects frames; `None` if there are no such
/// watchdogs. The sentence names up to three watchdogs, otherwise their number. The sentence also gives the
/// time since the earliest decision that began one of these mitigations.
fn action(world: &World) -> Option<String> {
    let spec = world.spec();
    let queues = (0..spec.ports.len())
        .map(PortId::new)
        .flat_map(|port| PrioritySet::ALL.iter().map(move |n| QueueId::new(port, n)));
    let act = |queue: &QueueId| {
        let dog = world.watchdog(queue.port, queue.priority);
        dog.is_some_and(|(config, dog)| dog.is_mitigating() && config.mitigation != Mitigation::Alert)
    };
    let decisions = world.watchdog_decisions().list();
    let decision = |queue: &QueueId| {
        decisions
            .iter()
            .rev()
            .find(|checked| checked.queue == *queue && checked.decision == WatchdogDecision::Storm)
    };
    let acting: Vec<_> = queues.filter(act).filter_map(|queue| decision(&queue)).collect();
    let since = acting.iter().map(|checked| checked.at).min()?;
    let names: Vec<String> = acting.iter().map(|checked| link_name(spec, checked.queue.port)).collect();
    let subject = match names.as_slice() {
        [one] => format!("The watchdog on {one} has been acting"),
        [..] if names.len() <= 3 => format!("Watchdogs on {} have been acting", enumerated(&names)),
        _ => format!("{} watchdogs have been acting", names.len()),
    };
    let wrong = acting.iter().filter(|checked| checked.is_false()).count();
    let truth = match wrong {
        0 => "correctly",
        n if n == acting.len() => "wrongly",
        _ => "some of them wrongly",
    };
    let lost: u64 = acting.iter().map(|checked| checked.lost_bytes).sum();
    let lost = if lost > 0 { format!("; {} discarded so far", bytes_label(lost)) } else { String::new() };
    Some(format!("{subject} for {} ({truth}){lost}.", ago(world, since)))
}

/// Sentence on pause storms, and on the number of queues that they stop; `None` without a storm.
fn storm(world: &World, waits: &Waits) -> Option<String> {
    let spec = world.spec();
    let stopped = |port: PortId| world.nic_watchdog(port).is_some_and(|(_, dog)| dog.has_tripped());
    let peer = |source: &PauseSourceSpec| spec.ports[source.port.index()].peer;
    let each = |source: &PauseSourceSpec| source.quanta.time(spec.ports[peer(source).index()].clock);
    let storms = |source: &&PauseSourceSpec| !stopped(source.port) && is_storm(world, source);
    let sources: Vec<_> = storming(world).map(|found| found.1).filter(storms).collect();
    let first = sources.iter().min_by_key(|source| source.start)?;
    let (node, held) = (&spec.owner(first.port).name, peer(first));
    let others = match sources.len() - 1 {
        0 => String::new(),
        1 => ", and so has 1 more source".to_owned(),
        n => format!(", and so have {n} more sources"),
    };
    let stand = (0..waits.queues.len()).filter(|n| waits.needs_intervention(*n)).count();
    let stand = match stand {
        0 => String::new(),
        // A storm that pauses only part of the time stops its queues only at times, so they are not counted.
        _ if first.every.is_some_and(|every| each(first) < every) => String::new(),
        1 => "; 1 queue is stopped".to_owned(),
        n => format!("; {n} queues are stopped"),
    };
    let is_watched = |n| world.watchdog(held, n).is_some();
    let looks = if first.priorities.iter().any(is_watched) {
        format!(" {}", watched(world, first.priorities.iter().map(|n| QueueId::new(held, n))))
    } else {
        String::new()
    };
    Some(format!(
        "Storm: {node} has been sending pauses of {} for {} regardless of its buffer{others}{stand}.{looks}",
        listed(first.priorities),
        ago(world, first.start)
    ))
}

/// Sentence on the first queue whose resume was lost; `None` if no resume was lost.
fn lost_resume(world: &World, waits: &Waits) -> Option<String> {
    let lost = waits.queues.iter().find(|queue| queue.by == Pauser::LostResume)?;
    let peer = &world.spec().owner(world.spec().ports[lost.port.index()].peer).name;
    Some(format!(
        "A resume was lost: {} stands in priority {}, although {peer} has room. Paused for {} so far.",
        link_name(world.spec(), lost.port),
        lost.priority,
        ago(world, lost.since)
    ))
}

/// Sentence on the first queue whose credits were lost; `None` if no credits were lost.
fn lost_credits(world: &World, waits: &Waits) -> Option<String> {
    let lost = waits.queues.iter().find(|queue| queue.by == Pauser::LostCredits)?;
    let peer = &world.spec().owner(world.spec().ports[lost.port.index()].peer).name;
    Some(format!(
        "Credits were lost: {} stands in priority {}, although {peer} has room. It has waited for {} so far.",
        link_name(world.spec(), lost.port),
        lost.priority,
        ago(world, lost.since)
    ))
}
