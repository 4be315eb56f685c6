//! Check whether a pause is refreshed before it expires. Start with [`World::is_refreshed`].

use crate::engine::World;
use crate::fabric::frame::{Bits, Frame, FrameKind, Indication};
use crate::fabric::pfc::PfcLoss;
use crate::ids::{PortId, Priority, PrioritySet};
use crate::units::Time;
use crate::wire::PfcFrame;

/// Pauses of one queue that follow each other. Each pause must take effect before the previous pause expires.
struct Chain {
    until: Time,
    /// Time at which the last pause takes effect. If another pause arrives before this time, it takes effect
    /// `delay` after its own arrival.
    busy: Time,
    delay: Time,
}

impl Chain {
    /// Adds a pause that takes effect at `at` and lasts for `time`. Returns whether the pause takes effect
    /// before the previous pause expires, or at that time.
    fn push_effective(&mut self, at: Time, time: Time) -> bool {
        let in_time = at <= self.until;
        self.until = at + time;
        self.busy = at;
        in_time
    }

    /// Adds a pause that arrives at `at` and lasts for `time`. The pause takes effect at once if no earlier
    /// pause is in its response time, else after the response time (see
    /// [`crate::fabric::pfc::PfcReceiver::indicate`]). Returns whether the pause takes effect before the
    /// previous pause expires, or at that time.
    fn push_arrival(&mut self, at: Time, time: Time) -> bool {
        let delay = if self.busy > at { self.delay } else { Time::ZERO };
        self.push_effective(at + delay, time)
    }
}

impl World {
    /// Whether a resume of `priority` is on its way to the queue of `port`: in the cable, or in the response
    /// time of `port`. A resume that a fault will lose does not count.
    pub(super) fn has_resume_in_flight(&self, port: PortId, priority: Priority) -> bool {
        let mut loss = self.pfc_loss(port);
        let mut is_lost =
            |frame: &Frame| loss.as_mut().is_some_and(|loss| loss.drops(frame.indication(), frame.arrives));
        self.state.ports[port.index()].receiver.awaits_resume(priority)
            || self
                .in_cable(port)
                .any(|frame| !is_lost(frame) && frame.indication().resumes.contains(priority))
    }

    /// Priorities among `priorities` for which [`World::is_refreshed`] is true.
    pub(super) fn refreshed(&self, port: PortId, priorities: PrioritySet) -> PrioritySet {
        let is_refreshed = |n: &Priority| self.is_refreshed(port, *n);
        priorities.iter().filter(is_refreshed).collect()
    }

    /// Whether the peer of `port` refreshes a pause of `priority` in time: every refresh arrives before the
    /// pause expires. `true` if pauses have no timer. `false` if the peer sends no refreshes, or if the
    /// interval between refreshes is not shorter than the pause time. `false` in any case if a pause source
    /// at the peer ends the pauses too early.
    pub(super) fn is_refreshed(&self, port: PortId, priority: Priority) -> bool {
        let plan = &self.plan[port.index()];
        let config = self.configs.sender(&self.plan[plan.peer.index()]);
        let every = if self.configs.receiver(plan).timer { config.refresh } else { Some(Time::ZERO) };
        let Some(every) = every else { return false };
        if self.is_cut_short(port, priority, every) {
            return false;
        }
        !self.configs.receiver(plan).timer
            || every < config.quanta.time(plan.clock) && self.is_refreshed_in_time(port, priority, every)
    }

    /// PFC frames without bit errors in the cable to `port`, in order of arrival.
    fn in_cable(&self, port: PortId) -> impl Iterator<Item = &Frame> {
        let cable = self.state.cables[self.plan[port.index()].peer.index()].iter(&self.state.frames);
        cable.filter(|frame| frame.kind == FrameKind::Pfc && frame.bits == Bits::Whole)
    }

    /// Fault that loses received PFC frames at `port`; `None` if there is none.
    fn pfc_loss(&self, port: PortId) -> Option<PfcLoss> {
        self.state.pfc_loss.iter().find_map(|fault| fault.at(port))
    }

    /// Whether a pause source at the peer ends the pauses of the peer too early. Such a source sends resumes,
    /// or pauses that expire before the next refresh; `every` is the interval between refreshes.
    fn is_cut_short(&self, port: PortId, priority: Priority, every: Time) -> bool {
        let plan = &self.plan[port.index()];
        self.state.sources.iter().any(|source| {
            let spec = &source.spec;
            let pauses = spec.quanta.time(plan.clock);
            let is_short = self.configs.receiver(plan).timer && pauses <= every || spec.quanta.0 == 0;
            let never_lets_go = spec.stop.is_none() && spec.every.is_some_and(|every| every < pauses);
            spec.port == plan.peer
                && spec.priorities.contains(priority)
                && source.will_repeat()
                && is_short
                && !never_lets_go
        })
    }

    /// Whether (`port`, `priority`) stays paused without a gap: another pause takes effect before the present
    /// pause expires, and so on for each pause in flight. `every` is the interval between refreshes. A
    /// refresh that a fault will lose does not count.
    fn is_refreshed_in_time(&self, port: PortId, priority: Priority, every: Time) -> bool {
        let plan = &self.plan[port.index()];
        let at = &self.state.ports[port.index()].receiver;
        let Some(until) = at.expiry(priority) else { return true };
        let mut chain = Chain { until, busy: Time::ZERO, delay: self.configs.receiver(plan).delay };
        let clock = plan.clock;
        if !at.in_delay(priority).all(|(due, quanta)| chain.push_effective(due, quanta.time(clock))) {
            return false;
        }
        let bit = PrioritySet::of(priority);
        let mut loss = self.pfc_loss(port);
        let mut follows = |arrives: Time, indication: Indication| {
            loss.as_mut().is_some_and(|loss| loss.drops(indication, arrives))
                || !indication.resumes.intersects(bit)
                    && (!indication.pauses.intersects(bit)
                        || chain.push_arrival(arrives, indication.quanta.time(clock)))
        };
        if !self.in_cable(port).all(|frame| follows(frame.arrives, frame.indication())) {
            return false;
        }
        let peer = &self.plan[plan.peer.index()];
        let at = &self.state.ports[plan.peer.index()];
        let bytes = u32::from(PfcFrame::BYTES);
        let arrives = |starts: Time| starts + peer.frame_time(bytes) + peer.delay;
        let sends_at = at.sender.sends_at(priority);
        if sends_at == Time::NEVER {
            return false;
        }
        // A refresh is assumed to be sent when it is due; the wait for the transmitter is known
        // only then. A link that is down is busy for ever and pauses nothing.
        let waits = sends_at < self.state.now || at.sender.forced().is_some();
        let mut free = if waits && at.busy && !at.down { at.busy_until } else { self.state.now };
        if let Some(forced) = at.sender.forced() {
            if !follows(arrives(free), forced) {
                return false;
            }
            free += peer.wire_time(bytes);
        }
        let first = arrives(free.max(sends_at));
        let comes = loss.map_or(first, |loss| loss.first_received(first, every));
        comes != Time::NEVER && chain.push_arrival(comes, Time::ZERO)
    }
}
