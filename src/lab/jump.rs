//! Jumps to events, with a follow-up on arrival: follow the dropped frame, select the deadlocked queue,
//! or go from match to match of the selected switch.

use fabric_sim::document::Tab;
use fabric_sim::ids::NodeId;
use fabric_sim::units::Time;

use super::picture::Selected;
use super::run::ps;
use super::search::is_above;
use super::{Aim, Kind, Lab, is_drop};
use crate::charts::span_label;

/// Selection and view after the cursor has arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Landing {
    /// Follows the frame of the drop.
    Drop,
    /// Selects the queue whose pause made the deadlock, and shows the wait-for graph.
    Deadlock,
    /// Reports that the queue was above the level already at the start of the search, after this event
    /// at this time.
    Again(u64, Time),
}

impl Landing {
    /// Follow-up of a search for `aim`; `None` if there is none.
    const fn of(aim: Aim) -> Option<Self> {
        match aim {
            Aim::Drop => Some(Self::Drop),
            Aim::Deadlock => Some(Self::Deadlock),
            _ => None,
        }
    }
}

impl Lab {
    /// Sends the cursor to the next event of a kind.
    pub(super) fn seek_next(&mut self, aim: Aim) {
        let wanted = self.wanted(aim);
        self.run.seek_next(wanted, aim.name(), self.end);
        let from = self.run.leading().world();
        let again = is_above(wanted, from).then(|| Landing::Again(from.counters().events, from.now()));
        self.landing = Landing::of(aim).or(again);
    }

    /// Sends the cursor to the previous event of a kind.
    pub(super) fn seek_last(&mut self, aim: Aim) {
        let wanted = self.wanted(aim);
        match (aim, self.shown_match()) {
            // The one that is shown is not the one before.
            (Aim::Match, Some(number)) => self.run.seek_last_before(number, wanted, aim.name()),
            _ => self.run.seek_last(wanted, aim.name()),
        }
        self.landing = Landing::of(aim);
    }

    /// Sends the cursor to the first known drop at or after `time`.
    pub(super) fn seek_drop_from(&mut self, time: Time) {
        let events = self.run.tape().events();
        let Some(drop) = events.iter().find(|event| event.at >= time && is_drop(event.kind)) else { return };
        let number = drop.number;
        self.run.seek_event(number);
        self.landing = Some(Landing::Drop);
    }

    /// Performs the follow-up if the cursor has arrived. Returns whether it did.
    pub(super) fn land(&mut self) -> bool {
        if self.run.is_on_its_way() {
            return false;
        }
        let Some(landing) = self.landing.take() else { return false };
        let tape = self.run.tape();
        let number = tape.world().counters().events;
        let mut here = tape.events()[..tape.told()].iter().rev().take_while(|event| event.number == number);
        match landing {
            Landing::Drop => {
                let drop = here.find_map(|event| match event.kind {
                    Kind::Drop { priority, .. } => Some(Selected { port: event.port, priority }),
                    _ => None,
                });
                if let Some(at) = drop {
                    let lost = tape.lost().last(Some(at.port));
                    self.select(at);
                    if lost.is_some() {
                        self.follow(lost);
                        self.show(Tab::Frame);
                    }
                }
            }
            Landing::Again(before, at) => {
                if number > before {
                    let at = span_label(ps(at));
                    self.run.say(format!("Here it grows above that again; it was above it at {at} already."));
                }
            }
            Landing::Deadlock => {
                let now = tape.world().now();
                let mut died = tape.world().circles().standing().iter().filter_map(|circle| circle.died);
                if let Some(cause) = died.rfind(|died| died.at == now) {
                    let (port, priority) = cause.queue;
                    self.select(Selected { port, priority });
                    self.show(Tab::Waits);
                }
            }
        }
        true
    }

    /// Number of the event of the match on display, of the selected switch.
    fn shown_match(&self) -> Option<u64> {
        let tape = self.run.tape();
        tape.matches().of(tape.spec(), self.selected_node()).map(|last| last.event)
    }

    pub(super) fn selected_node(&self) -> NodeId {
        self.edition.spec.ports[self.selected.port.index()].node
    }
}
