//! Parameters of rate control. Each row declares one parameter, which has one value for the whole fabric.
//! Source: Zhu et al., SIGCOMM 2015.
//!
//! A parameter that allows `auto` takes its default from the variant of DCQCN: the paper, or `ConnectX`
//! adapters. Flows without rate control ignore these parameters. Bounds are in the unit of the kind:
//! picoseconds, bytes, bits per second, and 1/65536 for ratios. Actions cannot change these parameters.

use super::super::param::OFF;
use super::super::{Group, Param, ParamLevel, RATIO_ONE, ValueKind};
use super::Key;
use super::words::{AUTO, AUTO_OR_OFF};
use crate::fabric::endpoint::rate::{NotificationConfig, WindowConfig};
use crate::units::PS_PER_S;

const US: u64 = PS_PER_S / 1_000_000;

/// Declares a parameter of DCQCN. The default `auto` means the value of the variant (paper or `ConnectX`).
const fn dcqcn(key: Key, name: &'static str, label: &'static str, kind: ValueKind) -> Param {
    rate(key, name, label, kind).words(AUTO)
}

const fn rate(key: Key, name: &'static str, label: &'static str, kind: ValueKind) -> Param {
    Param::new(key, name, label, Group::Rates, ParamLevel::Fabric, kind)
}

/// Defaults of the window limit: windows of 16.384 µs, each with 40 960 B. Source: the RC Link simulator.
pub(in super::super) const WINDOW: WindowConfig =
    WindowConfig { window: crate::units::Time(16_384_000), bytes: 40_960 };

pub(in super::super) const ROWS: &[Param] = &[
    rate(Key::RateControl, "rate_control", "rate control", ValueKind::Choice)
        .words(&[("none", 0), ("dcqcn", 1), ("connectx", 2), ("window", 3)])
        .default(0)
        .help(
            "Rate limit of flows that give none. Multicast and raw flows get no CNPs, so DCQCN does not slow them. none: only the link; dcqcn: DCQCN as in its paper; connectx: DCQCN with the defaults of ConnectX adapters; window: bytes per window",
            "Zhu et al., SIGCOMM 2015; NVIDIA DCQCN parameters; RC Link",
        ),
    dcqcn(Key::DcqcnG, "dcqcn_g", "DCQCN g", ValueKind::Ratio)
        .range(1, RATIO_ONE)
        .help(
            "Weight of a CNP in α, which moves towards 1 with a CNP and towards 0 with the timer. auto: 1/256; for connectx 5/1024",
            "Zhu et al. 2015, figure 14; NVIDIA dce_tcp_g 1019",
        ),
    dcqcn(Key::DcqcnAlpha, "dcqcn_alpha", "DCQCN first α", ValueKind::Ratio)
        .range(1, RATIO_ONE)
        .help("α at the first CNP. auto: 1; for connectx 1023/1024", "Zhu et al. 2015; NVIDIA initial_alpha_value 1023"),
    dcqcn(Key::DcqcnAlphaTimer, "dcqcn_alpha_timer", "DCQCN α timer", ValueKind::Time)
        .range(US, PS_PER_S)
        .help("Time without a CNP after which α decreases. auto: 55 µs; for connectx 1 µs", "Zhu et al. 2015; NVIDIA dce_tcp_rtt 1"),
    dcqcn(Key::DcqcnTimer, "dcqcn_timer", "DCQCN timer", ValueKind::Time)
        .range(US, PS_PER_S)
        .help(
            "Interval of rate increases by time. auto: 55 µs; for connectx 300 µs",
            "Zhu et al. 2015, section 5.2; NVIDIA rpg_time_reset 300",
        ),
    dcqcn(Key::DcqcnBytes, "dcqcn_bytes", "DCQCN byte counter", ValueKind::Bytes)
        .range(1_000, 1_000_000_000)
        .words(AUTO_OR_OFF)
        .help(
            "Frame bytes from one rate increase by bytes to the next. off: no increase by bytes; auto: 10 MB; for connectx 32767 B",
            "Zhu et al. 2015, section 5.2; NVIDIA rpg_byte_reset 32767",
        ),
    dcqcn(Key::DcqcnThreshold, "dcqcn_threshold", "DCQCN F", ValueKind::Count)
        .range(0, 31)
        .help(
            "Number of increases, by time or by bytes, that are fast recovery: each halves the distance to the target rate. auto: 5; for connectx 1",
            "Zhu et al. 2015, figure 7; NVIDIA rpg_threshold 1",
        ),
    dcqcn(Key::DcqcnAi, "dcqcn_ai", "DCQCN R_AI", ValueKind::Rate)
        .range(1_000, ValueKind::Rate.most())
        .help("Rate that an additive increase adds to the target. auto: 40 Mb/s; for connectx 5 Mb/s", "Zhu et al. 2015, figure 14; NVIDIA rpg_ai_rate 5"),
    dcqcn(Key::DcqcnHai, "dcqcn_hai", "DCQCN R_HAI", ValueKind::Rate)
        .range(1_000, ValueKind::Rate.most())
        .help(
            "Rate that an increase adds to the target if the increases by time and by bytes both exceed dcqcn_threshold. auto: 400 Mb/s; for connectx 50 Mb/s",
            "IEEE 802.1Qau, hyper increase; NVIDIA rpg_hai_rate 50",
        ),
    dcqcn(Key::DcqcnMin, "dcqcn_min", "DCQCN least rate", ValueKind::Rate)
        .range(1_000_000, ValueKind::Rate.most())
        .help("Lowest rate of a flow. auto: 100 Mb/s; for connectx 1 Mb/s", "NVIDIA rpg_min_rate 1"),
    dcqcn(Key::DcqcnCut, "dcqcn_cut_interval", "DCQCN cuts apart", ValueKind::Time)
        .range(0, PS_PER_S)
        .help(
            "Shortest time between two rate cuts; CNPs between them only change α. auto: 0; for connectx 4 µs",
            "NVIDIA rate_reduce_monitor_period 4",
        ),
    dcqcn(Key::CnpInterval, "cnp_interval", "CNPs apart", ValueKind::Time)
        .range(0, PS_PER_S)
        .help(
            "Shortest time between two CNPs of a flow. auto: 50 µs; for connectx 4 µs",
            "Zhu et al. 2015, section 3.1; NVIDIA min_time_between_cnps 4",
        ),
    rate(Key::CnpPriority, "cnp_priority", "CNP priority", ValueKind::Count)
        .range(0, 7)
        .default(NotificationConfig::PRIORITY.get() as u64)
        .help("Priority of CNPs", "NVIDIA cnp_802p_prio 6"),
    rate(Key::CnpJitter, "cnp_jitter", "CNP jitter", ValueKind::Time)
        .range(0, PS_PER_S / 1_000)
        .default(0)
        .help("Longest random delay of a CNP, so that senders do not cut their rates at the same time", "RC Link"),
    rate(Key::CnpMerge, "cnp_merge", "CNP merging", ValueKind::Time)
        .range(1_000, PS_PER_S)
        .words(&[("off", OFF)])
        .default(OFF)
        .help(
            "Time for which a receiver remembers the flows of its last CNPs, at most eight. A remembered flow gets no further CNP. off: each CNP is sent",
            "RC Link",
        ),
    rate(Key::CcWindow, "cc_window", "CC_WINDOW", ValueKind::Time)
        .range(4_096_000, 65_536_000)
        .default(WINDOW.window.0)
        .help("Length of a window of the window limit", "RC Link, CC_WINDOW"),
    rate(Key::LengthThr, "length_thr", "length_thr", ValueKind::Bytes)
        .range(64, ValueKind::Bytes.most())
        .default(WINDOW.bytes)
        .help(
            "Frame bytes that a flow may start in a window. Excess bytes count in the next window",
            "RC Link, length_thr",
        ),
];
