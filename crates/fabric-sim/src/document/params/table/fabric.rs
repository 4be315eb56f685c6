//! Parameters of the whole fabric, such as the hop limit, the MTU, jitter and the interval of credit resyncs.
//! Each has one value for all nodes.
//!
//! A row gives the key, name, label, group, kind, range, default, help and source of one parameter. Only a
//! parameter with `live` can change during a run. Parameters of nodes are in [`super::switch`],
//! [`super::port`] and [`super::priority`].

use super::super::param::OFF;
use super::super::{Group, Param, ParamLevel, ValueKind};
use super::Key;
use super::words::{AUTO, SWITCHED, SWITCHED_OR_AUTO};
use crate::units::PS_PER_S;
use crate::wire::{MAX_FRAME_BYTES, MIN_FRAME_BYTES};

const fn fabric(key: Key, name: &'static str, label: &'static str, group: Group, kind: ValueKind) -> Param {
    Param::new(key, name, label, group, ParamLevel::Fabric, kind)
}

pub(in super::super) const ROWS: &[Param] = &[
    fabric(Key::Pfc, "pfc", "PFC", Group::Pfc, ValueKind::Choice)
        .words(SWITCHED)
        .default(1)
        .help(
            "PFC of the whole fabric. off: the same fabric without PFC, for comparison; credits and retransmission stay",
            "own definition; reports list the changes",
        ),
    fabric(Key::WatchdogScale, "watchdog_scale", "watchdog clock speed", Group::Watchdog, ValueKind::Count)
        .range(1, 1_000_000)
        .default(1)
        .help(
            "Number by which all times of watchdogs are divided, so that a lesson takes microseconds",
            "own definition; real watchdogs wait 100 to 500 ms",
        ),
    fabric(Key::HopLimit, "hop_limit", "hop limit", Group::Links, ValueKind::Count)
        .range(1, 255)
        .words(AUTO)
        .help("Switches that a frame may pass. auto: 16 where a route is overridden or a switch learns, else 255", "RFC 791, time to live"),
    fabric(Key::Mtu, "mtu", "MTU", Group::Links, ValueKind::Bytes)
        .range(MIN_FRAME_BYTES as u64, MAX_FRAME_BYTES as u64)
        .words(&[("off", OFF)])
        .default(OFF)
        .help(
            "Longest frame that every port carries, from header to FCS; headroom bounds use it. Flows with longer frames are refused. off: the frames of the flows decide",
            "IEEE 802.3, clause 3.2.7: maximum frame size; SONiC PORT.mtu is 18 B less, without header and FCS",
        ),
    fabric(Key::Jitter, "jitter", "start jitter", Group::Traffic, ValueKind::Choice)
        .words(SWITCHED)
        .default(1)
        .help(
            "Seeded delay of each flow's start, below one frame time, which keeps equal saturating senders out of phase. Equal constant rates need frame_jitter, too",
            "Floyd and Jacobson 1992, on phase effects",
        ),
    fabric(Key::FrameJitter, "frame_jitter", "frame jitter", Group::Traffic, ValueKind::Choice)
        .words(SWITCHED_OR_AUTO)
        .help(
            "Seeded delay of each frame of a constant rate, below one sending interval. Equal flows then share the losses of a full port. auto: on where jitter is on; off in model 1",
            "Floyd and Jacobson 1994, on the synchronisation of periodic messages",
        ),
    fabric(Key::Cable, "cable", "cables", Group::Links, ValueKind::Length)
        .words(AUTO)
        .help("Length of every cable, at 5 ns per metre. auto: the length of each link", "5 ns/m: glass and copper"),
    fabric(Key::RerouteDelay, "reroute_delay", "reroute delay", Group::Links, ValueKind::Time)
        .range(0, 10 * PS_PER_S)
        .default(PS_PER_S / 20)
        .help(
            "Time from a link failure or repair to new routes. Until then, frames for a failed link are dropped",
            "interior gateway protocols: Francois et al. 2005, sub-second convergence",
        ),
    fabric(Key::CreditResync, "credit_resync", "credit resync", Group::Credits, ValueKind::Time)
        .range(100_000, ValueKind::Time.most())
        .words(&[("off", OFF)])
        .default(OFF)
        .help(
            "Interval of resync frames, which repair lost credit updates. They carry the total of bytes sent or of credits returned. off: never",
            "InfiniBand Architecture 1.2.1, section 7.9.4: FCTBS and FCCL, every 65536 symbol times at least",
        ),
];
