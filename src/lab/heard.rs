//! What is heard of a run up to the cursor, and goes with it wherever it goes.

use fabric_sim::engine::{Note, What, World};
use fabric_sim::ids::PortId;
use fabric_sim::spec::Spec;
use fabric_sim::tape::Rider;

use super::event::{Ear, Event, Kind};
use super::latest::Latest;
use super::matches::Matches;

/// What was worth telling, the last matches and the last frames.
#[derive(Clone, Debug)]
pub struct Heard {
    ear: Ear,
    /// What was worth telling of the event that ran last.
    told: Vec<Event>,
    matches: Matches,
    latest: Latest,
}

impl Heard {
    /// Nothing heard yet.
    #[must_use]
    pub fn new(spec: &Spec) -> Self {
        let (matches, latest) = (Matches::new(spec), Latest::new(spec));
        Self { ear: Ear::new(spec), told: Vec::new(), matches, latest }
    }

    /// What was worth telling of the event that ran last.
    #[must_use]
    pub fn told(&self) -> &[Event] {
        &self.told
    }

    /// The last match of each crossbar.
    #[must_use]
    pub fn matches(&self) -> &Matches {
        &self.matches
    }

    /// The last frames that arrived and were lost.
    #[must_use]
    pub fn latest(&self) -> &Latest {
        &self.latest
    }
}

impl Rider for Heard {
    fn hear(&mut self, world: &World, notes: &[Note]) {
        let number = world.counters().events;
        self.told.clear();
        self.matches.hear(world, number, notes);
        for note in notes {
            self.latest.hear(note);
            let piled = piles_up(world, note)
                .filter(|(port, priority)| self.ear.queues(*port, *priority))
                .map(|(port, priority)| (port, Kind::Queues(priority)));
            let told = self.ear.hear(world, note).map(|kind| (note.port, kind));
            let events = told.into_iter().chain(piled);
            self.told.extend(events.map(|(port, kind)| Event { at: note.at, number, port, kind }));
        }
    }

    fn heap_bytes(&self) -> usize {
        let told = size_of_val(&self.told[..]);
        told + self.ear.heap_bytes() + self.matches.heap_bytes() + self.latest.heap_bytes()
    }
}

/// The switch port for which more than a few frames wait as one leaves it.
fn piles_up(world: &World, note: &Note) -> Option<(PortId, u8)> {
    let What::Started(frame) = note.what else { return None };
    world.spec().switch_of(note.port)?;
    let waiting = world.priority(note.port, frame.priority).egress_bytes;
    (waiting > 6 * u64::from(frame.bytes)).then_some((note.port, frame.priority))
}
