//! Specification of a run: a fabric, its traffic and its actions, validated, as plain types. A spec
//! never changes and may be shared; a setting that changes during the run is copied into the state.
//!
//! The module knows units, frame formats and the configurations of machines, but not documents.
//! Start with [`Spec`].
//!
//! Functions of [`Spec`] that take an id panic if the spec has no such item.

mod action;
mod builder;
mod collective;
mod fault;
mod local_settings;
mod port;
mod reach;
mod routes;
mod switch;
mod traffic;
mod workload;

pub use action::{Action, Setting, SettingScope, TimedAction};
pub use builder::{BuildError, Builder, Limits};
pub use collective::CollectiveSpec;
pub use fault::Fault;
pub use local_settings::{ChangedSetting, LocalSetting, LocalValue};
pub use port::{PortConfig, PortSpec, PriorityConfig, ReceiveSpec};
pub use routes::Routes;
pub use switch::{Forwarding, SwitchConfig};
pub use traffic::{Acks, Arrival, CreditUpdate, FlowCredits, FlowSpec, Headers, Operation, PauseSourceSpec};
pub use workload::WorkloadSpec;

use std::ops::Range;
use std::sync::Arc;

use crate::ids::{HostId, NodeId, PortId, SwitchId};
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
    /// Ports of all nodes, indexed by [`crate::ids::PortId`]; the ports of one node are adjacent.
    pub ports: Vec<PortSpec>,
    /// Configurations of the switches, indexed by [`Node::switch`].
    pub switches: Vec<SwitchConfig>,
    /// Routes from each switch to each host.
    pub routes: Arc<Routes>,
    /// Frame formats, indexed by [`crate::wire::FormatId`].
    pub formats: Vec<Format>,
    /// Flows that exist from the start, indexed by [`crate::ids::FlowId`]. Flows of actions get the
    /// following ids.
    pub flows: Vec<FlowSpec>,
    /// Collectives, indexed by [`crate::ids::CollectiveId`]; their flows are among `flows`.
    pub collectives: Vec<CollectiveSpec>,
    /// Groups of flows with random sizes and start times; used by reports only.
    pub workloads: Vec<WorkloadSpec>,
    /// Pause sources of the document, in its order. Pause sources of actions get the following
    /// indices.
    pub pause_sources: Vec<PauseSourceSpec>,
    /// Actions, ordered by time; actions of one time in the order of the document.
    pub actions: Vec<TimedAction>,
    /// Number of switches that a frame may pass. The next switch drops the frame.
    pub hop_limit: u8,
    /// Longest frame that every port carries, header through FCS, in bytes. `None`: no limit is
    /// configured, and frames have the length that their flows specify.
    pub mtu: Option<u16>,
    /// Divisor of all times of all watchdogs, at least 1. A larger divisor makes watchdogs faster.
    pub watchdog_scale: u64,
    /// Time from a change of a link (down or up) to the update of the routes.
    pub reroute_delay: Time,
    /// Interval between resyncs of link credits; `None`: no resync.
    pub credit_resync: Option<Time>,
    /// Sentences for reports, each about a setting that `pfc=off` changed. Empty if PFC is not off.
    pub without_pfc: Vec<String>,
    /// Settings that the document gives for a node, port or priority; used by reports only.
    pub local_settings: Vec<LocalSetting>,
    /// Settings that actions give for a node, port or priority, ordered by time; used by reports only.
    pub changed_settings: Vec<ChangedSetting>,
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
    /// Kind of the node: host or switch.
    pub kind: NodeKind,
    /// Index among the nodes of the same kind.
    pub ordinal: u32,
    /// Ports of the node, as a range of indices into [`Spec::ports`].
    pub ports: Range<u32>,
}

impl Node {
    /// Id of the node among the switches; `None` for a host.
    #[must_use]
    pub fn switch(&self) -> Option<SwitchId> {
        (self.kind == NodeKind::Switch).then_some(SwitchId(self.ordinal))
    }

    /// Id of the node among the hosts; `None` for a switch.
    #[must_use]
    pub fn host(&self) -> Option<HostId> {
        (self.kind == NodeKind::Host).then_some(HostId(self.ordinal))
    }
}

impl Spec {
    /// Node called `name`; `None` if there is none.
    #[must_use]
    pub fn node(&self, name: &str) -> Option<NodeId> {
        self.nodes.iter().position(|node| node.name == name).map(NodeId::new)
    }

    /// Port `number`, from 0, of `node`; `None` if the node has no such port.
    #[must_use]
    pub fn port(&self, node: NodeId, number: u32) -> Option<PortId> {
        let Range { start, end } = self.nodes[node.index()].ports.clone();
        start.checked_add(number).filter(|port| *port < end).map(PortId)
    }

    /// Name of `port` for display, such as `s1.2`: node, and number of the port within it.
    #[must_use]
    pub fn port_name(&self, port: PortId) -> String {
        let at = &self.ports[port.index()];
        format!("{}.{}", self.nodes[at.node.index()].name, at.number)
    }

    /// Both ports of the link of `port`, in ascending order.
    #[must_use]
    pub fn link(&self, port: PortId) -> [PortId; 2] {
        let peer = self.ports[port.index()].peer;
        [port.min(peer), port.max(peer)]
    }

    /// Whether `port` needs credits to transmit: credits of its link, or end-to-end credits of a flow of the
    /// document that starts at its node.
    #[must_use]
    pub fn sends_for_credits(&self, port: PortId) -> bool {
        let at = &self.ports[port.index()];
        !self.ports[at.peer.index()].config.credit_channels().is_empty()
            || self.flows.iter().any(|flow| flow.credits.is_some() && flow.source == at.node)
    }

    /// Node to which `port` belongs.
    #[must_use]
    pub fn owner(&self, port: PortId) -> &Node {
        &self.nodes[self.ports[port.index()].node.index()]
    }

    /// Switch of a port; `None` for a port of a host.
    #[must_use]
    pub fn switch_of(&self, port: PortId) -> Option<SwitchId> {
        self.owner(port).switch()
    }

    /// Bytes of a memory cell of `node`; 1 for a host.
    #[must_use]
    pub fn cell_bytes(&self, node: NodeId) -> u32 {
        self.nodes[node.index()].switch().map_or(1, |switch| self.switches[switch.index()].pool.cell_bytes)
    }

    /// Whether this spec and `other` are equal, apart from their actions and the settings that their actions
    /// give.
    #[must_use]
    pub fn is_but_for_actions(&self, other: &Self) -> bool {
        // All fields are listed, so that a new field does not compile until it is compared.
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
            local_settings,
            changed_settings: _,
        } = self;
        let numbers = |of: &Self| (of.seed, of.horizon, of.hop_limit, of.mtu, of.watchdog_scale);
        (*seed, *horizon, *hop_limit, *mtu, *watchdog_scale) == numbers(other)
            && (*reroute_delay, *credit_resync) == (other.reroute_delay, other.credit_resync)
            && (nodes, ports, switches) == (&other.nodes, &other.ports, &other.switches)
            && (routes, formats, flows) == (&other.routes, &other.formats, &other.flows)
            && (collectives, workloads) == (&other.collectives, &other.workloads)
            && (pause_sources, local_settings) == (&other.pause_sources, &other.local_settings)
            && *without_pfc == other.without_pfc
    }

    /// Length in bytes of the longest frame that a port may carry: the MTU. Without an MTU, the
    /// length of the longest frame of all flows of the document, at least 64 B.
    #[must_use]
    pub fn longest_frame(&self) -> u16 {
        if let Some(mtu) = self.mtu {
            return mtu;
        }
        self.flows.iter().map(|flow| flow.frame_bytes).fold(crate::wire::MIN_FRAME_BYTES, u16::max)
    }
}
