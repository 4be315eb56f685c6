//! Memory of the frames in blocked queues, by input of their switch.
//!
//! Nothing leaves a blocked queue. Its frames are read once, when it is blocked; each frame that
//! joins later is added. The search for cycles reads these sums and no frame.

use crate::mask::PortSet;
use std::collections::BTreeMap;

use crate::mem_size;

/// Backlog of every blocked queue. A lane is a port and a priority.
#[derive(Clone, Debug)]
pub(super) struct Backlogs {
    /// Mask of inputs with frames in a queue, as port numbers within the switch, indexed by lane; 0
    /// if the queue is not blocked, and at hosts.
    inputs: Vec<u64>,
    /// Bytes by lane: one entry for each input of the lane's mask, in its order. Lanes with an
    /// empty mask have no entry.
    bytes: BTreeMap<usize, Vec<u64>>,
}

/// Backlog of one queue, by input of its switch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Backlog<'a> {
    inputs: u64,
    bytes: &'a [u64],
}

impl Backlogs {
    /// Creates the backlogs of `lanes` lanes, none of them blocked.
    pub fn new(lanes: usize) -> Self {
        Self { inputs: vec![0; lanes], bytes: BTreeMap::new() }
    }

    /// Mask of inputs with frames in the queue of a lane.
    pub fn inputs(&self, lane: usize) -> u64 {
        self.inputs[lane]
    }

    /// Backlog of a lane.
    pub fn at(&self, lane: usize) -> Backlog<'_> {
        let bytes = self.bytes.get(&lane).map_or(&[][..], Vec::as_slice);
        Backlog { inputs: self.inputs[lane], bytes }
    }

    /// Replaces the backlog of a lane by `sums`, in bytes by port number.
    pub fn set(&mut self, lane: usize, sums: &[u64; u64::BITS as usize]) {
        self.clear(lane);
        let waits = |input: &usize| sums[*input] > 0;
        let inputs = (0..sums.len()).filter(waits).fold(0, |set, input| set | 1 << input);
        if inputs != 0 {
            self.inputs[lane] = inputs;
            self.bytes.insert(lane, sums.iter().copied().filter(|bytes| *bytes > 0).collect());
        }
    }

    /// Clears the backlog of a lane, which is no longer blocked.
    pub fn clear(&mut self, lane: usize) {
        if std::mem::take(&mut self.inputs[lane]) != 0 {
            self.bytes.remove(&lane);
        }
    }

    /// Adds a frame of `bytes` from `input`. Returns whether the input had no frame there before.
    pub fn add(&mut self, lane: usize, input: u8, bytes: u64) -> bool {
        let set = &mut self.inputs[lane];
        let is_new = !PortSet(*set).contains(input.into());
        let place = rank(*set, input);
        *set |= 1 << input;
        let row = self.bytes.entry(lane).or_default();
        if is_new {
            row.insert(place, bytes);
        } else {
            row[place] += bytes;
        }
        is_new
    }

    /// Heap memory in bytes.
    pub fn heap_bytes(&self) -> usize {
        let rows: usize = self.bytes.values().map(|row| size_of_val(&row[..])).sum();
        size_of_val(&self.inputs[..])
            + mem_size::tree(self.bytes.len(), size_of::<(usize, Vec<u64>)>())
            + rows
    }
}

impl Backlog<'_> {
    /// Bytes from one input.
    pub fn of(self, input: u8) -> u64 {
        let waits = PortSet(self.inputs).contains(input.into());
        if waits { self.bytes[rank(self.inputs, input)] } else { 0 }
    }

    /// Port numbers of the inputs, and bytes of each.
    pub fn by_input(self) -> impl Iterator<Item = (usize, u64)> {
        let waits = move |input: &usize| PortSet(self.inputs).contains(*input);
        (0..u64::BITS as usize).filter(waits).zip(self.bytes.iter().copied())
    }
}

/// Number of inputs of the mask before `input`.
fn rank(inputs: u64, input: u8) -> usize {
    (inputs & ((1 << input) - 1)).count_ones() as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_that_join_are_added_to_their_input() {
        let (mut backlogs, mut sums) = (Backlogs::new(3), [0; 64]);
        (sums[5], sums[63]) = (100, 7);
        backlogs.set(1, &sums);
        for (input, bytes, first) in
            [(5, 50, false), (9, 20, true), (0, 3, true), (63, 1, false), (9, 1, false)]
        {
            assert_eq!(backlogs.add(1, input, bytes), first, "{input}");
        }
        let of = backlogs.at(1).by_input().collect::<Vec<_>>();
        assert_eq!(of, [(0, 3), (5, 150), (9, 21), (63, 8)]);
        assert_eq!([5, 6, 63].map(|input| backlogs.at(1).of(input)), [150, 0, 8]);
        assert_eq!(backlogs.inputs(1), 1 | 1 << 5 | 1 << 9 | 1 << 63);
        assert_eq!(backlogs.at(0), Backlog::default());
        backlogs.clear(1);
        assert_eq!(backlogs.at(1), Backlog::default());
        assert!(backlogs.bytes.is_empty());
    }
}
