//! Kinds of event to which the cursor can be sent, forward or backward.

use super::Lab;
use super::kind::{is_deadlock, is_drop, is_pause, is_pause_here};
use super::search::Wanted;

/// Kind of event to search for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Any key event.
    Told,
    /// Key event at the selected port, of the selected priority.
    Here,
    /// Frame of the selected priority that starts or arrives at the selected port.
    Frame,
    /// Transmission of a pause frame.
    Pause,
    /// Pause that the selected port sends or receives.
    PauseHere,
    /// Drop; the dropped frame is then followed.
    Drop,
    /// Deadlock; its queue is then selected.
    Deadlock,
    /// Rise of the bytes of the selected priority at the selected port above this number of bytes.
    Above(u64),
    /// Slot in which the crossbar of the selected switch matches at least one input to an output.
    Match,
}

impl Aim {
    /// Name on the page.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Told => "key event",
            Self::Here => "event at this port and priority",
            Self::Frame => "frame at this port and priority",
            Self::Pause => "pause",
            Self::PauseHere => "pause at this port and priority",
            Self::Drop => "drop",
            Self::Deadlock => "deadlock",
            Self::Above(_) => "time that this queue is above that",
            Self::Match => "match of this switch",
        }
    }
}

impl Lab {
    /// Search criterion for `aim` with the present selection.
    pub(super) fn wanted(&self, aim: Aim) -> Wanted {
        let here = self.selected;
        match aim {
            Aim::Told => Wanted::Told(|kind| kind.weight() > 0, None),
            Aim::Here => Wanted::Told(|_| true, Some(here)),
            Aim::Frame => Wanted::Frame(here),
            Aim::Pause => Wanted::Told(is_pause, None),
            Aim::PauseHere => Wanted::Told(is_pause_here, Some(here)),
            Aim::Drop => Wanted::Told(is_drop, None),
            Aim::Deadlock => Wanted::Told(is_deadlock, None),
            Aim::Above(bytes) => Wanted::Above(here, bytes),
            Aim::Match => Wanted::Joined(self.selected_node()),
        }
    }
}
