//! A run being shown: the tape, its pace, what moves, what is told.

use std::sync::Arc;

use fabric_sim::engine::Snapshot;
use fabric_sim::fabric::frame::Indication;
use fabric_sim::spec::{Action, Spec};
use fabric_sim::units::Time;

use super::event::Kind;
use super::pace::whole;
use super::story::{opening, plain, sentence};
use super::{Pace, Tape};
use crate::scene::Motion;

/// Seconds that a sentence stays at least, unless a heavier one comes.
const READABLE: f64 = 1.4;
/// Events that a copy may run ahead to find the next one worth telling.
const SCOUT: u32 = 20_000;

/// A run being shown.
#[derive(Clone, Debug)]
pub struct Run {
    tape: Tape,
    motion: Motion,
    snapshot: Snapshot,
    /// The cursor with its fraction of a picosecond.
    clock: f64,
    playing: bool,
    pace: Pace,
    /// With an event pace: the stretch being glided over, until its end.
    glide: Option<(f64, f64)>,
    /// Share of the asked speed that is reached.
    reached: f64,
    told: Telling,
    jumped: bool,
    /// The cursor gets where it goes by single steps: each is told.
    stepped: bool,
}

/// Which event is being told, and for how many seconds.
#[derive(Clone, Debug, Default)]
struct Telling {
    event: Option<usize>,
    age: f64,
    text: String,
}

impl Run {
    /// The run of `spec`, at its start, standing still.
    #[must_use]
    pub fn new(spec: Arc<Spec>, pace: Pace) -> Self {
        let text = opening(&spec);
        let mut run = Self {
            motion: Motion::new(&spec),
            tape: Tape::new(spec),
            snapshot: Snapshot::default(),
            clock: 0.0,
            playing: false,
            pace,
            glide: None,
            reached: 1.0,
            told: Telling { event: None, age: READABLE, text },
            jumped: true,
            stepped: false,
        };
        run.look(0.0);
        run
    }

    /// The tape.
    #[must_use]
    pub fn tape(&self) -> &Tape {
        &self.tape
    }

    /// What there is to see at the cursor.
    #[must_use]
    pub fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    /// What moves.
    #[must_use]
    pub fn motion(&self) -> &Motion {
        &self.motion
    }

    /// What just happened, in a sentence.
    #[must_use]
    pub fn sentence(&self) -> &str {
        &self.told.text
    }

    /// Whether it plays.
    #[must_use]
    pub fn is_playing(&self) -> bool {
        self.playing
    }

    /// How fast.
    #[must_use]
    pub fn pace(&self) -> Pace {
        self.pace
    }

    /// The share of the asked speed that is reached, 0 to 1.
    #[must_use]
    pub fn reached(&self) -> f64 {
        self.reached
    }

    /// Plays, or stands still.
    pub fn play(&mut self, on: bool) {
        self.playing = on && !self.tape.is_over();
        self.glide = None;
        self.reached = 1.0;
    }

    /// Plays at this pace from now on.
    pub fn set_pace(&mut self, pace: Pace) {
        self.pace = pace;
        self.glide = None;
        self.reached = 1.0;
    }

    /// One event forward, standing still.
    pub fn step(&mut self) {
        self.play(false);
        let (speed, spec) = (self.speed(), Arc::clone(self.tape.spec()));
        let motion = &mut self.motion;
        self.tape.step(&mut |note| motion.note(&spec, note, speed));
        self.stepped = true;
        self.arrived();
    }

    /// One event back, standing still.
    pub fn back(&mut self) {
        self.play(false);
        self.stepped = true;
        self.tape.back();
    }

    /// To a time.
    pub fn seek(&mut self, time: Time) {
        self.glide = None;
        self.tape.seek(time);
    }

    /// To `time`, unless the cursor is there or beyond.
    pub fn seek_from(&mut self, time: Time) {
        if self.tape.moment() < (time, 1) {
            self.tape.seek(time);
        }
    }

    /// To just after the `nth` event of a time, standing still.
    pub fn seek_moment(&mut self, time: Time, nth: u64) {
        self.play(false);
        self.tape.seek_moment(time, nth);
    }

    /// Replaces the fabric under the cursor: `spec` is run from its start to
    /// the same moment.
    pub fn replace(&mut self, spec: Arc<Spec>) {
        let (time, nth) = self.tape.moment();
        self.motion = Motion::new(&spec);
        self.tape = Tape::new(spec);
        self.glide = None;
        self.tape.seek_moment(time, nth);
    }

    /// To just after an event, standing still.
    pub fn seek_event(&mut self, number: u64) {
        self.play(false);
        self.tape.seek_event(number);
    }

    /// To the next event worth telling that `wanted` likes, as far as the tape
    /// is known, else as far as a copy that runs ahead gets; standing still.
    pub fn seek_next(&mut self, wanted: impl Fn(Kind) -> bool) {
        self.play(false);
        let told = self.tape.told();
        let events = &self.tape.events()[told..];
        if let Some(event) = events.iter().find(|event| wanted(event.kind)) {
            let number = event.number;
            self.tape.seek_event(number);
            return;
        }
        // Beyond what is known: run on until it happens, a bounded way.
        for _ in 0..10 * SCOUT {
            let known = self.tape.events().len();
            if !self.tape.step(&mut |_| ()) {
                break;
            }
            if self.tape.events()[known..].iter().any(|event| wanted(event.kind)) {
                break;
            }
        }
        self.jumped = true;
        self.arrived();
    }

    /// To the event worth telling before this one, standing still.
    pub fn seek_last(&mut self) {
        self.play(false);
        let here = self.tape.world().counters().events;
        let before = self.tape.events().iter().rev().find(|event| event.number < here);
        let number = before.map_or(0, |event| event.number);
        self.tape.seek_event(number);
    }

    /// Does `action` at the cursor; the time that it is stamped with.
    pub fn act(&mut self, action: Action) -> Time {
        self.glide = None;
        self.tape.act(action)
    }

    /// The speed in picoseconds a second that pictures should move at.
    fn speed(&self) -> f64 {
        match (self.pace, self.glide) {
            (Pace::Speed(speed), _) => speed,
            (Pace::Events(pace), Some((from, to))) => (to - from) * pace,
            (Pace::Events(_), None) => 1e6,
        }
    }

    /// Moves on by `wall` seconds; `tired` says when to stop working. Whether
    /// anything changed.
    pub fn advance(&mut self, wall: f64, tired: &mut impl FnMut() -> bool) -> bool {
        if self.tape.is_seeking() {
            if self.tape.travel(tired) {
                self.jumped = true;
                self.arrived();
            }
            return true;
        }
        if !self.playing {
            return std::mem::take(&mut self.jumped);
        }
        self.told.age += wall;
        let before = self.clock;
        let target = self.target(wall);
        let (speed, spec) = (self.speed(), Arc::clone(self.tape.spec()));
        let motion = &mut self.motion;
        let until = whole(target, self.tape.world().now());
        let there = self.tape.run(until, &mut |note| motion.note(&spec, note, speed), tired);
        self.clock = if there { target } else { ps(self.tape.world().now()) };
        let share = if target > before { (self.clock - before) / (target - before) } else { 1.0 };
        self.reached += (share.clamp(0.0, 1.0) - self.reached) * 0.1;
        if self.tape.is_over() {
            self.playing = false;
        }
        self.look(wall);
        true
    }

    /// Where the cursor should be `wall` seconds from now.
    fn target(&mut self, wall: f64) -> f64 {
        match self.pace {
            Pace::Speed(speed) => self.clock + speed * wall,
            Pace::Events(pace) => {
                let glide = self.glide.filter(|(_, to)| self.clock < *to);
                let (from, to) = glide.unwrap_or_else(|| {
                    let next = ps(self.tape.next_told(SCOUT));
                    (self.clock, next.max(self.clock + 1.0))
                });
                self.glide = Some((from, to));
                (self.clock + (to - from) * pace * wall).min(to)
            }
        }
    }

    /// The cursor stands somewhere new.
    fn arrived(&mut self) {
        self.clock = ps(self.tape.world().now());
        self.told.age = f64::INFINITY;
        self.look(0.0);
        self.jumped = true;
        if std::mem::take(&mut self.stepped) {
            self.tell_step();
        }
    }

    /// Tells the event that the cursor stands behind, whatever it is worth.
    fn tell_step(&mut self) {
        let (spec, world) = (self.tape.spec(), self.tape.world());
        let told = self.tape.told();
        let here = self.tape.events()[..told].last().filter(|event| event.number == world.counters().events);
        let text = match here {
            Some(event) => Some(sentence(spec, world, event)),
            None => plain(spec, self.tape.last_notes()),
        };
        if let Some(text) = text.filter(|_| world.counters().events > 0) {
            self.told = Telling { event: told.checked_sub(1), age: READABLE, text };
        }
    }

    fn look(&mut self, wall: f64) {
        let now = self.tape.world().now();
        self.tape.world().snapshot(&mut self.snapshot);
        debug_assert_eq!(self.snapshot.now, now);
        let speed = if self.playing { self.speed() } else { 0.0 };
        self.motion.advance(self.tape.spec(), &self.snapshot, wall, speed, wall == 0.0);
        self.tell();
    }

    /// Tells the last event at the cursor, if the one before could be read.
    fn tell(&mut self) {
        let events = &self.tape.events()[..self.tape.told()];
        if events.is_empty() {
            if self.told.event.is_some() || self.told.age.is_infinite() {
                self.told = Telling { event: None, age: 0.0, text: opening(self.tape.spec()) };
            }
            return;
        }
        let last = events.len() - 1;
        let (pick, urgent) = match self.told.event {
            Some(told) if told < last && self.told.age.is_finite() => {
                // Of what came since, the heaviest; of equals, the last.
                let fresh = (told + 1..=last).max_by_key(|index| (events[*index].kind.weight(), *index));
                let pick = fresh.unwrap_or(last);
                (pick, events[pick].kind.weight() > events[told].kind.weight())
            }
            _ => (last, self.told.event.is_none() || self.told.event.is_some_and(|told| told > last)),
        };
        let same = self.told.event == Some(pick);
        if !same && (urgent || self.told.age >= READABLE) {
            let text = sentence(self.tape.spec(), self.tape.world(), &events[pick]);
            self.told = Telling { event: Some(pick), age: 0.0, text };
        } else if self.told.age.is_infinite() {
            self.told.age = READABLE;
        }
    }
}

/// Whether an event is a pause frame being sent.
#[must_use]
pub fn is_pause(kind: Kind) -> bool {
    matches!(kind, Kind::Sent(Indication { pauses: 1.., .. }))
}

/// Whether an event is a drop.
#[must_use]
pub fn is_drop(kind: Kind) -> bool {
    matches!(kind, Kind::Drop { .. })
}

#[expect(clippy::cast_precision_loss, reason = "for display")]
const fn ps(time: Time) -> f64 {
    time.0 as f64
}
