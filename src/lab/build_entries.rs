//! Tables of the form for a new fabric: the kinds of topology and traffic, and the fields of each. Start with
//! [`BUILD_KINDS`] and [`TRAFFIC_KINDS`]. The form shows kinds and fields in the order of the tables. A field
//! with an empty hint must be filled in; an empty field with a hint has the default value.

/// Text field of the form for a new fabric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuildField {
    /// Number of spine switches.
    Spines,
    /// Number of leaf switches.
    Leaves,
    /// Number of switches in a ring.
    Switches,
    /// Number of ports of each switch of a fat tree.
    Ports,
    /// Number of hosts. The kind of topology says whether that is the number at each switch or in the whole
    /// fabric.
    Hosts,
    /// Rate and length of the links of hosts.
    HostLink,
    /// Rate and length of the links between switches; in a fat tree, of the links between edge and
    /// aggregation switches.
    FabricLink,
    /// Rate and length of the links to the core of a fat tree.
    CoreLink,
    /// List of the lossless priorities of the new fabric.
    Lossless,
    /// List of the ETS shares of the classes. If the field is empty, all classes have strict priority.
    Shares,
    /// Payload bytes of each message.
    Bytes,
    /// Bytes of each frame.
    Frame,
    /// Number of hosts that send in an incast.
    Senders,
    /// Name of the host that receives the incast.
    Receiver,
    /// Load of a workload, in percent of the rate of the links of hosts.
    Load,
    /// List of the priorities of the traffic. Each priority has its own copy of the traffic; the copies
    /// divide the load evenly.
    Priorities,
    /// Horizon: end of the time line of the run.
    Horizon,
}

use BuildField::{
    Bytes, CoreLink, FabricLink, Frame, Horizon, HostLink, Hosts, Leaves, Load, Lossless, Ports, Priorities,
    Receiver, Senders, Shares, Spines, Switches,
};

/// Number of fields of the form, over all kinds of topology and traffic.
pub(super) const FIELDS: usize = 17;

/// Field of the form with its label and hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormEntry {
    /// Identifier of the text field.
    pub field: BuildField,
    /// Key of the field in documents, and id of the field on the page. An error whose place contains this
    /// key is shown at this field.
    pub name: &'static str,
    /// Label of the text field on the page.
    pub label: &'static str,
    /// Hint in the empty field: usually the default value, then after a semicolon an example. If the hint is
    /// empty, the user must fill in the field.
    pub hint: &'static str,
}

const fn entry(field: BuildField, name: &'static str, label: &'static str, hint: &'static str) -> FormEntry {
    FormEntry { field, name, label, hint }
}

const HOST_LINK: FormEntry = entry(HostLink, "host_link", "Host links: rate, length (default 5m)", "100G,5m");
const FABRIC_LINK: FormEntry =
    entry(FabricLink, "fabric_link", "Switch links: rate, length (default 5m)", "like host links");

/// Kind of topology that the form can build, and its fields.
#[derive(Debug, PartialEq, Eq)]
pub struct BuildKind {
    /// Key of the kind in the `build` section of documents.
    pub name: &'static str,
    /// Name of the topology on the page.
    pub label: &'static str,
    /// Fields that the form shows for the kind, in order.
    pub entries: &'static [FormEntry],
}

/// Kinds of topology, in the order of the form.
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
            entry(FabricLink, "edge_link", "Edge links: rate, length (default 5m)", "like host links"),
            entry(CoreLink, "core_link", "Core links: rate, length (default 5m)", "like edge links"),
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
            entry(FabricLink, "bottleneck_link", "Bottleneck: rate, length (default 5m)", "like host links"),
        ],
    },
    BuildKind { name: "star", label: "Star", entries: &[entry(Hosts, "hosts", "Hosts", ""), HOST_LINK] },
];

/// Text fields on priorities, which the form shows for every topology.
pub const PRIORITY_ENTRIES: &[FormEntry] = &[
    entry(Lossless, "lossless", "Lossless priorities", "3"),
    entry(Shares, "share", "ETS shares", "none; 80/20"),
];

const BYTES: FormEntry = entry(Bytes, "bytes", "Bytes of a message", "");
pub(super) const PRIORITIES: FormEntry =
    entry(Priorities, "priority", "Traffic priorities", "lossless and ETS");
const FRAME: FormEntry = entry(Frame, "frame", "Bytes of a frame", "1000");
const HORIZON: FormEntry = entry(Horizon, "horizon", "Time line", "100us");

const INCAST: &[FormEntry] = &[
    BYTES,
    entry(Senders, "senders", "Senders", "all others"),
    entry(Receiver, "to", "Receiver", "the first host"),
    FRAME,
    PRIORITIES,
    HORIZON,
];
const COLLECTIVE: &[FormEntry] = &[BYTES, FRAME, PRIORITIES, HORIZON];
pub(super) const WORKLOAD: &[FormEntry] =
    &[entry(Load, "load", "Load, % of host links", ""), FRAME, PRIORITIES, HORIZON];

/// Kind of traffic that the form can add to the fabric, and its fields.
#[derive(Debug, PartialEq, Eq)]
pub struct TrafficKind {
    /// Word in documents: the kind of a collective, or the size distribution of a workload. Empty if there is
    /// no traffic.
    pub name: &'static str,
    /// Name of the traffic on the page.
    pub label: &'static str,
    /// Fields that the form shows for the kind, in order.
    pub entries: &'static [FormEntry],
}

const fn traffic(name: &'static str, label: &'static str, entries: &'static [FormEntry]) -> TrafficKind {
    TrafficKind { name, label, entries }
}

/// Kinds of traffic, in the order of the form.
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
