//! Read model: the values that a page displays at one instant. A run cannot be restored from it.

use crate::fabric::buffer::Scope;
use crate::fabric::endpoint::rate::RateView;
use crate::fabric::frame::{FrameKind, Indication};
use crate::ids::{FlowId, PortId};
use crate::units::{Rate, Time};
use crate::wire::{Ecn, PRIORITIES};

use super::ClassShare;

/// What there is to see of a world at one instant: plain data, filled into
/// buffers that are used again ([`super::World::snapshot`]).
#[derive(Clone, Debug, Default)]
pub struct WorldView {
    /// The instant.
    pub now: Time,
    /// Events so far.
    pub events: u64,
    /// Frames in cables (and partly still in the port that sends them), by
    /// cable, first sent first.
    pub flying: Vec<Flying>,
    /// Every port of the fabric, by [`PortId`].
    pub ports: Vec<PortView>,
    /// Every flow, by [`FlowId`].
    pub flows: Vec<FlowView>,
    /// Free shared memory of each switch, by its number among the switches.
    pub pool_free: Vec<u64>,
    /// Headroom of each switch, of all groups together.
    pub pool_headroom: Vec<HeadroomView>,
    /// The receive buffer of each host, by its number among the hosts.
    pub receivers: Vec<ReceiveView>,
    /// Sums over the fabric.
    pub totals: Totals,
}

/// The headroom of a switch. Bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeadroomView {
    /// Whether the groups share it; each has its own otherwise.
    pub pooled: bool,
    /// In use.
    pub used: u64,
    /// Set aside.
    pub size: u64,
    /// Maximum use since the start, in bytes.
    pub peak: u64,
}

impl HeadroomView {
    /// The most of it that `group` can have: its own, but where groups share
    /// it no more than all of them have. Bytes.
    #[must_use]
    pub const fn most(&self, group: &PgView) -> u64 {
        if self.pooled && self.size < group.headroom_size { self.size } else { group.headroom_size }
    }
}

/// A host's receive buffer at one instant. Frame bytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReceiveView {
    /// How fast its bus carries frames to memory; `None`: infinitely, nothing waits.
    pub drain: Option<Rate>,
    /// What waits, of all priorities.
    pub bytes: u64,
    /// Most that ever waited.
    pub peak: u64,
    /// What may wait.
    pub size: u64,
    /// What waits of each priority.
    pub held: [u64; PRIORITIES],
    /// At or above this a priority asks for a pause.
    pub high: [u64; PRIORITIES],
    /// At or below this it resumes.
    pub low: [u64; PRIORITIES],
}

/// A frame in a cable. Its head left at `starts`, its tail leaves at `ends`;
/// its last bit is in at `arrives`. Times of the far end are those plus the
/// cable's delay; `starts + delay` may lie before `ends` (a frame longer than
/// its cable).
#[derive(Clone, Copy, Debug)]
pub struct Flying {
    /// The port that sends: names the cable and its direction.
    pub cable: PortId,
    /// First bit of the preamble out.
    pub starts: Time,
    /// Last bit of the frame out.
    pub ends: Time,
    /// Last bit of the frame in.
    pub arrives: Time,
    /// Header through FCS.
    pub bytes: u16,
    /// Priority of data and acks.
    pub priority: u8,
    /// What it is for; a credit update of no bytes takes no wire time.
    pub kind: FrameKind,
    /// ECN field.
    pub ecn: Ecn,
    /// Its flow, unless it is PFC.
    pub flow: FlowId,
    /// Its number within the flow.
    pub sequence: u32,
    /// What it says, if it is PFC.
    pub indication: Indication,
}

/// The credits of a priority of a port, as it sends. Bytes as the port at the
/// other end counts them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CreditView {
    /// What the buffer at the other end has promised.
    pub limit: u64,
    /// What of that may be sent now.
    pub available: u64,
    /// What its next frame takes of that buffer; 0: there is none.
    pub needs: u64,
    /// Time so far in which its transmitter was free and that did not cover its next frame.
    pub starved: Time,
    /// Updates that did not come in so far.
    pub lost: u64,
}

/// What is lost at a port, now and until that is mended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FaultView {
    /// Whether the cable that leaves it loses or spoils frames.
    pub lossy: bool,
    /// Whether pauses that come in are lost.
    pub deaf: bool,
    /// Whether credit updates that come in are lost.
    pub mute: bool,
}

/// A port at one instant. Masks have bit n for priority n.
#[derive(Clone, Copy, Debug, Default)]
pub struct PortView {
    /// Whether its link is down.
    pub down: bool,
    /// What is lost there.
    pub faults: FaultView,
    /// Priorities of which a pause source goes on to pause the peer, whatever is held.
    pub storms: u8,
    /// Priorities whose watchdog lets nothing wait here.
    pub thrown: u8,
    /// Whether a frame is being transmitted.
    pub busy: bool,
    /// Priorities that have a frame which could be sent now, were it not paused.
    pub ready: u8,
    /// Priorities that the peer has paused here.
    pub paused: u8,
    /// Priorities that have no credits for their next frame.
    pub starved: u8,
    /// Priorities for which this port's groups want the peer paused.
    pub asked: u8,
    /// Until when each paused priority stays so unless told otherwise.
    pub paused_until: [Time; PRIORITIES],
    /// The two queues of each priority.
    pub priorities: [PriorityView; PRIORITIES],
}

/// Ingress group and egress queue of one priority of one port. Bytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct PriorityView {
    /// The ingress group (of a switch's port).
    pub pg: PgView,
    /// Waiting for this output.
    pub egress_bytes: u64,
    /// Most that ever waited.
    pub egress_peak: u64,
    /// Marks: never below, always from. `u64::MAX` if off.
    pub kmin: u64,
    /// See `kmin`.
    pub kmax: u64,
    /// Time in PAUSED so far.
    pub paused_time: Time,
    /// Frames of this priority lost at this port so far, all causes.
    pub drops: u64,
    /// Frames marked at this egress queue so far.
    pub marked: u64,
    /// How it takes its turn at this output.
    pub class: ClassView,
    /// The credits that it sends for; `None`: it needs none.
    pub credits: Option<CreditView>,
}

/// A traffic class at the output of a port: deficit and quantum in bytes
/// (frames where ETS takes turns in frames), the rest in bytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct ClassView {
    /// Percent of what strict leaves that it is to get, 1 to 100; 0: strict.
    pub share: u8,
    /// What it earns a round; 0 of a strict class.
    pub quantum: u32,
    /// What it has saved up.
    pub deficit: u32,
    /// Frame bytes sent so far.
    pub sent_bytes: u64,
    /// What it got while other ETS classes wanted to send, too.
    pub got: ClassShare,
}

/// An ingress priority group. Bytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct PgView {
    /// Whether it is lossless.
    pub lossless: bool,
    /// What `xoff` and `xon` are compared with.
    pub scope: Scope,
    /// In use.
    pub reserve: u64,
    /// In use.
    pub shared: u64,
    /// In use.
    pub headroom: u64,
    /// Maximum use since the start, in bytes.
    pub reserve_peak: u64,
    /// Maximum use since the start, in bytes.
    pub shared_peak: u64,
    /// Maximum use since the start, in bytes.
    pub headroom_peak: u64,
    /// Size of the reserve.
    pub reserve_size: u64,
    /// The XOFF threshold as it stands (of shared use).
    pub xoff: u64,
    /// Resume at or below (of shared use).
    pub xon: u64,
    /// Size of the headroom.
    pub headroom_size: u64,
}

impl PgView {
    /// The bytes held beyond which a frame would be charged to headroom, were
    /// none in use: reserve and threshold, or what is held without headroom
    /// where the threshold has fallen below that.
    #[must_use]
    pub const fn headroom_from(&self) -> u64 {
        let (room, held) = (self.reserve_size.saturating_add(self.xoff), self.reserve + self.shared);
        if room > held { room } else { held }
    }
}

/// A flow at one instant.
#[derive(Clone, Copy, Debug, Default)]
pub struct FlowView {
    /// Frame bytes of data that were handed to the source's NIC (of a saturating flow: that left it).
    pub sent_bytes: u64,
    /// Frame bytes of data delivered.
    pub delivered_bytes: u64,
    /// Payload delivered in order.
    pub goodput_bytes: u64,
    /// Frame bytes of data lost, all causes.
    pub dropped_bytes: u64,
    /// What its rate control allows; `None`: the rate of its link.
    pub control: Option<RateView>,
    /// CNPs that its receiver sent.
    pub cnps_sent: u64,
    /// CNPs that came back to its source.
    pub cnps_received: u64,
    /// What it does about frames that are lost; `None`: nothing.
    pub recovery: Option<RecoveryView>,
    /// The credits between its ends; `None`: it needs none.
    pub credits: Option<PromiseView>,
    /// Payload that is still to be handed over to its NIC; [`u64::MAX`] is endless.
    pub left_bytes: u64,
    /// Whether it hands over frames, or has some left.
    pub active: bool,
    /// Whether its NIC has a frame of it, which it may have to hold.
    pub has_frame: bool,
}

/// The credits between the ends of a flow at one instant, as its source knows
/// them, in frame bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PromiseView {
    /// Its number among the flows that have any.
    pub number: usize,
    /// What may be under way.
    pub limit: u64,
    /// What of that may be sent.
    pub available: u64,
}

/// The sender of a reliable flow at one instant; counts since the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecoveryView {
    /// Frames that may be under way without an ack.
    pub window: u32,
    /// Frames that are.
    pub unacked: u32,
    /// Frames put on the wire again.
    pub resent_frames: u64,
    /// Their bytes.
    pub resent_bytes: u64,
    /// NAKs that came back.
    pub naks: u64,
    /// Times that no ack came in time.
    pub timeouts: u64,
    /// Total time in go-back-N recovery, as [`super::FlowCounters::time_lost`] defines it.
    pub time_lost: Time,
}

/// Sums over the fabric so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Totals {
    /// Frames lost, all causes.
    pub drops: u64,
    /// Lossless frames lost for want of headroom.
    pub violations: u64,
    /// PFC frames sent that pause something.
    pub pauses: u64,
    /// PFC frames sent that only resume.
    pub resumes: u64,
    /// Frames marked.
    pub marks: u64,
    /// Data frames delivered.
    pub delivered: u64,
}
