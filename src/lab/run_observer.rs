//! Observer of a run: collects data on events up to the cursor for the page. Start with [`RunObserver`].
//! Checkpoints of the run save and restore the observer.

use fabric_sim::engine::{EventKind, Log, World};
use fabric_sim::ids::PrioritySet;
use fabric_sim::seekable::CheckpointedObserver;
use fabric_sim::spec::Spec;

use super::key_event::{KeyEvent, KeyEventDetector, KeyEventKind};
use super::last_losses::LastLosses;
use super::matches::Matches;
use super::narrator::LastEvents;

/// Observer that collects key events, the last match of each crossbar, and the last lost frames.
#[derive(Clone, Debug)]
pub struct RunObserver {
    detector: KeyEventDetector,
    /// Key events among the trace events that were observed last.
    key_events: Vec<KeyEvent>,
    last: LastEvents,
    matches: Matches,
    losses: LastLosses,
}

impl RunObserver {
    /// Creates an observer that has observed no event.
    #[must_use]
    pub fn new(spec: &Spec) -> Self {
        let (matches, losses) = (Matches::new(spec), LastLosses::new(spec));
        Self {
            detector: KeyEventDetector::new(spec),
            key_events: Vec::new(),
            last: LastEvents::default(),
            matches,
            losses,
        }
    }

    /// Key events of the batch of events that was observed last, in order. Empty before the first batch. If
    /// one trace event causes several key events, [`KeyEventKind::Queues`] comes last. Events of importance 0
    /// are included.
    #[must_use]
    pub fn key_events(&self) -> &[KeyEvent] {
        &self.key_events
    }

    /// Key events up to the cursor that the narration may report.
    #[must_use]
    pub fn last(&self) -> LastEvents {
        self.last
    }

    /// Last match of each crossbar.
    #[must_use]
    pub fn matches(&self) -> &Matches {
        &self.matches
    }

    /// Most recent lost data frames, without duplicates and flooded copies.
    #[must_use]
    pub fn last_losses(&self) -> &LastLosses {
        &self.losses
    }
}

impl CheckpointedObserver for RunObserver {
    fn observe(&mut self, world: &World, log: &Log) {
        self.key_events.clear();
        for (number, notes) in log.recorded_events() {
            self.matches.record(world, number, notes);
            for note in notes {
                self.losses.record(note);
                let queued = match note.kind {
                    EventKind::Started(frame)
                        if self.detector.starts_first_queue(world, note.port, &frame) =>
                    {
                        Some(KeyEventKind::Queues(frame.priority))
                    }
                    _ => None,
                };
                let kinds = self.detector.detect(world, note).into_iter().chain(queued);
                self.key_events.extend(kinds.map(|kind| KeyEvent {
                    at: note.at,
                    number,
                    port: note.port,
                    kind,
                }));
            }
        }
        self.key_events.iter().for_each(|event| self.last.note(*event));
    }

    fn backlogged(&self) -> &[PrioritySet] {
        self.detector.unqueued()
    }

    fn heap_bytes(&self) -> usize {
        let events = size_of_val(&self.key_events[..]);
        events + self.detector.heap_bytes() + self.matches.heap_bytes() + self.losses.heap_bytes()
    }
}
