//! Sentences of the narration on cycles of waits: formed, dissolved, or become a deadlock. If several changes
//! happen at once, only the most serious change is reported. If the cycle is no longer listed, "Some
//! switches" replaces the names.

use fabric_sim::engine::{Cycle, CycleChange, World};
use fabric_sim::ids::PortId;
use fabric_sim::insight::in_order;
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;

use super::sentence_list::enumerated;
use crate::charts::time_label;

/// Sentence on the change `change` of the cycles of waits at time `at`. The sentence reports only the first
/// change in this order: a deadlock began, a cycle formed, a deadlock ended, a cycle dissolved. If `world`
/// still lists the cycle, the sentence names its nodes. If several cycles changed at this time, the first
/// listed cycle is named; for ended deadlocks, the last.
#[must_use]
pub fn sentence(spec: &Spec, world: &World, at: Time, change: CycleChange) -> String {
    let cycles = world.cycles();
    let all = || cycles.standing().iter().chain(cycles.past());
    let members = |cycle: &Cycle| {
        let queues = in_order(spec, &cycle.queues);
        names(spec, &queues.iter().map(|queue| queue.port).collect::<Vec<_>>())
    };
    if change.deadlocks > 0 {
        let dead = all().find(|cycle| cycle.deadlock.is_some_and(|died| died.at == at));
        let switches = dead.map_or_else(|| "Some switches".to_owned(), members);
        return format!(
            "Deadlock: {switches} wait for each other in a cycle, and no buffer of it can fall to its XON any more."
        );
    }
    if change.closed > 0 {
        let closed = all().find(|cycle| cycle.closed.at == at);
        let switches = closed.map_or_else(|| "Some switches".to_owned(), members);
        return format!("{switches} wait for each other in a cycle. It can still drain.");
    }
    if change.freed > 0 {
        let Some(freed) = cycles.past().iter().rev().find(|cycle| cycle.opened == Some(at)) else {
            return "The deadlock is broken: its cycle of waits is open.".to_owned();
        };
        let stood = at.saturating_sub(freed.deadlock.unwrap_or(freed.closed).at);
        return format!(
            "The deadlock is broken after {}: the cycle of {} is open.",
            time_label(stood),
            members(freed)
        );
    }
    "The cycle of waits is open again: it was congestion.".to_owned()
}

/// Names of the nodes that own `ports`, each once and in order: "s1, s2 and s3".
fn names(spec: &Spec, ports: &[PortId]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for port in ports {
        let name = spec.owner(*port).name.as_str();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    enumerated(&names)
}
