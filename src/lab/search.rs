//! Looking ahead for the next event of a kind, with a copy of the world, so
//! that the cursor stays where it is until there is somewhere to go.

use fabric_sim::engine::{Note, What, World};
use fabric_sim::fabric::crossbar::Phase;
use fabric_sim::ids::NodeId;
use fabric_sim::units::Time;

use super::Tape;
use super::event::{Ear, Kind, is_deadlock, is_drop, is_pause};

/// What is looked for.
#[derive(Clone, Copy, Debug)]
pub enum Wanted {
    /// An event worth telling, of a kind that people call so.
    Told(fn(Kind) -> bool, &'static str),
    /// A slot in which the crossbar of this switch joins a pair.
    Joined(NodeId),
}

impl Wanted {
    /// Any event worth telling.
    pub const TOLD: Self = Self::Told(|_| true, "event worth telling");
    /// A pause frame that is sent.
    pub const PAUSE: Self = Self::Told(is_pause, "pause");
    /// A frame that is lost.
    pub const DROP: Self = Self::Told(is_drop, "drop");
    /// A circle of waits that can drain no more.
    pub const DEADLOCK: Self = Self::Told(is_deadlock, "deadlock");

    /// What people call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Told(_, name) => name,
            Self::Joined(_) => "match of this switch",
        }
    }

    /// Whether one of `notes`, which `ear` has not heard, is it.
    fn is_in(self, world: &World, ear: &mut Ear, notes: &[Note]) -> bool {
        match self {
            Self::Told(is, _) => notes.iter().filter_map(|note| ear.hear(world, note)).any(is),
            Self::Joined(switch) => notes.iter().any(|note| {
                matches!(note.what, What::Matched(Phase::Accept { .. }))
                    && world.spec().ports[note.port.index()].node == switch
            }),
        }
    }
}

impl Tape {
    /// Whether one of the wanted is known at or before the cursor.
    #[must_use]
    pub fn has_told(&self, wanted: Wanted) -> bool {
        match wanted {
            Wanted::Told(is, _) => self.events()[..self.told()].iter().any(|event| is(event.kind)),
            Wanted::Joined(_) => false,
        }
    }
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
    pub fn go_on(&mut self, tired: &mut impl FnMut() -> bool) -> Found {
        for round in 1u32.. {
            if self.scout.idle_until(self.end) {
                return Found::Nothing;
            }
            self.notes.clear();
            if !self.scout.step(&mut self.notes) || self.scout.now() > self.end {
                return Found::Nothing;
            }
            let number = self.scout.counters().events;
            if number > self.known && self.wanted.is_in(&self.scout, &mut self.ear, &self.notes) {
                return Found::Event(number);
            }
            if round.is_multiple_of(64) && tired() {
                break;
            }
        }
        Found::Unknown
    }
}
