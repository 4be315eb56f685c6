//! Flows and pause sources, as a document writes them. If a field is left out, its default applies, which the
//! comment of the field states. Reading checks names of fields and ranges of numbers. Compiling refuses
//! fields that contradict each other or the format, and unknown hosts. Start with [`Flow`].

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::defaults;
use super::number::{Size, Whole};
use super::operation::Operation;
use crate::ids::Priority;
use crate::units::{Rate, Time};
use crate::wire::{MAX_FRAME_BYTES, MIN_FRAME_BYTES};

/// Length of a frame in bytes, from header to FCS.
pub type FrameBytes = Size<{ MIN_FRAME_BYTES as u64 }, { MAX_FRAME_BYTES as u64 }>;
/// Number of payload bytes to transfer, up to 1 PB.
pub type TransferBytes = Size<1, 1_000_000_000_000_000>;

/// A flow: frames from one host to another. In RDMA, a flow is a queue pair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Flow {
    /// Name, unique among flows, 1 to 64 bytes. The path that ECMP chooses and the random stream of the flow
    /// depend on this name.
    pub name: String,
    /// Name of the sending host.
    pub from: String,
    /// Name of the receiving host. The receiving host must differ from the sending host.
    pub to: String,
    /// Operation: `write` (default), `send`, `read` (`to` requests the data), `multicast` or `raw`.
    #[serde(default, skip_serializing_if = "Operation::is_default")]
    pub operation: Operation,
    /// Names of the receivers of a multicast in addition to `to`, each different. For another operation, a
    /// group is an error.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "super::number::list::<_, 4096, _>"
    )]
    #[schemars(length(max = 4096))]
    pub group: Vec<String>,
    /// Priority of the data frames of the flow, 0 to 7; default 3. For a read, priority of the requests.
    #[serde(default = "defaults::priority", skip_serializing_if = "defaults::is_priority")]
    pub priority: Priority,
    /// Priority of the data of a read; an error for another operation. Default: the parameter
    /// `response_priority`, or the priority of the requests if this parameter is not set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub response_priority: Option<Priority>,
    /// Format of the frames: `ip` (default), `rocev2`, `standard`, `afh_gen1`, `afh_gen2_16b`, `afh_lite`,
    /// `raw`, or a format that the document defines.
    #[serde(default = "defaults::format", skip_serializing_if = "defaults::is_format")]
    pub format: String,
    /// Whether frames carry an 802.1Q tag; default: yes if the format allows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tagged: Option<bool>,
    /// Whether frames carry an ICRC, the invariant CRC of RoCE; default: no. The field can be set only for
    /// formats in which the ICRC is optional.
    #[serde(default, skip_serializing_if = "defaults::is_no")]
    pub icrc: bool,
    /// Priority code point (PCP) of the tag; default: equal to the priority. An error for frames without a
    /// tag.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pcp: Option<Priority>,
    /// Differentiated services code point (DSCP) of the IP header; default: 8 × priority. An error for
    /// formats without an IP header.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dscp: Option<Whole<0, 63>>,
    /// Length of each frame in bytes, from header to FCS. Default: payload plus headers and trailers if
    /// `payload` is given, and otherwise 1000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<FrameBytes>,
    /// Bytes of payload in each frame. Default: the frame without its headers and trailers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payload: Option<Size<1, { MAX_FRAME_BYTES as u64 }>>,
    /// Bytes of payload to send. Default: the flow sends without end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<TransferBytes>,
    /// Start time of the flow; default 0.
    #[serde(default, skip_serializing_if = "defaults::is_zero")]
    pub start: Time,
    /// Stop time of the flow, later than the start. Default: the flow does not stop.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop: Option<Time>,
    /// Arrival process of the frames at the NIC. Default: a frame is always ready.
    #[serde(default, skip_serializing_if = "Arrival::is_default")]
    pub arrival: Arrival,
    /// Whether the flow starts after a random delay, shorter than one frame time. This delay keeps equal
    /// senders from transmitting in step. Default: the parameter `jitter`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jitter: Option<bool>,
    /// Acks that the receiver sends to the source. Default for a reliable flow: the parameters `ack_every`
    /// and `ack_priority`. Default for other flows: no acks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub acks: Option<Acks>,
    /// Rate control: `none`, `dcqcn`, `connectx` or `window`; default: the parameter `rate_control`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate_control: Option<RateControl>,
    /// Retransmission after a loss: `none`, `go_back_n` (from the lost frame on) or `go_back_0` (the whole
    /// message). Default: the parameter `reliability` if the frame format allows acks, otherwise `none`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reliability: Option<Reliability>,
    /// End-to-end credits. The source starts a frame only if the credits are enough for a frame of full
    /// length. Default: the flow needs no credits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub credits: Option<Credits>,
    /// Whether the frames are ECN-capable, so that switches may mark them. Default: yes if the format has an
    /// IP header. Without an IP header, frames are never marked, and `true` gives a warning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ecn: Option<bool>,
    /// Names of nodes along the path. Each node is a neighbour of the node before it. At switches that are
    /// not listed, the routes of the fabric apply.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "super::number::list::<_, 256, _>"
    )]
    #[schemars(length(max = 256))]
    pub path: Vec<String>,
}

impl Flow {
    /// Length in bytes of the frames of a flow that gives neither `frame` nor `payload`.
    pub const FRAME_BYTES: u16 = 1_000;

    /// Creates a flow that always has a frame ready, starts at time 0 and has no end. The other fields have
    /// their defaults.
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

    /// Creates a flow from the first node of `path` to the last node; both must be hosts. The nodes between
    /// them become the named path of the flow. The flow always has a frame ready, starts at `start` and has
    /// no end. Returns `None` if `path` has fewer than two nodes.
    #[must_use]
    pub fn along(name: String, path: &[String], priority: Priority, start: Time) -> Option<Self> {
        let [from, way @ .., to] = path else { return None };
        Some(Self { priority, start, path: way.to_vec(), ..Self::new(name, from.clone(), to.clone()) })
    }
}

/// Rate control of a flow at its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RateControl {
    /// No rate control: the flow sends at the rate of its link.
    None,
    /// DCQCN with the constants of its paper (Zhu et al., SIGCOMM 2015).
    Dcqcn,
    /// DCQCN with the defaults of `ConnectX` adapters.
    Connectx,
    /// Window limit: in each time window, the flow may start only a limited number of frame bytes.
    Window,
}

/// Retransmission after a frame was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Reliability {
    /// No retransmission of lost frames.
    #[serde(rename = "none")]
    None,
    /// Go-back-N: the lost frame and all frames after it are retransmitted.
    #[serde(rename = "go_back_n")]
    GoBackN,
    /// Go-back-0: the whole message is retransmitted.
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
    /// Constant intervals between frames. The value is the rate of frame bytes, at least 1 kb/s.
    Constant(Rate),
    /// Poisson process: intervals are exponentially distributed. The value is the mean rate of frame bytes,
    /// at least 1 kb/s.
    Poisson(Rate),
    /// Bursts at a constant rate, with pauses between them.
    Bursts(Bursts),
}

/// Bursts. The flow sends at a constant rate for the time `on`, then nothing for the time `off`, and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bursts {
    /// Rate of frame bytes during a burst, at least 1 kb/s.
    pub rate: Rate,
    /// Length of a burst, above 0. A frame that starts in the burst is sent completely.
    pub on: Time,
    /// Time from the end of a burst to the start of the next one.
    pub off: Time,
}

impl Arrival {
    fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// Acks that the receiver of a flow sends to the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Acks {
    /// Number of data frames for which one ack is sent; default 1. With retransmission, at most the send
    /// window.
    #[serde(default = "defaults::every_frame")]
    pub every: Whole<1, 65_535>,
    /// Priority of the acks, 0 to 7.
    pub priority: Priority,
}

/// End-to-end credits of a flow, which the receiver grants to the source. Switches ignore them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Credits {
    /// Greatest number of frame bytes in flight. The number must cover at least one frame of full length.
    pub bytes: Size<64, 1_000_000_000>,
    /// Length in bytes of the frames that return credits. Default: credits return without frames and without
    /// time on the wire.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub update: Option<Size<64, 1_518>>,
    /// Priority of the frames that return credits, 0 to 7; default 6. An error without `update`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub priority: Option<Priority>,
}

/// Pause source: a port that sends pause frames, whatever its buffers hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PauseSource {
    /// Name, unique among pause sources, 1 to 64 bytes.
    pub name: String,
    /// Name of the host or switch that sends the pause frames.
    pub node: String,
    /// Number of the port that sends the pause frames; default 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub port: Option<Whole<0, 63>>,
    /// Priorities that the frames pause: 1 to 8. A priority that is listed twice counts once. On a link with
    /// 802.3x pauses, the frames pause all priorities.
    #[serde(deserialize_with = "super::number::list::<_, 8, _>")]
    #[schemars(length(min = 1, max = 8))]
    pub priorities: Vec<Priority>,
    /// Pause time in quanta of 512 bit times; default 65535. 0 means resume. At most one of `quanta` and
    /// `time` is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quanta: Option<Whole<0, 65_535>>,
    /// Pause time, rounded up to whole quanta of the port. At most one of `quanta` and `time` is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<Time>,
    /// Interval between pause frames, at least 1 ns. Default: only one frame is sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub every: Option<Time>,
    /// Time of the first pause frame; default 0.
    #[serde(default, skip_serializing_if = "defaults::is_zero")]
    pub start: Time,
    /// Time from which no more pause frames are sent. This time is later than the start. Default: never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop: Option<Time>,
}
