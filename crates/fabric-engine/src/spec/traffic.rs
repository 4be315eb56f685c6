//! Flows and pause sources, as data. Start with [`FlowSpec`].
//!
//! Rates count frame bytes. A flow without a size or a stop time is endless. A flow without a named path, or
//! at a switch that its path does not name, follows the routes.

use crate::fabric::endpoint::rate::RateConfig;
use crate::fabric::endpoint::read::ReadConfig;
use crate::fabric::endpoint::reliability::{Messages, ReliabilityConfig};
use crate::ids::{NodeId, PortId, Priority, PrioritySet};
use crate::units::{Quanta, Rate, Time};
use crate::wire::{Ecn, Format, FormatId, Label};

/// Arrival process: times at which a flow hands over frames to its NIC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// Saturating: a frame is always ready.
    Saturate,
    /// Constant rate of frame bytes: equal intervals.
    Constant(Rate),
    /// Poisson process: exponential intervals with this mean rate of frame bytes.
    Poisson(Rate),
    /// Bursts: frames at a constant rate for the time `on`, then no frames for the time `off`, repeatedly.
    Bursts {
        /// Rate of frame bytes during a burst.
        rate: Rate,
        /// Duration of a burst; above 0.
        on: Time,
        /// Time from the end of a burst to the start of the next burst.
        off: Time,
    },
}

impl Arrival {
    /// Rate of frame bytes: the mean rate, or for bursts the rate during a burst. `None` if saturating.
    #[must_use]
    pub const fn rate(self) -> Option<Rate> {
        match self {
            Self::Saturate => None,
            Self::Constant(rate) | Self::Poisson(rate) | Self::Bursts { rate, .. } => Some(rate),
        }
    }
}

/// Settings of the acks of a flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Acks {
    /// Number of data frames that one ack confirms; above 0.
    pub every: u32,
    /// Priority of the acks.
    pub priority: Priority,
}

/// End-to-end credits of a flow. The source starts a frame only while the credits cover a full frame of the
/// flow, even if the frame itself is shorter. The destination returns the credits of a frame when the frame
/// is in its memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlowCredits {
    /// Largest number of frame bytes that are sent and not yet returned as credits. At least a full
    /// frame of the flow.
    pub bytes: u64,
    /// Frame that carries credit updates. `None`: updates take no wire time, and arrive after the
    /// sum of the link delays on the return path.
    pub update: Option<CreditUpdate>,
}

/// Size and priority of the frame that returns end-to-end credits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CreditUpdate {
    /// Frame bytes, header through FCS.
    pub bytes: u16,
    /// Priority of the credit update.
    pub priority: Priority,
}

/// Headers of a flow: frame format, tag, and priority fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Headers {
    /// Frame format.
    pub format: FormatId,
    /// Whether frames carry an 802.1Q tag.
    pub tagged: bool,
    /// Whether frames carry an ICRC, for formats in which it is optional.
    pub icrc: bool,
    /// Priority code point of the tag, 0 to 7; `None`: the priority of the flow.
    pub pcp: Option<u8>,
    /// DSCP of the IP header, 0 to 63; `None`: the class selector of the priority of the flow (RFC
    /// 2474, section 4.2.2).
    pub dscp: Option<u8>,
}

impl Headers {
    /// Default headers: tagged, with an IP header.
    pub const IP: Self = Self { format: FormatId::IP, tagged: true, icrc: false, pcp: None, dscp: None };

    /// PCP and DSCP of data frames of `priority`. `format` must be the format with the id
    /// [`Headers::format`].
    #[must_use]
    pub fn label(&self, format: &Format, priority: Priority) -> Label {
        let pcp = self.pcp.unwrap_or(priority.get());
        let dscp = self.dscp.unwrap_or(priority.get() << 3);
        Label::new(self.tagged.then_some(pcp), format.ip.then_some(dscp))
    }
}

/// Operation of a flow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operation {
    /// RDMA write: the source writes into the memory of the destination.
    Write,
    /// RDMA send; frames differ from a write only in the opcode.
    Send,
    /// RDMA read: the receiver requests the data.
    Read(ReadConfig),
    /// Multicast: switches copy the frames for the destination of the flow and for these further
    /// hosts. No host occurs twice.
    Multicast(Vec<NodeId>),
    /// Frames without a transport protocol.
    Raw,
}

impl Operation {
    /// Name of the operation in documents.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Write => "write",
            Self::Send => "send",
            Self::Read(_) => "read",
            Self::Multicast(_) => "multicast",
            Self::Raw => "raw",
        }
    }
}

/// Flow (a queue pair): frames from one host to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlowSpec {
    /// Name, unique. Seeds the random stream of the flow, and selects its path among equal paths.
    pub name: String,
    /// Sending host.
    pub source: NodeId,
    /// Receiving host; must differ from the sending host.
    pub destination: NodeId,
    /// RDMA operation of the flow.
    pub operation: Operation,
    /// Priority of data frames, 0 to 7.
    pub priority: Priority,
    /// Frame format and headers of data frames.
    pub headers: Headers,
    /// Bytes of a full frame, header through FCS: 64 to 9238. The last frame of a message may be
    /// shorter.
    pub frame_bytes: u16,
    /// Payload bytes of a full frame; at most `frame_bytes`, above 0.
    pub payload_bytes: u16,
    /// Payload bytes of the message that the flow sends; `None`: endless. The last frame carries
    /// the rest.
    pub size: Option<u64>,
    /// Time at which the flow starts.
    pub start: Time,
    /// Time from which the flow hands no more frames over to its NIC; `None`: the flow is not stopped. A flow
    /// whose start is not before its stop never starts.
    pub stop: Option<Time>,
    /// Arrival process at the NIC.
    pub arrival: Arrival,
    /// Whether the start is delayed by a seeded time below one frame time, so that equal senders do
    /// not send in phase.
    pub jitter: bool,
    /// Whether each frame of a flow of constant rate is delayed by a seeded time below one
    /// interval. The order of the frames does not change.
    pub frame_jitter: bool,
    /// Acks; `None`: no acks, or for a reliable flow one ack of priority 0 for each frame.
    pub acks: Option<Acks>,
    /// Recovery of lost frames; `None`: lost frames stay lost.
    pub reliability: Option<ReliabilityConfig>,
    /// Rate control of the flow, such as DCQCN.
    pub rate: RateConfig,
    /// End-to-end credits; `None`: no credits.
    pub credits: Option<FlowCredits>,
    /// ECN field of data frames, in formats with an IP header.
    pub ecn: Ecn,
    /// Output ports of the path of the flow, at most one for each switch. A switch without a port
    /// in this list uses its routes.
    pub path: Vec<PortId>,
}

impl FlowSpec {
    /// Hosts that receive the data: the destination, then the further hosts of a multicast.
    pub fn receivers(&self) -> impl Iterator<Item = NodeId> {
        let others = match &self.operation {
            Operation::Multicast(others) => others.as_slice(),
            _ => &[],
        };
        std::iter::once(self.destination).chain(others.iter().copied())
    }

    /// Division of the frames into messages. The flow sends one message each time it is started.
    #[must_use]
    pub fn messages(&self) -> Messages {
        Messages::new(self.size.unwrap_or(u64::MAX), self.payload_bytes)
    }

    /// Priority of the read requests; `None` if the flow is no read.
    #[must_use]
    pub const fn request_priority(&self) -> Option<Priority> {
        match &self.operation {
            Operation::Read(config) => Some(config.priority),
            _ => None,
        }
    }

    /// Priority and frame bytes of each kind of frame that the destination sends to the source. Order: acks,
    /// CNPs, read requests, credit updates; without the kinds that the flow does not have. The default acks
    /// of a reliable flow without [`FlowSpec::acks`] are left out. `format` must be the format of the flow.
    pub fn returning(&self, format: &Format) -> impl Iterator<Item = (Priority, u16)> + use<> {
        let Headers { tagged, icrc, .. } = self.headers;
        let acks = self.acks.map(|acks| (acks.priority, format.ack_frame_bytes(tagged, icrc)));
        let cnps = self.rate.cnp_priority().map(|priority| (priority, format.cnp_frame_bytes(tagged, icrc)));
        let requests = self.request_priority();
        let requests = requests.map(|priority| (priority, format.request_frame_bytes(tagged, icrc)));
        let updates = self.credits.and_then(|credits| credits.update);
        let updates = updates.map(|update| (update.priority, update.bytes));
        [acks, cnps, requests, updates].into_iter().flatten()
    }

    /// Priorities of the data, acks, CNPs, read requests and credit updates of the flow. The default acks of
    /// a reliable flow are left out, as in [`FlowSpec::returning`].
    #[must_use]
    pub fn priorities(&self) -> PrioritySet {
        let acks = self.acks.map(|acks| acks.priority);
        let updates = self.credits.and_then(|credits| Some(credits.update?.priority));
        let others = [acks, self.rate.cnp_priority(), self.request_priority(), updates].into_iter().flatten();
        others.chain([self.priority]).collect()
    }
}

/// Pause source: a port that sends pauses independent of its buffers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PauseSourceSpec {
    /// Name, unique among pause sources.
    pub name: String,
    /// Port that sends the pauses.
    pub port: PortId,
    /// Priorities that the source pauses.
    pub priorities: PrioritySet,
    /// Pause time; 0 resumes.
    pub quanta: Quanta,
    /// Interval between two pauses, above 0; `None`: one pause only.
    pub every: Option<Time>,
    /// Time of the first pause.
    pub start: Time,
    /// Time from which the source sends no pause; `None`: the source does not stop.
    pub stop: Option<Time>,
}
