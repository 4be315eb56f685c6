//! A fabric and what happens to it, validated, as plain types: what the
//! engine runs. Immutable and shared; a live setting is copied into the state.

mod action;
mod builder;
mod collective;
mod fault;
mod given;
mod port;
mod reach;
mod routes;
mod switch;
mod traffic;
mod workload;

pub use action::{Action, Scope, Setting, TimedAction};
pub use builder::{BuildError, Builder, Limits};
pub use collective::CollectiveSpec;
pub use fault::Fault;
pub use given::{GivenSetting, GivenValue};
pub use port::{PortConfig, PortSpec, PriorityConfig, ReceiveSpec};
pub use routes::Routes;
pub use switch::{Forwarding, SwitchConfig};
pub use traffic::{
    Acks, Arrival, CreditUpdate, FlowCredits, FlowSpec, Headers, Operation, PauseSourceSpec, stable_key,
};
pub use workload::WorkloadSpec;

use std::ops::Range;
use std::sync::Arc;

use crate::ids::{NodeId, PortId};
use crate::units::Time;
use crate::wire::Format;

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
    /// Groups of flows that were drawn at random; only reports read them.
    pub workloads: Vec<WorkloadSpec>,
    /// Ports that ask for pauses whatever their buffers hold.
    pub pause_sources: Vec<PauseSourceSpec>,
    /// What happens when, by time; at one time, in the order of the document.
    pub actions: Vec<TimedAction>,
    /// Switches that a frame may pass before it is dropped.
    pub hop_limit: u8,
    /// Divisor of the times of all watchdogs, at least 1.
    pub watchdog_scale: u64,
    /// From a link's going down or coming up to routes that know of it.
    pub reroute_delay: Time,
    /// How often both ends of a credit channel say their totals; `None`: never.
    pub credit_resync: Option<Time>,
    /// Settings that the document gives for a place; only reports read them.
    pub given: Vec<GivenSetting>,
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

    /// Whether `port` sends for credits, its link's or those of a flow from there.
    #[must_use]
    pub fn sends_for_credits(&self, port: PortId) -> bool {
        let at = &self.ports[port.index()];
        self.ports[at.peer.index()].config.credit_channels() != 0
            || self.flows.iter().any(|flow| flow.credits.is_some() && flow.source == at.node)
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

    /// Bytes of a memory cell at a node: a frame takes whole ones; 1 at hosts.
    #[must_use]
    pub fn cell_bytes(&self, node: NodeId) -> u32 {
        self.nodes[node.index()].switch().map_or(1, |switch| self.switches[switch].pool.cell_bytes)
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
            workloads,
            pause_sources,
            actions: _,
            hop_limit,
            watchdog_scale,
            reroute_delay,
            credit_resync,
            given,
        } = self;
        let numbers = |of: &Self| (of.seed, of.horizon, of.hop_limit, of.watchdog_scale);
        (*seed, *horizon, *hop_limit, *watchdog_scale) == numbers(other)
            && (*reroute_delay, *credit_resync) == (other.reroute_delay, other.credit_resync)
            && (nodes, ports, switches) == (&other.nodes, &other.ports, &other.switches)
            && (routes, formats, flows) == (&other.routes, &other.formats, &other.flows)
            && (collectives, workloads) == (&other.collectives, &other.workloads)
            && (pause_sources, given) == (&other.pause_sources, &other.given)
    }

    /// The longest frame that any flow of the document sends, at least 64 B.
    #[must_use]
    pub fn longest_frame(&self) -> u16 {
        self.flows.iter().map(|flow| flow.frame_bytes).fold(crate::wire::MIN_FRAME_BYTES, u16::max)
    }
}
