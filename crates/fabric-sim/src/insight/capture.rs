//! What passes a port, as bytes with times: a recorder for capture files.

use std::sync::Arc;

use crate::engine::{Note, Recorder, What, World};
use crate::fabric::frame::{Frame, FrameKind, Indication};
use crate::ids::PortId;
use crate::spec::{FlowSpec, Operation, Spec};
use crate::units::Time;
use crate::wire::{Carries, OnWire, PfcFrame, mac, with_fcs};

/// A frame that passed a port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passed {
    /// First bit out, or last bit in.
    pub at: Time,
    /// Where.
    pub port: PortId,
    /// Whether it left by the port, or came in.
    pub outgoing: bool,
    /// Destination address through FCS.
    pub bytes: Vec<u8>,
}

/// Hears a run, and hands each frame that passes to `sink`.
pub struct Capture<F> {
    spec: Arc<Spec>,
    flows: Vec<FlowSpec>,
    port: Option<PortId>,
    sink: F,
}

impl<F: FnMut(Passed)> Capture<F> {
    /// Of both ways at one port; without one, of every frame as it leaves any.
    pub fn new(world: &World, port: Option<PortId>, sink: F) -> Self {
        Self { spec: Arc::clone(world.spec()), flows: world.flow_specs().cloned().collect(), port, sink }
    }

    fn wants(&self, port: PortId, outgoing: bool) -> bool {
        self.port.map_or(outgoing, |wanted| wanted == port)
    }

    fn pass(&mut self, note: &Note, outgoing: bool, bytes: Option<Vec<u8>>) {
        if let Some(bytes) = bytes {
            (self.sink)(Passed { at: note.at, port: note.port, outgoing, bytes });
        }
    }

    fn frame(&self, port: PortId, frame: &Frame) -> Option<Vec<u8>> {
        if frame.kind == FrameKind::Pfc {
            return Some(pfc(port, frame.indication()));
        }
        if matches!(frame.kind, FrameKind::Credit | FrameKind::CreditReturn | FrameKind::SentTotal) {
            // They have no form on Ethernet that an analyser knows.
            return None;
        }
        let flow = self.flows.get(frame.flow.index())?;
        let format = &self.spec.formats[flow.headers.format.index()];
        let data = flow.headers.label(format, flow.priority);
        let host = |node: crate::ids::NodeId| self.spec.nodes[node.index()].ordinal;
        let (from, to) = (host(flow.source), host(flow.destination));
        let returns = frame.kind.returns();
        let answers = match frame.kind {
            FrameKind::Ack | FrameKind::Nak => flow.acks.map(|acks| acks.priority),
            FrameKind::Cnp => flow.rate.cnp_priority(),
            FrameKind::Request => flow.request_priority(),
            _ => None,
        };
        let on_wire = OnWire {
            format,
            icrc: flow.headers.icrc,
            label: answers.map_or(data, |priority| data.with_priority(priority)),
            ecn: frame.ecn,
            source: if returns { to } else { from },
            destination: if returns { from } else { to },
            flow: frame.flow.0,
            sequence: frame.sequence,
            carries: match frame.kind {
                FrameKind::Request => Carries::Request(asked(flow)),
                FrameKind::Data if flow.request_priority().is_some() => Carries::Answer,
                FrameKind::Ack => Carries::Ack,
                FrameKind::Nak => Carries::Nak,
                FrameKind::Cnp => Carries::Notice,
                _ => Carries::Payload,
            },
            hops: frame.hops,
            bytes: frame.bytes,
            payload: frame.payload,
        };
        Some(on_wire.encode())
    }
}

impl<F: FnMut(Passed)> Recorder for Capture<F> {
    const LISTENS: bool = true;

    fn note(&mut self, note: Note) {
        match note.what {
            What::Started(frame) if self.wants(note.port, true) => {
                let bytes = self.frame(note.port, &frame);
                self.pass(&note, true, bytes);
            }
            What::Arrived(frame) if self.wants(note.port, false) => {
                let bytes = self.frame(note.port, &frame);
                self.pass(&note, false, bytes);
            }
            What::PfcReceived(says) if self.wants(note.port, false) => {
                let bytes = pfc(self.spec.ports[note.port.index()].peer, says);
                self.pass(&note, false, Some(bytes));
            }
            _ => {}
        }
    }
}

/// What a request of `flow` asks for; the last of a message may ask for less.
fn asked(flow: &FlowSpec) -> u32 {
    match flow.operation {
        Operation::Read(config) => u32::try_from(config.request).unwrap_or(u32::MAX),
        _ => 0,
    }
}

/// A pause frame says nothing of flows; its source is the port that sends it,
/// by an address that no host has.
fn pfc(sender: PortId, says: Indication) -> Vec<u8> {
    const PORTS: u32 = 1 << 24;
    let mut frame = PfcFrame { enable: says.pauses | says.resumes, ..PfcFrame::default() };
    for (n, time) in frame.time.iter_mut().enumerate() {
        if says.pauses >> n & 1 == 1 {
            *time = says.quanta;
        }
    }
    with_fcs(frame.encode(mac(PORTS | sender.0)).to_vec())
}
