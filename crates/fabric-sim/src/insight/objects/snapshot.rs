//! Present state of a run as a plain object. A queue that has never been used is left out. A threshold of 2⁵³
//! B or more is `null`, like a threshold that is off. Times are in picoseconds, amounts in bytes. Start with
//! [`SnapshotObject`].

use schemars::JsonSchema;
use serde::Serialize;

use super::flow::FlowObject;
use super::frame::FrameObject;
use crate::engine::{ClassView, PortView, ReceiveView, WorldView};
use crate::ids::{PortId, Priority, PrioritySet};
use crate::spec::{Node, Spec};
use crate::units::{Rate, Time};

/// State of a run at one instant. Counts and peaks are since the start of the run. Fields have the same names
/// as in reports.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Snapshot")]
pub struct SnapshotObject<'a> {
    /// Time of the snapshot, in picoseconds since the start of the run.
    time_ps: u64,
    /// Time of the snapshot as text, such as `12.5us`.
    #[schemars(with = "Time")]
    time: String,
    /// Number of events that the run has processed since its start.
    events: u64,
    /// Sums of the counters of all ports and flows.
    totals: TotalsObject,
    /// Frames in cables, and frames that ports transmit now. They are in the order of the transmitting ports,
    /// then of the start of transmission. Credit updates that take no time on the wire come last.
    flying: Vec<FrameObject<'a>>,
    /// Ports of all nodes, in the order of their numbers in the fabric.
    ports: Vec<PortObject<'a>>,
    /// Switches, in the order of the document.
    switches: Vec<SwitchObject<'a>>,
    /// Receive buffers of the hosts, in the order of the document.
    receivers: Vec<ReceiverObject<'a>>,
    /// Flows: first the flows of the document, then the flows that actions added.
    flows: Vec<FlowObject<'a>>,
}

/// Sums over all ports and flows of the fabric since the start of the run.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Totals")]
struct TotalsObject {
    /// Number of delivered data frames.
    delivered_frames: u64,
    /// Number of dropped frames. Discards by the receivers of reliable flows, and copies that a host does not
    /// need, do not count.
    dropped_frames: u64,
    /// Number of lossless frames that were dropped for lack of headroom.
    lossless_violations: u64,
    /// Number of sent PFC frames that pause at least one priority.
    pause_sent: u64,
    /// Number of sent PFC frames that resume priorities and pause none.
    resume_sent: u64,
    /// Number of frames marked with ECN.
    ecn_marked: u64,
}

/// Port of a host or switch at one instant.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Port")]
struct PortObject<'a> {
    /// Name of the port, such as `s1.2`.
    name: String,
    /// Name of the node.
    node: &'a str,
    /// Number of the port at its node, from 0.
    port: u32,
    /// Whether the link of the port is down.
    down: bool,
    /// Whether the port is transmitting a frame now.
    busy: bool,
    /// Paused priorities of the port, which the port may not transmit. Ascending.
    paused: Vec<u8>,
    /// Priorities for which the port now requests a pause from the port at the other end of its link.
    /// Ascending.
    asked: Vec<u8>,
    /// Priorities of the port that hold bytes, have held bytes, or have sent or dropped frames. Ascending.
    queues: Vec<QueueObject>,
}

/// Priority group and egress queue of one priority of a port. A threshold that is off is `null`.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Queue")]
struct QueueObject {
    /// Priority, 0 to 7.
    priority: u8,
    /// Bytes of the priority group in its reserved memory.
    reserve_bytes: u64,
    /// Bytes of the priority group in shared memory.
    shared_bytes: u64,
    /// Bytes of the priority group in headroom.
    headroom_bytes: u64,
    /// Bytes in the egress queue.
    egress_bytes: u64,
    /// Greatest number of bytes of the priority group in reserved memory.
    reserve_peak_bytes: u64,
    /// Greatest number of bytes of the priority group in shared memory.
    shared_peak_bytes: u64,
    /// Greatest number of bytes of the priority group in headroom.
    headroom_peak_bytes: u64,
    /// Greatest number of bytes in the egress queue.
    egress_peak_bytes: u64,
    /// XOFF threshold: bytes of shared memory at or above which the priority group requests a pause.
    xoff_bytes: Option<u64>,
    /// XON threshold: bytes of shared memory at or below which the priority group ends its pause.
    xon_bytes: Option<u64>,
    /// Kmin: length of the egress queue, in bytes, below which no frame is marked with ECN.
    kmin_bytes: Option<u64>,
    /// Kmax: length of the egress queue, in bytes, at or above which every frame is marked with ECN.
    kmax_bytes: Option<u64>,
    /// Time in which the port could not transmit the priority because of a pause, in picoseconds.
    paused_ps: u64,
    /// Number of frames of the priority that were dropped at the port.
    dropped_frames: u64,
    /// Number of frames marked with ECN.
    ecn_marked: u64,
    /// Bytes of the priority that the port has transmitted.
    sent_bytes: u64,
    /// ETS class of the priority; `null` if the priority has no share.
    ets: Option<EtsObject>,
}

/// ETS class of a port. Quantum and deficit are in bytes for DWRR, and in frames for WRR. Byte counts cover
/// only the time in which several classes had frames to transmit.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Ets")]
struct EtsObject {
    /// Configured share, rounded to percent.
    share_percent: u8,
    /// Bytes or frames that the class may transmit in each round.
    quantum: u32,
    /// Bytes or frames that the class may still transmit in the present round.
    deficit: u32,
    /// Bytes that all ETS classes of the port transmitted while several classes had frames.
    contended_bytes: u64,
    /// Bytes that the class should have transmitted, by its share, while several classes had frames.
    target_bytes: u64,
    /// Bytes that the class transmitted while several classes had frames.
    measured_bytes: u64,
    /// Bytes that the class transmitted above its due share while several classes had frames; negative if
    /// below.
    error_bytes: i64,
    /// Value of `error_bytes` for the last complete round alone.
    round_error_bytes: i64,
    /// Greatest absolute value of `round_error_bytes`.
    round_error_peak_bytes: u64,
}

/// Receive buffer of a host at one instant.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Receiver")]
struct ReceiverObject<'a> {
    /// Name of the host.
    node: &'a str,
    /// Rate of the bus to memory, in bits per second; `null` if the rate is unlimited, so that no frame
    /// waits.
    drain_bps: Option<u64>,
    /// Size of the receive buffer in bytes.
    receive_buffer_bytes: u64,
    /// Bytes in the receive buffer.
    receive_bytes: u64,
    /// Greatest number of bytes in the receive buffer since the start of the run.
    receive_peak_bytes: u64,
    /// Priorities for which the host may send pauses, and priorities that hold bytes. Ascending.
    queues: Vec<ReceiveQueueObject>,
}

/// Priority of a receive buffer. A threshold that is off is `null`.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ReceiveQueue")]
struct ReceiveQueueObject {
    /// Priority, 0 to 7.
    priority: u8,
    /// Bytes of the priority in the buffer.
    bytes: u64,
    /// Bytes of the priority in the buffer at or above which the host requests a pause.
    high_bytes: Option<u64>,
    /// Bytes of the priority in the buffer at or below which the host ends its pause.
    low_bytes: Option<u64>,
}

/// Packet memory of a switch at one instant.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "SwitchState")]
struct SwitchObject<'a> {
    /// Name of the switch.
    node: &'a str,
    /// Free shared memory in bytes.
    free_bytes: u64,
}

impl<'a> SnapshotObject<'a> {
    /// Creates the object of `seen`, the state of a run. `flows` are the names of all flows of the run, by
    /// index.
    #[must_use]
    pub fn new(spec: &'a Spec, flows: &'a [String], seen: &WorldView) -> Self {
        let totals = seen.totals;
        let hosts = spec.nodes.iter().filter(|node| node.host().is_some());
        let switches = spec.nodes.iter().filter(|node| node.switch().is_some());
        Self {
            time_ps: seen.now.ps(),
            time: seen.now.to_string(),
            events: seen.events,
            totals: TotalsObject {
                delivered_frames: totals.delivered,
                dropped_frames: totals.drops,
                lossless_violations: totals.violations,
                pause_sent: totals.pauses,
                resume_sent: totals.resumes,
                ecn_marked: totals.marks,
            },
            flying: seen.in_flight.iter().map(|frame| FrameObject::new(spec, flows, frame)).collect(),
            ports: seen.ports.iter().enumerate().map(|(n, port)| PortObject::new(spec, n, port)).collect(),
            switches: switches
                .zip(&seen.pool_free)
                .map(|(node, free)| SwitchObject { node: &node.name, free_bytes: *free })
                .collect(),
            receivers: hosts
                .zip(&seen.receivers)
                .map(|(node, at)| ReceiverObject::new(spec, node, at))
                .collect(),
            flows: flows.iter().zip(&seen.flows).map(|(name, flow)| FlowObject::new(name, flow)).collect(),
        }
    }
}

impl<'a> PortObject<'a> {
    fn new(spec: &'a Spec, number: usize, port: &PortView) -> Self {
        let at = &spec.ports[number];
        let used = Priority::ALL.into_iter().zip(&port.priorities).filter(|(_, at)| {
            let peaks = at.egress_peak + at.pg.reserve_peak + at.pg.shared_peak + at.pg.headroom_peak;
            peaks + at.drops + at.class.sent_bytes > 0
        });
        Self {
            name: spec.port_name(PortId::new(number)),
            node: &spec.nodes[at.node.index()].name,
            port: at.number.into(),
            down: port.down,
            busy: port.busy,
            paused: port.paused.iter().map(Priority::get).collect(),
            asked: port.requested_pauses.iter().map(Priority::get).collect(),
            queues: used
                .map(|(priority, at)| QueueObject {
                    priority: priority.get(),
                    reserve_bytes: at.pg.reserve,
                    shared_bytes: at.pg.shared,
                    headroom_bytes: at.pg.headroom,
                    egress_bytes: at.egress_bytes,
                    reserve_peak_bytes: at.pg.reserve_peak,
                    shared_peak_bytes: at.pg.shared_peak,
                    headroom_peak_bytes: at.pg.headroom_peak,
                    egress_peak_bytes: at.egress_peak,
                    xoff_bytes: amount(at.pg.xoff),
                    xon_bytes: amount(at.pg.xon),
                    kmin_bytes: amount(at.kmin),
                    kmax_bytes: amount(at.kmax),
                    paused_ps: at.paused_time.ps(),
                    dropped_frames: at.drops,
                    ecn_marked: at.marked,
                    sent_bytes: at.class.sent_bytes,
                    ets: (at.class.share > 0).then(|| EtsObject::new(&at.class)),
                })
                .collect(),
        }
    }
}

impl EtsObject {
    const fn new(class: &ClassView) -> Self {
        let got = class.got;
        Self {
            share_percent: class.share,
            quantum: class.quantum,
            deficit: class.deficit,
            contended_bytes: got.contended,
            target_bytes: got.entitled(),
            measured_bytes: got.served,
            error_bytes: got.error(),
            round_error_bytes: got.round_error,
            round_error_peak_bytes: got.round_error_peak,
        }
    }
}

impl<'a> ReceiverObject<'a> {
    fn new(spec: &Spec, node: &'a Node, at: &ReceiveView) -> Self {
        let ports = node.ports.clone().map(|port| spec.ports[port as usize].config.sender.enabled);
        let pausing = ports.fold(PrioritySet::EMPTY, |mask, enabled| mask | enabled);
        let held = Priority::ALL.into_iter().filter(|n| pausing.contains(*n) || at.held[n.index()] > 0);
        Self {
            node: &node.name,
            drain_bps: at.drain.map(Rate::bps),
            receive_buffer_bytes: at.size,
            receive_bytes: at.bytes,
            receive_peak_bytes: at.peak,
            queues: held
                .map(|priority| {
                    let n = priority.index();
                    ReceiveQueueObject {
                        priority: priority.get(),
                        bytes: at.held[n],
                        high_bytes: amount(at.xoff[n]),
                        low_bytes: amount(at.xon[n]),
                    }
                })
                .collect(),
        }
    }
}

/// Threshold in bytes as a JavaScript number; `None` if the threshold is off, or is 2⁵³ or more.
fn amount(bytes: u64) -> Option<u64> {
    (bytes < 1 << 53).then_some(bytes)
}
