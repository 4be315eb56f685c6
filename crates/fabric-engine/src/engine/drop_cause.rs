//! Why a frame was lost, or thrown away where its flow goes on without it.

/// Why a frame was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DropCause {
    /// A lossy frame above the threshold of its ingress group or VOQ, or with
    /// no shared memory left.
    TailDrop,
    /// A lossy frame above the limit of its egress queue.
    EgressTailDrop,
    /// A lossy frame that its egress queue's WRED dropped early.
    Wred,
    /// A lossless frame that found its group's headroom full: a lossless violation.
    Violation,
    /// A lossless frame that its group's headroom had room for, but not the
    /// headroom pool that the switch's groups share: a lossless violation.
    PoolViolation,
    /// Its hop limit was reached.
    HopLimit,
    /// No way leads to its destination.
    NoRoute,
    /// The sending NIC's queue for the flow was full.
    SourceFull,
    /// A wrong route or path brought it to a host that it is not addressed to.
    NotForHost,
    /// The destination's receive buffer was full.
    ReceiveFull,
    /// A switch that learns did not know its destination, and drops such frames.
    UnknownDestination,
    /// A copy made by flooding came where it is of no use. No loss of the flow.
    FloodCopy,
    /// A watchdog threw it away: it waited in a queue that was taken for
    /// stuck, or was to join one.
    Watchdog,
    /// Its link went down while it was in the cable or waited for it.
    LinkDown,
    /// It was to leave by a link that is down, which the routes, or the path
    /// that its flow names, do not know.
    OutputDown,
    /// Its bits were spoilt on the way: who took it whole found a wrong FCS.
    Corrupt,
    /// The cable that it came by lost it.
    LostInCable,
    /// Its receiver waits for one before it. It will be sent again.
    OutOfOrder,
    /// Its receiver has taken it before.
    Duplicate,
}

impl DropCause {
    /// All causes, in the order of reports.
    pub const ALL: [Self; 19] = [
        Self::TailDrop,
        Self::EgressTailDrop,
        Self::Wred,
        Self::Violation,
        Self::PoolViolation,
        Self::HopLimit,
        Self::NoRoute,
        Self::SourceFull,
        Self::NotForHost,
        Self::ReceiveFull,
        Self::UnknownDestination,
        Self::FloodCopy,
        Self::Watchdog,
        Self::LinkDown,
        Self::OutputDown,
        Self::Corrupt,
        Self::LostInCable,
        Self::OutOfOrder,
        Self::Duplicate,
    ];

    /// As reports name it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::TailDrop => "tail_drop",
            Self::EgressTailDrop => "egress_tail_drop",
            Self::Wred => "wred",
            Self::Violation => "lossless_violation",
            Self::PoolViolation => "headroom_pool_violation",
            Self::HopLimit => "hop_limit",
            Self::NoRoute => "no_route",
            Self::SourceFull => "source_full",
            Self::NotForHost => "not_for_host",
            Self::ReceiveFull => "receive_full",
            Self::UnknownDestination => "unknown_destination",
            Self::FloodCopy => "flood_copy",
            Self::Watchdog => "watchdog",
            Self::LinkDown => "link_down",
            Self::OutputDown => "output_down",
            Self::Corrupt => "corrupt",
            Self::LostInCable => "lost_in_cable",
            Self::OutOfOrder => "out_of_order",
            Self::Duplicate => "duplicate",
        }
    }

    /// Whether nothing is lost with the frame: it is of no use where it came,
    /// and its flow has another.
    #[must_use]
    pub const fn is_discard(self) -> bool {
        matches!(self, Self::FloodCopy | Self::OutOfOrder | Self::Duplicate)
    }

    /// Whether the drop is a lossless violation: the frame was lossless and the buffer had no room
    /// for it.
    #[must_use]
    pub const fn is_violation(self) -> bool {
        matches!(self, Self::Violation | Self::PoolViolation)
    }
}
