//! Construction of a [`Spec`] from nodes and links, within [`Limits`]. Start with [`Builder`].
//!
//! Nodes get ids in the order in which they are added, and ports are numbered in the order of links. A call
//! that returns an error changes nothing.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use crate::ids::{LocalPort, MAX_PORTS, NodeId, PortId};
use crate::units::{Rate, Time, TransmissionTimes};

use super::{
    FlowSpec, Node, NodeKind, PauseSourceSpec, PortConfig, PortSpec, Routes, Spec, SwitchConfig, TimedAction,
};

/// Limits of a fabric. Larger documents are refused, so that no document exhausts the memory.
#[derive(Clone, Copy, Debug)]
pub struct Limits;

impl Limits {
    /// Largest number of hosts and switches together.
    pub const NODES: usize = 4_096;
    /// Largest number of links.
    pub const LINKS: usize = 16_384;
    /// Largest number of ports of a switch.
    pub const PORTS: usize = MAX_PORTS;
    /// Largest number of entries of the routing table: switches × hosts.
    pub const ROUTES: usize = 1 << 20;
    /// Largest number of frames of 64 B that fit in all cables, both directions: 160 MB of memory.
    /// [`Builder`] does not check this limit; the compiler of documents does.
    pub const IN_CABLES: u64 = 1 << 22;
    /// Largest number of flows, including flows that actions add.
    pub const FLOWS: usize = 65_536;
}

/// Error of a topology that cannot be built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BuildError {
    /// Two nodes have this name.
    Name(String),
    /// A second link ends at the host of this name; a host has one port.
    SecondPort(String),
    /// A link joins the node of this name to itself.
    Loopback(String),
    /// A number exceeds [`Limits`]: kind of item, number, limit.
    TooMany(&'static str, usize, usize),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "there is another node called \"{name}\"; rename one of them"),
            Self::SecondPort(name) => {
                write!(
                    f,
                    "host \"{name}\" has a link already, and a host has one port; remove one of its links"
                )
            }
            Self::Loopback(name) => {
                write!(f, "a link from \"{name}\" to itself; name another node at one end")
            }
            Self::TooMany(what, count, most) => {
                write!(f, "{count} {what} are too many: at most {most}; remove some")
            }
        }
    }
}

impl std::error::Error for BuildError {}

/// Builder of a [`Spec`]: add nodes, then links, then call [`Builder::build`]. Ports of a node are
/// numbered from 0 in the order of its links.
#[derive(Clone, Debug, Default)]
pub struct Builder {
    /// Names and kinds of the nodes, indexed by node.
    nodes: Vec<(String, NodeKind)>,
    /// Ids of the nodes, by name.
    names: HashMap<String, NodeId>,
    /// Links, in the order in which they were added.
    links: Vec<BuiltLink>,
    /// Number of links of each node so far, indexed by node.
    degree: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct BuiltLink {
    ends: [(NodeId, u32); 2],
    rate: Rate,
    delay: Time,
}

impl Builder {
    /// Creates an empty fabric.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a host.
    ///
    /// # Errors
    /// If the name is taken, or there are too many nodes.
    pub fn host(&mut self, name: &str) -> Result<NodeId, BuildError> {
        self.node(name, NodeKind::Host)
    }

    /// Adds a switch.
    ///
    /// # Errors
    /// If the name is taken, or there are too many nodes.
    pub fn switch(&mut self, name: &str) -> Result<NodeId, BuildError> {
        self.node(name, NodeKind::Switch)
    }

    /// Finds the node called `name`; `None` if there is none.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<NodeId> {
        self.names.get(name).copied()
    }

    /// Kind of `node`, which must be a node of this builder.
    #[must_use]
    pub fn kind(&self, node: NodeId) -> NodeKind {
        self.nodes[node.index()].1
    }

    /// Joins two nodes by a full-duplex link. `rate` and `delay` apply to each direction.
    ///
    /// # Errors
    /// If a host has a link already, a switch has [`Limits::PORTS`] links already, there are too many links,
    /// or both ends are one node. The builder is then unchanged.
    ///
    /// # Panics
    /// If `a` or `b` is no node of this builder.
    pub fn link(&mut self, a: NodeId, b: NodeId, rate: Rate, delay: Time) -> Result<(), BuildError> {
        if a == b {
            return Err(BuildError::Loopback(self.nodes[a.index()].0.clone()));
        }
        if self.links.len() == Limits::LINKS {
            return Err(BuildError::TooMany("links", Limits::LINKS + 1, Limits::LINKS));
        }
        for end in [a, b] {
            let degree = self.degree[end.index()] as usize;
            match self.kind(end) {
                NodeKind::Host if degree == 1 => {
                    return Err(BuildError::SecondPort(self.nodes[end.index()].0.clone()));
                }
                NodeKind::Switch if degree == Limits::PORTS => {
                    return Err(BuildError::TooMany("ports at one switch", degree + 1, Limits::PORTS));
                }
                _ => {}
            }
        }
        let ends = [a, b].map(|end| {
            let number = self.degree[end.index()];
            self.degree[end.index()] += 1;
            (end, number)
        });
        self.links.push(BuiltLink { ends, rate, delay });
        Ok(())
    }

    /// Builds the fabric without traffic. Every switch gets the configuration `switch` and every port
    /// `config`; routes are the shortest paths. The seed is 0, the horizon 1 ms, the hop limit 255, and the
    /// reroute delay 50 ms.
    ///
    /// # Errors
    /// If the routing table would have more than [`Limits::ROUTES`] entries.
    pub fn build(self, switch: SwitchConfig, config: PortConfig) -> Result<Spec, BuildError> {
        let hosts = self.nodes.iter().filter(|(_, kind)| *kind == NodeKind::Host).count();
        let switches = self.nodes.len() - hosts;
        if hosts * switches > Limits::ROUTES {
            return Err(BuildError::TooMany(
                "routes (switches times hosts)",
                hosts * switches,
                Limits::ROUTES,
            ));
        }
        let mut starts = Vec::with_capacity(self.nodes.len());
        let mut total = 0;
        let mut ordinals = [0, 0];
        let mut nodes = Vec::with_capacity(self.nodes.len());
        for ((name, kind), degree) in self.nodes.into_iter().zip(&self.degree) {
            let ordinal = &mut ordinals[usize::from(kind == NodeKind::Switch)];
            nodes.push(Node { name, kind, ordinal: *ordinal, ports: total..total + degree });
            *ordinal += 1;
            starts.push(total);
            total += degree;
        }
        let mut ports: Vec<Option<PortSpec>> = vec![None; total as usize];
        for link in &self.links {
            let ids = link.ends.map(|(node, number)| PortId(starts[node.index()] + number));
            for (end, peer) in [(0, 1), (1, 0)] {
                let (node, number) = link.ends[end];
                ports[ids[end].index()] = Some(PortSpec {
                    node,
                    number: LocalPort::new(number as usize),
                    peer: ids[peer],
                    clock: TransmissionTimes::new(link.rate),
                    delay: link.delay,
                    config,
                });
            }
        }
        let ports: Vec<PortSpec> = ports.into_iter().flatten().collect();
        let routes = Arc::new(Routes::shortest(&nodes, &ports));
        Ok(Spec {
            seed: 0,
            horizon: Time::from_ms(1),
            switches: vec![switch; switches],
            nodes,
            ports,
            routes,
            formats: crate::wire::BUILT_IN.to_vec(),
            flows: Vec::<FlowSpec>::new(),
            collectives: Vec::new(),
            workloads: Vec::new(),
            pause_sources: Vec::<PauseSourceSpec>::new(),
            actions: Vec::<TimedAction>::new(),
            hop_limit: u8::MAX,
            mtu: None,
            watchdog_scale: 1,
            reroute_delay: Time::from_ms(50),
            credit_resync: None,
            without_pfc: Vec::new(),
            local_settings: Vec::new(),
            changed_settings: Vec::new(),
        })
    }

    fn node(&mut self, name: &str, kind: NodeKind) -> Result<NodeId, BuildError> {
        if self.nodes.len() == Limits::NODES {
            return Err(BuildError::TooMany("nodes", Limits::NODES + 1, Limits::NODES));
        }
        // A refused node changes nothing, so that links can still use the first node of this name.
        if self.names.contains_key(name) {
            return Err(BuildError::Name(name.to_owned()));
        }
        let id = NodeId::new(self.nodes.len());
        self.names.insert(name.to_owned(), id);
        self.nodes.push((name.to_owned(), kind));
        self.degree.push(0);
        Ok(id)
    }
}
