//! Writer of a trace for Perfetto in Chrome's JSON format (Trace Event Format, JSON object form). Each node
//! is a process, and each priority of a port is a thread of its node. The flows are threads of one more
//! process. Times are in microseconds. Start with [`Trace::begin`].

use std::sync::Arc;

use fabric_sim::engine::{EventKind, FrameStep, Recorder, TraceEvent, World};
use fabric_sim::fabric::frame::{Frame, FrameKind};
use fabric_sim::fabric::watchdog::WatchdogDecision;
use fabric_sim::ids::{FlowId, PortId, Priority, PrioritySet};
use fabric_sim::insight::flow_names;
use fabric_sim::spec::{NodeKind, Spec};
use fabric_sim::units::Time;
use fabric_sim::wire::PRIORITIES;
use serde_json::{Value, json};

use crate::{Bounded, Unwritten};

/// Number of samples of queues in a trace whose interval is not given.
const SAMPLES: u64 = 2_000;

/// Interval between samples of queues in a trace of a run to `end`, used if the user gives no interval:
/// 1/2000 of the run, but at least 1 ps.
#[must_use]
pub fn trace_interval(end: Time) -> Time {
    Time((end.ps() / SAMPLES).max(1))
}

/// Trace under construction. As a [`Recorder`] it writes pauses, waits for credits, flows, drops, CNPs,
/// watchdog decisions and link changes. Link changes are in the thread of priority 0 of the port.
pub struct Trace<'a> {
    out: Bounded<'a>,
    spec: Arc<Spec>,
    /// Names of the flows, indexed by flow.
    flows: Vec<String>,
    /// Priorities of each port whose thread name is already written, indexed by port. In the trace, each
    /// priority of a port is a thread.
    named: Vec<PrioritySet>,
    /// Start of the current pause, indexed by port and priority; `None`: not paused.
    paused: Vec<[Option<Time>; PRIORITIES]>,
    /// Start of the current wait for credits, indexed by port and priority; `None`: no wait.
    starved: Vec<[Option<Time>; PRIORITIES]>,
    /// Start of the present span of each flow, indexed by flow. A span begins when the host starts a data
    /// frame of the flow, and ends when all payload that has started is delivered. `None` outside a span.
    begun: Vec<Option<Time>>,
    /// Bytes in egress queue and priority group at the previous sample, indexed by port and priority.
    sampled: Vec<[(u64, u64); PRIORITIES]>,
    /// Whether the [`EventKind::FlowDone`] that is recorded next is for the last message of its flow.
    is_last_message: bool,
    is_first: bool,
    /// First error of a write; `None` if no write has failed. After an error nothing more is written.
    failure: Option<Unwritten>,
}

impl<'a> Trace<'a> {
    /// Begins a trace of `world`, and writes the names of its nodes. If this write fails, [`Trace::failure`]
    /// and [`Trace::finish`] return the error.
    #[must_use]
    pub fn begin(world: &World, out: Bounded<'a>) -> Self {
        let spec = Arc::clone(world.spec());
        let ports = spec.ports.len();
        let mut trace = Self {
            out,
            flows: flow_names(world),
            named: vec![PrioritySet::EMPTY; ports],
            paused: vec![[None; PRIORITIES]; ports],
            starved: vec![[None; PRIORITIES]; ports],
            begun: Vec::new(),
            sampled: vec![[(0, 0); PRIORITIES]; ports],
            is_last_message: false,
            is_first: true,
            failure: None,
            spec,
        };
        trace.raw(b"{\"displayTimeUnit\":\"ns\",\"traceEvents\":[");
        trace.names();
        trace
    }

    /// Error that stopped the writing; `None` if everything was written so far.
    #[must_use]
    pub const fn failure(&self) -> Option<&Unwritten> {
        self.failure.as_ref()
    }

    /// Writes to the trace the present bytes of each egress queue and priority group whose bytes have changed
    /// since the previous sample. Before the first sample, all bytes are 0.
    pub fn sample(&mut self, world: &World) {
        for port in 0..self.sampled.len() {
            for priority in PrioritySet::ALL.iter() {
                let id = PortId::new(port);
                let (group, queue) = world.occupancies(id, priority);
                let held = (queue, group);
                let before = std::mem::replace(&mut self.sampled[port][priority.index()], held);
                if held == before {
                    continue;
                }
                for (what, bytes, before) in
                    [("egress queue", held.0, before.0), ("ingress group", held.1, before.1)]
                {
                    if bytes != before {
                        let name = format!("{} P{priority} {what}", self.spec.port_name(id));
                        let args = json!({ "bytes": bytes });
                        self.event(&json!({ "ph": "C", "pid": self.process_of(id), "ts": us(world.now()), "name": name, "args": args }));
                    }
                }
            }
        }
    }

    /// Completes the trace. First writes the pauses, waits for credits and flows that are still in progress,
    /// as if they ended at `end`. `end` must not be before the last recorded event.
    ///
    /// # Errors
    /// If the limit was exceeded or a write has failed.
    pub fn finish(mut self, end: Time) -> Result<(), Unwritten> {
        for port in 0..self.spec.ports.len() {
            for priority in PrioritySet::ALL.iter() {
                self.end_pause(PortId::new(port), priority, end, "end of the run");
                self.end_credit_wait(PortId::new(port), priority, end);
            }
        }
        for flow in 0..self.begun.len() {
            self.end_flow(FlowId::new(flow), end, false);
        }
        self.raw(b"]}\n");
        match self.failure {
            Some(failure) => Err(failure),
            None => self.out.finish(),
        }
    }

    fn names(&mut self) {
        let spec = Arc::clone(&self.spec);
        for (pid, node) in (1u32..).zip(&spec.nodes) {
            let kind = if node.kind == NodeKind::Host { "host" } else { "switch" };
            let name = format!("{kind} {}", node.name);
            self.event(&json!({ "ph": "M", "pid": pid, "name": "process_name", "args": { "name": name } }));
        }
        let pid = self.flow_process();
        self.event(&json!({ "ph": "M", "pid": pid, "name": "process_name", "args": { "name": "flows" } }));
    }

    /// Writes the name of the thread of a priority, unless it has already been written.
    fn name_thread(&mut self, port: PortId, priority: Priority) {
        let named = &mut self.named[port.index()];
        if named.contains(priority) {
            return;
        }
        named.insert(priority);
        let name = format!("{} P{priority}", self.spec.port_name(port));
        let (pid, tid) = (self.process_of(port), tid(port, priority));
        self.event(
            &json!({ "ph": "M", "pid": pid, "tid": tid, "name": "thread_name", "args": { "name": name } }),
        );
    }

    fn span(
        &mut self,
        (port, priority): (PortId, Priority),
        name: &str,
        (from, to): (Time, Time),
        args: &Value,
    ) {
        self.name_thread(port, priority);
        let (pid, tid) = (self.process_of(port), tid(port, priority));
        self.event(&json!({
            "ph": "X", "pid": pid, "tid": tid, "name": name, "ts": us(from), "dur": us(Time(to.ps() - from.ps())), "args": args
        }));
    }

    fn instant(&mut self, (port, priority): (PortId, Priority), name: &str, at: Time, args: &Value) {
        self.name_thread(port, priority);
        let (pid, tid) = (self.process_of(port), tid(port, priority));
        self.event(
            &json!({ "ph": "i", "s": "t", "pid": pid, "tid": tid, "name": name, "ts": us(at), "args": args }),
        );
    }

    fn end_pause(&mut self, port: PortId, priority: Priority, at: Time, by: &str) {
        if let Some(from) = self.paused[port.index()][priority.index()].take() {
            self.span((port, priority), "paused", (from, at), &json!({ "ended_by": by }));
        }
    }

    fn end_credit_wait(&mut self, port: PortId, priority: Priority, at: Time) {
        if let Some(from) = self.starved[port.index()][priority.index()].take() {
            self.span((port, priority), "no credits", (from, at), &json!({}));
        }
    }

    fn begin_flow(&mut self, flow: FlowId, at: Time) {
        if flow.index() >= self.begun.len() {
            self.begun.resize(flow.index() + 1, None);
        }
        self.begun[flow.index()].get_or_insert(at);
    }

    fn end_flow(&mut self, flow: FlowId, at: Time, is_finished: bool) {
        let Some(from) = self.begun.get_mut(flow.index()).and_then(Option::take) else { return };
        let name = self.flows.get(flow.index()).cloned().unwrap_or_default();
        let (pid, tid) = (self.flow_process(), self.spec.ports.len() * PRIORITIES + flow.index() + 1);
        self.event(
            &json!({ "ph": "M", "pid": pid, "tid": tid, "name": "thread_name", "args": { "name": name } }),
        );
        self.event(&json!({
            "ph": "X", "pid": pid, "tid": tid, "name": name, "ts": us(from), "dur": us(Time(at.ps() - from.ps())),
            "args": { "finished": is_finished }
        }));
    }

    fn event(&mut self, event: &Value) {
        let separator = if self.is_first { "\n" } else { ",\n" };
        self.is_first = false;
        let line = format!("{separator}{event}");
        self.raw(line.as_bytes());
    }

    fn raw(&mut self, bytes: &[u8]) {
        if self.failure.is_none()
            && let Err(failure) = self.out.write(bytes)
        {
            self.failure = Some(failure);
        }
    }

    /// Whether the trace shows the start of the transmission of `frame` by `port`. Shown are CNPs of hosts,
    /// and the first data frame of a span of a flow at its host.
    fn is_shown(&self, port: PortId, frame: &Frame) -> bool {
        let is_host = || {
            let node = self.spec.ports[port.index()].node;
            self.spec.nodes[node.index()].kind == NodeKind::Host
        };
        match frame.kind {
            FrameKind::Cnp => is_host(),
            FrameKind::Data => self.begun.get(frame.flow.index()).is_none_or(Option::is_none) && is_host(),
            _ => false,
        }
    }

    /// Number of the process of the trace that shows the node of `port`, from 1.
    fn process_of(&self, port: PortId) -> u32 {
        self.spec.ports[port.index()].node.0 + 1
    }

    /// Number of the process of the trace that shows all flows. It follows the numbers of the nodes.
    fn flow_process(&self) -> usize {
        self.spec.nodes.len() + 1
    }
}

/// Number of the thread of the trace that shows `priority` of `port`, from 1.
const fn tid(port: PortId, priority: Priority) -> u32 {
    port.0 * 8 + priority.get() as u32 + 1
}

/// Converts a time to microseconds, the unit of the trace.
#[expect(clippy::cast_precision_loss, reason = "exact to the picosecond up to 2.5 hours")]
fn us(time: Time) -> f64 {
    time.ps() as f64 / 1e6
}

impl Recorder for Trace<'_> {
    const RECORDS_EVENTS: bool = true;
    const RECORDS_ADMISSIONS: bool = false;

    fn records_event(&mut self, world: &World, _: PortId, kind: &EventKind) -> bool {
        if let EventKind::FlowDone(flow) = kind {
            self.is_last_message = world.flow_finished(*flow).is_some();
        }
        true
    }

    fn records_frame(&mut self, world: &World, port: PortId, frame: &Frame, step: FrameStep) -> bool {
        // A frame that is retransmitted because its ack was lost begins no span.
        let is_repeated = || frame.kind == FrameKind::Data && world.is_delivered(frame.flow);
        step == FrameStep::Start && self.failure.is_none() && self.is_shown(port, frame) && !is_repeated()
    }

    fn record(&mut self, event: TraceEvent) {
        let TraceEvent { at, port, kind } = event;
        match kind {
            EventKind::Started(frame) if !self.is_shown(port, &frame) => {}
            EventKind::Started(frame) if frame.kind == FrameKind::Cnp => {
                let flow = self.flows.get(frame.flow.index()).cloned();
                self.instant((port, frame.priority), "CNP", at, &json!({ "flow": flow }));
            }
            EventKind::Started(frame) => self.begin_flow(frame.flow, at),
            EventKind::Dropped(frame, cause) => {
                let flow = self.flows.get(frame.flow.index()).cloned();
                let args = json!({ "cause": cause.name(), "flow": flow, "frame": frame.sequence });
                self.instant((port, frame.priority), "drop", at, &args);
            }
            EventKind::Paused(priority) => {
                self.paused[port.index()][priority.index()].get_or_insert(at);
            }
            EventKind::Resumed(priority) => self.end_pause(port, priority, at, "resume"),
            EventKind::Expired(priority) => self.end_pause(port, priority, at, "expiry"),
            EventKind::Ignored(priority) => self.end_pause(port, priority, at, "watchdog"),
            EventKind::Starved(priority) => {
                self.starved[port.index()][priority.index()].get_or_insert(at);
            }
            EventKind::Credited(priority) => self.end_credit_wait(port, priority, at),
            EventKind::WatchdogDecided(priority, decision, truth) => {
                let name = match decision {
                    WatchdogDecision::Storm => "watchdog: storm detected",
                    WatchdogDecision::Ended => "watchdog: storm over",
                };
                self.instant((port, priority), name, at, &json!({ "truth": truth.name() }));
            }
            EventKind::LinkDown => {
                for end in self.spec.link(port) {
                    for priority in PrioritySet::ALL.iter() {
                        self.end_pause(end, priority, at, "link down");
                    }
                }
                self.instant((port, Priority::P0), "link down", at, &json!({}));
            }
            EventKind::LinkUp => self.instant((port, Priority::P0), "link up", at, &json!({})),
            EventKind::FlowDone(flow) => self.end_flow(flow, at, self.is_last_message),
            _ => {}
        }
    }
}
