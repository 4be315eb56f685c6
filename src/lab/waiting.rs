//! Waiting queues at the cursor, in words and as a graph: cycles, roots, paused queues, and the progress of
//! watchdogs. Start with [`Waiting::of`].
//!
//! The worst queues come first: stuck, then blocked, then resuming queues; queues of a cycle precede others
//! of the same rank. A paused queue with nothing to send does not wait.

mod clocks;
mod cycles;
mod lasting_problem;
mod name;
mod past_causes;
mod queues;
mod reason;
mod roots;
mod spoken_alarms;
mod victims;

use std::cmp::Reverse;

use fabric_sim::engine::{Cycle, PausedQueue, Waits, World};
use fabric_sim::ids::PortId;
use fabric_sim::sort;

use super::Judgement;
use crate::charts::time_label;
use crate::scene::{QueueFate, WaitCycle, WaitGraph, Waiter};
pub use clocks::Clock;
use clocks::clocks;
pub use cycles::CurrentCycle;
use cycles::{current_cycle, cycle_name, round};
pub use lasting_problem::Headline;
use lasting_problem::headline;
pub use name::{link_name, port_cycle_name};
pub use past_causes::{PastCause, PastCauses};
pub use queues::Paused;
use queues::{fate, lasting, paused, root_cause};
pub use reason::{Reason, reasons};
pub use roots::{Root, roots};
pub use spoken_alarms::Alarms;
pub use victims::Victims;

/// Waiting queues at one time, with all texts of the page on them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Waiting {
    /// Wait-for graph of the queues.
    pub graph: WaitGraph,
    /// Cycles of waits that exist now. The oldest is first.
    pub cycles: Vec<CurrentCycle>,
    /// Queues that are paused or lack credits. Stuck queues come first, then blocked queues, then queues that
    /// will resume. Within these groups, queues of a cycle come first; after that, the order is by port and
    /// priority.
    pub queues: Vec<Paused>,
    /// Causes of waits that last until an intervention, in words, each listed once. The order is: storm, lost
    /// resume, lost credits. A deadlock alone gives an empty list.
    pub lasting: Vec<&'static str>,
    /// Progress of the watchdogs of all queues and NICs, in the order of ports and priorities. At a port, the
    /// watchdog of the NIC comes last.
    pub clocks: Vec<Clock>,
    /// Factor by which all watchdogs run faster than configured; 1 means as configured.
    pub scale: u64,
    /// Headline on the worst lasting problem; `None` without such a problem.
    pub headline: Option<Headline>,
    /// Alarms that screen readers announce.
    pub alarms: Alarms,
    /// Decisions of the watchdogs, and whether they are right.
    pub judgement: Judgement,
}

impl Waiting {
    /// Describes the waiting queues of `world` at its time. Queues of equal rank keep the order of ports and
    /// priorities.
    #[must_use]
    pub fn of(world: &World) -> Self {
        // The waits are computed once, so that all parts describe the same waits.
        let (spec, waits) = (world.spec(), world.waits());
        let standing = world.cycles().standing();
        let cycles: Vec<(&Cycle, Vec<usize>)> =
            standing.iter().map(|cycle| (cycle, round(&waits, &cycle.queues))).collect();
        let mut queues: Vec<Paused> =
            (0..waits.queues.len()).map(|n| paused(world, &waits, &cycles, n)).collect();
        sort::by_key(&mut queues, |queue| (Reverse(queue.fate), !queue.cycle));
        Self {
            graph: graph(world, &waits, &cycles),
            cycles: cycles
                .iter()
                .map(|(cycle, indices)| current_cycle(world, &waits, cycle, indices))
                .collect(),
            queues,
            lasting: lasting(&waits),
            clocks: clocks(world),
            scale: spec.watchdog_scale,
            headline: headline(world, &waits, &cycles),
            alarms: Alarms::of(world),
            judgement: Judgement::of(world, &waits),
        }
    }

    /// Texts on the waiting queues of `port`, then on its watchdogs. A watchdog that has seen no problem has
    /// no text. Empty if no queue waits and no watchdog has a text.
    #[must_use]
    pub fn words_of(&self, port: PortId) -> Vec<String> {
        let queues = self.queues.iter().filter(|queue| queue.queue.port == port);
        let queues = queues.map(|queue| format!("priority {} {}", queue.queue.priority, queue.role));
        let clocks =
            self.clocks.iter().filter(|clock| clock.port == port && clock.has_elapsed_or_mitigates());
        let of = |clock: &Clock| match clock.priority {
            Some(priority) => format!("watchdog of priority {priority}"),
            None => "watchdog of its NIC".to_owned(),
        };
        let clocks = clocks.map(|clock| format!("{}: {}", of(clock), clock.words()));
        queues.chain(clocks).collect()
    }

    /// Sentences on the cycles of waits, then on the numbers of stuck, blocked and resuming queues. A number
    /// of 0 is left out. If no queue waits, a single sentence says so. If all queues wait for credits, the
    /// sentences say so; otherwise they call the queues paused.
    #[must_use]
    pub fn sentences(&self) -> Vec<String> {
        if self.queues.is_empty() {
            return vec!["Nothing waits: no queue that has something to send is paused.".to_owned()];
        }
        let count = |fate| self.queues.iter().filter(|queue| queue.fate == fate).count();
        let mut sentences: Vec<String> = self.cycles.iter().map(CurrentCycle::sentence).collect();
        let by_credits = self.queues.iter().all(|queue| queue.by_credits);
        let [is, are] =
            if by_credits { ["waits for credits", "wait for credits"] } else { ["is paused", "are paused"] };
        for (fate, words) in [
            (QueueFate::Stuck, "cannot send again until frames are dropped: deadlock".to_owned()),
            (QueueFate::Blocked, format!("stays blocked for as long as {}", self.lasting.join(", or "))),
            (QueueFate::Passing, "resumes without help: congestion".to_owned()),
        ] {
            match count(fate) {
                0 => {}
                1 => sentences.push(format!("1 queue {is}, and {words}.")),
                n => sentences.push(format!("{n} queues {are}, and each {words}.")),
            }
        }
        sentences
    }
}

/// Wait-for graph of `waits`, whose indices the graph keeps. `cycles` are the present cycles with the indices
/// of their queues. The age of a cycle is the time since it became a deadlock or, if it is no deadlock, since
/// it formed.
fn graph(world: &World, waits: &Waits, cycles: &[(&Cycle, Vec<usize>)]) -> WaitGraph {
    let now = world.now();
    let waiter = |(n, queue): (usize, &PausedQueue)| Waiter {
        port: queue.port,
        priority: queue.priority,
        fate: fate(waits, n),
        cause: root_cause(world, waits, n),
        bytes: world.priority(queue.port, queue.priority).egress_bytes,
    };
    let wait_cycle = |(cycle, indices): &(&Cycle, Vec<usize>)| {
        let since = cycle.deadlock.unwrap_or(cycle.closed).at;
        let kind = if cycle.is_deadlock() { "DEADLOCK" } else { "cyclic wait" };
        let age = time_label(now.saturating_sub(since));
        WaitCycle {
            queues: indices.clone(),
            is_deadlock: cycle.is_deadlock(),
            caption: format!("{kind} {} · for {age}", cycle_name(world.spec(), waits, indices)),
            short: format!("{kind} · for {age}"),
        }
    };
    WaitGraph {
        queues: waits.queues.iter().enumerate().map(waiter).collect(),
        waits: (0..waits.queues.len())
            .flat_map(|n| waits.edges(n).iter().map(move |edge| (n, edge.queue)))
            .collect(),
        cycles: cycles.iter().map(wait_cycle).collect(),
    }
}
