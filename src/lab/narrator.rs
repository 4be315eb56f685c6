//! Narration: the last key event at or before the cursor, and of several at one time the most
//! important. It depends only on the run and the cursor, so it is the same after playing, stepping,
//! seeking or opening a link.

use fabric_sim::engine::WorldView;

use super::Tape;
use super::event_sentences::{ending, opening, sentence, step_sentence};
use super::key_event::KeyEvent;
use crate::charts::time_label;

/// Candidates for the narration at or before the cursor. Saved and restored with the checkpoints of the
/// run.
#[derive(Clone, Copy, Debug, Default)]
pub struct LastEvents {
    /// Key event of greatest importance at the last instant that had one; of equals, the last.
    key: Option<KeyEvent>,
    /// Observed event of greatest importance of the last step that had one; of equals, the last.
    step: Option<KeyEvent>,
}

impl LastEvents {
    /// Records `event`, which has just happened.
    pub fn note(&mut self, event: KeyEvent) {
        let is_less_important = |than: KeyEvent| event.kind.importance() < than.kind.importance();
        if self.step.is_none_or(|last| last.number != event.number || !is_less_important(last)) {
            self.step = Some(event);
        }
        let is_key = event.kind.importance() > 0;
        if is_key && self.key.is_none_or(|last| last.at != event.at || !is_less_important(last)) {
            self.key = Some(event);
        }
    }
}

impl Tape {
    /// Narration at the cursor, with `snapshot` taken there. An event before the time of the cursor
    /// is told with its time.
    #[must_use]
    pub fn narration(&self, snapshot: &WorldView) -> String {
        let (spec, world) = (self.spec(), self.world());
        let told = self.reel.observer().last().key.map(|event| {
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

    /// Sentence on the event at the cursor, if it is observed and is not the narrated one: for
    /// single steps.
    #[must_use]
    pub fn step_narration(&self) -> Option<String> {
        let LastEvents { key, step } = self.reel.observer().last();
        let number = self.world().counters().events;
        match step.filter(|event| event.number == number) {
            Some(_) if step == key => None,
            Some(event) => Some(sentence(self.spec(), self.world(), &event)),
            None => step_sentence(self.world(), self.last_events()),
        }
    }
}
