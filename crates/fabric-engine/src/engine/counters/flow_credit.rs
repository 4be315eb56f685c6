//! Counters of end-to-end credits: lost credits, lost updates, time without credits. Start with
//! [`FlowCreditCounters`].

use crate::engine::DropCause;
use crate::ids::PortId;
use crate::units::Time;

/// Counters of the end-to-end credits of one flow.
#[derive(Clone, Copy, Debug, Default)]
pub struct FlowCreditCounters {
    /// Credits that dropped frames had consumed, in bytes, indexed by cause in the order of
    /// [`DropCause::ALL`].
    pub lost: [u64; DropCause::ALL.len()],
    /// Port at which a data frame with credits was dropped last; `None` if no credits were lost.
    pub last_lost_port: Option<PortId>,
    /// Credits that were lost and that a resync has restored, in bytes.
    pub restored: u64,
    /// Credit updates lost on the way to the source.
    pub updates_lost: u64,
    /// Total time in which the credits did not cover a full frame. The current interval (`starved_since`) is
    /// not included.
    pub starved: Time,
    /// Start of the current interval in which the credits do not cover a full frame; `None` while the credits
    /// cover a full frame.
    pub starved_since: Option<Time>,
}

impl FlowCreditCounters {
    /// Credits of dropped frames that no resync has restored so far, in bytes.
    #[must_use]
    pub fn missing(&self) -> u64 {
        self.lost.iter().sum::<u64>().saturating_sub(self.restored)
    }

    /// Total time up to `now` in which the credits did not cover a full frame, the current interval
    /// included.
    #[must_use]
    pub fn starved_until(&self, now: Time) -> Time {
        self.starved + self.starved_since.map_or(Time::ZERO, |since| now.saturating_sub(since))
    }
}
