//! Which event is being told: the last one, but each long enough to be read.

use super::Tape;
use super::event::{Event, Kind};
use super::story::{opening, plain, sentence};

/// Seconds that a sentence stays at least, unless a heavier one comes.
const READABLE: f64 = 1.4;

/// What is being told, and for how many seconds.
#[derive(Clone, Debug)]
pub struct Telling {
    text: String,
    age: f64,
    /// How much it weighs; 0 before anything was told.
    weight: u8,
    /// How many events were looked at.
    seen: usize,
    /// Those among them that are still to be told, one of a class.
    due: Vec<usize>,
    /// The heaviest of the others since something was told; of equals the last.
    light: Option<usize>,
}

impl Telling {
    /// Begins with `text`.
    #[must_use]
    pub fn new(text: String) -> Self {
        Self::of(text, READABLE, 0, 0)
    }

    fn of(text: String, age: f64, weight: u8, seen: usize) -> Self {
        Self { text, age, weight, seen, due: Vec::new(), light: None }
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
        (self.seen, self.weight, self.light) = (0, 0, None);
        self.due.clear();
    }

    /// Tells what happened up to the cursor, if what is told could be read.
    pub fn tell(&mut self, tape: &Tape) {
        let events = &tape.events()[..tape.told()];
        if self.age.is_infinite() || self.seen > events.len() {
            let pick = landed(events);
            let jumped = self.age.is_infinite();
            self.forget();
            (self.seen, self.age) = (events.len(), READABLE);
            match pick {
                Some(pick) => {
                    let event = &events[pick];
                    self.text = sentence(tape.spec(), tape.world(), event);
                    (self.weight, self.age) = (event.kind.weight(), 0.0);
                }
                None if jumped => self.text = opening(tape.spec()),
                None => {}
            }
            return;
        }
        self.look(events);
        let weight = |n: &usize| events[*n].kind.weight();
        let due = self.due.iter().copied().min_by_key(|n| (events[*n].at, events[*n].kind.must()));
        let Some(pick) = due.or(self.light) else { return };
        let urgent = self.weight == 0 || weight(&pick) > self.weight;
        if urgent || self.age >= READABLE {
            self.due.retain(|n| *n != pick);
            self.light = self.light.filter(|n| *n > pick);
            self.text = sentence(tape.spec(), tape.world(), &events[pick]);
            (self.weight, self.age) = (weight(&pick), 0.0);
        }
    }

    /// Looks at the events that are new.
    fn look(&mut self, events: &[Event]) {
        for (n, event) in events.iter().enumerate().skip(self.seen) {
            match event.kind.must() {
                Some(class) => {
                    self.due.retain(|other| events[*other].kind.must() != Some(class));
                    self.due.push(n);
                }
                None if event.kind.weight() == 0 => {}
                None => {
                    let before = self.light.map_or(0, |light| events[light].kind.weight());
                    if event.kind.weight() >= before {
                        self.light = Some(n);
                    }
                }
            }
        }
        self.seen = events.len();
    }

    /// Tells something that is no event.
    pub fn say(&mut self, tape: &Tape, text: String) {
        *self = Self::of(text, 0.0, u8::MAX, tape.told());
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
            *self = Self::of(text, READABLE, here.map_or(0, |event| event.kind.weight()), told);
        }
    }
}

/// What is told where the cursor was sent: of what happened at that instant
/// what somebody did; else the heaviest of the last event.
fn landed(events: &[Event]) -> Option<usize> {
    let last = events.last()?;
    let here = || events.iter().enumerate().rev().take_while(|(_, event)| event.at == last.at);
    let deed = here().find(|(_, event)| matches!(event.kind, Kind::Acted(_)));
    let heaviest = || {
        let same = here().filter(|(_, event)| event.number == last.number);
        same.max_by_key(|(n, event)| (event.kind.weight(), *n))
    };
    deed.or_else(heaviest).map(|(n, _)| n)
}
