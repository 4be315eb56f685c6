//! Looking ahead for the next event of a kind, with a copy of the world, so
//! that the cursor stays where it is until there is somewhere to go.

use fabric_sim::engine::{Note, World};
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;

use super::event::{Ear, Kind};

/// What is looked for.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// Whether an event is one.
    pub is: fn(Kind) -> bool,
    /// What people call it.
    pub name: &'static str,
}

/// How far a search got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// Not far enough yet.
    Unknown,
    /// It is the event of this number.
    Event(u64),
    /// There is none up to the end.
    Nothing,
}

/// A search under way.
#[derive(Clone, Debug)]
pub struct Search {
    /// For what.
    pub wanted: Wanted,
    /// Where it ends.
    pub end: Time,
    scout: World,
    ear: Ear,
    /// Events up to this number were looked at before.
    known: u64,
    notes: Vec<Note>,
}

impl Search {
    /// From where `scout` is, up to `end`; what lies up to event `known` is not news.
    #[must_use]
    pub fn new(wanted: Wanted, scout: World, ear: Ear, known: u64, end: Time) -> Self {
        Self { wanted, end, scout, ear, known, notes: Vec::new() }
    }

    /// Goes on until `tired`.
    pub fn go_on(&mut self, spec: &Spec, tired: &mut impl FnMut() -> bool) -> Found {
        for round in 1u32.. {
            if self.scout.idle_until(self.end) {
                return Found::Nothing;
            }
            self.notes.clear();
            if !self.scout.step(&mut self.notes) || self.scout.now() > self.end {
                return Found::Nothing;
            }
            let number = self.scout.counters().events;
            if number > self.known {
                let (ear, wanted) = (&mut self.ear, self.wanted);
                let mut heard = self.notes.iter().filter_map(|note| ear.hear(spec, note));
                if heard.any(|kind| (wanted.is)(kind)) {
                    return Found::Event(number);
                }
            }
            if round.is_multiple_of(64) && tired() {
                break;
            }
        }
        Found::Unknown
    }
}
