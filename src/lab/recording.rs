//! Recording: a run with a cursor that can move in both directions, and its recorded history. Start with
//! [`Recording::run`] and `recording_travel.rs`.
//!
//! The recorded history may reach beyond the cursor. An action at the cursor discards the history after the
//! cursor. If the run needs more memory than its budget, the cursor stops and the page gets a message.

use std::sync::Arc;

use fabric_sim::document::{FrameName, NamedFrameKind};
use fabric_sim::engine::{TraceEvent, World};
use fabric_sim::ids::FlowId;
use fabric_sim::seekable::{Budget, SeekTarget, SeekableRun};
use fabric_sim::spec::{Action, Spec};
use fabric_sim::units::Time;

use super::chart_history::ChartHistory;
use super::key_event::KeyEvent;
use super::lanes::Lanes;
use super::last_losses::LastLosses;
use super::matches::Matches;
use super::recorded_run::RecordedRun;
use super::run_observer::RunObserver;
use super::timeline::Timeline;
use crate::charts::{bytes_label, time_label};

/// Greatest finite time: 1 ps less than [`Time::NEVER`].
const END: Time = Time(Time::NEVER.0 - 1);
/// Memory budget of one run on the page, in bytes: the state of about a million frames, and the checkpoints.
/// A page has at most fourteen worlds and the checkpoints of four runs; together they need less than 1 GiB.
pub(super) const BUDGET: Budget = Budget { world: 40 << 20, checkpoints: 64 << 20 };

/// Run, the cursor on it, and the recorded history of the run.
#[derive(Clone, Debug)]
pub struct Recording {
    pub(super) seekable_run: SeekableRun<RunObserver>,
    pub(super) recorded: Arc<RecordedRun>,
    /// Target of the cursor; `None` if the cursor is not moving.
    pub(super) target: Option<SeekTarget>,
}

impl Recording {
    /// Creates the recording of the run of `spec`, at its start.
    #[must_use]
    pub fn new(spec: Arc<Spec>) -> Self {
        let observer = RunObserver::new(&spec);
        let run = SeekableRun::new(spec, observer, BUDGET);
        Self { recorded: Arc::new(RecordedRun::new(run.world())), seekable_run: run, target: None }
    }

    /// Creates a recording of the run of `spec`, at the last checkpoint that the old run and the new run
    /// share. If the specs differ in more than their actions, the new recording is at its start. The new
    /// recording discards the recorded history after this checkpoint; the old recording keeps it.
    #[must_use]
    pub fn fork(&self, spec: &Arc<Spec>) -> Self {
        let Some(run) = self.seekable_run.fork(Arc::clone(spec)) else { return Self::new(Arc::clone(spec)) };
        let mut recorded = Arc::clone(&self.recorded);
        Arc::make_mut(&mut recorded).forget_after(run.world());
        Self { seekable_run: run, recorded, target: None }
    }

    /// Spec of the fabric.
    #[must_use]
    pub fn spec(&self) -> &Arc<Spec> {
        self.seekable_run.spec()
    }

    /// State of the fabric at the cursor.
    #[must_use]
    pub fn world(&self) -> &World {
        self.seekable_run.world()
    }

    /// Recorded quantities of queues and flows, for charts.
    #[must_use]
    pub fn history(&self) -> &ChartHistory {
        &self.recorded.history
    }

    /// Recorded key events, in order, including those after the cursor.
    #[must_use]
    pub fn events(&self) -> &[KeyEvent] {
        self.recorded.events()
    }

    /// Recorded times of pauses and drops, for the marks of the time line.
    #[must_use]
    pub fn timeline(&self) -> &Timeline {
        &self.recorded.timeline
    }

    /// Recorded pauses and other events of queues, for lanes.
    #[must_use]
    pub fn lanes(&self) -> &Lanes {
        &self.recorded.lanes
    }

    /// Last match of each crossbar up to the cursor.
    #[must_use]
    pub fn matches(&self) -> &Matches {
        self.seekable_run.observer().matches()
    }

    /// Frame of `flow` that was delivered last up to the cursor; `None` if no frame was delivered, or if the
    /// flow does not exist at the cursor.
    #[must_use]
    pub fn delivered(&self, flow: FlowId) -> Option<FrameName> {
        let counters = self.world().counters().flows.get(flow.index())?;
        Some(FrameName { flow: flow.0, named: NamedFrameKind::Data, number: counters.last_delivered? })
    }

    /// Most recent lost data frame up to the cursor, for each port and for the whole fabric.
    #[must_use]
    pub fn last_losses(&self) -> &LastLosses {
        self.seekable_run.observer().last_losses()
    }

    /// Number of key events in [`Recording::events`] up to the cursor.
    #[must_use]
    pub fn past_event_count(&self) -> usize {
        let here = self.seekable_run.number();
        self.events().partition_point(|event| event.number <= here)
    }

    /// Trace events of the event at the cursor. After a single step, all of its trace events; while the run
    /// plays, those that the recorded quantities need; after a jump of the cursor, none.
    #[must_use]
    pub fn last_events(&self) -> &[TraceEvent] {
        self.seekable_run.events()
    }

    /// Latest time that the run has reached, at or after the cursor.
    #[must_use]
    pub fn known_until(&self) -> Time {
        self.recorded.until()
    }

    /// Whether the run has events after the cursor that have already run. Time without events does not count.
    #[must_use]
    pub fn has_future(&self) -> bool {
        self.seekable_run.known() > self.seekable_run.number()
    }

    /// Message that the run needs more memory than the budget of a page; `None` if the memory is within the
    /// budget.
    #[must_use]
    pub fn over_budget(&self) -> Option<String> {
        let refusal = || {
            let world = self.world();
            format!(
                "run: memory at {} is {} for {} frames, outside the {} of a page; shorten cables, lower \
                 memory or rates, or run it with the command line",
                time_label(world.now()),
                bytes_label(world.heap_bytes() as u64),
                world.frames(),
                bytes_label(BUDGET.world as u64)
            )
        };
        self.seekable_run.exceeds_budget().then(refusal)
    }

    /// Whether all events of the run have run.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.world().idle_until(END)
    }

    /// Runs up to and including the next event that has trace events, and calls `on_note` for each of these
    /// trace events. Returns `false` if no such event is left, or if too many events in a row have no trace
    /// events.
    pub fn step(&mut self, on_note: &mut impl FnMut(&TraceEvent)) -> bool {
        let recorded = &mut self.recorded;
        self.seekable_run.step(&mut |run| {
            record(recorded, run);
            run.log().events().iter().for_each(&mut *on_note);
        })
    }

    /// Runs all events up to the time `until`, or up to the last event, while `is_budget_spent` returns
    /// false. Calls `on_note` for each trace event. Returns `true` if all these events have run. Otherwise
    /// returns `false`, for example because the run exceeds its memory budget.
    pub fn run(
        &mut self,
        until: Time,
        on_note: &mut impl FnMut(&TraceEvent),
        is_budget_spent: &mut impl FnMut() -> bool,
    ) -> bool {
        self.go(SeekTarget::End(until), on_note, is_budget_spent)
    }

    /// Runs to `target` while `is_budget_spent` returns false. Calls `on_note` for each trace event. Returns
    /// `true` if the run has reached `target`. Otherwise returns `false`, for example because the run exceeds
    /// its memory budget.
    pub(super) fn go(
        &mut self,
        target: SeekTarget,
        on_note: &mut impl FnMut(&TraceEvent),
        is_budget_spent: &mut impl FnMut() -> bool,
    ) -> bool {
        let subscriptions = self.recorded.history.subscriptions(self.seekable_run.world());
        let recorded = &mut self.recorded;
        let mut each = |run: &SeekableRun<RunObserver>| {
            record(recorded, run);
            run.log().events().iter().for_each(&mut *on_note);
        };
        let there = self.seekable_run.travel(target, subscriptions.interest(), &mut each, is_budget_spent);
        let now = self.seekable_run.world().now();
        if now > self.recorded.until() {
            Arc::make_mut(&mut self.recorded).reach(now);
        }
        there
    }

    /// Performs `action` at the cursor, and discards the recorded history after the cursor. Returns the time
    /// of the action.
    pub fn act(&mut self, action: Action) -> Time {
        if self.has_future() || self.recorded.until() > self.world().now() {
            Arc::make_mut(&mut self.recorded).forget_after(self.seekable_run.world());
        }
        self.seekable_run.act(action)
    }

    /// Replaces the spec of the run by `spec`, which additionally has actions that the run has already
    /// performed.
    pub fn adopt_spec(&mut self, spec: &Arc<Spec>) {
        self.seekable_run.adopt_spec(spec);
    }

    /// Time of the next key event after the cursor that the narration may report. If no such event is
    /// recorded, a copy of the run searches at most `budget` events ahead. If the copy finds none, returns
    /// the time that the copy has reached.
    #[must_use]
    pub fn next_key_event(&self, budget: u32) -> Time {
        let is_key = |event: &&KeyEvent| event.kind.importance() > 0;
        if let Some(event) = self.events()[self.past_event_count()..].iter().find(is_key) {
            return event.at;
        }
        let mut scout = self.seekable_run.clone();
        for _ in 0..budget {
            if !scout.run_event() || scout.observer().key_events().iter().any(|event| is_key(&event)) {
                break;
            }
        }
        scout.world().now()
    }
}

/// Records the last events of `run` if they have run for the first time.
fn record(recorded: &mut Arc<RecordedRun>, run: &SeekableRun<RunObserver>) {
    if run.is_first_run() {
        Arc::make_mut(recorded).record(run);
    }
}
