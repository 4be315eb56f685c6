//! Read model: the values that a page displays at one instant. A run cannot be restored from it.

use crate::fabric::buffer::Scope;
use crate::fabric::endpoint::rate::RateView;
use crate::fabric::frame::{FrameKind, Indication};
use crate::ids::{FlowId, PortId, PrioritySet};
use crate::units::{Rate, Time};
use crate::wire::{Ecn, PRIORITIES};

use super::ClassShare;

/// State of a world at one time, for display. Plain data, filled into buffers that are reused
/// ([`super::World::snapshot`]).
#[derive(Clone, Debug, Default)]
pub struct WorldView {
    /// Time of the view.
    pub now: Time,
    /// Number of events since the start.
    pub events: u64,
    /// Frames in cables, those still in transmission included; by cable, then in the order of
    /// transmission.
    pub flying: Vec<Flying>,
    /// Ports, indexed by [`PortId`].
    pub ports: Vec<PortView>,
    /// Flows, indexed by [`FlowId`].
    pub flows: Vec<FlowView>,
    /// Free shared memory in bytes, indexed by switch.
    pub pool_free: Vec<u64>,
    /// Headroom of all PGs together, indexed by switch.
    pub pool_headroom: Vec<HeadroomView>,
    /// Receive buffer, indexed by host.
    pub receivers: Vec<ReceiveView>,
    /// Sums over the fabric.
    pub totals: Totals,
}

/// Headroom of a switch, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeadroomView {
    /// Whether the PGs share a headroom pool; otherwise each has its own headroom.
    pub pooled: bool,
    /// Bytes in use.
    pub used: u64,
    /// Size in bytes.
    pub size: u64,
    /// Maximum use since the start, in bytes.
    pub peak: u64,
}

impl HeadroomView {
    /// Most headroom that `group` can use, in bytes: its own size, or the size of the pool if that
    /// is smaller.
    #[must_use]
    pub const fn most(&self, group: &PgView) -> u64 {
        if self.pooled && self.size < group.headroom_size { self.size } else { group.headroom_size }
    }
}

/// Receive buffer of a host at one time, in frame bytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReceiveView {
    /// Rate of the bus to memory; `None`: unlimited, so that no frame waits.
    pub drain: Option<Rate>,
    /// Bytes that wait, all priorities.
    pub bytes: u64,
    /// Most bytes that ever waited.
    pub peak: u64,
    /// Size of the buffer in bytes.
    pub size: u64,
    /// Bytes that wait, indexed by priority.
    pub held: [u64; PRIORITIES],
    /// Bytes at or above which the host requests a pause, indexed by priority.
    pub high: [u64; PRIORITIES],
    /// Bytes at or below which the host requests a resume, indexed by priority.
    pub low: [u64; PRIORITIES],
}

/// Frame in a cable. Its first bit leaves at `starts`, its last bit at `ends`; the last bit arrives
/// at `arrives`. The first bit arrives at `starts` plus the delay of the cable, which may be before
/// `ends` if the frame is longer than the cable.
#[derive(Clone, Copy, Debug)]
pub struct Flying {
    /// Port that transmits; identifies the cable and its direction.
    pub cable: PortId,
    /// Time at which the first bit of the preamble leaves.
    pub starts: Time,
    /// Time at which the last bit of the frame leaves.
    pub ends: Time,
    /// Time at which the last bit of the frame arrives.
    pub arrives: Time,
    /// Frame bytes, from header to FCS.
    pub bytes: u16,
    /// Priority of data and acks.
    pub priority: u8,
    /// Kind of frame. A credit update of 0 B takes no wire time.
    pub kind: FrameKind,
    /// ECN field of the frame.
    pub ecn: Ecn,
    /// Flow; meaningless for control frames.
    pub flow: FlowId,
    /// Sequence number within the flow; 0 for control frames.
    pub sequence: u32,
    /// Content of a PFC frame.
    pub indication: Indication,
}

/// Credits of a sending priority of a port, in bytes as the other end counts them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CreditView {
    /// Size of the buffer at the other end.
    pub limit: u64,
    /// Credits left, in bytes.
    pub available: u64,
    /// Credits that the next frame needs; 0 without a frame.
    pub needs: u64,
    /// Total time in which the transmitter was free but credits did not cover the next frame.
    pub starved: Time,
    /// Number of credit updates lost.
    pub lost: u64,
}

/// Faults of a port that lose frames, pauses or credit updates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FaultView {
    /// Whether the cable out of the port loses or corrupts frames.
    pub lossy: bool,
    /// Whether received pauses are lost.
    pub deaf: bool,
    /// Whether received credit updates are lost.
    pub mute: bool,
}

/// Port at one time. Bit n of a mask is priority n.
#[derive(Clone, Copy, Debug, Default)]
pub struct PortView {
    /// Whether the link is down.
    pub down: bool,
    /// Faults of the port.
    pub faults: FaultView,
    /// Mask of priorities that a pause source at this port will pause again.
    pub storms: PrioritySet,
    /// Mask of priorities for which a watchdog drops frames.
    pub thrown: PrioritySet,
    /// Whether a frame is being transmitted.
    pub busy: bool,
    /// Mask of priorities with a frame to send, paused or not.
    pub ready: PrioritySet,
    /// Mask of priorities that the peer has paused.
    pub paused: PrioritySet,
    /// Mask of priorities without credits for their next frame.
    pub starved: PrioritySet,
    /// Mask of priorities for which this port requests a pause of its peer.
    pub asked: PrioritySet,
    /// Expiry of the pause, indexed by priority; zero if the priority is not paused.
    pub paused_until: [Time; PRIORITIES],
    /// PG and egress queue, indexed by priority.
    pub priorities: [PriorityView; PRIORITIES],
}

/// PG and egress queue of one priority of one port, in bytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct PriorityView {
    /// Priority group; empty at a host.
    pub pg: PgView,
    /// Bytes in the egress queue.
    pub egress_bytes: u64,
    /// Most bytes ever in the egress queue.
    pub egress_peak: u64,
    /// Kmin in bytes: no frame is marked below it. [`u64::MAX`] if marking is off.
    pub kmin: u64,
    /// Kmax in bytes: every frame is marked from there on. [`u64::MAX`] if marking is off.
    pub kmax: u64,
    /// Total time in PAUSED.
    pub paused_time: Time,
    /// Frames of this priority dropped at this port, all causes.
    pub drops: u64,
    /// Frames marked at this egress queue.
    pub marked: u64,
    /// State of the class in the scheduler.
    pub class: ClassView,
    /// Link credits; `None` if the priority needs none.
    pub credits: Option<CreditView>,
}

/// Traffic class of a port, in bytes; quantum and deficit are in frames if ETS counts frames.
#[derive(Clone, Copy, Debug, Default)]
pub struct ClassView {
    /// Percentage of the bandwidth that strict classes leave, 1 to 100; 0 for a strict class.
    pub share: u8,
    /// Quantum of a round; 0 for a strict class.
    pub quantum: u32,
    /// Deficit of the class, in the unit of its quantum.
    pub deficit: u32,
    /// Frame bytes sent since the start.
    pub sent_bytes: u64,
    /// Share of this class while other ETS classes competed.
    pub got: ClassShare,
}

/// Priority group, in bytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct PgView {
    /// Whether the priority is lossless.
    pub lossless: bool,
    /// Quantity that `xoff` and `xon` limit.
    pub scope: Scope,
    /// Reserve in use by the group, in bytes.
    pub reserve: u64,
    /// Shared memory in use.
    pub shared: u64,
    /// Headroom in use by the group, in bytes.
    pub headroom: u64,
    /// Most reserve ever in use.
    pub reserve_peak: u64,
    /// Most shared memory ever in use.
    pub shared_peak: u64,
    /// Most headroom ever in use.
    pub headroom_peak: u64,
    /// Size of the reserve.
    pub reserve_size: u64,
    /// Present XOFF threshold, of the quantity in `scope`.
    pub xoff: u64,
    /// Present XON threshold, of the quantity in `scope`.
    pub xon: u64,
    /// Size of the headroom.
    pub headroom_size: u64,
}

impl PgView {
    /// Held bytes above which a frame goes to headroom if none is in use. That is reserve plus
    /// threshold, or the bytes held outside headroom if the threshold has fallen below them.
    #[must_use]
    pub const fn headroom_from(&self) -> u64 {
        let (room, held) = (self.reserve_size.saturating_add(self.xoff), self.reserve + self.shared);
        if room > held { room } else { held }
    }
}

/// Flow at one time.
#[derive(Clone, Copy, Debug, Default)]
pub struct FlowView {
    /// Frame bytes of data handed to the NIC of the source; of a saturating flow, bytes put on the
    /// wire.
    pub sent_bytes: u64,
    /// Frame bytes of data delivered.
    pub delivered_bytes: u64,
    /// Payload bytes delivered in order.
    pub goodput_bytes: u64,
    /// Frame bytes of data dropped, all causes.
    pub dropped_bytes: u64,
    /// Rate control; `None` if only the link limits the flow.
    pub control: Option<RateView>,
    /// CNPs that the receiver sent.
    pub cnps_sent: u64,
    /// CNPs that arrived at the source.
    pub cnps_received: u64,
    /// Recovery of lost frames; `None` if the flow is not reliable.
    pub recovery: Option<RecoveryView>,
    /// End-to-end credits; `None` if the flow has none.
    pub credits: Option<FlowCreditView>,
    /// Payload bytes not yet handed to the NIC; [`u64::MAX`] for an endless flow.
    pub left_bytes: u64,
    /// Whether the flow hands frames to its NIC, or still has frames there.
    pub active: bool,
    /// Whether the NIC has a frame of the flow, which may be held.
    pub has_frame: bool,
}

/// End-to-end credits of a flow as its source knows them, in frame bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FlowCreditView {
    /// Index among the flows with end-to-end credits.
    pub number: usize,
    /// Most bytes that may be outstanding.
    pub limit: u64,
    /// Credits left, in bytes.
    pub available: u64,
}

/// Sender of a reliable flow at one time; counts are since the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecoveryView {
    /// Send window, in frames.
    pub window: u32,
    /// Frames without an ack.
    pub unacked: u32,
    /// Frames retransmitted.
    pub resent_frames: u64,
    /// Bytes retransmitted.
    pub resent_bytes: u64,
    /// NAKs that arrived at the source.
    pub naks: u64,
    /// Number of ack timeouts.
    pub timeouts: u64,
    /// Total time in go-back-N recovery, as [`super::FlowCounters::time_lost`] defines it.
    pub time_lost: Time,
}

/// Sums over the fabric since the start.
#[derive(Clone, Copy, Debug, Default)]
pub struct Totals {
    /// Frames dropped, all causes.
    pub drops: u64,
    /// Lossless frames dropped for lack of headroom.
    pub violations: u64,
    /// PFC frames sent that pause at least one priority.
    pub pauses: u64,
    /// PFC frames sent that only resume.
    pub resumes: u64,
    /// Frames marked with ECN since the start.
    pub marks: u64,
    /// Data frames delivered since the start.
    pub delivered: u64,
}
