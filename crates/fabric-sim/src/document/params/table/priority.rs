//! Parameters of one priority of a port: thresholds, headroom, scheduling, marking, watchdog and credits.
//! Each row of [`ROWS`] declares one parameter.
//!
//! A document gives a value for one priority (`p3.xoff`) or for all, and for one port, a node, a profile or
//! the fabric. If parameters exclude each other, such as `xoff` and `alpha`, the last one that is set
//! applies. Bounds and defaults are in the unit of the kind, such as bytes, picoseconds and bits per second.
//! A row without `range` allows 0 to the greatest value of its kind. Without `default`, the default is
//! `auto`. Without `live`, no action can change the parameter. Without `all_nodes` or `hosts`, only switches
//! have the parameter.

use super::super::param::{CALCULATED, OFF, UNSET};
use super::super::{Group, PROBABILITY_ONE, Param, ParamLevel, ValueKind};
use super::Key;
use super::words::{AUTO, AUTO_OR_OFF, SWITCHED, SWITCHED_OR_AUTO};

const fn priority(key: Key, name: &'static str, label: &'static str, group: Group, kind: ValueKind) -> Param {
    Param::new(key, name, label, group, ParamLevel::Priority, kind)
}

const fn watchdog(key: Key, name: &'static str, label: &'static str, kind: ValueKind) -> Param {
    Param::new(key, name, label, Group::Watchdog, ParamLevel::Priority, kind).lossless_only().live()
}

pub(in super::super) const ROWS: &[Param] = &[
    priority(Key::Lossless, "lossless", "lossless", Group::Pfc, ValueKind::Choice)
        .all_nodes()
        .words(SWITCHED_OR_AUTO)
        .live()
        .help(
            "Frames of this priority are lossless: a switch requests a pause instead of dropping them. auto: priority 3 only",
            "IEEE 802.1Q, clause 36",
        ),
    priority(Key::Xoff, "xoff", "XOFF threshold", Group::Pfc, ValueKind::Bytes)
        .lossless_only()
        .range(64, 1_000_000_000)
        .default(40_000)
        .live()
        .help(
            "Shared bytes of an ingress group (PG) at which the group requests a pause. A given value makes the threshold static",
            "SONiC xoff_threshold; IEEE 802.1Q, clause 36.2",
        ),
    priority(Key::Alpha, "alpha", "α", Group::Buffer, ValueKind::Ratio)
        .lossless_only()
        .range(1 << 8, 128 << 16)
        .default(1 << 16)
        .live()
        .help(
            "XOFF threshold as a multiple of the free shared memory. A given value makes the threshold dynamic",
            "Choudhury and Hahne 1998; SONiC dynamic_th: α = 2^dynamic_th",
        ),
    priority(Key::Threshold, "threshold", "threshold", Group::Buffer, ValueKind::Choice)
        .lossless_only()
        .words(&[("auto", UNSET), ("static", 0), ("dynamic", 1)])
        .help(
            "Threshold that applies: xoff (static) or alpha (dynamic). auto: the one that is set; if neither is, static for lossless and dynamic for lossy priorities",
            "SONiC static_th and dynamic_th",
        ),
    priority(Key::Xon, "xon", "XON", Group::Pfc, ValueKind::Bytes)
        .lossless_only()
        .words(AUTO)
        .live()
        .help(
            "Shared bytes of a paused ingress group at or below which it sends a resume. auto: 95 % of a static XOFF, 0 with a dynamic one",
            "IEEE 802.1Q, clause 36.2; SONiC xon (which compares the whole use)",
        ),
    priority(Key::XonOffset, "xon_offset", "XON offset", Group::Pfc, ValueKind::Bytes)
        .lossless_only()
        .words(AUTO_OR_OFF)
        .live()
        .help(
            "A paused group also resumes at this many bytes below its threshold. auto: 3072 B with a dynamic threshold and no xon, else off",
            "SONiC xon_offset; 3072 B: HPCC's simulator",
        ),
    priority(Key::Headroom, "headroom", "headroom", Group::Pfc, ValueKind::Bytes)
        .lossless_only()
        .words(&[("auto", CALCULATED)])
        .default(20_000)
        .live()
        .help(
            "Bytes that a lossless group may hold above its threshold until the pause takes effect (in SONiC: xoff). auto: the worst case for its cable and the document's flows; flows of actions do not count",
            "IEEE 802.1Q, annex O",
        ),
    priority(Key::Reserve, "reserve", "reserve", Group::Buffer, ValueKind::Bytes)
        .lossless_only()
        .default(0)
        .live()
        .help("Bytes that are guaranteed to an ingress group, independent of other groups", "SONiC size"),
    priority(Key::Scope, "threshold_scope", "threshold limits", Group::Buffer, ValueKind::Choice)
        .lossless_only()
        .words(&[("pg", 0), ("voq", 1), ("queue", 2)])
        .default(0)
        .help(
            "Bytes that the threshold limits, and that request pauses. pg: shared bytes of the ingress group; voq: bytes of each VOQ (input, output, priority); queue: bytes of the egress queue; the threshold is that of the output",
            "pg: SONiC BUFFER_PG; voq: Broadcom DNX and Cisco Silicon One, but their PFC counts the ingress group; queue: SONiC BUFFER_QUEUE",
        ),
    priority(Key::Counted, "counted", "takes memory", Group::Buffer, ValueKind::Choice)
        .words(SWITCHED)
        .default(1)
        .help(
            "Frames of this priority use memory. off: they use none and are always admitted; for a lossy control priority",
            "HPCC's simulator, priority 0",
        ),
    priority(Key::Kmin, "kmin", "Kmin", Group::Ecn, ValueKind::Bytes)
        .words(&[("off", OFF)])
        .default(OFF)
        .live()
        .help(
            "Queued bytes of an output below which no frame is marked. off: no marking",
            "RFC 3168; DCQCN, Zhu et al. 2015",
        ),
    priority(Key::Kmax, "kmax", "Kmax", Group::Ecn, ValueKind::Bytes)
        .words(AUTO)
        .live()
        .help("Queued bytes of an output at or above which every frame is marked. auto: twice Kmin", "DCQCN, Zhu et al. 2015"),
    priority(Key::Pmax, "pmax", "Pmax", Group::Ecn, ValueKind::Probability)
        .default(PROBABILITY_ONE / 10)
        .live()
        .help("Probability of a mark just below Kmax", "DCQCN, Zhu et al. 2015"),
    priority(Key::EcnAt, "ecn_at", "marks at", Group::Ecn, ValueKind::Choice)
        .words(&[("dequeue", 0), ("enqueue", 1)])
        .default(0)
        .help(
            "Frame that is marked for the queue's length. dequeue: the frame that leaves; enqueue: the frame that arrives",
            "dequeue: Wu et al. 2012, DCQCN; enqueue: RED, Floyd and Jacobson 1993",
        ),
    priority(Key::EgressAlpha, "egress_alpha", "egress α", Group::Buffer, ValueKind::Ratio)
        .range(1 << 8, 128 << 16)
        .default(1 << 16)
        .help(
            "Limit of a lossy egress queue as a multiple of the free shared memory",
            "Choudhury and Hahne 1998",
        ),
    priority(Key::EgressLimit, "egress_limit", "egress limit", Group::Buffer, ValueKind::Bytes)
        .words(AUTO_OR_OFF)
        .help(
            "Limit of a lossy egress queue in bytes. off: only the limit of the ingress group applies; auto: the limit is egress_alpha",
            "SONiC static_th",
        ),
    priority(Key::WredMin, "wred_min", "WRED min", Group::Buffer, ValueKind::Bytes)
        .words(&[("off", OFF)])
        .default(OFF)
        .help(
            "Queued bytes of an output, not averaged, below which WRED drops no lossy frame. Where ECN marks, ECT frames are marked instead. off: no WRED",
            "Floyd and Jacobson 1993; RFC 7567; RFC 3168, section 5",
        ),
    priority(Key::WredMax, "wred_max", "WRED max", Group::Buffer, ValueKind::Bytes)
        .words(AUTO)
        .help("Queued bytes of an output at or above which WRED drops every lossy frame. auto: twice wred_min", "SONiC WRED_PROFILE"),
    priority(Key::WredDrop, "wred_drop", "WRED drop", Group::Buffer, ValueKind::Probability)
        .default(PROBABILITY_ONE / 10)
        .help("Probability of a WRED drop just below wred_max", "SONiC WRED_PROFILE, drop_probability"),
    priority(Key::Class, "class", "class", Group::Ets, ValueKind::Choice)
        .all_nodes()
        .words(&[("strict", 0), ("ets", 1)])
        .default(0)
        .live()
        .help("Scheduling of the priority. strict: the class sends before all ETS classes, the highest priority first; ets: the class shares the bandwidth that strict classes leave", "IEEE 802.1Q, clause 8.6.8"),
    priority(Key::Share, "share", "share", Group::Ets, ValueKind::Percent)
        .all_nodes()
        .range(1, 100)
        .words(AUTO)
        .live()
        .help(
            "Relative weight of the class among the ETS classes of a port. Weights 10, 10 and 20 give a quarter, a quarter and a half. auto: none",
            "IEEE 802.1Q, clause 37; SONiC SCHEDULER weight",
        ),
    priority(Key::Cir, "cir", "minimum rate", Group::Ets, ValueKind::Rate)
        .all_nodes()
        .range(1_000_000, ValueKind::Rate.most())
        .words(&[("off", OFF)])
        .default(OFF)
        .help(
            "Guaranteed rate of a queue, in frame bytes. Below it, the queue sends before strict and ETS classes and uses no deficit. off: none",
            "SAI scheduler, MIN_BANDWIDTH_RATE; SONiC SCHEDULER cir",
        ),
    priority(Key::Cbs, "cbs", "minimum's burst", Group::Ets, ValueKind::Bytes)
        .all_nodes()
        .range(64, 100_000_000)
        .default(8_000)
        .help("Bytes of its guaranteed rate that a queue may send at once", "SAI scheduler, MIN_BANDWIDTH_BURST_RATE; SONiC SCHEDULER cbs"),
    priority(Key::Pir, "pir", "maximum rate", Group::Ets, ValueKind::Rate)
        .all_nodes()
        .range(1_000_000, ValueKind::Rate.most())
        .words(&[("off", OFF)])
        .default(OFF)
        .help(
            "Maximum rate of a queue (shaper), in frame bytes. A queue at this rate keeps its deficit and earns none. off: no limit",
            "SAI scheduler, MAX_BANDWIDTH_RATE; SONiC SCHEDULER pir",
        ),
    priority(Key::Pbs, "pbs", "maximum's burst", Group::Ets, ValueKind::Bytes)
        .all_nodes()
        .range(64, 100_000_000)
        .default(8_000)
        .help("Bytes of its maximum rate that a queue may send at once", "SAI scheduler, MAX_BANDWIDTH_BURST_RATE; SONiC SCHEDULER pbs"),
    priority(Key::PfcTx, "pfc_tx", "sends PFC", Group::Pfc, ValueKind::Choice)
        .all_nodes()
        .words(SWITCHED_OR_AUTO)
        .live()
        .help("Port sends pauses for this priority. auto: if the priority is lossless", "IEEE 802.1Q, clause 36"),
    priority(Key::PfcRx, "pfc_rx", "obeys PFC", Group::Pfc, ValueKind::Choice)
        .all_nodes()
        .words(SWITCHED_OR_AUTO)
        .live()
        .help("Port obeys pauses of this priority. auto: if the priority is lossless", "IEEE 802.1Q, clause 36"),
    priority(Key::ReceiveHigh, "receive_high", "receive XOFF", Group::Hosts, ValueKind::Bytes)
        .hosts()
        .lossless_only()
        .range(64, 1_000_000_000)
        .words(AUTO)
        .help(
            "Bytes in a host's receive buffer at which it requests a pause. auto: 32 longest frames and the bytes of a round trip on the link",
            "RC Link endpoint, for requests and responses",
        ),
    priority(Key::ReceiveLow, "receive_low", "receive XON", Group::Hosts, ValueKind::Bytes)
        .hosts()
        .lossless_only()
        .words(AUTO)
        .help(
            "Bytes in a host's receive buffer at or below which it resumes. auto: the bytes of a round trip on the link",
            "RC Link endpoint, for requests and responses",
        ),
    watchdog(Key::Watchdog, "watchdog", "watchdog", ValueKind::Choice)
        .words(&[("off", OFF), ("sonic", 0), ("sonic_2023", 1), ("polls", 2), ("timer", 3), ("sonic_broadcom", 4), ("sonic_cisco", 5)])
        .default(OFF)
        .help(
            "Rule that detects a pause storm. A rule must hold for the whole detection time. sonic: in each poll interval, frames wait, none is sent, and the queue is paused for over 99 % of the interval; sonic_2023: frames wait, none is sent, and a pause was received. Without waiting frames: none is sent, and the queue is paused for over 80 %; polls: the queue is paused at consecutive polls, and no frame is sent between them; sonic_broadcom: the queue is paused at two consecutive polls, a PFC frame arrived between them, and the pause never ended; sonic_cisco: the queue is paused at each poll, even if frames are sent; timer: the queue is paused without interruption",
            "SONiC scripts pfc_detect_mellanox.lua (sonic_2023: before 2024), pfc_detect_broadcom.lua and pfc_detect_cisco-8000.lua; polls: Cisco NX-OS; timer: a vendor's article",
        ),
    watchdog(Key::WatchdogAction, "watchdog_action", "watchdog action", ValueKind::Choice)
        .words(&[("auto", UNSET), ("drop", 0), ("forward", 1), ("drain", 2), ("alert", 3), ("flush", 4), ("disable", 5)])
        .help(
            "Mitigation of a storm. drop: waiting and arriving frames are dropped, and pauses are ignored; forward: pauses are ignored; drain: arriving frames are dropped, and pauses are ignored; alert: the storm is only reported; flush: the port's receive buffer is emptied; disable: PFC of the port is off until the watchdog is armed again; auto: drop; for polls drain, for timer flush",
            "SONiC PFC watchdog; the rules' sources",
        ),
    watchdog(Key::WatchdogPoll, "watchdog_poll", "watchdog poll", ValueKind::Time)
        .range(1_000_000, ValueKind::Time.most())
        .words(AUTO)
        .help("Polling interval; polls are at multiples of it from time 0. auto: 200 ms; for polls 100 ms", "SONiC POLL_INTERVAL"),
    watchdog(Key::WatchdogDetection, "watchdog_detection", "watchdog detection", ValueKind::Time)
        .range(1_000_000, ValueKind::Time.most())
        .words(AUTO)
        .help(
            "Time that a storm lasts before it is mitigated, in whole polls. auto: 200 ms; for polls 300 ms, for timer 250 ms",
            "SONiC detection_time",
        ),
    watchdog(Key::WatchdogRestoration, "watchdog_restoration", "watchdog restoration", ValueKind::Time)
        .range(1_000_000, ValueKind::Time.most())
        .words(AUTO)
        .help(
            "Time that the condition watchdog_restores must hold before mitigation ends, in whole polls. auto: 200 ms; for polls one poll",
            "SONiC restoration_time",
        ),
    watchdog(Key::WatchdogRestores, "watchdog_restores", "watchdog restores after", ValueKind::Choice)
        .words(&[("auto", UNSET), ("no_pfc", 0), ("no_pause", 1), ("unpaused", 2), ("time", 3)])
        .help(
            "Condition at each poll of the restoration time. no_pfc: no PFC frame of the priority was received, resumes included; no_pause: no pause was received; unpaused: the queue is not paused; time: no condition, so the time is fixed; auto: no_pfc for sonic, sonic_2023 and sonic_broadcom. unpaused for polls and sonic_cisco. no_pause for timer, and in model 1 for sonic and sonic_2023",
            "SONiC pfc_restore.lua and pfc_restore_cisco-8000.lua; fixed recovery time: Junos PFC watchdog",
        ),
    priority(Key::Credits, "credits", "credits", Group::Credits, ValueKind::Bytes)
        .all_nodes()
        .lossless_only()
        .range(64, 1_000_000_000)
        .words(&[("off", OFF)])
        .default(OFF)
        .help(
            "Buffer bytes that a port grants for this priority to the other end of its link, in place of PFC. The other end sends only what its credits cover. off: no credits",
            "InfiniBand Architecture 1.2.1, section 7.9; PCI Express Base, section 2.6.1; Ultra Ethernet 1.0, CBFC",
        ),
];
