//! A run being shown: the tape, its pace, what moves, what is told.

use std::sync::Arc;

use fabric_sim::engine::Snapshot;
use fabric_sim::spec::{Action, Spec};
use fabric_sim::units::Time;

use super::event::Kind;
use super::pace::whole;
use super::story::opening;
use super::telling::Telling;
use super::{Pace, Tape};
use crate::scene::Motion;

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
            told: Telling::new(text),
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
        self.told.text()
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
        self.told.forget();
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
            let moves = !self.motion.is_calm();
            if moves {
                self.look(wall);
            }
            return std::mem::take(&mut self.jumped) || moves;
        }
        self.told.grow(wall);
        let before = self.clock;
        let target = self.target(wall);
        let (speed, spec) = (self.speed(), Arc::clone(self.tape.spec()));
        let motion = &mut self.motion;
        let until = whole(target, self.tape.world().now());
        let there = self.tape.run(until, &mut |note| motion.note(&spec, note, speed), tired);
        self.clock = if there { target } else { ps(self.tape.world().now()) };
        let share = if target > before { (self.clock - before) / (target - before) } else { 1.0 };
        self.reached += (share.clamp(0.0, 1.0) - self.reached) * 0.1;
        self.look(wall);
        if self.tape.is_over() {
            self.playing = false;
            self.told.close(&self.tape);
        }
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
        self.told.hurry();
        self.look(0.0);
        self.jumped = true;
        if std::mem::take(&mut self.stepped) {
            self.told.step(&self.tape);
        }
    }

    fn look(&mut self, wall: f64) {
        let now = self.tape.world().now();
        self.tape.world().snapshot(&mut self.snapshot);
        debug_assert_eq!(self.snapshot.now, now);
        let speed = if self.playing { self.speed() } else { 0.0 };
        self.motion.advance(self.tape.spec(), &self.snapshot, wall, speed, wall == 0.0);
        self.told.tell(&self.tape);
    }
}

#[expect(clippy::cast_precision_loss, reason = "for display")]
const fn ps(time: Time) -> f64 {
    time.0 as f64
}
