//! Run on display: its recording, pace, moving parts of the picture, and narration. Start with
//! [`Run::advance`].
//!
//! A copy of the recording moves to the target of the cursor; until the copy arrives, the page shows the old
//! state. If a run that has ended plays, the run begins again at its start. If the pace is in key events, the
//! time between two key events takes equal wall time.

mod view;

use std::rc::Rc;
use std::sync::Arc;

use fabric_sim::engine::WorldView;
use fabric_sim::seekable::SeekTarget;
use fabric_sim::spec::{Action, Spec};
use fabric_sim::units::Time;

use super::history_replay::HistoryReplay;
use super::pace::{Meter, whole};
use super::search::EventSearch;
use super::{Pace, Recording};
use crate::scene::Motion;

/// Greatest number of events that a copy of the run runs in search of the next key event.
const SCOUT: u32 = 20_000;
/// Shortest time in seconds for which a message stays while the run plays.
const READABLE: f64 = 1.4;
/// Seconds without work after which the page counts as hidden.
const AWAY: f64 = 2.0;

/// Run on display, with its cursor, pace and narration.
#[derive(Clone, Debug)]
pub struct Run {
    /// Recording of the run, with its cursor at the displayed moment.
    pub(super) recording: Recording,
    /// Copy of the recording that moves to the target of the cursor; on arrival the copy replaces
    /// `recording`. `None` while the cursor does not move.
    pub(super) ahead: Option<Box<Recording>>,
    /// Copy of the recording at the checkpoint from which `ahead` starts. During a drag, the page shows this
    /// checkpoint until `ahead` has reached the time of the drag. `None` if no drag is in progress.
    pub(super) near: Option<Box<Recording>>,
    pub(super) motion: Motion,
    /// View of the fabric at the cursor, shared with the pictures that show it.
    pub(super) snapshot: Rc<WorldView>,
    /// View of the previous picture. The buffers of this view are used again for the next view if no picture
    /// shares them.
    spare: Rc<WorldView>,
    /// Wall time in seconds since the last update of the view; `None` if the view is up to date.
    unseen: Option<f64>,
    /// Time of the cursor in ps, with fractions of a picosecond.
    clock: f64,
    playing: bool,
    /// Whether the run played before the present move of the cursor, so that it plays again if the move
    /// fails.
    plays_on: bool,
    pace: Pace,
    /// Start and end, in ps, of the interval between two key events in which the cursor now plays. `None` if
    /// the pace is not in key events.
    pub(super) glide: Option<(f64, f64)>,
    /// Meter of the speed that playing has reached.
    meter: Meter,
    /// Message that is shown in place of the narration, and the seconds for which the run has played since
    /// the message appeared. A jump of the cursor clears the message. `None` without a message.
    answer: Option<(String, f64)>,
    /// Reason why the cursor had to stop, until the reason is reported. `None` if there is nothing to report.
    refusal: Option<String>,
    pub(super) jumped: bool,
    /// Search for an event that is in progress; `None` without a search.
    pub(super) search: Option<EventSearch>,
    /// Replay that records the past of newly shown quantities; `None` without a replay.
    pub(super) history_replay: Option<HistoryReplay>,
}

impl Run {
    /// Creates the run of `spec` at its start; the run does not play.
    #[must_use]
    pub fn new(spec: Arc<Spec>, pace: Pace) -> Self {
        let mut run = Self {
            motion: Motion::new(&spec),
            recording: Recording::new(spec),
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
            history_replay: None,
        };
        run.update_view();
        run
    }

    /// Recording of the run, positioned at the cursor.
    #[must_use]
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// View of the fabric at the cursor.
    #[must_use]
    pub fn snapshot(&self) -> &Rc<WorldView> {
        &self.snapshot
    }

    /// Positions of the moving parts of the picture.
    #[must_use]
    pub fn motion(&self) -> &Motion {
        &self.motion
    }

    /// Message that replaces the narration; without a message, the narration at the cursor.
    #[must_use]
    pub fn sentence(&self) -> String {
        match &self.answer {
            Some((text, _)) => text.clone(),
            None => self.recording.narration(&self.snapshot),
        }
    }

    /// Sentence on the event at the cursor. `None` if the run plays, if the narration already reports the
    /// event, or if there is no sentence on it.
    #[must_use]
    pub fn step_sentence(&self) -> Option<String> {
        if self.playing { None } else { self.recording.step_narration() }
    }

    /// Whether the run plays, so that the cursor advances with wall time.
    #[must_use]
    pub fn is_playing(&self) -> bool {
        self.playing
    }

    /// Pace of playing: simulated time or key events per second of wall time.
    #[must_use]
    pub fn pace(&self) -> Pace {
        self.pace
    }

    /// Speed reached during the last second of playing, in simulated picoseconds per second; `None` until a
    /// speed is measured.
    #[must_use]
    pub fn reached(&self) -> Option<f64> {
        self.meter.speed()
    }

    /// Records `wall` seconds in which the run did not advance. After more than 2 s, the measurement of the
    /// speed begins again.
    pub(super) fn idle(&mut self, wall: f64) {
        if wall > AWAY {
            self.meter.clear();
        } else if self.playing {
            self.meter.record(wall, 0.0);
        }
    }

    /// Whether the cursor is moving, or a search for an event is in progress.
    #[must_use]
    pub fn has_pending_move(&self) -> bool {
        self.is_seeking() || self.search.is_some()
    }

    /// Whether the cursor is moving to a target.
    #[must_use]
    pub fn is_seeking(&self) -> bool {
        self.ahead.is_some()
    }

    /// Moment to which the cursor moves; if it does not move, the moment of the cursor itself. A moment is a
    /// time, and the number of events of that time that have run; 0 stands for all of them.
    #[must_use]
    pub fn moment(&self) -> (Time, u64) {
        self.leading().moment()
    }

    /// Target of the cursor, or its position if the cursor is not moving.
    #[must_use]
    pub fn place(&self) -> SeekTarget {
        self.leading().place()
    }

    /// Recording that moves to the target of the cursor; the recording on display if the cursor does not
    /// move.
    pub(super) fn leading(&self) -> &Recording {
        self.ahead.as_deref().unwrap_or(&self.recording)
    }

    /// Recording whose cursor the caller may move: the moving copy if the cursor is moving, otherwise a new
    /// copy of the recording on display.
    pub(super) fn sent(&mut self) -> &mut Recording {
        self.near = None;
        self.ahead.get_or_insert_with(|| Box::new(self.recording.clone()))
    }

    /// Starts playing (`on`) or stops playing. If the run has ended, playing begins again at its start.
    /// Always ends a search, and discards the measured speed.
    pub fn play(&mut self, on: bool) {
        if on && self.recording.is_over() && !self.is_seeking() {
            self.sent().seek(Time::ZERO);
        }
        self.playing = on;
        self.plays_on = false;
        self.search = None;
        self.glide = None;
        self.meter.clear();
    }

    /// Stops playing. If the cursor cannot reach its target, the run plays again.
    pub(super) fn stop_at_destination(&mut self) {
        let plays_on = self.playing;
        self.play(false);
        self.plays_on = plays_on;
    }

    /// Plays again after a move that failed. The run must have played before the move, and the memory of the
    /// run must not exceed the budget.
    pub(super) fn play_on(&mut self) {
        self.play(self.plays_on && self.recording.over_budget().is_none());
    }

    /// Sets the pace of playing. The value is not checked.
    pub fn set_pace(&mut self, pace: Pace) {
        self.pace = pace;
        self.glide = None;
        self.meter.clear();
    }

    /// Replaces the run by the run of `spec`, at the same moment. The new run starts from the last checkpoint
    /// that the old run and the new run share, and the cursor moves to the moment. A run that plays continues
    /// afterwards.
    pub fn replace(&mut self, spec: &Arc<Spec>) {
        let (time, nth) = self.moment();
        self.glide = None;
        self.search = None;
        let fork = self.leading().fork(spec);
        self.ahead = Some(Box::new(fork));
        self.sent().seek_moment(time, nth);
    }

    /// Performs `action` at the cursor. Returns the time of the action. The cursor must not be moving.
    pub fn act(&mut self, action: Action) -> Time {
        self.glide = None;
        self.search = None;
        self.recording.act(action)
    }

    /// Replaces the spec of the run by `spec`, which additionally has actions that the run has already
    /// performed.
    pub fn adopt_spec(&mut self, spec: &Arc<Spec>) {
        self.recording.adopt_spec(spec);
    }

    /// Speed of the moving parts of the picture, in simulated picoseconds per second. If the pace is in key
    /// events, 1 µs per second before the first key event.
    pub(super) fn speed(&self) -> f64 {
        match (self.pace, self.glide) {
            (Pace::Speed(speed), _) => speed,
            (Pace::Events(pace), Some((from, to))) => (to - from) * pace,
            (Pace::Events(_), None) => 1e6,
        }
    }

    /// Advances the run by `wall` seconds of playing, or continues a move of the cursor, until
    /// `is_budget_spent` returns true. Returns `true` if anything changed; the change becomes visible with
    /// [`Run::update_view`]. Stops playing at the end of the run. If the memory exceeds its budget, also
    /// stops and records the reason.
    pub fn advance(&mut self, wall: f64, is_budget_spent: &mut impl FnMut() -> bool) -> bool {
        if self.advance_travel(is_budget_spent) {
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
        let (speed, spec) = (self.speed(), Arc::clone(self.recording.spec()));
        let motion = &mut self.motion;
        let until = whole(target, self.recording.world().now());
        let there = self.recording.run(until, &mut |note| motion.record(&spec, note, speed), is_budget_spent);
        let is_over = self.recording.is_over();
        self.clock = if there && !is_over { target } else { ps(self.recording.world().now()) };
        self.meter.record(wall, (self.clock - before).max(0.0));
        self.pass(wall);
        self.refuse(self.recording.over_budget());
        self.playing = !is_over && self.refusal.is_none();
        true
    }

    /// Time in ps that the cursor should reach after `wall` further seconds of playing.
    fn target(&mut self, wall: f64) -> f64 {
        match self.pace {
            Pace::Speed(speed) => (self.clock + speed * wall).min(self.outlook()),
            Pace::Events(pace) => {
                let glide = self.glide.filter(|(_, to)| self.clock < *to);
                let (from, to) = glide.unwrap_or_else(|| {
                    let next = ps(self.recording.next_key_event(SCOUT));
                    (self.clock, next.max(self.clock + 1.0))
                });
                self.glide = Some((from, to));
                (self.clock + (to - from) * pace * wall).min(to)
            }
        }
    }

    /// Greatest time in ps that one call of [`Run::advance`] may reach. Before the horizon, this time is the
    /// horizon; later, it is 1.25 times the present time. Without this limit, a run at the highest speed
    /// would pass its end by far.
    fn outlook(&self) -> f64 {
        let horizon = ps(self.recording.spec().horizon);
        if self.clock < horizon { horizon } else { self.clock * 1.25 }
    }

    /// Displays `recording`, whose cursor has arrived.
    pub(super) fn show(&mut self, recording: Recording) {
        if !Arc::ptr_eq(recording.spec(), self.recording.spec()) {
            // In another run, a frame with the same number may be a different one.
            self.motion = Motion::new(recording.spec());
        }
        self.recording = recording;
        self.arrived();
    }

    /// Updates time, message and view after the cursor has jumped.
    pub(super) fn arrived(&mut self) {
        self.clock = ps(self.recording.world().now());
        self.meter.clear();
        self.answer = None;
        self.unseen = Some(0.0);
        self.update_view();
        self.jumped = true;
    }

    /// Records the reason why the cursor cannot advance. `None` keeps the reason that was recorded before.
    pub(super) fn refuse(&mut self, why: Option<String>) {
        self.refusal = why.or_else(|| self.refusal.take());
    }

    /// Returns and clears the reason why the cursor had to stop; `None` if no reason waits to be reported.
    pub(super) fn take_refusal(&mut self) -> Option<String> {
        self.refusal.take()
    }

    /// Shows the message `text` in place of the narration. The message stays until the cursor jumps or the
    /// run has played for [`READABLE`] seconds; a new message replaces it.
    pub(super) fn show_message(&mut self, text: String) {
        self.answer = Some((text, 0.0));
    }
}

#[expect(clippy::cast_precision_loss, reason = "for display")]
pub(super) const fn ps(time: Time) -> f64 {
    time.0 as f64
}
