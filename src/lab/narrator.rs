//! What the narrator says: the last key event at or before the cursor. It is a
//! function of the run and the cursor, so whoever plays, steps, seeks or opens a
//! link to a moment reads the same there.

use fabric_sim::engine::Snapshot;

use super::Tape;
use super::event::{Event, Kind};
use super::story::{ending, opening, plain, sentence};
use crate::charts::time_label;

/// The last events at or before the cursor. Goes wherever the cursor goes.
#[derive(Clone, Copy, Debug, Default)]
pub struct LastEvents {
    /// Of those that are news.
    key: Option<Event>,
    /// Of all.
    any: Option<Event>,
}

impl LastEvents {
    /// `event` has just happened.
    pub fn note(&mut self, event: Event) {
        replace(&mut self.any, event);
        if event.kind.weight() > 0 {
            replace(&mut self.key, event);
        }
    }
}

/// `event` takes the place of the one before it, unless that is heavier and of
/// the same step of the run, or is what somebody did at the same instant.
fn replace(last: &mut Option<Event>, event: Event) {
    let is_deed = |event: &Event| matches!(event.kind, Kind::Acted(_));
    let stays = last.is_some_and(|last| {
        let is_heavier = last.number == event.number && last.kind.weight() > event.kind.weight();
        is_heavier || last.at == event.at && is_deed(&last) && !is_deed(&event)
    });
    if !stays {
        *last = Some(event);
    }
}

impl Tape {
    /// What the narrator says at the cursor, of which `snapshot` is taken. An
    /// event that was before the cursor's time is told with its own.
    #[must_use]
    pub fn narration(&self, snapshot: &Snapshot) -> String {
        let (spec, world) = (self.spec(), self.world());
        let told = self.reel.rider().last().key.map(|event| {
            let text = sentence(spec, world, &event);
            if event.at < world.now() { format!("At {}: {text}", time_label(event.at)) } else { text }
        });
        match (told, self.is_over()) {
            (Some(told), false) => told,
            (None, false) => opening(spec),
            (told, true) => {
                let told = told.map(|told| told + " ").unwrap_or_default();
                told + &ending(world, snapshot)
            }
        }
    }

    /// What the event was that the cursor stands at, if it can be observed and is
    /// no key event: for single steps.
    #[must_use]
    pub fn step_narration(&self) -> Option<String> {
        let LastEvents { key, any } = self.reel.rider().last();
        let number = self.world().counters().events;
        let is_here = |event: &Event| event.number == number;
        if key.as_ref().is_some_and(is_here) {
            return None;
        }
        match any.filter(is_here) {
            Some(event) => Some(sentence(self.spec(), self.world(), &event)),
            None => plain(self.world(), self.last_notes()),
        }
    }
}
