//! Log of a run: trace events, deliveries and levels.

use crate::engine::TraceEvent;
use crate::ids::{FlowId, PortId};
use crate::units::Time;

/// Total delivered to one receiver of a flow after an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delivery {
    /// Flow of the frame.
    pub flow: FlowId,
    /// Port of the delivery.
    pub port: PortId,
    /// Time of the event.
    pub at: Time,
    /// Index of the event.
    pub number: u64,
    /// Index of the receiver among those of the flow, from 0, and the frame bytes delivered to it
    /// so far.
    pub total: (usize, u64),
}

/// Bytes held by a priority of a port after an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Port and priority.
    pub gauge: (PortId, u8),
    /// Time of the event.
    pub at: Time,
    /// Index of the event.
    pub number: u64,
    /// Bytes of its PG, and of its egress queue.
    pub held: (u64, u64),
}

/// Subscribed data of a run.
#[derive(Clone, Debug, Default)]
pub struct Log {
    /// Trace events, in order.
    pub(crate) events: Vec<TraceEvent>,
    /// Events with trace events: index of each, and number of trace events up to it.
    told: Vec<(u64, usize)>,
    /// Deliveries of all events, in order.
    pub deliveries: Vec<Delivery>,
    /// Levels in order; for each port and priority only changes.
    pub levels: Vec<Level>,
    /// Last known level, indexed by gauge; cleared with the log.
    held: Vec<(u64, u64)>,
    /// Indices of the last two events with a trace event.
    pub observed: [u64; 2],
}

impl Log {
    /// Clears the log, except `observed`.
    pub fn clear(&mut self) {
        self.clear_events();
        self.held.clear();
    }

    /// Clears the events of the log, and keeps the last known levels.
    pub fn clear_events(&mut self) {
        self.events.clear();
        self.told.clear();
        self.deliveries.clear();
        self.levels.clear();
    }

    /// Trace events in order; [`Log::recorded_events`] tells which event caused each.
    #[must_use]
    pub fn events(&self) -> &[TraceEvent] {
        &self.events
    }

    /// Events with trace events: index, and trace events.
    #[must_use]
    pub fn recorded_events(&self) -> impl DoubleEndedIterator<Item = (u64, &[TraceEvent])> {
        (0..self.told.len()).map(|n| {
            let from = n.checked_sub(1).map_or(0, |before| self.told[before].1);
            let (number, to) = self.told[n];
            (number, &self.events[from..to])
        })
    }

    /// Assigns the trace events recorded since the last event to event `number`.
    pub(crate) fn assign_events(&mut self, number: u64) {
        let to = self.events.len();
        if self.told.last().map_or(0, |last| last.1) < to {
            self.told.push((number, to));
        }
    }

    /// Records the level of gauge `n`; earlier gauges are known. Returns whether the level changed.
    #[inline]
    pub(super) fn is_news(&mut self, n: usize, held: (u64, u64)) -> bool {
        let Some(known) = self.held.get_mut(n) else {
            self.held.push(held);
            return true;
        };
        std::mem::replace(known, held) != held
    }
}
