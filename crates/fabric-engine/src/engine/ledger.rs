use crate::fabric::endpoint::ReceiveBuffer;
use crate::fabric::frame::{Frame, FrameKind};

use super::World;

/// Where the frame bytes of data are: what was sent, and copied by flooding,
/// is delivered, in flight, buffered or dropped, at all times.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    /// Handed to a NIC (of a saturating flow: put on the wire).
    pub sent: u64,
    /// Copied by switches that flood.
    pub replicated: u64,
    /// Delivered to their destination.
    pub delivered: u64,
    /// In a cable, or in the transmitter that feeds it.
    pub in_flight: u64,
    /// In a switch, in the NIC's queue, or in the receive buffer of its destination.
    pub buffered: u64,
    /// Lost, or thrown away where it is of no use.
    pub dropped: u64,
}

impl Ledger {
    /// Whether nothing was made or lost unseen.
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
    /// The ledger of each flow, from a walk over every cable and queue: found
    /// from where the frames are, not from the counters that it is held against.
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
        for stage in &state.stages {
            for frame in stage.frames(&state.frames).filter(data) {
                ledgers[frame.flow.index()].buffered += u64::from(frame.bytes);
            }
        }
        ledgers
    }

    /// The ledger of the whole fabric.
    #[must_use]
    pub fn ledger(&self) -> Ledger {
        let mut sum = Ledger::default();
        self.ledgers().iter().for_each(|ledger| sum.add(ledger));
        sum
    }
}
