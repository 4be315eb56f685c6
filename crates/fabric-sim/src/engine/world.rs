use std::sync::Arc;

use rand_pcg::Pcg32;

use crate::digest::StateHash;
use crate::fabric::buffer::{Pg, Pool, Scope, VoqBytes};
use crate::fabric::egress::{EgressQueue, WredConfig};
use crate::fabric::endpoint::rate::MergeBuffer;
use crate::fabric::endpoint::{Nic, ReceiveBuffer, ReceiveConfig};
use crate::fabric::mac::MacTable;
use crate::ids::PortId;
use crate::spec::{Node, NodeKind, PortSpec, Routes, Spec, TimedAction, stable_key};
use crate::units::Time;

use super::calendar::Calendar;
use super::counters::Counters;
use super::crossbar;
use super::dirty::Dirty;
use super::fault::Routing;
use super::plan::{self, PortPlan};
use super::random;
use super::slots::{Owner, Slots};
use super::stage;
use super::state::{Port, State};
use super::waits::Watch;
use super::{Note, Recorder, What, watchdog};

/// A fabric in motion. Time comes in as an argument, events go out to the
/// [`Recorder`]; the same spec and actions give the same [`World::hash`] on
/// every machine, in one go or step by step.
#[derive(Clone, Debug)]
pub struct World {
    pub(super) spec: Arc<Spec>,
    pub(super) plan: Arc<[PortPlan]>,
    /// By switch: what makes its choice among equal paths its own.
    pub(super) salts: Arc<[u64]>,
    /// By host.
    pub(super) receivers: Arc<[ReceiveConfig]>,
    pub(super) actions: Vec<TimedAction>,
    /// The routes in force; they follow from what the state knows of links.
    pub(super) routes: Arc<Routes>,
    /// By flow: the ports that it names of its path.
    pub(super) paths: Vec<Vec<PortId>>,
    pub(super) state: State,
    pub(super) counters: Counters,
    pub(super) watch: Watch,
    pub(super) slots: Slots,
    pub(super) calendar: Calendar,
    pub(super) dirty: Dirty,
}

/// The streams of early drops, by port and priority; none where no queue drops early.
fn droppers(spec: &Spec) -> Vec<Pcg32> {
    let drops = |port: &PortSpec| port.config.priorities.iter().any(|lane| lane.wred != WredConfig::OFF);
    if !spec.ports.iter().any(drops) {
        return Vec::new();
    }
    let names = (0..spec.ports.len()).map(|port| spec.port_name(PortId::new(port)));
    names
        .flat_map(|name| (0..8).map(move |priority| format!("{name}.{priority}")))
        .map(|name| random::stream(spec.seed, "wred", &name))
        .collect()
}

/// The VOQs' bytes of a switch; nothing where no threshold limits them.
fn voqs(spec: &Spec, node: &Node) -> VoqBytes {
    let ports = &spec.ports[node.ports.start as usize..node.ports.end as usize];
    let limits = |port: &PortSpec| port.config.priorities.iter().any(|lane| lane.pg.scope == Scope::Voq);
    if ports.iter().any(limits) { VoqBytes::new(ports.len()) } else { VoqBytes::default() }
}

/// Why [`World::run_until`] came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Everything up to the time asked for has happened.
    Reached,
    /// The events allowed are used up; there is more to do.
    Budget,
}

impl World {
    /// The fabric of `spec` at time 0, before anything has happened.
    #[must_use]
    pub fn new(spec: Arc<Spec>) -> Self {
        let lanes = || spec.ports.iter().flat_map(|port| port.config.priorities.iter());
        let groups: Vec<Pg> = lanes().map(|lane| Pg::new(lane.pg)).collect();
        let pools: Vec<Pool> = spec
            .nodes
            .iter()
            .filter_map(|node| {
                let config = spec.switches[node.switch()?].pool;
                let ports = &spec.ports[node.ports.start as usize..node.ports.end as usize];
                let lanes = ports.iter().flat_map(|port| &port.config.priorities);
                Some(Pool::new(config, lanes.map(|lane| &lane.pg)))
            })
            .collect();
        let markers = (0..spec.ports.len()).flat_map(|port| {
            let name = spec.port_name(PortId::new(port));
            (0..8).map(move |priority| format!("{name}.{priority}"))
        });
        let hosts = spec.nodes.iter().filter(|node| node.kind == NodeKind::Host).count();
        let state = State {
            now: Time::ZERO,
            ran_now: 0,
            next_action: 0,
            frames: crate::fabric::frame::Frames::default(),
            ports: vec![Port::default(); spec.ports.len()],
            queues: lanes().map(|lane| EgressQueue::new(lane.egress_limit, lane.ecn)).collect(),
            blockers: vec![0; groups.len()],
            markers: markers.map(|name| random::stream(spec.seed, "mark", &name)).collect(),
            droppers: droppers(&spec),
            voqs: spec
                .nodes
                .iter()
                .filter(|node| node.kind == NodeKind::Switch)
                .map(|node| voqs(&spec, node))
                .collect(),
            groups,
            resume_at: vec![u64::MAX; pools.len()],
            pools,
            crossbars: crossbar::build(&spec),
            nics: vec![Nic::default(); hosts],
            receivers: plan::drains(&spec).map(ReceiveBuffer::new).collect(),
            flows: Vec::new(),
            regulators: Vec::new(),
            mergers: vec![MergeBuffer::default(); hosts],
            arrivals: Vec::new(),
            sources: Vec::new(),
            macs: spec.switches.iter().map(|switch| Some(MacTable::new(switch.learning?, hosts))).collect(),
            stages: stage::build(&spec),
            bad: Vec::new(),
            deaf: Vec::new(),
            watchdogs: watchdog::build(&spec),
            routing: Routing::default(),
        };
        let switches = spec.nodes.iter().filter(|node| node.kind == NodeKind::Switch);
        let slots = Slots::new(&state.entities());
        let mut world = Self {
            plan: plan::ports(&spec).into(),
            receivers: plan::receivers(&spec).into(),
            salts: switches.map(|node| stable_key(spec.seed, "ecmp", &node.name)).collect(),
            actions: spec.actions.clone(),
            routes: Arc::clone(&spec.routes),
            paths: Vec::new(),
            counters: Counters::new(spec.ports.len(), spec.switches.len(), hosts),
            watch: Watch::new(spec.ports.len()),
            dirty: Dirty::new(spec.ports.len()),
            calendar: slots.calendar(),
            slots,
            state,
            spec,
        };
        let spec = Arc::clone(&world.spec);
        spec.flows.iter().for_each(|flow| world.add_flow(flow));
        spec.pause_sources.iter().for_each(|source| world.add_source(source));
        world.rebuild_calendar();
        world
    }

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

    /// The hash of the state.
    #[must_use]
    pub fn hash(&self) -> StateHash {
        self.state.hash()
    }

    /// Runs everything up to and including `until`, at most `budget` events.
    /// `until` before now does nothing.
    pub fn run_until<R: Recorder>(&mut self, until: Time, budget: u64, recorder: &mut R) -> Stop {
        let end = self.counters.events.saturating_add(budget);
        while self.counters.events < end {
            if !self.next(until, recorder) {
                self.advance(until);
                return Stop::Reached;
            }
        }
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
            if !self.next(Time(Time::NEVER.ps() - 1), recorder) {
                return false;
            }
        }
        true
    }

    /// Whether nothing happens up to and including `until`.
    #[must_use]
    pub fn idle_until(&self, until: Time) -> bool {
        self.calendar.next_time() > until && !self.dirty.iter().any(|port| self.has_work(port))
    }

    /// Runs what comes next if it comes by `until`: an event, or the look of a
    /// free transmitter at its queues, which is an event if it starts a frame.
    #[inline]
    fn next<R: Recorder>(&mut self, until: Time, recorder: &mut R) -> bool {
        let (time, slot) = self.calendar.next();
        // Scheduling comes after everything else of its instant but watchdogs.
        if (time > self.state.now || self.slots.comes_last(slot))
            && let Some(port) = self.dirty.pop()
        {
            if self.schedule(port, recorder) {
                self.count();
            }
            return true;
        }
        if time > until {
            return false;
        }
        let Some((time, slot)) = self.calendar.take() else { return false };
        self.advance(time);
        self.count();
        match self.slots.owner(slot) {
            Owner::End(port) => self.transmission_ends(port as usize, recorder),
            Owner::Crossed(switch) => self.frames_cross(switch as usize, recorder),
            Owner::Stage(stage) => self.stage_due(stage as usize, recorder),
            Owner::Match(switch) => self.slot_begins(switch as usize, recorder),
            Owner::Arrival(port) => self.frame_arrives(port as usize, recorder),
            Owner::Pfc(port) => self.pfc_arrives(port as usize, recorder),
            Owner::Receiver(port) => self.receiver_due(port as usize, recorder),
            Owner::Sender(port) => self.sender_due(port as usize),
            Owner::Flow(flow) => self.flow_due(flow as usize, recorder),
            Owner::Pace(regulator) => self.pace_due(regulator as usize),
            Owner::Notice(regulator) => self.notice_due(regulator as usize, recorder),
            Owner::Source(source) => self.source_due(source as usize),
            Owner::Bus(host) => self.bus_due(host as usize, recorder),
            Owner::Watch(n) => self.watch_due(n as usize, recorder),
            Owner::Action => self.action_due(recorder),
            Owner::Reroute => self.reroute(recorder),
        }
        true
    }

    #[inline]
    fn count(&mut self) {
        self.counters.events += 1;
        self.state.ran_now += 1;
    }

    #[inline]
    fn advance(&mut self, to: Time) {
        if to > self.state.now {
            self.state.now = to;
            self.state.ran_now = 0;
        }
    }

    #[inline]
    pub(super) fn arm(&mut self, owner: Owner, time: Time) {
        self.calendar.set(self.slots.slot(owner), time);
    }

    #[inline]
    pub(super) fn note<R: Recorder>(&self, recorder: &mut R, port: usize, what: What) {
        if R::LISTENS {
            recorder.note(Note { at: self.state.now, port: PortId::new(port), what });
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
