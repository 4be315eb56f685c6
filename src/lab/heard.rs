//! Observer of a run up to the cursor, saved and restored with its checkpoints.

use fabric_sim::engine::{EventKind, Log, World};
use fabric_sim::spec::Spec;
use fabric_sim::tape::CheckpointedObserver;

use super::event::{Ear, Event, Kind};
use super::lost::Lost;
use super::matches::Matches;
use super::narrator::LastEvents;

/// Key events, last matches and last losses.
#[derive(Clone, Debug)]
pub struct Heard {
    ear: Ear,
    /// Key events of the last batch of events.
    told: Vec<Event>,
    last: LastEvents,
    matches: Matches,
    lost: Lost,
}

impl Heard {
    /// Observer that has seen nothing.
    #[must_use]
    pub fn new(spec: &Spec) -> Self {
        let (matches, lost) = (Matches::new(spec), Lost::new(spec));
        Self { ear: Ear::new(spec), told: Vec::new(), last: LastEvents::default(), matches, lost }
    }

    /// Key events of the last batch of events, in order.
    #[must_use]
    pub fn told(&self) -> &[Event] {
        &self.told
    }

    /// Candidates for the narration.
    #[must_use]
    pub fn last(&self) -> LastEvents {
        self.last
    }

    /// The last match of each crossbar.
    #[must_use]
    pub fn matches(&self) -> &Matches {
        &self.matches
    }

    /// Last frames lost.
    #[must_use]
    pub fn lost(&self) -> &Lost {
        &self.lost
    }
}

impl CheckpointedObserver for Heard {
    fn hear(&mut self, world: &World, log: &Log) {
        self.told.clear();
        for (number, notes) in log.recorded_events() {
            self.matches.hear(world, number, notes);
            for note in notes {
                self.lost.hear(note);
                let piled = match note.kind {
                    EventKind::Started(frame) if self.ear.piles_up(world, note.port, &frame) => {
                        Some(Kind::Queues(frame.priority))
                    }
                    _ => None,
                };
                let kinds = self.ear.hear(world, note).into_iter().chain(piled);
                self.told.extend(kinds.map(|kind| Event { at: note.at, number, port: note.port, kind }));
            }
        }
        self.told.iter().for_each(|event| self.last.note(*event));
    }

    fn crowding(&self) -> &[u8] {
        self.ear.unqueued()
    }

    fn heap_bytes(&self) -> usize {
        let told = size_of_val(&self.told[..]);
        told + self.ear.heap_bytes() + self.matches.heap_bytes() + self.lost.heap_bytes()
    }
}
