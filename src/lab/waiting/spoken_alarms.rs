//! Alarms that a screen reader announces at once: losses, deadlocks and storms. The text of the alarms
//! changes only with a new problem, so that no problem is announced twice. Start with [`Alarms::of`].

use fabric_sim::engine::World;
use fabric_sim::fabric::watchdog::WatchdogDecision;
use fabric_sim::sort;

use super::name::link_name;
use crate::lab::sentence_list::enumerated;

/// Alarms that screen readers announce.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Alarms {
    /// Alarm on lost frames; `None` if no frame was lost.
    pub loss: Option<&'static str>,
    /// Alarm on the present deadlocks, with the names of their nodes; `None` without a deadlock.
    pub deadlock: Option<String>,
    /// Alarm on the last storm that a watchdog detected; `None` if no watchdog has detected a storm.
    pub watchdog: Option<String>,
}

impl Alarms {
    /// Alarms at the time of `world`. Names are in alphabetical order, each once. Discarded frames that their
    /// flow does not need are no loss. Only the first 4 096 watchdog decisions of the run are considered.
    #[must_use]
    pub fn of(world: &World) -> Self {
        let spec = world.spec();
        let dead = world.cycles().standing().iter().filter(|cycle| cycle.is_deadlock());
        let mut names: Vec<&str> =
            dead.flat_map(|cycle| &cycle.queues).map(|queue| spec.owner(queue.port).name.as_str()).collect();
        sort::by(&mut names, Ord::cmp);
        names.dedup();
        let storms = world
            .watchdog_decisions()
            .list()
            .iter()
            .rev()
            .find(|checked| checked.decision == WatchdogDecision::Storm);
        Self {
            loss: (world.counters().totals.drops > 0).then_some("Frames were lost."),
            deadlock: (!names.is_empty())
                .then(|| format!("Deadlock: {} wait for each other.", enumerated(&names))),
            watchdog: storms.map(|checked| {
                let right = if checked.is_false() { "wrongly" } else { "rightly" };
                format!(
                    "The watchdog of {}, priority {}, has acted, {right}.",
                    link_name(spec, checked.queue.port),
                    checked.queue.priority
                )
            }),
        }
    }
}
