//! Resumes that were lost: each keeps its queue paused until that is told
//! something else.

use super::{Queue, Truth};
use crate::engine::World;
use crate::ids::{PortId, priorities};
use crate::units::Time;

/// A paused queue of which a resume was lost, and that was told nothing since.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unheard {
    queue: Queue,
    /// Since when it is paused.
    since: Time,
}

impl World {
    /// `port` did not hear that these priorities, which are paused, may go on.
    /// Where pauses end by themselves that does no harm.
    pub(super) fn resume_unheard(&mut self, port: usize, resumes: u8) {
        if self.configs.receiver(&self.plan[port]).timer {
            return;
        }
        for n in priorities(resumes) {
            let queue = (PortId::new(port), n);
            let is_new = self.deadlocks.unheard.iter().all(|other| other.queue != queue);
            let since = self.counters.ports[port][usize::from(n)].paused_since;
            self.deadlocks.unheard.extend(since.filter(|_| is_new).map(|since| Unheard { queue, since }));
        }
    }

    /// The queue leaves PAUSED, or is told of another pause: if it waited for a
    /// resume that was lost, that is over.
    pub(super) fn made_good(&mut self, port: usize, priority: u8) {
        let queue = (PortId::new(port), priority);
        let Some(place) = self.deadlocks.unheard.iter().position(|unheard| unheard.queue == queue) else {
            return;
        };
        let Unheard { since, .. } = self.deadlocks.unheard.swap_remove(place);
        // What a storm holds up besides is the storm's.
        if self.has_something(port, priority) && self.storm(queue).is_none() {
            self.deadlocks.verdicts.ends(queue, Truth::LostResume { root: queue, since }, self.state.now);
        }
    }
}
