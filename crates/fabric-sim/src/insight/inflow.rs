//! Flows that bring frames to each egress queue, and their present rates. A root of pauses only drains if the
//! sum of these rates is at most the rate at which its port can send. Start with [`Inflows`].
//!
//! Rates are in bits per second and include preamble and gap. A saturating flow, or a flow with two or more
//! full frames in its NIC, can bring the rate of its link. Rate control limits the rate of any flow. An input
//! never brings more than the rate of its link. A flow with bursts counts with the rate of a burst, even
//! between bursts.

use std::collections::BTreeMap;

use super::bandwidth_limits::queues_of_path;
use crate::engine::World;
use crate::ids::{FlowId, PortId, Priority, QueueId};
use crate::sort;
use crate::spec::{Action, FlowSpec};
use crate::units::Time;

/// Flow that brings frames to an egress queue of a switch.
#[derive(Clone, Copy, Debug)]
struct Inflow {
    queue: QueueId,
    flow: FlowId,
    /// Port that sends the frames of the flow to the switch of the queue.
    feeder: PortId,
}

/// Flows that bring frames to each egress queue of a switch, according to the routes at the time of the
/// search.
#[derive(Clone, Debug, Default)]
pub(super) struct Inflows {
    /// Flows of all queues, in the order of queues, then of flows.
    all: Vec<Inflow>,
    /// Flows whose path is unknown, such as multicasts. While a flow of this list is active, no queue counts
    /// as one that only drains.
    unknown: Vec<FlowId>,
}

impl Inflows {
    /// Finds the paths of the flows for which the function `which` returns true.
    pub fn of(world: &World, which: impl Fn(FlowId) -> bool) -> Self {
        let mut inflows = Self::default();
        for (id, flow) in (0..).map(FlowId).zip(world.flow_specs()).filter(|(id, _)| which(*id)) {
            let Some(path) = world.path_of(id) else {
                inflows.unknown.push(id);
                continue;
            };
            let queues = queues_of_path(world.spec(), flow, &path).skip(1);
            let passed = queues.zip(&path).map(|(queue, feeder)| Inflow { queue, flow: id, feeder: *feeder });
            inflows.all.extend(passed);
        }
        sort::by_key(&mut inflows.all, |inflow| (inflow.queue, inflow.flow));
        inflows
    }

    /// Finds the paths of the flows that are active now.
    pub fn of_active(world: &World) -> Self {
        Self::of(world, |flow| world.is_flow_active(flow))
    }

    /// Whether `queue` only drains: the flows cannot bring frames to `queue` faster than its port can send
    /// frames of `queue`. `false` if an active flow has an unknown path, or if other classes take the whole
    /// port.
    pub fn is_draining(&self, world: &World, queue: QueueId) -> bool {
        let capacity = self.capacity(world, queue);
        capacity > 0
            && self.rate(world, queue, capacity) <= capacity
            && !self.unknown.iter().any(|flow| world.is_flow_active(*flow))
    }

    /// Time from which `queue` has only drained. It is the end of the flow after which the remaining flows
    /// bring no more than the port can send. `last_frame` returns the time at which the last frame of a flow
    /// started at its source. Returns the present time if the queue drains for another reason, for example a
    /// lower rate of DCQCN.
    pub fn draining_since(&self, world: &World, queue: QueueId, last_frame: impl Fn(FlowId) -> Time) -> Time {
        let capacity = self.capacity(world, queue);
        let mut inputs = InputRates::default();
        let mut ended: Vec<(Time, FlowId, PortId)> = Vec::new();
        for Inflow { flow, feeder, .. } in self.of_queue(queue) {
            if world.is_flow_active(*flow) {
                inputs.add(world, *feeder, present_rate(world, *flow));
            } else {
                ended.push((ended_at(world, *flow, last_frame(*flow)), *flow, *feeder));
            }
        }
        sort::by(&mut ended, |a, b| b.cmp(a));
        for (end, id, feeder) in ended {
            let rate = world.flow_specs().nth(id.index()).map_or(0, |flow| arrival_rate(world, flow, feeder));
            inputs.add(world, feeder, rate);
            if inputs.sum() > capacity {
                return end;
            }
        }
        world.now()
    }

    /// Whether `flow` brings frames to `queue`, by the routes at the time of the search. `queue` must be in
    /// a switch.
    pub fn brings(&self, queue: QueueId, flow: FlowId) -> bool {
        self.of_queue(queue).iter().any(|inflow| inflow.flow == flow)
    }

    fn of_queue(&self, queue: QueueId) -> &[Inflow] {
        let first = self.all.partition_point(|inflow| inflow.queue < queue);
        let count = self.all[first..].partition_point(|inflow| inflow.queue == queue);
        &self.all[first..first + count]
    }

    /// Greatest rate at which active flows can bring frames to `queue` now, in bits per second. A result
    /// above `enough` is only a lower bound, because the function stops adding flows there.
    fn rate(&self, world: &World, queue: QueueId, enough: u64) -> u64 {
        let mut inputs = InputRates::default();
        for Inflow { flow, feeder, .. } in self.of_queue(queue) {
            if world.is_flow_active(*flow) {
                inputs.add(world, *feeder, present_rate(world, *flow));
                if inputs.sum() > enough {
                    break;
                }
            }
        }
        inputs.sum()
    }

    /// Rate at which the port of `queue` can send frames of `queue` now, beside the frames of other classes;
    /// see [`class_rate`].
    fn capacity(&self, world: &World, queue: QueueId) -> u64 {
        let port = queue.port;
        // A class whose flows have ended still uses the port while its frames wait.
        let paused = world.paused(port);
        let waits = |class: Priority| !paused.contains(class) && world.priority(port, class).egress_bytes > 0;
        class_rate(world, queue, |class, port_rate| {
            match self.rate(world, QueueId::new(port, class), port_rate) {
                0 if class != queue.priority && waits(class) => port_rate,
                rate => rate,
            }
        })
    }

    /// Rate at which the port of `queue` can send frames of `queue` while all flows are active and no class
    /// is paused. A flow whose path is unknown does not count.
    pub fn planned_capacity(&self, world: &World, queue: QueueId) -> u64 {
        class_rate(world, queue, |class, _| {
            let mut inputs = InputRates::default();
            for Inflow { flow, feeder, .. } in self.of_queue(QueueId::new(queue.port, class)) {
                let spec = world.flow_specs().nth(flow.index());
                inputs.add(world, *feeder, spec.map_or(0, |flow| arrival_rate(world, flow, *feeder)));
            }
            inputs.sum()
        })
    }
}

/// Rate at which a port can send frames of one queue, in bits per second, at most the maximum rate of the
/// queue. `brings(class, port_rate)` returns the rate at which frames of a class arrive; a result above
/// `port_rate` counts as `port_rate`. Strict classes and minimum rates are served first. An enhanced
/// transmission selection (ETS) class has at least its share beside the ETS classes in use.
fn class_rate(
    world: &World,
    QueueId { port, priority: n }: QueueId,
    brings: impl Fn(Priority, u64) -> u64,
) -> u64 {
    let [own, _] = world.rate_debts(QueueId::new(port, n)).map(|debt| debt.map(|debt| debt.rate.bps()));
    let port_rate = port_rate(world, port);
    let scheduler = world.scheduler(port);
    let is_strict = |class: Priority| !scheduler.ets().contains(class);
    let configs = &world.spec().ports[port.index()].config.priorities;
    let most = |class: Priority| configs[class.index()].max_rate.map_or(port_rate, |max| max.rate().bps());
    let rates = Priority::ALL.map(|class| brings(class, port_rate).min(port_rate).min(most(class)));
    let takes = |class: Priority| rates[class.index()];
    let others = || Priority::ALL.into_iter().filter(|class| *class != n);
    let is_before = |class: Priority| is_strict(class) && (class > n || !is_strict(n));
    let first: u64 = others().filter(|class| is_before(*class)).map(takes).sum();
    let reserved: u64 = others()
        .filter(|class| !is_before(*class))
        .filter_map(|class| Some(takes(class).min(configs[class.index()].min_rate?.rate().bps())))
        .sum();
    let left = port_rate.saturating_sub(first).saturating_sub(reserved);
    let of_class = if is_strict(n) {
        left
    } else {
        let beside = |class: &Priority| !is_strict(*class) && takes(*class) > 0;
        let ets: u64 = others().filter(beside).map(takes).sum();
        let weights: u64 = others().filter(beside).map(|class| u64::from(scheduler.share(class))).sum();
        let own = u64::from(scheduler.share(n));
        let share = u128::from(left) * u128::from(own) / u128::from((weights + own).max(1));
        left.saturating_sub(ets).max(u64::try_from(share).unwrap_or(left))
    };
    own.map_or(of_class, |rate| rate.min(of_class))
}

/// Rates at which flows arrive at the inputs of a switch, in bits per second. The key is the port that sends
/// to the input. No input has more than the rate of its link.
#[derive(Default)]
pub(super) struct InputRates(BTreeMap<PortId, u64>);

impl InputRates {
    /// Adds `rate` to the sum of the input to which the port `feeder` sends. The sum never exceeds the rate
    /// of the link of `feeder`.
    pub fn add(&mut self, world: &World, feeder: PortId, rate: u64) {
        let brings = self.0.entry(feeder).or_default();
        *brings = brings.saturating_add(rate).min(world.spec().ports[feeder.index()].clock.rate().bps());
    }

    /// Sum of the rates of all inputs, in bits per second.
    pub fn sum(&self) -> u64 {
        self.0.values().sum()
    }
}

/// Whether flows can together bring frames of any class to `port` faster than the link and the maximum rate
/// of `port` allow. Only flows for which `is_present` is true count. True if the path of such a flow is
/// unknown.
pub(super) fn is_port_oversubscribed(
    world: &World,
    port: PortId,
    is_present: impl Fn(FlowId) -> bool,
) -> bool {
    let mut inputs = InputRates::default();
    for (id, flow) in (0..).map(FlowId).zip(world.flow_specs()).filter(|(id, _)| is_present(*id)) {
        let Some(path) = world.path_of(id) else { return true };
        if let Some(feeder) = feeder_of(&path, port) {
            inputs.add(world, feeder, arrival_rate(world, flow, feeder));
        }
    }
    inputs.sum() > port_rate(world, port)
}

/// Port that sends the frame to the node of `port`. `path` lists the ports that transmit the frame, and the
/// result is the port before `port` in this list. It is `port` itself if `port` is first, and `None` if
/// `port` is not in the list.
pub(super) fn feeder_of(path: &[PortId], port: PortId) -> Option<PortId> {
    let place = path.iter().position(|out| *out == port)?;
    Some(path[place.saturating_sub(1)])
}

/// Rate at which `port` may send, in bits per second: the rate of its link, or its maximum rate if this is
/// lower.
pub(super) fn port_rate(world: &World, port: PortId) -> u64 {
    let link = world.spec().ports[port.index()].clock.rate();
    let [_, maximum] = world.rate_debts(QueueId::new(port, Priority::default()));
    maximum.map_or(link, |debt| debt.rate.min(link)).bps()
}

/// Greatest rate at which the source of an active flow can send now, in bits per second on the wire.
fn present_rate(world: &World, id: FlowId) -> u64 {
    let Some(flow) = world.flow_specs().nth(id.index()) else { return 0 };
    let source = world.flow_source(id).port;
    let frame = u32::from(flow.frame_bytes);
    let waits = world.flow_unsent(id).1 >= 2 * frame;
    let rate = if waits { u64::MAX } else { arrival_rate(world, flow, source) };
    let limit =
        world.flow_rate(id).map_or(u64::MAX, |view| on_the_wire(world, flow, source, view.rate.bps()));
    rate.min(limit)
}

/// Rate at which frames of `flow` arrive at its NIC while the flow is active, in bits per second on the
/// wire. Preamble and gap are those of `port`. `u64::MAX` for a saturating flow.
fn arrival_rate(world: &World, flow: &FlowSpec, port: PortId) -> u64 {
    flow.arrival.rate().map_or(u64::MAX, |rate| on_the_wire(world, flow, port, rate.bps()))
}

/// Converts `rate`, which counts frame bytes, to the rate on the wire, with preamble and gap of `port`.
fn on_the_wire(world: &World, flow: &FlowSpec, port: PortId, rate: u64) -> u64 {
    let frame = u128::from(flow.frame_bytes.max(1));
    let overhead = u128::from(world.spec().ports[port.index()].config.overhead);
    u64::try_from(u128::from(rate) * (frame + overhead) / frame).unwrap_or(u64::MAX)
}

/// Time at which the source of an inactive flow ended: the time of its stop, or the start of its last frame
/// if this is later.
fn ended_at(world: &World, id: FlowId, last_frame: Time) -> Time {
    let is_sent = world.flow_unsent(id).0 == 0;
    let spec = world.flow_specs().nth(id.index());
    let planned = spec.and_then(|flow| flow.stop).filter(|stop| *stop <= world.now());
    let done = world.actions().iter().take(world.actions_run());
    let stopped = done.rev().find(|timed| matches!(timed.action, Action::StopFlow(flow) if flow == id));
    let stop = planned.max(stopped.map(|timed| timed.at)).filter(|_| !is_sent);
    stop.map_or(last_frame, |stop| stop.max(last_frame))
}
