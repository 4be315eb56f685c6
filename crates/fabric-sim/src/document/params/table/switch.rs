//! Parameters of a switch, one row per parameter: memory, headroom pool, pipeline, crossbar and forwarding.
//!
//! A document gives a value for one switch, for a profile, or for all switches of the fabric.

use super::super::param::{NONE, OFF, UNSET};
use super::super::{Group, Level, Param, RATIO_ONE, ValueKind};
use super::Key;
use crate::units::PS_PER_S;

const fn switch(key: Key, name: &'static str, label: &'static str, group: Group, kind: ValueKind) -> Param {
    Param::new(key, name, label, group, Level::Switch, kind)
}

pub(in super::super) const ROWS: &[Param] = &[
    switch(Key::Profile, "profile", "switch profile", Group::Buffer, ValueKind::Choice)
        .words(&[("auto", UNSET), ("none", NONE), ("hpcc", 0), ("sonic", 1), ("70-30", 2), ("per-edge", 3), ("sonic-lookup", 4)])
        .help(
            "what a switch behaves like; what it gives yields to every value that is given elsewhere; auto: the profile that the document names for the switch, if any",
            "profiles, each with its source",
        ),
    switch(Key::Memory, "memory", "memory", Group::Buffer, ValueKind::Bytes)
        .range(1_000, 1_000_000_000)
        .default(16_000_000)
        .help(
            "a switch's whole buffer: reserves, headrooms and the shared pool",
            "shipping switches: 12 to 64 MB",
        ),
    switch(Key::CellBytes, "cell_bytes", "cell", Group::Buffer, ValueKind::Bytes).range(1, 1_024).default(1).help(
        "frames are charged in whole cells of this size; 1 counts bytes",
        "chips: 96, 144, 192, 254, 256",
    ),
    switch(Key::HeadroomRatio, "headroom_ratio", "headroom ratio", Group::Buffer, ValueKind::Ratio)
        .range(1 << 16, 64 << 16)
        .words(&[("off", OFF)])
        .default(OFF)
        .help(
            "over-subscription of one headroom pool that the switch's groups share: its size is the sum of their headrooms divided by this; off: each has its own",
            "SONiC shared headroom pool, over_subscribe_ratio",
        ),
    switch(Key::HeadroomPool, "headroom_pool", "headroom pool", Group::Buffer, ValueKind::Bytes)
        .words(&[("off", OFF)])
        .default(OFF)
        .help(
            "size of the headroom pool that the switch's groups share, instead of a headroom_ratio; off: each has its own",
            "SONiC BUFFER_POOL ingress_lossless_pool, xoff",
        ),
    switch(Key::Fabric, "fabric", "switch fabric", Group::Crossbar, ValueKind::Choice)
        .words(&[("ideal", 0), ("crossbar", 1)])
        .default(0)
        .help(
            "what joins inputs and outputs: an ideal shared memory that never limits, or a crossbar",
            "output queueing and input queueing: Karol, Hluchyj and Morgan 1987",
        ),
    switch(Key::CrossbarInputs, "crossbar_inputs", "input queues", Group::Crossbar, ValueKind::Choice)
        .words(&[("voq", 0), ("fifo", 1)])
        .default(0)
        .help(
            "one queue per output and priority; or a single one, whose head blocks what is behind it",
            "McKeown 1999; Karol, Hluchyj and Morgan 1987",
        ),
    switch(Key::CrossbarMatching, "crossbar_matching", "matching", Group::Crossbar, ValueKind::Choice)
        .words(&[("islip", 0), ("pim", 1)])
        .default(0)
        .help(
            "round-robin pointers, or random grants and accepts",
            "iSLIP: McKeown 1999; PIM: Anderson et al. 1993",
        ),
    switch(Key::CrossbarIterations, "crossbar_iterations", "iterations", Group::Crossbar, ValueKind::Count)
        .range(1, 4)
        .default(2)
        .help("rounds of request, grant and accept in each slot", "McKeown 1999"),
    switch(Key::CrossbarPriority, "crossbar_priority", "precedence", Group::Crossbar, ValueKind::Choice)
        .words(&[("strict", 0), ("weighted", 1)])
        .default(0)
        .help(
            "whether an output grants its highest priority, or picks as its transmission selection would",
            "prioritised iSLIP: McKeown 1999",
        ),
    switch(Key::CrossbarMode, "crossbar_mode", "a match lasts", Group::Crossbar, ValueKind::Choice)
        .words(&[("packet", 0), ("cell", 1)])
        .default(0)
        .help(
            "for a whole frame, or for a cell, so that cells of several frames take turns",
            "packet mode: Marsan et al. 2002",
        ),
    switch(Key::CrossbarCell, "crossbar_cell_bytes", "crossbar cell", Group::Crossbar, ValueKind::Bytes)
        .range(64, 9_216)
        .default(256)
        .help("frames cross in cells of this size; a partly filled last one costs a whole slot", "chips: 64 to 256"),
    switch(Key::CrossbarSpeedup, "crossbar_speedup", "speedup", Group::Crossbar, ValueKind::Ratio)
        .range(RATIO_ONE / 2, 8 * RATIO_ONE)
        .default(RATIO_ONE * 3 / 2)
        .help(
            "how much faster cells cross than the fastest port could send them",
            "Chuang et al. 1999: 2 emulates output queueing",
        ),
    switch(Key::CrossbarLatency, "crossbar_latency", "crossing", Group::Crossbar, ValueKind::Time)
        .range(0, 1_000_000)
        .default(20_000)
        .help("from a frame's last cell to its egress queue", "shipping switches: 10 to 50 ns"),
    switch(Key::CrossbarFifo, "crossbar_fifo", "egress FIFO", Group::Crossbar, ValueKind::Count)
        .range(1, 64)
        .default(2)
        .help(
            "longest frames that an egress queue behind the crossbar holds of each priority; full, it takes no grants",
            "combined input and output queueing: Chuang et al. 1999",
        ),
    switch(Key::Forwarding, "forwarding", "forwarding", Group::Pipeline, ValueKind::Choice)
        .words(&[("store", 0), ("cut_through", 1)])
        .default(0)
        .help(
            "whether a frame leaves once it is whole, or once its header is in and its output is free, unpaused and not faster",
            "Kermani and Kleinrock 1979, virtual cut-through",
        ),
    switch(Key::IngressLatency, "ingress_latency", "ingress latency", Group::Pipeline, ValueKind::Time)
        .range(0, 1_000_000_000)
        .default(0)
        .help(
            "from the header (store: the last bit) in to the queue: parsing, classification, look-up",
            "chips: 50 to 200 ns; whole switches 300, 500 or 800 ns",
        ),
    switch(Key::MacTable, "mac_table", "MAC table", Group::Pipeline, ValueKind::Choice)
        .words(&[("static", 0), ("learnt", 1)])
        .default(0)
        .help(
            "whether a switch knows where hosts are from the topology, or learns it from the frames that they send",
            "IEEE 802.1Q, clause 8.7",
        ),
    switch(Key::MacAgeing, "mac_ageing", "MAC ageing", Group::Pipeline, ValueKind::Time)
        .range(1_000, ValueKind::Time.most())
        .default(300 * PS_PER_S)
        .help("a host that is not heard for this long is forgotten, where switches learn", "IEEE 802.1Q, clause 8.8.3"),
    switch(Key::Unknown, "unknown", "unknown hosts", Group::Pipeline, ValueKind::Choice)
        .words(&[("flood", 0), ("drop", 1)])
        .default(0)
        .help(
            "where switches learn, what happens to frames for hosts that they do not know",
            "IEEE 802.1Q, clause 8.6.1",
        ),
];
