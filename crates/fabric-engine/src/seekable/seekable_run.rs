//! Seekable run: the world at the cursor, and the movement of the cursor. Start with [`SeekableRun`];
//! `travel` moves the cursor over many events.
//!
//! Events are numbered from 1; number 0 is the start. A replay gives the same events as the first run. An
//! action at the cursor makes all later events invalid.

mod travel;

use std::sync::Arc;

use crate::engine::{Log, TraceEvent, World, WorldSnapshot};
use crate::spec::{Action, Spec, TimedAction};
use crate::units::Time;

use super::checkpoints::Checkpoints;
use super::{CheckpointedObserver, SeekTarget};

pub use travel::ROUND;

/// Units of work ([`World::work`](crate::engine::World::work)) without a trace event after which
/// [`SeekableRun::step`] ends.
const QUIET: u64 = 20_000;

/// Units of work ([`World::work`](crate::engine::World::work)) between two measurements of the heap memory of
/// the world. The world grows by a few megabytes at most between them.
const WEIGHED_EVERY: u64 = 32_768;

/// Memory budget of a run, in bytes.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Limit for the world at the cursor ([`World::heap_bytes`]), in bytes. The cursor stops when the limit
    /// is exceeded.
    pub world: usize,
    /// Limit for all checkpoints together, in bytes; the first checkpoint is always kept.
    pub checkpoints: usize,
}

/// Seekable run: the world at the cursor, an observer, and checkpoints.
#[derive(Clone, Debug)]
pub struct SeekableRun<R> {
    world: World,
    /// Limit for the heap memory of the world (the state of the simulation), in bytes.
    most: usize,
    /// Work since the start (`World::work`) at which the memory of the world is measured next.
    weighed_at: u64,
    /// Whether the world exceeded its limit at the last measurement.
    exceeds_budget: bool,
    observer: R,
    /// Trace events, deliveries and buffer occupancies since the last callback to the caller. Only data to
    /// which the observer or the caller subscribed are included.
    log: Log,
    /// Number of the last event that has run and is still valid. The cursor may be before this event.
    known: u64,
    /// Whether the last event ran for the first time, not in a replay.
    news: bool,
    checkpoints: Checkpoints<R>,
    spec: Arc<Spec>,
    script: Arc<Vec<TimedAction>>,
}

impl<R: CheckpointedObserver> SeekableRun<R> {
    /// Creates the run of `spec` at its start.
    #[must_use]
    pub fn new(spec: Arc<Spec>, observer: R, budget: Budget) -> Self {
        let world = World::new(Arc::clone(&spec));
        Self {
            checkpoints: Checkpoints::new(&world, &observer, budget.checkpoints),
            script: Arc::clone(world.script()),
            world,
            most: budget.world,
            weighed_at: 0,
            exceeds_budget: false,
            observer,
            log: Log::default(),
            known: 0,
            news: false,
            spec,
        }
    }

    /// Specification of the fabric.
    #[must_use]
    pub fn spec(&self) -> &Arc<Spec> {
        &self.spec
    }

    /// World (state of the simulation) at the cursor.
    #[must_use]
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Observer, with its state at the cursor.
    #[must_use]
    pub fn observer(&self) -> &R {
        &self.observer
    }

    /// Trace events of the last event before the cursor. After a single step these are all its trace events;
    /// after [`SeekableRun::travel`], only those to which the observer or the caller subscribed. Empty after
    /// a jump to a checkpoint, or if time has passed since the event.
    #[must_use]
    pub fn events(&self) -> &[TraceEvent] {
        let last = self.log.recorded_events().next_back();
        last.filter(|(number, _)| *number == self.number() && !self.has_passed())
            .map_or(&[], |(_, events)| events)
    }

    /// Trace events, deliveries and buffer occupancies since the last callback to the caller, each list in
    /// order of time. Only data to which the observer or the caller subscribed are included.
    #[must_use]
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// Number of the last event before the cursor; 0 at the start.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.world.counters().events
    }

    /// Number of the last event that has run and is still valid. The cursor may be before this event.
    #[must_use]
    pub fn known(&self) -> u64 {
        self.known
    }

    /// Number of checkpoints, and their size in bytes.
    #[must_use]
    pub fn checkpoints(&self) -> (usize, usize) {
        (self.checkpoints.count(), self.checkpoints.bytes())
    }

    /// Whether the world exceeded its memory budget at the last measurement. The cursor then stops.
    #[must_use]
    pub fn exceeds_budget(&self) -> bool {
        self.exceeds_budget
    }

    /// Measures the heap memory of the world, unless little work was done since the last
    /// measurement. Returns whether the world exceeds its limit.
    pub(super) fn weigh(&mut self) -> bool {
        if self.world.work() >= self.weighed_at {
            self.weighed_at = self.world.work() + WEIGHED_EVERY;
            self.exceeds_budget = self.world.heap_bytes() > self.most;
        }
        self.exceeds_budget
    }

    /// Whether the last event ran for the first time, not in a replay.
    #[must_use]
    pub fn is_first_run(&self) -> bool {
        self.news
    }

    /// Runs one event and records all its trace events. Returns `false` if no event is left. The memory
    /// budget is not checked.
    pub fn run_event(&mut self) -> bool {
        let before = self.number();
        self.log.clear();
        let ran = self.world.step_recording(&mut self.log.events);
        self.observe_event(before);
        ran
    }

    /// Runs the next event if it occurs at `until` or earlier, and records all its trace events.
    /// Returns `false` if no such event is left; the time then advances to `until`.
    pub fn run_event_until(&mut self, until: Time) -> bool {
        let before = self.number();
        self.log.clear();
        let next = self.world.next_at();
        if next > until {
            self.world.run(until, 0);
            return false;
        }
        self.world.run_recording(next, 1, &mut self.log.events);
        self.observe_event(before);
        true
    }

    /// Runs up to and including the next event with trace events, and calls `each` after every event. Returns
    /// `false` if no event is left, or if no trace event occurs within 20 000 units of work. This limit is
    /// needed because timers of a stuck fabric run for ever. The memory budget is not checked.
    pub fn step(&mut self, each: &mut impl FnMut(&Self)) -> bool {
        let most = self.world.work() + QUIET;
        while self.world.work() < most && self.run_event() {
            each(self);
            if !self.log.events.is_empty() {
                return true;
            }
        }
        false
    }

    /// Schedules `action` at the cursor and returns its time. All events after the cursor become
    /// invalid, and their checkpoints are dropped.
    pub fn act(&mut self, action: Action) -> Time {
        let at = self.world.act(action);
        self.script = Arc::clone(self.world.script());
        self.known = self.number();
        self.checkpoints.forget_after(self.known);
        at
    }

    /// Replaces the spec of this run. The new `spec` may differ from the old spec only in its actions, and in
    /// the settings that these actions give. Actions that this run has already scheduled stay unchanged.
    pub fn adopt_spec(&mut self, spec: &Arc<Spec>) {
        debug_assert!(self.spec.is_but_for_actions(spec), "the fabric stays as it is");
        self.spec = Arc::clone(spec);
        self.world.replace_actions(&self.spec, &self.script);
    }

    /// New run of `spec` that shares checkpoints with this run. The cursor of the new run is at the last
    /// checkpoint up to which both runs have the same actions. `None` if the specs differ in more than their
    /// actions. Events that only this run has run are not known to the new run.
    #[must_use]
    pub fn fork(&self, spec: Arc<Spec>) -> Option<Self> {
        if !self.spec.is_but_for_actions(&spec) {
            return None;
        }
        let mut fork = self.clone();
        fork.script = Arc::new(spec.actions.clone());
        fork.spec = spec;
        let script = &fork.script;
        fork.checkpoints.retain_while(|world| world.has_done(script));
        fork.approach_anew(SeekTarget::Event(u64::MAX));
        fork.known = fork.number();
        Some(fork)
    }

    /// Records that another copy of this run has run the events up to `known`.
    /// [`SeekableRun::known`] is then at least this number.
    pub fn extend_known(&mut self, known: u64) {
        self.known = self.known.max(known);
    }

    /// Moves the cursor to the last checkpoint before `target`, unless the cursor is already between
    /// this checkpoint and `target`.
    pub fn approach(&mut self, target: SeekTarget) {
        let near = self.checkpoints.nearest(target).number();
        if near > self.number() || !self.is_before(target) {
            self.approach_anew(target);
        }
    }

    /// Copy of the world at a checkpoint, for a replay apart from this run. The checkpoint is the last one
    /// for which `is_before` returns true; without such a checkpoint, the copy is from the start of the run.
    /// Once `is_before` returns false, it must return false for all later checkpoints.
    #[must_use]
    pub fn world_before(&self, is_before: impl Fn(&WorldSnapshot) -> bool) -> World {
        let mut world = self.checkpoints.last_before(is_before).world.restore();
        world.replace_actions(&self.spec, &self.script);
        world
    }

    /// Moves the cursor to the last checkpoint before `target`.
    pub(super) fn approach_anew(&mut self, target: SeekTarget) {
        let checkpoint = self.checkpoints.approach(target);
        self.world = checkpoint.world.restore();
        (self.weighed_at, self.exceeds_budget) = (0, false);
        self.observer = checkpoint.observer.clone();
        self.log.observed = checkpoint.observed;
        self.world.replace_actions(&self.spec, &self.script);
        self.log.clear();
    }

    /// Target for a step back: the last event before the cursor that has trace events. If the cursor is just
    /// after such an event, the target is the previous event that has trace events. If there is no such
    /// event, the target is event 0, the start of the run.
    #[must_use]
    pub fn before(&self) -> SeekTarget {
        let [before, last] = self.log.observed;
        let stands = last == self.number() && !self.has_passed();
        SeekTarget::Event(if stands { before } else { last })
    }

    /// Whether the time of the cursor is later than the last event.
    fn has_passed(&self) -> bool {
        self.world.ran_now() == 0 && self.world.now() > Time::ZERO
    }

    fn is_at(&self, time: Time, nth: u64) -> bool {
        self.world.now() == time && self.world.ran_now() >= nth
    }

    /// Whether the cursor is before or at `target`.
    fn is_before(&self, target: SeekTarget) -> bool {
        let now = self.world.now();
        match target {
            SeekTarget::Time(time) | SeekTarget::End(time) | SeekTarget::Moment(time, 0) => now <= time,
            SeekTarget::Moment(time, nth) => now < time || now == time && self.world.ran_now() <= nth,
            SeekTarget::Event(number) => {
                self.number() < number || self.number() == number && !self.has_passed()
            }
        }
    }

    /// Passes the event that has just run to the observer and the checkpoints. `before`: number of
    /// the last event before it.
    fn observe_event(&mut self, before: u64) {
        let number = self.number();
        if number > before && !self.log.events.is_empty() {
            self.log.assign_events(number);
            let observed = &mut self.log.observed;
            *observed = [observed[1], number];
        }
        self.observe_batch(before);
    }

    /// Passes several events, whose trace events are in the log, to the observer and the
    /// checkpoints. `before`: number of the last event before them.
    fn observe_batch(&mut self, before: u64) {
        self.observer.observe(&self.world, &self.log);
        let number = self.number();
        self.news = false;
        if number == before {
            return;
        }
        self.news = number > self.known;
        self.known = self.known.max(number);
        if number >= self.checkpoints.due() {
            self.checkpoints.offer(&mut self.world, &self.observer, self.log.observed);
        }
    }
}
