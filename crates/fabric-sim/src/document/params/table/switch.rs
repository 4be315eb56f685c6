//! Parameters of a switch: memory, headroom pool, pipeline, crossbar and forwarding. Each row declares one
//! parameter.
//!
//! A document gives a value for one switch, for a profile, or for all switches. Bounds and defaults are in
//! the unit of the kind: bytes, picoseconds, and 1/65536 for ratios. Actions cannot change these parameters.

use super::super::param::{NONE, OFF, UNSET};
use super::super::{Group, Param, ParamLevel, RATIO_ONE, ValueKind};
use super::Key;
use crate::units::PS_PER_S;

const fn switch(key: Key, name: &'static str, label: &'static str, group: Group, kind: ValueKind) -> Param {
    Param::new(key, name, label, group, ParamLevel::Switch, kind)
}

pub(in super::super) const ROWS: &[Param] = &[
    switch(Key::Profile, "profile", "switch profile", Group::Buffer, ValueKind::Choice)
        .words(&[("auto", UNSET), ("none", NONE), ("hpcc", 0), ("sonic", 1), ("70-30", 2), ("per-edge", 3), ("sonic-lookup", 4)])
        .help(
            "Kind of switch whose values apply where none is given. auto: the profile that the document names for the switch, if any",
            "profiles, each with its source",
        ),
    switch(Key::Memory, "memory", "memory", Group::Buffer, ValueKind::Bytes)
        .range(1_000, 1_000_000_000)
        .default(16_000_000)
        .help(
            "Buffer of a switch in bytes: reserves, headroom and the shared pool",
            "shipping switches: 12 to 64 MB",
        ),
    switch(Key::CellBytes, "cell_bytes", "cell", Group::Buffer, ValueKind::Bytes).range(1, 1_024).default(1).help(
        "Cell size of the buffer. Frames use whole cells; 1 counts bytes",
        "chips: 96, 144, 192, 254, 256",
    ),
    switch(Key::HeadroomRatio, "headroom_ratio", "headroom ratio", Group::Buffer, ValueKind::Ratio)
        .range(1 << 16, 64 << 16)
        .words(&[("off", OFF)])
        .default(OFF)
        .help(
            "Sum of all headrooms of a switch, divided by the size of the headroom pool that its groups share. off: each group has its own headroom",
            "SONiC shared headroom pool, over_subscribe_ratio",
        ),
    switch(Key::HeadroomPool, "headroom_pool", "headroom pool", Group::Buffer, ValueKind::Bytes)
        .words(&[("off", OFF)])
        .default(OFF)
        .help(
            "Size of a headroom pool that all groups of a switch share, in place of headroom_ratio. off: each group has its own headroom",
            "SONiC BUFFER_POOL ingress_lossless_pool, xoff",
        ),
    switch(Key::Fabric, "fabric", "switch fabric", Group::Crossbar, ValueKind::Choice)
        .words(&[("ideal", 0), ("crossbar", 1)])
        .default(0)
        .help(
            "Path from inputs to outputs in a switch. ideal: a shared memory that never limits; crossbar: a crossbar with input queues",
            "output queueing and input queueing: Karol, Hluchyj and Morgan 1987",
        ),
    switch(Key::CrossbarInputs, "crossbar_inputs", "input queues", Group::Crossbar, ValueKind::Choice)
        .words(&[("voq", 0), ("fifo", 1)])
        .default(0)
        .help(
            "Input queues. voq: a queue for each output and priority; fifo: one queue, whose first frame blocks those behind it (head-of-line blocking)",
            "McKeown 1999; Karol, Hluchyj and Morgan 1987",
        ),
    switch(Key::CrossbarMatching, "crossbar_matching", "matching", Group::Crossbar, ValueKind::Choice)
        .words(&[("islip", 0), ("pim", 1)])
        .default(0)
        .help(
            "Matching algorithm. islip: round-robin pointers choose grants and accepts; pim: grants and accepts are random",
            "iSLIP: McKeown 1999; PIM: Anderson et al. 1993",
        ),
    switch(Key::CrossbarIterations, "crossbar_iterations", "iterations", Group::Crossbar, ValueKind::Count)
        .range(1, 4)
        .default(2)
        .help("Iterations of request, grant and accept in each slot", "McKeown 1999"),
    switch(Key::CrossbarPriority, "crossbar_priority", "precedence", Group::Crossbar, ValueKind::Choice)
        .words(&[("strict", 0), ("weighted", 1)])
        .default(0)
        .help(
            "Priority that an output grants. strict: the highest priority; weighted: the priority that its egress scheduler would choose",
            "prioritised iSLIP: McKeown 1999",
        ),
    switch(Key::CrossbarMode, "crossbar_mode", "a match lasts", Group::Crossbar, ValueKind::Choice)
        .words(&[("packet", 0), ("cell", 1)])
        .default(0)
        .help(
            "Length of a match. packet: until the whole frame has crossed; cell: one cell, so that cells of several frames take turns",
            "packet mode: Marsan et al. 2002",
        ),
    switch(Key::CrossbarCell, "crossbar_cell_bytes", "crossbar cell", Group::Crossbar, ValueKind::Bytes)
        .range(64, 9_216)
        .default(256)
        .help("Cell size of the crossbar. A partly filled last cell takes a whole slot", "chips: 64 to 256"),
    switch(Key::CrossbarSpeedup, "crossbar_speedup", "speedup", Group::Crossbar, ValueKind::Ratio)
        .range(RATIO_ONE / 2, 8 * RATIO_ONE)
        .default(RATIO_ONE * 3 / 2)
        .help(
            "Rate of cells in the crossbar, as a multiple of the rate of the fastest port",
            "Chuang et al. 1999: 2 emulates output queueing",
        ),
    switch(Key::CrossbarLatency, "crossbar_latency", "crossing", Group::Crossbar, ValueKind::Time)
        .range(0, 1_000_000)
        .default(20_000)
        .help("Time from a frame's last cell to its egress queue", "shipping switches: 10 to 50 ns"),
    switch(Key::CrossbarFifo, "crossbar_fifo", "egress FIFO", Group::Crossbar, ValueKind::Count)
        .range(1, 64)
        .default(2)
        .help(
            "Longest frames per priority that an egress queue behind the crossbar holds. A full queue sends no grants",
            "combined input and output queueing: Chuang et al. 1999",
        ),
    switch(Key::Forwarding, "forwarding", "forwarding", Group::Pipeline, ValueKind::Choice)
        .words(&[("store", 0), ("cut_through", 1)])
        .default(0)
        .help(
            "Time at which a switch forwards a frame. store: after its last bit; cut_through: after its header, if the output is idle, not paused and not faster than the input",
            "Kermani and Kleinrock 1979, virtual cut-through",
        ),
    switch(Key::IngressLatency, "ingress_latency", "ingress latency", Group::Pipeline, ValueKind::Time)
        .range(0, 1_000_000_000)
        .default(0)
        .help(
            "Time from the header (with store: from the last bit) to the queue, for parsing, classification and look-up",
            "chips: 50 to 200 ns; whole switches 300, 500 or 800 ns",
        ),
    switch(Key::MacTable, "mac_table", "MAC table", Group::Pipeline, ValueKind::Choice)
        .words(&[("static", 0), ("learnt", 1)])
        .default(0)
        .help(
            "Source of the addresses that a switch knows. static: the topology; learnt: the frames that hosts send",
            "IEEE 802.1Q, clause 8.7",
        ),
    switch(Key::MacAgeing, "mac_ageing", "MAC ageing", Group::Pipeline, ValueKind::Time)
        .range(1_000, ValueKind::Time.most())
        .default(300 * PS_PER_S)
        .help("Time after which a learning switch removes the address of a host that sent nothing", "IEEE 802.1Q, clause 8.8.3"),
    switch(Key::Unknown, "unknown", "unknown hosts", Group::Pipeline, ValueKind::Choice)
        .words(&[("flood", 0), ("drop", 1)])
        .default(0)
        .help(
            "Treatment of frames for hosts that a learning switch does not know",
            "IEEE 802.1Q, clause 8.6.1",
        ),
];
