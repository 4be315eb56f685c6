//! A run that can be gone through in both directions: the world at the cursor,
//! and what was seen of the run so far. Going back is replaying from the start.

use std::collections::VecDeque;
use std::sync::Arc;

use fabric_sim::engine::{Note, Stop, What, World};
use fabric_sim::ids::PortId;
use fabric_sim::spec::{Action, Spec};
use fabric_sim::units::Time;

use super::event::{Ear, Event, Kind};
use super::history::History;
use super::journey::Goal;
use super::lanes::Lanes;
use super::latest::Latest;
use super::matches::Matches;
use super::timeline::Timeline;

/// A time that never comes, but may be added to.
const END: Time = Time(Time::NEVER.0 - 1);
/// Events worth telling that are kept.
const MOST_EVENTS: usize = 60_000;

/// Observable events whose numbers are kept, to go back to.
const MOST_SEEN: usize = 64;

/// A run and the cursor in it.
#[derive(Clone, Debug)]
pub struct Tape {
    pub(super) spec: Arc<Spec>,
    pub(super) world: World,
    pub(super) history: History,
    pub(super) events: Vec<Event>,
    pub(super) timeline: Timeline,
    pub(super) lanes: Lanes,
    pub(super) ear: Ear,
    pub(super) matches: Matches,
    pub(super) latest: Latest,
    /// Number of events up to which history and events are known.
    pub(super) known: u64,
    pub(super) seen_until: Time,
    /// Number and time of the event that ran last.
    pub(super) last: (u64, Time),
    /// Numbers of the last events that could be observed.
    pub(super) seen: VecDeque<u64>,
    pub(super) goal: Option<Goal>,
    pub(super) notes: Vec<Note>,
}

impl Tape {
    /// The run of `spec`, at its start.
    #[must_use]
    pub fn new(spec: Arc<Spec>) -> Self {
        let world = World::new(Arc::clone(&spec));
        Self {
            history: History::new(&spec, &world),
            world,
            events: Vec::new(),
            timeline: Timeline::new(spec.horizon),
            lanes: Lanes::new(&spec),
            ear: Ear::new(&spec),
            matches: Matches::new(&spec),
            latest: Latest::new(&spec),
            known: 0,
            seen_until: Time::ZERO,
            last: (0, Time::ZERO),
            seen: VecDeque::new(),
            goal: None,
            notes: Vec::new(),
            spec,
        }
    }

    /// The fabric.
    #[must_use]
    pub fn spec(&self) -> &Arc<Spec> {
        &self.spec
    }

    /// The world at the cursor.
    #[must_use]
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The past of the queues, as far as the run was seen.
    #[must_use]
    pub fn history(&self) -> &History {
        &self.history
    }

    /// What was worth telling, as far as the run was seen, in order.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// When pauses and drops were, as far as the run was seen.
    #[must_use]
    pub fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// Which queue was paused when, as far as the run was seen.
    #[must_use]
    pub fn lanes(&self) -> &Lanes {
        &self.lanes
    }

    /// The last match of each crossbar at the cursor.
    #[must_use]
    pub fn matches(&self) -> &Matches {
        &self.matches
    }

    /// The last frames that arrived and were lost, at the cursor.
    #[must_use]
    pub fn latest(&self) -> &Latest {
        &self.latest
    }

    /// How many of [`Tape::events`] lie at or before the cursor.
    #[must_use]
    pub fn told(&self) -> usize {
        let events = self.world.counters().events;
        self.events.partition_point(|event| event.number <= events)
    }

    /// What the last event was, in notes.
    #[must_use]
    pub fn last_notes(&self) -> &[Note] {
        &self.notes
    }

    /// The latest time that the run was ever seen at.
    #[must_use]
    pub fn known_until(&self) -> Time {
        self.seen_until
    }

    /// Whether nothing is left that could happen.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.world.idle_until(END)
    }

    /// Runs up to and including the next event that can be observed; `false`
    /// if there is none.
    pub fn step(&mut self, heard: &mut impl FnMut(&Note)) -> bool {
        while self.one(heard) {
            if !self.notes.is_empty() {
                return true;
            }
        }
        false
    }

    /// Runs one event of any kind.
    pub(super) fn one(&mut self, heard: &mut impl FnMut(&Note)) -> bool {
        self.notes.clear();
        let ran = self.world.step(&mut self.notes);
        self.take(heard);
        ran
    }

    /// Runs up to and including `until`, unless `tired` says so before;
    /// whether it got there.
    pub fn run(
        &mut self,
        until: Time,
        heard: &mut impl FnMut(&Note),
        tired: &mut impl FnMut() -> bool,
    ) -> bool {
        for round in 1u32.. {
            self.notes.clear();
            let stop = self.world.run_until(until, 1, &mut self.notes);
            self.take(heard);
            if stop == Stop::Reached {
                return true;
            }
            if round.is_multiple_of(64) && tired() {
                break;
            }
        }
        false
    }

    /// Does `action` at the cursor; the time that it is stamped with. What was
    /// known of the run beyond the cursor is void.
    pub fn act(&mut self, action: Action) -> Time {
        let at = self.world.act(action);
        self.forget();
        at
    }

    /// The time of the next event worth telling, found by a copy that runs
    /// ahead at most `budget` events; else the time that the copy got to.
    #[must_use]
    pub fn next_told(&self, budget: u32) -> Time {
        if let Some(event) = self.events.get(self.told()) {
            return event.at;
        }
        let mut scout = self.world.clone();
        let mut ear = self.ear.clone();
        let mut notes: Vec<Note> = Vec::new();
        for _ in 0..budget {
            notes.clear();
            if !scout.step(&mut notes) {
                break;
            }
            if notes.iter().any(|note| ear.hear(&scout, note).is_some()) {
                break;
            }
        }
        scout.now()
    }

    /// Drops what was known beyond the cursor.
    fn forget(&mut self) {
        let events = self.world.counters().events;
        if self.known > events {
            self.events.truncate(self.told());
            self.history.forget_after(self.world.now());
            self.timeline.forget_after(self.world.now());
            self.lanes.forget_after(&self.world);
            self.ear.follow(&self.world);
            self.known = events;
            self.seen_until = self.world.now();
        }
    }

    /// Takes in the notes of what just ran.
    fn take(&mut self, heard: &mut impl FnMut(&Note)) {
        let number = self.world.counters().events;
        if number > self.last.0 {
            self.last = (number, self.world.now());
            if !self.notes.is_empty() {
                if self.seen.len() == MOST_SEEN {
                    self.seen.pop_front();
                }
                self.seen.push_back(number);
            }
        }
        self.matches.hear(&self.world, number, &self.notes);
        let news = number > self.known;
        for note in &self.notes {
            heard(note);
            self.latest.hear(note);
            if !news {
                continue;
            }
            self.history.note(&self.spec, &self.world, note);
            self.lanes.note(&self.spec, number, note);
            let piled = piles_up(&self.spec, &self.world, note)
                .filter(|(port, priority)| self.ear.queues(*port, *priority))
                .map(|(port, priority)| (port, Kind::Queues(priority)));
            let told = self.ear.hear(&self.world, note).map(|kind| (note.port, kind));
            for (port, kind) in told.into_iter().chain(piled) {
                self.timeline.mark(note.at, kind);
                self.events.push(Event { at: note.at, number, port, kind });
            }
            if self.events.len() > MOST_EVENTS {
                thin_out(&mut self.events);
            }
        }
        self.known = self.known.max(number);
        self.seen_until = self.seen_until.max(self.world.now());
    }
}

/// Makes room: of the older half every other event stays.
fn thin_out(events: &mut Vec<Event>) {
    let half = events.len() / 2;
    let mut index = 0;
    events.retain(|_| {
        index += 1;
        index > half || index % 2 == 0
    });
}

/// The switch port for which more than a few frames wait as one leaves it.
fn piles_up(spec: &Spec, world: &World, note: &Note) -> Option<(PortId, u8)> {
    let What::Started(frame) = note.what else { return None };
    spec.switch_of(note.port)?;
    let waiting = world.priority(note.port, frame.priority).egress_bytes;
    (waiting > 6 * u64::from(frame.bytes)).then_some((note.port, frame.priority))
}
