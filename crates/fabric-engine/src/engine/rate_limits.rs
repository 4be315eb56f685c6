//! Minimum and maximum rates of outputs in the engine (SAI scheduler, `MIN_BANDWIDTH_RATE` and
//! `MAX_BANDWIDTH_RATE`). Start with `World::shape`, which finds the classes that may send.

use crate::digest::Digest;
use crate::fabric::egress::{Debt, Shaper, ShaperConfig};
use crate::ids::{PortId, Priority, PrioritySet, QueueId};
use crate::spec::Spec;
use crate::units::Time;

use super::World;
use super::event_order::DeadlineId;
use super::transmit::index_u32;

/// Token buckets of one port.
#[derive(Clone, Debug)]
pub(super) struct PortShaper {
    pub port: PortId,
    config: ShaperConfig,
    shaper: Shaper,
    /// Time at which a waiting class may send; [`Time::NEVER`] if no class waits for a rate.
    pub wakes_at: Time,
}

impl PortShaper {
    pub fn digest(&self, digest: &mut Digest) {
        // `wakes_at` follows from the buckets.
        self.shaper.digest(digest);
    }
}

/// Creates the token buckets of all ports with rates, in the order of the ports.
pub(super) fn build(spec: &Spec) -> Vec<PortShaper> {
    let rates = spec.ports.iter().map(|port| port.config.rates()).enumerate();
    let shaped = rates.filter(|(_, config)| !config.is_off());
    let port = |(port, config)| PortShaper {
        port: PortId::new(port),
        config,
        shaper: Shaper::default(),
        wakes_at: Time::NEVER,
    };
    shaped.map(port).collect()
}

impl World {
    /// Classes among `eligible` that the rates of `port` allow to start a frame now; all of
    /// `eligible` if the port has no rates.
    pub(super) fn within_rates(&self, port: PortId, eligible: PrioritySet) -> PrioritySet {
        match self.state.shapers.get(self.plan[port.index()].shaper as usize) {
            Some(at) => at.shaper.allowed(&at.config, eligible, self.state.now).0,
            None => eligible,
        }
    }

    /// Two results: the classes among `eligible` that may start a frame now, and the class that goes first
    /// because it is below its minimum rate. `None` if no class is below its minimum rate. If no class may
    /// start a frame now, schedules the time at which a class may.
    #[inline(never)]
    pub(super) fn shape(&mut self, port: PortId, eligible: PrioritySet) -> (PrioritySet, Option<Priority>) {
        let n = self.plan[port.index()].shaper as usize;
        let now = self.state.now;
        let Some(at) = self.state.shapers.get_mut(n) else { return (eligible, None) };
        let (allowed, next) = at.shaper.allowed(&at.config, eligible, now);
        at.wakes_at = if allowed.is_empty() { next } else { Time::NEVER };
        let (wakes_at, first) = (at.wakes_at, at.shaper.below_minimum(&at.config, allowed, now));
        self.arm(DeadlineId::Shape(index_u32(n)), wakes_at);
        (allowed, first)
    }

    /// Consumes tokens of `class` and of `port` for a frame of `bytes` that starts on the link. No effect if
    /// the port has no minimum and no maximum rates.
    #[inline(never)]
    pub(super) fn count_by_rates(&mut self, port: PortId, class: Priority, bytes: u32) {
        let now = self.state.now;
        if let Some(at) = self.state.shapers.get_mut(self.plan[port.index()].shaper as usize) {
            at.shaper.charge(&at.config, class, bytes, now);
        }
    }

    /// Schedules the transmitter of a port, because its rates allow a class to send again. `n` is the index
    /// of the port among ports with rates.
    pub(super) fn shape_due(&mut self, n: usize) {
        let at = &mut self.state.shapers[n];
        at.wakes_at = Time::NEVER;
        let port = at.port;
        self.arm(DeadlineId::Shape(index_u32(n)), Time::NEVER);
        self.wake(port);
    }

    /// Debts of the token buckets for maximum rates: first of the queue, then of its port. `None` for a queue
    /// or port without a maximum rate.
    #[must_use]
    pub fn rate_debts(&self, QueueId { port, priority: class }: QueueId) -> [Option<Debt>; 2] {
        match self.state.shapers.get(self.plan[port.index()].shaper as usize) {
            Some(at) => at.shaper.debts(&at.config, class, self.state.now),
            None => [None; 2],
        }
    }

    /// Whether the rates of `output` allow that a frame of `class` is cut through now.
    pub(super) fn may_pass_by_rates(&self, output: PortId, class: Priority) -> bool {
        self.within_rates(output, PrioritySet::of(class)).contains(class)
    }
}
