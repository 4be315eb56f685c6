//! Counters of a run: plain numbers, cloned with the state. The hash of the state does not include them, and
//! only a few influence the run. Start with [`Counters`].

mod flow;
mod flow_credit;
mod latency;
mod latest;
mod port;
mod shares;

pub use flow::FlowCounters;
pub use flow_credit::FlowCreditCounters;
pub use latency::Latency;
use latest::{Delivery, Latest};
pub use port::PriorityCounters;
pub use shares::{ClassShare, Shares};

use crate::fabric::frame::Frame;
use crate::mem_size;
use crate::units::Time;
use crate::wire::PRIORITIES;

/// Whether the engine keeps the counters that only callers read: bytes and frames by port and flow, peaks,
/// bandwidth shares, latencies. `false` only to measure their cost (`RUSTFLAGS="--cfg uncounted"`).
pub const COUNTS: bool = !cfg!(uncounted);

/// Counters of one receiver of a multicast flow.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReceiverCounters {
    /// Number of frames delivered to this receiver.
    pub frames: u64,
    /// Frame bytes delivered to this receiver.
    pub bytes: u64,
    /// Payload bytes delivered to this receiver in order.
    pub goodput: u64,
}

/// Counters of one crossbar.
#[derive(Clone, Copy, Debug, Default)]
pub struct CrossbarCounters {
    /// Number of crossbar slots with at least one match.
    pub slots: u64,
    /// Matches of an input with an output, summed over all slots.
    pub matches: u64,
    /// Cells transferred through the crossbar.
    pub cells: u64,
}

/// All counters of a run.
#[derive(Clone, Debug, Default)]
pub struct Counters {
    /// Counters of each port and priority; indexed by port, then priority.
    pub ports: Vec<[PriorityCounters; PRIORITIES]>,
    /// Bytes that the ETS classes sent, and bytes due to these classes by weight; indexed by port.
    pub shares: Vec<Shares>,
    /// Maximum number of bytes in the receive buffer since the start, indexed by host.
    pub receive_peaks: Vec<u64>,
    /// Counters of each flow, indexed by flow.
    pub flows: Vec<FlowCounters>,
    /// Deliveries whose latencies are not yet in `flows`; empty while the event loop is not
    /// running.
    latest: Latest,
    /// Counters of the receivers of a multicast flow except its destination, indexed by multicast
    /// flow, then receiver.
    pub receivers: Vec<Vec<ReceiverCounters>>,
    /// Times at which repetitions of a collective ended, indexed by collective, then by repetition.
    pub collectives: Vec<Vec<Time>>,
    /// Counters of end-to-end credits, indexed by position among the flows with end-to-end credits.
    pub flow_credits: Vec<FlowCreditCounters>,
    /// Counters of each crossbar, indexed by switch; zero for a switch without a crossbar.
    pub crossbars: Vec<CrossbarCounters>,
    /// Number of links crossed by data frames and acks. A frame counts when it has arrived whole.
    pub hops: u64,
    /// Number of events of the simulation that have run.
    pub events: u64,
    /// Maximum headroom in use by all PGs of a switch together, in bytes, indexed by switch.
    pub headroom_pool_peaks: Vec<u64>,
    /// Totals of the whole fabric: drops, pauses, ECN marks, deliveries.
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

    /// Records the latency of a frame delivered at `now`.
    #[inline]
    pub(super) fn record_delivery(&mut self, frame: &Frame, now: Time) {
        if !COUNTS {
            return;
        }
        let delivery = Delivery { flow: frame.flow, number: frame.sequence, latency: now - frame.created_at };
        if self.latest.add(delivery) {
            self.write_down();
        }
    }

    /// Records the latencies of the latest deliveries in the histograms of their flows.
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

    /// Heap memory of all counters, in bytes.
    pub(super) fn heap_bytes(&self) -> usize {
        let Self { ports, shares, receive_peaks, flows, receivers, collectives, .. } = self;
        let Self { flow_credits, crossbars, headroom_pool_peaks, .. } = self;
        size_of_val(&ports[..])
            + size_of_val(&shares[..])
            + size_of_val(&receive_peaks[..])
            + mem_size::deep(flows, |flow| flow.latency.heap_bytes())
            + mem_size::deep(receivers, |each| size_of_val(&each[..]))
            + mem_size::deep(collectives, |times| size_of_val(&times[..]))
            + size_of_val(&flow_credits[..])
            + size_of_val(&crossbars[..])
            + size_of_val(&headroom_pool_peaks[..])
    }
}
