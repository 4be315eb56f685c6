//! Kinds of event for which the user can search, forward or backward. The cursor moves to the found event.
//! Start with [`EventTarget`].

use super::Lab;
use super::event_predicates::{is_deadlock, is_drop, is_pause, is_pause_here};
use super::search::SearchTarget;

/// Kind of event for which the user searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventTarget {
    /// Any key event that the narration reports.
    AnyKeyEvent,
    /// Key event at the selected port that concerns the selected priority. Also finds events that the
    /// narration leaves out as unimportant.
    Here,
    /// Start of the transmission, or arrival, of a frame of the selected priority at the selected
    /// port.
    Frame,
    /// Transmission of a pause frame at any port. Includes frames that only repeat a pause.
    Pause,
    /// Pause that the selected port sends or receives for the selected priority. Includes the event at which
    /// the priority becomes paused.
    PauseHere,
    /// Drop at any port. After the move, the page follows the dropped frame.
    Drop,
    /// Cycle of waits that becomes a deadlock. After the move, the queue that completed the deadlock is
    /// selected.
    Deadlock,
    /// Moment at which the bytes of the selected priority at the selected port rise above this number. The
    /// bytes are those of the priority group or of the egress queue, whichever are more. Bytes equal to this
    /// number do not count.
    Above(u64),
    /// Crossbar slot in which the selected switch matches at least one input to an output.
    Match,
}

impl EventTarget {
    /// Name of the kind of event on the page.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::AnyKeyEvent => "key event",
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
    /// Converts the kind of event to a search target for the selected port and priority.
    pub(super) fn search_target(&self, target: EventTarget) -> SearchTarget {
        let here = self.selected;
        match target {
            EventTarget::AnyKeyEvent => SearchTarget::KeyEvent(|kind| kind.importance() > 0, None),
            EventTarget::Here => SearchTarget::KeyEvent(|_| true, Some(here)),
            EventTarget::Frame => SearchTarget::Frame(here),
            EventTarget::Pause => SearchTarget::KeyEvent(is_pause, None),
            EventTarget::PauseHere => SearchTarget::KeyEvent(is_pause_here, Some(here)),
            EventTarget::Drop => SearchTarget::KeyEvent(is_drop, None),
            EventTarget::Deadlock => SearchTarget::KeyEvent(is_deadlock, None),
            EventTarget::Above(bytes) => SearchTarget::Above(here, bytes),
            EventTarget::Match => SearchTarget::Match(self.selected_node()),
        }
    }
}
