//! Flows and pause sources as a document writes them. Fields that are left out have the defaults of the
//! parameters.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::defaults;
use super::number::{Size, Whole};
use super::operation::Operation;
use crate::units::{Rate, Time};
use crate::wire::{MAX_FRAME_BYTES, MIN_FRAME_BYTES};

/// Bytes of a frame, header through FCS.
pub type FrameBytes = Size<{ MIN_FRAME_BYTES as u64 }, { MAX_FRAME_BYTES as u64 }>;
/// Number of bytes to send, up to 1 PB.
pub type TransferBytes = Size<1, 1_000_000_000_000_000>;
/// Priority (IEEE 802.1Q), 0 to 7.
pub type Priority = Whole<0, 7>;

/// Flow (a queue pair): frames from one host to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Flow {
    /// Name, unique among flows, 1 to 64 bytes. It determines the random stream and the path of the
    /// flow.
    pub name: String,
    /// Sending host.
    pub from: String,
    /// Receiving host, different from the sending host.
    pub to: String,
    /// Operation: `write` (default), `send`, `read` (requested by `to`), `multicast` or `raw`.
    #[serde(default, skip_serializing_if = "Operation::is_default")]
    pub operation: Operation,
    /// Receivers of a multicast in addition to `to`.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "super::number::list::<_, 4096, _>"
    )]
    #[schemars(length(max = 4096))]
    pub group: Vec<String>,
    /// Priority of data and of read requests, 0 to 7; default 3.
    #[serde(default = "defaults::priority", skip_serializing_if = "defaults::is_priority")]
    pub priority: Priority,
    /// Priority of the data of a read; default: the parameter `response_priority`, and without it
    /// the priority of the requests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub response_priority: Option<Priority>,
    /// Frame format: `ip` (default), `rocev2`, `standard`,
    /// `afh_gen1`, `afh_gen2_16b`, `afh_lite`, `raw`, or the name of a format of
    /// the document.
    #[serde(default = "defaults::format", skip_serializing_if = "defaults::is_format")]
    pub format: String,
    /// Whether frames carry an 802.1Q tag; default: yes if the format allows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tagged: Option<bool>,
    /// Whether frames carry an ICRC, where the format allows both; default: no.
    #[serde(default, skip_serializing_if = "defaults::is_no")]
    pub icrc: bool,
    /// Priority code point (PCP) of the tag; default: the priority.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pcp: Option<Priority>,
    /// Differentiated services code point (DSCP) of the IP header; default: eight times the
    /// priority.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dscp: Option<Whole<0, 63>>,
    /// Bytes of each frame, header through FCS; default: as many as the payload needs, or 1000
    /// without a payload.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<FrameBytes>,
    /// Bytes of payload in each frame; default: the frame less headers and trailers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payload: Option<Size<1, { MAX_FRAME_BYTES as u64 }>>,
    /// Bytes of payload to send; default: no end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<TransferBytes>,
    /// Start time.
    #[serde(default, skip_serializing_if = "defaults::is_zero")]
    pub start: Time,
    /// Stop time, after the start; default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop: Option<Time>,
    /// Arrival process of frames at the NIC; default: saturating.
    #[serde(default, skip_serializing_if = "Arrival::is_default")]
    pub arrival: Arrival,
    /// Whether the start is delayed by a seeded time below one frame time, so that equal senders do
    /// not transmit in step; default: the parameter `jitter`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jitter: Option<bool>,
    /// Acks to the source; default: none. A reliable flow uses the parameters `ack_every` and
    /// `ack_priority`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub acks: Option<Acks>,
    /// Rate control: `none`, `dcqcn`, `connectx` or `window`; default:
    /// the parameter `rate_control`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate_control: Option<RateControl>,
    /// Recovery after a loss: `none`, `go_back_n` (from the lost frame) or `go_back_0` (the whole
    /// message); default: the parameter `reliability`, for formats that can be acknowledged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reliability: Option<Reliability>,
    /// End-to-end credits: the source starts no frame while the credits do not cover a full frame;
    /// default: none needed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub credits: Option<Credits>,
    /// Whether frames are ECN-capable; default: yes with an IP header. Formats without one never
    /// are; `true` is then warned about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ecn: Option<bool>,
    /// Nodes along the path, each a neighbour of the one before. At switches that it does not name,
    /// the routes decide.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "super::number::list::<_, 256, _>"
    )]
    #[schemars(length(max = 256))]
    pub path: Vec<String>,
}

impl Flow {
    /// Bytes of a frame for which neither frame nor payload is given.
    pub const FRAME_BYTES: u16 = 1_000;

    /// Creates a saturating flow without end that starts at time 0, with the defaults of all other
    /// fields.
    #[must_use]
    pub fn new(name: String, from: String, to: String) -> Self {
        Self {
            name,
            from,
            to,
            operation: Operation::Write,
            group: Vec::new(),
            priority: defaults::priority(),
            response_priority: None,
            format: defaults::format(),
            tagged: None,
            icrc: false,
            pcp: None,
            dscp: None,
            frame: None,
            payload: None,
            size: None,
            start: Time::ZERO,
            stop: None,
            arrival: Arrival::default(),
            jitter: None,
            acks: None,
            rate_control: None,
            reliability: None,
            credits: None,
            ecn: None,
            path: Vec::new(),
        }
    }

    /// Creates a saturating flow without end along `path`, between its first and last node, which
    /// are hosts, from `start` on; `None` if the path has fewer than two nodes.
    #[must_use]
    pub fn along(name: String, path: &[String], priority: Priority, start: Time) -> Option<Self> {
        let [from, way @ .., to] = path else { return None };
        Some(Self { priority, start, path: way.to_vec(), ..Self::new(name, from.clone(), to.clone()) })
    }
}

/// Rate control of a flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RateControl {
    /// No rate control: the flow sends at the rate of its link.
    None,
    /// DCQCN as in its paper.
    Dcqcn,
    /// DCQCN with the defaults of `ConnectX` adapters.
    Connectx,
    /// Limit on the frame bytes that start in each window of time.
    Window,
}

/// Retransmission after the loss of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Reliability {
    /// No retransmission.
    #[serde(rename = "none")]
    None,
    /// Retransmission of the lost frame and all frames after it.
    #[serde(rename = "go_back_n")]
    GoBackN,
    /// Retransmission of the whole message.
    #[serde(rename = "go_back_0")]
    GoBack0,
}

/// Arrival process of the frames of a flow at its NIC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Arrival {
    /// Saturating: a frame is always ready.
    #[default]
    Saturate,
    /// Constant intervals that give this rate of frame bytes, at least 1k.
    Constant(Rate),
    /// Poisson process: exponential intervals whose mean gives this rate of frame bytes, at least
    /// 1k.
    Poisson(Rate),
    /// Bursts separated by silence.
    Bursts(Bursts),
}

/// Bursts: frames at a constant rate for a time, then none for another time, repeatedly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bursts {
    /// Rate of frame bytes during a burst, at least 1k.
    pub rate: Rate,
    /// Length of a burst, above 0. Every frame that starts in it is sent.
    pub on: Time,
    /// Time between the end of a burst and the start of the next.
    pub off: Time,
}

impl Arrival {
    fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// Acks that travel back to the source of a flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Acks {
    /// Data frames per ack.
    #[serde(default = "defaults::every_frame")]
    pub every: Whole<1, 65_535>,
    /// Priority of the acks.
    pub priority: Priority,
}

/// End-to-end credits of a flow. Switches do not know of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Credits {
    /// Frame bytes that may be in flight, at least one full frame.
    pub bytes: Size<64, 1_000_000_000>,
    /// Size in bytes of the frames that return credits; default: they take no time on the wire.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub update: Option<Size<64, 1_518>>,
    /// Priority of these frames; default 6.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub priority: Option<Priority>,
}

/// Pause source: a port that sends pause frames whatever its buffers hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PauseSource {
    /// Name, unique among pause sources, 1 to 64 bytes.
    pub name: String,
    /// Host or switch that sends the pause frames.
    pub node: String,
    /// Port that sends the pause frames; default 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub port: Option<Whole<0, 63>>,
    /// Paused priorities.
    #[serde(deserialize_with = "super::number::list::<_, 8, _>")]
    #[schemars(length(min = 1, max = 8))]
    pub priorities: Vec<Priority>,
    /// Pause time in quanta of 512 bit times, 0 for a resume; not together with `time`; default
    /// 65535.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quanta: Option<Whole<0, 65_535>>,
    /// Pause as a time, rounded up to quanta of the port.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<Time>,
    /// Interval between pause frames, at least 1 ns; default: a single frame.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub every: Option<Time>,
    /// Time of the first pause frame.
    #[serde(default, skip_serializing_if = "defaults::is_zero")]
    pub start: Time,
    /// Time from which no pause frame is sent, after the start; default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop: Option<Time>,
}
