//! Fabrics in a line or two. Unless a test says otherwise: frames of 1000 B,
//! priority 3, XOFF 40 kB static, XON 38 kB, no reserve, headroom 20 kB, an
//! ample pool, links of 1 µs, no wire overhead, no delays, no jitter, flows
//! that start at 0 and never stop.

use std::sync::Arc;

use fabric_sim::engine::{Counters, FnRecorder, TraceEvent, World};
use fabric_sim::fabric::endpoint::rate::RateConfig;
use fabric_sim::fabric::pfc::Trigger;
use fabric_sim::ids::{FlowId, NodeId, PortId, PrioritySet};
use fabric_sim::spec::{
    Arrival, Builder, FlowSpec, Headers, Operation, PauseSourceSpec, PortConfig, PriorityConfig, Spec,
    SwitchConfig,
};
use fabric_sim::units::{Quanta, Rate, Time};
use fabric_sim::wire::Ecn;

/// A fabric in the making.
pub struct Net {
    pub spec: Spec,
}

impl Net {
    /// Links by the names of their ends and Gb/s. What is called `s…` is a
    /// switch, the rest are hosts; they are numbered as they are named first.
    pub fn new(links: &[(&str, &str, u64)]) -> Self {
        let mut builder = Builder::new();
        let node = |builder: &mut Builder, name: &str| {
            builder.find(name).unwrap_or_else(|| {
                if name.starts_with('s') { builder.switch(name) } else { builder.host(name) }.unwrap()
            })
        };
        for (a, b, gbps) in links {
            let (a, b) = (node(&mut builder, a), node(&mut builder, b));
            builder.link(a, b, Rate::gbps(*gbps), Time::from_us(1)).unwrap();
        }
        let mut config = PortConfig::new();
        config.overhead = 0;
        let spec = builder.build(SwitchConfig::new(1 << 30), config).unwrap();
        let mut net = Self { spec };
        for port in &mut net.spec.ports {
            // The default of the model: half of the pause time.
            let half = port.config.sender.quanta.time(port.clock).ps() / 2;
            port.config.sender.refresh = Some(Time(half));
        }
        net
    }

    /// The parking lot: `a`, `b` and `c` behind one port of the last switch,
    /// `d` behind another, the receiver `r` there; 40G throughout.
    pub fn parking_lot() -> Self {
        Self::new(&[
            ("a", "s1", 40),
            ("b", "s1", 40),
            ("c", "s1", 40),
            ("s1", "s2", 40),
            ("d", "s2", 40),
            ("r", "s2", 40),
        ])
    }

    /// Senders called `h0`, `h1` … of these Gb/s and a receiver `r`, at one switch `s`.
    pub fn star(senders: &[u64], receiver: u64) -> Self {
        let names: Vec<String> = (0..senders.len()).map(|n| format!("h{n}")).collect();
        let mut links: Vec<_> =
            names.iter().zip(senders).map(|(name, gbps)| (name.as_str(), "s", *gbps)).collect();
        links.push(("r", "s", receiver));
        Self::new(&links)
    }

    /// Every link this long.
    pub fn delay(mut self, delay: Time) -> Self {
        self.spec.ports.iter_mut().for_each(|port| port.delay = delay);
        self
    }

    /// Changes every port.
    pub fn ports(mut self, change: impl Fn(&mut PortConfig)) -> Self {
        self.spec.ports.iter_mut().for_each(|port| change(&mut port.config));
        self
    }

    /// Changes one priority of every port.
    pub fn lane(self, priority: usize, change: impl Fn(&mut PriorityConfig)) -> Self {
        self.ports(|port| change(&mut port.priorities[priority]))
    }

    /// Credits for priority 3 of every link, this many bytes each way, in place of PFC.
    pub fn credits(self, bytes: u64) -> Self {
        self.ports(|port| {
            (port.sender.enabled, port.receiver.enabled) = (PrioritySet::EMPTY, PrioritySet::EMPTY);
            let lane = &mut port.priorities[3];
            (lane.credits, lane.pg.reserve, lane.pg.headroom) = (Some(bytes), bytes, 0);
        })
    }

    /// Every switch with this memory.
    pub fn memory(mut self, bytes: u64) -> Self {
        self.spec.switches.iter_mut().for_each(|switch| switch.pool.memory = bytes);
        self
    }

    /// The node called `name`.
    pub fn node(&self, name: &str) -> NodeId {
        self.spec.node(name).unwrap()
    }

    /// The first port of `from` whose link leads to `to`.
    pub fn port(&self, from: &str, to: &str) -> PortId {
        let (from, to) = (self.node(from), self.node(to));
        let ports = &self.spec.ports;
        let leads = |port: &PortId| {
            ports[port.index()].node == from && ports[ports[port.index()].peer.index()].node == to
        };
        (0..ports.len()).map(PortId::new).find(leads).unwrap()
    }

    /// How the port of `from` to `to` behaves.
    pub fn config(&mut self, from: &str, to: &str) -> &mut PortConfig {
        let port = self.port(from, to);
        &mut self.spec.ports[port.index()].config
    }

    /// A saturating flow, to be changed.
    pub fn flow(&mut self, from: &str, to: &str) -> &mut FlowSpec {
        let flow = FlowSpec {
            name: format!("f{}", self.spec.flows.len()),
            source: self.node(from),
            destination: self.node(to),
            operation: Operation::Write,
            priority: 3,
            headers: Headers::IP,
            frame_bytes: 1_000,
            payload_bytes: 978,
            size: None,
            start: Time::ZERO,
            stop: None,
            arrival: Arrival::Saturate,
            jitter: false,
            frame_jitter: false,
            acks: None,
            reliability: None,
            rate: RateConfig::None,
            credits: None,
            ecn: Ecn::NotCapable,
            path: Vec::new(),
        };
        self.spec.flows.push(flow);
        self.spec.flows.last_mut().unwrap()
    }

    /// The port of `node` to `peer` asks for one pause of priority 3 at time
    /// 0, to be changed.
    pub fn pause(&mut self, node: &str, peer: &str, quanta: u16) -> &mut PauseSourceSpec {
        let source = PauseSourceSpec {
            name: format!("p{}", self.spec.pause_sources.len()),
            port: self.port(node, peer),
            priorities: PrioritySet::of(3),
            quanta: Quanta(quanta),
            every: None,
            start: Time::ZERO,
            stop: None,
        };
        self.spec.pause_sources.push(source);
        self.spec.pause_sources.last_mut().unwrap()
    }

    /// The port of `node` to `peer` keeps the other end paused for good: it
    /// says so again long before the pause expires.
    pub fn block(&mut self, node: &str, peer: &str) {
        self.pause(node, peer, u16::MAX).every = Some(Time::from_us(10));
    }

    /// The fabric at time 0.
    pub fn world(&self) -> World {
        World::new(Arc::new(self.spec.clone()))
    }

    /// The fabric at `until`.
    pub fn run(&self, until: Time) -> World {
        let mut world = self.world();
        run(&mut world, until);
        world
    }

    /// The fabric at `until`, and all that happened.
    pub fn events(&self, until: Time) -> (World, Vec<TraceEvent>) {
        let mut world = self.world();
        let mut events = Vec::new();
        world.run_until(until, u64::MAX, &mut events);
        (world, events)
    }

    /// Gb/s of frame bytes delivered to each flow between two times.
    pub fn rates(&self, from: Time, to: Time) -> Vec<f64> {
        let mut world = self.run(from);
        let before = world.counters().clone();
        run(&mut world, to);
        rates(&before, world.counters(), to - from)
    }
}

/// Uses the egress trigger at every port.
pub fn egress_trigger(port: &mut PortConfig) {
    port.sender.trigger = Trigger::EgressQueue;
}

/// Runs to `until`.
pub fn run(world: &mut World, until: Time) {
    world.run_until(until, u64::MAX, &mut ());
}

/// Gb/s of frame bytes delivered to each flow from one reading to another.
pub fn rates(before: &Counters, after: &Counters, span: Time) -> Vec<f64> {
    let bytes = before.flows.iter().zip(&after.flows).map(|(a, b)| b.delivered_bytes - a.delivered_bytes);
    bytes.map(|bytes| ratio(bytes * 8_000, span.ps())).collect()
}

/// `a / b`.
#[expect(clippy::cast_precision_loss, reason = "measurements are far below 2^53")]
pub fn ratio(a: u64, b: u64) -> f64 {
    a as f64 / b as f64
}

/// Fails unless `measured` is within `tolerance` (a part of it) of `expected`.
#[track_caller]
pub fn close(what: &str, measured: f64, expected: f64, tolerance: f64) {
    println!("{what}: {measured:.4} for {expected:.4}");
    assert!(
        (measured - expected).abs() <= tolerance * expected.abs(),
        "{what}: {measured} is not within {} % of {expected}",
        tolerance * 100.0
    );
}

/// Runs to `until` and hears every event.
pub fn observe(world: &mut World, until: Time, listen: impl FnMut(TraceEvent)) {
    world.run_until(until, u64::MAX, &mut FnRecorder(listen));
}

/// Flow `n`.
pub fn flow(n: usize) -> FlowId {
    FlowId::new(n)
}
