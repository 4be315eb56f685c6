use xxhash_rust::xxh64::xxh64;

use crate::fabric::endpoint::rate::RateConfig;
use crate::fabric::endpoint::read::ReadConfig;
use crate::fabric::endpoint::reliability::{Messages, ReliabilityConfig};
use crate::ids::{NodeId, PortId};
use crate::units::{Quanta, Rate, Time};
use crate::wire::{Ecn, Format, FormatId, Label};

/// When a flow hands frames to its NIC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// Always has a frame ready.
    Saturate,
    /// One frame each interval: a constant rate of frame bytes.
    Constant(Rate),
    /// Exponential intervals whose mean gives this rate of frame bytes.
    Poisson(Rate),
    /// Frames at a rate of frame bytes for a time, then none for another, and again.
    Bursts {
        /// While it sends.
        rate: Rate,
        /// How long a burst is; above 0.
        on: Time,
        /// From the end of one to the next.
        off: Time,
    },
}

/// Frames that travel back to a flow's source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Acks {
    /// One ack for this many data frames; above 0.
    pub every: u32,
    /// Priority of the acks.
    pub priority: u8,
}

/// Credits between the two ends of a flow: its source starts no frame while
/// they do not cover a full one; its destination gives them back as data gets
/// to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlowCredits {
    /// Frame bytes that may be under way; at least those of a full frame.
    pub bytes: u64,
    /// What carries updates back; `None`: they take no wire time, and come in
    /// after the delays of the links on the way back.
    pub update: Option<CreditUpdate>,
}

/// The frames in which credits are given back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CreditUpdate {
    /// Bytes of each, header through FCS.
    pub bytes: u16,
    /// Their priority.
    pub priority: u8,
}

/// What surrounds a flow's payload, and what that says of its priority.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Headers {
    /// Its format.
    pub format: FormatId,
    /// Whether its frames carry an 802.1Q tag.
    pub tagged: bool,
    /// Whether they carry an ICRC that their format leaves open.
    pub icrc: bool,
    /// The tag's priority code point, 0 to 7; `None`: the flow's priority.
    pub pcp: Option<u8>,
    /// The code point of the IP header, 0 to 63; `None`: the class selector
    /// of the flow's priority (RFC 2474, section 4.2.2).
    pub dscp: Option<u8>,
}

impl Headers {
    /// Those of a flow that says nothing of them: tagged, with an IP header.
    pub const IP: Self = Self { format: FormatId::IP, tagged: true, icrc: false, pcp: None, dscp: None };

    /// What data frames of `priority` say; `format` is theirs.
    #[must_use]
    pub fn label(&self, format: &Format, priority: u8) -> Label {
        let pcp = self.pcp.unwrap_or(priority);
        let dscp = self.dscp.unwrap_or(priority << 3);
        Label::new(self.tagged.then_some(pcp), format.ip.then_some(dscp))
    }
}

/// What a flow does with its payload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operation {
    /// It writes it to memory.
    Write,
    /// It sends it: on the wire as a write.
    Send,
    /// Its receiver asks for it: a read.
    Read(ReadConfig),
    /// Switches copy it for these hosts, too, none of them twice.
    Multicast(Vec<NodeId>),
    /// Frames without a transport.
    Raw,
}

impl Operation {
    /// As documents name it.
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

/// A flow (a queue pair): frames from one host to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlowSpec {
    /// Unique; its random stream and its path follow from it.
    pub name: String,
    /// Sending host.
    pub source: NodeId,
    /// Receiving host, another one.
    pub destination: NodeId,
    /// What it does with its payload.
    pub operation: Operation,
    /// 0 to 7.
    pub priority: u8,
    /// What surrounds its payload.
    pub headers: Headers,
    /// Bytes of each frame, header through FCS: 64 to 9238.
    pub frame_bytes: u16,
    /// Bytes of the flow in each frame; at most `frame_bytes`, above 0.
    pub payload_bytes: u16,
    /// Bytes of payload to send; `None`: endless. The last frame carries what is left.
    pub size: Option<u64>,
    /// When it starts.
    pub start: Time,
    /// When it stops, if it does.
    pub stop: Option<Time>,
    /// How frames come to its NIC.
    pub arrival: Arrival,
    /// Whether its start is moved by a seeded time below one frame time, so
    /// that equal senders do not lock in phase.
    pub jitter: bool,
    /// Acks, if it has any; without them a reliable flow has one for each
    /// frame, of priority 0.
    pub acks: Option<Acks>,
    /// How it recovers frames that are lost; `None`: it does not.
    pub reliability: Option<ReliabilityConfig>,
    /// What limits its rate.
    pub rate: RateConfig,
    /// Credits between its ends, if it sends for any.
    pub credits: Option<FlowCredits>,
    /// What its frames say of ECN, as far as they have an IP header to say it in.
    pub ecn: Ecn,
    /// The way it takes, as far as it names one: out of this port at each of these switches.
    pub path: Vec<PortId>,
}

impl FlowSpec {
    /// The hosts that receive its data.
    pub fn receivers(&self) -> impl Iterator<Item = NodeId> {
        let others = match &self.operation {
            Operation::Multicast(others) => others.as_slice(),
            _ => &[],
        };
        std::iter::once(self.destination).chain(others.iter().copied())
    }

    /// Which of its frames make up a message: what it sends each time that it is started.
    #[must_use]
    pub fn messages(&self) -> Messages {
        Messages::new(self.size.unwrap_or(u64::MAX), self.payload_bytes)
    }

    /// The priority in which its data is asked for, if it is.
    #[must_use]
    pub const fn request_priority(&self) -> Option<u8> {
        match &self.operation {
            Operation::Read(config) => Some(config.priority),
            _ => None,
        }
    }

    /// What its destination sends back, where it is of this format: priority and bytes
    /// of its acks, its CNPs, its requests and its credit updates.
    pub fn returning(&self, format: &Format) -> impl Iterator<Item = (u8, u16)> + use<> {
        let Headers { tagged, icrc, .. } = self.headers;
        let acks = self.acks.map(|acks| (acks.priority, format.ack_frame_bytes(tagged, icrc)));
        let cnps = self.rate.cnp_priority().map(|priority| (priority, format.cnp_frame_bytes(tagged, icrc)));
        let requests = self.request_priority();
        let requests = requests.map(|priority| (priority, format.request_frame_bytes(tagged, icrc)));
        let updates = self.credits.and_then(|credits| credits.update);
        let updates = updates.map(|update| (update.priority, update.bytes));
        [acks, cnps, requests, updates].into_iter().flatten()
    }

    /// The priorities of its data, its acks, its CNPs, its requests and its credit updates, as a mask.
    #[must_use]
    pub fn priorities(&self) -> u8 {
        let acks = self.acks.map(|acks| acks.priority);
        let updates = self.credits.and_then(|credits| Some(credits.update?.priority));
        let others = [acks, self.rate.cnp_priority(), self.request_priority(), updates].into_iter().flatten();
        others.fold(1 << (self.priority & 7), |mask, priority| mask | 1 << (priority & 7))
    }
}

/// A port that sends pause frames whatever its buffers hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PauseSourceSpec {
    /// Unique.
    pub name: String,
    /// The port that sends.
    pub port: PortId,
    /// The priorities that it pauses.
    pub priorities: u8,
    /// The time that it asks for; 0 resumes.
    pub quanta: Quanta,
    /// From one frame to the next; `None`: one frame only. Above 0.
    pub every: Option<Time>,
    /// When the first is sent.
    pub start: Time,
    /// None is sent from here on.
    pub stop: Option<Time>,
}

/// A number that a name always gives, for random streams and paths that do
/// not move when something else is added.
#[must_use]
pub fn stable_key(seed: u64, purpose: &str, name: &str) -> u64 {
    xxh64(name.as_bytes(), seed ^ xxh64(purpose.as_bytes(), 0))
}
