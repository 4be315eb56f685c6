//! What is true of one queue: hopeless, congested, or not held at all.

use crate::engine::World;
use crate::ids::PortId;
use crate::units::Time;

use super::{Circle, Pauser, Truth, Waits};

impl World {
    /// What is true of `priority` of `port` now. Costs as much as [`World::waits`].
    #[must_use]
    pub fn truth(&self, port: PortId, priority: u8) -> Truth {
        if self.state.ports[port.index()].receiver.paused() >> priority & 1 == 0 {
            return Truth::NotPaused;
        }
        let waits = self.waits();
        let Some(queue) = waits.queues.iter().position(|at| at.port == port && at.priority == priority)
        else {
            return Truth::Idle;
        };
        if waits.is_stuck(queue) {
            let circles = self.circles().standing().iter();
            let died = circles
                .filter(|circle| circle.is_deadlock())
                .filter_map(|circle| reached(&waits, queue, circle));
            return Truth::Deadlock(died.min().unwrap_or(self.state.now));
        }
        if !waits.is_hopeless(queue) {
            return Truth::Congestion;
        }
        let roots = waits.behind(queue).into_iter().map(|root| &waits.queues[root]);
        let first = |by: Pauser| roots.clone().filter(|root| root.by == by).map(|root| root.since).min();
        match (first(Pauser::Storm), first(Pauser::LostResume)) {
            (Some(since), _) => Truth::Storm(since),
            (None, Some(since)) => Truth::LostResume(since),
            (None, None) => Truth::Congestion,
        }
    }
}

/// When `circle` became a deadlock, if `queue` waits for it.
fn reached(waits: &Waits, queue: usize, circle: &Circle) -> Option<Time> {
    let member = |n: &usize| circle.queues.contains(&(waits.queues[*n].port, waits.queues[*n].priority));
    let died = circle.died.filter(|_| waits.behind(queue).iter().any(member));
    died.map(|died| died.at)
}
