//! Pause storms, each from the first pause that blocks a queue to the end of the source, including
//! the gaps between pauses.

use super::Truth;
use crate::engine::World;
use crate::engine::state::lane;
use crate::ids::{PortId, PrioritySet, QueueId};
use crate::units::Time;

/// Pause storm at one queue, caused by pause sources at the other end of its link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Storm {
    /// Queue that the storm blocks.
    pub queue: QueueId,
    /// Start of the first pause of the storm.
    pub since: Time,
    /// Whether the queue held frames during an earlier pause of the storm.
    pub has_held: bool,
}

impl Storm {
    /// State of the queues that wait for this one.
    #[must_use]
    pub const fn truth(&self) -> Truth {
        Truth::Storm { root: self.queue, since: self.since }
    }
}

impl World {
    /// Present storms.
    #[must_use]
    pub fn storms(&self) -> &[Storm] {
        &self.deadlocks.storms
    }

    /// Storm that blocks `queue` directly; `None` if there is none.
    #[must_use]
    pub fn storm(&self, queue: QueueId) -> Option<&Storm> {
        self.deadlocks.storms.iter().find(|storm| storm.queue == queue)
    }

    /// Whether the queue holds frames and is blocked.
    #[must_use]
    pub fn is_held(&self, QueueId { port, priority }: QueueId) -> bool {
        self.paused(port).contains(priority) && self.has_something(port.index(), priority)
    }

    /// Whether frames wait in the queue, paused or not.
    #[must_use]
    pub fn holds_frames(&self, QueueId { port, priority }: QueueId) -> bool {
        self.has_something(port.index(), priority)
    }

    pub(super) fn has_something(&self, port: usize, priority: u8) -> bool {
        let occupied = self.state.ports[port].occupied.contains(priority);
        let is_switch = self.plan[port].role.switch().is_some();
        // Frames in front of a crossbar wait for this port and are not in its queue.
        occupied || is_switch && self.state.queues[lane(port, priority)].bytes > 0
    }

    /// Handles a pause of source `n`: a storm begins at the queues that are already paused.
    pub(in crate::engine) fn storm_fires(&mut self, n: usize) {
        let spec = &self.state.sources[n].spec;
        let (mask, peer) = (spec.priorities, self.plan[spec.port.index()].peer as usize);
        let paused = self.paused(PortId::new(peer));
        (mask & paused).iter().for_each(|priority| self.storm_blocks(peer, priority));
    }

    /// Records a storm when `priority` of `port` becomes paused by a pause source, unless one is
    /// recorded already.
    pub(super) fn storm_blocks(&mut self, port: usize, priority: u8) {
        let queue = QueueId::new(PortId::new(port), priority);
        let stormed = self.is_stormed(self.plan[port].peer as usize, PrioritySet::of(priority));
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
        let queue = QueueId::new(PortId::new(port), priority);
        if let Some(storm) = self.deadlocks.storms.iter_mut().find(|storm| storm.queue == queue) {
            storm.has_held = true;
        }
    }

    /// Handles the end of source `n`: its storms end where no other source continues them.
    pub(in crate::engine) fn storm_ends(&mut self, n: usize) {
        let spec = &self.state.sources[n].spec;
        let (port, mask) = (spec.port.index(), spec.priorities);
        let over = mask.iter().filter(|priority| !self.is_stormed(port, PrioritySet::of(*priority)));
        let over = over.collect();
        let (now, peer) = (self.state.now, PortId(self.plan[port].peer));
        for storm in self.storms_over(peer, over) {
            if storm.has_held || self.is_held(storm.queue) {
                self.deadlocks.verdicts.ends(storm.queue, storm.truth(), now);
            }
        }
    }

    /// Handles the watchdog of the NIC at the other end of the link of `port`, which stops its
    /// pauses: its storms end.
    pub(in crate::engine) fn storm_is_stopped(&mut self, port: PortId) {
        self.storms_over(port, PrioritySet::ALL);
    }

    /// Removes and returns the storms that block these priorities of `port`.
    fn storms_over(&mut self, port: PortId, mask: PrioritySet) -> Vec<Storm> {
        let over = |storm: &mut Storm| storm.queue.port == port && mask.contains(storm.queue.priority);
        self.deadlocks.storms.extract_if(.., over).collect()
    }
}
