use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use crate::ids::{NodeId, PortId};
use crate::units::{Rate, Time, WireClock};

use super::{
    FlowSpec, Node, NodeKind, PauseSourceSpec, PortConfig, PortSpec, Routes, Spec, SwitchConfig, TimedAction,
};

/// What a fabric may be made of. Larger documents are refused, so that a
/// stranger's cannot eat the machine.
#[derive(Clone, Copy, Debug)]
pub struct Limits;

impl Limits {
    /// Hosts and switches.
    pub const NODES: usize = 4_096;
    /// Links.
    pub const LINKS: usize = 16_384;
    /// Ports of a switch.
    pub const PORTS: usize = 64;
    /// Switches × hosts: entries of the routing table.
    pub const ROUTES: usize = 1 << 20;
    /// Frames of 64 B in flight in all cables, both ways: 160 MB of them.
    pub const IN_CABLES: u64 = 1 << 22;
    /// Flows, those of actions among them.
    pub const FLOWS: usize = 65_536;
}

/// What cannot be built, in the words of the topology.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BuildError {
    /// A second node of this name.
    Name(String),
    /// A second link at this host; a host has one port.
    SecondPort(String),
    /// A link from a node to itself.
    Loopback(String),
    /// More of this than [`Limits`] allows: what, how many there are, how many there may be.
    TooMany(&'static str, usize, usize),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "there is another node called \"{name}\"; rename one of them"),
            Self::SecondPort(name) => {
                write!(f, "host \"{name}\" has a link already, and a host has one port")
            }
            Self::Loopback(name) => write!(f, "a link from \"{name}\" to itself"),
            Self::TooMany(what, count, most) => write!(f, "{count} {what} are too many: at most {most}"),
        }
    }
}

impl std::error::Error for BuildError {}

/// Puts a [`Spec`] together: nodes, then links, then settings, then traffic.
/// Ports of a node are numbered in the order of the links that touch it.
#[derive(Clone, Debug, Default)]
pub struct Builder {
    nodes: Vec<(String, NodeKind)>,
    names: HashMap<String, NodeId>,
    links: Vec<Link>,
    degree: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Link {
    ends: [(NodeId, u32); 2],
    rate: Rate,
    delay: Time,
}

impl Builder {
    /// A fabric of nothing.
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

    /// The node called `name`.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<NodeId> {
        self.names.get(name).copied()
    }

    /// Host or switch.
    #[must_use]
    pub fn kind(&self, node: NodeId) -> NodeKind {
        self.nodes[node.index()].1
    }

    /// Links two nodes, full duplex; `delay` one way.
    ///
    /// # Errors
    /// If a host has a link already, a switch too many, or both ends are one node.
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
        self.links.push(Link { ends, rate, delay });
        Ok(())
    }

    /// The fabric, without traffic, its switches as `switch` and its ports
    /// as `config` say; routes are the shortest paths.
    ///
    /// # Errors
    /// If the routing table would be too large.
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
                    number,
                    peer: ids[peer],
                    clock: WireClock::new(link.rate),
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
            watchdog_scale: 1,
            reroute_delay: Time::from_ms(50),
            credit_resync: None,
            given: Vec::new(),
        })
    }

    fn node(&mut self, name: &str, kind: NodeKind) -> Result<NodeId, BuildError> {
        if self.nodes.len() == Limits::NODES {
            return Err(BuildError::TooMany("nodes", Limits::NODES + 1, Limits::NODES));
        }
        // Nothing changes where it is refused: a link may name the first node of this name yet.
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
