//! Causes of drops, and of discards of frames that their flow does not need.

/// Cause of a drop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DropCause {
    /// Lossy frame above the threshold of its PG or VOQ, or with no shared memory left.
    TailDrop,
    /// Lossy frame above the limit of its egress queue.
    EgressTailDrop,
    /// Lossy frame that the WRED of its egress queue dropped.
    Wred,
    /// Lossless frame that did not fit the headroom of its PG: a lossless violation.
    Violation,
    /// Lossless frame for which the headroom of its PG had room, but not the headroom pool of the
    /// switch: a lossless violation.
    PoolViolation,
    /// Frame that reached its hop limit.
    HopLimit,
    /// Frame without a route to its destination.
    NoRoute,
    /// Frame that did not fit the queue of its flow in the sending NIC.
    SourceFull,
    /// Frame that a wrong route or path brought to another host than its destination.
    NotForHost,
    /// Frame that did not fit the receive buffer of its destination.
    ReceiveFull,
    /// Frame whose destination a learning switch did not know, where such frames are dropped.
    UnknownDestination,
    /// Copy made by flooding at a host that is not its destination. The flow loses nothing.
    FloodCopy,
    /// Frame that a watchdog dropped because its queue was taken for stuck, whether the frame was
    /// in the queue or about to join.
    Watchdog,
    /// Frame in a cable, or queued for a link, when the link went down.
    LinkDown,
    /// Frame for a link that is down, sent there by routes, or a path named by its flow, that do
    /// not know.
    OutputDown,
    /// Frame with bit errors: its receiver found a wrong FCS.
    Corrupt,
    /// Frame that a faulty cable lost.
    LostInCable,
    /// Frame that came before one that its receiver waits for. The source retransmits it.
    OutOfOrder,
    /// Frame that its receiver has already accepted.
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

    /// Name in reports.
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

    /// Whether the frame was of no use, so that its flow loses nothing.
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
