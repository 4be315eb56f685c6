//! Parameters of retransmission. Each row declares one parameter, and each parameter has one value for the
//! whole fabric.
//!
//! The values apply to flows with go-back-N or go-back-0. With go-back-N, the source retransmits a lost frame
//! and all frames after it; with go-back-0, the whole message. Selective retransmission is not modelled.

use super::super::{Group, Param, ParamLevel, ValueKind};
use super::Key;
use crate::units::PS_PER_S;

const fn row(key: Key, name: &'static str, label: &'static str, kind: ValueKind) -> Param {
    Param::new(key, name, label, Group::Reliability, ParamLevel::Fabric, kind)
}

pub(in super::super) const ROWS: &[Param] = &[
    row(Key::Reliability, "reliability", "retransmission", ValueKind::Choice)
        .words(&[("none", 0), ("go_back_n", 1), ("go_back_0", 2)])
        .default(0)
        .help(
            "Retransmission after a loss, for flows that give none. Formats without acks never retransmit. none: no retransmission; go_back_n: the lost frame and all after it; go_back_0: the whole message",
            "InfiniBand architecture, section 9.7; Guo et al., SIGCOMM 2016, section 4.1",
        ),
    row(Key::SendWindow, "send_window", "send window", ValueKind::Count)
        .range(1, 65_535)
        .default(1_024)
        .help("Unacknowledged frames that a reliable flow may have", "RC Link"),
    row(Key::AckEvery, "ack_every", "frames an ack stands for", ValueKind::Count)
        .range(1, 65_535)
        .default(1)
        .help(
            "Number of frames per ack, for reliable flows that set no acks. The last frame of a message is acknowledged at once",
            "InfiniBand architecture, section 9.7.5",
        ),
    row(Key::AckPriority, "ack_priority", "ack priority", ValueKind::Count)
        .range(0, 7)
        .default(6)
        .help("Priority of acks and NAKs of reliable flows that set no acks", "RC Link: 5 or 6"),
    row(Key::AckTimeout, "ack_timeout", "ack timeout", ValueKind::Time)
        .range(PS_PER_S / 1_000_000, 10 * PS_PER_S)
        .default(4_096_000 << 6)
        .help(
            "Time without a new ack after which a sender retransmits",
            "InfiniBand architecture, Local Ack Timeout: 4.096us by a power of two",
        ),
];
