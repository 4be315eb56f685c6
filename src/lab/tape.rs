//! A run that can be gone through in both directions: the world at the cursor,
//! and what was seen of the run so far.

use std::sync::Arc;

use fabric_sim::document::Named;
use fabric_sim::engine::{Note, World};
use fabric_sim::ids::FlowId;
use fabric_sim::spec::{Action, Spec};
use fabric_sim::tape::{Budget, Goal, SeekableRun};
use fabric_sim::units::Time;

use super::event::Event;
use super::heard::Heard;
use super::history::History;
use super::lanes::Lanes;
use super::lost::{FrameName, Lost};
use super::matches::Matches;
use super::past::Past;
use super::timeline::Timeline;
use crate::charts::{bytes_label, time_label};

/// A time that never comes, but may be added to.
const END: Time = Time(Time::NEVER.0 - 1);
/// Memory of a run of the page: some million frames, and checkpoints. A page holds
/// at most fourteen worlds (those shown, on their way, searching, and of A) and the
/// checkpoints of four runs at once, which is below 1 GiB.
pub(super) const BUDGET: Budget = Budget { world: 40 << 20, checkpoints: 64 << 20 };

/// A run and the cursor in it.
#[derive(Clone, Debug)]
pub struct Tape {
    pub(super) reel: SeekableRun<Heard>,
    pub(super) past: Arc<Past>,
    /// Where the cursor is on its way to.
    pub(super) goal: Option<Goal>,
}

impl Tape {
    /// The run of `spec`, at its start.
    #[must_use]
    pub fn new(spec: Arc<Spec>) -> Self {
        let heard = Heard::new(&spec);
        let reel = SeekableRun::new(spec, heard, BUDGET);
        Self { past: Arc::new(Past::new(reel.world())), reel, goal: None }
    }

    /// The run of `spec`, as far as it is the same as this one if they differ
    /// in their actions only; else at its start.
    #[must_use]
    pub fn fork(&self, spec: &Arc<Spec>) -> Self {
        let Some(reel) = self.reel.fork(Arc::clone(spec)) else { return Self::new(Arc::clone(spec)) };
        let mut past = Arc::clone(&self.past);
        Arc::make_mut(&mut past).forget_after(reel.world());
        Self { reel, past, goal: None }
    }

    /// The fabric.
    #[must_use]
    pub fn spec(&self) -> &Arc<Spec> {
        self.reel.spec()
    }

    /// The world at the cursor.
    #[must_use]
    pub fn world(&self) -> &World {
        self.reel.world()
    }

    /// The past of the queues, as far as the run was seen.
    #[must_use]
    pub fn history(&self) -> &History {
        &self.past.history
    }

    /// Key events, as far as the run was seen, in order.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        self.past.events()
    }

    /// When pauses and drops were, as far as the run was seen.
    #[must_use]
    pub fn timeline(&self) -> &Timeline {
        &self.past.timeline
    }

    /// Pauses of queues, as far as the run was seen.
    #[must_use]
    pub fn lanes(&self) -> &Lanes {
        &self.past.lanes
    }

    /// The last match of each crossbar at the cursor.
    #[must_use]
    pub fn matches(&self) -> &Matches {
        self.reel.rider().matches()
    }

    /// The frame of `flow` that was delivered last, up to the cursor.
    #[must_use]
    pub fn delivered(&self, flow: FlowId) -> Option<FrameName> {
        let counters = self.world().counters().flows.get(flow.index())?;
        Some((flow, Named::Data, counters.last_delivered?))
    }

    /// The last frames that were lost, at the cursor.
    #[must_use]
    pub fn lost(&self) -> &Lost {
        self.reel.rider().lost()
    }

    /// How many of [`Tape::events`] lie at or before the cursor.
    #[must_use]
    pub fn told(&self) -> usize {
        let here = self.reel.number();
        self.events().partition_point(|event| event.number <= here)
    }

    /// Trace events of the last event.
    #[must_use]
    pub fn last_notes(&self) -> &[Note] {
        self.reel.notes()
    }

    /// The latest time that the run was ever seen at.
    #[must_use]
    pub fn known_until(&self) -> Time {
        self.past.until()
    }

    /// Whether something was seen of the run beyond the cursor.
    #[must_use]
    pub fn has_future(&self) -> bool {
        self.reel.known() > self.reel.number()
    }

    /// Why the run goes no further than the cursor, if it takes too much memory.
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
        self.reel.exceeds_budget().then(refusal)
    }

    /// Whether nothing is left that could happen.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.world().idle_until(END)
    }

    /// Runs up to and including the next event that can be observed; `false`
    /// if there is none, or none for long.
    pub fn step(&mut self, heard: &mut impl FnMut(&Note)) -> bool {
        let past = &mut self.past;
        self.reel.step(&mut |reel| {
            see(past, reel);
            reel.log().notes().iter().for_each(&mut *heard);
        })
    }

    /// Runs up to and including `until`, or the last event of all, unless `tired`
    /// says so before; whether it got there.
    pub fn run(
        &mut self,
        until: Time,
        heard: &mut impl FnMut(&Note),
        tired: &mut impl FnMut() -> bool,
    ) -> bool {
        self.go(Goal::End(until), heard, tired)
    }

    /// Goes on towards `goal` unless `tired` says so before; whether the cursor is there.
    pub(super) fn go(
        &mut self,
        goal: Goal,
        heard: &mut impl FnMut(&Note),
        tired: &mut impl FnMut() -> bool,
    ) -> bool {
        let asked = self.past.history.asks(self.reel.world());
        let past = &mut self.past;
        let mut each = |reel: &SeekableRun<Heard>| {
            see(past, reel);
            reel.log().notes().iter().for_each(&mut *heard);
        };
        let there = self.reel.travel(goal, asked.interest(), &mut each, tired);
        let now = self.reel.world().now();
        if now > self.past.until() {
            Arc::make_mut(&mut self.past).reach(now);
        }
        there
    }

    /// Does `action` at the cursor; the time that it is stamped with. What was
    /// known of the run beyond the cursor is void.
    pub fn act(&mut self, action: Action) -> Time {
        if self.has_future() || self.past.until() > self.world().now() {
            Arc::make_mut(&mut self.past).forget_after(self.reel.world());
        }
        self.reel.act(action)
    }

    /// The time of the next event worth telling, found by a copy that runs
    /// ahead at most `budget` events; else the time that the copy got to.
    #[must_use]
    pub fn next_told(&self, budget: u32) -> Time {
        let is_key = |event: &&Event| event.kind.weight() > 0;
        if let Some(event) = self.events()[self.told()..].iter().find(is_key) {
            return event.at;
        }
        let mut scout = self.reel.clone();
        for _ in 0..budget {
            if !scout.one() || scout.rider().told().iter().any(|event| is_key(&event)) {
                break;
            }
        }
        scout.world().now()
    }
}

/// Takes in what has just run, if it was never seen.
fn see(past: &mut Arc<Past>, reel: &SeekableRun<Heard>) {
    if reel.is_news() {
        Arc::make_mut(past).take(reel);
    }
}
