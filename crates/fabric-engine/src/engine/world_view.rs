//! Views for display: plain copies of the values that a page shows at one instant. Start with [`WorldView`].
//! A view is not enough to restore a run; use [`super::WorldSnapshot`] for this purpose.
//!
//! Lists are indexed by port, flow, switch or host. `None` means that the port or flow does not have the
//! feature. Counts and peaks are since the start of the run.

use crate::fabric::buffer::Scope;
use crate::fabric::endpoint::rate::RateView;
use crate::fabric::frame::{FrameKind, Indication};
use crate::ids::{FlowId, PortId, Priority, PrioritySet};
use crate::units::{Rate, Time};
use crate::wire::{Ecn, PRIORITIES};

use super::ClassShare;

/// State of a world at one time, for display. Filled by [`super::World::snapshot`], which reuses the
/// allocated memory of an old view.
#[derive(Clone, Debug, Default)]
pub struct WorldView {
    /// Time of the view.
    pub now: Time,
    /// Number of events of the simulation since the start of the run.
    pub events: u64,
    /// Frames in cables, including frames whose transmission has not ended, and frames that will be lost.
    /// Sorted by the transmitting port, then by the order of transmission; credit updates without wire time
    /// come last.
    pub in_flight: Vec<FrameInFlight>,
    /// Ports, indexed by [`PortId`].
    pub ports: Vec<PortView>,
    /// Flows, indexed by [`FlowId`].
    pub flows: Vec<FlowView>,
    /// Free shared memory in bytes, indexed by switch.
    pub pool_free: Vec<u64>,
    /// Headroom of all PGs together, indexed by switch.
    pub pool_headroom: Vec<HeadroomView>,
    /// Receive buffer of each host, indexed by host.
    pub receivers: Vec<ReceiveView>,
    /// Sums over the fabric since the start.
    pub totals: Totals,
}

/// Headroom of a switch, as the sum over all its PGs, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeadroomView {
    /// Whether the PGs share a headroom pool. `false`: each PG has its own headroom.
    pub pooled: bool,
    /// Bytes of headroom in use.
    pub used: u64,
    /// Size of the headroom pool, or the sum of the headrooms of the PGs, in bytes.
    pub size: u64,
    /// Maximum headroom in use at one time since the start of the run, in bytes.
    pub peak: u64,
}

impl HeadroomView {
    /// Maximum headroom that the PG `group` can use, in bytes: the smaller of the headroom of the PG and the
    /// headroom pool.
    #[must_use]
    pub const fn max_usable(&self, group: &PgView) -> u64 {
        if self.pooled && self.size < group.headroom_size { self.size } else { group.headroom_size }
    }
}

/// Receive buffer of a host at one time, in frame bytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReceiveView {
    /// Rate at which the host moves frames from the buffer to memory. `None` if the rate is unlimited; the
    /// buffer then holds only read requests that wait.
    pub drain: Option<Rate>,
    /// Bytes in the buffer, of all priorities together.
    pub bytes: u64,
    /// Maximum number of bytes in the buffer since the start.
    pub peak: u64,
    /// Size of the buffer in bytes.
    pub size: u64,
    /// Bytes in the buffer, indexed by priority.
    pub held: [u64; PRIORITIES],
    /// Bytes at or above which the host requests a pause, indexed by priority. A link with link pause does
    /// not use these thresholds.
    pub xoff: [u64; PRIORITIES],
    /// Bytes at or below which the host requests a resume, indexed by priority. A link with link pause does
    /// not use these thresholds.
    pub xon: [u64; PRIORITIES],
}

/// Frame in a cable, or still in transmission. The first bit leaves at `starts`, the last bit
/// leaves at `ends` and arrives at `arrives`. The first bit arrives one cable delay after `starts`.
/// If the frame is longer than the cable, the first bit arrives before `ends`.
#[derive(Clone, Copy, Debug)]
pub struct FrameInFlight {
    /// Port that transmits the frame. A port identifies the cable and the direction in the cable.
    pub cable: PortId,
    /// Time at which the first bit of the preamble leaves.
    pub starts: Time,
    /// Time at which the last bit of the frame leaves.
    pub ends: Time,
    /// Time at which the last bit of the frame arrives.
    pub arrives: Time,
    /// Frame bytes, from header to FCS.
    pub bytes: u16,
    /// Priority of the frame, 0 to 7; for a link credit update, its virtual channel. Without
    /// meaning for a PFC frame.
    pub priority: Priority,
    /// Kind of frame. A credit update of 0 B takes no wire time.
    pub kind: FrameKind,
    /// ECN field of the frame.
    pub ecn: Ecn,
    /// Flow of the frame; without meaning for PFC frames and link credit updates.
    pub flow: FlowId,
    /// Sequence number within the flow; 0 for PFC frames and link credit updates.
    pub sequence: u32,
    /// Priorities and pause time of a PFC frame; empty for other frames.
    pub indication: Indication,
}

/// Credits of one outgoing priority of a port, in bytes. A frame takes as many credits as the receiving
/// buffer counts for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CreditView {
    /// Size of the buffer at the other end, in bytes.
    pub limit: u64,
    /// Credits left, in bytes.
    pub available: u64,
    /// Credits that the next frame needs, in bytes; 0 if no frame waits.
    pub needs: u64,
    /// Total time in which the transmitter was free but credits did not cover the next frame.
    pub starved: Time,
    /// Number of credit updates that were lost on the way to this port.
    pub lost: u64,
}

/// Faults at a port that are active now: loss of frames, pauses or credit updates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FaultView {
    /// Whether the cable out of the port loses or corrupts frames.
    pub has_lossy_cable: bool,
    /// Whether PFC frames with pauses are lost on arrival at the port.
    pub loses_pauses: bool,
    /// Whether a fault may lose credit updates on arrival at the port.
    pub loses_credit_updates: bool,
}

/// State of a port at one time.
#[derive(Clone, Copy, Debug, Default)]
pub struct PortView {
    /// Whether the link is down.
    pub down: bool,
    /// Active faults of the port.
    pub faults: FaultView,
    /// Priorities that a pause source at this port has paused at the peer and will pause again.
    /// Empty without a pause source.
    pub storms: PrioritySet,
    /// Priorities for which a watchdog drops frames.
    pub watchdog_drops: PrioritySet,
    /// Whether a frame is being transmitted.
    pub busy: bool,
    /// Priorities that have a frame to send, paused or not.
    pub ready: PrioritySet,
    /// Priorities that may not send because of a pause from the peer.
    pub paused: PrioritySet,
    /// Priorities that are not paused, but whose credits do not cover the next frame.
    pub starved: PrioritySet,
    /// Priorities for which this port requests that the peer pauses.
    pub requested_pauses: PrioritySet,
    /// Time at which the pause of each priority expires, indexed by priority. Zero if the priority is not
    /// paused; [`Time::NEVER`] if the pause has no timer. A pause that a watchdog ignores also has its time
    /// here.
    pub paused_until: [Time; PRIORITIES],
    /// State of the PG and of the egress queue of each priority of the port, indexed by priority.
    pub priorities: [PriorityView; PRIORITIES],
}

/// State of the PG and of the egress queue of one priority of a port, in bytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct PriorityView {
    /// Priority group. At a host, no bytes are charged to it, and `xoff` and `xon` are 0.
    pub pg: PgView,
    /// Bytes in the egress queue. At a host, the queue has only control frames, such as acks; data of flows
    /// waits in other queues.
    pub egress_bytes: u64,
    /// Maximum number of bytes in the egress queue since the start.
    pub egress_peak: u64,
    /// Kmin in bytes: below this queue length no frame is marked. [`u64::MAX`] if marking is off.
    pub kmin: u64,
    /// Kmax in bytes: every frame is marked at or above this queue length. [`u64::MAX`] if marking
    /// is off.
    pub kmax: u64,
    /// Total time for which this priority was paused, the current pause included.
    pub paused_time: Time,
    /// Dropped frames of this priority. A frame counts if it arrived at this port. At a host, it also counts
    /// if it waited for transmission by this port. All causes count, also causes by which the flow loses no
    /// data.
    pub drops: u64,
    /// Frames that this egress queue marked with ECN.
    pub marked: u64,
    /// State of the class in the scheduler.
    pub class: ClassView,
    /// Link credits; `None` if the priority sends without credits.
    pub credits: Option<CreditView>,
}

/// State of a traffic class of a port, in bytes. `quantum` and `deficit` are in frames if the
/// scheduler counts frames (WRR).
#[derive(Clone, Copy, Debug, Default)]
pub struct ClassView {
    /// Share of the class in the bandwidth that strict-priority classes leave, rounded to percent; 0 for a
    /// strict-priority class.
    pub share: u8,
    /// Quantum of the class in each round, in bytes (WRR: in frames); 0 for a strict-priority class.
    pub quantum: u32,
    /// Deficit of the class, in the unit of its quantum.
    pub deficit: u32,
    /// Frame bytes that the class has sent since the start of the run.
    pub sent_bytes: u64,
    /// Bytes sent and bytes due by weight, counted only while other ETS classes competed.
    pub got: ClassShare,
}

/// State of a priority group, in bytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct PgView {
    /// Whether the priority is lossless.
    pub lossless: bool,
    /// Memory use that is compared with `xoff` and `xon`: use by the PG, by a VOQ, or by the egress queue.
    pub scope: Scope,
    /// Reserve in use by the group, in bytes.
    pub reserve: u64,
    /// Shared memory in use by the group, in bytes.
    pub shared: u64,
    /// Headroom in use by the group, in bytes.
    pub headroom: u64,
    /// Maximum reserve in use by the PG since the start of the run, in bytes.
    pub reserve_peak: u64,
    /// Maximum shared memory in use by the PG since the start of the run, in bytes.
    pub shared_peak: u64,
    /// Maximum headroom in use by the PG since the start of the run, in bytes.
    pub headroom_peak: u64,
    /// Size of the reserve of the group, in bytes.
    pub reserve_size: u64,
    /// Present XOFF threshold in bytes, for the PG, VOQ or egress queue (field `scope` says which).
    pub xoff: u64,
    /// Present XON threshold in bytes, for the PG, VOQ or egress queue (field `scope` says which).
    pub xon: u64,
    /// Size of the headroom of the group, in bytes.
    pub headroom_size: u64,
}

impl PgView {
    /// Bytes from which frames of the group are charged to headroom; applies while no headroom is in use. The
    /// value is reserve plus XOFF threshold. If a falling threshold makes this sum less than the bytes in
    /// use, the value is the bytes in use.
    #[must_use]
    pub const fn headroom_from(&self) -> u64 {
        let (room, held) = (self.reserve_size.saturating_add(self.xoff), self.reserve + self.shared);
        if room > held { room } else { held }
    }
}

/// State of a flow at one time; byte and CNP counts are since the start.
#[derive(Clone, Copy, Debug, Default)]
pub struct FlowView {
    /// Frame bytes of data that the source handed to its NIC. For a saturating flow (a frame is always
    /// ready): bytes that the NIC started to transmit.
    pub sent_bytes: u64,
    /// Frame bytes of data delivered. For a multicast flow: sum over all receivers.
    pub delivered_bytes: u64,
    /// Payload bytes delivered in order, without retransmissions. For a multicast flow: sum over all
    /// receivers.
    pub goodput_bytes: u64,
    /// Frame bytes of data that were dropped with a loss for the flow: all causes except discards
    /// ([`super::DropCause::loses_no_data`]).
    pub dropped_bytes: u64,
    /// State of the rate control; `None` if only the link limits the flow.
    pub control: Option<RateView>,
    /// CNPs that the receiver sent.
    pub cnps_sent: u64,
    /// CNPs that arrived at the source.
    pub cnps_received: u64,
    /// State of the loss recovery, go-back-N or go-back-0; `None` if the flow is not reliable.
    pub recovery: Option<RecoveryView>,
    /// End-to-end credits; `None` if the flow has none.
    pub credits: Option<FlowCreditView>,
    /// Payload bytes not yet handed to the NIC; [`u64::MAX`] for an endless flow.
    pub left_bytes: u64,
    /// Whether the source still hands frames to its NIC, or the NIC still has frames of the flow.
    pub active: bool,
    /// Whether the NIC has a frame of the flow. Rate control, a window or missing credits may delay
    /// the frame.
    pub has_frame: bool,
}

/// End-to-end credits of a flow as its source counts them, in frame bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FlowCreditView {
    /// Index of the flow among the flows with end-to-end credits.
    pub number: usize,
    /// Maximum number of sent bytes whose credits have not yet returned.
    pub limit: u64,
    /// Credits left, in bytes.
    pub available: u64,
}

/// State of the sender of a reliable flow at one time. Counters are since the start of the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecoveryView {
    /// Size of the send window of the flow, in frames.
    pub window: u32,
    /// Number of frames that were sent and are not yet acknowledged.
    pub unacked: u32,
    /// Number of frames that the flow has retransmitted.
    pub resent_frames: u64,
    /// Frame bytes that the flow has retransmitted.
    pub resent_bytes: u64,
    /// NAKs that arrived at the source.
    pub naks: u64,
    /// Number of ack timeouts.
    pub timeouts: u64,
    /// Total time in recovery, the current recovery included ([`super::FlowCounters::recovery_time_until`]).
    pub recovery_time: Time,
}

/// Sums over the whole fabric since the start.
#[derive(Clone, Copy, Debug, Default)]
pub struct Totals {
    /// Frames dropped with a loss for their flow: all causes except discards
    /// ([`super::DropCause::loses_no_data`]).
    pub drops: u64,
    /// Lossless frames dropped because headroom or headroom pool was full.
    pub violations: u64,
    /// PFC frames sent that pause at least one priority, refreshes included.
    pub pauses: u64,
    /// PFC frames sent that resume priorities and pause none.
    pub resumes: u64,
    /// Frames that switches marked with ECN.
    pub marks: u64,
    /// Number of data frames delivered to a destination.
    pub delivered: u64,
}
