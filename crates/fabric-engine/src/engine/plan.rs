//! Constants of ports for the event loop, derived from the specification. Start with [`PortConstants`].
//!
//! The table has one entry for each port. An entry has indices into smaller tables, for example into the
//! table of ports with credits. The index is [`NONE`] for a port without this function.

use crate::fabric::buffer::Scope;
use crate::fabric::egress::WredConfig;
use crate::fabric::endpoint::{ReceiveConfig, ReceiveThresholds};
use crate::fabric::pfc::Trigger;
use crate::ids::{HostId, LocalPort, PortId, Priority, PrioritySet, SwitchId};
use crate::spec::{FlowSpec, Forwarding, Limits, Operation, PortConfig, PriorityConfig, Spec};
use crate::units::{Rate, Time, TransmissionTimes};
use crate::wire::{PREAMBLE_BYTES, PRIORITIES};

use super::configs::{ConfigIds, Configs};
use super::port_pipeline::has_pipeline;

/// Constants of a port. The fields that the event loop reads for every frame are in the first cache line. The
/// fields that only ports with a pipeline need come after this line.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct PortConstants {
    pub clock: TransmissionTimes,
    pub delay: Time,
    /// Port at the other end of the link.
    pub peer: PortId,
    pub role: Role,
    /// Index of the port among the ports with a pipeline; [`NONE`] if the port has no pipeline.
    pub pipeline: u16,
    /// Index of the port among the ports with a watchdog; [`NONE`] if the port has no watchdog.
    pub watchdog: u16,
    /// Index of the port among the ports with credits; [`NONE`] if the link has no credits.
    pub credit: u16,
    /// Index of the port among the ports with minimum or maximum rates; [`NONE`] if the port has no rates.
    pub shaper: u16,
    /// Bytes that each frame occupies on the wire in addition: preamble and inter-frame gap.
    overhead: u16,
    pub configs: ConfigIds,
    /// Bytes of a credit update frame; 0: updates take no wire time.
    pub update_bytes: u16,
    /// Bytes of `overhead` that precede the frame.
    preamble: u8,
    /// Index of the port within its node, from 0.
    pub number: LocalPort,
    /// Whether frames reach the egress queues of this port through a crossbar.
    pub crossbar: bool,
    /// Whether the port at the other end has a pipeline.
    pub peer_has_pipeline: bool,
    /// Whether the switch of the port learns addresses.
    pub learns: bool,
    /// Priorities whose PG requests pauses, if the port belongs to a switch. Without meaning at hosts.
    pub by_group: PrioritySet,
    /// Priorities for which each admission must check a trigger other than the length of the PG. This trigger
    /// is the length of the egress queue, or link pause.
    pub by_other: PrioritySet,
    /// Priorities with WRED at the egress queue.
    pub wred: PrioritySet,
    /// Virtual channels in which this port needs credits to transmit.
    pub tx_credit_mask: PrioritySet,
    /// Virtual channels for which this port returns credits to its peer.
    pub rx_credit_mask: PrioritySet,
    /// Priorities whose egress queues pause inputs (egress trigger), if the port belongs to a switch. Without
    /// meaning at hosts.
    pub by_queue: PrioritySet,
    /// Whether the link uses link pause (802.3x) in place of PFC.
    pub link_pause: bool,
    /// Ingress latency of the switch: time for the lookup.
    pub latency: Time,
    /// Latency of the crossbar for a cut-through frame.
    pub crossing: Time,
    /// Forwarding mode of the switch.
    pub forwarding: Forwarding,
}

/// Index that stands for "none". A fabric has fewer ports.
const NONE: u16 = u16::MAX;
const _: () = assert!(2 * Limits::LINKS < NONE as usize);

impl PortConstants {
    /// Whether the port has a watchdog, of a queue or of a NIC.
    #[inline]
    pub const fn has_watchdog(&self) -> bool {
        self.watchdog != NONE
    }

    /// Whether the port has a watchdog that counts received pauses. Watchdogs ignore link pause
    /// (802.3x).
    #[inline]
    pub const fn watches_pauses(&self) -> bool {
        self.has_watchdog() && !self.link_pause
    }

    /// Time from the first bit of the preamble to the last bit of a frame of `bytes` on the wire.
    #[inline]
    pub fn frame_time(&self, bytes: u32) -> Time {
        self.clock.time(bytes + u32::from(self.preamble))
    }

    /// Time for which a frame of `bytes` occupies the transmitter, overhead included.
    #[inline]
    pub fn wire_time(&self, bytes: u32) -> Time {
        self.clock.time(bytes + u32::from(self.overhead))
    }

    /// Whether the link of the port has credits.
    #[inline]
    pub const fn has_credits(&self) -> bool {
        self.credit != NONE
    }

    /// Whether the port, or one of its queues, has a minimum or maximum rate.
    #[inline]
    pub const fn is_shaped(&self) -> bool {
        self.shaper != NONE
    }

    /// Whether the port has credits, minimum rates or maximum rates. In such a port, a frame may have to wait
    /// although its priority is not paused.
    #[inline]
    pub const fn may_be_limited(&self) -> bool {
        self.credit & self.shaper != NONE
    }

    /// Whether arriving frames pass a pipeline ([`super::port_pipeline`]). They do if the switch has an
    /// ingress latency or cuts through.
    #[inline]
    pub const fn has_pipeline(&self) -> bool {
        self.pipeline != NONE
    }
}

/// Kind of the node that owns a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Host(HostId),
    Switch(SwitchId),
}

impl Role {
    /// Switch that owns the port; `None` if a host owns it.
    pub(super) const fn switch(self) -> Option<SwitchId> {
        match self {
            Self::Host(_) => None,
            Self::Switch(switch) => Some(switch),
        }
    }
}

/// Constants of all ports, indexed by port, and the configurations to which the constants refer.
pub(super) fn ports(spec: &Spec) -> (Vec<PortConstants>, Configs) {
    let longest = spec.longest_frame();
    let mut configs = Configs::default();
    let (mut numbers, mut watched, mut credits, mut shaped) = (0.., 0.., 0.., 0..);
    let plans = spec
        .ports
        .iter()
        .enumerate()
        .map(|(index, port)| {
            let node = &spec.nodes[port.node.index()];
            let config = &port.config;
            let switch = node.switch().map(|switch| &spec.switches[switch.index()]);
            let staged = has_pipeline(spec, PortId::new(index)).then(|| numbers.next()).flatten();
            let rx_credit_mask = config.credit_channels();
            let tx_credit_mask = spec.ports[port.peer.index()].config.credit_channels();
            let by_queue = mask(config, |priority| {
                let is_triggered_by_queue =
                    config.sender.trigger == Trigger::EgressQueue || priority.pg.scope == Scope::Queue;
                is_triggered_by_queue && priority.credits.is_none() && config.link_pause.is_none()
            });
            let is_pg = config.sender.trigger == Trigger::IngressPg || config.link_pause.is_some();
            PortConstants {
                clock: port.clock,
                delay: port.delay,
                peer: port.peer,
                overhead: narrow(config.overhead),
                preamble: u8::try_from(config.overhead.min(PREAMBLE_BYTES)).unwrap_or(u8::MAX),
                role: node.switch().map_or(Role::Host(HostId(node.ordinal)), Role::Switch),
                number: port.number,
                crossbar: node
                    .switch()
                    .is_some_and(|switch| spec.switches[switch.index()].crossbar.is_some()),
                configs: configs.add(config, longest),
                // On a link with credits, the PG returns the credits, whatever the trigger is.
                by_group: if is_pg { PrioritySet::ALL } else { rx_credit_mask },
                by_queue,
                by_other: if config.link_pause.is_some() { PrioritySet::ALL } else { by_queue },
                link_pause: config.link_pause.is_some(),
                wred: mask(config, |priority| priority.wred != WredConfig::OFF),
                pipeline: staged.unwrap_or(NONE),
                peer_has_pipeline: has_pipeline(spec, port.peer),
                learns: switch.is_some_and(|switch| switch.learning.is_some()),
                forwarding: switch.map_or(Forwarding::StoreAndForward, |switch| switch.forwarding),
                latency: switch.map_or(Time::ZERO, |switch| switch.ingress_latency),
                crossing: switch
                    .and_then(|switch| switch.crossbar)
                    .map_or(Time::ZERO, |crossbar| crossbar.latency),
                watchdog: if config.has_watchdog() { watched.next().unwrap_or(NONE) } else { NONE },
                credit: if (tx_credit_mask | rx_credit_mask).is_empty() {
                    NONE
                } else {
                    credits.next().unwrap_or(NONE)
                },
                shaper: if config.rates().is_off() { NONE } else { shaped.next().unwrap_or(NONE) },
                tx_credit_mask,
                rx_credit_mask,
                update_bytes: config.credit_update,
            }
        })
        .collect();
    (plans, configs)
}

/// Converts the overhead of a frame, in bytes, to 16 bits. Documents allow at most 1000 B.
fn narrow(bytes: u32) -> u16 {
    u16::try_from(bytes).expect("checked with the document")
}

/// Priorities for whose configuration `holds` is true.
fn mask(config: &PortConfig, holds: impl Fn(&PriorityConfig) -> bool) -> PrioritySet {
    let held = Priority::ALL.into_iter().zip(&config.priorities).filter(|(_, config)| holds(config));
    held.map(|(n, _)| n).collect()
}

/// Rate at which each host moves received frames to memory, in the order of the hosts. `None` for a host with
/// unlimited rate.
pub(super) fn drains(spec: &Spec) -> impl Iterator<Item = Option<Rate>> {
    hosts(spec).map(|port| spec.ports.get(port?.index())?.config.receive.drain)
}

/// Configuration of the receive buffer of each host, in the order of the hosts.
pub(super) fn receivers(spec: &Spec) -> Vec<ReceiveConfig> {
    let longest = spec.longest_frame();
    let frames: [(u32, u16); PRIORITIES] =
        std::array::from_fn(|n| frames(spec, Priority::from_index(n), longest));
    let config = |port: Option<PortId>| {
        let Some(port) = port.map(|port| &spec.ports[port.index()]) else {
            // A host without a link receives nothing.
            let thresholds = [ReceiveThresholds { xoff: 0, xon: 0 }; PRIORITIES];
            return ReceiveConfig { size: 0, thresholds, credits: [0; PRIORITIES], link_pause: None };
        };
        ReceiveConfig {
            size: port.config.receive.buffer,
            thresholds: std::array::from_fn(|n| {
                thresholds(&port.config.priorities[n], frames[n], port.round_trip_bytes())
            }),
            credits: port.config.priorities.map(|priority| priority.credits.unwrap_or(0)),
            link_pause: port.config.link_pause,
        }
    };
    hosts(spec).map(config).collect()
}

/// Port of each host, in the order of the hosts; port 0 for a host without a link.
pub(super) fn host_ports(spec: &Spec) -> Vec<PortId> {
    hosts(spec).map(|port| port.unwrap_or(PortId(0))).collect()
}

/// Default XOFF of a receive buffer for `priority`: number of frames, and size of each frame in bytes. The
/// number depends on the flows of the document. The size is `longest`, the longest frame of the fabric; if
/// only read requests have this priority, the longest request.
fn frames(spec: &Spec, priority: Priority, longest: u16) -> (u32, u16) {
    let is = |other: Priority| other == priority;
    let mut data = spec.flows.iter().filter(|flow| is(flow.priority)).peekable();
    let reads = |flow: &&FlowSpec| flow.request_priority().is_some_and(is);
    let requests = spec.flows.iter().filter(reads).map(|flow| {
        spec.formats[flow.headers.format.index()].request_frame_bytes(flow.headers.tagged, flow.headers.icrc)
    });
    match requests.max() {
        Some(longest) if data.peek().is_none() => return (ReceiveThresholds::DATA_FRAMES, longest),
        _ => {}
    }
    let is_copied = |flow: &FlowSpec| matches!(flow.operation, Operation::Multicast(_));
    let is_multicast = data.peek().is_some() && data.all(is_copied);
    (if is_multicast { ReceiveThresholds::MULTICAST_FRAMES } else { ReceiveThresholds::DATA_FRAMES }, longest)
}

/// XOFF and XON of a receive buffer in bytes. A value that the document does not give is derived from
/// `frames` frames of `longest` bytes, and from `round_trip`, in bytes. A derived XOFF is never below a given
/// XON. XON is never above XOFF.
fn thresholds(config: &PriorityConfig, (frames, longest): (u32, u16), round_trip: u64) -> ReceiveThresholds {
    let auto = ReceiveThresholds::of_traffic(frames, longest, round_trip);
    let high = config.receive_xoff.unwrap_or(auto.xoff.max(config.receive_xon.unwrap_or(0)));
    ReceiveThresholds { xoff: high, xon: config.receive_xon.unwrap_or(auto.xon).min(high) }
}

/// Port of each host, in the order of the hosts; `None` for a host without a link.
fn hosts(spec: &Spec) -> impl Iterator<Item = Option<PortId>> {
    let hosts = spec.nodes.iter().filter(|node| node.host().is_some());
    hosts.map(|node| node.ports.clone().next().map(PortId))
}
