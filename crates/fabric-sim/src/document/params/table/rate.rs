//! Parameters of rate control, one row per parameter; each has one value for the whole fabric. Source: Zhu et
//! al., SIGCOMM 2015.
//!
//! A parameter that allows `auto` takes its default from the variant of DCQCN: the paper, or `ConnectX`
//! adapters. Flows without rate control ignore these parameters.

use super::super::param::OFF;
use super::super::{Group, Level, Param, RATIO_ONE, ValueKind};
use super::Key;
use super::words::{AUTO, AUTO_OR_OFF};
use crate::fabric::endpoint::rate::{NotificationConfig, WindowConfig};
use crate::units::PS_PER_S;

const US: u64 = PS_PER_S / 1_000_000;

/// Declares a parameter of DCQCN. Its default is `auto`: the value of the variant, the paper or `ConnectX`.
const fn dcqcn(key: Key, name: &'static str, label: &'static str, kind: ValueKind) -> Param {
    rate(key, name, label, kind).words(AUTO)
}

const fn rate(key: Key, name: &'static str, label: &'static str, kind: ValueKind) -> Param {
    Param::new(key, name, label, Group::Rates, Level::Fabric, kind)
}

/// Defaults of the window limit: windows of 16.384 µs with 40 960 B each. Source: the RC Link simulator.
pub(in super::super) const WINDOW: WindowConfig =
    WindowConfig { window: crate::units::Time(16_384_000), bytes: 40_960 };

pub(in super::super) const ROWS: &[Param] = &[
    rate(Key::RateControl, "rate_control", "rate control", ValueKind::Choice)
        .words(&[("none", 0), ("dcqcn", 1), ("connectx", 2), ("window", 3)])
        .default(0)
        .help(
            "what limits the rate of flows that do not say so themselves: their link, DCQCN as in its paper or with the defaults of ConnectX adapters (but not that of multicasts and raw frames, for which nobody sends CNPs), or a window",
            "Zhu et al., SIGCOMM 2015; NVIDIA DCQCN parameters; RC Link",
        ),
    dcqcn(Key::DcqcnG, "dcqcn_g", "DCQCN g", ValueKind::Ratio)
        .range(1, RATIO_ONE)
        .help(
            "how far a CNP moves α towards 1, and its timer back towards 0; auto: 1/256, of connectx 5/1024",
            "Zhu et al. 2015, figure 14; NVIDIA dce_tcp_g 1019",
        ),
    dcqcn(Key::DcqcnAlpha, "dcqcn_alpha", "DCQCN first α", ValueKind::Ratio)
        .range(1, RATIO_ONE)
        .help("α when the first CNP comes; auto: 1, of connectx 1023/1024", "Zhu et al. 2015; NVIDIA initial_alpha_value 1023"),
    dcqcn(Key::DcqcnAlphaTimer, "dcqcn_alpha_timer", "DCQCN α timer", ValueKind::Time)
        .range(US, PS_PER_S)
        .help("how long without a CNP until α falls; auto: 55us, of connectx 1us", "Zhu et al. 2015; NVIDIA dce_tcp_rtt 1"),
    dcqcn(Key::DcqcnTimer, "dcqcn_timer", "DCQCN timer", ValueKind::Time)
        .range(US, PS_PER_S)
        .help(
            "from one increase by time to the next; auto: 55us, of connectx 300us",
            "Zhu et al. 2015, section 5.2; NVIDIA rpg_time_reset 300",
        ),
    dcqcn(Key::DcqcnBytes, "dcqcn_bytes", "DCQCN byte counter", ValueKind::Bytes)
        .range(1_000, 1_000_000_000)
        .words(AUTO_OR_OFF)
        .help(
            "frame bytes from one increase by bytes to the next; off: none; auto: 10M, of connectx 32767",
            "Zhu et al. 2015, section 5.2; NVIDIA rpg_byte_reset 32767",
        ),
    dcqcn(Key::DcqcnThreshold, "dcqcn_threshold", "DCQCN F", ValueKind::Count)
        .range(0, 31)
        .help(
            "increases by time or by bytes that only halve the way back to the target; auto: 5, of connectx 1",
            "Zhu et al. 2015, figure 7; NVIDIA rpg_threshold 1",
        ),
    dcqcn(Key::DcqcnAi, "dcqcn_ai", "DCQCN R_AI", ValueKind::Rate)
        .range(1_000, ValueKind::Rate.most())
        .help("what an additive increase adds; auto: 40M, of connectx 5M", "Zhu et al. 2015, figure 14; NVIDIA rpg_ai_rate 5"),
    dcqcn(Key::DcqcnHai, "dcqcn_hai", "DCQCN R_HAI", ValueKind::Rate)
        .range(1_000, ValueKind::Rate.most())
        .help(
            "what an increase adds when time and bytes are both beyond F; auto: 400M, of connectx 50M",
            "IEEE 802.1Qau, hyper increase; NVIDIA rpg_hai_rate 50",
        ),
    dcqcn(Key::DcqcnMin, "dcqcn_min", "DCQCN least rate", ValueKind::Rate)
        .range(1_000_000, ValueKind::Rate.most())
        .help("no flow is slowed below this; auto: 100M, of connectx 1M", "NVIDIA rpg_min_rate 1"),
    dcqcn(Key::DcqcnCut, "dcqcn_cut_interval", "DCQCN cuts apart", ValueKind::Time)
        .range(0, PS_PER_S)
        .help(
            "from one cut to the next at least; CNPs between move α alone; auto: 0, of connectx 4us",
            "NVIDIA rate_reduce_monitor_period 4",
        ),
    dcqcn(Key::CnpInterval, "cnp_interval", "CNPs apart", ValueKind::Time)
        .range(0, PS_PER_S)
        .help(
            "from one CNP of a flow to the next at least; auto: 50us, of connectx 4us",
            "Zhu et al. 2015, section 3.1; NVIDIA min_time_between_cnps 4",
        ),
    rate(Key::CnpPriority, "cnp_priority", "CNP priority", ValueKind::Count)
        .range(0, 7)
        .default(NotificationConfig::PRIORITY as u64)
        .help("priority of CNPs on their way back", "NVIDIA cnp_802p_prio 6"),
    rate(Key::CnpJitter, "cnp_jitter", "CNP jitter", ValueKind::Time)
        .range(0, PS_PER_S / 1_000)
        .default(0)
        .help("a CNP waits for a random time up to this, so that senders do not cut their rates in step", "RC Link"),
    rate(Key::CnpMerge, "cnp_merge", "CNP merging", ValueKind::Time)
        .range(1_000, PS_PER_S)
        .words(&[("off", OFF)])
        .default(OFF)
        .help(
            "how long a receiver remembers of which flows it sent the last CNPs, eight at most, and swallows another; off: it does not",
            "RC Link",
        ),
    rate(Key::CcWindow, "cc_window", "CC_WINDOW", ValueKind::Time)
        .range(4_096_000, 65_536_000)
        .default(WINDOW.window.0)
        .help("how long a window of the window limit is", "RC Link, CC_WINDOW"),
    rate(Key::LengthThr, "length_thr", "length_thr", ValueKind::Bytes)
        .range(64, ValueKind::Bytes.most())
        .default(WINDOW.bytes)
        .help(
            "frame bytes that may start in a window; what the last has too many counts in the next",
            "RC Link, length_thr",
        ),
];
