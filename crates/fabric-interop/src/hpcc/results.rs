//! Results of a run in the formats of `fct.txt` and `pfc.txt` for analysis scripts. Start with [`Results`].
//!
//! Rule: columns, addresses and ideal completion times are those of `third.cc` of HPCC's simulator.
//! Fallback: nodes are numbered in the order of the document, unless all names have the form that an import
//! gives, such as `h3` and `s320`. A flow whose name contains no UDP ports gets source port 10 000 plus its
//! index, and destination port 100.
//! Messages: a flow of a collective, or a flow that is started again, has a line for each complete message,
//! with the start of that message.
//! Left out: messages that are not complete.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use fabric_sim::engine::{EventKind, FrameStep, Recorder, TraceEvent, World};
use fabric_sim::fabric::frame::{Frame, FrameKind};
use fabric_sim::ids::{FlowId, NodeId, PortId};
use fabric_sim::spec::{Action, FlowSpec, NodeKind, Spec};
use fabric_sim::units::Time;

use super::flows::FIRST_SOURCE_PORT;
use super::paths;

/// UDP destination port of flows whose name contains none.
const DESTINATION_PORT: u16 = 100;

/// Header bytes per frame in the ideal completion time of `fct.txt` (`custom-header.cc`, without INT).
const HEADER_BYTES: u64 = 48;

/// Line of `pfc.txt`: one priority of a PFC frame that a port received. A frame with several priorities
/// gives a line for each priority. The line does not name the priority, because the format has no such
/// column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PfcLine {
    /// Arrival of the last bit of the frame, plus the time that the export adds to all times.
    pub at: Time,
    /// Id of the node that received the frame.
    pub node: u32,
    /// Whether the node that received the frame is a switch; `false`: it is a host.
    pub is_switch: bool,
    /// Number of the port that received the frame, from 1.
    pub port: u32,
    /// Whether the frame pauses the priority; `false`: it resumes the priority.
    pub pauses: bool,
}

impl fmt::Display for PfcLine {
    /// Writes the columns `time_ns node node_type ifindex type`. The time is rounded down.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { at, node, is_switch, port, pauses } = *self;
        write!(f, "{} {node} {} {port} {}", at.ps() / 1_000, u8::from(is_switch), u8::from(pauses))
    }
}

/// Line of `fct.txt`: a message that is complete. A flow that is started once sends one message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FctLine {
    /// Ids of the sending and the receiving host, in this order.
    pub nodes: [u32; 2],
    /// UDP ports of the sender and the receiver, in this order.
    pub ports: [u16; 2],
    /// Payload bytes of the message.
    pub bytes: u64,
    /// Start of the message, plus the time that the export adds to all times.
    pub start: Time,
    /// Completion time: from the start of the message until the ack of its last frame reaches the sender.
    /// If the flow has no acks: until the last frame reaches the receiver.
    pub time: Time,
    /// Ideal completion time in nanoseconds, without other traffic, as HPCC's simulator calculates it: one
    /// round-trip time, plus the transmission of all bytes with headers at the rate of the slowest link. If
    /// the flow has no acks, the time ends with the delivery, without the way of an ack back to the sender.
    pub ideal_ns: u64,
}

impl fmt::Display for FctLine {
    /// Writes the columns `sip dip sport dport size start_ns fct_ns standalone_fct_ns`. Times are rounded
    /// down, and addresses are hexadecimal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [source, destination] = self.nodes.map(address);
        let [from, to] = self.ports;
        let (start, time) = (self.start.ps() / 1_000, self.time.ps() / 1_000);
        write!(
            f,
            "{source:08x} {destination:08x} {from} {to} {} {start} {time} {}",
            self.bytes, self.ideal_ns
        )
    }
}

/// IP address of a node by its id (`node_id_to_ip` of `third.cc`).
const fn address(id: u32) -> u32 {
    0x0b00_0001_u32.wrapping_add((id / 256) << 16).wrapping_add((id % 256) << 8)
}

/// Ids of all nodes, in the order of the document. If all names have the form that an import gives (`h3`,
/// `s320`), with distinct numbers below 65 536, the id is the number in the name. Otherwise, the id is the
/// index of the node.
fn ids(spec: &Spec) -> Vec<u32> {
    let of_name = |name: &str, kind: NodeKind| {
        let letter = if kind == NodeKind::Switch { 's' } else { 'h' };
        name.strip_prefix(letter)?.parse().ok().filter(|id| *id < 1 << 16)
    };
    let named: Option<Vec<u32>> = spec.nodes.iter().map(|node| of_name(&node.name, node.kind)).collect();
    let is_distinct =
        |ids: &Vec<u32>| ids.iter().collect::<std::collections::BTreeSet<_>>().len() == ids.len();
    named.filter(is_distinct).unwrap_or_else(|| (0..).take(spec.nodes.len()).collect())
}

/// UDP source and destination port from the name of a flow, such as `h2:10000 to h1:100`; `None` for other
/// names.
fn ports(name: &str) -> Option<[u16; 2]> {
    let (from, to) = name.split_once(" to ")?;
    let port = |end: &str| end.rsplit_once(':')?.1.parse().ok();
    Some([port(from)?, port(to)?])
}

/// Key of a message: index of the flow, and number of the message within the flow, both from 0.
type MessageKey = (usize, u64);

/// Recorder of received PFC frames and of completion times. Passes each line of `pfc.txt` to `sink`
/// immediately. The lines of one frame are in this order: pauses by ascending priority, then resumes by
/// ascending priority.
pub struct Results<F> {
    /// Ids that the nodes have in `fct.txt` and `pfc.txt`, indexed by node.
    ids: Vec<u32>,
    start: Time,
    /// Time of the ack of the last frame, for each message that is acknowledged completely.
    acknowledged: BTreeMap<MessageKey, Time>,
    /// Number of messages that are acknowledged completely, indexed by flow.
    acks: Vec<u64>,
    /// Messages whose last frame was delivered, and the time of its delivery, in the order of delivery.
    delivered: Vec<(MessageKey, Time)>,
    /// Start times of the messages that actions of the document started, by index of the flow. The first
    /// message of a flow, which no action starts, is not in the list.
    restarts: BTreeMap<usize, Vec<Time>>,
    spec: std::sync::Arc<Spec>,
    sink: F,
}

impl<F: FnMut(PfcLine)> Results<F> {
    /// Creates a recorder for a run of `world` from its start; `start` is added to all times.
    pub fn new(world: &World, start: Time, sink: F) -> Self {
        let spec = std::sync::Arc::clone(world.spec());
        Self {
            ids: ids(&spec),
            start,
            acknowledged: BTreeMap::new(),
            acks: Vec::new(),
            delivered: Vec::new(),
            restarts: BTreeMap::new(),
            spec,
            sink,
        }
    }

    /// Lines of `fct.txt`, in order of completion, then of flow index. A message with acks is missing until
    /// its last frame is acknowledged.
    #[must_use]
    pub fn completions(&self, world: &World) -> Vec<FctLine> {
        let flows: Vec<&FlowSpec> = world.flow_specs().collect();
        let starts = self.starts(world);
        let mut done: Vec<(Time, MessageKey)> = self
            .delivered
            .iter()
            .filter_map(|(key, at)| {
                let flow = flows.get(key.0)?;
                let at = if flow.acks.is_some() { *self.acknowledged.get(key)? } else { *at };
                Some((at, *key))
            })
            .collect();
        done.sort_unstable();
        // Searches the paths once for all flows with the same destination and payload.
        let mut alone: BTreeMap<usize, u64> = BTreeMap::new();
        let mut by_destination: BTreeMap<(NodeId, u16), BTreeSet<usize>> = BTreeMap::new();
        for (_, (index, _)) in &done {
            let flow = flows[*index];
            by_destination.entry((flow.destination, ideal_payload_bytes(flow))).or_default().insert(*index);
        }
        for ((destination, payload), indices) in by_destination {
            let paths = paths::to(&self.spec, destination, payload);
            alone.extend(indices.into_iter().filter_map(|index| {
                let flow = flows[index];
                let path = paths[flow.source.index()]?;
                let size = flow.size?;
                let bytes = size + size.div_ceil(payload.into()) * header_bytes(flow);
                let ns = u128::from(bytes) * 8_000_000_000 / u128::from(path.bps);
                let base = if flow.acks.is_some() { path.round_trip_ns() } else { path.one_way_ns() };
                Some((index, base.saturating_add(u64::try_from(ns).unwrap_or(u64::MAX))))
            }));
        }
        let line = |(at, key): (Time, MessageKey)| {
            let (index, flow) = (key.0, flows[key.0]);
            let start = *starts.get(&key)?;
            Some(FctLine {
                nodes: [flow.source, flow.destination].map(|node| self.ids[node.index()]),
                ports: ports(&flow.name).unwrap_or([own_port(index), DESTINATION_PORT]),
                bytes: flow.size?,
                start: start.saturating_add(self.start),
                time: at.saturating_sub(start),
                ideal_ns: *alone.get(&index)?,
            })
        };
        done.into_iter().filter_map(line).collect()
    }

    /// Start time of each delivered message. In a collective, a message starts when the previous flow of the
    /// ring has delivered its previous message. The first messages of a repetition of the collective start
    /// with the repetition. For a flow outside collectives, the first message starts with the flow, and
    /// actions start the later messages.
    fn starts(&self, world: &World) -> BTreeMap<MessageKey, Time> {
        let arrivals: BTreeMap<MessageKey, Time> = self.delivered.iter().copied().collect();
        let flows = world.flow_starts();
        let start = |(index, message): MessageKey| {
            let Some(id) = world.collective_of(FlowId::new(index)) else {
                let restarts = self.restarts.get(&index).map_or(&[][..], Vec::as_slice);
                return match message.checked_sub(1) {
                    None => flows[index],
                    Some(restart) => restarts.get(usize::try_from(restart).ok()?).copied(),
                };
            };
            let of = &self.spec.collectives[id.index()];
            let (config, number) = (of.config, index - of.first.index());
            let (steps, width) = (u64::from(config.steps()), config.width as usize);
            if message % steps > 0 {
                let previous = (number + config.flows as usize - 1) % config.flows as usize;
                return arrivals.get(&(of.first.index() + previous, message - 1)).copied();
            }
            let rounds = u64::from(config.flows / config.width);
            let repetition = message / steps * rounds + (number / width) as u64;
            match repetition.checked_sub(1) {
                None => flows[index],
                Some(before) => world.repetition_end(id, before),
            }
        };
        arrivals.keys().filter_map(|key| Some((*key, start(*key)?))).collect()
    }

    /// Records that `flow` received at its source, at time `at`, the ack of frame `number` and of all
    /// earlier frames.
    fn acknowledge(&mut self, flow: &FlowSpec, index: usize, number: u32, at: Time) {
        if self.acks.len() <= index {
            self.acks.resize(index + 1, 0);
        }
        let messages = flow.messages();
        let complete = u64::from(messages.number(number)) + u64::from(messages.is_last(number));
        for message in self.acks[index]..complete {
            self.acknowledged.insert((index, message), at);
        }
        self.acks[index] = self.acks[index].max(complete);
    }
}

/// Payload bytes per frame for the ideal completion time of a flow. HPCC's simulator assumes full frames. A
/// flow without acks counts its own size if that is smaller than a full frame.
fn ideal_payload_bytes(flow: &FlowSpec) -> u16 {
    let least = flow.size.and_then(|size| u16::try_from(size).ok()).unwrap_or(u16::MAX);
    if flow.acks.is_some() { flow.payload_bytes } else { flow.payload_bytes.min(least.max(1)) }
}

/// Header bytes per frame for the ideal completion time of a flow: [`HEADER_BYTES`], as in HPCC's simulator.
/// For a flow without acks, the header bytes of the flow are used if they are fewer.
fn header_bytes(flow: &FlowSpec) -> u64 {
    let own = u64::from(flow.frame_bytes.saturating_sub(flow.payload_bytes));
    if flow.acks.is_some() { HEADER_BYTES } else { HEADER_BYTES.min(own) }
}

/// UDP source port of a flow whose name contains none. `index` is the index of the flow.
fn own_port(index: usize) -> u16 {
    FIRST_SOURCE_PORT.wrapping_add(u16::try_from(index % (1 << 15)).unwrap_or_default())
}

impl<F: FnMut(PfcLine)> Recorder for Results<F> {
    const RECORDS_EVENTS: bool = true;
    const RECORDS_ADMISSIONS: bool = false;

    fn records_event(&mut self, world: &World, _: PortId, kind: &EventKind) -> bool {
        if let EventKind::ActionApplied(n) = kind
            && let Action::StartFlow(flow) = world.actions()[*n as usize].action
            && world.collective_of(flow).is_none()
        {
            let restarts = self.restarts.entry(flow.index()).or_default();
            let started = world.started_messages(flow).unwrap_or_default();
            if started > restarts.len() as u64 + 1 {
                restarts.push(world.now());
            }
        }
        matches!(kind, EventKind::PfcReceived(_))
    }

    fn records_frame(&mut self, world: &World, port: PortId, frame: &Frame, step: FrameStep) -> bool {
        match (step, frame.kind) {
            (FrameStep::End, FrameKind::Data) => {
                if let Some(message) = world.completed_message(frame.flow, frame.sequence) {
                    self.delivered.push(((frame.flow.index(), message), world.now()));
                }
            }
            (FrameStep::Arrive, FrameKind::Ack) => {
                let flow = world.flow_specs().nth(frame.flow.index());
                let node = self.spec.ports[port.index()].node;
                if let Some(flow) = flow.filter(|flow| flow.source == node) {
                    self.acknowledge(flow, frame.flow.index(), frame.sequence, world.now());
                }
            }
            _ => {}
        }
        false
    }

    fn record(&mut self, event: TraceEvent) {
        if let EventKind::PfcReceived(indication) = event.kind {
            let port = &self.spec.ports[event.port.index()];
            let (owner, number) = (port.node.index(), u32::from(port.number) + 1);
            let is_switch = self.spec.nodes[owner].kind == NodeKind::Switch;
            let at = event.at.saturating_add(self.start);
            for (mask, pauses) in [(indication.pauses, true), (indication.resumes, false)] {
                for _ in mask.iter() {
                    (self.sink)(PfcLine { at, node: self.ids[owner], is_switch, port: number, pauses });
                }
            }
        }
    }
}
