//! Buffer of the latest deliveries, whose latencies are recorded together for speed.

use crate::ids::FlowId;
use crate::units::Time;

/// Number of deliveries after which the buffer is full.
const MAX_DELIVERIES: usize = 32;

/// Delivered frame: flow, sequence number and latency.
#[derive(Clone, Copy, Debug)]
pub(super) struct Delivery {
    pub flow: FlowId,
    pub number: u32,
    pub latency: Time,
}

/// Buffer of deliveries whose latencies are not yet in the histograms of the flows. With many flows, the
/// histograms are not in the cache of the processor. If many deliveries are recorded together, the memory
/// accesses overlap, which saves time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Latest {
    count: usize,
    /// Deliveries in the order of time; only the first `count` are valid.
    each: [Delivery; MAX_DELIVERIES],
}

impl Default for Latest {
    fn default() -> Self {
        Self {
            count: 0,
            each: [Delivery { flow: FlowId(0), number: 0, latency: Time::ZERO }; MAX_DELIVERIES],
        }
    }
}

impl Latest {
    /// Adds a delivery. Returns `true` if the buffer is full after the addition.
    #[inline]
    pub fn add(&mut self, delivery: Delivery) -> bool {
        self.each[self.count % MAX_DELIVERIES] = delivery;
        self.count += 1;
        self.count == MAX_DELIVERIES
    }

    /// Whether the buffer holds no deliveries.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Removes all deliveries from the buffer and returns the deliveries, oldest first.
    pub fn take(&mut self) -> impl Iterator<Item = Delivery> + use<> {
        let Self { count, each } = std::mem::take(self);
        each.into_iter().take(count)
    }
}
