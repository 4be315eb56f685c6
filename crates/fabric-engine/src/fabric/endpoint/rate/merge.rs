//! Suppression of repeated CNPs in the NIC of an RC Link receiver. The NIC stores the last CNP of up to 8
//! flows, and suppresses further CNPs of these flows for a time. A CNP for a flow that is not stored replaces
//! the oldest stored CNP.

use crate::digest::Digest;
use crate::ids::FlowId;
use crate::mem_size;
use crate::units::Time;

/// CNP merging of an RC Link receiver. The NIC stores the flows of its last CNPs, and suppresses
/// further CNPs of a stored flow for a time. If all entries are used, the oldest entry is replaced.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MergeBuffer {
    /// Stored flows with the time of their last CNP, oldest first.
    sent: Vec<(FlowId, Time)>,
}

impl MergeBuffer {
    /// Largest number of flows whose last CNP the NIC stores.
    pub const PLACES: usize = 8;

    /// Whether a CNP of `flow` at `now` is suppressed, because the last CNP of the flow was sent less than
    /// `memory` ago. If the CNP is not suppressed, it is stored as sent. A suppressed CNP does not prolong
    /// the time of suppression.
    pub fn suppress_or_record(&mut self, flow: FlowId, memory: Time, now: Time) -> bool {
        if let Some(place) = self.sent.iter().position(|(other, _)| *other == flow) {
            if now.saturating_sub(self.sent[place].1) < memory {
                return true;
            }
            self.sent.remove(place);
        } else if self.sent.len() == Self::PLACES {
            self.sent.remove(0);
        }
        self.sent.push((flow, now));
        false
    }

    /// Adds the buffer to the hash of the simulation state.
    pub fn digest(&self, digest: &mut Digest) {
        digest.len(self.sent.len());
        for (flow, at) in &self.sent {
            digest.add(flow.0);
            digest.time(*at);
        }
    }

    /// Heap memory of the buffer, in bytes.
    pub(crate) fn heap_bytes(&self) -> usize {
        mem_size::rows::<(FlowId, Time)>(self.sent.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeats_within_the_time_are_swallowed() {
        let mut buffer = MergeBuffer::default();
        let mut suppresses = |us| buffer.suppress_or_record(FlowId(1), Time::from_us(10), Time::from_us(us));
        assert_eq!(
            [suppresses(0), suppresses(5), suppresses(9), suppresses(10), suppresses(15)],
            [false, true, true, false, true]
        );
    }

    #[test]
    fn a_ninth_flow_takes_the_place_of_the_oldest() {
        let mut buffer = MergeBuffer::default();
        let mut suppresses =
            |flow| buffer.suppress_or_record(FlowId(flow), Time::from_us(10), Time::from_us(1));
        assert!((0..9).all(|flow| !suppresses(flow)));
        assert!(suppresses(8) && suppresses(1));
        assert!(!suppresses(0), "it was forgotten");
        assert!(!suppresses(1), "and so is the next");
    }
}
