//! Parameters of one priority of a port, one row per parameter: thresholds, headroom, scheduling, marking,
//! watchdog and credits.
//!
//! A document gives a value for one priority (`p3.xoff`) or for all, and for one port, a node, a profile or
//! the fabric. If parameters exclude each other, such as `xoff` and `alpha`, the last that is set counts.

use super::super::param::{CALCULATED, OFF, UNSET};
use super::super::{CERTAIN, Group, Level, Param, ValueKind};
use super::Key;
use super::words::{AUTO, AUTO_OR_OFF, SWITCHED, SWITCHED_OR_AUTO};

const fn priority(key: Key, name: &'static str, label: &'static str, group: Group, kind: ValueKind) -> Param {
    Param::new(key, name, label, group, Level::Priority, kind)
}

const fn watchdog(key: Key, name: &'static str, label: &'static str, kind: ValueKind) -> Param {
    Param::new(key, name, label, Group::Watchdog, Level::Priority, kind).lossless_only().live()
}

pub(in super::super) const ROWS: &[Param] = &[
    priority(Key::Lossless, "lossless", "lossless", Group::Pfc, ValueKind::Choice)
        .all_nodes()
        .words(SWITCHED_OR_AUTO)
        .live()
        .help(
            "whether frames of this priority wait and ask for a pause instead of being dropped; auto: priority 3 only",
            "IEEE 802.1Q, clause 36",
        ),
    priority(Key::Xoff, "xoff", "XOFF threshold", Group::Pfc, ValueKind::Bytes)
        .lossless_only()
        .range(64, 1_000_000_000)
        .default(40_000)
        .live()
        .help(
            "shared use of an ingress group at which it asks for a pause; makes the threshold static",
            "SONiC xoff_threshold; IEEE 802.1Q, clause 36.2",
        ),
    priority(Key::Alpha, "alpha", "α", Group::Buffer, ValueKind::Ratio)
        .lossless_only()
        .range(1 << 8, 128 << 16)
        .default(1 << 16)
        .live()
        .help(
            "XOFF threshold as a multiple of the free shared memory; makes the threshold dynamic",
            "Choudhury and Hahne 1998; SONiC dynamic_th: α = 2^dynamic_th",
        ),
    priority(Key::Threshold, "threshold", "threshold", Group::Buffer, ValueKind::Choice)
        .lossless_only()
        .words(&[("auto", UNSET), ("static", 0), ("dynamic", 1)])
        .help(
            "whether xoff or alpha counts; auto: the one given, else static for lossless and dynamic for lossy priorities",
            "SONiC static_th and dynamic_th",
        ),
    priority(Key::Xon, "xon", "XON", Group::Pfc, ValueKind::Bytes)
        .lossless_only()
        .words(AUTO)
        .live()
        .help(
            "shared use at or below which a paused group resumes; auto: 95 % of a static XOFF, else 0",
            "IEEE 802.1Q, clause 36.2; SONiC xon (which compares the whole use)",
        ),
    priority(Key::XonOffset, "xon_offset", "XON offset", Group::Pfc, ValueKind::Bytes)
        .lossless_only()
        .words(AUTO_OR_OFF)
        .live()
        .help(
            "a paused group also resumes this far below its threshold; auto: 3072 B if dynamic without an xon, else off",
            "SONiC xon_offset; 3072 B: HPCC's simulator",
        ),
    priority(Key::Headroom, "headroom", "headroom", Group::Pfc, ValueKind::Bytes)
        .lossless_only()
        .words(&[("auto", CALCULATED)])
        .default(20_000)
        .live()
        .help(
            "what a lossless group may hold above its threshold until the pause has taken effect (SONiC: xoff); auto: the worst case of its cable by the document's flows, those of actions left out",
            "IEEE 802.1Q, annex O",
        ),
    priority(Key::Reserve, "reserve", "reserve", Group::Buffer, ValueKind::Bytes)
        .lossless_only()
        .default(0)
        .live()
        .help("memory guaranteed to an ingress group, whatever the others hold", "SONiC size"),
    priority(Key::Scope, "threshold_scope", "threshold limits", Group::Buffer, ValueKind::Choice)
        .lossless_only()
        .words(&[("pg", 0), ("voq", 1), ("queue", 2)])
        .default(0)
        .help(
            "what the threshold limits, and what asks for pauses: the shared use of the ingress group; each VOQ (input, output, priority) of it; or the egress queue, by the threshold of the output",
            "pg: SONiC BUFFER_PG, Trident, Tomahawk, Spectrum; voq: limits of Broadcom DNX and Cisco Silicon One, whose PFC looks at the ingress group; queue: SONiC BUFFER_QUEUE",
        ),
    priority(Key::Counted, "counted", "takes memory", Group::Buffer, ValueKind::Choice)
        .words(SWITCHED)
        .default(1)
        .help(
            "whether frames of this priority are charged to memory; off: always admitted, for a control priority that is not lossless",
            "HPCC's simulator, priority 0",
        ),
    priority(Key::Kmin, "kmin", "Kmin", Group::Ecn, ValueKind::Bytes)
        .words(&[("off", OFF)])
        .default(OFF)
        .live()
        .help(
            "bytes waiting for an output below which nothing is marked; off: no marking",
            "RFC 3168; DCQCN, Zhu et al. 2015",
        ),
    priority(Key::Kmax, "kmax", "Kmax", Group::Ecn, ValueKind::Bytes)
        .words(AUTO)
        .live()
        .help("bytes waiting at or above which every frame is marked; auto: twice Kmin", "DCQCN, Zhu et al. 2015"),
    priority(Key::Pmax, "pmax", "Pmax", Group::Ecn, ValueKind::Probability)
        .default(CERTAIN / 10)
        .live()
        .help("probability of a mark just below Kmax", "DCQCN, Zhu et al. 2015"),
    priority(Key::EcnAt, "ecn_at", "marks at", Group::Ecn, ValueKind::Choice)
        .words(&[("dequeue", 0), ("enqueue", 1)])
        .default(0)
        .help(
            "which frame is marked for the bytes that wait: the one that leaves, or the one that comes",
            "dequeue: Wu et al. 2012, DCQCN; enqueue: RED, Floyd and Jacobson 1993",
        ),
    priority(Key::EgressAlpha, "egress_alpha", "egress α", Group::Buffer, ValueKind::Ratio)
        .range(1 << 8, 128 << 16)
        .default(1 << 16)
        .help(
            "what a lossy egress queue may hold, as a multiple of the free shared memory",
            "Choudhury and Hahne 1998",
        ),
    priority(Key::EgressLimit, "egress_limit", "egress limit", Group::Buffer, ValueKind::Bytes)
        .words(AUTO_OR_OFF)
        .help(
            "what a lossy egress queue may hold, as bytes; off: only the ingress group limits it; auto: egress_alpha",
            "SONiC static_th",
        ),
    priority(Key::WredMin, "wred_min", "WRED min", Group::Buffer, ValueKind::Bytes)
        .words(&[("off", OFF)])
        .default(OFF)
        .help(
            "bytes waiting for an output (as they are, not averaged) below which WRED drops no lossy frame; where ECN marks, ECT frames are marked instead; off: no WRED",
            "Floyd and Jacobson 1993; RFC 7567; RFC 3168, section 5",
        ),
    priority(Key::WredMax, "wred_max", "WRED max", Group::Buffer, ValueKind::Bytes)
        .words(AUTO)
        .help("bytes waiting at or above which WRED drops every lossy frame; auto: twice the min", "SONiC WRED_PROFILE"),
    priority(Key::WredDrop, "wred_drop", "WRED drop", Group::Buffer, ValueKind::Probability)
        .default(CERTAIN / 10)
        .help("probability of a WRED drop just below its max", "SONiC WRED_PROFILE, drop_probability"),
    priority(Key::Class, "class", "class", Group::Ets, ValueKind::Choice)
        .all_nodes()
        .words(&[("strict", 0), ("ets", 1)])
        .default(0)
        .live()
        .help("served first, highest priority first; or shares what strict leaves", "IEEE 802.1Q, clause 8.6.8"),
    priority(Key::Share, "share", "share", Group::Ets, ValueKind::Percent)
        .all_nodes()
        .range(1, 100)
        .words(AUTO)
        .live()
        .help(
            "relative weight among a port's ETS classes of what strict priorities leave: 10, 10 and 20 are a quarter, a quarter and a half; percentages are weights that sum to 100; auto: none",
            "IEEE 802.1Q, clause 37; SONiC SCHEDULER weight",
        ),
    priority(Key::Cir, "cir", "minimum rate", Group::Ets, ValueKind::Rate)
        .all_nodes()
        .range(1_000_000, ValueKind::Rate.most())
        .words(&[("off", OFF)])
        .default(OFF)
        .help(
            "rate that a queue is guaranteed, in frame bytes: while it is below, it goes before strict and ETS queues, the highest of several first; what it sends so costs no deficit; off: none",
            "SAI scheduler, MIN_BANDWIDTH_RATE; SONiC SCHEDULER cir",
        ),
    priority(Key::Cbs, "cbs", "minimum's burst", Group::Ets, ValueKind::Bytes)
        .all_nodes()
        .range(64, 100_000_000)
        .default(8_000)
        .help("bytes that a queue may send at once of its minimum rate", "SAI scheduler, MIN_BANDWIDTH_BURST_RATE; SONiC SCHEDULER cbs"),
    priority(Key::Pir, "pir", "maximum rate", Group::Ets, ValueKind::Rate)
        .all_nodes()
        .range(1_000_000, ValueKind::Rate.most())
        .words(&[("off", OFF)])
        .default(OFF)
        .help(
            "rate that a queue never exceeds for longer than its burst, in frame bytes (a shaper); while it waits it keeps its deficit and earns none; off: none",
            "SAI scheduler, MAX_BANDWIDTH_RATE; SONiC SCHEDULER pir",
        ),
    priority(Key::Pbs, "pbs", "maximum's burst", Group::Ets, ValueKind::Bytes)
        .all_nodes()
        .range(64, 100_000_000)
        .default(8_000)
        .help("bytes that a queue may send at once of its maximum rate", "SAI scheduler, MAX_BANDWIDTH_BURST_RATE; SONiC SCHEDULER pbs"),
    priority(Key::PfcTx, "pfc_tx", "sends PFC", Group::Pfc, ValueKind::Choice)
        .all_nodes()
        .words(SWITCHED_OR_AUTO)
        .live()
        .help("whether pauses are sent for this priority; auto: if it is lossless", "IEEE 802.1Q, clause 36"),
    priority(Key::PfcRx, "pfc_rx", "obeys PFC", Group::Pfc, ValueKind::Choice)
        .all_nodes()
        .words(SWITCHED_OR_AUTO)
        .live()
        .help("whether pauses of this priority are obeyed; auto: if it is lossless", "IEEE 802.1Q, clause 36"),
    priority(Key::ReceiveHigh, "receive_high", "receive high mark", Group::Hosts, ValueKind::Bytes)
        .hosts()
        .lossless_only()
        .range(64, 1_000_000_000)
        .words(AUTO)
        .help(
            "bytes in a host's receive buffer at which it asks for a pause; auto: 32 of the longest frame and what the link carries in a round trip",
            "RC Link endpoint, for requests and responses",
        ),
    priority(Key::ReceiveLow, "receive_low", "receive low mark", Group::Hosts, ValueKind::Bytes)
        .hosts()
        .lossless_only()
        .words(AUTO)
        .help(
            "bytes at or below which it resumes; auto: what the link carries in a round trip",
            "RC Link endpoint, for requests and responses",
        ),
    watchdog(Key::Watchdog, "watchdog", "watchdog", ValueKind::Choice)
        .words(&[("off", OFF), ("sonic", 0), ("sonic_2023", 1), ("polls", 2), ("timer", 3), ("sonic_broadcom", 4), ("sonic_cisco", 5)])
        .default(OFF)
        .help(
            "what takes a queue for stuck: sonic: every poll of the detection time something waits, nothing is sent, and it is paused for over 99 % of the poll; sonic_2023: something waits, nothing is sent and a pause came in, or nothing waits and it is paused for over 80 %; polls: paused at as many polls in a row, with nothing sent between; sonic_broadcom: paused at a poll and the one before, a PFC frame came between, and the pause never ended; sonic_cisco: paused at the poll, whatever is sent between; timer: paused for the detection time",
            "SONiC pfc_detect scripts, since and before 2024: pfc_detect_mellanox.lua, pfc_detect_broadcom.lua, pfc_detect_cisco-8000.lua; polls in a row: Cisco NX-OS; timer: a vendor's article, no public specification was found",
        ),
    watchdog(Key::WatchdogAction, "watchdog_action", "watchdog action", ValueKind::Choice)
        .words(&[("auto", UNSET), ("drop", 0), ("forward", 1), ("drain", 2), ("alert", 3), ("flush", 4), ("disable", 5)])
        .help(
            "what it then does: drop: what waits and what comes is dropped, pauses are ignored; forward: pauses are ignored; drain: pauses are ignored, what comes is dropped; alert: nothing; flush: the port's receive buffer is emptied; disable: PFC is off on the port until it is armed again; auto: drop, of polls drain, of timer flush",
            "SONiC PFC watchdog; the rules' sources",
        ),
    watchdog(Key::WatchdogPoll, "watchdog_poll", "watchdog poll", ValueKind::Time)
        .range(1_000_000, ValueKind::Time.most())
        .words(AUTO)
        .help("how often it looks, at multiples of this from time 0; auto: 200 ms, of polls 100 ms", "SONiC POLL_INTERVAL"),
    watchdog(Key::WatchdogDetection, "watchdog_detection", "watchdog detection", ValueKind::Time)
        .range(1_000_000, ValueKind::Time.most())
        .words(AUTO)
        .help(
            "how long a storm lasts before it acts, in whole polls; auto: 200 ms, of polls 300 ms, of timer 250 ms",
            "SONiC detection_time",
        ),
    watchdog(Key::WatchdogRestoration, "watchdog_restoration", "watchdog restoration", ValueKind::Time)
        .range(1_000_000, ValueKind::Time.most())
        .words(AUTO)
        .help(
            "how long its condition (watchdog_restores) holds before it ends what it does, in whole polls; auto: 200 ms, of polls one poll",
            "SONiC restoration_time",
        ),
    watchdog(Key::WatchdogRestores, "watchdog_restores", "watchdog restores after", ValueKind::Choice)
        .words(&[("auto", UNSET), ("no_pfc", 0), ("no_pause", 1), ("unpaused", 2), ("time", 3)])
        .help(
            "what each poll of the restoration time must see: no_pfc: no PFC frame of the priority, resumes included; no_pause: no pause; unpaused: it is not paused; time: anything, the time is fixed; auto: of sonic, sonic_2023 and sonic_broadcom no_pfc, of polls and sonic_cisco unpaused, of timer no_pause; in model 1 of sonic and sonic_2023 no_pause",
            "SONiC pfc_restore.lua and pfc_restore_cisco-8000.lua; fixed recovery time: Junos PFC watchdog",
        ),
    priority(Key::Credits, "credits", "credits", Group::Credits, ValueKind::Bytes)
        .all_nodes()
        .lossless_only()
        .range(64, 1_000_000_000)
        .words(&[("off", OFF)])
        .default(OFF)
        .help(
            "bytes of its buffer that a port promises for this priority to the other end of its link, which sends no more than they cover; takes the place of PFC on the link; off: it promises nothing",
            "InfiniBand Architecture 1.2.1, section 7.9; PCI Express Base, section 2.6.1; Ultra Ethernet 1.0, CBFC",
        ),
];
