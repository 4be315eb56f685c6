//! Cycles of waits that exist at the cursor, in words. Start with [`current_cycle`]. A time is given as an
//! age, such as "2 µs ago", and as a simulated time; an age of 0 is "just now". A name begins and ends with
//! the same node. If several cycles join the same queues, the shortest cycle through the first queue is
//! named. If a cycle was a deadlock from its start, a single sentence gives its age.

use std::collections::VecDeque;

use fabric_sim::engine::{Cycle, CycleTrigger, TriggeringEvent, WaitEdge, Waits, World};
use fabric_sim::ids::{PortId, Priority, QueueId};
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;

use super::name::{link_name, port_cycle_name};
use crate::charts::time_label;

/// Cycle of waits that exists at the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CurrentCycle {
    /// Nodes along the cycle, in order, such as `s1 → s2 → s3 → s1`.
    pub name: String,
    /// First queue of the cycle.
    pub queue: QueueId,
    /// Whether the cycle is a deadlock.
    pub dead: bool,
    /// Time since the cycle formed, and the event that formed it, in words.
    pub started: String,
    /// Time since the cycle became a deadlock, and the event that caused the deadlock, in words. `None` if
    /// the cycle is no deadlock.
    pub deadlocked: Option<String>,
    /// Number of queues outside the cycle that wait for it and therefore cannot transmit.
    pub stuck_upstream: usize,
}

impl CurrentCycle {
    /// Sentences on when the cycle formed, and when it became a deadlock.
    #[must_use]
    pub fn since(&self) -> Vec<String> {
        match &self.deadlocked {
            Some(deadlocked) if *deadlocked == self.started => {
                vec![format!("Closed, and a deadlock at once, {deadlocked}.")]
            }
            Some(deadlocked) => {
                vec![format!("Closed {}.", self.started), format!("A deadlock since {deadlocked}.")]
            }
            None => vec![format!("Closed {}.", self.started)],
        }
    }

    /// Sentence that names the cycle.
    #[must_use]
    pub fn sentence(&self) -> String {
        let kind = if self.dead { "Deadlock" } else { "Cyclic wait" };
        format!("{kind}: {}.", self.name)
    }
}

/// Describes `cycle`. `indices` has the indices of its queues in `waits`; each queue waits for the next one.
/// For a cycle without queues, the first queue is that of port 0 and priority 0.
pub fn current_cycle(world: &World, waits: &Waits, cycle: &Cycle, indices: &[usize]) -> CurrentCycle {
    let spec = world.spec();
    let since = |cause: &TriggeringEvent| {
        let name = link_name(spec, cause.queue.port);
        let how = match cause.how {
            CycleTrigger::Paused => format!("{name} stopped"),
            CycleTrigger::Starved => format!("{name} had no credits left"),
            CycleTrigger::Fed(input) => {
                let from = spec.owner(spec.ports[input.index()].peer).name.as_str();
                format!("a frame from {from} joined what waits for {name}")
            }
            CycleTrigger::PauseRequested => format!("{name} was paused again before it could resume"),
            CycleTrigger::Changed => format!("something changed elsewhere while {name} stood"),
        };
        match world.now().saturating_sub(cause.at) {
            Time::ZERO => format!("just now, at {}, when {how}", time_label(cause.at)),
            age => format!("{} ago, at {}, when {how}", time_label(age), time_label(cause.at)),
        }
    };
    CurrentCycle {
        name: cycle_name(spec, waits, indices),
        queue: cycle.queues.first().copied().unwrap_or(QueueId::new(PortId(0), Priority::P0)),
        dead: cycle.is_deadlock(),
        started: since(&cycle.closed),
        deadlocked: cycle.deadlock.as_ref().map(since),
        stuck_upstream: waits.tributaries(&cycle.queues).len(),
    }
}

/// Name of a cycle: the nodes along it, such as `s1 → s2 → s1`. `indices` has the indices of the queues of
/// the cycle in `waits`.
pub fn cycle_name(spec: &Spec, waits: &Waits, indices: &[usize]) -> String {
    port_cycle_name(spec, &indices.iter().map(|n| waits.queues[*n].port).collect::<Vec<_>>())
}

/// Shortest cycle of waits through the first queue of `members`. The cycle has only queues of `members`. The
/// result has their indices in `waits` and begins with the first member. If there is no such cycle, returns
/// all members that still wait; empty if none waits.
pub fn round(waits: &Waits, members: &[QueueId]) -> Vec<usize> {
    let members = waits.places(members);
    let Some(&first) = members.first() else { return members };
    let mut is_member = vec![false; waits.queues.len()];
    for member in &members {
        is_member[*member] = true;
    }
    let mut before: Vec<Option<usize>> = vec![None; waits.queues.len()];
    let mut open = VecDeque::from([first]);
    while let Some(at) = open.pop_front() {
        for WaitEdge { queue: next, .. } in waits.edges(at) {
            if before[*next].is_some() || !is_member[*next] {
                continue;
            }
            before[*next] = Some(at);
            if *next == first {
                let mut cycle = vec![];
                let mut back = at;
                while back != first {
                    cycle.push(back);
                    back = before[back].unwrap_or(first);
                }
                cycle.push(first);
                cycle.reverse();
                return cycle;
            }
            open.push_back(*next);
        }
    }
    members
}
