use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::defaults;
use super::number::{Size, Whole};
use super::operation::Operation;
use crate::units::{Rate, Time};
use crate::wire::{MAX_FRAME_BYTES, MIN_FRAME_BYTES};

/// Bytes of a frame, header through FCS.
pub type FrameBytes = Size<{ MIN_FRAME_BYTES as u64 }, { MAX_FRAME_BYTES as u64 }>;
/// Bytes to send: up to 1 PB.
pub type TransferBytes = Size<1, 1_000_000_000_000_000>;
/// A priority of 802.1Q.
pub type Priority = Whole<0, 7>;

/// A flow (a queue pair): frames from one host to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Flow {
    /// Unique among flows, 1 to 64 bytes; its random stream and its path follow from it.
    pub name: String,
    /// Sending host.
    pub from: String,
    /// Receiving host, another one.
    pub to: String,
    /// Operation on the payload: `write` (default), `send`, `read` (`to`
    /// asks for it), `multicast` or `raw`.
    #[serde(default, skip_serializing_if = "Operation::is_default")]
    pub operation: Operation,
    /// Of a multicast: the hosts that receive it beside `to`.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "super::number::list::<_, 4096, _>"
    )]
    #[schemars(length(max = 4096))]
    pub group: Vec<String>,
    /// 0 to 7; default 3. Of a read that of its requests, too.
    #[serde(default = "defaults::priority", skip_serializing_if = "defaults::is_priority")]
    pub priority: Priority,
    /// Of a read: the priority of its data; default: the parameter
    /// `response_priority`, that of its requests if that gives none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub response_priority: Option<Priority>,
    /// Frame format: `ip` (default), `rocev2`, `standard`,
    /// `afh_gen1`, `afh_gen2_16b`, `afh_lite`, `raw`, or the name of a format of
    /// the document.
    #[serde(default = "defaults::format", skip_serializing_if = "defaults::is_format")]
    pub format: String,
    /// Whether its frames carry an 802.1Q tag; default: they do if their format can.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tagged: Option<bool>,
    /// Whether they carry an ICRC that their format leaves open; default: not.
    #[serde(default, skip_serializing_if = "defaults::is_no")]
    pub icrc: bool,
    /// Priority code point of the tag; default: the priority.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pcp: Option<Priority>,
    /// Code point of the IP header; default: eight times the priority.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dscp: Option<Whole<0, 63>>,
    /// Bytes of each frame, header through FCS; default: what the payload
    /// needs, or 1000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<FrameBytes>,
    /// Bytes of payload in each frame; default: all that the format leaves of the frame.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payload: Option<Size<1, { MAX_FRAME_BYTES as u64 }>>,
    /// Bytes of payload to send; default: without end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<TransferBytes>,
    /// When it starts.
    #[serde(default, skip_serializing_if = "defaults::is_zero")]
    pub start: Time,
    /// When it stops, if it does: after the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop: Option<Time>,
    /// How frames come to its NIC.
    #[serde(default, skip_serializing_if = "Arrival::is_default")]
    pub arrival: Arrival,
    /// Whether a seeded time below one frame time moves its start, so that
    /// equal senders do not lock in phase; default: the parameter `jitter`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jitter: Option<bool>,
    /// Acks on the way back; default: none, of a reliable flow those of the
    /// parameters `ack_every` and `ack_priority`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub acks: Option<Acks>,
    /// Rate control: `none`, `dcqcn`, `connectx` or `window`; default:
    /// the parameter `rate_control`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate_control: Option<RateControl>,
    /// Recovery when a frame is lost: `none`, `go_back_n`, or the
    /// whole message, `go_back_0`; default: the parameter `reliability`, where
    /// its frames can be acknowledged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reliability: Option<Reliability>,
    /// Credits between its two ends: the source starts no frame while they do
    /// not cover a full one; default: it needs none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub credits: Option<Credits>,
    /// Whether its frames can carry an ECN mark; default: those with an IP
    /// header can. Others never can: to say so of them is warned about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ecn: Option<bool>,
    /// Nodes along its way, each a neighbour of the one before; where it names
    /// none, the routes decide.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "super::number::list::<_, 256, _>"
    )]
    #[schemars(length(max = 256))]
    pub path: Vec<String>,
}

impl Flow {
    /// Bytes of a frame, where neither they nor the payload are given.
    pub const FRAME_BYTES: u16 = 1_000;

    /// A flow without end that starts at once, sends as much as goes, and is
    /// in all else what a file means that says no more of it.
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

    /// A flow without end along `path`, from its first node to its last, both
    /// hosts, that starts at `start` and sends as much as goes.
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
    /// Its link.
    None,
    /// DCQCN as in its paper.
    Dcqcn,
    /// DCQCN with the defaults of `ConnectX` adapters.
    Connectx,
    /// Limit on the frame bytes that start in each window of time.
    Window,
}

/// Frames that a flow sends again when a frame of it is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Reliability {
    /// Nothing.
    #[serde(rename = "none")]
    None,
    /// The lost frame and all frames behind it.
    #[serde(rename = "go_back_n")]
    GoBackN,
    /// The whole message.
    #[serde(rename = "go_back_0")]
    GoBack0,
}

/// How frames come to a flow's NIC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Arrival {
    /// There is always a frame ready.
    #[default]
    Saturate,
    /// A frame in each interval, at this rate of frame bytes; at least 1k.
    Constant(Rate),
    /// Exponential intervals whose mean gives this rate of frame bytes; at least 1k.
    Poisson(Rate),
    /// On and off in turn.
    Bursts(Bursts),
}

/// Frames at a rate for a time, then none for another, and again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bursts {
    /// Of frame bytes, while it sends; at least 1k.
    pub rate: Rate,
    /// How long a burst is, above 0: every frame that begins in it is sent.
    pub on: Time,
    /// From the end of one to the next.
    pub off: Time,
}

impl Arrival {
    fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// Frames that travel back to a flow's source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Acks {
    /// Data frames per ack.
    #[serde(default = "defaults::every_frame")]
    pub every: Whole<1, 65_535>,
    /// Priority of the acks.
    pub priority: Priority,
}

/// Credits between the two ends of a flow. Switches know nothing of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Credits {
    /// Frame bytes that may be under way; at least those of a full frame.
    pub bytes: Size<64, 1_000_000_000>,
    /// Size of the frames in which they are given back; default: that takes no wire time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub update: Option<Size<64, 1_518>>,
    /// Priority of these frames; default 6.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub priority: Option<Priority>,
}

/// A port that sends pause frames whatever its buffers hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PauseSource {
    /// Unique among pause sources, 1 to 64 bytes.
    pub name: String,
    /// The host or switch that sends them.
    pub node: String,
    /// Its port; default 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub port: Option<Whole<0, 63>>,
    /// The priorities that it pauses.
    #[serde(deserialize_with = "super::number::list::<_, 8, _>")]
    #[schemars(length(min = 1, max = 8))]
    pub priorities: Vec<Priority>,
    /// The time that it asks for, in quanta of 512 bit times; 0 resumes. One
    /// of `quanta` and `time`; default 65535 quanta.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quanta: Option<Whole<0, 65_535>>,
    /// Pause as a time, rounded up to quanta of the port.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<Time>,
    /// From one frame to the next, at least 1 ns; default: one frame only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub every: Option<Time>,
    /// When the first is sent.
    #[serde(default, skip_serializing_if = "defaults::is_zero")]
    pub start: Time,
    /// None is sent from here on: after the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop: Option<Time>,
}
