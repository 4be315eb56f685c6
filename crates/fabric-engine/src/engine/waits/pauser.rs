//! Reason why a queue is paused, found from the present state. Start with [`World::pauser`].

use super::{PausedQueue, Pauser};
use crate::engine::World;
use crate::engine::plan::Role;
use crate::engine::state::Source;
use crate::ids::{PortId, Priority, PrioritySet, QueueId};
use crate::units::{Quanta, Time};

impl World {
    /// Reason why a queue may not send; `None` if the queue is not paused and has credits for its next frame.
    /// If a pause source pauses the queue, the reason is [`Pauser::Storm`], even if a PG pauses the queue
    /// too. A queue without frames may also be paused.
    #[must_use]
    pub fn pauser(&self, QueueId { port, priority }: QueueId) -> Option<Pauser> {
        if self.is_starved(port, priority) {
            return Some(self.credited_by(port, priority));
        }
        let paused = self.state.ports[port.index()].receiver.paused();
        let by = || {
            let peer = self.plan[port.index()].peer;
            let is_storm = self.has_storm_source(peer, PrioritySet::of(priority));
            if is_storm { Pauser::Storm } else { self.pauser_of(port, priority, is_storm) }
        };
        paused.contains(priority).then(by)
    }

    /// Priorities for which `port` may not send: paused, or without credits for the next frame.
    #[must_use]
    pub fn tx_blocked_mask(&self, port: PortId) -> PrioritySet {
        self.blocked_priorities(port)
    }

    /// Whether the queue (`port`, `priority`) has too few credits for its next frame and is not paused.
    pub(super) fn is_starved(&self, port: PortId, priority: Priority) -> bool {
        (self.blocked_priorities(port) - self.state.ports[port.index()].receiver.paused()).contains(priority)
    }

    /// Whether the PG (`port`, `priority`) blocks the queue at the other end of the link. The PG
    /// requests a pause, or holds the bytes whose credits the queue needs. At a host, the receive
    /// buffer takes the place of the PG.
    #[must_use]
    pub fn is_blocking_peer(&self, port: PortId, priority: Priority) -> bool {
        let plan = &self.plan[port.index()];
        let has_credits = plan.rx_credit_mask.contains(priority);
        self.requests_pause(port, priority) || has_credits && self.is_starved(plan.peer, priority)
    }

    /// Priorities that may not send because of a pause that `port` received.
    #[must_use]
    pub fn paused(&self, port: PortId) -> PrioritySet {
        self.state.ports[port.index()].receiver.paused()
    }

    /// Whether the PG (`port`, `priority`) requests a pause. At a host, the receive buffer takes
    /// the place of the PG.
    #[must_use]
    pub fn requests_pause(&self, port: PortId, priority: Priority) -> bool {
        self.state.ports[port.index()].sender.requested().contains(priority)
    }

    /// Reason why the queue (`port`, `priority`) is paused; the queue must be paused. `is_storm`: a pause
    /// source also pauses the queue. The reason is a PG only if this PG requests a pause, refreshes the pause
    /// before expiry, and has no resume in flight.
    pub(super) fn pauser_of(&self, port: PortId, priority: Priority, is_storm: bool) -> Pauser {
        let plan = &self.plan[port.index()];
        let peer = plan.peer;
        let bit = PrioritySet::of(priority);
        let sender = &self.state.ports[peer.index()].sender;
        if self.has_resume_in_flight(port, priority) {
            return Pauser::Passing;
        }
        let is_requested = !(sender.requested() & !sender.tx_disabled() & bit).is_empty();
        if is_requested && self.is_refreshed(port, priority) {
            return match self.plan[peer.index()].role {
                Role::Switch(_) => Pauser::Group,
                Role::Host(_) if is_storm => Pauser::Storm,
                Role::Host(_) => Pauser::Host,
            };
        }
        if is_storm {
            return Pauser::Storm;
        }
        let is_announced = sender.announced_pauses().intersects(bit);
        if self.configs.receiver(plan).timer || is_requested || is_announced {
            Pauser::Passing
        } else {
            Pauser::LostResume
        }
    }

    /// Whether only a pause source can have sent the pause of `queue`. `true` if a pause source at the other
    /// end of the link has started, and the PG at that end requests no pause.
    pub(super) fn is_paused_by_source(&self, queue: &PausedQueue) -> bool {
        let peer = self.plan[queue.port.index()].peer;
        let sender = &self.state.ports[peer.index()].sender;
        let is_by_group = (sender.requested() | sender.announced_pauses()).contains(queue.priority);
        let is_by = |Source { spec, .. }: &Source| {
            spec.port == peer
                && spec.priorities.contains(queue.priority)
                && spec.quanta.0 > 0
                && spec.start <= queue.since
        };
        queue.by == Pauser::Passing && !is_by_group && self.state.sources.iter().any(is_by)
    }

    /// Whether a pause source at `port` pauses its peer in any of `priorities` for more than half of the
    /// time. The source must have started, and must not have ended.
    pub(in crate::engine) fn has_storm_source(&self, port: PortId, priorities: PrioritySet) -> bool {
        let at = &self.state.ports[port.index()];
        let transmitted = if at.down { PrioritySet::EMPTY } else { priorities & !at.sender.tx_disabled() };
        let peer = &self.plan[self.plan[port.index()].peer.index()];
        self.state.sources.iter().any(|source| {
            let spec = &source.spec;
            // The pause time of a source is rounded up to whole quanta. Without the last quantum,
            // the rounding cannot turn half of the time into more than half.
            let pauses = Quanta(spec.quanta.0.saturating_sub(1)).time(peer.clock);
            let lasts = |every: Time| !self.configs.receiver(peer).timer || every < pauses * 2;
            spec.port == port
                && spec.priorities.intersects(transmitted)
                && spec.quanta.0 > 0
                && source.will_repeat()
                && spec.every.is_some_and(lasts)
        })
    }
}
