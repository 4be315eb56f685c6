//! Initial state: builds the simulation of a fabric before its first event. Start with [`World::new`].

use std::sync::Arc;

use rand_pcg::Pcg32;

use crate::fabric::buffer::{Pg, Pool, Scope, VoqBytes};
use crate::fabric::egress::{EgressPauseState, EgressQueue, WredConfig};
use crate::fabric::endpoint::rate::MergeBuffer;
use crate::fabric::endpoint::{Nic, ReceiveBuffer};
use crate::fabric::frame::{Cable, Frames};
use crate::fabric::mac::MacTable;
use crate::ids::PortId;
use crate::spec::{Node, NodeKind, PortSpec, Spec};
use crate::units::Time;

use super::counters::Counters;
use super::event_order::EventOrder;
use super::fault::Routing;
use super::random::stable_key;
use super::ready_ports::ReadyPorts;
use super::state::{Port, State};
use super::waits::DeadlockTracker;
use super::{World, credit, crossbar, plan, port_pipeline, random, rate_limits, watchdog};

impl World {
    /// Creates the simulation of the fabric `spec` at time 0, before the first event. Actions at time 0 have
    /// not run yet. The specification is not checked; invalid indices cause a panic.
    #[must_use]
    pub fn new(spec: Arc<Spec>) -> Self {
        let priorities = || spec.ports.iter().flat_map(|port| port.config.priorities.iter());
        let groups: Vec<Pg> = priorities().map(|config| Pg::new(config.pg)).collect();
        let pools: Vec<Pool> = spec
            .nodes
            .iter()
            .filter_map(|node| {
                let config = spec.switches[node.switch()?.index()].pool;
                let ports = &spec.ports[node.ports.start as usize..node.ports.end as usize];
                let priorities = ports.iter().flat_map(|port| &port.config.priorities);
                Some(Pool::new(config, priorities.map(|priority| &priority.pg)))
            })
            .collect();
        let stream_names = (0..spec.ports.len()).flat_map(|port| {
            let name = spec.port_name(PortId::new(port));
            (0..8).map(move |priority| format!("{name}.{priority}"))
        });
        let (plans, configs) = plan::ports(&spec);
        let by_queue = plans.iter().any(|plan| !plan.by_queue.is_empty());
        let hosts = spec.nodes.iter().filter(|node| node.kind == NodeKind::Host).count();
        let state = State {
            now: Time::ZERO,
            ran_now: 0,
            next_action: 0,
            frames: Frames::default(),
            ports: vec![Port::default(); spec.ports.len()],
            cables: vec![Cable::default(); spec.ports.len()],
            queues: priorities().map(|config| EgressQueue::new(config.egress_limit, config.ecn)).collect(),
            pausing_queue_counts: vec![0; groups.len()],
            egress_pauses: vec![EgressPauseState::default(); if by_queue { groups.len() } else { 0 }],
            ecn_random: stream_names.map(|name| random::stream(spec.seed, "mark", &name)).collect(),
            wred_random: wred_random(&spec),
            voqs: spec
                .nodes
                .iter()
                .filter(|node| node.kind == NodeKind::Switch)
                .map(|node| voqs(&spec, node))
                .collect(),
            groups,
            pools,
            crossbars: crossbar::build(&spec),
            nics: vec![Nic::default(); hosts],
            receivers: plan::drains(&spec).map(ReceiveBuffer::new).collect(),
            flows: Vec::new(),
            flow_rates: Vec::new(),
            reliables: Vec::new(),
            reads: Vec::new(),
            responders: Vec::new(),
            multicasts: Vec::new(),
            collectives: Vec::new(),
            flow_credits: Vec::new(),
            mergers: vec![MergeBuffer::default(); hosts],
            arrivals: Vec::new(),
            sources: Vec::new(),
            macs: spec.switches.iter().map(|switch| Some(MacTable::new(switch.learning?, hosts))).collect(),
            pipelines: port_pipeline::build(&spec),
            credits: credit::build(&spec),
            shapers: rate_limits::build(&spec),
            lossy_cables: Vec::new(),
            pfc_loss: Vec::new(),
            credit_loss: Vec::new(),
            watchdogs: watchdog::build(&spec),
            routing: Routing::default(),
        };
        let switches = spec.nodes.iter().filter(|node| node.kind == NodeKind::Switch);
        let event_order = EventOrder::new(&state.entities());
        let mut world = Self {
            plan: plans.into(),
            configs: Arc::new(configs),
            receivers: plan::receivers(&spec).into(),
            salts: switches.map(|node| stable_key(spec.seed, "ecmp", &node.name)).collect(),
            actions: Arc::new(spec.actions.clone()),
            routes: Arc::clone(&spec.routes),
            host_ports: plan::host_ports(&spec).into(),
            paths: Vec::new(),
            trees: Vec::new(),
            members: Arc::new([]),
            counters: Counters::new(spec.ports.len(), spec.switches.len(), hosts),
            deadlocks: DeadlockTracker::new(spec.ports.len()),
            ready_ports: ReadyPorts::new(spec.ports.len()),
            calendar: event_order.calendar(Time::ZERO),
            event_order,
            state,
            spec,
        };
        let spec = Arc::clone(&world.spec);
        spec.flows.iter().for_each(|flow| world.add_flow(flow));
        world.add_collectives();
        spec.pause_sources.iter().for_each(|source| world.add_source(source));
        world.rebuild_calendar();
        world
    }
}

/// Creates the random streams of WRED, indexed by port and priority. If any queue has WRED, every queue gets
/// a stream; otherwise the list is empty.
fn wred_random(spec: &Spec) -> Vec<Pcg32> {
    let drops = |port: &PortSpec| port.config.priorities.iter().any(|config| config.wred != WredConfig::OFF);
    if !spec.ports.iter().any(drops) {
        return Vec::new();
    }
    let names = (0..spec.ports.len()).map(|port| spec.port_name(PortId::new(port)));
    names
        .flat_map(|name| (0..8).map(move |priority| format!("{name}.{priority}")))
        .map(|name| random::stream(spec.seed, "wred", &name))
        .collect()
}

/// Byte counters of the VOQs of the switch `node`; empty if no threshold of the switch applies to VOQs.
fn voqs(spec: &Spec, node: &Node) -> VoqBytes {
    let ports = &spec.ports[node.ports.start as usize..node.ports.end as usize];
    let limits = |port: &PortSpec| port.config.priorities.iter().any(|config| config.pg.scope == Scope::Voq);
    if ports.iter().any(limits) { VoqBytes::new(ports.len()) } else { VoqBytes::default() }
}
