//! The world at a cursor, and how the cursor goes.

mod travel;

use std::sync::Arc;

use crate::engine::{Log, Note, World, WorldSnapshot};
use crate::spec::{Action, Spec, TimedAction};
use crate::units::Time;

use super::checkpoints::Checkpoints;
use super::{Goal, Rider};

pub use travel::ROUND;

/// Work without any note after which a step ends.
const QUIET: u64 = 20_000;

/// Work between two looks at how much memory the world takes: it grows by some
/// megabytes meanwhile at most.
const WEIGHED_EVERY: u64 = 32_768;

/// Bytes of memory that a run may take.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// For the world at the cursor ([`World::heap_bytes`]): what takes more goes no further.
    pub world: usize,
    /// For its checkpoints, or what the first one takes.
    pub checkpoints: usize,
}

/// A run, the cursor in it, and what rides along.
#[derive(Clone, Debug)]
pub struct Reel<R> {
    world: World,
    /// The most bytes that the world may take.
    most: usize,
    /// The work at which it is weighed again.
    weighed_at: u64,
    /// Whether it takes more.
    exceeds_budget: bool,
    rider: R,
    /// What was asked for of the events that ran last.
    log: Log,
    /// How many events were ever gone through.
    known: u64,
    /// Whether the last one was gone through for the first time.
    news: bool,
    checkpoints: Checkpoints<R>,
    spec: Arc<Spec>,
    script: Arc<Vec<TimedAction>>,
}

impl<R: Rider> Reel<R> {
    /// The run of `spec` at its start, in a budget of memory.
    #[must_use]
    pub fn new(spec: Arc<Spec>, rider: R, budget: Budget) -> Self {
        let world = World::new(Arc::clone(&spec));
        Self {
            checkpoints: Checkpoints::new(&world, &rider, budget.checkpoints),
            script: Arc::clone(world.script()),
            world,
            most: budget.world,
            weighed_at: 0,
            exceeds_budget: false,
            rider,
            log: Log::default(),
            known: 0,
            news: false,
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

    /// What rides along, as it is at the cursor.
    #[must_use]
    pub fn rider(&self) -> &R {
        &self.rider
    }

    /// Notes of the event that the cursor stands at, if it was sent there; on the
    /// way only those that are asked for, and none if it was put there.
    #[must_use]
    pub fn notes(&self) -> &[Note] {
        let last = self.log.told().next_back();
        last.filter(|(number, _)| *number == self.number() && !self.has_passed())
            .map_or(&[], |(_, notes)| notes)
    }

    /// What was asked for of the events that the cursor has come by since the
    /// one before these.
    #[must_use]
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// The number of the event that ran last.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.world.counters().events
    }

    /// The number of the last event that was ever gone through, as far as that
    /// is not void.
    #[must_use]
    pub fn known(&self) -> u64 {
        self.known
    }

    /// The checkpoints: how many there are, and the bytes that they take.
    #[must_use]
    pub fn checkpoints(&self) -> (usize, usize) {
        (self.checkpoints.count(), self.checkpoints.bytes())
    }

    /// Whether the world exceeded the memory budget when it was last measured. The cursor then
    /// stops.
    #[must_use]
    pub fn exceeds_budget(&self) -> bool {
        self.exceeds_budget
    }

    /// Weighs the world, unless that was done just before; whether it exceeds its budget.
    pub(super) fn weigh(&mut self) -> bool {
        if self.world.work() >= self.weighed_at {
            self.weighed_at = self.world.work() + WEIGHED_EVERY;
            self.exceeds_budget = self.world.heap_bytes() > self.most;
        }
        self.exceeds_budget
    }

    /// Whether the event that ran last had never been gone through before.
    #[must_use]
    pub fn is_news(&self) -> bool {
        self.news
    }

    /// Runs one event; `false` if nothing is left that could happen.
    pub fn one(&mut self) -> bool {
        let before = self.number();
        self.log.clear();
        let ran = self.world.step_noting(&mut self.log.notes);
        self.hear(before);
        ran
    }

    /// Runs the next event, if there is one up to and including `until`; else
    /// time passes until then, and it is `true`.
    pub fn one_until(&mut self, until: Time) -> bool {
        let before = self.number();
        self.log.clear();
        let next = self.world.next_at();
        if next > until {
            self.world.run(until, 0);
            return true;
        }
        self.world.run_noting(next, 1, &mut self.log.notes);
        self.hear(before);
        false
    }

    /// Runs up to and including the next event that can be observed, calling
    /// `each` after every event; `false` if there is none, or none in a long
    /// row of others: timers of a fabric that is stuck go on for ever.
    pub fn step(&mut self, each: &mut impl FnMut(&Self)) -> bool {
        let most = self.world.work() + QUIET;
        while self.world.work() < most && self.one() {
            each(self);
            if !self.log.notes.is_empty() {
                return true;
            }
        }
        false
    }

    /// Does `action` at the cursor; the time that it is stamped with. What came
    /// after the cursor is void.
    pub fn act(&mut self, action: Action) -> Time {
        let at = self.world.act(action);
        self.script = Arc::clone(self.world.script());
        self.known = self.number();
        self.checkpoints.forget_after(self.known);
        at
    }

    /// The run of `spec` as far as it is the same as this one, at the last
    /// checkpoint of that; `None` if they differ in more than their actions.
    #[must_use]
    pub fn fork(&self, spec: Arc<Spec>) -> Option<Self> {
        if !self.spec.is_but_for_actions(&spec) {
            return None;
        }
        let mut fork = self.clone();
        fork.script = Arc::new(spec.actions.clone());
        fork.spec = spec;
        let script = &fork.script;
        fork.checkpoints.keep_while(|world| world.has_done(script));
        fork.approach_anew(Goal::Event(u64::MAX));
        fork.known = fork.number();
        Some(fork)
    }

    /// The events up to that of number `known` were gone through before, by
    /// another reel of the same run.
    pub fn recall(&mut self, known: u64) {
        self.known = self.known.max(known);
    }

    /// Puts the cursor at the last checkpoint before `goal`, unless it stands
    /// between the two.
    pub fn approach(&mut self, goal: Goal) {
        let near = self.checkpoints.nearest(goal).number();
        if near > self.number() || !self.is_before(goal) {
            self.approach_anew(goal);
        }
    }

    /// The world at the last checkpoint of which `is_before` holds, or at the
    /// start: for whoever goes through the run beside this one. What once does
    /// not hold must not hold later.
    #[must_use]
    pub fn world_before(&self, is_before: impl Fn(&WorldSnapshot) -> bool) -> World {
        let mut world = self.checkpoints.last_before(is_before).world.thaw();
        world.retell(&self.spec, &self.script);
        world
    }

    /// Puts the cursor at the last checkpoint before `goal`.
    pub(super) fn approach_anew(&mut self, goal: Goal) {
        let checkpoint = self.checkpoints.approach(goal);
        self.world = checkpoint.world.thaw();
        (self.weighed_at, self.exceeds_budget) = (0, false);
        self.rider = checkpoint.rider.clone();
        self.log.observed = checkpoint.observed;
        self.world.retell(&self.spec, &self.script);
        self.log.clear();
    }

    /// The place of the last event before the cursor that could be observed:
    /// the one that ran last, if time has passed since.
    #[must_use]
    pub fn before(&self) -> Goal {
        let [before, last] = self.log.observed;
        let stands = last == self.number() && !self.has_passed();
        Goal::Event(if stands { before } else { last })
    }

    /// Whether time has passed since the last event.
    fn has_passed(&self) -> bool {
        self.world.ran_now() == 0 && self.world.now() > Time::ZERO
    }

    fn is_at(&self, time: Time, nth: u64) -> bool {
        self.world.now() == time && self.world.ran_now() >= nth
    }

    /// Whether the cursor is before `goal`, or at it.
    fn is_before(&self, goal: Goal) -> bool {
        let now = self.world.now();
        match goal {
            Goal::Time(time) | Goal::End(time) | Goal::Moment(time, 0) => now <= time,
            Goal::Moment(time, nth) => now < time || now == time && self.world.ran_now() <= nth,
            Goal::Event(number) => self.number() < number || self.number() == number && !self.has_passed(),
        }
    }

    /// Takes in the event that has just run, if one has; before, `before` had.
    fn hear(&mut self, before: u64) {
        let number = self.number();
        if number > before && !self.log.notes.is_empty() {
            self.log.tell(number);
            let observed = &mut self.log.observed;
            *observed = [observed[1], number];
        }
        self.heard(before);
    }

    /// The same for some events, of which what was asked for is in the log.
    fn heard(&mut self, before: u64) {
        self.rider.hear(&self.world, &self.log);
        let number = self.number();
        self.news = false;
        if number == before {
            return;
        }
        self.news = number > self.known;
        self.known = self.known.max(number);
        if number >= self.checkpoints.due() {
            self.checkpoints.offer(&mut self.world, &self.rider, self.log.observed);
        }
    }
}
