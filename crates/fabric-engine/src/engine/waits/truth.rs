//! What is true of one queue: hopeless, congested, or not held at all.

use crate::engine::World;
use crate::units::Time;

use super::{Circle, PausedQueue, Queue, Truth, Waits};

impl World {
    /// What was true of a queue when the first watchdog decided anything at
    /// this instant: those that look at one instant see the same fabric,
    /// whoever of them acts first.
    pub(in crate::engine) fn truth_of_instant(&mut self, queue: Queue) -> Truth {
        let now = self.state.now;
        if self.watch.instant.as_ref().is_none_or(|(at, _)| *at != now) {
            let waits = self.waits();
            let truths = waits.queues.iter().map(|paused| {
                let queue = (paused.port, paused.priority);
                (queue, self.truth_in(&waits, queue))
            });
            let truths: Vec<(Queue, Truth)> = truths.collect();
            self.watch.instant = Some((now, truths));
        }
        let instant = self.watch.instant.iter().flat_map(|(_, truths)| truths);
        let known = instant.clone().find(|(of, _)| *of == queue).map(|(_, truth)| *truth);
        known.unwrap_or_else(|| self.not_waiting(queue))
    }

    fn truth_in(&self, waits: &Waits, queue: Queue) -> Truth {
        let place = |at: &PausedQueue| (at.port, at.priority) == queue;
        let Some(queue) = waits.queues.iter().position(place) else { return self.not_waiting(queue) };
        if waits.is_stuck(queue) {
            let circles = self.circles().standing().iter().filter(|circle| circle.is_deadlock());
            let died = circles.filter_map(|circle| reached(waits, queue, circle));
            return Truth::Deadlock(died.min().unwrap_or(self.state.now));
        }
        if !waits.is_hopeless(queue) {
            return Truth::Congestion;
        }
        let roots: Vec<&PausedQueue> =
            waits.behind(queue).into_iter().map(|root| &waits.queues[root]).collect();
        let storms = roots.iter().filter_map(|root| self.storm((root.port, root.priority)));
        if let Some(storm) = storms.min_by_key(|storm| storm.since) {
            return storm.truth();
        }
        let lost = roots.iter().filter_map(|root| Some((root.since, root.lost()?)));
        lost.min_by_key(|(since, _)| *since).map_or(Truth::Congestion, |(_, truth)| truth)
    }

    /// What is true of a queue that does not wait for a pause to end.
    fn not_waiting(&self, (port, priority): Queue) -> Truth {
        let paused = self.state.ports[port.index()].receiver.paused() >> priority & 1 == 1;
        if paused { Truth::Idle } else { Truth::NotPaused }
    }
}

/// When `circle` became a deadlock, if `queue` waits for it.
fn reached(waits: &Waits, queue: usize, circle: &Circle) -> Option<Time> {
    let member = |n: &usize| circle.queues.contains(&(waits.queues[*n].port, waits.queues[*n].priority));
    let died = circle.died.filter(|_| waits.behind(queue).iter().any(member));
    died.map(|died| died.at)
}
