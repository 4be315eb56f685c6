//! Jumps of the cursor to events, and the details that the page shows on arrival, such as the dropped frame
//! or the deadlocked queue. Start with [`Lab::seek_next`]. The event at the cursor itself counts neither as
//! the next nor as the last event.

use fabric_sim::document::Tab;
use fabric_sim::ids::{NodeId, QueueId};
use fabric_sim::units::Time;

use super::picture::Selected;
use super::run::ps;
use super::search::is_above;
use super::{EventTarget, KeyEventKind, Lab, is_drop};
use crate::charts::span_label;

/// Details that the page selects and shows after a jump of the cursor has arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViewAfterJump {
    /// Selects the queue of the drop, follows the dropped frame and shows its tab.
    Drop,
    /// Selects the queue whose pause completed the deadlock, and shows the tab with the wait-for graph.
    Deadlock,
    /// Shows a message: the queue was already above the searched level when the search started. The fields
    /// are the number and the time of the event at the start of the search.
    StillAbove(u64, Time),
}

impl ViewAfterJump {
    /// Details to show after a search for `target`; `None` for kinds of events other than drops and
    /// deadlocks.
    const fn of(target: EventTarget) -> Option<Self> {
        match target {
            EventTarget::Drop => Some(Self::Drop),
            EventTarget::Deadlock => Some(Self::Deadlock),
            _ => None,
        }
    }
}

impl Lab {
    /// Moves the cursor to the next event of the kind `target`. The search ends at the end of the time line.
    /// If the queue was already above the searched level, the page shows a message on arrival.
    pub(super) fn seek_next(&mut self, target: EventTarget) {
        let search = self.search_target(target);
        self.run.seek_next(search, target.name(), self.end);
        let from = self.run.leading().world();
        let again =
            is_above(search, from).then(|| ViewAfterJump::StillAbove(from.counters().events, from.now()));
        self.view_after_jump = ViewAfterJump::of(target).or(again);
    }

    /// Moves the cursor to the last event of the kind `target` before the cursor. The search ends at the
    /// start of the run.
    pub(super) fn seek_last(&mut self, target: EventTarget) {
        let search = self.search_target(target);
        match (target, self.shown_match()) {
            // The search begins before the displayed match, so that it finds an earlier one.
            (EventTarget::Match, Some(number)) => self.run.seek_last_before(number, search, target.name()),
            _ => self.run.seek_last(search, target.name()),
        }
        self.view_after_jump = ViewAfterJump::of(target);
    }

    /// Moves the cursor to the first recorded drop at or after `time`. Does nothing if no such drop is
    /// recorded.
    pub(super) fn seek_drop_from(&mut self, time: Time) {
        let events = self.run.recording().events();
        let Some(drop) = events.iter().find(|event| event.at >= time && is_drop(event.kind)) else { return };
        let number = drop.number;
        self.run.seek_event(number);
        self.view_after_jump = Some(ViewAfterJump::Drop);
    }

    /// If the cursor has arrived after a jump, selects and shows the details of the event. Returns `true` if
    /// details were due, even if nothing was selected because the cursor is at no such event. If the dropped
    /// frame is not known, the drop is selected, but no frame is followed.
    pub(super) fn show_after_jump(&mut self) -> bool {
        if self.run.has_pending_move() {
            return false;
        }
        let Some(view) = self.view_after_jump.take() else { return false };
        let recording = self.run.recording();
        let number = recording.world().counters().events;
        let mut here = recording.events()[..recording.past_event_count()]
            .iter()
            .rev()
            .take_while(|event| event.number == number);
        match view {
            ViewAfterJump::Drop => {
                let drop = here.find_map(|event| match event.kind {
                    KeyEventKind::Drop { priority, .. } => Some(Selected { port: event.port, priority }),
                    _ => None,
                });
                if let Some(at) = drop {
                    let lost = recording.last_losses().last(Some(at.port));
                    self.select(at);
                    if lost.is_some() {
                        self.follow(lost);
                        self.show(Tab::Frame);
                    }
                }
            }
            ViewAfterJump::StillAbove(before, at) => {
                if number > before {
                    let at = span_label(ps(at));
                    self.run.show_message(format!(
                        "Here it grows above that again; it was above it at {at} already."
                    ));
                }
            }
            ViewAfterJump::Deadlock => {
                let now = recording.world().now();
                let mut died =
                    recording.world().cycles().standing().iter().filter_map(|cycle| cycle.deadlock);
                if let Some(cause) = died.rfind(|died| died.at == now) {
                    let QueueId { port, priority } = cause.queue;
                    self.select(Selected { port, priority });
                    self.show(Tab::Waits);
                }
            }
        }
        true
    }

    /// Number of the event that made the crossbar match on display at the selected switch; `None` if no match
    /// is displayed.
    fn shown_match(&self) -> Option<u64> {
        let recording = self.run.recording();
        recording.matches().of(recording.spec(), self.selected_node()).map(|last| last.event)
    }

    /// Node of the selected port.
    pub(super) fn selected_node(&self) -> NodeId {
        self.compiled.spec.ports[self.selected.port.index()].node
    }
}
