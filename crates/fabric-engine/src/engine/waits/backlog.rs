//! Bytes in blocked queues, by input of the switch.
//!
//! No frame leaves a blocked queue. Therefore, the frames of a queue are read once, when the queue becomes
//! blocked; then each new frame is added. The search for cycles needs only the sums.

use std::collections::BTreeMap;

use crate::ids::{LocalPort, MAX_PORTS, PortSet};
use crate::mem_size;

/// Bytes for each input of a switch, indexed by local port.
pub(super) type BytesByInput = [u64; MAX_PORTS];

/// Backlogs of all blocked queues. Queue indices are those of
/// [`queue_index`](crate::engine::state::queue_index).
#[derive(Clone, Debug)]
pub(super) struct Backlogs {
    /// Inputs of the switch that have frames in each queue, indexed by queue index. Empty for a queue that is
    /// not blocked, and for a queue of a host.
    inputs: Vec<PortSet>,
    /// Bytes of blocked queues that have frames. The key is the index of the queue. The value has the bytes
    /// from each input in `inputs` of this queue, lowest input first.
    bytes: BTreeMap<usize, Vec<u64>>,
}

/// Backlog of one queue: its bytes from each input of the switch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Backlog<'a> {
    /// Inputs that have frames in the queue.
    inputs: PortSet,
    /// Bytes from each input in `inputs`, lowest input first.
    bytes: &'a [u64],
}

impl Backlogs {
    /// Creates the backlogs of `count` queues, none of them blocked.
    pub fn new(count: usize) -> Self {
        Self { inputs: vec![PortSet::EMPTY; count], bytes: BTreeMap::new() }
    }

    /// Inputs that have frames in `queue`; empty if the queue is not blocked.
    pub fn inputs(&self, queue: usize) -> PortSet {
        self.inputs[queue]
    }

    /// Backlog of `queue`; empty if the queue is not blocked.
    pub fn at(&self, queue: usize) -> Backlog<'_> {
        let bytes = self.bytes.get(&queue).map_or(&[][..], Vec::as_slice);
        Backlog { inputs: self.inputs[queue], bytes }
    }

    /// Replaces the backlog of `queue` by `sums`, the bytes from each input.
    pub fn set(&mut self, queue: usize, sums: &BytesByInput) {
        self.clear(queue);
        let inputs: PortSet = LocalPort::all(sums.len()).filter(|input| sums[input.index()] > 0).collect();
        if !inputs.is_empty() {
            self.inputs[queue] = inputs;
            self.bytes.insert(queue, sums.iter().copied().filter(|bytes| *bytes > 0).collect());
        }
    }

    /// Clears the backlog of `queue`, which is no longer blocked.
    pub fn clear(&mut self, queue: usize) {
        if !std::mem::take(&mut self.inputs[queue]).is_empty() {
            self.bytes.remove(&queue);
        }
    }

    /// Adds a frame of `bytes` from `input` to the backlog of `queue`. Returns whether the backlog had no
    /// frame from this input before. The queue must be blocked.
    pub fn add(&mut self, queue: usize, input: LocalPort, bytes: u64) -> bool {
        let inputs = &mut self.inputs[queue];
        let (is_new, place) = (!inputs.contains(input), inputs.rank(input));
        inputs.insert(input);
        let row = self.bytes.entry(queue).or_default();
        if is_new {
            row.insert(place, bytes);
        } else {
            row[place] += bytes;
        }
        is_new
    }

    /// Heap memory of all backlogs, in bytes.
    pub fn heap_bytes(&self) -> usize {
        let rows: usize = self.bytes.values().map(|row| size_of_val(&row[..])).sum();
        size_of_val(&self.inputs[..])
            + mem_size::tree(self.bytes.len(), size_of::<(usize, Vec<u64>)>())
            + rows
    }
}

impl Backlog<'_> {
    /// Bytes from `input`; 0 if the input has no frame in the queue.
    pub fn of(self, input: LocalPort) -> u64 {
        if self.inputs.contains(input) { self.bytes[self.inputs.rank(input)] } else { 0 }
    }

    /// Inputs in ascending order, each with its waiting bytes.
    pub fn by_input(self) -> impl Iterator<Item = (LocalPort, u64)> {
        self.inputs.iter().zip(self.bytes.iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_that_join_are_added_to_their_input() {
        let (mut backlogs, mut sums) = (Backlogs::new(3), [0; MAX_PORTS]);
        (sums[5], sums[63]) = (100, 7);
        backlogs.set(1, &sums);
        for (input, bytes, first) in
            [(5, 50, false), (9, 20, true), (0, 3, true), (63, 1, false), (9, 1, false)]
        {
            assert_eq!(backlogs.add(1, LocalPort(input), bytes), first, "{input}");
        }
        let of = backlogs.at(1).by_input().map(|(input, bytes)| (input.0, bytes)).collect::<Vec<_>>();
        assert_eq!(of, [(0, 3), (5, 150), (9, 21), (63, 8)]);
        assert_eq!([5, 6, 63].map(|input| backlogs.at(1).of(LocalPort(input))), [150, 0, 8]);
        assert!(backlogs.inputs(1).iter().eq([0, 5, 9, 63].map(LocalPort)));
        assert_eq!(backlogs.at(0), Backlog::default());
        backlogs.clear(1);
        assert_eq!(backlogs.at(1), Backlog::default());
        assert!(backlogs.bytes.is_empty());
    }
}
