//! What keeps a queue paused.

use super::{Pauser, Queue};
use crate::engine::World;
use crate::engine::plan::Role;
use crate::ids::PortId;
use crate::units::{Quanta, Time};

impl World {
    /// What keeps a queue paused, a storm before all else; `None` if it is not.
    #[must_use]
    pub fn pauser(&self, (port, priority): Queue) -> Option<Pauser> {
        let port = port.index();
        if self.is_starved(port, priority) {
            return Some(self.credited_by(port, priority));
        }
        let paused = self.state.ports[port].receiver.paused();
        let by = || {
            let peer = self.plan[port].peer as usize;
            let stormed = self.is_stormed(peer, 1 << priority);
            if stormed { Pauser::Storm } else { self.kept_by(port, priority, stormed) }
        };
        (paused >> priority & 1 == 1).then(by)
    }

    /// Mask of the priorities that `port` may not transmit: paused, or without credits for the
    /// next frame.
    #[must_use]
    pub fn tx_blocked_mask(&self, port: PortId) -> u8 {
        self.stopped(port.index())
    }

    /// Whether `priority` of `port` waits for credits.
    pub(super) fn is_starved(&self, port: usize, priority: u8) -> bool {
        self.stopped(port) & !self.state.ports[port].receiver.paused() & 1 << priority != 0
    }

    /// Whether the ingress group of `priority` of `port`, or its host, blocks the peer at the
    /// other end of the link, by a pause or by withheld credits.
    #[must_use]
    pub fn is_blocking_peer(&self, port: PortId, priority: u8) -> bool {
        let plan = &self.plan[port.index()];
        let promised = plan.gives >> priority & 1 == 1;
        self.asks(port, priority) || promised && self.is_starved(plan.peer as usize, priority)
    }

    /// Mask of the priorities of `port` in the PAUSED state.
    #[must_use]
    pub fn paused(&self, port: PortId) -> u8 {
        self.state.ports[port.index()].receiver.paused()
    }

    /// Whether the ingress group of `priority` of `port`, or its host, requests a pause of its peer.
    #[must_use]
    pub fn asks(&self, port: PortId, priority: u8) -> bool {
        self.state.ports[port.index()].sender.asked() >> priority & 1 == 1
    }

    /// What keeps `priority` of `port` paused, which it is; `stormed` is
    /// whether a pause source does, too. A group that asks
    /// keeps it only if no resume that it sent before is still on its way, and
    /// if it says the pause again before that expires.
    pub(super) fn kept_by(&self, port: usize, priority: u8, stormed: bool) -> Pauser {
        let plan = &self.plan[port];
        let peer = plan.peer as usize;
        let bit = 1 << priority;
        let sender = &self.state.ports[peer].sender;
        if self.resume_comes(port, priority) {
            return Pauser::Passing;
        }
        let says_so = sender.asked() & !sender.muted() & bit != 0;
        if says_so && self.is_refreshed(port, priority) {
            return match self.plan[peer].role {
                Role::Switch(_) => Pauser::Group,
                Role::Host(_) if stormed => Pauser::Storm,
                Role::Host(_) => Pauser::Host,
            };
        }
        if stormed {
            return Pauser::Storm;
        }
        let is_told = sender.told() & bit != 0;
        if self.configs.receiver(plan).timer || says_so || is_told {
            Pauser::Passing
        } else {
            Pauser::LostResume
        }
    }

    /// Whether a pause source of `port` has begun and goes on pausing its peer
    /// in any of these priorities, for more than half of the time.
    pub(in crate::engine) fn is_stormed(&self, port: usize, priorities: u8) -> bool {
        let at = &self.state.ports[port];
        let said = if at.down { 0 } else { priorities & !at.sender.muted() };
        let peer = &self.plan[self.plan[port].peer as usize];
        self.state.sources.iter().any(|source| {
            let spec = &source.spec;
            // Lengths are rounded up to quanta: half of the time is not more than half by that.
            let pauses = Quanta(spec.quanta.0.saturating_sub(1)).time(peer.clock);
            let lasts = |every: Time| !self.configs.receiver(peer).timer || every < pauses * 2;
            spec.port.index() == port
                && spec.priorities & said != 0
                && spec.quanta.0 > 0
                && source.goes_on()
                && spec.every.is_some_and(lasts)
        })
    }
}
