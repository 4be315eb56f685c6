//! Predicates on key events, for searches and marks. A PFC frame that repeats a pause counts as a pause. A
//! discarded frame, such as a duplicate, is no drop.

use fabric_sim::engine::CycleChange;
use fabric_sim::ids::Priority;

use super::key_event::KeyEventKind;

impl KeyEventKind {
    /// Whether the event concerns this priority. Events of a whole flow or port concern no priority; a change
    /// of cycles of waits concerns all priorities.
    #[must_use]
    pub fn concerns(&self, priority: Priority) -> bool {
        match self {
            Self::Queues(n)
            | Self::Paused(n)
            | Self::Resumed(n)
            | Self::Expired(n)
            | Self::Headroom(n)
            | Self::Marks(n)
            | Self::Starved(n)
            | Self::Credited { priority: n, .. }
            | Self::Drop { priority: n, .. }
            | Self::WatchdogDecided { priority: n, .. } => *n == priority,
            Self::Sent(indication)
            | Self::Renewed(indication)
            | Self::Received(indication)
            | Self::PfcLost(indication) => (indication.pauses | indication.resumes).contains(priority),
            Self::Unheeded(mask) => mask.contains(priority),
            // A cycle is reported at one queue, but contains queues of several priorities.
            Self::CyclesChanged(_) => true,
            Self::Starts(_)
            | Self::Begins(_)
            | Self::Slowed(..)
            | Self::Retransmission(..)
            | Self::ActionApplied(_)
            | Self::Done(_)
            | Self::Over { .. }
            | Self::Rerouted(_) => false,
        }
    }
}

/// Whether the event is the transmission of a pause frame. `true` also for a frame that only repeats pauses,
/// `false` for a resume.
#[must_use]
pub fn is_pause(kind: KeyEventKind) -> bool {
    match kind {
        KeyEventKind::Sent(indication) => !indication.pauses.is_empty(),
        KeyEventKind::Renewed(_) => true,
        _ => false,
    }
}

/// Whether a port sends or receives a pause frame in the event, or a priority becomes paused. The end of a
/// pause does not count.
#[must_use]
pub fn is_pause_here(kind: KeyEventKind) -> bool {
    match kind {
        KeyEventKind::Received(indication) => !indication.pauses.is_empty(),
        KeyEventKind::Paused(_) => true,
        _ => is_pause(kind),
    }
}

/// Whether the event is a drop. A frame that its flow does not need, such as a duplicate, is discarded; this
/// is no drop.
#[must_use]
pub fn is_drop(kind: KeyEventKind) -> bool {
    matches!(kind, KeyEventKind::Drop { cause, .. } if !cause.loses_no_data())
}

/// Whether a cycle of waits becomes a deadlock in the event.
#[must_use]
pub fn is_deadlock(kind: KeyEventKind) -> bool {
    matches!(kind, KeyEventKind::CyclesChanged(CycleChange { deadlocks: 1.., .. }))
}
