//! Narration: a sentence on the last key event up to the cursor; of several at the same time, on
//! the most important. It depends only on the run and the cursor, so playing, stepping and seeking
//! give the same sentence. Start with [`Tape::narration`].

use fabric_sim::engine::WorldView;

use super::Tape;
use super::event_sentences::{ending, opening, sentence, step_sentence};
use super::key_event::KeyEvent;
use crate::charts::time_label;

/// Key events that the narration may report, up to the cursor. They are saved and restored with the
/// checkpoints of the run.
#[derive(Clone, Copy, Debug, Default)]
pub struct LastEvents {
    /// Most important key event at the last time that had a key event; of equals, the last. `None`
    /// before the first.
    key: Option<KeyEvent>,
    /// Most important event that the observer recorded for the last event number that had one, even
    /// of importance 0; of equals, the last. `None` before the first.
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
    /// Narration at the cursor. `snapshot` is the view of the fabric at the cursor. An event before
    /// the time of the cursor is given with its time.
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

    /// Sentence on the event at the cursor, shown after a single step. `None` if the narration
    /// already reports the event, or the event has no sentence.
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
