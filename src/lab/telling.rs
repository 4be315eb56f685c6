//! Which event is being told: the last one, but each long enough to be read.

use fabric_sim::engine::DropCause;
use fabric_sim::ids::PortId;
use fabric_sim::units::Time;

use super::Tape;
use super::event::{Event, Kind};
use super::story::{opening, plain, sentence};
use crate::charts::time_label;

/// Seconds that a sentence stays at least, unless a heavier one comes.
const READABLE: f64 = 1.4;

/// What is being told, and for how many seconds.
#[derive(Clone, Debug)]
pub struct Telling {
    text: String,
    /// When that was; `None` of what is so whenever it is read.
    at: Option<Time>,
    age: f64,
    /// How much it weighs; 0 before anything was told.
    weight: u8,
    /// How many events were looked at.
    seen: usize,
    /// Those among them that are still to be told, one of a class.
    due: Vec<usize>,
    /// The heaviest of the others since something was told, and its weight; of equals the last.
    light: Option<(usize, u8)>,
    /// Where and why a frame was lost, if that was told last of losses.
    loss: Option<(PortId, DropCause)>,
}

impl Telling {
    /// Begins with `text`.
    #[must_use]
    pub fn new(text: String) -> Self {
        Self::of(text, READABLE, 0, 0)
    }

    fn of(text: String, age: f64, weight: u8, seen: usize) -> Self {
        Self { text, at: None, age, weight, seen, due: Vec::new(), light: None, loss: None }
    }

    /// The sentence as it is read at `now`. What is longer ago than `moment` is
    /// told with its time: it need not be so any more.
    #[must_use]
    pub fn sentence(&self, now: Time, moment: Time) -> String {
        match self.at.filter(|at| now.saturating_sub(*at) > moment) {
            Some(at) => format!("At {}: {}", time_label(at), self.text),
            None => self.text.clone(),
        }
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
        (self.seen, self.weight, self.light, self.loss) = (0, 0, None, None);
        self.due.clear();
    }

    /// Tells what happened up to the cursor, if what is told could be read.
    pub fn tell(&mut self, tape: &Tape) {
        let events = &tape.events()[..tape.told()];
        if self.age.is_infinite() || self.seen > events.len() {
            let pick = landed(events, tape.world().now());
            let jumped = self.age.is_infinite();
            self.forget();
            (self.seen, self.age) = (events.len(), READABLE);
            match pick {
                Some(pick) => {
                    let event = &events[pick];
                    (self.text, self.at) = (sentence(tape.spec(), tape.world(), event), Some(event.at));
                    (self.weight, self.age) = (event.kind.weight(), 0.0);
                    self.loss = loss(event);
                }
                None if jumped => (self.text, self.at) = (opening(tape.spec()), None),
                None => {}
            }
            return;
        }
        self.look(events);
        let due = self.due.iter().copied().min_by_key(|n| (events[*n].at, events[*n].kind.must()));
        let due = due.map(|n| (n, events[n].kind.weight()));
        let Some((pick, weight)) = due.or(self.light) else { return };
        if self.weight == 0 || weight > self.weight || self.age >= READABLE {
            let event = &events[pick];
            self.due.retain(|n| *n != pick);
            self.light = self.light.filter(|(n, _)| *n > pick);
            (self.text, self.at) = (sentence(tape.spec(), tape.world(), event), Some(event.at));
            self.loss = loss(event).or(self.loss);
            (self.weight, self.age) = (weight, 0.0);
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
                    // One loss after another, at one place for one reason, is no news.
                    let again = self.loss.is_some() && loss(event) == self.loss;
                    let weight = if again { 1 } else { event.kind.weight() };
                    if self.light.is_none_or(|(_, before)| weight >= before) {
                        self.light = Some((n, weight));
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
            None => plain(world, tape.last_notes()),
        };
        if let Some(text) = text.filter(|_| world.counters().events > 0) {
            *self = Self::of(text, READABLE, here.map_or(0, |event| event.kind.weight()), told);
            self.at = Some(world.now());
        }
    }
}

/// What is told where the cursor was sent, at `now`: of the instant of the last
/// event what somebody did; else the heaviest of that event; of what is only
/// said again, to those only who went right there.
fn landed(events: &[Event], now: Time) -> Option<usize> {
    let there = events.last().is_some_and(|event| event.at == now);
    let last = events.iter().rev().find(|event| there || event.kind.weight() > 0)?;
    let here = || events.iter().enumerate().rev().skip_while(|(_, event)| event.at > last.at);
    let here = || here().take_while(|(_, event)| event.at == last.at);
    let deed = here().find(|(_, event)| matches!(event.kind, Kind::Acted(_)));
    let heaviest = || {
        let same = here().filter(|(_, event)| event.number == last.number);
        same.max_by_key(|(n, event)| (event.kind.weight(), *n))
    };
    deed.or_else(heaviest).map(|(n, _)| n)
}

/// Where and why a frame was lost, if that is what happened.
fn loss(event: &Event) -> Option<(PortId, DropCause)> {
    match event.kind {
        Kind::Drop { cause, .. } => Some((event.port, cause)),
        _ => None,
    }
}
