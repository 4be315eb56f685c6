//! Storms, each from the first pause that it holds a queue with to its end:
//! the gaps between its pauses are part of it.

use super::{Queue, Truth};
use crate::engine::World;
use crate::engine::state::lane;
use crate::ids::{PortId, priorities};
use crate::units::Time;

/// A queue that pause sources of the other end of its link hold up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Storm {
    /// The queue.
    pub queue: Queue,
    /// Since when it is paused, but for gaps.
    pub since: Time,
    /// Whether anything waited there during a pause that is over.
    pub has_held: bool,
}

impl Storm {
    /// What is true of queues that wait for it.
    #[must_use]
    pub const fn truth(&self) -> Truth {
        Truth::Storm { root: self.queue, since: self.since }
    }
}

impl World {
    /// The storms that go on now.
    #[must_use]
    pub fn storms(&self) -> &[Storm] {
        &self.deadlocks.storms
    }

    /// The storm that holds up `queue` itself.
    #[must_use]
    pub fn storm(&self, queue: Queue) -> Option<&Storm> {
        self.deadlocks.storms.iter().find(|storm| storm.queue == queue)
    }

    /// Whether something waits in the queue, and may not be sent.
    #[must_use]
    pub fn is_held(&self, (port, priority): Queue) -> bool {
        self.paused(port) >> priority & 1 == 1 && self.has_something(port.index(), priority)
    }

    pub(super) fn has_something(&self, port: usize, priority: u8) -> bool {
        let occupied = self.state.ports[port].occupied >> priority & 1 == 1;
        let is_switch = self.plan[port].role.switch().is_some();
        // In front of a crossbar it waits for this port without being at it.
        occupied || is_switch && self.state.queues[lane(port, priority)].bytes > 0
    }

    /// Pause source number `n` has fired: of queues that are paused already it
    /// is now a storm, too.
    pub(in crate::engine) fn storm_fires(&mut self, n: usize) {
        let spec = &self.state.sources[n].spec;
        let (mask, peer) = (spec.priorities, self.plan[spec.port.index()].peer as usize);
        let paused = self.paused(PortId::new(peer));
        priorities(mask & paused).for_each(|priority| self.storm_blocks(peer, priority));
    }

    /// Records a storm when `priority` of `port` becomes paused by a pause source, unless one is
    /// recorded already.
    pub(super) fn storm_blocks(&mut self, port: usize, priority: u8) {
        let queue = (PortId::new(port), priority);
        let stormed = self.is_stormed(self.plan[port].peer as usize, 1 << priority);
        if stormed && self.storm(queue).is_none() {
            let since = self.state.now;
            self.deadlocks.storms.push(Storm { queue, since, has_held: false });
        }
    }

    /// Marks the storm at `priority` of `port` as one that held frames, when the queue resumes.
    pub(super) fn storm_unblocks(&mut self, port: usize, priority: u8) {
        if self.deadlocks.storms.is_empty() || !self.has_something(port, priority) {
            return;
        }
        let queue = (PortId::new(port), priority);
        if let Some(storm) = self.deadlocks.storms.iter_mut().find(|storm| storm.queue == queue) {
            storm.has_held = true;
        }
    }

    /// Pause source number `n` pauses its peer no more: what no other source
    /// goes on with is over.
    pub(in crate::engine) fn storm_ends(&mut self, n: usize) {
        let spec = &self.state.sources[n].spec;
        let (port, mask) = (spec.port.index(), spec.priorities);
        let over = priorities(mask).filter(|priority| !self.is_stormed(port, 1 << priority));
        let over = over.fold(0, |mask, priority| mask | 1 << priority);
        let (now, peer) = (self.state.now, PortId(self.plan[port].peer));
        for storm in self.storms_over(peer, over) {
            if storm.has_held || self.is_held(storm.queue) {
                self.deadlocks.verdicts.ends(storm.queue, storm.truth(), now);
            }
        }
    }

    /// The NIC at the other end of the link of `port` has been stopped from
    /// pausing it.
    pub(in crate::engine) fn storm_is_stopped(&mut self, port: PortId) {
        self.storms_over(port, u8::MAX);
    }

    /// Takes the storms out that hold up these priorities of `port`.
    fn storms_over(&mut self, port: PortId, mask: u8) -> Vec<Storm> {
        let over = |storm: &mut Storm| storm.queue.0 == port && mask >> storm.queue.1 & 1 == 1;
        self.deadlocks.storms.extract_if(.., over).collect()
    }
}
