//! Actual state of a queue, with which the decisions of watchdogs are compared.

use crate::engine::World;
use crate::ids::QueueId;
use crate::units::Time;

use super::{PausedQueue, Storm, Truth, Waits};

impl World {
    /// Actual state of `queue` at this instant. If several watchdogs decide at one instant, this is the state
    /// before the first of these decisions.
    pub(in crate::engine) fn truth_of_instant(&mut self, queue: QueueId) -> Truth {
        let now = self.state.now;
        if self.deadlocks.instant.as_ref().is_none_or(|(at, _)| *at != now) {
            let waits = self.waits();
            let deadlock_starts = self.deadlock_starts(&waits);
            let truths = (0..waits.queues.len())
                .map(|n| (waits.queues[n].queue(), self.truth_of(&waits, &deadlock_starts, n)));
            let truths: Vec<(QueueId, Truth)> = truths.collect();
            self.deadlocks.instant = Some((now, truths));
        }
        let instant = self.deadlocks.instant.iter().flat_map(|(_, truths)| truths);
        let known = instant.clone().find(|(of, _)| *of == queue).map(|(_, truth)| *truth);
        known.unwrap_or_else(|| self.not_waiting(queue))
    }

    /// Start of the deadlock to which each queue belongs, or for which it waits; indexed like `waits.queues`.
    /// With several deadlocks, the earliest start. `None` for a queue without a deadlock.
    fn deadlock_starts(&self, waits: &Waits) -> Vec<Option<Time>> {
        let waiters = waits.waiters();
        let mut deadlock_starts: Vec<Option<Time>> = vec![None; waits.queues.len()];
        for cycle in self.cycles().standing().iter().filter(|cycle| cycle.is_deadlock()) {
            let Some(died) = cycle.deadlock else { continue };
            let members = waits.places(&cycle.queues);
            for (start, waits) in deadlock_starts.iter_mut().zip(waits.waiting_for(&members, &waiters)) {
                if waits {
                    *start = Some(start.map_or(died.at, |first| first.min(died.at)));
                }
            }
        }
        deadlock_starts
    }

    /// Actual state of the paused queue with index `queue` in `waits`: a deadlock, a storm, a loss or
    /// congestion. `deadlock_starts` is the result of [`World::deadlock_starts`].
    fn truth_of(&self, waits: &Waits, deadlock_starts: &[Option<Time>], queue: usize) -> Truth {
        if waits.is_stuck(queue) {
            return Truth::Deadlock(deadlock_starts[queue].unwrap_or(self.state.now));
        }
        if !waits.needs_intervention(queue) {
            let behind = waits.behind(queue).into_iter().map(|waiting| &waits.queues[waiting]);
            let by_source = || behind.clone().filter(|waiting| self.is_paused_by_source(waiting));
            let storm = by_source().find_map(|root| self.ending_storm(root.queue())).map(Storm::truth);
            let is_source = by_source().next().is_some();
            return storm.unwrap_or(if is_source { Truth::PauseSource } else { Truth::Congestion });
        }
        let roots: Vec<&PausedQueue> =
            waits.behind(queue).into_iter().map(|root| &waits.queues[root]).collect();
        let storms = roots.iter().filter_map(|root| self.storm(root.queue()));
        if let Some(storm) = storms.min_by_key(|storm| storm.since) {
            return storm.truth();
        }
        let lost = roots.iter().filter_map(|root| Some((root.since, root.lost()?)));
        lost.min_by_key(|(since, _)| *since).map_or(Truth::Congestion, |(_, truth)| truth)
    }

    /// Actual state of a queue that is empty or not paused. [`Truth::Idle`] if the queue is paused (and
    /// empty); [`Truth::NotPaused`] if the queue is not paused.
    fn not_waiting(&self, QueueId { port, priority }: QueueId) -> Truth {
        let paused = self.state.ports[port.index()].receiver.paused().contains(priority);
        if paused { Truth::Idle } else { Truth::NotPaused }
    }
}
