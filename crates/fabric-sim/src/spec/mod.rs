//! A fabric and what happens to it, validated, as plain types: what the
//! engine runs. Immutable and shared; a live setting is copied into the state.

mod action;
mod builder;
mod collective;
mod fault;
mod reach;
mod routes;
mod switch;
mod traffic;

pub use action::{Action, Scope, Setting, TimedAction};
pub use builder::{BuildError, Builder, Limits};
pub use collective::CollectiveSpec;
pub use fault::Fault;
pub use routes::Routes;
pub use switch::{Forwarding, SwitchConfig};
pub use traffic::{
    Acks, Arrival, CreditUpdate, FlowCredits, FlowSpec, Headers, Operation, PauseSourceSpec, stable_key,
};

use std::ops::Range;
use std::sync::Arc;

use crate::fabric::buffer::{PgConfig, Scope as ThresholdScope, Threshold};
use crate::fabric::classify::ClassifierConfig;
use crate::fabric::egress::{Class, Discipline, EcnConfig, EtsConfig, WredConfig};
use crate::fabric::pfc::{DelayOrder, ReceiverConfig, SenderConfig, Trigger};
use crate::fabric::watchdog::WatchdogConfig;
use crate::ids::{NodeId, PortId};
use crate::units::{PS_PER_S, Quanta, Rate, Time, WireClock};
use crate::wire::{Format, OVERHEAD_BYTES, PRIORITIES};

/// A fabric, its traffic and the actions on it.
#[derive(Clone, Debug)]
pub struct Spec {
    /// Splits into one random stream per flow and per marker. Below 2⁵³.
    pub seed: u64,
    /// The end of the time line; a run may go on past it.
    pub horizon: Time,
    /// Hosts and switches, in the order of the document.
    pub nodes: Vec<Node>,
    /// Ports of all nodes; those of one node are adjacent.
    pub ports: Vec<PortSpec>,
    /// What each switch is made of, by [`Node::switch`].
    pub switches: Vec<SwitchConfig>,
    /// Where each switch sends frames for each host.
    pub routes: Arc<Routes>,
    /// What frames may look like, by [`crate::wire::FormatId`].
    pub formats: Vec<Format>,
    /// Traffic that is there from the start.
    pub flows: Vec<FlowSpec>,
    /// Flows of these whose messages begin when others have arrived.
    pub collectives: Vec<CollectiveSpec>,
    /// Ports that ask for pauses whatever their buffers hold.
    pub pause_sources: Vec<PauseSourceSpec>,
    /// What happens when, by time; at one time, in the order of the document.
    pub actions: Vec<TimedAction>,
    /// Switches that a frame may pass before it is dropped.
    pub hop_limit: u8,
    /// The times of watchdogs run so much faster than they say; at least 1.
    pub watchdog_scale: u64,
    /// From a link's going down or coming up to routes that know of it.
    pub reroute_delay: Time,
    /// How often both ends of a credit channel say their totals; `None`: never.
    pub credit_resync: Option<Time>,
}

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// An endpoint with one port.
    Host,
    /// Forwards frames.
    Switch,
}

/// A host or a switch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Unique in the fabric.
    pub name: String,
    /// Host or switch.
    pub kind: NodeKind,
    /// Its number among nodes of its kind.
    pub ordinal: u32,
    /// Its ports among [`Spec::ports`].
    pub ports: Range<u32>,
}

impl Node {
    /// Its number among the switches, if it is one.
    #[must_use]
    pub fn switch(&self) -> Option<usize> {
        (self.kind == NodeKind::Switch).then_some(self.ordinal as usize)
    }

    /// Its number among the hosts, if it is one.
    #[must_use]
    pub fn host(&self) -> Option<usize> {
        (self.kind == NodeKind::Host).then_some(self.ordinal as usize)
    }
}

/// One end of a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PortSpec {
    /// Whose port it is.
    pub node: NodeId,
    /// Its number at that node, from 0, in the order of the document's links.
    pub number: u32,
    /// The port at the other end.
    pub peer: PortId,
    /// Rate of the link.
    pub clock: WireClock,
    /// From the last bit out to the last bit in: propagation, PHY and FEC.
    pub delay: Time,
    /// How it behaves.
    pub config: PortConfig,
}

impl PortSpec {
    /// What the link carries while a bit goes there and back.
    #[must_use]
    pub fn round_trip_bytes(&self) -> u64 {
        let bits = u128::from(2 * self.delay.ps()) * u128::from(self.clock.rate().bps());
        u64::try_from(bits / (8 * u128::from(PS_PER_S))).unwrap_or(u64::MAX)
    }
}

/// How a port behaves, of a host or of a switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PortConfig {
    /// Bytes of wire time beside each frame: preamble and gap.
    pub overhead: u32,
    /// How it obeys PFC.
    pub receiver: ReceiverConfig,
    /// How it asks for PFC; a host's for its receive buffer alone.
    pub sender: SenderConfig,
    /// How its ETS classes take turns.
    pub ets: EtsConfig,
    /// Of a host: its receive side.
    pub receive: ReceiveSpec,
    /// Which priority it gives to what comes in; a host's does not.
    pub classifier: ClassifierConfig,
    /// Of a host: how long it may send pauses without carrying a frame to
    /// memory before it stops them, unscaled; `None`: for ever.
    pub nic_watchdog: Option<Time>,
    /// Bytes of the frames in which it gives credits back; 0: that takes no wire time.
    pub credit_update: u16,
    /// Its eight priorities.
    pub priorities: [PriorityConfig; PRIORITIES],
}

/// How one priority of one port behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PriorityConfig {
    /// Its ingress priority group.
    pub pg: PgConfig,
    /// What a lossy egress queue may hold beside what the ingress group allows.
    pub egress_limit: Option<Threshold>,
    /// Early drop at its egress queue, of lossy frames.
    pub wred: WredConfig,
    /// Marking at its egress queue.
    pub ecn: EcnConfig,
    /// How its egress queue takes its turn.
    pub class: Class,
    /// Of a host: bytes in its receive buffer at which it asks for a pause, at
    /// least its low mark; `None`: by what the traffic needs.
    pub receive_high: Option<u64>,
    /// Bytes at which it resumes; `None`: likewise, or the high mark if that is less.
    pub receive_low: Option<u64>,
    /// What looks after its egress queue, with its times unscaled.
    pub watchdog: Option<WatchdogConfig>,
    /// What its ingress buffer promises to the port at the other end, which
    /// sends no more than that; in bytes as they are charged here. `None`:
    /// nothing is promised, and what comes is not held back by credits. With
    /// credits, the reserve of its group is at least this.
    pub credits: Option<u64>,
}

/// The receive side of a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReceiveSpec {
    /// How fast its bus carries frames to memory, in frame bytes; `None`: infinitely.
    pub drain: Option<Rate>,
    /// Frame bytes that wait for the bus at most.
    pub buffer: u64,
    /// Payload, of each priority, that its NIC has still to send of what it
    /// was asked for, from which on it takes no more requests; `None`: it
    /// always does.
    pub responses: Option<u64>,
}

impl ReceiveSpec {
    /// An infinitely fast bus; 1 MB, should it become slower, or requests have to wait.
    pub const DEFAULT: Self = Self { drain: None, buffer: 1_000_000, responses: Some(1 << 16) };
}

impl PortConfig {
    /// The defaults of every port: priority 3 is lossless, all are strict,
    /// nothing is marked. Pauses are not refreshed: half of their time, the
    /// model's default, depends on the rate of the port, which documents know.
    #[must_use]
    pub fn new() -> Self {
        let lossless = 1 << 3;
        Self {
            overhead: OVERHEAD_BYTES,
            receiver: ReceiverConfig {
                enabled: lossless,
                delay: Time::ZERO,
                order: DelayOrder::FromIndication,
                timer: true,
            },
            sender: SenderConfig {
                enabled: lossless,
                quanta: Quanta::MAX,
                refresh: None,
                explicit_xon: true,
                trigger: Trigger::IngressPg,
            },
            ets: EtsConfig::DEFAULT,
            receive: ReceiveSpec::DEFAULT,
            classifier: ClassifierConfig::IDENTITY,
            nic_watchdog: None,
            credit_update: 0,
            priorities: std::array::from_fn(|n| PriorityConfig::new(lossless >> n & 1 == 1)),
        }
    }
}

impl PortConfig {
    /// Mask of the virtual channels that come in for credits.
    #[must_use]
    pub fn credit_channels(&self) -> u8 {
        let channels = (0..8u8).zip(&self.priorities).filter(|(_, lane)| lane.credits.is_some());
        channels.fold(0, |mask, (n, _)| mask | 1 << n)
    }

    /// Whether any watchdog looks after the port.
    #[must_use]
    pub fn is_watched(&self) -> bool {
        self.nic_watchdog.is_some() || self.priorities.iter().any(|lane| lane.watchdog.is_some())
    }
}

impl Default for PortConfig {
    fn default() -> Self {
        Self::new()
    }
}

impl PriorityConfig {
    /// The defaults of a lossless or of a lossy priority.
    #[must_use]
    pub fn new(lossless: bool) -> Self {
        let pg = if lossless {
            PgConfig {
                lossless,
                counted: true,
                reserve: 0,
                threshold: Threshold::Static(40_000),
                scope: ThresholdScope::Group,
                xon: 38_000,
                xon_offset: None,
                headroom: 20_000,
            }
        } else {
            PgConfig {
                lossless,
                counted: true,
                reserve: 0,
                threshold: Threshold::Dynamic(Threshold::ONE),
                scope: ThresholdScope::Group,
                xon: 0,
                xon_offset: None,
                headroom: 0,
            }
        };
        Self {
            pg,
            egress_limit: (!lossless).then_some(Threshold::Dynamic(Threshold::ONE)),
            wred: WredConfig::OFF,
            ecn: EcnConfig::OFF,
            class: Class { discipline: Discipline::Strict, share: 0 },
            receive_high: None,
            receive_low: None,
            watchdog: None,
            credits: None,
        }
    }
}

impl Spec {
    /// The node called `name`.
    #[must_use]
    pub fn node(&self, name: &str) -> Option<NodeId> {
        self.nodes.iter().position(|node| node.name == name).map(NodeId::new)
    }

    /// Port `number` of `node`.
    #[must_use]
    pub fn port(&self, node: NodeId, number: u32) -> Option<PortId> {
        let Range { start, end } = self.nodes[node.index()].ports.clone();
        start.checked_add(number).filter(|port| *port < end).map(PortId)
    }

    /// A port as people read it: `s1.2`.
    #[must_use]
    pub fn port_name(&self, port: PortId) -> String {
        let at = &self.ports[port.index()];
        format!("{}.{}", self.nodes[at.node.index()].name, at.number)
    }

    /// The two ports of a link, by either; the lower first.
    #[must_use]
    pub fn link(&self, port: PortId) -> [PortId; 2] {
        let peer = self.ports[port.index()].peer;
        [port.min(peer), port.max(peer)]
    }

    /// The node whose port this is.
    #[must_use]
    pub fn owner(&self, port: PortId) -> &Node {
        &self.nodes[self.ports[port.index()].node.index()]
    }

    /// The switch whose port this is, by its number among the switches.
    #[must_use]
    pub fn switch_of(&self, port: PortId) -> Option<usize> {
        self.owner(port).switch()
    }

    /// Whether another spec differs from this one in its actions only.
    #[must_use]
    pub fn is_but_for_actions(&self, other: &Self) -> bool {
        // Each field by its name: a new one does not compile until it is compared.
        let Self {
            seed,
            horizon,
            nodes,
            ports,
            switches,
            routes,
            formats,
            flows,
            collectives,
            pause_sources,
            actions: _,
            hop_limit,
            watchdog_scale,
            reroute_delay,
            credit_resync,
        } = self;
        let numbers = |of: &Self| (of.seed, of.horizon, of.hop_limit, of.watchdog_scale);
        (*seed, *horizon, *hop_limit, *watchdog_scale) == numbers(other)
            && (*reroute_delay, *credit_resync) == (other.reroute_delay, other.credit_resync)
            && (nodes, ports, switches) == (&other.nodes, &other.ports, &other.switches)
            && (routes, formats, flows) == (&other.routes, &other.formats, &other.flows)
            && (collectives, pause_sources) == (&other.collectives, &other.pause_sources)
    }

    /// The longest frame that any flow of the document sends, at least 64 B.
    #[must_use]
    pub fn longest_frame(&self) -> u16 {
        self.flows.iter().map(|flow| flow.frame_bytes).fold(crate::wire::MIN_FRAME_BYTES, u16::max)
    }
}
