//! Bandwidth that a queue gets at its port in competition with other classes, and the reason if the queue
//! gets too little. Start with [`limit`].
//!
//! A class or a maximum rate that accounts for less than a twentieth of the bytes, the time or the rate is no
//! reason.
//!
//! If several kinds of classes sent equal bytes, strict classes are the reason before ETS classes, and ETS
//! classes before minimum rates. If the port sent nothing, the reason is [`ChainOutcome::Oversubscribed`].

use std::cell::LazyCell;
use std::collections::BTreeSet;

use super::ChainOutcome;
use super::inflow::{Inflows, InputRates, feeder_of, port_rate};
use crate::engine::World;
use crate::fabric::egress::Discipline;
use crate::ids::{FlowId, PortId, Priority, PrioritySet, QueueId};
use crate::sizing::charged_class;
use crate::spec::{FlowSpec, Spec};
use crate::units::{PS_PER_S, Rate, Time};
use crate::wire::PRIORITIES;

/// Divisor for the least part of a whole that counts as a reason: one twentieth of the bytes of a port, of a
/// period, or of a rate.
const MIN_SHARE_DIVISOR: u64 = 20;

/// Readings of a port over a period: bytes that the port sent, and times in which token buckets limited a
/// queue of this port.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PortUsage {
    /// Bytes that the port sent, by class.
    pub sent: [u64; PRIORITIES],
    /// Times in which two token buckets were negative or not full. First the bucket for the maximum rate of
    /// the queue, then the bucket for the maximum rate of the port. Zero without a maximum rate.
    pub rates: [BucketTimes; 2],
    /// Time in which the queue was paused.
    pub paused: Time,
}

/// Times in which a token bucket was negative, and in which it was not full. The bucket belongs to a maximum
/// rate.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BucketTimes {
    /// Time in which the level of the bucket was negative, so that no frame could start.
    in_debt: Time,
    /// Time in which the bucket was not full.
    filling: Time,
}

impl PortUsage {
    /// Reading of the counters of `queue` at the time of `world`, counted from the start of the run. The
    /// reading has the bytes that the port sent, and the times in which token buckets limited the queue.
    pub fn of(world: &World, queue: QueueId) -> Self {
        let counters = &world.counters().ports[queue.port.index()];
        Self {
            sent: std::array::from_fn(|class| counters[class].tx_bytes),
            rates: world.rate_debts(queue).map(|debt| {
                debt.map_or_else(BucketTimes::default, |debt| BucketTimes {
                    in_debt: debt.time,
                    filling: debt.filling,
                })
            }),
            paused: counters[queue.priority.index()].paused_until(world.now()),
        }
    }

    /// Bytes that the port sent, summed over all classes.
    pub fn total(&self) -> u64 {
        self.sent.iter().sum()
    }

    /// Adds to these sums the bytes and times between two readings: `before` is the earlier reading, and
    /// `now` the later one.
    pub fn add(&mut self, before: &Self, now: &Self) {
        for (sum, (now, before)) in self.sent.iter_mut().zip(now.sent.iter().zip(before.sent)) {
            *sum += now - before;
        }
        for (sum, (now, before)) in self.rates.iter_mut().zip(now.rates.iter().zip(before.rates)) {
            sum.in_debt += now.in_debt.saturating_sub(before.in_debt);
            sum.filling += now.filling.saturating_sub(before.filling);
        }
        self.paused += now.paused.saturating_sub(before.paused);
    }

    /// Whether the queue (first value) and its port (second value) sent at their maximum rates over a period
    /// of length `time`. A value is `true` if two conditions hold: the level of the token bucket was negative
    /// for more than a twentieth of the period, and the bucket was full for at most a twentieth of the
    /// period.
    fn are_at_max_rate(&self, time: Time) -> [bool; 2] {
        let part = Time(time.ps() / MIN_SHARE_DIVISOR);
        self.rates.map(|rate| rate.in_debt > part && rate.filling >= time - part)
    }
}

/// Reason why more frames arrive at an unpaused queue than leave it. `usage` has the bytes that its port
/// sent over a period of length `time`. The flows for which `is_present` returns true were active in this
/// period. Returns [`ChainOutcome::Oversubscribed`] if no other reason is found.
pub(super) fn limit(
    world: &World,
    queue: QueueId,
    usage: &PortUsage,
    time: Time,
    is_present: impl Fn(FlowId) -> bool,
) -> ChainOutcome {
    match limited(world, queue, &usage.sent, time, usage.are_at_max_rate(time), is_present) {
        ChainOutcome::Oversubscribed if crossbar_limits(world, queue, usage, time) => ChainOutcome::Crossbar,
        end => end,
    }
}

/// Whether the crossbar limited `queue` in a period of length `time`, while frames for the queue waited. The
/// port then sent less than its link could carry, by more than a twentieth, in frames of the shortest length
/// of all flows. The time in which the queue was paused does not count.
fn crossbar_limits(world: &World, queue: QueueId, usage: &PortUsage, time: Time) -> bool {
    let spec = world.spec();
    let at = &spec.ports[queue.port.index()];
    let has_crossbar =
        spec.switch_of(queue.port).is_some_and(|switch| spec.switches[switch.index()].crossbar.is_some());
    if !has_crossbar {
        return false;
    }
    let shortest = world.flow_specs().map(|flow| u64::from(flow.frame_bytes)).min();
    let Some(shortest) = shortest else { return false };
    let could = bytes_at(at.clock.rate(), time.saturating_sub(usage.paused));
    let could = could / (shortest + u64::from(at.config.overhead)) * shortest;
    usage.total() < could - could / MIN_SHARE_DIVISOR
}

/// Reason why more frames arrive at an unpaused queue than leave it. Unlike [`limit`], this function does
/// not consider the crossbar. `sent` has the bytes of each class over a period of length `time`.
/// `at_max_rate` says whether the queue (first value) and its port (second value) sent at their maximum
/// rates.
///
/// A maximum rate at which the queue or the port sent can be the reason. The rate must be below the rate of
/// the link by at least a twentieth. Other classes are the reason if they sent more bytes than the queue, or
/// if the port alone could carry the arrivals of the queue. They must be strict and served before the queue,
/// have minimum rates, or share the port by ETS.
fn limited(
    world: &World,
    queue: QueueId,
    sent: &[u64; PRIORITIES],
    time: Time,
    at_max_rate: [bool; 2],
    is_present: impl Fn(FlowId) -> bool,
) -> ChainOutcome {
    let link = world.spec().ports[queue.port.index()].clock.rate().bps();
    let debts = world.rate_debts(queue);
    let counts = |which: usize| {
        let rate = debts[which].map_or(u64::MAX, |debt| debt.rate.bps());
        at_max_rate[which] && rate <= link - link / MIN_SHARE_DIVISOR
    };
    if counts(0) {
        return ChainOutcome::MaxRate;
    }
    match limiting_classes(world, queue, sent, time, is_present) {
        ChainOutcome::Oversubscribed if counts(1) => ChainOutcome::PortMaxRate,
        end => end,
    }
}

/// Outcome for an unpaused queue at which more arrives than leaves. Returns [`ChainOutcome::Strict`],
/// [`ChainOutcome::MinRate`] or [`ChainOutcome::EtsShare`] if other classes of the port are the reason, and
/// [`ChainOutcome::Oversubscribed`] otherwise. Bytes of a class up to its minimum rate count as sent because
/// of this rate, unless the class is strict and served before the queue.
fn limiting_classes(
    world: &World,
    QueueId { port, priority: n }: QueueId,
    sent: &[u64; PRIORITIES],
    time: Time,
    is_present: impl Fn(FlowId) -> bool,
) -> ChainOutcome {
    let priorities = &world.spec().ports[port.index()].config.priorities;
    let is_strict = |class: Priority| priorities[class.index()].class.discipline == Discipline::Strict;
    let before = |class: &Priority| is_strict(*class) && (*class > n || !is_strict(n));
    let beside = |class: &Priority| !is_strict(*class) && !is_strict(n) && *class != n;
    let of = |class: Priority| sent[class.index()];
    let all: u64 = sent.iter().sum();
    // Bytes that a class sent by its minimum rate, before all strict and ETS classes.
    let reserved = |class: Priority| {
        let rate = priorities[class.index()].min_rate.map(|min| min.rate());
        let is_other = class != n && !before(&class);
        rate.filter(|_| is_other).map_or(0, |rate| of(class).min(bytes_at(rate, time)))
    };
    let strict: u64 = Priority::ALL.into_iter().filter(before).map(of).sum();
    let ets: u64 = Priority::ALL.into_iter().filter(beside).map(|class| of(class) - reserved(class)).sum();
    let min: u64 = Priority::ALL.into_iter().map(reserved).sum();
    let most = strict.max(ets).max(min);
    if all == 0 || most < all / MIN_SHARE_DIVISOR || most == 0 {
        return ChainOutcome::Oversubscribed;
    }
    if most <= of(n) && is_oversubscribed(world, QueueId::new(port, n), is_present) {
        return ChainOutcome::Oversubscribed;
    }
    if most == strict {
        let first = Priority::ALL.into_iter().filter(before).max_by_key(|class| of(*class));
        return first.map_or(ChainOutcome::Oversubscribed, ChainOutcome::Strict);
    }
    if most == ets {
        return ChainOutcome::EtsShare;
    }
    let first = Priority::ALL.into_iter().max_by_key(|class| reserved(*class));
    first.map_or(ChainOutcome::Oversubscribed, ChainOutcome::MinRate)
}

/// Bytes that a rate carries in the time `time`.
fn bytes_at(rate: Rate, time: Time) -> u64 {
    let bits = u128::from(rate.bps()) * u128::from(time.ps()) / u128::from(PS_PER_S);
    u64::try_from(bits / 8).unwrap_or(u64::MAX)
}

/// Outcome of a chain with a more precise reason than [`ChainOutcome::Oversubscribed`]; any other `end` is
/// returned unchanged. The reason is found from two facts: the bytes that the port has sent since the start
/// of the run, and the maximum rates that limit the queue now. `inflows` must have the active flows.
pub(super) fn refined(
    world: &World,
    inflows: &LazyCell<Inflows, impl FnOnce() -> Inflows>,
    queue: QueueId,
    end: ChainOutcome,
) -> ChainOutcome {
    if end != ChainOutcome::Oversubscribed {
        return end;
    }
    let at_max_rate = world.rate_debts(queue).map(|debt| debt.is_some_and(|debt| debt.is_present));
    let has_started =
        |id: FlowId| world.flow_specs().nth(id.index()).is_some_and(|flow| flow.start <= world.now());
    let sent = PortUsage::of(world, queue).sent;
    let end = limited(world, queue, &sent, world.now(), at_max_rate, has_started);
    if is_replaced_while_draining(end) && inflows.is_draining(world, queue) {
        return ChainOutcome::Draining;
    }
    end
}

/// Whether [`ChainOutcome::Draining`] replaces the reason `end` when a queue only drains. `false` for strict
/// classes and minimum rates, which still take the port, and for a crossbar, which is still too slow.
pub(super) const fn is_replaced_while_draining(end: ChainOutcome) -> bool {
    !matches!(end, ChainOutcome::Strict(_) | ChainOutcome::MinRate(_) | ChainOutcome::Crossbar)
}

/// Whether the flows for which `is_present` is true can bring frames to `queue` faster than its port may
/// send. The port may send at the rate of its link, or at its maximum rate if this rate is lower.
pub(super) fn is_oversubscribed(world: &World, queue: QueueId, is_present: impl Fn(FlowId) -> bool) -> bool {
    offered(world, queue, is_present) > port_rate(world, queue.port)
}

/// Greatest rate at which flows can arrive at a queue, in bits per second. A saturating flow counts with the
/// rate of its input link. The flows of one input together never count with more than the rate of its link.
/// Only flows for which `is_present` is true count.
fn offered(
    world: &World,
    QueueId { port, priority: n }: QueueId,
    is_present: impl Fn(FlowId) -> bool,
) -> u64 {
    let mut inputs = InputRates::default();
    let flows = (0..).map(FlowId).zip(world.flow_specs());
    for (id, flow) in flows.filter(|(id, flow)| flow.priority == n && is_present(*id)) {
        let Some(path) = world.path_of(id) else { continue };
        let Some(feeder) = feeder_of(&path, port) else { continue };
        inputs.add(world, feeder, flow.arrival.rate().map_or(u64::MAX, Rate::bps));
    }
    inputs.sum()
}

/// Queues that belong to the root `root` of pauses, in the order of ports and priorities. If the link is
/// down, or if a pause stops the whole link (802.3x), the result has the queues of all classes of the port.
/// Otherwise the result has only `root`.
pub(super) fn queues_at(world: &World, root: QueueId, end: ChainOutcome) -> BTreeSet<QueueId> {
    let pauses_link = world.spec().ports[root.port.index()].config.link_pause.is_some();
    let all_classes = match end {
        ChainOutcome::LinkDown => true,
        ChainOutcome::SlowHost | ChainOutcome::Storm | ChainOutcome::LostResume => pauses_link,
        _ => false,
    };
    let classes = if all_classes { PrioritySet::ALL } else { PrioritySet::of(root.priority) };
    classes.iter().map(|class| QueueId::new(root.port, class)).collect()
}

/// Whether the data of `flow` passes one of `queues`. `true` if the path of the flow is unknown.
pub(super) fn is_bound_for(world: &World, flow: FlowId, queues: &BTreeSet<QueueId>) -> bool {
    let (Some(path), Some(of_flow)) = (world.path_of(flow), world.flow_specs().nth(flow.index())) else {
        return true;
    };
    queues_of_path(world.spec(), of_flow, &path).any(|queue| queues.contains(&queue))
}

/// Egress queues through which the data of `flow` passes, in the order of `path`; the first is the queue of
/// the source's NIC.
pub(super) fn queues_of_path<'a>(
    spec: &'a Spec,
    flow: &FlowSpec,
    path: &'a [PortId],
) -> impl Iterator<Item = QueueId> + use<'a> {
    let label = flow.headers.label(&spec.formats[flow.headers.format.index()], flow.priority);
    let mut class = flow.priority;
    path.iter().map(move |port| {
        let passed = QueueId::new(*port, class);
        class = charged_class(spec, spec.ports[port.index()].peer, class, label);
        passed
    })
}
