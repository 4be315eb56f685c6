//! The parameters, each declared once.

use super::param::{HALF, OFF, UNSET};
use super::{Group, Kind, Level, Param};
use crate::units::Quanta;
use crate::wire::OVERHEAD_BYTES;

/// Names a parameter. In the order of [`TABLE`]: those of a priority first,
/// then of a port, of a switch, of the fabric.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the table says what each is")]
pub enum Key {
    // Before the others: addresses without a priority mean the lossless ones.
    Lossless,
    // After these two, the threshold itself: at one place it has the last word.
    Xoff,
    Alpha,
    Threshold,
    Xon,
    XonOffset,
    Headroom,
    Reserve,
    Kmin,
    Kmax,
    Pmax,
    EgressAlpha,
    EgressLimit,
    Class,
    Share,
    PfcTx,
    PfcRx,
    Overhead,
    PauseQuanta,
    Refresh,
    ExplicitXon,
    PauseTimer,
    PfcTrigger,
    PfcDelay,
    PfcOrder,
    Memory,
    CellBytes,
    HopLimit,
    Jitter,
    Cable,
}

const SWITCHED: &[(&str, u64)] = &[("off", 0), ("on", 1), ("false", 0), ("true", 1)];
const SWITCHED_OR_AUTO: &[(&str, u64)] = &[("auto", UNSET), ("off", 0), ("on", 1), ("false", 0), ("true", 1)];
const AUTO: &[(&str, u64)] = &[("auto", UNSET)];
const AUTO_OR_OFF: &[(&str, u64)] = &[("auto", UNSET), ("off", OFF)];

const fn priority(key: Key, name: &'static str, label: &'static str, group: Group, kind: Kind) -> Param {
    Param::new(key, name, label, group, Level::Priority, kind)
}

const fn port(key: Key, name: &'static str, label: &'static str, group: Group, kind: Kind) -> Param {
    Param::new(key, name, label, group, Level::Port, kind).all_nodes()
}

/// Every parameter, by [`Key`].
pub static TABLE: [Param; 30] = [
    priority(Key::Lossless, "lossless", "lossless", Group::Pfc, Kind::Choice)
        .all_nodes()
        .words(SWITCHED_OR_AUTO)
        .help(
            "whether frames of this priority wait and ask for a pause instead of being dropped; auto: priority 3 only",
            "IEEE 802.1Q, clause 36",
        ),
    priority(Key::Xoff, "xoff", "XOFF threshold", Group::Pfc, Kind::Bytes)
        .lossless_only()
        .range(64, 1_000_000_000)
        .default(40_000)
        .live()
        .help(
            "shared use of an ingress group at which it asks for a pause; makes the threshold static",
            "SONiC xoff_threshold; IEEE 802.1Q, clause 36.2",
        ),
    priority(Key::Alpha, "alpha", "α", Group::Buffer, Kind::Ratio)
        .lossless_only()
        .range(1 << 10, 64 << 16)
        .default(1 << 16)
        .live()
        .help(
            "XOFF threshold as a multiple of the free shared memory; makes the threshold dynamic",
            "Choudhury and Hahne 1998; SONiC dynamic_th: α = 2^dynamic_th",
        ),
    priority(Key::Threshold, "threshold", "threshold", Group::Buffer, Kind::Choice)
        .lossless_only()
        .words(&[("auto", UNSET), ("static", 0), ("dynamic", 1)])
        .help(
            "whether xoff or alpha counts; auto: the one given, else static for lossless and dynamic for lossy priorities",
            "SONiC static_th and dynamic_th",
        ),
    priority(Key::Xon, "xon", "XON", Group::Pfc, Kind::Bytes)
        .lossless_only()
        .words(AUTO)
        .live()
        .help(
            "shared use at or below which a paused group resumes; auto: 95 % of a static XOFF, else 0",
            "IEEE 802.1Q, clause 36.2; SONiC xon (which compares the whole use)",
        ),
    priority(Key::XonOffset, "xon_offset", "XON offset", Group::Pfc, Kind::Bytes)
        .lossless_only()
        .words(AUTO_OR_OFF)
        .live()
        .help(
            "a paused group also resumes this far below its threshold; auto: 3072 B if dynamic without an xon, else off",
            "SONiC xon_offset; 3072 B: HPCC's simulator",
        ),
    priority(Key::Headroom, "headroom", "headroom", Group::Pfc, Kind::Bytes)
        .lossless_only()
        .default(20_000)
        .live()
        .help(
            "what a lossless group may hold above its threshold until the pause has taken effect (SONiC: xoff)",
            "IEEE 802.1Q, annex O",
        ),
    priority(Key::Reserve, "reserve", "reserve", Group::Buffer, Kind::Bytes)
        .lossless_only()
        .default(0)
        .live()
        .help("memory guaranteed to an ingress group, whatever the others hold", "SONiC size"),
    priority(Key::Kmin, "kmin", "Kmin", Group::Ecn, Kind::Bytes)
        .words(&[("off", OFF)])
        .default(OFF)
        .live()
        .help(
            "bytes waiting for an output below which nothing is marked; off: no marking",
            "RFC 3168; DCQCN, Zhu et al. 2015",
        ),
    priority(Key::Kmax, "kmax", "Kmax", Group::Ecn, Kind::Bytes)
        .words(AUTO)
        .live()
        .help("bytes waiting at or above which every frame is marked; auto: twice Kmin", "DCQCN, Zhu et al. 2015"),
    priority(Key::Pmax, "pmax", "Pmax", Group::Ecn, Kind::Probability)
        .default(100_000)
        .live()
        .help("probability of a mark just below Kmax", "DCQCN, Zhu et al. 2015"),
    priority(Key::EgressAlpha, "egress_alpha", "egress α", Group::Buffer, Kind::Ratio)
        .range(1 << 10, 64 << 16)
        .default(1 << 16)
        .help(
            "what a lossy egress queue may hold, as a multiple of the free shared memory",
            "Choudhury and Hahne 1998",
        ),
    priority(Key::EgressLimit, "egress_limit", "egress limit", Group::Buffer, Kind::Bytes)
        .words(AUTO_OR_OFF)
        .help(
            "what a lossy egress queue may hold, as bytes; off: only the ingress group limits it; auto: egress_alpha",
            "SONiC static_th",
        ),
    priority(Key::Class, "class", "class", Group::Ets, Kind::Choice)
        .all_nodes()
        .words(&[("strict", 0), ("ets", 1)])
        .default(0)
        .help("served first, highest priority first; or shares what strict leaves", "IEEE 802.1Q, clause 8.6.8"),
    priority(Key::Share, "share", "share", Group::Ets, Kind::Percent)
        .all_nodes()
        .range(1, 100)
        .words(AUTO)
        .help(
            "percent of what strict priorities leave; those of a port's ETS classes sum to 100; auto: none",
            "IEEE 802.1Q, clause 37",
        ),
    priority(Key::PfcTx, "pfc_tx", "sends PFC", Group::Pfc, Kind::Choice)
        .all_nodes()
        .words(SWITCHED_OR_AUTO)
        .help("whether pauses are sent for this priority; auto: if it is lossless", "IEEE 802.1Q, clause 36"),
    priority(Key::PfcRx, "pfc_rx", "obeys PFC", Group::Pfc, Kind::Choice)
        .all_nodes()
        .words(SWITCHED_OR_AUTO)
        .help("whether pauses of this priority are obeyed; auto: if it is lossless", "IEEE 802.1Q, clause 36"),
    port(Key::Overhead, "overhead", "wire overhead", Group::Links, Kind::Bytes)
        .range(0, 1_000)
        .default(OVERHEAD_BYTES as u64)
        .help("bytes of wire time beside each frame: preamble and gap; many papers count 0", "IEEE 802.3, clause 4.4.2"),
    port(Key::PauseQuanta, "pause_quanta", "pause time", Group::Pfc, Kind::Quanta)
        .range(1, Quanta::MAX.0 as u64)
        .default(Quanta::MAX.0 as u64)
        .help("the time that a pause asks for, in quanta of 512 bit times", "IEEE 802.1Q, clause 36.1.3.2"),
    port(Key::Refresh, "refresh", "refresh", Group::Pfc, Kind::Time)
        .range(1_000, Kind::Time.most())
        .words(&[("half", HALF), ("off", OFF)])
        .default(HALF)
        .help("how long after a pause it is sent again; half of the pause time, a time, or off", "SONiC; vendors differ"),
    port(Key::ExplicitXon, "explicit_xon", "sends XON", Group::Pfc, Kind::Choice)
        .words(SWITCHED)
        .default(1)
        .help("whether a resume is sent; without, pauses end by expiry only", "vendors differ"),
    port(Key::PauseTimer, "pause_timer", "pause timer", Group::Pfc, Kind::Choice)
        .words(SWITCHED)
        .default(1)
        .help("whether a pause expires; without a timer it lasts until its resume", "HPCC's simulator has none"),
    port(Key::PfcTrigger, "pfc_trigger", "trigger", Group::Pfc, Kind::Choice)
        .words(&[("ingress", 0), ("egress", 1)])
        .default(0)
        .help(
            "what makes a switch ask: the ingress group, as shipping switches do; or all bytes for one output",
            "IEEE 802.1Q, clause 36.2; the egress form is found in documents",
        ),
    port(Key::PfcDelay, "pfc_delay", "response delay", Group::Pfc, Kind::Time)
        .range(0, 1_000_000_000)
        .default(0)
        .help("time that a station needs to react to a pause", "IEEE 802.3, 31B.3.7, where the limits are"),
    port(Key::PfcOrder, "pfc_order", "delay counts", Group::Pfc, Kind::Choice)
        .words(&[("from_indication", 0), ("after_wait", 1)])
        .default(0)
        .help(
            "whether the delay runs from the indication, or after the frame in transmission has ended",
            "IEEE 802.3, 31B.3.7; 802.1Qbb state-diagram slides, 2009",
        ),
    Param::new(Key::Memory, "memory", "memory", Group::Buffer, Level::Switch, Kind::Bytes)
        .range(1_000, 1_000_000_000)
        .default(16_000_000)
        .help("a switch's whole buffer: reserves, headrooms and the shared pool", "shipping switches: 12 to 64 MB"),
    Param::new(Key::CellBytes, "cell_bytes", "cell", Group::Buffer, Level::Switch, Kind::Bytes)
        .range(1, 1_024)
        .default(1)
        .help("frames are charged in whole cells of this size; 1 counts bytes", "chips: 96, 144, 192, 254, 256"),
    Param::new(Key::HopLimit, "hop_limit", "hop limit", Group::Links, Level::Fabric, Kind::Count)
        .range(1, 255)
        .words(AUTO)
        .help("switches that a frame may pass; auto: 16 where a route is overridden, else 255", "RFC 791, time to live"),
    Param::new(Key::Jitter, "jitter", "start jitter", Group::Traffic, Level::Fabric, Kind::Choice)
        .words(SWITCHED)
        .default(1)
        .help(
            "whether a seeded time below one frame time moves each flow's start, so that senders do not lock in phase",
            "Floyd and Jacobson 1992, on phase effects",
        ),
    Param::new(Key::Cable, "cable", "cables", Group::Links, Level::Fabric, Kind::Length)
        .words(AUTO)
        .help("length of every cable, at 5 ns a metre; auto: what each link says", "5 ns/m: glass and copper"),
];

impl Key {
    /// Its declaration.
    #[must_use]
    pub fn param(self) -> &'static Param {
        &TABLE[self as usize]
    }

    /// The parameter that addresses call `name`.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        TABLE.iter().find(|param| param.name == name).map(|param| param.key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_its_keys_and_levels() {
        for (n, param) in TABLE.iter().enumerate() {
            assert_eq!(param.key as usize, n, "{}", param.name);
            assert_eq!(Key::find(param.name), Some(param.key));
            assert!(!param.help.is_empty() && !param.source.is_empty(), "{}", param.name);
        }
        assert!(TABLE.windows(2).all(|pair| pair[0].level >= pair[1].level));
    }

    #[test]
    fn ends_of_ranges_defaults_and_words_are_read_as_they_are_written() {
        for param in &TABLE {
            let words = param.words.iter().map(|(_, value)| *value);
            let ends = [param.min, param.max].into_iter().filter(|_| param.kind != Kind::Choice);
            let default = Some(param.default).filter(|default| *default != UNSET);
            for value in words.chain(ends).chain(default) {
                assert_eq!(param.parse(&param.show(value)), Ok(value), "{} {value}", param.name);
            }
            for text in ["", "-1", "9999999999999", "nonsense"] {
                assert!(param.parse(text).unwrap_err().len() > 5, "{} {text}", param.name);
            }
        }
    }
}
