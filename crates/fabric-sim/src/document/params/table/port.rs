//! Parameters of a port of a switch or host. Each row of [`ROWS`] declares one parameter.
//!
//! A document gives a value for one port, or for all ports of a node, of a profile or of the fabric. The most
//! specific value applies. Bounds and defaults are in the unit of the kind, such as bytes, picoseconds and
//! bits per second. A row without `range` allows 0 to the greatest value of its kind. Without `default`, the
//! default is `auto`. Without `live`, no action can change the parameter. The rate and length of a cable are
//! fields of `links` in a document; the parameter `cable` of the fabric overrides all lengths.

use super::super::param::{HALF, OFF};
use super::super::{Group, Param, ParamLevel, ValueKind};
use super::Key;
use super::words::{AUTO, SWITCHED};
use crate::spec::ReceiveSpec;
use crate::units::Quanta;
use crate::wire::OVERHEAD_BYTES;

const fn port(key: Key, name: &'static str, label: &'static str, group: Group, kind: ValueKind) -> Param {
    Param::new(key, name, label, group, ParamLevel::Port, kind).all_nodes()
}

const fn host(key: Key, name: &'static str, label: &'static str, kind: ValueKind) -> Param {
    Param::new(key, name, label, Group::Hosts, ParamLevel::Port, kind).hosts()
}

const fn switch_port(
    key: Key,
    name: &'static str,
    label: &'static str,
    group: Group,
    kind: ValueKind,
) -> Param {
    Param::new(key, name, label, group, ParamLevel::Port, kind)
}

pub(in super::super) const ROWS: &[Param] = &[
    port(Key::Overhead, "overhead", "wire overhead", Group::Links, ValueKind::Bytes)
        .range(0, 1_000)
        .default(OVERHEAD_BYTES as u64)
        .help("Bytes on the wire beside each frame: preamble and gap. Many papers count 0", "IEEE 802.3, clause 4.4.2"),
    port(Key::PauseQuanta, "pause_quanta", "pause time", Group::Pfc, ValueKind::Quanta)
        .range(1, Quanta::MAX.0 as u64)
        .default(Quanta::MAX.0 as u64)
        .live()
        .help("Pause time that a PFC frame carries, in quanta of 512 bit times", "IEEE 802.1Q, clause 36.1.3.2"),
    port(Key::Refresh, "refresh", "refresh", Group::Pfc, ValueKind::Time)
        .range(1_000, ValueKind::Time.most())
        .words(&[("half", HALF), ("off", OFF)])
        .default(HALF)
        .help("Time after which a pause that is still needed is sent again. half: half of the pause time; off: a pause is sent once", "SONiC; vendors differ"),
    port(Key::ExplicitXon, "explicit_xon", "sends XON", Group::Pfc, ValueKind::Choice)
        .words(SWITCHED)
        .default(1)
        .help("Port sends a resume when a group may receive again. off: a pause ends only when its quanta expire", "vendors differ"),
    port(Key::PauseTimer, "pause_timer", "pause timer", Group::Pfc, ValueKind::Choice)
        .words(SWITCHED)
        .default(1)
        .help("A received pause expires after its quanta. off: a pause lasts until a resume is received", "HPCC's simulator has none"),
    port(Key::PfcTrigger, "pfc_trigger", "trigger", Group::Pfc, ValueKind::Choice)
        .words(&[("ingress", 0), ("egress", 1)])
        .default(0)
        .help(
            "Occupancy that requests a pause. ingress: bytes of the ingress group, as in shipping switches; egress: all bytes that wait for one output",
            "IEEE 802.1Q, clause 36.2; egress: for comparison",
        ),
    port(Key::PfcDelay, "pfc_delay", "response delay", Group::Pfc, ValueKind::Delay)
        .range(0, ValueKind::QUANTA + Quanta::MAX.0 as u64)
        .default(0)
        .help(
            "Time from the reception of a pause to its effect: a time, or quanta of 512 bit times of the port, such as 394q",
            "IEEE 802.3, 31B.3.7, which has the limits",
        ),
    port(Key::PfcOrder, "pfc_order", "delay counts", Group::Pfc, ValueKind::Choice)
        .words(&[("from_indication", 0), ("after_wait", 1)])
        .default(0)
        .help(
            "Start of the delay. from_indication: the reception of the pause; after_wait: the end of the frame that is in transmission then",
            "IEEE 802.3, 31B.3.7; 802.1Qbb state-diagram slides, 2009",
        ),
    port(Key::LinkPause, "link_pause", "802.3x pause", Group::Pfc, ValueKind::Choice)
        .words(&[("off", 0), ("on", 1), ("tx", 2), ("rx", 3)])
        .default(0)
        .help(
            "802.3x pauses of the whole link, for all priorities together, in place of PFC. on: the port sends and obeys them; tx: the port only sends them; rx: the port only obeys them; off: the link has PFC",
            "IEEE 802.3x; 802.3, annex 31B",
        ),
    port(Key::LinkXoff, "link_xoff", "link's XOFF", Group::Pfc, ValueKind::Bytes)
        .range(64, 1_000_000_000)
        .default(40_000)
        .help(
            "Bytes of all priorities at which a port requests a pause of its link. A switch port counts its ingress groups, a host its receive buffer",
            "IEEE 802.3, annex 31B; vendors differ in the trigger",
        ),
    port(Key::LinkXon, "link_xon", "link's XON", Group::Pfc, ValueKind::Bytes)
        .words(AUTO)
        .help(
            "Bytes of all priorities at or below which a port resumes its link. auto: 95 % of link_xoff",
            "IEEE 802.3, annex 31B; vendors differ in the trigger",
        ),
    port(Key::Ets, "ets", "ETS turns", Group::Ets, ValueKind::Choice)
        .words(&[("dwrr", 0), ("wrr", 1)])
        .default(0)
        .help(
            "Scheduling of ETS classes. dwrr: deficit weighted round robin, in bytes; wrr: weighted round robin (WRR), in frames, which is unfair to short frames",
            "IEEE 802.1Q, clause 8.6.8.3; Shreedhar and Varghese 1995",
        ),
    port(Key::EtsCounts, "ets_counts", "ETS counts", Group::Ets, ValueKind::Choice)
        .words(&[("frame", 0), ("wire", 1)])
        .default(0)
        .help("Bytes that count towards a class's share. frame: bytes of the frame; wire: also preamble and gap", "vendors differ"),
    port(Key::EtsQuantum, "ets_quantum", "ETS quantum", Group::Ets, ValueKind::Bytes)
        .range(64, 1_000_000)
        .words(AUTO)
        .help(
            "Bytes that the ETS class with the smallest share earns per round; the others earn in proportion. auto: the longest frame of the document's flows",
            "Shreedhar and Varghese 1995: one longest frame serves every class each round",
        ),
    port(Key::PortPir, "port_pir", "port's maximum rate", Group::Ets, ValueKind::Rate)
        .range(1_000_000, ValueKind::Rate.most())
        .words(&[("off", OFF)])
        .default(OFF)
        .help(
            "Maximum rate of a port (shaper), in frame bytes; PFC frames do not count. off: the rate of the link",
            "SAI port, QOS_SCHEDULER_PROFILE_ID; SONiC PORT_QOS_MAP scheduler",
        ),
    port(Key::PortPbs, "port_pbs", "port's burst", Group::Ets, ValueKind::Bytes)
        .range(64, 100_000_000)
        .default(8_000)
        .help("Bytes of its maximum rate that a port may send at once", "SAI scheduler, MAX_BANDWIDTH_BURST_RATE"),
    host(Key::Drain, "drain", "drain rate", ValueKind::Rate)
        .range(1_000_000, ValueKind::Rate.most())
        .words(&[("off", OFF)])
        .default(OFF)
        .live()
        .help(
            "Rate at which a host's bus moves frames to memory, in frame bytes. off: no limit",
            "a PCI Express bus slower than its link; Guo et al. 2016, on slow receivers",
        ),
    host(Key::ReceiveBuffer, "receive_buffer", "receive buffer", ValueKind::Bytes)
        .range(10_000, 1_000_000_000)
        .default(ReceiveSpec::DEFAULT.buffer)
        .help(
            "Receive buffer of a host in bytes, for all priorities together. Frames that do not fit are dropped",
            "adapters: 262016 B and more",
        ),
    host(Key::ResponseQueue, "response_queue", "response queue", ValueKind::Bytes)
        .range(1, 1_000_000_000)
        .words(&[("off", OFF)])
        .default(1 << 16)
        .help(
            "Unsent payload of read responses, per priority, at which a host accepts no more read requests. Requests then wait in its receive buffer. off: no limit",
            "RC Link endpoint; InfiniBand architecture, 9.7.7: responder resources",
        ),
    host(Key::NicWatchdog, "nic_watchdog", "NIC watchdog", ValueKind::Time)
        .range(1_000_000, ValueKind::Time.most())
        .words(&[("off", OFF)])
        .default(OFF)
        .group(Group::Watchdog)
        .help(
            "Time for which a NIC may send pauses without moving a frame to memory. Then the NIC stops its pauses. off: no limit",
            "Guo et al., SIGCOMM 2016: 100 ms",
        ),
    host(Key::ClockPpm, "clock_ppm", "clock error", ValueKind::Ppm)
        .range(ValueKind::PPM_ZERO - 1_000, ValueKind::PPM_ZERO + 1_000)
        .default(ValueKind::PPM_ZERO)
        .help(
            "Error of the host clock that paces flows of a given rate, in millionths. Below 0 the clock is slow. The rate of the link does not change",
            "IEEE 802.3: clocks are within 100 ppm",
        ),
    port(Key::CreditUpdate, "credit_update", "credit update", Group::Credits, ValueKind::Bytes)
        .range(64, 1_518)
        .words(&[("off", OFF)])
        .default(OFF)
        .help(
            "Size of the frames that return credits. One frame returns all credits that wait, and precedes every queued frame. off: credits return without wire time",
            "InfiniBand: flow control packets; PCI Express: UpdateFC DLLPs, both far shorter than any Ethernet frame",
        ),
    switch_port(Key::Trust, "trust", "trust", Group::Traffic, ValueKind::Choice)
        .words(&[("pcp_then_dscp", 0), ("pcp", 1), ("dscp", 2), ("port", 3)])
        .default(0)
        .help(
            "Field that classifies a received frame: the PCP of the tag, the DSCP of the IP header, or neither (port). Without a trusted field, default_priority applies",
            "IEEE 802.1Q, clause 6.9; SONiC DSCP_TO_TC_MAP",
        ),
    switch_port(Key::DefaultPriority, "default_priority", "default priority", Group::Traffic, ValueKind::Count)
        .range(0, 7)
        .default(0)
        .help("Priority of received frames without a trusted field", "IEEE 802.1Q, clause 6.9.4"),
];
