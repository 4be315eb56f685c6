//! Alarms that a screen reader announces at once: losses, deadlocks and storms. The text changes only
//! when there is news, so that nothing is repeated.

use fabric_sim::engine::World;
use fabric_sim::fabric::watchdog::Verdict;
use fabric_sim::order;

use super::name::link_name;
use crate::lab::enumerated::enumerated;

/// Alarms for screen readers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Alarms {
    /// Text of the alarm that frames were lost; `None` without losses.
    pub loss: Option<&'static str>,
    /// Text of the alarm of the present deadlocks, with their nodes; `None` without a deadlock.
    pub deadlock: Option<String>,
    /// Text on the last storm that a watchdog detected; `None` without one.
    pub watchdog: Option<String>,
}

impl Alarms {
    /// Alarms of `world`, at its time.
    #[must_use]
    pub fn of(world: &World) -> Self {
        let spec = world.spec();
        let dead = world.cycles().standing().iter().filter(|cycle| cycle.is_deadlock());
        let mut names: Vec<&str> =
            dead.flat_map(|cycle| &cycle.queues).map(|queue| spec.owner(queue.0).name.as_str()).collect();
        order::by(&mut names, Ord::cmp);
        names.dedup();
        let storms = world.verdicts().list().iter().rev().find(|said| said.verdict == Verdict::Storm);
        Self {
            loss: (world.counters().totals.drops > 0).then_some("Frames were lost."),
            deadlock: (!names.is_empty())
                .then(|| format!("Deadlock: {} wait for each other.", enumerated(&names))),
            watchdog: storms.map(|said| {
                let right = if said.is_false() { "wrongly" } else { "rightly" };
                format!(
                    "The watchdog of {}, priority {}, has acted, {right}.",
                    link_name(spec, said.queue.0),
                    said.queue.1
                )
            }),
        }
    }
}
