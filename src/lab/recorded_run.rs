//! Recorded history of a run, from its start to the latest time that the run has reached. This time may be
//! after the cursor. Start with [`RecordedRun::record`].
//!
//! Above 60 000 key events, the older half of them is thinned out: every second one is discarded. Lanes and
//! charts limit their memory themselves.

use std::sync::Arc;

use fabric_sim::engine::World;
use fabric_sim::seekable::SeekableRun;
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;

use super::chart_history::{ChartHistory, MAX_ALL_SAMPLES};
use super::key_event::KeyEvent;
use super::lanes::Lanes;
use super::run_observer::RunObserver;
use super::timeline::Timeline;

/// Greatest number of recorded key events.
const MAX_KEY_EVENTS: usize = 60_000;

/// Recorded history of a run. Copies of a recording share the history while they are the same run.
#[derive(Clone, Debug)]
pub struct RecordedRun {
    spec: Arc<Spec>,
    /// Recorded quantities of queues and flows that charts show.
    pub history: ChartHistory,
    /// Times of pauses and drops, for the time line.
    pub timeline: Timeline,
    /// Pauses and other events of queues over time, for the pause lanes.
    pub lanes: Lanes,
    /// Key events, in the order of their numbers.
    events: Vec<KeyEvent>,
    /// Number of the first event from which `events` is complete. Earlier key events may have been discarded.
    whole_from: u64,
    /// Latest time that the run has reached.
    until: Time,
}

impl RecordedRun {
    /// Creates the empty history of the run that starts with `world`.
    #[must_use]
    pub fn new(world: &World) -> Self {
        let spec = Arc::clone(world.spec());
        Self {
            history: ChartHistory::new(MAX_ALL_SAMPLES),
            timeline: Timeline::new(spec.horizon),
            lanes: Lanes::new(&spec),
            events: Vec::new(),
            whole_from: 0,
            until: Time::ZERO,
            spec,
        }
    }

    /// Key events, in order. Old key events may be missing; see [`RecordedRun::is_whole_from`].
    #[must_use]
    pub fn events(&self) -> &[KeyEvent] {
        &self.events
    }

    /// Whether [`RecordedRun::events`] has all key events from event number `number` on.
    #[must_use]
    pub fn is_whole_from(&self, number: u64) -> bool {
        number >= self.whole_from
    }

    /// Latest time that the run has reached.
    #[must_use]
    pub fn until(&self) -> Time {
        self.until
    }

    /// Records that the run has reached `time`. An earlier time changes nothing.
    pub fn reach(&mut self, time: Time) {
        self.until = self.until.max(time);
    }

    /// Records the events that `run` has just run for the first time.
    pub fn record(&mut self, run: &SeekableRun<RunObserver>) {
        let world = run.world();
        self.history.record(run);
        for (number, notes) in run.log().recorded_events() {
            for note in notes {
                self.lanes.note(&self.spec, number, note);
            }
        }
        for event in run.observer().key_events() {
            self.timeline.mark(event.at, event.kind);
            self.events.push(*event);
        }
        if self.events.len() > MAX_KEY_EVENTS {
            self.thin_out();
        }
        self.reach(world.now());
    }

    /// Discards the history after the state `world`. Key events with the number of the last event of `world`
    /// stay. The history then ends at the time of `world`.
    pub fn forget_after(&mut self, world: &World) {
        let (now, number) = (world.now(), world.counters().events);
        self.events.truncate(self.events.partition_point(|event| event.number <= number));
        self.history.forget_after(number);
        self.timeline.forget_after(now);
        self.lanes.forget_after(world);
        self.until = now;
    }

    /// Discards every second key event of the older half.
    fn thin_out(&mut self) {
        let half = self.events.len() / 2;
        self.whole_from = self.events[half].number;
        let mut index = 0;
        self.events.retain(|_| {
            index += 1;
            index > half || index % 2 == 0
        });
    }
}
