//! Snapshot of a run for JavaScript. Nodes and flows have names, and sets are lists of numbers, not bit
//! masks. Start with [`View`].

use fabric_sim::engine::{ClassView, Flying, PortView, ReceiveView, WorldView};
use fabric_sim::fabric::frame::FrameKind;
use fabric_sim::ids::{PortId, PrioritySet};
use fabric_sim::spec::{Node, Spec};
use fabric_sim::units::Rate;
use fabric_sim::wire::Ecn;
use serde::Serialize;

use super::flow::Flow;

/// Snapshot of a run. Fields have the names of the fields of a report. Byte values of 2⁵³ and more are
/// absent.
#[derive(Serialize)]
pub(super) struct View<'a> {
    time_ps: u64,
    time: String,
    events: u64,
    totals: Totals,
    flying: Vec<Frame<'a>>,
    ports: Vec<Port<'a>>,
    switches: Vec<Switch<'a>>,
    receivers: Vec<ReceiverFigures<'a>>,
    flows: Vec<Flow<'a>>,
}

#[derive(Serialize)]
struct Totals {
    delivered_frames: u64,
    dropped_frames: u64,
    lossless_violations: u64,
    pause_sent: u64,
    resume_sent: u64,
    ecn_marked: u64,
}

#[derive(Serialize)]
struct Frame<'a> {
    from: String,
    to: String,
    kind: &'static str,
    flow: Option<&'a str>,
    sequence: Option<u32>,
    priority: Option<u8>,
    bytes: u16,
    starts_ps: u64,
    ends_ps: u64,
    arrives_ps: u64,
    ecn_marked: bool,
    pauses: Vec<u8>,
    resumes: Vec<u8>,
}

#[derive(Serialize)]
#[expect(clippy::struct_field_names, reason = "named as in the report")]
struct Port<'a> {
    name: String,
    node: &'a str,
    port: u32,
    down: bool,
    busy: bool,
    paused: Vec<u8>,
    asked: Vec<u8>,
    /// Queues of the priorities that hold bytes, have held some, or have sent or dropped frames.
    queues: Vec<Queue>,
}

#[derive(Serialize)]
struct Queue {
    priority: u8,
    reserve_bytes: u64,
    shared_bytes: u64,
    headroom_bytes: u64,
    egress_bytes: u64,
    reserve_peak_bytes: u64,
    shared_peak_bytes: u64,
    headroom_peak_bytes: u64,
    egress_peak_bytes: u64,
    xoff_bytes: Option<u64>,
    xon_bytes: Option<u64>,
    kmin_bytes: Option<u64>,
    kmax_bytes: Option<u64>,
    paused_ps: u64,
    dropped_frames: u64,
    ecn_marked: u64,
    sent_bytes: u64,
    ets: Option<Ets>,
}

/// ETS class of a port. Its quantum and deficit are in bytes for DWRR, in frames for WRR.
#[derive(Serialize)]
struct Ets {
    share_percent: u8,
    quantum: u32,
    deficit: u32,
    contended_bytes: u64,
    target_bytes: u64,
    measured_bytes: u64,
    error_bytes: i64,
    round_error_bytes: i64,
    round_error_peak_bytes: u64,
}

/// Receive buffer of a host.
#[derive(Serialize)]
struct ReceiverFigures<'a> {
    node: &'a str,
    drain_bps: Option<u64>,
    receive_buffer_bytes: u64,
    receive_bytes: u64,
    receive_peak_bytes: u64,
    /// Queues of the priorities for which the host sends pauses, or that hold bytes.
    queues: Vec<QueueView>,
}

#[derive(Serialize)]
struct QueueView {
    priority: u8,
    bytes: u64,
    high_bytes: Option<u64>,
    low_bytes: Option<u64>,
}

#[derive(Serialize)]
struct Switch<'a> {
    node: &'a str,
    free_bytes: u64,
}

impl<'a> View<'a> {
    pub(super) fn new(spec: &'a Spec, flows: &'a [String], seen: &WorldView) -> Self {
        let totals = seen.totals;
        let hosts = spec.nodes.iter().filter(|node| node.host().is_some());
        let switches = spec.nodes.iter().filter(|node| node.switch().is_some());
        Self {
            time_ps: seen.now.ps(),
            time: seen.now.to_string(),
            events: seen.events,
            totals: Totals {
                delivered_frames: totals.delivered,
                dropped_frames: totals.drops,
                lossless_violations: totals.violations,
                pause_sent: totals.pauses,
                resume_sent: totals.resumes,
                ecn_marked: totals.marks,
            },
            flying: seen.flying.iter().map(|frame| Frame::new(spec, flows, frame)).collect(),
            ports: seen.ports.iter().enumerate().map(|(n, port)| Port::new(spec, n, port)).collect(),
            switches: switches
                .zip(&seen.pool_free)
                .map(|(node, free)| Switch { node: &node.name, free_bytes: *free })
                .collect(),
            receivers: hosts
                .zip(&seen.receivers)
                .map(|(node, at)| ReceiverFigures::new(spec, node, at))
                .collect(),
            flows: flows.iter().zip(&seen.flows).map(|(name, flow)| Flow::new(name, flow)).collect(),
        }
    }
}

impl<'a> Frame<'a> {
    fn new(spec: &Spec, flows: &'a [String], frame: &Flying) -> Self {
        let (pfc, control) = (frame.kind == FrameKind::Pfc, frame.kind.is_control());
        Self {
            from: spec.port_name(frame.cable),
            to: spec.port_name(spec.ports[frame.cable.index()].peer),
            kind: match frame.kind {
                FrameKind::Data => "data",
                FrameKind::Ack => "ack",
                FrameKind::Nak => "nak",
                FrameKind::Cnp => "cnp",
                FrameKind::Request => "request",
                FrameKind::Pfc => "pfc",
                FrameKind::Credit => "credit",
                FrameKind::CreditReturn => "grant",
                FrameKind::SentTotal => "tally",
            },
            flow: if control { None } else { flows.get(frame.flow.index()).map(String::as_str) },
            sequence: (!control).then_some(frame.sequence),
            priority: (!pfc).then_some(frame.priority),
            bytes: frame.bytes,
            starts_ps: frame.starts.ps(),
            ends_ps: frame.ends.ps(),
            arrives_ps: frame.arrives.ps(),
            ecn_marked: frame.ecn == Ecn::Marked,
            pauses: frame.indication.pauses.iter().collect(),
            resumes: frame.indication.resumes.iter().collect(),
        }
    }
}

impl<'a> Port<'a> {
    fn new(spec: &'a Spec, number: usize, port: &PortView) -> Self {
        let at = &spec.ports[number];
        let used = (0..8u8).zip(&port.priorities).filter(|(_, at)| {
            let peaks = at.egress_peak + at.pg.reserve_peak + at.pg.shared_peak + at.pg.headroom_peak;
            peaks + at.drops + at.class.sent_bytes > 0
        });
        Self {
            name: spec.port_name(PortId::new(number)),
            node: &spec.nodes[at.node.index()].name,
            port: at.number.into(),
            down: port.down,
            busy: port.busy,
            paused: port.paused.iter().collect(),
            asked: port.requested_pauses.iter().collect(),
            queues: used
                .map(|(priority, at)| Queue {
                    priority,
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
                    ets: (at.class.share > 0).then(|| Ets::new(&at.class)),
                })
                .collect(),
        }
    }
}

impl Ets {
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

impl<'a> ReceiverFigures<'a> {
    fn new(spec: &Spec, node: &'a Node, at: &ReceiveView) -> Self {
        let ports = node.ports.clone().map(|port| spec.ports[port as usize].config.sender.enabled);
        let asks = ports.fold(PrioritySet::EMPTY, |mask, enabled| mask | enabled);
        let held = (0..8u8).filter(|n| asks.contains(*n) || at.held[usize::from(*n)] > 0);
        Self {
            node: &node.name,
            drain_bps: at.drain.map(Rate::bps),
            receive_buffer_bytes: at.size,
            receive_bytes: at.bytes,
            receive_peak_bytes: at.peak,
            queues: held
                .map(|priority| {
                    let n = usize::from(priority);
                    QueueView {
                        priority,
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
