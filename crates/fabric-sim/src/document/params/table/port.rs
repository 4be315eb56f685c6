//! Parameters of a port of a switch or host, one row per parameter.
//!
//! A document gives a value for one port, or for all ports of a node, of a profile or of the fabric; the most
//! specific value counts. Rate and length of a cable are not parameters but fields of `links` in a document.

use super::super::param::{HALF, OFF};
use super::super::{Group, Level, Param, ValueKind};
use super::Key;
use super::words::{AUTO, SWITCHED};
use crate::spec::ReceiveSpec;
use crate::units::Quanta;
use crate::wire::OVERHEAD_BYTES;

const fn port(key: Key, name: &'static str, label: &'static str, group: Group, kind: ValueKind) -> Param {
    Param::new(key, name, label, group, Level::Port, kind).all_nodes()
}

const fn host(key: Key, name: &'static str, label: &'static str, kind: ValueKind) -> Param {
    Param::new(key, name, label, Group::Hosts, Level::Port, kind).hosts()
}

const fn switch_port(
    key: Key,
    name: &'static str,
    label: &'static str,
    group: Group,
    kind: ValueKind,
) -> Param {
    Param::new(key, name, label, group, Level::Port, kind)
}

pub(in super::super) const ROWS: &[Param] = &[
    port(Key::Overhead, "overhead", "wire overhead", Group::Links, ValueKind::Bytes)
        .range(0, 1_000)
        .default(OVERHEAD_BYTES as u64)
        .help("bytes of wire time beside each frame: preamble and gap; many papers count 0", "IEEE 802.3, clause 4.4.2"),
    port(Key::PauseQuanta, "pause_quanta", "pause time", Group::Pfc, ValueKind::Quanta)
        .range(1, Quanta::MAX.0 as u64)
        .default(Quanta::MAX.0 as u64)
        .live()
        .help("the time that a pause asks for, in quanta of 512 bit times", "IEEE 802.1Q, clause 36.1.3.2"),
    port(Key::Refresh, "refresh", "refresh", Group::Pfc, ValueKind::Time)
        .range(1_000, ValueKind::Time.most())
        .words(&[("half", HALF), ("off", OFF)])
        .default(HALF)
        .help("how long after a pause it is sent again; half of the pause time, a time, or off", "SONiC; vendors differ"),
    port(Key::ExplicitXon, "explicit_xon", "sends XON", Group::Pfc, ValueKind::Choice)
        .words(SWITCHED)
        .default(1)
        .help("whether a resume is sent; without, pauses end by expiry only", "vendors differ"),
    port(Key::PauseTimer, "pause_timer", "pause timer", Group::Pfc, ValueKind::Choice)
        .words(SWITCHED)
        .default(1)
        .help("whether a pause expires; without a timer it lasts until its resume", "HPCC's simulator has none"),
    port(Key::PfcTrigger, "pfc_trigger", "trigger", Group::Pfc, ValueKind::Choice)
        .words(&[("ingress", 0), ("egress", 1)])
        .default(0)
        .help(
            "what makes a switch ask: the ingress group, as shipping switches do; or all bytes for one output",
            "IEEE 802.1Q, clause 36.2; the egress form is found in documents",
        ),
    port(Key::PfcDelay, "pfc_delay", "response delay", Group::Pfc, ValueKind::Delay)
        .range(0, ValueKind::QUANTA + Quanta::MAX.0 as u64)
        .default(0)
        .help(
            "time that a station needs to react to a pause, or pause quanta of 512 bit times of its port, such as 394q",
            "IEEE 802.3, 31B.3.7, where the limits are",
        ),
    port(Key::PfcOrder, "pfc_order", "delay counts", Group::Pfc, ValueKind::Choice)
        .words(&[("from_indication", 0), ("after_wait", 1)])
        .default(0)
        .help(
            "whether the delay runs from the indication, or after the frame in transmission has ended",
            "IEEE 802.3, 31B.3.7; 802.1Qbb state-diagram slides, 2009",
        ),
    port(Key::LinkPause, "link_pause", "802.3x pause", Group::Pfc, ValueKind::Choice)
        .words(&[("off", 0), ("on", 1), ("tx", 2), ("rx", 3)])
        .default(0)
        .help(
            "pauses of the whole link, all priorities together, in place of PFC: on: the port sends and obeys them; tx: it only sends them; rx: it only obeys them; a port sends them for what it holds of all priorities",
            "IEEE 802.3x; 802.3, annex 31B",
        ),
    port(Key::LinkXoff, "link_xoff", "link's XOFF", Group::Pfc, ValueKind::Bytes)
        .range(64, 1_000_000_000)
        .default(40_000)
        .help(
            "use of a port by all priorities, at a host bytes in its receive buffer, at which it asks for a pause of its link",
            "IEEE 802.3, annex 31B; vendors differ in the trigger",
        ),
    port(Key::LinkXon, "link_xon", "link's XON", Group::Pfc, ValueKind::Bytes)
        .words(AUTO)
        .help(
            "use of a port at or below which it resumes its link; auto: 95 % of link_xoff",
            "IEEE 802.3, annex 31B; vendors differ in the trigger",
        ),
    port(Key::Ets, "ets", "ETS turns", Group::Ets, ValueKind::Choice)
        .words(&[("dwrr", 0), ("wrr", 1)])
        .default(0)
        .help(
            "whether ETS classes take turns in bytes (deficit weighted round robin), or in frames, which is unfair to short ones",
            "IEEE 802.1Q, clause 8.6.8.3; Shreedhar and Varghese 1995",
        ),
    port(Key::EtsCounts, "ets_counts", "ETS counts", Group::Ets, ValueKind::Choice)
        .words(&[("frame", 0), ("wire", 1)])
        .default(0)
        .help("whether preamble and gap of a frame count towards its class's share", "vendors differ"),
    port(Key::EtsQuantum, "ets_quantum", "ETS quantum", Group::Ets, ValueKind::Bytes)
        .range(64, 1_000_000)
        .words(AUTO)
        .help(
            "what the smallest ETS class earns a round, the others in proportion; auto: the longest frame of the document's flows",
            "Shreedhar and Varghese 1995: one longest frame serves every class each round",
        ),
    port(Key::PortPir, "port_pir", "port's maximum rate", Group::Ets, ValueKind::Rate)
        .range(1_000_000, ValueKind::Rate.most())
        .words(&[("off", OFF)])
        .default(OFF)
        .help(
            "rate that a port never exceeds for longer than its burst, in frame bytes, PFC frames aside; off: that of its link",
            "SAI port, QOS_SCHEDULER_PROFILE_ID; SONiC PORT_QOS_MAP scheduler",
        ),
    port(Key::PortPbs, "port_pbs", "port's burst", Group::Ets, ValueKind::Bytes)
        .range(64, 100_000_000)
        .default(8_000)
        .help("bytes that a port may send at once of its maximum rate", "SAI scheduler, MAX_BANDWIDTH_BURST_RATE"),
    host(Key::Drain, "drain", "drain rate", ValueKind::Rate)
        .range(1_000_000, ValueKind::Rate.most())
        .words(&[("off", OFF)])
        .default(OFF)
        .live()
        .help(
            "how fast a host's bus carries frames to memory, in frame bytes; off: infinitely",
            "a PCIe bus slower than its link; Guo et al. 2016, on slow receivers",
        ),
    host(Key::ReceiveBuffer, "receive_buffer", "receive buffer", ValueKind::Bytes)
        .range(10_000, 1_000_000_000)
        .default(ReceiveSpec::DEFAULT.buffer)
        .help(
            "frames that wait in a host for its bus, in bytes, all priorities together; what does not fit is lost",
            "adapters: 262016 B and more",
        ),
    host(Key::ResponseQueue, "response_queue", "response queue", ValueKind::Bytes)
        .range(1, 1_000_000_000)
        .words(&[("off", OFF)])
        .default(1 << 16)
        .help(
            "payload that a host has still to send of what reads asked it for, each priority by itself, from which on it takes no more requests: they wait in its receive buffer, and are what pauses whoever sends them; off: it takes all",
            "RC Link endpoint; InfiniBand architecture, 9.7.7: responder resources",
        ),
    host(Key::NicWatchdog, "nic_watchdog", "NIC watchdog", ValueKind::Time)
        .range(1_000_000, ValueKind::Time.most())
        .words(&[("off", OFF)])
        .default(OFF)
        .group(Group::Watchdog)
        .help(
            "how long a NIC may send pauses without carrying a frame to memory before it stops sending them; off: for ever",
            "Guo et al., SIGCOMM 2016: 100 ms",
        ),
    host(Key::ClockPpm, "clock_ppm", "clock error", ValueKind::Ppm)
        .range(ValueKind::PPM_ZERO - 1_000, ValueKind::PPM_ZERO + 1_000)
        .default(ValueKind::PPM_ZERO)
        .help(
            "how fast a host's clock is by which it paces flows of a rate, in millionths, below 0 slow; the rate of its link stays as it is",
            "IEEE 802.3: clocks are within 100 ppm",
        ),
    port(Key::CreditUpdate, "credit_update", "credit update", Group::Credits, ValueKind::Bytes)
        .range(64, 1_518)
        .words(&[("off", OFF)])
        .default(OFF)
        .help(
            "size of the frames in which a port gives credits back, before every frame that is queued, those that wait together; off: that takes no wire time",
            "InfiniBand: flow control packets; PCI Express: UpdateFC DLLPs, both far shorter than any Ethernet frame",
        ),
    switch_port(Key::Trust, "trust", "trust", Group::Traffic, ValueKind::Choice)
        .words(&[("pcp_then_dscp", 0), ("pcp", 1), ("dscp", 2), ("port", 3)])
        .default(0)
        .help(
            "by what a frame that comes in is classified: the tag, the IP header, or neither; else the default priority",
            "IEEE 802.1Q, clause 6.9; SONiC DSCP_TO_TC_MAP",
        ),
    switch_port(Key::DefaultPriority, "default_priority", "default priority", Group::Traffic, ValueKind::Count)
        .range(0, 7)
        .default(0)
        .help("priority of frames that come in and say nothing that is trusted", "IEEE 802.1Q, clause 6.9.4"),
];
