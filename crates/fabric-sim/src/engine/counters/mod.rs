//! What is measured: flat numbers, cloned with the state, never read by it.

mod latency;
mod latest;
mod promise;
mod shares;

pub use latency::Latency;
use latest::{Delivery, Latest};
pub use promise::PromiseCounters;
pub use shares::{ClassShare, Shares};

use crate::fabric::frame::Frame;
use crate::heap;
use crate::units::Time;
use crate::wire::PRIORITIES;

use super::DropCause;

/// One priority of one port. What every frame adds to comes first, a line of the cache.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct PriorityCounters {
    /// Frame bytes of data and acks sent by this port.
    pub tx_bytes: u64,
    /// Frames sent.
    pub tx_frames: u64,
    /// Frame bytes received by this port.
    pub rx_bytes: u64,
    /// Frames received.
    pub rx_frames: u64,
    /// Most reserve ever in use by the ingress group.
    pub reserve_peak: u64,
    /// Most shared memory.
    pub shared_peak: u64,
    /// Most headroom.
    pub headroom_peak: u64,
    /// Most bytes that ever waited for this output.
    pub egress_peak: u64,
    /// Frames marked on leaving by this port.
    pub marked: u64,
    /// Frames that came in by this port and were lost (or, of a host, were to
    /// leave by it), by cause in the order of [`DropCause::ALL`].
    pub drops: [u64; DropCause::ALL.len()],
    /// PFC frames sent by this port that pause this priority.
    pub pauses_sent: u64,
    /// PFC frames sent by this port that resume it.
    pub resumes_sent: u64,
    /// PFC frames received by this port that pause it.
    pub pauses_received: u64,
    /// PFC frames that were to pause or resume it and did not come in by this port.
    pub pfc_lost: u64,
    /// Pauses and resumes that cancelled while they waited to be sent.
    pub cancelled: u64,
    /// Time in PAUSED, up to the last time that it was left.
    pub paused: Time,
    /// When PAUSED was entered, while it lasts.
    pub paused_since: Option<Time>,
    /// Time in which its transmitter was free and credits did not cover its
    /// next frame, up to the last time that this ended.
    pub starved: Time,
    /// When that began, while it lasts.
    pub starved_since: Option<Time>,
    /// Credit updates of this virtual channel that did not come in by this port.
    pub updates_lost: u64,
}

impl PriorityCounters {
    /// Time without credits for its next frame up to `now`.
    #[must_use]
    pub fn starved_until(&self, now: Time) -> Time {
        self.starved + self.starved_since.map_or(Time::ZERO, |since| now.saturating_sub(since))
    }

    /// Time in PAUSED up to `now`.
    #[must_use]
    pub fn paused_until(&self, now: Time) -> Time {
        self.paused + self.paused_since.map_or(Time::ZERO, |since| now.saturating_sub(since))
    }
}

/// One flow. Bytes are frame bytes of data unless it says otherwise. What every
/// frame adds to comes first, in two lines of the cache.
#[derive(Clone, Debug, Default)]
#[repr(C, align(64))]
pub struct FlowCounters {
    /// Handed to the NIC; of a saturating flow: put on the wire.
    pub sent_bytes: u64,
    /// Frames of it.
    pub sent_frames: u64,
    /// Sum over all frames of the time from the NIC's queue to the wire.
    pub nic_wait: Time,
    /// Frames that were put on the wire.
    pub nic_frames: u64,
    /// Delivered to the destination host.
    pub delivered_bytes: u64,
    /// Frames of it.
    pub delivered_frames: u64,
    /// Delivered with the mark of congestion.
    pub marked_frames: u64,
    /// Payload delivered in order.
    pub goodput_bytes: u64,
    /// From the NIC's queue to the last bit at the destination.
    pub latency: Latency,
    /// The number of the frame that was delivered last.
    pub last_delivered: Option<u32>,
    /// When its last payload was delivered.
    pub finished: Option<Time>,
    /// Lost, whatever the cause.
    pub dropped_bytes: u64,
    /// Frames of it.
    pub dropped_frames: u64,
    /// Copies made of its data by switches, for several receivers or by flooding.
    pub replicated_bytes: u64,
    /// Frames of it.
    pub replicated_frames: u64,
    /// Its frames that a switch flooded, acks among them.
    pub flooded_frames: u64,
    /// Data that came where it is of no use: copies made by flooding, and of a
    /// reliable flow what came out of order or again.
    pub discarded_bytes: u64,
    /// Frames of it.
    pub discarded_frames: u64,
    /// Requests for its data that were sent.
    pub requests: u64,
    /// Acks that came back to the source.
    pub acks: u64,
    /// NAKs that came back to the source.
    pub naks: u64,
    /// Times that the source went back because no ack came in time.
    pub timeouts: u64,
    /// Put on the wire again.
    pub resent_bytes: u64,
    /// Frames of it.
    pub resent_frames: u64,
    /// Time that the source took to be again where it had been: from when it
    /// went back, or began to wait in vain, until it could send what is new.
    pub time_lost: Time,
    /// Since when it is not there, if it is not.
    pub behind_since: Option<Time>,
    /// Up to when time was lost before: that counts once, however long the
    /// next ack was waited for.
    pub caught_up: Time,
    /// CNPs that its receiver sent.
    pub cnps_sent: u64,
    /// CNPs that the receiver's NIC swallowed as repeats.
    pub cnps_merged: u64,
    /// CNPs that came back to the source.
    pub cnps_received: u64,
}

impl FlowCounters {
    /// [`FlowCounters::time_lost`] up to `now`.
    #[must_use]
    pub fn lost_until(&self, now: Time) -> Time {
        self.time_lost + self.behind_since.map_or(Time::ZERO, |since| now.saturating_sub(since))
    }
}

/// What one receiver of a flow to several got.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReceiverCounters {
    /// Frames delivered.
    pub frames: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Payload delivered in order.
    pub goodput: u64,
}

/// One crossbar.
#[derive(Clone, Copy, Debug, Default)]
pub struct CrossbarCounters {
    /// Slots in which something could be matched.
    pub slots: u64,
    /// Inputs that were joined with an output, over all slots.
    pub matches: u64,
    /// Cells that were sent.
    pub cells: u64,
}

/// Everything that is counted.
#[derive(Clone, Debug, Default)]
pub struct Counters {
    /// By port, then priority.
    pub ports: Vec<[PriorityCounters; PRIORITIES]>,
    /// By port: what its ETS classes got.
    pub shares: Vec<Shares>,
    /// By host: most bytes that ever waited in its receive buffer.
    pub receive_peaks: Vec<u64>,
    /// By flow.
    pub flows: Vec<FlowCounters>,
    /// What of them is still to be written down; nothing while the loop rests.
    latest: Latest,
    /// By flow to several hosts: what each beside its destination got.
    pub receivers: Vec<Vec<ReceiverCounters>>,
    /// By collective: when its repetitions were over.
    pub collectives: Vec<Vec<Time>>,
    /// By flow that sends for credits of its own.
    pub promises: Vec<PromiseCounters>,
    /// By switch; zero where there is no crossbar.
    pub crossbars: Vec<CrossbarCounters>,
    /// Data and ack frames that crossed a link.
    pub hops: u64,
    /// Events.
    pub events: u64,
    /// By switch: most headroom ever in use, of all groups together.
    pub headroom_pool_peaks: Vec<u64>,
    /// Sums over the fabric.
    pub totals: super::Totals,
}

impl Counters {
    pub(super) fn new(ports: usize, switches: usize, hosts: usize) -> Self {
        Self {
            ports: vec![[PriorityCounters::default(); PRIORITIES]; ports],
            crossbars: vec![CrossbarCounters::default(); switches],
            shares: vec![Shares::default(); ports],
            headroom_pool_peaks: vec![0; switches],
            receive_peaks: vec![0; hosts],
            ..Self::default()
        }
    }

    /// A frame of a flow was delivered at `now`.
    #[inline]
    pub(super) fn took(&mut self, frame: &Frame, now: Time) {
        let delivery = Delivery { flow: frame.flow, number: frame.sequence, latency: now - frame.born };
        if self.latest.add(delivery) {
            self.write_down();
        }
    }

    /// Writes down what is still to be.
    #[inline]
    pub(super) fn settle(&mut self) {
        if !self.latest.is_empty() {
            self.write_down();
        }
    }

    fn write_down(&mut self) {
        for Delivery { flow, number, latency } in self.latest.take() {
            let counters = &mut self.flows[flow.index()];
            counters.latency.record(latency);
            counters.last_delivered = Some(number);
        }
    }

    /// What it keeps beside itself in memory, in bytes.
    pub(super) fn heap_bytes(&self) -> usize {
        let Self { ports, shares, receive_peaks, flows, receivers, collectives, .. } = self;
        let Self { promises, crossbars, headroom_pool_peaks, .. } = self;
        size_of_val(&ports[..])
            + size_of_val(&shares[..])
            + size_of_val(&receive_peaks[..])
            + heap::deep(flows, |flow| flow.latency.heap_bytes())
            + heap::deep(receivers, |each| size_of_val(&each[..]))
            + heap::deep(collectives, |times| size_of_val(&times[..]))
            + size_of_val(&promises[..])
            + size_of_val(&crossbars[..])
            + size_of_val(&headroom_pool_peaks[..])
    }
}
