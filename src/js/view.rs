use fabric_sim::engine::{Flying, Note, PortView, Snapshot, What};
use fabric_sim::fabric::frame::FrameKind;
use fabric_sim::ids::{PortId, priorities};
use fabric_sim::spec::Spec;
use serde::Serialize;

/// A snapshot as JavaScript gets it: names instead of numbers, lists instead of masks.
#[derive(Serialize)]
pub(super) struct View<'a> {
    now_ps: u64,
    now: String,
    events: u64,
    flying: Vec<Frame<'a>>,
    ports: Vec<Port>,
    flows: Vec<Flow>,
    totals: Totals,
}

#[derive(Serialize)]
struct Frame<'a> {
    from: String,
    to: String,
    kind: &'static str,
    flow: Option<&'a str>,
    priority: u8,
    bytes: u16,
    starts_ps: u64,
    ends_ps: u64,
    arrives_ps: u64,
    marked: bool,
    pauses: Vec<u8>,
    resumes: Vec<u8>,
}

#[derive(Serialize)]
struct Port {
    name: String,
    busy: bool,
    paused: Vec<u8>,
    asked: Vec<u8>,
    /// Those priorities that hold anything, or ever did.
    queues: Vec<Queue>,
}

#[derive(Serialize)]
struct Queue {
    priority: u8,
    reserve_bytes: u64,
    shared_bytes: u64,
    headroom_bytes: u64,
    headroom_peak_bytes: u64,
    xoff_bytes: u64,
    xon_bytes: u64,
    egress_bytes: u64,
    paused_ps: u64,
    drops: u64,
    marked: u64,
}

#[derive(Serialize)]
struct Flow {
    sent_bytes: u64,
    delivered_bytes: u64,
    goodput_bytes: u64,
    dropped_bytes: u64,
    active: bool,
}

#[derive(Serialize)]
struct Totals {
    drops: u64,
    violations: u64,
    pauses: u64,
    resumes: u64,
    marks: u64,
    delivered: u64,
}

impl<'a> View<'a> {
    pub(super) fn new(spec: &'a Spec, seen: &Snapshot) -> Self {
        let totals = seen.totals;
        Self {
            now_ps: seen.now.ps(),
            now: seen.now.to_string(),
            events: seen.events,
            flying: seen.flying.iter().map(|frame| Frame::new(spec, frame)).collect(),
            ports: seen.ports.iter().enumerate().map(|(n, port)| Port::new(spec, n, port)).collect(),
            flows: seen
                .flows
                .iter()
                .map(|flow| Flow {
                    sent_bytes: flow.sent_bytes,
                    delivered_bytes: flow.delivered_bytes,
                    goodput_bytes: flow.goodput_bytes,
                    dropped_bytes: flow.dropped_bytes,
                    active: flow.active,
                })
                .collect(),
            totals: Totals {
                drops: totals.drops,
                violations: totals.violations,
                pauses: totals.pauses,
                resumes: totals.resumes,
                marks: totals.marks,
                delivered: totals.delivered,
            },
        }
    }
}

impl<'a> Frame<'a> {
    fn new(spec: &'a Spec, frame: &Flying) -> Self {
        let flow = (frame.kind != FrameKind::Pfc).then(|| spec.flows.get(frame.flow.index())).flatten();
        Self {
            from: spec.port_name(frame.cable),
            to: spec.port_name(spec.ports[frame.cable.index()].peer),
            kind: match frame.kind {
                FrameKind::Data => "data",
                FrameKind::Ack => "ack",
                FrameKind::Pfc => "pfc",
            },
            flow: flow.map(|flow| flow.name.as_str()),
            priority: frame.priority,
            bytes: frame.bytes,
            starts_ps: frame.starts.ps(),
            ends_ps: frame.ends.ps(),
            arrives_ps: frame.arrives.ps(),
            marked: frame.ecn == fabric_sim::wire::Ecn::Marked,
            pauses: priorities(frame.indication.pauses).collect(),
            resumes: priorities(frame.indication.resumes).collect(),
        }
    }
}

impl Port {
    fn new(spec: &Spec, number: usize, port: &PortView) -> Self {
        let used = (0..8u8).zip(&port.priorities).filter(|(_, at)| {
            at.egress_peak + at.pg.reserve_peak + at.pg.shared_peak + at.pg.headroom_peak + at.drops > 0
        });
        Self {
            name: spec.port_name(PortId::new(number)),
            busy: port.busy,
            paused: priorities(port.paused).collect(),
            asked: priorities(port.asked).collect(),
            queues: used
                .map(|(priority, at)| Queue {
                    priority,
                    reserve_bytes: at.pg.reserve,
                    shared_bytes: at.pg.shared,
                    headroom_bytes: at.pg.headroom,
                    headroom_peak_bytes: at.pg.headroom_peak,
                    xoff_bytes: at.pg.xoff,
                    xon_bytes: at.pg.xon,
                    egress_bytes: at.egress_bytes,
                    paused_ps: at.paused_time.ps(),
                    drops: at.drops,
                    marked: at.marked,
                })
                .collect(),
        }
    }
}

/// What happened, as a sentence with names.
pub(super) fn note(spec: &Spec, note: &Note) -> String {
    let port = spec.port_name(note.port);
    let list = |mask| priorities(mask).map(|n| n.to_string()).collect::<Vec<_>>().join(",");
    let what = match note.what {
        What::Started(frame) if frame.kind == FrameKind::Pfc => "starts a PFC frame".to_owned(),
        What::Started(frame) => format!("starts {} B of priority {}", frame.bytes, frame.priority),
        What::Ended => "is free".to_owned(),
        What::Arrived(frame) => format!("receives {} B of priority {}", frame.bytes, frame.priority),
        What::Delivered(frame) => format!("delivers frame {}", frame.sequence),
        What::Dropped(frame, cause) => format!("loses frame {}: {}", frame.sequence, cause.name()),
        What::Marked(frame) => format!("marks frame {}", frame.sequence),
        What::Headroom(frame) => format!("takes frame {} into headroom", frame.sequence),
        What::PfcSent(pfc) => {
            format!("sends PFC: pause [{}] resume [{}]", list(pfc.pauses), list(pfc.resumes))
        }
        What::PfcReceived(pfc) => {
            format!("receives PFC: pause [{}] resume [{}]", list(pfc.pauses), list(pfc.resumes))
        }
        What::Paused(n) => format!("stops sending priority {n}"),
        What::Resumed(n) => format!("sends priority {n} again"),
        What::Expired(n) => format!("sends priority {n} again: the pause expired"),
        What::Acted(n) => format!("action {n} happens"),
        What::FlowDone(_) => "completes a flow".to_owned(),
    };
    format!("{port} {what}")
}
