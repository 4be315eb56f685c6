//! What is measured: flat numbers, cloned with the state. Of them the state reads
//! only what counts always: events, and what flows have sent and delivered.

mod flow;
mod latency;
mod latest;
mod port;
mod promise;
mod shares;

pub use flow::FlowCounters;
pub use latency::Latency;
use latest::{Delivery, Latest};
pub use port::PriorityCounters;
pub use promise::PromiseCounters;
pub use shares::{ClassShare, Shares};

use crate::fabric::frame::Frame;
use crate::heap;
use crate::units::Time;
use crate::wire::PRIORITIES;

/// Whether what is there to be read, and nothing else, is counted, too: bytes
/// and frames by port and flow, peaks, shares, latencies. Off only to measure
/// what that costs (`RUSTFLAGS="--cfg uncounted"`); whatever a decision or an
/// end needs is counted always.
pub const COUNTS: bool = !cfg!(uncounted);

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
        if !COUNTS {
            return;
        }
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

    /// Heap memory in bytes.
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
