//! Which event is being told: the last one, but each long enough to be read.

use super::Tape;
use super::story::{opening, plain, sentence};

/// Seconds that a sentence stays at least, unless a heavier one comes.
const READABLE: f64 = 1.4;

/// What is being told, and for how many seconds.
#[derive(Clone, Debug)]
pub struct Telling {
    event: Option<usize>,
    age: f64,
    text: String,
}

impl Telling {
    /// Begins with `text`.
    #[must_use]
    pub fn new(text: String) -> Self {
        Self { event: None, age: READABLE, text }
    }

    /// The sentence.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Seconds pass.
    pub fn grow(&mut self, wall: f64) {
        self.age += wall;
    }

    /// The cursor jumped: what is told now gives way at once.
    pub fn hurry(&mut self) {
        self.age = f64::INFINITY;
    }

    /// The run was replaced: the same event may be another.
    pub fn forget(&mut self) {
        self.event = None;
    }

    /// Tells the last event at the cursor, if the one before could be read.
    pub fn tell(&mut self, tape: &Tape) {
        let events = &tape.events()[..tape.told()];
        if events.is_empty() {
            if self.event.is_some() || self.age.is_infinite() {
                *self = Self { event: None, age: 0.0, text: opening(tape.spec()) };
            }
            return;
        }
        let last = events.len() - 1;
        let (pick, urgent) = match self.event {
            Some(told) if told < last && self.age.is_finite() => {
                // Of what came since, the heaviest; of equals, the last.
                let fresh = (told + 1..=last).max_by_key(|index| (events[*index].kind.weight(), *index));
                let pick = fresh.unwrap_or(last);
                (pick, events[pick].kind.weight() > events[told].kind.weight())
            }
            _ => (last, self.event.is_none_or(|told| told > last)),
        };
        if self.event != Some(pick) && (urgent || self.age >= READABLE) {
            let text = sentence(tape.spec(), tape.world(), &events[pick]);
            *self = Self { event: Some(pick), age: 0.0, text };
        } else if self.age.is_infinite() {
            self.age = READABLE;
        }
    }

    /// Tells something that is no event.
    pub fn say(&mut self, tape: &Tape, text: String) {
        *self = Self { event: tape.told().checked_sub(1), age: 0.0, text };
    }

    /// Tells the event that the cursor stands behind, whatever it is worth.
    pub fn step(&mut self, tape: &Tape) {
        let (spec, world) = (tape.spec(), tape.world());
        let told = tape.told();
        let here = tape.events()[..told].last().filter(|event| event.number == world.counters().events);
        let text = match here {
            Some(event) => Some(sentence(spec, world, event)),
            None => plain(spec, tape.last_notes()),
        };
        if let Some(text) = text.filter(|_| world.counters().events > 0) {
            *self = Self { event: told.checked_sub(1), age: READABLE, text };
        }
    }
}
