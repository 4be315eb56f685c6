use crate::engine::DropCause;
use crate::ids::PortId;
use crate::units::Time;

/// The credits between the ends of one flow.
#[derive(Clone, Copy, Debug, Default)]
pub struct PromiseCounters {
    /// Frame bytes that frames took with them which were dropped, by cause in
    /// the order of [`DropCause::ALL`].
    pub gone: [u64; DropCause::ALL.len()],
    /// Where the last of them came in.
    pub gone_at: Option<PortId>,
    /// Those of them that a resync has given back.
    pub found: u64,
    /// Credit updates that did not come to its source.
    pub updates_lost: u64,
    /// Time in which its credits did not cover a full frame, up to the last
    /// time that this ended.
    pub starved: Time,
    /// When that began, while it lasts.
    pub starved_since: Option<Time>,
}

impl PromiseCounters {
    /// Frame bytes that were lost with frames, and that no resync has given back.
    #[must_use]
    pub fn missing(&self) -> u64 {
        self.gone.iter().sum::<u64>().saturating_sub(self.found)
    }

    /// Time without credits for a full frame up to `now`.
    #[must_use]
    pub fn starved_until(&self, now: Time) -> Time {
        self.starved + self.starved_since.map_or(Time::ZERO, |since| now.saturating_sub(since))
    }
}
