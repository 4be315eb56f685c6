//! Immutable data of each port that the event loop reads for every frame.

use crate::fabric::buffer::Scope;
use crate::fabric::egress::WredConfig;
use crate::fabric::endpoint::{ReceiveConfig, ReceiveMarks};
use crate::fabric::pfc::Trigger;
use crate::ids::PortId;
use crate::spec::{FlowSpec, Forwarding, Limits, Operation, PortConfig, PriorityConfig, Spec};
use crate::units::{Rate, Time, WireClock};
use crate::wire::{PREAMBLE_BYTES, PRIORITIES};

use super::configs::{Configs, Which};
use super::stage::is_staged;

/// What of a port's spec the loop reads at every frame, side by side in a line
/// of the cache, and behind it what only ports with a stage need.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct PortPlan {
    pub clock: WireClock,
    pub delay: Time,
    /// The port at the other end.
    pub peer: u32,
    pub role: Role,
    /// Its number among the ports that have a stage; [`NONE`]: it has none.
    pub stage: u16,
    /// Its number among the ports that have a watchdog; [`NONE`]: it has none.
    pub watchdog: u16,
    /// Its number among the ports whose links have credits; [`NONE`]: its link has none.
    pub credit: u16,
    /// Bytes of wire time beside a frame.
    overhead: u16,
    pub configs: Which,
    /// Bytes of the frames in which it gives credits back; 0: that takes no wire time.
    pub update_bytes: u16,
    /// How many of the bytes beside a frame go before it.
    preamble: u8,
    /// Its number at its node.
    pub number: u8,
    /// Whether a crossbar stands between the inputs and this output.
    pub crossbar: bool,
    /// Whether the port at the other end has a stage.
    pub peer_staged: bool,
    /// Whether its switch learns where hosts are.
    pub learns: bool,
    /// Priorities of a switch's port whose ingress group asks for pauses, and
    /// those for which the egress queues do that hold their frames.
    pub by_group: u8,
    pub by_queue: u8,
    /// Priorities whose egress queue drops early.
    pub wred: u8,
    /// The virtual channels out of which it sends for credits, and those that
    /// come in for credits that it gives.
    pub needs: u8,
    pub gives: u8,
    /// The ingress latency of its switch.
    pub latency: Time,
    /// What a crossbar adds for a frame that is cut through.
    pub crossing: Time,
    /// When its switch lets a frame leave.
    pub forwarding: Forwarding,
}

/// The number of what a port has not. No fabric has as many ports.
const NONE: u16 = u16::MAX;
const _: () = assert!(2 * Limits::LINKS < NONE as usize);

impl PortPlan {
    /// Whether it has a watchdog.
    #[inline]
    pub const fn is_watched(&self) -> bool {
        self.watchdog != NONE
    }

    /// From the first bit of its preamble to the last of a frame of `bytes`.
    #[inline]
    pub fn frame_time(&self, bytes: u32) -> Time {
        self.clock.time(bytes + u32::from(self.preamble))
    }

    /// How long its transmitter is busy with a frame of `bytes`.
    #[inline]
    pub fn wire_time(&self, bytes: u32) -> Time {
        self.clock.time(bytes + u32::from(self.overhead))
    }

    /// Whether its link has credits.
    #[inline]
    pub const fn has_credits(&self) -> bool {
        self.credit != NONE
    }

    /// Whether frames that come in are not simply queued when they are whole.
    #[inline]
    pub const fn is_staged(&self) -> bool {
        self.stage != NONE
    }
}

/// Whose port it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Of this host, by its number among the hosts.
    Host(u32),
    /// Of this switch, by its number among the switches.
    Switch(u32),
}

impl Role {
    /// The switch, by its number among the switches.
    pub(super) const fn switch(self) -> Option<usize> {
        match self {
            Self::Host(_) => None,
            Self::Switch(switch) => Some(switch as usize),
        }
    }
}

pub(super) fn ports(spec: &Spec) -> (Vec<PortPlan>, Configs) {
    let longest = spec.longest_frame();
    let mut configs = Configs::default();
    let (mut numbers, mut watched, mut credits) = (0.., 0.., 0..);
    let plans = spec
        .ports
        .iter()
        .enumerate()
        .map(|(index, port)| {
            let node = &spec.nodes[port.node.index()];
            let config = &port.config;
            let switch = node.switch().map(|switch| &spec.switches[switch]);
            let staged = is_staged(spec, index).then(|| numbers.next()).flatten();
            let gives = config.credit_channels();
            let needs = spec.ports[port.peer.index()].config.credit_channels();
            PortPlan {
                clock: port.clock,
                delay: port.delay,
                peer: port.peer.0,
                overhead: narrow(config.overhead),
                preamble: u8::try_from(config.overhead.min(PREAMBLE_BYTES)).unwrap_or(u8::MAX),
                role: if node.host().is_some() {
                    Role::Host(node.ordinal)
                } else {
                    Role::Switch(node.ordinal)
                },
                number: u8::try_from(port.number).unwrap_or(u8::MAX),
                crossbar: node.switch().is_some_and(|switch| spec.switches[switch].crossbar.is_some()),
                configs: configs.add(config, longest),
                // What a buffer has promised, the group itself gives back.
                by_group: if config.sender.trigger == Trigger::IngressPg { u8::MAX } else { gives },
                by_queue: mask(config, |lane| {
                    let asks = config.sender.trigger == Trigger::EgressQueue || lane.pg.scope == Scope::Queue;
                    asks && lane.credits.is_none()
                }),
                wred: mask(config, |lane| lane.wred != WredConfig::OFF),
                stage: staged.unwrap_or(NONE),
                peer_staged: is_staged(spec, port.peer.index()),
                learns: switch.is_some_and(|switch| switch.learning.is_some()),
                forwarding: switch.map_or(Forwarding::StoreAndForward, |switch| switch.forwarding),
                latency: switch.map_or(Time::ZERO, |switch| switch.ingress_latency),
                crossing: switch
                    .and_then(|switch| switch.crossbar)
                    .map_or(Time::ZERO, |crossbar| crossbar.latency),
                watchdog: if config.is_watched() { watched.next().unwrap_or(NONE) } else { NONE },
                credit: if needs | gives == 0 { NONE } else { credits.next().unwrap_or(NONE) },
                needs,
                gives,
                update_bytes: config.credit_update,
            }
        })
        .collect();
    (plans, configs)
}

/// Bytes beside a frame, of which a document may ask for 1000 at most.
fn narrow(bytes: u32) -> u16 {
    u16::try_from(bytes).expect("checked with the document")
}

/// The priorities of which `holds` is true.
fn mask(config: &PortConfig, holds: impl Fn(&PriorityConfig) -> bool) -> u8 {
    let bits = (0..8u8).zip(&config.priorities).filter(|(_, lane)| holds(lane));
    bits.fold(0, |mask, (n, _)| mask | 1 << n)
}

/// By host: how fast its bus is.
pub(super) fn drains(spec: &Spec) -> impl Iterator<Item = Option<Rate>> {
    hosts(spec).map(|port| spec.ports.get(port?.index())?.config.receive.drain)
}

/// By host: what its receive buffer is made of.
pub(super) fn receivers(spec: &Spec) -> Vec<ReceiveConfig> {
    let longest = spec.longest_frame();
    let frames: [(u32, u16); PRIORITIES] = std::array::from_fn(|n| frames(spec, n, longest));
    let config = |port: Option<PortId>| {
        let Some(port) = port.map(|port| &spec.ports[port.index()]) else {
            // Nothing comes where there is no link.
            let marks = [ReceiveMarks { high: 0, low: 0 }; PRIORITIES];
            return ReceiveConfig { size: 0, marks, promised: [0; PRIORITIES] };
        };
        ReceiveConfig {
            size: port.config.receive.buffer,
            marks: std::array::from_fn(|n| {
                marks(&port.config.priorities[n], frames[n], port.round_trip_bytes())
            }),
            promised: port.config.priorities.map(|lane| lane.credits.unwrap_or(0)),
        }
    };
    hosts(spec).map(config).collect()
}

/// By host: its port; 0 of one that nothing is linked to.
pub(super) fn host_ports(spec: &Spec) -> Vec<u32> {
    hosts(spec).map(|port| port.map_or(0, |port| port.0)).collect()
}

/// Frames that the high mark of a priority leaves room for, and how long the
/// longest is, by what the document sends in it.
fn frames(spec: &Spec, priority: usize, longest: u16) -> (u32, u16) {
    let is = |other: u8| usize::from(other) == priority;
    let mut data = spec.flows.iter().filter(|flow| is(flow.priority)).peekable();
    let asks = |flow: &&FlowSpec| flow.request_priority().is_some_and(is);
    let requests = spec.flows.iter().filter(asks).map(|flow| {
        spec.formats[flow.headers.format.index()].request_frame_bytes(flow.headers.tagged, flow.headers.icrc)
    });
    match requests.max() {
        Some(longest) if data.peek().is_none() => return (ReceiveMarks::DATA_FRAMES, longest),
        _ => {}
    }
    let is_copied = |flow: &FlowSpec| matches!(flow.operation, Operation::Multicast(_));
    let is_multicast = data.peek().is_some() && data.all(is_copied);
    (if is_multicast { ReceiveMarks::MULTICAST_FRAMES } else { ReceiveMarks::DATA_FRAMES }, longest)
}

/// The marks that are given, or what they must be for those that are.
fn marks(lane: &PriorityConfig, (frames, longest): (u32, u16), round_trip: u64) -> ReceiveMarks {
    let auto = ReceiveMarks::of_traffic(frames, longest, round_trip);
    let high = lane.receive_high.unwrap_or(auto.high.max(lane.receive_low.unwrap_or(0)));
    ReceiveMarks { high, low: lane.receive_low.unwrap_or(auto.low).min(high) }
}

/// The port of each host; one that nothing is linked to has none.
fn hosts(spec: &Spec) -> impl Iterator<Item = Option<PortId>> {
    let hosts = spec.nodes.iter().filter(|node| node.host().is_some());
    hosts.map(|node| node.ports.clone().next().map(PortId))
}
