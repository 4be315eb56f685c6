//! Event loop: pops the next event of the calendar and calls its handler.
//!
//! Start reading at `World::next`. The order of simultaneous events is stated in `slots`.

use std::sync::Arc;

use crate::digest::StateHash;
use crate::fabric::endpoint::ReceiveConfig;
use crate::fabric::frame::{Frame, FrameId};
use crate::ids::PortId;
use crate::spec::{Routes, Spec, TimedAction};
use crate::units::Time;

use super::calendar::Calendar;
use super::collective::Member;
use super::configs::Configs;
use super::counters::Counters;
use super::dirty::Dirty;
use super::multicast::Tree;
use super::plan::PortPlan;
use super::slots::{Owner, Slots};
use super::state::State;
use super::waits::DeadlockTracker;
use super::{Does, Note, Recorder, What};

/// A fabric in motion. Time comes in as an argument, events go out to the
/// [`Recorder`]; the same spec and actions give the same [`World::hash`] on
/// every machine, in one go or step by step.
#[derive(Clone, Debug)]
pub struct World {
    pub(super) spec: Arc<Spec>,
    pub(super) plan: Arc<[PortPlan]>,
    pub(super) configs: Arc<Configs>,
    /// By switch: what makes its choice among equal paths its own.
    pub(super) salts: Arc<[u64]>,
    /// By host.
    pub(super) receivers: Arc<[ReceiveConfig]>,
    /// By host: its port; 0 of one that nothing is linked to.
    pub(super) host_ports: Arc<[u32]>,
    pub(super) actions: Arc<Vec<TimedAction>>,
    /// The routes in force; they follow from what the state knows of links.
    pub(super) routes: Arc<Routes>,
    /// By flow: the ports that it names of its path.
    pub(super) paths: Vec<Vec<PortId>>,
    /// By flow to several hosts: the branches of its tree; they follow from the routes in force.
    pub(super) trees: Vec<Tree>,
    /// By flow: its place in a collective; empty where there is none.
    pub(super) members: Arc<[Option<Member>]>,
    pub(super) state: State,
    pub(super) counters: Counters,
    pub(super) deadlocks: DeadlockTracker,
    pub(super) slots: Slots,
    pub(super) calendar: Calendar,
    pub(super) dirty: Dirty,
}

/// Why [`World::run_until`] came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Everything up to the time asked for has happened.
    Reached,
    /// The work allowed is done; there is more to do.
    Budget,
}

/// What [`World::next`] came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ran {
    /// Nothing comes by then.
    Nothing,
    /// A transmitter looked, and starts no frame.
    Look,
    /// An event.
    Event,
}

impl World {
    /// The fabric.
    #[must_use]
    pub fn spec(&self) -> &Arc<Spec> {
        &self.spec
    }

    /// Where each switch sends frames for each host now, except where it learns that.
    #[must_use]
    pub fn routes(&self) -> &Routes {
        &self.routes
    }

    /// The present.
    #[must_use]
    pub fn now(&self) -> Time {
        self.state.now
    }

    /// How many events have run at the present instant: with [`World::now`],
    /// the cursor.
    #[must_use]
    pub fn ran_now(&self) -> u64 {
        self.state.ran_now
    }

    /// What was counted up to now.
    #[must_use]
    pub fn counters(&self) -> &Counters {
        &self.counters
    }

    /// What was done since the start, in events of the loop: every event is
    /// one, and a search for circles of waits or for routes as many as take as long.
    #[must_use]
    #[inline]
    pub fn work(&self) -> u64 {
        self.counters.events + self.deadlocks.work
    }

    /// The hash of the state.
    #[must_use]
    pub fn hash(&self) -> StateHash {
        self.state.hash()
    }

    /// Runs everything up to and including `until`, or until `budget` of
    /// [`World::work`] is done. `until` before now does nothing.
    pub fn run_until<R: Recorder>(&mut self, until: Time, budget: u64, recorder: &mut R) -> Stop {
        let end = self.work().saturating_add(budget);
        while self.work() < end {
            if self.next(until, recorder) == Ran::Nothing {
                self.counters.settle();
                self.advance(until);
                return Stop::Reached;
            }
        }
        self.counters.settle();
        if self.idle_until(until) {
            self.advance(until);
            Stop::Reached
        } else {
            Stop::Budget
        }
    }

    /// Runs one event: a frame starts, ends or comes in; a timer fires; an
    /// action happens. `false` when nothing is left that could happen.
    pub fn step<R: Recorder>(&mut self, recorder: &mut R) -> bool {
        let before = self.counters.events;
        while self.counters.events == before {
            if self.next(Time(Time::NEVER.ps() - 1), recorder) == Ran::Nothing {
                return false;
            }
        }
        self.counters.settle();
        true
    }

    /// Whether nothing happens up to and including `until`.
    #[must_use]
    pub fn idle_until(&self, until: Time) -> bool {
        self.calendar.next_time() > until && !self.dirty.iter().any(|port| self.has_work(port))
    }

    /// Runs what comes next if it comes by `until`: an event, or the look of a
    /// free transmitter at its queues, which is an event if it starts a frame.
    #[inline(always)]
    pub(super) fn next<R: Recorder>(&mut self, until: Time, recorder: &mut R) -> Ran {
        let (time, slot) = self.calendar.next();
        // Scheduling comes after everything else of its instant but watchdogs.
        if !self.dirty.is_empty()
            && (time > self.state.now || self.slots.comes_last(slot))
            && let Some(port) = self.dirty.pop()
        {
            let started = self.schedule(port, recorder);
            if started {
                self.count();
            }
            if self.deadlocks.is_stirred() {
                self.look_for_circles(recorder);
            }
            return if started { Ran::Event } else { Ran::Look };
        }
        if time > until || time == Time::NEVER {
            return Ran::Nothing;
        }
        self.calendar.take(time);
        self.advance(time);
        self.count();
        match self.slots.owner(slot) {
            Owner::End(port) => self.transmission_ends(port as usize, recorder),
            Owner::Arrival(port) => self.frame_arrives(port as usize, recorder),
            rarer => self.rarer_due(rarer, recorder),
        }
        if self.deadlocks.is_stirred() {
            self.look_for_circles(recorder);
        }
        Ran::Event
    }

    /// What does not happen to every frame at every port, out of the loop's way.
    #[inline(never)]
    fn rarer_due<R: Recorder>(&mut self, owner: Owner, recorder: &mut R) {
        match owner {
            Owner::Crossed(switch) => self.frames_cross(switch as usize, recorder),
            Owner::Stage(stage) => self.stage_due(stage as usize, recorder),
            Owner::Match(switch) => self.slot_begins(switch as usize, recorder),
            Owner::Pfc(port) => self.control_arrives(port as usize, recorder),
            Owner::Credit(n) => self.credit_due(n as usize, recorder),
            Owner::Receiver(port) => self.receiver_due(port as usize, recorder),
            Owner::Sender(port) => self.sender_due(port as usize),
            Owner::Resync(n) => self.resync_due(n as usize),
            Owner::Flow(flow) => self.flow_due(flow as usize, recorder),
            Owner::Pace(regulator) => self.pace_due(regulator as usize),
            Owner::Notice(regulator) => self.notice_due(regulator as usize, recorder),
            Owner::Timeout(reliable) => self.timeout_due(reliable, recorder),
            Owner::Retry(read) => self.retry_due(read, recorder),
            Owner::Grant(credit) => self.grant_due(credit as usize, recorder),
            Owner::Source(source) => self.source_due(source as usize),
            Owner::Bus(host) => self.bus_due(host as usize, recorder),
            Owner::Watch(n) => self.watch_due(n as usize, recorder),
            Owner::Action => self.action_due(recorder),
            Owner::Reroute => self.reroute(recorder),
            // Served where they are taken.
            Owner::End(_) | Owner::Arrival(_) => {}
        }
    }

    /// When the next thing happens; [`Time::NEVER`] if nothing does.
    #[must_use]
    pub fn next_at(&self) -> Time {
        let waits = self.dirty.iter().any(|port| self.has_work(port));
        if waits { self.state.now } else { self.calendar.next_time() }
    }

    #[inline]
    fn count(&mut self) {
        self.counters.events += 1;
        self.state.ran_now += 1;
    }

    #[inline]
    pub(super) fn advance(&mut self, to: Time) {
        if to > self.state.now {
            self.state.now = to;
            self.state.ran_now = 0;
        }
    }

    /// Arms `owner` anew; [`Time::NEVER`] disarms it.
    #[inline]
    pub(super) fn arm(&mut self, owner: Owner, time: Time) {
        let slot = self.slots.slot(owner);
        self.arm_slot(slot, time);
    }

    #[inline(never)]
    fn arm_slot(&mut self, slot: u32, time: Time) {
        self.calendar.set(slot, time);
    }

    /// [`World::arm`] for what every frame arms, without a call.
    #[inline(always)]
    pub(super) fn arm_soon(&mut self, owner: Owner, time: Time) {
        self.calendar.set(self.slots.slot(owner), time);
    }

    #[inline(always)]
    pub(super) fn note<R: Recorder>(&self, recorder: &mut R, port: usize, what: What) {
        if R::LISTENS && recorder.asks(self, port, &what) {
            recorder.note(Note { at: self.state.now, port: PortId::new(port), what });
        }
    }

    /// [`World::note`] of what every frame does.
    #[inline(always)]
    pub(super) fn note_of<R: Recorder>(&self, recorder: &mut R, port: usize, frame: &Frame, does: Does) {
        if R::LISTENS && recorder.asks_of(self, port, frame, does) {
            self.tell_of(recorder, port, frame, does);
        }
    }

    #[inline(never)]
    fn tell_of<R: Recorder>(&self, recorder: &mut R, port: usize, frame: &Frame, does: Does) {
        recorder.note(Note { at: self.state.now, port: PortId::new(port), what: does.what(*frame) });
    }

    /// [`World::note_of`] of a frame in the table: where nobody listens, not even its
    /// row is looked up.
    #[inline(always)]
    pub(super) fn note_row<R: Recorder>(&self, recorder: &mut R, port: usize, id: FrameId, does: Does) {
        if R::LISTENS {
            self.note_of(recorder, port, self.state.frames.get(id), does);
        }
    }

    /// Lets a transmitter look at its queues once the instant's other events
    /// have happened, unless the end of its frame will do so anyway.
    #[inline]
    pub(super) fn wake(&mut self, port: usize) {
        if !self.state.ports[port].busy {
            self.dirty.insert(port);
        }
    }
}
