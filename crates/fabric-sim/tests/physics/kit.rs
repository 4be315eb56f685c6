//! Builder of small fabrics for the tests. By default, frames have 1000 B and priority 3. Groups have a
//! static XOFF of 40 kB, XON of 38 kB, headroom of 20 kB, and no reserve. The pool of a switch has no limit.
//! Cables have a delay of 1 µs. There is no overhead on the wire, no latency and no jitter. Flows start at 0
//! and never stop.

use std::sync::Arc;

use fabric_sim::engine::{Counters, FnRecorder, TraceEvent, World};
use fabric_sim::fabric::endpoint::rate::RateConfig;
use fabric_sim::fabric::pfc::Trigger;
use fabric_sim::ids::{FlowId, NodeId, PortId, Priority, PrioritySet};
use fabric_sim::spec::{
    Arrival, Builder, FlowSpec, Headers, Operation, PauseSourceSpec, PortConfig, PriorityConfig, Spec,
    SwitchConfig,
};
use fabric_sim::units::{Quanta, Rate, Time};
use fabric_sim::wire::Ecn;

/// Fabric that a test builds step by step.
pub struct Net {
    pub spec: Spec,
}

impl Net {
    /// Creates a fabric from links, each with the names of both ends and the rate in Gb/s. A node whose name
    /// begins with `s` is a switch, any other node is a host. Nodes are numbered in the order of their first
    /// use.
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
            // By default, the model refreshes a pause after half of the pause time.
            let half = port.config.sender.quanta.time(port.clock).ps() / 2;
            port.config.sender.refresh = Some(Time(half));
        }
        net
    }

    /// Creates a parking lot at 40 Gb/s: `a`, `b` and `c` share an input port of the last switch, and `d` has
    /// another input port. The receiver `r` is at the last switch.
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

    /// Creates a star: senders `h0`, `h1` … with links of these rates in Gb/s, and a receiver `r`, at one
    /// switch `s`.
    pub fn star(senders: &[u64], receiver: u64) -> Self {
        let names: Vec<String> = (0..senders.len()).map(|n| format!("h{n}")).collect();
        let mut links: Vec<_> =
            names.iter().zip(senders).map(|(name, gbps)| (name.as_str(), "s", *gbps)).collect();
        links.push(("r", "s", receiver));
        Self::new(&links)
    }

    /// Sets the delay of each link to `delay`.
    pub fn delay(mut self, delay: Time) -> Self {
        self.spec.ports.iter_mut().for_each(|port| port.delay = delay);
        self
    }

    /// Applies `change` to the settings of every port.
    pub fn ports(mut self, change: impl Fn(&mut PortConfig)) -> Self {
        self.spec.ports.iter_mut().for_each(|port| change(&mut port.config));
        self
    }

    /// Applies `change` to the settings of one priority of every port.
    pub fn priority(self, priority: usize, change: impl Fn(&mut PriorityConfig)) -> Self {
        self.ports(|port| change(&mut port.priorities[priority]))
    }

    /// Replaces PFC by credits of `bytes` bytes on each link, for priority 3 in both directions.
    pub fn credits(self, bytes: u64) -> Self {
        self.ports(|port| {
            (port.sender.enabled, port.receiver.enabled) = (PrioritySet::EMPTY, PrioritySet::EMPTY);
            let lane = &mut port.priorities[3];
            (lane.credits, lane.pg.reserve, lane.pg.headroom) = (Some(bytes), bytes, 0);
        })
    }

    /// Sets the memory of each switch to `bytes`.
    pub fn memory(mut self, bytes: u64) -> Self {
        self.spec.switches.iter_mut().for_each(|switch| switch.pool.memory = bytes);
        self
    }

    /// Node with the name `name`.
    pub fn node(&self, name: &str) -> NodeId {
        self.spec.node(name).unwrap()
    }

    /// First port of `from` whose link leads to `to`.
    pub fn port(&self, from: &str, to: &str) -> PortId {
        let (from, to) = (self.node(from), self.node(to));
        let ports = &self.spec.ports;
        let leads = |port: &PortId| {
            ports[port.index()].node == from && ports[ports[port.index()].peer.index()].node == to
        };
        (0..ports.len()).map(PortId::new).find(leads).unwrap()
    }

    /// Settings of the port of `from` whose link leads to `to`. The test can change the returned settings.
    pub fn config(&mut self, from: &str, to: &str) -> &mut PortConfig {
        let port = self.port(from, to);
        &mut self.spec.ports[port.index()].config
    }

    /// Adds a saturating flow and returns it, so that the test can change it.
    pub fn flow(&mut self, from: &str, to: &str) -> &mut FlowSpec {
        let flow = FlowSpec {
            name: format!("f{}", self.spec.flows.len()),
            source: self.node(from),
            destination: self.node(to),
            operation: Operation::Write,
            priority: Priority::P3,
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

    /// Adds a pause source at the port of `node` to `peer`. The source sends one pause of priority 3 at time
    /// 0. Returns the source, so that the test can change it.
    pub fn pause(&mut self, node: &str, peer: &str, quanta: u16) -> &mut PauseSourceSpec {
        let source = PauseSourceSpec {
            name: format!("p{}", self.spec.pause_sources.len()),
            port: self.port(node, peer),
            priorities: PrioritySet::of(Priority::P3),
            quanta: Quanta(quanta),
            every: None,
            start: Time::ZERO,
            stop: None,
        };
        self.spec.pause_sources.push(source);
        self.spec.pause_sources.last_mut().unwrap()
    }

    /// Adds a pause source at the port of `node` to `peer`. The source keeps priority 3 at the other end of
    /// this link paused forever. It repeats each pause long before the pause expires.
    pub fn block(&mut self, node: &str, peer: &str) {
        self.pause(node, peer, u16::MAX).every = Some(Time::from_us(10));
    }

    /// World of the fabric at time 0.
    pub fn world(&self) -> World {
        World::new(Arc::new(self.spec.clone()))
    }

    /// World of the fabric at `until`.
    pub fn run(&self, until: Time) -> World {
        let mut world = self.world();
        run(&mut world, until);
        world
    }

    /// World of the fabric at `until`, and all trace events up to that time.
    pub fn events(&self, until: Time) -> (World, Vec<TraceEvent>) {
        let mut world = self.world();
        let mut events = Vec::new();
        world.run_until(until, u64::MAX, &mut events);
        (world, events)
    }

    /// Rates of delivered frame bytes in Gb/s, indexed by flow, between the times `from` and `to`.
    pub fn rates(&self, from: Time, to: Time) -> Vec<f64> {
        let mut world = self.run(from);
        let before = world.counters().clone();
        run(&mut world, to);
        rates(&before, world.counters(), to - from)
    }
}

/// Sets the egress trigger at a port.
pub fn egress_trigger(port: &mut PortConfig) {
    port.sender.trigger = Trigger::EgressQueue;
}

/// Runs `world` to the time `until`.
pub fn run(world: &mut World, until: Time) {
    world.run_until(until, u64::MAX, &mut ());
}

/// Rates of delivered frame bytes in Gb/s, indexed by flow. Each rate is the difference between the counters
/// `before` and `after`, divided by `span`, the time between the two.
pub fn rates(before: &Counters, after: &Counters, span: Time) -> Vec<f64> {
    let bytes = before.flows.iter().zip(&after.flows).map(|(a, b)| b.delivered_bytes - a.delivered_bytes);
    bytes.map(|bytes| ratio(bytes * 8_000, span.ps())).collect()
}

/// Quotient of `a` and `b` as a floating-point number.
#[expect(clippy::cast_precision_loss, reason = "measurements are far below 2^53")]
pub fn ratio(a: u64, b: u64) -> f64 {
    a as f64 / b as f64
}

/// Fails unless `measured` differs from `expected` by at most `tolerance`, as a fraction of `expected`.
#[track_caller]
pub fn close(what: &str, measured: f64, expected: f64, tolerance: f64) {
    println!("{what}: {measured:.4} for {expected:.4}");
    assert!(
        (measured - expected).abs() <= tolerance * expected.abs(),
        "{what}: {measured} is not within {} % of {expected}",
        tolerance * 100.0
    );
}

/// Runs `world` to the time `until`, and passes each trace event to `listen`.
pub fn observe(world: &mut World, until: Time, listen: impl FnMut(TraceEvent)) {
    world.run_until(until, u64::MAX, &mut FnRecorder(listen));
}

/// Identifier of flow number `n`.
pub fn flow(n: usize) -> FlowId {
    FlowId::new(n)
}
