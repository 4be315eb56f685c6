//! Search for shortest paths, with their round-trip times and bottlenecks. Start with [`to`].
//!
//! Rule: a path with fewer links is shorter. Delays and transmission times are rounded down to whole
//! nanoseconds, as in `third.cc`. Fallback: if several paths are shortest, the search returns the first one
//! that it finds. Left out: queueing, headers, and paths through hosts.

use std::collections::{BTreeSet, VecDeque};

use fabric_sim::ids::NodeId;
use fabric_sim::spec::{NodeKind, Spec};

/// Nanoseconds in a second.
const NS_PER_S: u64 = 1_000_000_000;

/// Delay and bottleneck of the shortest path between two nodes, without other traffic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Path {
    /// Propagation delay of the path in one direction, in nanoseconds.
    delay_ns: u64,
    /// Transmission time of one payload on the slowest link, rounded down to whole nanoseconds.
    slowest_ns: u64,
    /// Sum of the transmission times of one payload on the links of the path, each rounded down to whole
    /// nanoseconds.
    transmission_ns: u64,
    /// Rate of the slowest link of the path in bits per second.
    pub bps: u64,
}

impl Path {
    /// Round-trip time in nanoseconds: the propagation delay in both directions, plus
    /// [`Path::transmission_ns`].
    pub const fn round_trip_ns(self) -> u64 {
        2 * self.delay_ns + self.transmission_ns
    }

    /// Part of the time to the delivery of a flow that does not depend on its size, in nanoseconds. This part
    /// is the propagation delay in one direction, plus the transmission of one payload on all links but the
    /// slowest.
    pub const fn one_way_ns(self) -> u64 {
        self.delay_ns + self.transmission_ns.saturating_sub(self.slowest_ns)
    }

    /// Bandwidth-delay product in bytes: round-trip time multiplied by the rate of the slowest link. Rounded
    /// down.
    fn product(self) -> u64 {
        let bytes = u128::from(self.round_trip_ns()) * u128::from(self.bps) / u128::from(NS_PER_S) / 8;
        u64::try_from(bytes).unwrap_or(u64::MAX)
    }
}

/// Shortest paths from each node to `root`, indexed by node; `None` if a node has no path. The path of `root`
/// itself has no delay and the greatest rate. Hosts do not forward. `payload` is in bytes.
pub(super) fn to(spec: &Spec, root: NodeId, payload: u16) -> Vec<Option<Path>> {
    let mut paths = vec![None; spec.nodes.len()];
    paths[root.index()] = Some(Path { delay_ns: 0, slowest_ns: 0, transmission_ns: 0, bps: u64::MAX });
    let mut queue = VecDeque::from([root]);
    while let Some(node) = queue.pop_front() {
        let Some(path) = paths[node.index()] else { continue };
        for port in spec.nodes[node.index()].ports.clone() {
            let port = &spec.ports[port as usize];
            let next = spec.ports[port.peer.index()].node;
            if paths[next.index()].is_some() {
                continue;
            }
            let bps = port.clock.rate().bps();
            let transmission_ns = u64::from(payload) * 8 * NS_PER_S / bps;
            paths[next.index()] = Some(Path {
                delay_ns: path.delay_ns + port.delay.ps() / 1_000,
                slowest_ns: path.slowest_ns.max(transmission_ns),
                transmission_ns: path.transmission_ns + transmission_ns,
                bps: path.bps.min(bps),
            });
            if spec.nodes[next.index()].kind == NodeKind::Switch {
                queue.push_back(next);
            }
        }
    }
    paths
}

/// Largest bandwidth-delay product of the paths between two hosts, in bytes; 0 if no two hosts have a path.
/// `payload` is the payload of a frame in bytes.
pub(super) fn largest_product(spec: &Spec, payload: u16) -> u64 {
    // Hosts with equal links to the same switch have equal paths, so only one of these hosts is searched.
    let mut seen = BTreeSet::new();
    let hosts = (0..spec.nodes.len()).map(NodeId::new);
    let hosts = hosts.filter(|id| spec.nodes[id.index()].kind == NodeKind::Host);
    let distinct = hosts.filter(|id| {
        let ports = &spec.nodes[id.index()].ports;
        ports.clone().any(|port| {
            let port = &spec.ports[port as usize];
            seen.insert((spec.ports[port.peer.index()].node, port.clock.rate().bps(), port.delay))
        })
    });
    let of_root = |root: NodeId| {
        let paths = to(spec, root, payload).into_iter().zip(&spec.nodes).enumerate();
        let others = paths.filter(|(id, (_, node))| *id != root.index() && node.kind == NodeKind::Host);
        others.filter_map(|(_, (path, _))| path).map(Path::product).max()
    };
    distinct.filter_map(of_root).max().unwrap_or_default()
}
