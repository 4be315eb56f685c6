//! Narration: a sentence on the last key event up to the cursor. Start with [`Recording::narration`]. If
//! several key events happen at the same time, the most important one is reported. The narration depends only
//! on the run and the cursor, so playing, stepping and seeking give the same sentence.

use fabric_sim::engine::WorldView;

use super::Recording;
use super::event_sentences::{ending, opening, sentence, step_sentence};
use super::key_event::KeyEvent;
use crate::charts::time_label;

/// Key events up to the cursor that the narration may report. Checkpoints of the run save and restore these
/// events.
#[derive(Clone, Copy, Debug, Default)]
pub struct LastEvents {
    /// Most important key event at the latest time that has a key event. Among equally important key events,
    /// the last one. `None` before the first key event.
    key: Option<KeyEvent>,
    /// Most important of the recorded events that have the latest event number. Among equally important
    /// events, the last one. An event of importance 0 is possible. `None` before the first event.
    step: Option<KeyEvent>,
}

impl LastEvents {
    /// Records `event`, which has just happened. Events must come in the order of the run.
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

impl Recording {
    /// Narration at the cursor. `snapshot` is the view of the fabric at the cursor. If the event is before
    /// the cursor, the sentence begins with the time of the event. Before the first key event, the sentence
    /// describes the traffic; at the end of the run, it also describes the end. A run that has ended without
    /// a key event gives only the sentence on the end.
    #[must_use]
    pub fn narration(&self, snapshot: &WorldView) -> String {
        let (spec, world) = (self.spec(), self.world());
        let key_sentence = self.seekable_run.observer().last().key.map(|event| {
            let text = sentence(spec, world, &event);
            if event.at < world.now() { format!("At {}: {text}", time_label(event.at)) } else { text }
        });
        match (key_sentence, self.is_over()) {
            (Some(key_sentence), false) => key_sentence,
            (None, false) => opening(spec),
            (key_sentence, true) => {
                let key_sentence = key_sentence.map(|key_sentence| key_sentence + " ").unwrap_or_default();
                key_sentence + &ending(world, snapshot)
            }
        }
    }

    /// Sentence on the event at the cursor, for display after a single step. `None` if the narration already
    /// reports the event, or if there is no sentence on it.
    #[must_use]
    pub fn step_narration(&self) -> Option<String> {
        let LastEvents { key, step } = self.seekable_run.observer().last();
        let number = self.world().counters().events;
        match step.filter(|event| event.number == number) {
            Some(_) if step == key => None,
            Some(event) => Some(sentence(self.spec(), self.world(), &event)),
            None => step_sentence(self.world(), self.last_events()),
        }
    }
}
