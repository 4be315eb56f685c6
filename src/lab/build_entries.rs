//! Fields of the form of a new fabric: kinds of topology and of traffic.

/// Field of the form with text in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuildField {
    /// Spine switches.
    Spines,
    /// Leaf switches.
    Leaves,
    /// Switches of a ring.
    Switches,
    /// Ports of the switches of a fat tree.
    Ports,
    /// Hosts at each leaf or switch, or in all.
    Hosts,
    /// Links of hosts.
    HostLink,
    /// Links of the tier above.
    FabricLink,
    /// Links to the core of a fat tree.
    CoreLink,
    /// Lossless priorities.
    Lossless,
    /// ETS shares.
    Shares,
    /// Payload of a message.
    Bytes,
    /// Length of each frame.
    Frame,
    /// Number of hosts that send in an incast.
    Senders,
    /// Host that an incast goes to.
    Receiver,
    /// Load of a workload, in percent.
    Load,
    /// Priorities of the traffic.
    Priorities,
    /// End of the time line.
    Horizon,
}

use BuildField::{
    Bytes, CoreLink, FabricLink, Frame, Horizon, HostLink, Hosts, Leaves, Load, Lossless, Ports, Priorities,
    Receiver, Senders, Shares, Spines, Switches,
};

/// Number of fields.
pub(super) const FIELDS: usize = 17;

/// How the form shows a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Identifier of the field.
    pub field: BuildField,
    /// Key in documents, which also stands in the place of a problem; at the same time the id on the
    /// page.
    pub name: &'static str,
    /// Label on the page.
    pub label: &'static str,
    /// Hint and default of an empty field. An empty hint means that the field is required.
    pub hint: &'static str,
}

const fn entry(field: BuildField, name: &'static str, label: &'static str, hint: &'static str) -> Entry {
    Entry { field, name, label, hint }
}

const HOST_LINK: Entry = entry(HostLink, "host_link", "Host links: rate, length", "100G,5m");
const FABRIC_LINK: Entry = entry(FabricLink, "fabric_link", "Switch links: rate, length", "like host links");

/// Kind of topology, and its fields.
#[derive(Debug, PartialEq, Eq)]
pub struct BuildKind {
    /// Word in documents.
    pub name: &'static str,
    /// Name on the page.
    pub label: &'static str,
    /// Fields of the form.
    pub entries: &'static [Entry],
}

/// The kinds of topology.
pub const BUILD_KINDS: [BuildKind; 5] = [
    BuildKind {
        name: "leaf_spine",
        label: "Leaf\u{2013}spine",
        entries: &[
            entry(Spines, "spines", "Spines", ""),
            entry(Leaves, "leaves", "Leaves", ""),
            entry(Hosts, "hosts", "Hosts at each leaf", ""),
            HOST_LINK,
            FABRIC_LINK,
        ],
    },
    BuildKind {
        name: "fat_tree",
        label: "Fat tree",
        entries: &[
            entry(Ports, "k", "Ports of a switch (k)", ""),
            HOST_LINK,
            entry(FabricLink, "edge_link", "Edge links: rate, length", "like host links"),
            entry(CoreLink, "core_link", "Core links: rate, length", "like edge links"),
        ],
    },
    BuildKind {
        name: "ring",
        label: "Ring",
        entries: &[
            entry(Switches, "switches", "Switches", ""),
            entry(Hosts, "hosts", "Hosts at each switch", ""),
            HOST_LINK,
            FABRIC_LINK,
        ],
    },
    BuildKind {
        name: "dumbbell",
        label: "Dumbbell",
        entries: &[
            entry(Hosts, "hosts", "Hosts at each switch", ""),
            HOST_LINK,
            entry(FabricLink, "bottleneck_link", "Bottleneck: rate, length", "like host links"),
        ],
    },
    BuildKind { name: "star", label: "Star", entries: &[entry(Hosts, "hosts", "Hosts", ""), HOST_LINK] },
];

/// Fields of priorities.
pub const PRIORITY_ENTRIES: &[Entry] = &[
    entry(Lossless, "lossless", "Lossless priorities", "3"),
    entry(Shares, "share", "ETS shares", "none; 80/20"),
];

const BYTES: Entry = entry(Bytes, "bytes", "Bytes of a message", "");
pub(super) const PRIORITIES: Entry = entry(Priorities, "priority", "Traffic priorities", "3");
const FRAME: Entry = entry(Frame, "frame", "Bytes of a frame", "1000");
const HORIZON: Entry = entry(Horizon, "horizon", "Time line", "100us");

const INCAST: &[Entry] = &[
    BYTES,
    entry(Senders, "senders", "Senders", "all others"),
    entry(Receiver, "to", "Receiver", "the first host"),
    FRAME,
    PRIORITIES,
    HORIZON,
];
const COLLECTIVE: &[Entry] = &[BYTES, FRAME, PRIORITIES, HORIZON];
pub(super) const WORKLOAD: &[Entry] =
    &[entry(Load, "load", "Load, % of host links", ""), FRAME, PRIORITIES, HORIZON];

/// Kind of traffic, and its fields.
#[derive(Debug, PartialEq, Eq)]
pub struct TrafficKind {
    /// Kind of a collective, or size distribution of a workload, in documents; empty: no traffic.
    pub name: &'static str,
    /// Name on the page.
    pub label: &'static str,
    /// Fields of the form.
    pub entries: &'static [Entry],
}

const fn traffic(name: &'static str, label: &'static str, entries: &'static [Entry]) -> TrafficKind {
    TrafficKind { name, label, entries }
}

/// The kinds of traffic.
pub const TRAFFIC_KINDS: [TrafficKind; 10] = [
    traffic("incast", "incast: all to one", INCAST),
    traffic("permutation", "permutation", COLLECTIVE),
    traffic("all_to_all", "all-to-all", COLLECTIVE),
    traffic("ring_all_reduce", "ring all-reduce", COLLECTIVE),
    traffic("uniform_random", "uniform random", COLLECTIVE),
    traffic("web_search", "web search at a load", WORKLOAD),
    traffic("data_mining", "data mining at a load", WORKLOAD),
    traffic("hadoop", "Hadoop at a load", WORKLOAD),
    traffic("storage", "storage at a load", WORKLOAD),
    traffic("", "none", &[HORIZON]),
];
