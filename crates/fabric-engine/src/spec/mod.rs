//! Specification of a run: a fabric, its traffic and its actions, validated, as plain types.
//! Immutable and shared; a setting that changes during the run is copied into the state.
//!
//! Knows units, frame formats and the configurations of machines, but not documents. Start with
//! [`Spec`].

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

/// Specification of a fabric, its traffic and its actions.
#[derive(Clone, Debug)]
pub struct Spec {
    /// Seed of all random streams; below 2⁵³.
    pub seed: u64,
    /// End of the time line; a run may continue after it.
    pub horizon: Time,
    /// Hosts and switches, in the order of the document.
    pub nodes: Vec<Node>,
    /// Ports of all nodes, indexed by [`crate::ids::PortId`]; those of one node are adjacent.
    pub ports: Vec<PortSpec>,
    /// Configuration of a switch, indexed by [`Node::switch`].
    pub switches: Vec<SwitchConfig>,
    /// Routes from each switch to each host.
    pub routes: Arc<Routes>,
    /// Frame formats, indexed by [`crate::wire::FormatId`].
    pub formats: Vec<Format>,
    /// Flows that exist from the start, indexed by [`crate::ids::FlowId`]; flows of actions follow
    /// them.
    pub flows: Vec<FlowSpec>,
    /// Collectives, indexed by [`crate::ids::CollectiveId`]; their flows are among `flows`.
    pub collectives: Vec<CollectiveSpec>,
    /// Groups of flows drawn at random; used by reports only.
    pub workloads: Vec<WorkloadSpec>,
    /// Pause sources, in the order of the document; those of actions follow them.
    pub pause_sources: Vec<PauseSourceSpec>,
    /// Actions by time; at one time, in the order of the document.
    pub actions: Vec<TimedAction>,
    /// Switches that a frame may pass before it is dropped.
    pub hop_limit: u8,
    /// Longest frame that every port carries, header through FCS, in bytes; `None`: no limit
    /// is configured, and frames are as long as flows say.
    pub mtu: Option<u16>,
    /// Divisor of the times of all watchdogs, at least 1.
    pub watchdog_scale: u64,
    /// Delay from a link going down or coming up to the update of the routes.
    pub reroute_delay: Time,
    /// Interval between resyncs of link credits; `None`: no resync.
    pub credit_resync: Option<Time>,
    /// Settings that `pfc=off` changed, in words; only reports read them.
    pub without_pfc: Vec<String>,
    /// Settings that the document gives for a place; only reports read them.
    pub given: Vec<GivenSetting>,
}

/// Kind of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// Endpoint with one port.
    Host,
    /// Device that forwards frames.
    Switch,
}

/// Host or switch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Name, unique in the fabric.
    pub name: String,
    /// Host or switch.
    pub kind: NodeKind,
    /// Index among the nodes of its kind.
    pub ordinal: u32,
    /// Ports, as indices of [`Spec::ports`].
    pub ports: Range<u32>,
}

impl Node {
    /// Index among the switches; `None` for a host.
    #[must_use]
    pub fn switch(&self) -> Option<usize> {
        (self.kind == NodeKind::Switch).then_some(self.ordinal as usize)
    }

    /// Index among the hosts; `None` for a switch.
    #[must_use]
    pub fn host(&self) -> Option<usize> {
        (self.kind == NodeKind::Host).then_some(self.ordinal as usize)
    }
}

impl Spec {
    /// Node of this name; `None` if there is none.
    #[must_use]
    pub fn node(&self, name: &str) -> Option<NodeId> {
        self.nodes.iter().position(|node| node.name == name).map(NodeId::new)
    }

    /// Port `number` of `node`; `None` if it has fewer ports.
    #[must_use]
    pub fn port(&self, node: NodeId, number: u32) -> Option<PortId> {
        let Range { start, end } = self.nodes[node.index()].ports.clone();
        start.checked_add(number).filter(|port| *port < end).map(PortId)
    }

    /// Name of a port for display: `s1.2`.
    #[must_use]
    pub fn port_name(&self, port: PortId) -> String {
        let at = &self.ports[port.index()];
        format!("{}.{}", self.nodes[at.node.index()].name, at.number)
    }

    /// Ports of a link, given by either of them; the lower one first.
    #[must_use]
    pub fn link(&self, port: PortId) -> [PortId; 2] {
        let peer = self.ports[port.index()].peer;
        [port.min(peer), port.max(peer)]
    }

    /// Whether `port` needs credits to send, those of its link or of a flow that starts there.
    #[must_use]
    pub fn sends_for_credits(&self, port: PortId) -> bool {
        let at = &self.ports[port.index()];
        self.ports[at.peer.index()].config.credit_channels() != 0
            || self.flows.iter().any(|flow| flow.credits.is_some() && flow.source == at.node)
    }

    /// Node of a port.
    #[must_use]
    pub fn owner(&self, port: PortId) -> &Node {
        &self.nodes[self.ports[port.index()].node.index()]
    }

    /// Index of the switch of a port; `None` for a port of a host.
    #[must_use]
    pub fn switch_of(&self, port: PortId) -> Option<usize> {
        self.owner(port).switch()
    }

    /// Bytes of a memory cell of a node; 1 at hosts.
    #[must_use]
    pub fn cell_bytes(&self, node: NodeId) -> u32 {
        self.nodes[node.index()].switch().map_or(1, |switch| self.switches[switch].pool.cell_bytes)
    }

    /// Whether `other` differs in its actions only.
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
            mtu,
            watchdog_scale,
            reroute_delay,
            credit_resync,
            without_pfc,
            given,
        } = self;
        let numbers = |of: &Self| (of.seed, of.horizon, of.hop_limit, of.mtu, of.watchdog_scale);
        (*seed, *horizon, *hop_limit, *mtu, *watchdog_scale) == numbers(other)
            && (*reroute_delay, *credit_resync) == (other.reroute_delay, other.credit_resync)
            && (nodes, ports, switches) == (&other.nodes, &other.ports, &other.switches)
            && (routes, formats, flows) == (&other.routes, &other.formats, &other.flows)
            && (collectives, workloads) == (&other.collectives, &other.workloads)
            && (pause_sources, given) == (&other.pause_sources, &other.given)
            && *without_pfc == other.without_pfc
    }

    /// Longest frame that a port may carry: the MTU, or without one the longest frame in bytes
    /// of any flow of the document, at least 64.
    #[must_use]
    pub fn longest_frame(&self) -> u16 {
        if let Some(mtu) = self.mtu {
            return mtu;
        }
        self.flows.iter().map(|flow| flow.frame_bytes).fold(crate::wire::MIN_FRAME_BYTES, u16::max)
    }
}
