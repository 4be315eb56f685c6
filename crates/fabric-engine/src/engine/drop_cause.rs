//! Causes of dropped frames. With some causes, called discards, the flow loses no data.

/// Cause of a drop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DropCause {
    /// Lossy frame above the threshold of its PG or VOQ, or with no shared memory left.
    TailDrop,
    /// Lossy frame above the limit of its egress queue. Also a lossy frame above the threshold of its PG, if
    /// the threshold limits the egress queue instead of the PG.
    EgressTailDrop,
    /// Lossy frame that the WRED of its egress queue dropped.
    Wred,
    /// Lossless frame that did not fit in the headroom of its PG: a lossless violation.
    Violation,
    /// Lossless frame that fitted in the headroom of its PG, but not in the headroom pool of the
    /// switch: a lossless violation.
    PoolViolation,
    /// Frame that a switch received after the maximum number of hops.
    HopLimit,
    /// Frame without a route to its destination.
    NoRoute,
    /// Frame that its source could not store: the queue of the flow in the NIC, or the table of all
    /// frames, was full.
    SourceFull,
    /// Frame at a host other than its destination, because of a wrong route or path. At a learning switch:
    /// frame that came in by the port that leads to its destination.
    NotForHost,
    /// Frame that did not fit in the receive buffer of its destination host.
    ReceiveFull,
    /// Frame to a destination that a learning switch has not learned. Flooding is switched off, or no other
    /// port of the switch is up.
    UnknownDestination,
    /// Copy made by flooding that is not needed: it reached a host other than its destination, or a switch
    /// that would send it back by its input port. The flow loses no data.
    FloodCopy,
    /// Frame that a PFC watchdog dropped. The frame was in the queue of the watchdog, or was about to join
    /// this queue. With the mitigation `flush`, the frame came in by the port of the watchdog.
    Watchdog,
    /// Frame that was in a cable, or queued for a link, when the link went down.
    LinkDown,
    /// Frame that a switch forwards to a link that is down, because its routes or the named path are not yet
    /// updated. At a host: frame for its NIC while the link is down.
    OutputDown,
    /// Frame with bit errors: its receiver found a wrong FCS.
    Corrupt,
    /// Frame that a faulty cable lost.
    LostInCable,
    /// Frame with a higher sequence number than the receiver expects. The source retransmits the
    /// frame.
    OutOfOrder,
    /// Frame that the receiver had already accepted.
    Duplicate,
}

impl DropCause {
    /// All causes of drops, in the order of the variants: `cause as usize` is the index in this array.
    /// Reports list the causes in this order.
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

    /// Name of the cause in reports, in snake case, such as `tail_drop`. Two names differ from their
    /// variants: `lossless_violation` (`Violation`) and `headroom_pool_violation` (`PoolViolation`).
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

    /// Whether the flow loses no data by a drop with this cause. `true` for an unneeded copy, for a
    /// duplicate, and for a frame out of order, because the source retransmits it.
    #[must_use]
    pub const fn loses_no_data(self) -> bool {
        matches!(self, Self::FloodCopy | Self::OutOfOrder | Self::Duplicate)
    }

    /// Whether the drop is a lossless violation: a lossless frame found no room in headroom.
    #[must_use]
    pub const fn is_violation(self) -> bool {
        matches!(self, Self::Violation | Self::PoolViolation)
    }
}
