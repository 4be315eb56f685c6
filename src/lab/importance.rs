//! Importance of events for the narration. If several key events happen at the same time, the narration
//! reports the most important. Events of importance 0, such as a refresh of a pause, are no key events.

use fabric_sim::engine::DropCause;
use fabric_sim::fabric::watchdog::WatchdogDecision;

use super::key_event::KeyEventKind;

impl KeyEventKind {
    /// Importance of the event for the narration, from 0 to 9. Events above 0 are key events.
    #[must_use]
    pub fn importance(&self) -> u8 {
        match self {
            // An action of the user comes first.
            Self::ActionApplied(_) => 9,
            Self::CyclesChanged(change) if change.deadlocks + change.freed > 0 => 8,
            Self::WatchdogDecided { decision: WatchdogDecision::Storm, .. } | Self::PfcLost(_) => 7,
            // Discarded frames were not needed, so they are no loss. The watchdog's decision already reports
            // the watchdog's drops.
            Self::Drop { cause: DropCause::Watchdog, .. } | Self::Renewed(_) => 0,
            Self::Drop { cause, .. } if cause.loses_no_data() => 0,
            Self::Drop { .. } => 6,
            Self::Paused(_)
            | Self::Starved(_)
            | Self::Unheeded(_)
            | Self::WatchdogDecided { .. }
            | Self::Retransmission(..) => 5,
            Self::Sent(indication) | Self::Received(indication) if !indication.pauses.is_empty() => 4,
            Self::Rerouted(_) | Self::Over { .. } => 4,
            Self::Credited { .. }
            | Self::CyclesChanged(_)
            | Self::Sent(_)
            | Self::Received(_)
            | Self::Resumed(_)
            | Self::Expired(_) => 3,
            Self::Marks(_) | Self::Headroom(_) | Self::Slowed(..) => 2,
            Self::Starts(_) | Self::Begins(_) | Self::Queues(_) | Self::Done(_) => 1,
        }
    }
}
