//! Pause storms, each at one egress queue. A storm lasts from the first pause that blocks the queue until the
//! pause source ends. Gaps between pauses belong to the storm. A pause source that pauses for half of the
//! time or less causes no storm. A storm can also begin at an empty queue.
//!
//! The last pause may outlast its storm. While this pause lasts, the queue still counts as blocked by the
//! storm.

use super::Truth;
use crate::engine::World;
use crate::engine::state::queue_index;
use crate::ids::{PortId, Priority, PrioritySet, QueueId};
use crate::units::{Quanta, Time};
use crate::wire::MAX_FRAME_BYTES;

/// Pause storm at one queue. The pause sources are at the other end of the link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Storm {
    /// Queue that the storm pauses.
    pub queue: QueueId,
    /// Start of the first pause of the storm.
    pub since: Time,
    /// Whether the queue held frames when an earlier pause of this storm ended.
    pub had_frames: bool,
}

impl Storm {
    /// Actual state of a queue that waits for the queue of this storm: [`Truth::Storm`] with that queue as
    /// root.
    #[must_use]
    pub const fn truth(&self) -> Truth {
        Truth::Storm { root: self.queue, since: self.since }
    }
}

/// Storm whose pause source has ended. Its last pause may still block the queue.
#[derive(Clone, Copy, Debug)]
pub(super) struct EndedStorm {
    storm: Storm,
    /// Latest time at which the last pause of the storm can end.
    until: Time,
}

impl World {
    /// Storms in progress, in the order in which they began.
    #[must_use]
    pub fn storms(&self) -> &[Storm] {
        &self.deadlocks.storms
    }

    /// Storm that pauses `queue` itself; `None` if there is none.
    #[must_use]
    pub fn storm(&self, queue: QueueId) -> Option<&Storm> {
        self.deadlocks.storms.iter().find(|storm| storm.queue == queue)
    }

    /// Storms whose pause source has ended, but whose last pause may still block their queue.
    fn ending_storms(&self) -> impl Iterator<Item = &Storm> {
        let now = self.state.now;
        self.deadlocks.ended_storms.iter().filter(move |ended| now < ended.until).map(|ended| &ended.storm)
    }

    /// Storm at `queue` whose pause source has ended, but whose last pause may still block the queue. `None`
    /// without such a storm.
    pub(super) fn ending_storm(&self, queue: QueueId) -> Option<&Storm> {
        self.ending_storms().find(|storm| storm.queue == queue)
    }

    /// Storm that may block a queue of `port` now. The storm is in progress, or has ended but its last pause
    /// still lasts. `None` if there is no such storm.
    pub(in crate::engine) fn storm_at(&self, port: PortId) -> Option<&Storm> {
        self.ending_storms().chain(self.storms()).find(|storm| storm.queue.port == port)
    }

    /// Whether `queue` is still paused by the last pause of a storm. The storm itself has ended with its
    /// pause source, and the PG at the other end of the link requests no pause.
    #[must_use]
    pub fn is_in_last_pause_of_storm(&self, queue: QueueId) -> bool {
        let sender = &self.state.ports[self.plan[queue.port.index()].peer.index()].sender;
        let by_group = (sender.requested() | sender.announced_pauses()).contains(queue.priority);
        !by_group && self.paused(queue.port).contains(queue.priority) && self.ending_storm(queue).is_some()
    }

    /// Whether the queue holds frames and is paused.
    #[must_use]
    pub fn is_paused_with_frames(&self, QueueId { port, priority }: QueueId) -> bool {
        self.paused(port).contains(priority) && self.has_waiting_frames(port, priority)
    }

    /// Whether the queue holds frames, paused or not. Frames in front of a crossbar are included.
    #[must_use]
    pub fn holds_frames(&self, QueueId { port, priority }: QueueId) -> bool {
        self.has_waiting_frames(port, priority)
    }

    pub(super) fn has_waiting_frames(&self, port: PortId, priority: Priority) -> bool {
        let occupied = self.state.ports[port.index()].occupied.contains(priority);
        let is_switch = self.plan[port.index()].role.switch().is_some();
        // Frames in front of a crossbar wait for this port, although they are not in its egress
        // queue.
        occupied || is_switch && self.state.queues[queue_index(port, priority)].bytes > 0
    }

    /// Updates the storms when pause source `n` sends a pause. A storm begins at each queue of the pause that
    /// was already paused before.
    pub(in crate::engine) fn on_storm_pause(&mut self, n: usize) {
        let spec = &self.state.sources[n].spec;
        let (mask, peer) = (spec.priorities, self.plan[spec.port.index()].peer);
        let paused = self.paused(peer);
        (mask & paused).iter().for_each(|priority| self.on_blocked_by_storm(peer, priority));
    }

    /// Begins a storm at the paused queue (`port`, `priority`), if a pause source pauses the queue. Does
    /// nothing if a storm at this queue is already recorded.
    pub(super) fn on_blocked_by_storm(&mut self, port: PortId, priority: Priority) {
        let queue = QueueId::new(port, priority);
        let is_storm = self.has_storm_source(self.plan[port.index()].peer, PrioritySet::of(priority));
        if is_storm && self.storm(queue).is_none() {
            let since = self.state.now;
            self.deadlocks.storms.push(Storm { queue, since, had_frames: false });
        }
    }

    /// Called when the queue (`port`, `priority`) is no longer paused. If the queue holds frames and has a
    /// storm, records that the storm has blocked frames; otherwise does nothing.
    pub(super) fn on_unblocked(&mut self, port: PortId, priority: Priority) {
        if self.deadlocks.storms.is_empty() || !self.has_waiting_frames(port, priority) {
            return;
        }
        let queue = QueueId::new(port, priority);
        if let Some(storm) = self.deadlocks.storms.iter_mut().find(|storm| storm.queue == queue) {
            storm.had_frames = true;
        }
    }

    /// Ends the storms of pause source `n`, which has ended. A storm that another pause source continues does
    /// not end. An ended storm counts as a miss if it blocked frames and no watchdog detected it.
    pub(in crate::engine) fn storm_ends(&mut self, n: usize) {
        let spec = &self.state.sources[n].spec;
        let (port, mask) = (spec.port, spec.priorities);
        let over = mask.iter().filter(|priority| !self.has_storm_source(port, PrioritySet::of(*priority)));
        let over = over.collect();
        let (now, peer) = (self.state.now, self.plan[port.index()].peer);
        let until = now.saturating_add(self.longest_pause(peer, spec.quanta));
        self.deadlocks.ended_storms.retain(|ended| now < ended.until);
        for storm in self.storms_over(peer, over) {
            self.deadlocks.ended_storms.push(EndedStorm { storm, until });
            if storm.had_frames || self.is_paused_with_frames(storm.queue) {
                self.deadlocks.watchdog_decisions.ends(storm.queue, storm.truth(), now);
            }
        }
    }

    /// Longest time from the request of a pause with pause time `quanta` to the end of the pause at the
    /// paused port `port`. Includes the wait of the PFC frame for one frame, the cable delay, the response
    /// time, and one frame that `port` is transmitting.
    #[must_use]
    pub fn longest_pause(&self, port: PortId, quanta: Quanta) -> Time {
        let plan = &self.plan[port.index()];
        let frame = plan.wire_time(u32::from(MAX_FRAME_BYTES)) * 2;
        let response = self.configs.receiver(plan).delay;
        quanta.time(plan.clock) + plan.delay + frame + response
    }

    /// Ends the storms at `port`, because the NIC watchdog at the other end of its link stops the pauses.
    /// These storms do not count as misses.
    pub(in crate::engine) fn on_storm_stopped(&mut self, port: PortId) {
        self.storms_over(port, PrioritySet::ALL);
    }

    /// Removes and returns the storms at the priorities `mask` of `port`, in the order in which they began.
    fn storms_over(&mut self, port: PortId, mask: PrioritySet) -> Vec<Storm> {
        let over = |storm: &mut Storm| storm.queue.port == port && mask.contains(storm.queue.priority);
        self.deadlocks.storms.extract_if(.., over).collect()
    }
}
