//! Lost resumes: each blocks its queue until another PFC frame for the priority arrives.

use super::Truth;
use crate::engine::World;
use crate::ids::{PortId, PrioritySet, QueueId};
use crate::units::Time;

/// Paused queue whose resume was lost and that has received no PFC frame since.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unheard {
    queue: QueueId,
    /// Start of the pause.
    since: Time,
}

impl World {
    /// Records that resumes of the priorities in `resumes` were lost at `port`. Without effect
    /// where pauses expire.
    pub(super) fn resume_lost(&mut self, port: usize, resumes: PrioritySet) {
        if self.configs.receiver(&self.plan[port]).timer {
            return;
        }
        for n in resumes.iter() {
            let queue = QueueId::new(PortId::new(port), n);
            let is_new = self.deadlocks.unheard.iter().all(|other| other.queue != queue);
            let since = self.counters.ports[port][usize::from(n)].paused_since;
            self.deadlocks.unheard.extend(since.filter(|_| is_new).map(|since| Unheard { queue, since }));
        }
    }

    /// Clears the lost resume of a queue that leaves PAUSED or receives another pause.
    pub(super) fn clear_lost_resume(&mut self, port: usize, priority: u8) {
        let queue = QueueId::new(PortId::new(port), priority);
        let Some(place) = self.deadlocks.unheard.iter().position(|unheard| unheard.queue == queue) else {
            return;
        };
        let Unheard { since, .. } = self.deadlocks.unheard.swap_remove(place);
        // Other queues that a storm blocks belong to the storm.
        if self.has_something(port, priority) && self.storm(queue).is_none() {
            self.deadlocks.verdicts.ends(queue, Truth::LostResume { root: queue, since }, self.state.now);
        }
    }
}
