//! World: a fabric with its state, and the event loop. Start with [`World::run_until`].
//!
//! Events at the end time itself are run. Simultaneous events run in the order that `event_order.rs` defines.
//! A world without further events is no error: it is idle, and the time can still advance.

use std::sync::Arc;

use crate::digest::StateHash;
use crate::fabric::endpoint::ReceiveConfig;
use crate::fabric::frame::{Frame, FrameId};
use crate::ids::{HostId, PortId, SwitchId};
use crate::spec::{Routes, Spec, TimedAction};
use crate::units::Time;

use super::calendar::Calendar;
use super::collective::Member;
use super::configs::Configs;
use super::counters::Counters;
use super::event_order::{DeadlineId, EventOrder};
use super::multicast::Tree;
use super::plan::PortConstants;
use super::ready_ports::ReadyPorts;
use super::state::State;
use super::waits::DeadlockTracker;
use super::{EventKind, FrameStep, Recorder, TraceEvent};

/// Simulated fabric: its state, counters and future events. The caller gives the time up to which the
/// simulation runs; trace events go to a [`Recorder`]. Equal specifications and actions give equal hashes
/// ([`World::hash`]) on every machine. A run in one call and a run in many calls have equal results.
#[derive(Clone, Debug)]
pub struct World {
    pub(super) spec: Arc<Spec>,
    /// Constants of the ports, derived from the specification and indexed by port.
    pub(super) plan: Arc<[PortConstants]>,
    pub(super) configs: Arc<Configs>,
    /// Salts of the switches for the ECMP hash, indexed by switch. With different salts, switches choose
    /// routes independently.
    pub(super) salts: Arc<[u64]>,
    /// Configurations of the receive buffers, indexed by host.
    pub(super) receivers: Arc<[ReceiveConfig]>,
    /// Port of each host, indexed by host; 0 for a host without a link.
    pub(super) host_ports: Arc<[PortId]>,
    pub(super) actions: Arc<Vec<TimedAction>>,
    /// Routes that all switches use now. They avoid a link only when the reroute delay after its failure has
    /// passed.
    pub(super) routes: Arc<Routes>,
    /// Ports of the path that a flow names, indexed by flow; empty for a flow that names no path.
    pub(super) paths: Vec<Vec<PortId>>,
    /// Multicast trees, computed from the routes in force; indexed by multicast flow.
    pub(super) trees: Vec<Tree>,
    /// Membership of each flow in a collective, indexed by flow; empty if there are no collectives.
    pub(super) members: Arc<[Option<Member>]>,
    pub(super) state: State,
    pub(super) counters: Counters,
    pub(super) deadlocks: DeadlockTracker,
    pub(super) event_order: EventOrder,
    pub(super) calendar: Calendar,
    pub(super) ready_ports: ReadyPorts,
}

/// Reason why [`World::run_until`] returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// All events up to and including the given time have run.
    Reached,
    /// The budget of [`World::work`] is used up, and events up to the given time remain.
    Budget,
}

/// Result of [`World::next`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StepResult {
    /// No event is left at or before the given time.
    Nothing,
    /// A free transmitter was scheduled, but started no frame. This does not count as an event.
    Look,
    /// An event ran.
    Event,
}

impl World {
    /// Specification of the fabric.
    #[must_use]
    pub fn spec(&self) -> &Arc<Spec> {
        &self.spec
    }

    /// Routes of all switches that are in force now. Switches that learn addresses use no routes.
    #[must_use]
    pub fn routes(&self) -> &Routes {
        &self.routes
    }

    /// Present time.
    #[must_use]
    pub fn now(&self) -> Time {
        self.state.now
    }

    /// Number of events that have run at the present time. [`World::now`] and this number together identify
    /// the position in the run.
    #[must_use]
    pub fn ran_now(&self) -> u64 {
        self.state.ran_now
    }

    /// Counters since the start of the run.
    #[must_use]
    pub fn counters(&self) -> &Counters {
        &self.counters
    }

    /// Work since the start: the number of events, plus the cost of all searches for cycles of waits and for
    /// routes. The unit of the cost is the time that one event takes.
    #[must_use]
    #[inline]
    pub fn work(&self) -> u64 {
        self.counters.events + self.deadlocks.work
    }

    /// Hash of the state of the world. Counters and the deadlock detection are not hashed.
    #[must_use]
    pub fn hash(&self) -> StateHash {
        self.state.hash()
    }

    /// Runs all events up to and including `until`. If all these events have run, the present time becomes
    /// `until`. Stops earlier if `budget` of [`World::work`] is used up; the last event may exceed the
    /// budget. Runs no event if `until` is in the past. With a `budget` of 0 no event runs, and the result is
    /// [`RunEnd::Reached`] only if no event is left up to `until`.
    pub fn run_until<R: Recorder>(&mut self, until: Time, budget: u64, recorder: &mut R) -> RunEnd {
        let end = self.work().saturating_add(budget);
        while self.work() < end {
            if self.next(until, recorder) == StepResult::Nothing {
                self.counters.settle();
                self.advance(until);
                return RunEnd::Reached;
            }
            recorder.happened(self);
        }
        self.counters.settle();
        if self.idle_until(until) {
            self.advance(until);
            RunEnd::Reached
        } else {
            RunEnd::Budget
        }
    }

    /// Runs the next event, such as a start, an end or an arrival of a frame, a timer or an action. Returns
    /// `false` if no event is left. The present time then stays as it is.
    pub fn step<R: Recorder>(&mut self, recorder: &mut R) -> bool {
        let before = self.counters.events;
        while self.counters.events == before {
            if self.next(Time(Time::NEVER.ps() - 1), recorder) == StepResult::Nothing {
                return false;
            }
            recorder.happened(self);
        }
        self.counters.settle();
        true
    }

    /// Whether nothing happens from now up to and including the time `until`: no event, and no start of a
    /// frame.
    #[must_use]
    pub fn idle_until(&self, until: Time) -> bool {
        self.calendar.next_time() > until && !self.ready_ports.iter().any(|port| self.has_work(port))
    }

    /// Runs the next event, if it occurs at or before `until`. If a transmitter has to be scheduled first,
    /// schedules this transmitter instead. The scheduling counts as an event only if it changes something,
    /// for example if a frame starts.
    #[inline(always)]
    pub(super) fn next<R: Recorder>(&mut self, until: Time, recorder: &mut R) -> StepResult {
        let (time, slot) = self.calendar.next();
        // Scheduling follows all other events of its time except watchdog polls.
        if !self.ready_ports.is_empty()
            && (time > self.state.now || self.event_order.comes_last(slot))
            && let Some(port) = self.ready_ports.pop()
        {
            let started = self.schedule(port, recorder);
            if started {
                self.count();
            }
            if self.deadlocks.has_changes() {
                self.search_cycles(recorder);
            }
            return if started { StepResult::Event } else { StepResult::Look };
        }
        if time > until || time == Time::NEVER {
            return StepResult::Nothing;
        }
        self.calendar.take(time);
        self.advance(time);
        self.count();
        match self.event_order.deadline(slot) {
            DeadlineId::End(port) => self.transmission_ends(port, recorder),
            DeadlineId::Arrival(port) => self.frame_arrives(port, recorder),
            rarer => self.rarer_deadline_due(rarer, recorder),
        }
        if self.deadlocks.has_changes() {
            self.search_cycles(recorder);
        }
        StepResult::Event
    }

    /// Handles the less frequent events. Separate from the event loop, to keep the loop fast.
    #[inline(never)]
    fn rarer_deadline_due<R: Recorder>(&mut self, deadline: DeadlineId, recorder: &mut R) {
        match deadline {
            DeadlineId::CrossbarExit(switch) => self.frames_cross(SwitchId(switch), recorder),
            DeadlineId::Pipeline(pipeline) => self.pipeline_due(pipeline as usize, recorder),
            DeadlineId::Match(switch) => self.slot_begins(SwitchId(switch), recorder),
            DeadlineId::Pfc(port) => self.control_arrives(port, recorder),
            DeadlineId::Credit(n) => self.credit_due(n as usize, recorder),
            DeadlineId::PfcReceiver(port) => self.receiver_due(port, recorder),
            DeadlineId::PfcSender(port) => self.sender_due(port),
            DeadlineId::Resync(n) => self.resync_due(n as usize),
            DeadlineId::Flow(flow) => self.flow_due(flow as usize, recorder),
            DeadlineId::RateTimer(flow_rate) => self.pace_due(flow_rate as usize),
            DeadlineId::Cnp(flow_rate) => self.cnp_timer_due(flow_rate as usize, recorder),
            DeadlineId::Timeout(reliable) => self.timeout_due(reliable, recorder),
            DeadlineId::Retry(read) => self.retry_due(read, recorder),
            DeadlineId::Shape(shaped) => self.shape_due(shaped as usize),
            DeadlineId::FlowCredit(credit) => self.flow_credit_due(credit as usize, recorder),
            DeadlineId::Source(source) => self.source_due(source as usize),
            DeadlineId::Bus(host) => self.bus_due(HostId(host), recorder),
            DeadlineId::Watchdogs(n) => self.poll_watchdogs(n as usize, recorder),
            DeadlineId::Action => self.action_due(recorder),
            DeadlineId::Reroute => self.reroute(recorder),
            // Handled by the caller.
            DeadlineId::End(_) | DeadlineId::Arrival(_) => {}
        }
    }

    /// Time of the next event; [`Time::NEVER`] if there is none.
    #[must_use]
    pub fn next_at(&self) -> Time {
        let waits = self.ready_ports.iter().any(|port| self.has_work(port));
        if waits { self.state.now } else { self.calendar.next_time() }
    }

    #[inline]
    fn count(&mut self) {
        self.counters.events += 1;
        self.state.ran_now += 1;
    }

    /// Advances the present time to `to`; no event has run at this time yet. Does nothing if `to` is not
    /// later than the present time.
    #[inline]
    pub(super) fn advance(&mut self, to: Time) {
        if to > self.state.now {
            self.state.now = to;
            self.state.ran_now = 0;
        }
    }

    /// Sets the time of `deadline` to `time`. Replaces the old time of `deadline`; [`Time::NEVER`] removes
    /// the deadline.
    #[inline]
    pub(super) fn arm(&mut self, deadline: DeadlineId, time: Time) {
        let slot = self.event_order.slot(deadline);
        self.arm_slot(slot, time);
    }

    #[inline(never)]
    fn arm_slot(&mut self, slot: u32, time: Time) {
        self.calendar.set(slot, time);
    }

    /// Sets the time of `deadline` in the same way as [`World::arm`]. Inlined, because every frame needs it.
    #[inline(always)]
    pub(super) fn arm_soon(&mut self, deadline: DeadlineId, time: Time) {
        self.calendar.set(self.event_order.slot(deadline), time);
    }

    /// Passes an event at `port` to the recorder, if the recorder needs the event.
    #[inline(always)]
    pub(super) fn emit<R: Recorder>(&self, recorder: &mut R, port: PortId, kind: EventKind) {
        if R::RECORDS_EVENTS && recorder.records_event(self, port, &kind) {
            recorder.record(TraceEvent { at: self.state.now, port, kind });
        }
    }

    /// Passes the step `step` of a frame to the recorder as a trace event, if the recorder needs this step.
    #[inline(always)]
    pub(super) fn emit_step<R: Recorder>(
        &self,
        recorder: &mut R,
        port: PortId,
        frame: &Frame,
        step: FrameStep,
    ) {
        if R::RECORDS_EVENTS && recorder.records_frame(self, port, frame, step) {
            self.emit_recorded_step(recorder, port, frame, step);
        }
    }

    #[inline(never)]
    fn emit_recorded_step<R: Recorder>(
        &self,
        recorder: &mut R,
        port: PortId,
        frame: &Frame,
        step: FrameStep,
    ) {
        recorder.record(TraceEvent { at: self.state.now, port, kind: step.kind(*frame) });
    }

    /// Passes the step `step` of frame `id` to the recorder as a trace event. Reads the frame only if the
    /// recorder receives trace events.
    #[inline(always)]
    pub(super) fn emit_step_by_id<R: Recorder>(
        &self,
        recorder: &mut R,
        port: PortId,
        id: FrameId,
        step: FrameStep,
    ) {
        if R::RECORDS_EVENTS {
            self.emit_step(recorder, port, self.state.frames.get(id), step);
        }
    }

    /// Schedules the transmitter of `port` after the other events of this time. Does nothing if the
    /// transmitter is busy, because the end of the transmission schedules it.
    #[inline]
    pub(super) fn wake(&mut self, port: PortId) {
        if !self.state.ports[port.index()].busy {
            self.ready_ports.insert(port);
        }
    }
}
