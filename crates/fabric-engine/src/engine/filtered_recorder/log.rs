//! Log of a run: trace events, deliveries and occupancies. Start with [`Log`].

use crate::engine::TraceEvent;
use crate::ids::{FlowId, PortId, Priority};
use crate::units::Time;

/// Delivery of a frame to one receiver of a flow, with the bytes delivered to this receiver so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delivery {
    /// Flow of the frame.
    pub flow: FlowId,
    /// Port of the receiver.
    pub port: PortId,
    /// Simulated time of the delivery.
    pub at: Time,
    /// Number of the event that changed the bytes, counted from the start of the run.
    pub number: u64,
    /// Two values: index of the receiver among the receivers of the flow, from 0, and frame bytes delivered
    /// to this receiver so far.
    pub total: (usize, u64),
}

/// Bytes in the PG and in the egress queue of one priority of a port, just after an event that changed these
/// bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OccupancySample {
    /// Port and priority whose PG and egress queue the sample describes.
    pub port_and_priority: (PortId, Priority),
    /// Simulated time of the event that changed the bytes.
    pub at: Time,
    /// Number of the event in which the frame was delivered, counted from the start of the run.
    pub number: u64,
    /// Bytes in the PG, and bytes in the egress queue.
    pub bytes: (u64, u64),
}

/// Data that a run with an [`EventFilter`](super::EventFilter) has logged.
#[derive(Clone, Debug, Default)]
pub struct Log {
    /// Trace events that are logged, in order of time.
    pub(crate) events: Vec<TraceEvent>,
    /// Events of the simulation that have trace events, in order of time. Each entry has the number of the
    /// event, and the length of `events` just after its last trace event.
    event_ends: Vec<(u64, usize)>,
    /// Deliveries in order of time.
    pub deliveries: Vec<Delivery>,
    /// Bytes in PGs and egress queues, in order of time. Each port and priority of the filter has an entry
    /// for each change of its bytes, and one entry after [`Log::clear`] even without a change.
    pub occupancies: Vec<OccupancySample>,
    /// Last logged bytes at each port and priority: first of the PG, then of the egress queue. Indexed like
    /// [`EventFilter::occupancies`](super::EventFilter::occupancies); empty after [`Log::clear`].
    last_occupancies: Vec<(u64, u64)>,
    /// Numbers of the last two events of the simulation that had a trace event, the older first. Events to
    /// which nobody subscribed also count.
    pub observed: [u64; 2],
}

impl Log {
    /// Clears the logged events, deliveries and occupancies, and also the last known occupancies. Keeps
    /// `observed`.
    pub fn clear(&mut self) {
        self.clear_events();
        self.last_occupancies.clear();
    }

    /// Clears the logged events, deliveries and occupancies. Keeps the last known occupancies, and
    /// `observed`.
    pub fn clear_events(&mut self) {
        self.events.clear();
        self.event_ends.clear();
        self.deliveries.clear();
        self.occupancies.clear();
    }

    /// Trace events in order of time. [`Log::recorded_events`] returns the same trace events in groups, one
    /// for each event of the simulation.
    #[must_use]
    pub fn events(&self) -> &[TraceEvent] {
        &self.events
    }

    /// Events of the simulation that have trace events, in order of time. Each item has the number of the
    /// event and its trace events. Trace events after the last event of the simulation are left out until the
    /// next event runs.
    #[must_use]
    pub fn recorded_events(&self) -> impl DoubleEndedIterator<Item = (u64, &[TraceEvent])> {
        (0..self.event_ends.len()).map(|n| {
            let from = n.checked_sub(1).map_or(0, |before| self.event_ends[before].1);
            let (number, to) = self.event_ends[n];
            (number, &self.events[from..to])
        })
    }

    /// Assigns trace events to the event of the simulation with this number: all trace events since the last
    /// call. Does nothing if there are none.
    pub(crate) fn assign_events(&mut self, number: u64) {
        let to = self.events.len();
        if self.event_ends.last().map_or(0, |last| last.1) < to {
            self.event_ends.push((number, to));
        }
    }

    /// Stores `bytes` as the last known bytes of entry `n` of the filter. Returns whether the bytes differ
    /// from the bytes known before; `true` if none were known. Entries with lower indices must have been
    /// stored before.
    #[inline]
    pub(super) fn store_occupancy(&mut self, n: usize, bytes: (u64, u64)) -> bool {
        let Some(known) = self.last_occupancies.get_mut(n) else {
            self.last_occupancies.push(bytes);
            return true;
        };
        std::mem::replace(known, bytes) != bytes
    }
}
