//! Collectives: which flows start a message when a message of another flow has arrived (MPI 4.0, chapter 6).
//!
//! A repetition starts when the previous one has ended. If a frame of a message is lost for ever,
//! the message never completes and the collective stops. Start with [`Collective::arrives`].

use std::ops::Range;

use crate::digest::Digest;
use crate::mem_size;

/// Order of the messages of a collective.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// All messages of a repetition start together.
    Barrier,
    /// Ring: a flow starts its next message when a message of the previous flow has arrived, until
    /// each flow has sent 2(n − 1) messages. All flows start the first message together.
    Ring,
}

/// Configuration of a collective. Each repetition starts when the previous one has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CollectiveConfig {
    /// Order in which the flows send their messages.
    pub order: Order,
    /// Number of flows of the whole collective; above 0.
    pub flows: u32,
    /// Number of flows of one repetition; above 0, a divisor of `flows`, and equal to `flows` in a ring. If
    /// `width` is less than `flows`, the first repetition uses the first `width` flows, the second repetition
    /// the next `width` flows, and so on. After the last flow, the first flow follows.
    pub width: u32,
    /// Number of repetitions; above 0.
    pub repeats: u32,
}

impl CollectiveConfig {
    /// Number of messages that each participating flow sends in a repetition; 0 for a ring of one flow.
    #[must_use]
    pub const fn steps(&self) -> u32 {
        match self.order {
            Order::Barrier => 1,
            Order::Ring => 2 * (self.flows - 1),
        }
    }

    /// Number of messages that flow `flow` sends in all repetitions. `flow` is its index among the flows of
    /// the collective.
    #[must_use]
    pub const fn messages(&self, flow: u32) -> u64 {
        let rounds = self.flows / self.width;
        let repetitions = self.repeats.saturating_sub(self.first_repetition(flow)).div_ceil(rounds);
        repetitions as u64 * self.steps() as u64
    }

    /// First repetition, from 0, in which flow `flow` sends. `flow` is its index among the flows of the
    /// collective.
    #[must_use]
    pub const fn first_repetition(&self, flow: u32) -> u32 {
        flow / self.width
    }

    /// Flows of repetition `n`, from 0, as indices among the flows of the collective.
    const fn round(&self, n: u32) -> Range<u32> {
        let first = n % (self.flows / self.width) * self.width;
        first..first + self.width
    }

    /// Number of messages that each flow of repetition `n` has completed since the start of the collective,
    /// at the end of repetition `n`.
    const fn due(&self, n: u32) -> u32 {
        (n / (self.flows / self.width) + 1) * self.steps()
    }
}

/// State of a collective: messages that have arrived, and the present repetition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collective {
    config: CollectiveConfig,
    /// Bytes of each message.
    message: u64,
    /// Payload bytes that have arrived of the awaited message, indexed by flow.
    arrived: Vec<u64>,
    /// Number of messages that have arrived completely, indexed by flow.
    messages: Vec<u32>,
    /// Present repetition, from 0.
    repetition: u32,
    /// Number of flows of the present repetition whose messages have not all arrived.
    missing: u32,
}

/// Reaction of a collective to the complete arrival of a message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Next {
    /// Flows that start a message now, as indices among the flows of the collective. Empty: no flow
    /// starts.
    pub begin: Range<u32>,
    /// Whether this message ends the present repetition.
    pub ends_repetition: bool,
}

impl Collective {
    /// Creates a collective of messages of `message` bytes whose first repetition has started.
    #[must_use]
    pub fn new(config: CollectiveConfig, message: u64) -> Self {
        let flows = config.flows as usize;
        Self {
            config,
            message,
            arrived: vec![0; flows],
            messages: vec![0; flows],
            repetition: 0,
            missing: config.width,
        }
    }

    /// Counts `payload` bytes of message `message` that arrived on flow `flow`. Bytes count only if the
    /// message is the oldest incomplete message of the flow. Bytes beyond the end of a message do not count
    /// for the next message. A message that loses a frame stays incomplete for ever. Returns the flows to
    /// start when the message is complete; `None` while it is incomplete.
    #[inline]
    pub fn arrives(&mut self, flow: u32, message: u32, payload: u64) -> Option<Next> {
        let at = flow as usize;
        if message != self.messages[at] {
            return None;
        }
        self.arrived[at] += payload;
        if self.arrived[at] < self.message {
            return None;
        }
        self.arrived[at] = 0;
        self.messages[at] += 1;
        Some(self.complete(flow))
    }

    fn complete(&mut self, flow: u32) -> Next {
        let CollectiveConfig { order, flows, width, repeats, .. } = self.config;
        if self.messages[flow as usize] < self.config.due(self.repetition) {
            // Only in a ring: with a barrier a flow sends one message in a repetition.
            debug_assert_eq!(order, Order::Ring);
            let next = (flow + 1) % flows;
            return Next { begin: next..next + 1, ends_repetition: false };
        }
        self.missing -= 1;
        if self.missing > 0 {
            return Next::default();
        }
        self.repetition += 1;
        self.missing = width;
        let more = self.repetition < repeats;
        Next { begin: if more { self.config.round(self.repetition) } else { 0..0 }, ends_repetition: true }
    }

    /// Adds the collective to the hash of the simulation state.
    pub fn digest(&self, digest: &mut Digest) {
        self.arrived.iter().for_each(|bytes| digest.add(*bytes));
        self.messages.iter().for_each(|count| digest.add(*count));
        digest.add(u64::from(self.repetition) << 32 | u64::from(self.missing));
    }

    /// Heap memory of the collective, in bytes.
    pub(crate) fn heap_bytes(&self) -> usize {
        mem_size::rows::<u64>(self.arrived.len()) + mem_size::rows::<u32>(self.messages.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn next(begin: Range<u32>, ends_repetition: bool) -> Next {
        Next { begin, ends_repetition }
    }

    #[test]
    fn a_repetition_begins_when_all_of_the_one_before_has_arrived() {
        let config = CollectiveConfig { order: Order::Barrier, flows: 3, width: 3, repeats: 2 };
        let mut all = Collective::new(config, 1_000);
        assert_eq!(all.arrives(0, 0, 999), None);
        assert_eq!(all.arrives(0, 0, 1), Some(next(0..0, false)));
        assert_eq!(all.arrives(2, 0, 1_000), Some(next(0..0, false)));
        assert_eq!(all.arrives(1, 0, 1_000), Some(next(0..3, true)));
        assert_eq!(all.arrives(2, 1, 1_000), Some(next(0..0, false)));
        assert_eq!(all.arrives(0, 1, 1_000), Some(next(0..0, false)));
        assert_eq!(all.arrives(1, 1, 1_000), Some(next(0..0, true)), "nothing is left to begin");
    }

    #[test]
    fn repetitions_may_have_flows_of_their_own() {
        let config = CollectiveConfig { order: Order::Barrier, flows: 4, width: 2, repeats: 2 };
        let mut drawn = Collective::new(config, 1);
        assert_eq!(drawn.arrives(1, 0, 1), Some(next(0..0, false)));
        assert_eq!(drawn.arrives(0, 0, 1), Some(next(2..4, true)));
        assert_eq!(drawn.arrives(3, 0, 1), Some(next(0..0, false)));
        assert_eq!(drawn.arrives(2, 0, 1), Some(next(0..0, true)));
    }

    #[test]
    fn a_flow_sends_a_message_for_each_step_of_each_repetition_of_its_own() {
        let config = |order, flows, width, repeats| CollectiveConfig { order, flows, width, repeats };
        assert_eq!(config(Order::Ring, 8, 8, 2).messages(7), 2 * 14);
        assert_eq!(config(Order::Barrier, 12, 12, 3).messages(0), 3);
        // Flows 0 to 3 send in repetitions 0 and 3, flows 8 to 11 in repetition 2 only.
        let drawn = config(Order::Barrier, 12, 4, 5);
        assert_eq!([3, 4, 11].map(|flow| drawn.first_repetition(flow)), [0, 1, 2]);
        assert_eq!([3, 4, 11].map(|flow| drawn.messages(flow)), [2, 2, 1]);
        assert_eq!(config(Order::Barrier, 12, 4, 2).messages(11), 0);
    }

    #[test]
    fn in_a_ring_each_message_begins_the_next_flow_s() {
        let config = CollectiveConfig { order: Order::Ring, flows: 2, width: 2, repeats: 2 };
        assert_eq!(config.steps(), 2);
        let mut ring = Collective::new(config, 10);
        assert_eq!(ring.arrives(1, 0, 10), Some(next(0..1, false)));
        assert_eq!(ring.arrives(0, 0, 10), Some(next(1..2, false)));
        assert_eq!(ring.arrives(0, 1, 10), Some(next(0..0, false)), "its last");
        assert_eq!(ring.arrives(1, 1, 10), Some(next(0..2, true)), "again, and at once");
        assert_eq!(ring.arrives(1, 2, 10), Some(next(0..1, false)));
        assert_eq!(ring.arrives(0, 2, 10), Some(next(1..2, false)));
        assert_eq!(ring.arrives(1, 3, 10), Some(next(0..0, false)));
        assert_eq!(ring.arrives(0, 3, 10), Some(next(0..0, true)));
    }

    #[test]
    fn lost_bytes_are_not_replaced_by_the_next_message() {
        let config = CollectiveConfig { order: Order::Ring, flows: 3, width: 3, repeats: 1 };
        let mut ring = Collective::new(config, 10);
        assert_eq!(ring.arrives(0, 0, 9), None);
        assert_eq!(ring.arrives(0, 1, 10), None);
    }
}
