//! Balance of the bytes of data frames. Tests use this balance to check that no byte appears or disappears.

use crate::fabric::endpoint::ReceiveBuffer;
use crate::fabric::frame::{Frame, FrameKind};

use super::World;

/// Balance of the frame bytes of data. At all times the bytes sent and copied equal the bytes
/// delivered, in flight, buffered and dropped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    /// Bytes handed to a NIC. For a saturating flow (a frame is always ready): bytes that the NIC started to
    /// transmit.
    pub sent: u64,
    /// Bytes of frame copies that switches made, by flooding or for the receivers of a multicast.
    pub replicated: u64,
    /// Bytes delivered to a destination.
    pub delivered: u64,
    /// Bytes of frames in a cable or in transmission.
    pub in_flight: u64,
    /// Bytes of frames in a switch, in a NIC, or in the receive buffer of the destination.
    pub buffered: u64,
    /// Bytes of frames that were dropped, or discarded by a host that did not need them.
    pub dropped: u64,
}

impl Ledger {
    /// Whether the bytes sent and copied equal the bytes delivered, in flight, buffered and dropped. `false`
    /// shows an error of the engine.
    #[must_use]
    pub const fn holds(&self) -> bool {
        self.sent + self.replicated == self.delivered + self.in_flight + self.buffered + self.dropped
    }

    fn add(&mut self, other: &Self) {
        self.sent += other.sent;
        self.replicated += other.replicated;
        self.delivered += other.delivered;
        self.in_flight += other.in_flight;
        self.buffered += other.buffered;
        self.dropped += other.dropped;
    }
}

impl World {
    /// Balance of each flow, indexed by flow. The bytes in flight and the buffered bytes are counted from all
    /// frames. The other values are counters of the engine. If the balance holds, these counters are right.
    #[must_use]
    pub fn ledgers(&self) -> Vec<Ledger> {
        let state = &self.state;
        let counted = self.counters.flows.iter().map(|flow| Ledger {
            sent: flow.sent_bytes,
            delivered: flow.delivered_bytes,
            replicated: flow.replicated_bytes,
            dropped: flow.dropped_bytes + flow.discarded_bytes,
            ..Ledger::default()
        });
        let mut ledgers: Vec<Ledger> = counted.collect();
        let data = |frame: &&Frame| frame.kind == FrameKind::Data;
        for cable in &state.cables {
            for frame in cable.iter(&state.frames).filter(data) {
                ledgers[frame.flow.index()].in_flight += u64::from(frame.bytes);
            }
        }
        let queues = state.queues.iter().map(|queue| &queue.frames);
        let queues = queues.chain(state.receivers.iter().map(ReceiveBuffer::frames));
        for list in queues.chain(state.flows.iter().map(|flow| &flow.backlog)) {
            for frame in list.iter(&state.frames).filter(data) {
                ledgers[frame.flow.index()].buffered += u64::from(frame.bytes);
            }
        }
        for matrix in state.crossbars.iter().flatten() {
            for frame in matrix.frames(&state.frames).filter(data) {
                ledgers[frame.flow.index()].buffered += u64::from(frame.bytes);
            }
        }
        for pipeline in &state.pipelines {
            for frame in pipeline.frames(&state.frames).filter(data) {
                ledgers[frame.flow.index()].buffered += u64::from(frame.bytes);
            }
        }
        ledgers
    }

    /// Balance of the whole fabric: sum over all flows.
    #[must_use]
    pub fn ledger(&self) -> Ledger {
        let mut sum = Ledger::default();
        self.ledgers().iter().for_each(|ledger| sum.add(ledger));
        sum
    }
}
