//! Run on display: tape, pace, moving parts of the picture, narration. Start with [`Run::advance`].

mod view;

use std::rc::Rc;
use std::sync::Arc;

use fabric_sim::engine::WorldView;
use fabric_sim::spec::{Action, Spec};
use fabric_sim::tape::Goal;
use fabric_sim::units::Time;

use super::pace::{Meter, whole};
use super::refill::Refill;
use super::search::Search;
use super::{Pace, Tape};
use crate::scene::Motion;

/// Greatest number of events that a copy runs ahead to find the next key event.
const SCOUT: u32 = 20_000;
/// Least time in seconds for which a message stays while the run plays.
const READABLE: f64 = 1.4;
/// Seconds without work after which the tab counts as hidden.
const AWAY: f64 = 2.0;

/// Run that is shown.
#[derive(Clone, Debug)]
pub struct Run {
    /// Tape of the run, positioned at the cursor.
    pub(super) tape: Tape,
    /// Copy of the tape that moves to the destination of the cursor; shown when it has arrived.
    pub(super) ahead: Option<Box<Tape>>,
    /// Tape at the start of that way, shown while a long way is dragged over.
    pub(super) near: Option<Box<Tape>>,
    pub(super) motion: Motion,
    /// State at the cursor, shared with the pictures that show it.
    pub(super) snapshot: Rc<WorldView>,
    /// View of the picture before, reused once no picture shares it.
    spare: Rc<WorldView>,
    /// Wall time in seconds since the last picture; `None` if nothing changed.
    unseen: Option<f64>,
    /// Cursor in ps, with a fraction.
    clock: f64,
    playing: bool,
    /// Whether to play on if the cursor cannot reach its destination.
    plays_on: bool,
    pace: Pace,
    /// Start and end in ps of the interval between two key events that is being played, with an event
    /// pace.
    pub(super) glide: Option<(f64, f64)>,
    /// Meter of the reached speed.
    meter: Meter,
    /// Message of the last command, shown in place of the narration, and the seconds for which it
    /// was shown while the run played; cleared when the cursor is moved.
    answer: Option<(String, f64)>,
    /// Reason why the cursor stopped, until it is reported.
    refusal: Option<String>,
    pub(super) jumped: bool,
    /// Search for an event, in progress.
    pub(super) search: Option<Search>,
    /// Replay that records newly shown quantities.
    pub(super) refill: Option<Refill>,
}

impl Run {
    /// Creates the run of `spec`, at its start, paused.
    #[must_use]
    pub fn new(spec: Arc<Spec>, pace: Pace) -> Self {
        let mut run = Self {
            motion: Motion::new(&spec),
            tape: Tape::new(spec),
            ahead: None,
            near: None,
            snapshot: Rc::default(),
            spare: Rc::default(),
            unseen: Some(0.0),
            clock: 0.0,
            playing: false,
            plays_on: false,
            pace,
            glide: None,
            meter: Meter::default(),
            answer: None,
            refusal: None,
            jumped: true,
            search: None,
            refill: None,
        };
        run.update_view();
        run
    }

    /// Tape of the run, positioned at the cursor.
    #[must_use]
    pub fn tape(&self) -> &Tape {
        &self.tape
    }

    /// State of the fabric at the cursor.
    #[must_use]
    pub fn snapshot(&self) -> &Rc<WorldView> {
        &self.snapshot
    }

    /// State of the moving parts of the picture.
    #[must_use]
    pub fn motion(&self) -> &Motion {
        &self.motion
    }

    /// Message of the last command if it is still shown; otherwise the narration at the cursor.
    #[must_use]
    pub fn sentence(&self) -> String {
        match &self.answer {
            Some((text, _)) => text.clone(),
            None => self.tape.narration(&self.snapshot),
        }
    }

    /// Sentence on the event at the cursor if it is not the narrated one; `None` while the run
    /// plays.
    #[must_use]
    pub fn step_sentence(&self) -> Option<String> {
        if self.playing { None } else { self.tape.step_narration() }
    }

    /// Whether the run plays.
    #[must_use]
    pub fn is_playing(&self) -> bool {
        self.playing
    }

    /// Pace of playing.
    #[must_use]
    pub fn pace(&self) -> Pace {
        self.pace
    }

    /// Reached speed in simulated picoseconds for each second, over the last second of playing;
    /// `None` until one has passed.
    #[must_use]
    pub fn reached(&self) -> Option<f64> {
        self.meter.speed()
    }

    /// Records `wall` seconds in which the fabric had no time to run.
    pub(super) fn idle(&mut self, wall: f64) {
        if wall > AWAY {
            self.meter.clear();
        } else if self.playing {
            self.meter.record(wall, 0.0);
        }
    }

    /// Whether the cursor is moving to a destination, or a search is running.
    #[must_use]
    pub fn is_on_its_way(&self) -> bool {
        self.is_seeking() || self.search.is_some()
    }

    /// Whether the cursor is moving to a destination.
    #[must_use]
    pub fn is_seeking(&self) -> bool {
        self.ahead.is_some()
    }

    /// Position of the cursor, or its destination: a time, and the number of its events that have run.
    #[must_use]
    pub fn moment(&self) -> (Time, u64) {
        self.leading().moment()
    }

    /// Destination of the cursor; its position if the cursor is not moving.
    #[must_use]
    pub fn place(&self) -> Goal {
        self.leading().place()
    }

    /// Tape that moves to the destination, if there is one; otherwise the tape on display.
    pub(super) fn leading(&self) -> &Tape {
        self.ahead.as_deref().unwrap_or(&self.tape)
    }

    /// Tape that is to move to a destination: a copy of the tape on display, unless one is moving
    /// already.
    pub(super) fn sent(&mut self) -> &mut Tape {
        self.near = None;
        self.ahead.get_or_insert_with(|| Box::new(self.tape.clone()))
    }

    /// Plays or pauses. A run at its end plays again from its start.
    pub fn play(&mut self, on: bool) {
        if on && self.tape.is_over() && !self.is_seeking() {
            self.sent().seek(Time::ZERO);
        }
        self.playing = on;
        self.plays_on = false;
        self.search = None;
        self.glide = None;
        self.meter.clear();
    }

    /// Stops playing at the destination of the cursor.
    pub(super) fn stop_at_destination(&mut self) {
        let plays_on = self.playing;
        self.play(false);
        self.plays_on = plays_on;
    }

    /// Plays again if the run played before a move that failed, and can still play.
    pub(super) fn play_on(&mut self) {
        self.play(self.plays_on && self.tape.over_budget().is_none());
    }

    /// Sets the pace.
    pub fn set_pace(&mut self, pace: Pace) {
        self.pace = pace;
        self.glide = None;
        self.meter.clear();
    }

    /// Replaces the fabric under the cursor. `spec` is run to the same moment, starting from the last
    /// checkpoint that both runs share.
    pub fn replace(&mut self, spec: &Arc<Spec>) {
        let (time, nth) = self.moment();
        self.glide = None;
        self.search = None;
        let fork = self.leading().fork(spec);
        self.ahead = Some(Box::new(fork));
        self.sent().seek_moment(time, nth);
    }

    /// Performs `action` at the cursor. Returns the time of the action.
    pub fn act(&mut self, action: Action) -> Time {
        self.glide = None;
        self.search = None;
        self.tape.act(action)
    }

    /// Speed of moving parts of the picture, in simulated picoseconds per second.
    pub(super) fn speed(&self) -> f64 {
        match (self.pace, self.glide) {
            (Pace::Speed(speed), _) => speed,
            (Pace::Events(pace), Some((from, to))) => (to - from) * pace,
            (Pace::Events(_), None) => 1e6,
        }
    }

    /// Advances the run by `wall` seconds, until `tired`. Returns whether anything changed;
    /// [`Run::update_view`] makes it visible.
    pub fn advance(&mut self, wall: f64, tired: &mut impl FnMut() -> bool) -> bool {
        if self.go_on(tired) {
            return true;
        }
        if !self.playing {
            let moves = !self.motion.is_calm();
            if moves {
                self.pass(wall);
            }
            return std::mem::take(&mut self.jumped) || moves;
        }
        if let Some((_, read)) = &mut self.answer {
            *read += wall;
        }
        self.answer.take_if(|(_, read)| *read > READABLE);
        let before = self.clock;
        let target = self.target(wall);
        let (speed, spec) = (self.speed(), Arc::clone(self.tape.spec()));
        let motion = &mut self.motion;
        let until = whole(target, self.tape.world().now());
        let there = self.tape.run(until, &mut |note| motion.record(&spec, note, speed), tired);
        let is_over = self.tape.is_over();
        self.clock = if there && !is_over { target } else { ps(self.tape.world().now()) };
        self.meter.record(wall, (self.clock - before).max(0.0));
        self.pass(wall);
        self.refuse(self.tape.over_budget());
        self.playing = !is_over && self.refusal.is_none();
        true
    }

    /// Clock in ps after `wall` seconds of playing.
    fn target(&mut self, wall: f64) -> f64 {
        match self.pace {
            Pace::Speed(speed) => (self.clock + speed * wall).min(self.outlook()),
            Pace::Events(pace) => {
                let glide = self.glide.filter(|(_, to)| self.clock < *to);
                let (from, to) = glide.unwrap_or_else(|| {
                    let next = ps(self.tape.next_key_event(SCOUT));
                    (self.clock, next.max(self.clock + 1.0))
                });
                self.glide = Some((from, to));
                (self.clock + (to - from) * pace * wall).min(to)
            }
        }
    }

    /// Greatest clock after one call of [`Run::advance`]: the horizon, and beyond it a quarter more at
    /// each call. At the highest speed the run would otherwise pass its end by far.
    fn outlook(&self) -> f64 {
        let horizon = ps(self.tape.spec().horizon);
        if self.clock < horizon { horizon } else { self.clock * 1.25 }
    }

    /// Puts `tape`, which has arrived, on display.
    pub(super) fn show(&mut self, tape: Tape) {
        if !Arc::ptr_eq(tape.spec(), self.tape.spec()) {
            // Of another run: the same event may be another.
            self.motion = Motion::new(tape.spec());
        }
        self.tape = tape;
        self.arrived();
    }

    /// Updates clock, message and views after the cursor has jumped.
    pub(super) fn arrived(&mut self) {
        self.clock = ps(self.tape.world().now());
        self.meter.clear();
        self.answer = None;
        self.unseen = Some(0.0);
        self.update_view();
        self.jumped = true;
    }

    /// Records the reason why the cursor cannot move on; `None` keeps the former one.
    pub(super) fn refuse(&mut self, why: Option<String>) {
        self.refusal = why.or_else(|| self.refusal.take());
    }

    /// Reason why the cursor stopped; `None` if it was reported, or the cursor did not stop.
    pub(super) fn take_refusal(&mut self) -> Option<String> {
        self.refusal.take()
    }

    /// Shows a message in place of the narration.
    pub(super) fn show_message(&mut self, text: String) {
        self.answer = Some((text, 0.0));
    }
}

#[expect(clippy::cast_precision_loss, reason = "for display")]
pub(super) const fn ps(time: Time) -> f64 {
    time.0 as f64
}
