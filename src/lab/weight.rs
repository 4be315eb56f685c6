//! How much what happened weighs: what is told first, and what whatever comes.

use fabric_sim::engine::DropCause;
use fabric_sim::fabric::watchdog::Verdict;

use super::event::Kind;

impl Kind {
    /// Its weight: a heavier one is told at once, a lighter one waits until
    /// the last could be read. Without any it is told to those only who go there.
    #[must_use]
    pub fn weight(&self) -> u8 {
        match self {
            // What somebody just did comes first.
            Self::Acted(_) => 9,
            Self::Circles(turn) if turn.died + turn.freed > 0 => 8,
            Self::Judged { verdict: Verdict::Storm, .. } | Self::PfcLost(_) => 7,
            // What is thrown away as of no use is no loss; of a watchdog's, the verdict has told.
            Self::Drop { cause: DropCause::Watchdog, .. } | Self::Renewed(_) => 0,
            Self::Drop { cause, .. } if cause.is_discard() => 0,
            Self::Drop { .. } => 6,
            Self::Paused(_)
            | Self::Starved(_)
            | Self::Unheeded(_)
            | Self::Judged { .. }
            | Self::WentBack(..) => 5,
            Self::Sent(says) | Self::Received(says) if says.pauses != 0 => 4,
            Self::Rerouted(_) | Self::Over { .. } => 4,
            Self::Credited { .. }
            | Self::Circles(_)
            | Self::Sent(_)
            | Self::Received(_)
            | Self::Resumed(_)
            | Self::Expired(_) => 3,
            Self::Marks(_) | Self::Headroom(_) | Self::Slowed(..) => 2,
            Self::Starts(_) | Self::Begins(_) | Self::Queues(_) | Self::Done(_) => 1,
        }
    }

    /// Its class among those that are told whatever comes after them, in the
    /// order in which those of one instant are told; `None`: it may be left out.
    #[must_use]
    pub fn must(&self) -> Option<u8> {
        match self {
            Self::Acted(_) => Some(0),
            Self::PfcLost(_) => Some(1),
            Self::Judged { verdict: Verdict::Storm, .. } => Some(2),
            Self::Circles(turn) if turn.died > 0 => Some(3),
            Self::Circles(turn) if turn.freed > 0 => Some(4),
            _ => None,
        }
    }
}
