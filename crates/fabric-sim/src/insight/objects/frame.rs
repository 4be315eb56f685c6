//! Frame in a cable as a plain object. Start with [`FrameObject`].

use schemars::JsonSchema;
use serde::Serialize;

use crate::engine::FrameInFlight;
use crate::fabric::frame::FrameKind;
use crate::ids::Priority;
use crate::spec::Spec;
use crate::wire::Ecn;

/// Kind of a frame that is in a cable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "FrameName")]
pub enum FrameKindName {
    /// Data frame of a flow.
    Data,
    /// Acknowledgement of a flow.
    Ack,
    /// NAK of a flow: the receiver reports a missing frame.
    Nak,
    /// Congestion notification packet.
    Cnp,
    /// Read request.
    Request,
    /// PFC frame.
    Pfc,
    /// Credit update of a link.
    Credit,
    /// Frame in which the destination returns end-to-end credits.
    Grant,
    /// Frame in which a source with end-to-end credits states the total of the bytes that it has sent.
    Tally,
}

/// Frame in a cable.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Frame")]
pub struct FrameObject<'a> {
    /// Port that transmits the frame.
    from: String,
    /// Port at the other end of the cable.
    to: String,
    /// Kind of the frame, such as `data` or `pfc`.
    kind: FrameKindName,
    /// Name of the flow of the frame; `null` for PFC frames and credit updates of a link.
    flow: Option<&'a str>,
    /// Sequence number within the flow; `null` for PFC frames and credit updates of a link.
    sequence: Option<u32>,
    /// Priority, 0 to 7; `null` for PFC frames.
    priority: Option<u8>,
    /// Length of the frame in bytes, header through FCS.
    bytes: u16,
    /// Time at which the first bit leaves, in picoseconds.
    starts_ps: u64,
    /// Time at which the last bit leaves, in picoseconds.
    ends_ps: u64,
    /// Time at which the last bit arrives, in picoseconds.
    arrives_ps: u64,
    /// Whether the frame is marked with ECN.
    ecn_marked: bool,
    /// Priorities that a PFC frame pauses, ascending; empty for other frames.
    pauses: Vec<u8>,
    /// Priorities that a PFC frame resumes, ascending; empty for other frames.
    resumes: Vec<u8>,
}

impl From<FrameKind> for FrameKindName {
    fn from(kind: FrameKind) -> Self {
        match kind {
            FrameKind::Data => Self::Data,
            FrameKind::Ack => Self::Ack,
            FrameKind::Nak => Self::Nak,
            FrameKind::Cnp => Self::Cnp,
            FrameKind::Request => Self::Request,
            FrameKind::Pfc => Self::Pfc,
            FrameKind::Credit => Self::Credit,
            FrameKind::CreditReturn => Self::Grant,
            FrameKind::SentTotal => Self::Tally,
        }
    }
}

impl<'a> FrameObject<'a> {
    /// Creates the object of `frame`. `flows` are the names of the flows, by index.
    pub fn new(spec: &Spec, flows: &'a [String], frame: &FrameInFlight) -> Self {
        let (pfc, control) = (frame.kind == FrameKind::Pfc, frame.kind.is_control());
        Self {
            from: spec.port_name(frame.cable),
            to: spec.port_name(spec.ports[frame.cable.index()].peer),
            kind: frame.kind.into(),
            flow: if control { None } else { flows.get(frame.flow.index()).map(String::as_str) },
            sequence: (!control).then_some(frame.sequence),
            priority: (!pfc).then_some(frame.priority.get()),
            bytes: frame.bytes,
            starts_ps: frame.starts.ps(),
            ends_ps: frame.ends.ps(),
            arrives_ps: frame.arrives.ps(),
            ecn_marked: frame.ecn == Ecn::Marked,
            pauses: frame.indication.pauses.iter().map(Priority::get).collect(),
            resumes: frame.indication.resumes.iter().map(Priority::get).collect(),
        }
    }
}
