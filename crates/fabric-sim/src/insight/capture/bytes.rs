//! Encoding of the frames that ports transmit, as bytes. Start with [`Encoder::frame`].
//!
//! Every encoded frame has a correct FCS; the recorder of the capture replaces the FCS of a corrupt frame by
//! a wrong FCS. A frame that is written as RoCEv2 may be longer than in the run, but never shorter.

use std::sync::Arc;

use super::message::Messages;
use crate::engine::World;
use crate::fabric::frame::{Frame, FrameKind, Indication};
use crate::ids::{HostId, NodeId, PortId, PrioritySet};
use crate::spec::{FlowSpec, NodeKind, Operation, Spec};
use crate::units::Quanta;
use crate::wire::{
    Format, FrameContents, Layout, MessagePosition, OnWire, PfcFrame, TransportOp, mac, pause_frame, with_fcs,
};

/// Encoder that converts frames of a run to the bytes of a capture file.
pub struct Encoder {
    spec: Arc<Spec>,
    /// Specifications of the flows, indexed by flow.
    flows: Vec<FlowSpec>,
    as_rocev2: bool,
}

/// Frame as bytes, for a capture file.
pub struct Encoded {
    /// Bytes from the destination address to the FCS.
    pub bytes: Vec<u8>,
    /// Length of the frame in the run, in bytes, if the written frame is longer. `None` if the lengths are
    /// equal.
    pub shorter_in_run: Option<u16>,
}

impl Encoder {
    /// Creates an encoder for the frames of `world`. If `as_rocev2` is true, the encoder writes frames with
    /// an IP header as `RoCEv2`.
    pub fn new(world: &World, as_rocev2: bool) -> Self {
        Self { spec: Arc::clone(world.spec()), flows: world.flow_specs().cloned().collect(), as_rocev2 }
    }

    /// Specification of the fabric whose frames are encoded.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// Adds to the encoder the flows that actions have added to `world` since the last call of this
    /// function.
    pub fn learn(&mut self, world: &World) {
        self.flows.extend(world.flow_specs().skip(self.flows.len()).cloned());
    }

    /// Whether the encoder knows the flow with index `index`.
    pub fn knows(&self, index: usize) -> bool {
        index < self.flows.len()
    }

    /// Name of the flow of `frame`. Empty if the encoder does not know the flow.
    pub fn flow_name(&self, frame: &Frame) -> &str {
        self.flows.get(frame.flow.index()).map_or("", |flow| &flow.name)
    }

    /// Encodes `frame`, which `port` transmits. `None` if the encoder does not know the flow of `frame`. Also
    /// `None` for a frame that carries credits, for which protocol analysers have no format.
    pub fn frame(&self, port: PortId, frame: &Frame) -> Option<Encoded> {
        if frame.kind == FrameKind::Pfc {
            return Some(Encoded { bytes: self.pfc(port, frame.indication()), shorter_in_run: None });
        }
        if matches!(frame.kind, FrameKind::Credit | FrameKind::CreditReturn | FrameKind::SentTotal) {
            return None;
        }
        let flow = self.flows.get(frame.flow.index())?;
        let own = &self.spec.formats[flow.headers.format.index()];
        let roce = Format::built_in("rocev2").filter(|_| self.as_rocev2 && own.ip);
        let data = flow.headers.label(own, flow.priority);
        let (from, to) = (self.host(flow.source), self.host(flow.destination));
        let returns = frame.kind.returns();
        let answers = match frame.kind {
            FrameKind::Ack | FrameKind::Nak => flow.acks.map(|acks| acks.priority),
            FrameKind::Cnp => flow.rate.cnp_priority(),
            FrameKind::Request => flow.request_priority(),
            _ => None,
        };
        let other = roce.filter(|_| own.layout != Layout::Roce);
        let tagged = data.pcp().is_some();
        // The payload of RoCE frames is a multiple of 4 B.
        let place = place(flow, frame, |payload| match other {
            Some(roce) => {
                let bytes = own.frame_bytes(payload, tagged, flow.headers.icrc);
                bytes.saturating_sub(roce.envelope_bytes(tagged, false)) & !3
            }
            None if own.layout == Layout::Roce => payload & !3,
            None => payload,
        });
        let format = roce.unwrap_or(own);
        let group = matches!(flow.operation, Operation::Multicast(_)) && frame.kind == FrameKind::Data;
        let mut on_wire = OnWire {
            format,
            icrc: flow.headers.icrc && roce.is_none(),
            label: answers.map_or(data, |priority| data.with_priority(priority)),
            ecn: frame.ecn,
            source: if returns { to } else { from },
            destination: if returns { from } else { to },
            flow: frame.flow.0,
            sequence: if format.layout == Layout::Roce { place.psn } else { frame.sequence },
            contents: match frame.kind {
                FrameKind::Request => FrameContents::ReadRequest(place.bytes),
                FrameKind::Data if flow.request_priority().is_some() => FrameContents::ReadResponse,
                FrameKind::Ack => FrameContents::Ack,
                FrameKind::Nak => FrameContents::Nak,
                FrameKind::Cnp => FrameContents::Cnp,
                _ => FrameContents::Payload,
            },
            place,
            group: group.then_some(frame.flow.0),
            hops: frame.hops,
            bytes: frame.bytes,
            payload: frame.payload,
        };
        let mut shorter_in_run = None;
        if let Some(roce) = other {
            let tagged = on_wire.label.pcp().is_some();
            on_wire.payload = frame.bytes.saturating_sub(roce.envelope_bytes(tagged, false));
            let least = match on_wire.contents {
                FrameContents::Ack | FrameContents::Nak => roce.ack_frame_bytes(tagged, false),
                FrameContents::Cnp => roce.cnp_frame_bytes(tagged, false),
                FrameContents::ReadRequest(_) => roce.request_frame_bytes(tagged, false),
                FrameContents::Payload | FrameContents::ReadResponse => {
                    roce.frame_bytes(on_wire.payload, tagged, false)
                }
            };
            shorter_in_run = (least > frame.bytes).then_some(frame.bytes);
            on_wire.bytes = frame.bytes.max(least);
        }
        Some(Encoded { bytes: on_wire.encode(), shorter_in_run })
    }

    /// Encodes the PFC frame that `sender` transmits. On a link with 802.3x pause, encodes the pause frame. A
    /// resumed priority has pause time 0. A NIC has one MAC address; in a switch, each port has its own.
    pub fn pfc(&self, sender: PortId, says: Indication) -> Vec<u8> {
        const PORTS: u32 = 1 << 24;
        let mut frame = PfcFrame { enable: says.pauses | says.resumes, ..PfcFrame::default() };
        for (n, time) in PrioritySet::ALL.iter().zip(&mut frame.time) {
            if says.pauses.contains(n) {
                *time = says.quanta;
            }
        }
        let node = &self.spec.nodes[self.spec.ports[sender.index()].node.index()];
        let address = if node.kind == NodeKind::Host { node.ordinal } else { PORTS | sender.0 };
        if self.spec.ports[sender.index()].config.link_pause.is_some() {
            let time = if says.pauses.is_empty() { Quanta(0) } else { says.quanta };
            return with_fcs(pause_frame(mac(address), time).to_vec());
        }
        with_fcs(frame.encode(mac(address)).to_vec())
    }

    fn host(&self, node: NodeId) -> HostId {
        HostId(self.spec.nodes[node.index()].ordinal)
    }
}

/// Position of `frame` in the messages of its flow. A frame with a payload of `n` bytes in the run has a
/// payload of `written(n)` bytes in the capture file.
fn place(flow: &FlowSpec, frame: &Frame, written: impl Fn(u16) -> u16) -> MessagePosition {
    let messages = Messages::of(flow, written);
    if frame.kind == FrameKind::Request {
        let (psn, bytes) = messages.of_request(frame.sequence);
        return MessagePosition { psn, bytes, ..MessagePosition::default() };
    }
    let part = messages.of_frame(frame.sequence);
    let is_nak = frame.kind == FrameKind::Nak;
    let every = match (flow.acks, flow.reliability) {
        (Some(acks), _) => acks.every,
        (None, Some(_)) => 1,
        (None, None) => 0,
    };
    let is_due = every > 0 && frame.sequence.wrapping_add(1).is_multiple_of(every);
    MessagePosition {
        verb: match flow.operation {
            Operation::Write => TransportOp::Write,
            Operation::Multicast(_) => TransportOp::Datagram,
            Operation::Send | Operation::Read(_) | Operation::Raw => TransportOp::Send,
        },
        is_first: part.is_first,
        is_last: part.is_last,
        bytes: part.bytes,
        psn: frame.sequence,
        // A NAK reports a missing frame, so the message of that frame is not complete.
        completed: part.completed.wrapping_sub(u32::from(is_nak && part.is_last)),
        is_acknowledged: is_due || flow.reliability.is_some() && flow.messages().is_last(frame.sequence),
    }
}
