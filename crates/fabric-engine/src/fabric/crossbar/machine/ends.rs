//! Slot boundaries at which the transfers through a crossbar end.

use crate::ids::{LocalPort, PortSet};
use crate::units::Time;

/// Circular buffer with one entry for each slot: the set of inputs whose transfer ends at the start of the
/// slot. The engine thus finds these inputs without a scan of all inputs.
#[derive(Clone, Debug)]
pub(super) struct Ends {
    slot: u64,
    /// Inputs whose transfer ends at the start of a slot. The index is the number of the slot modulo the
    /// length of the vector.
    inputs: Vec<PortSet>,
}

impl Ends {
    /// Creates an empty circular buffer with enough slots for the longest frame (65 535 B). Each cell of
    /// `cell_bytes` takes one slot of duration `slot`.
    pub fn new(slot: Time, cell_bytes: u32) -> Self {
        let cells = u32::from(u16::MAX).div_ceil(cell_bytes);
        Self { slot: slot.ps(), inputs: vec![PortSet::EMPTY; cells as usize + 1] }
    }

    #[expect(clippy::cast_possible_truncation, reason = "less than there are in the circle")]
    fn place(&self, slot: u64) -> usize {
        (slot % self.inputs.len() as u64) as usize
    }

    /// Records that the transfer of `input` ends at the slot boundary `at`.
    pub fn put(&mut self, at: Time, input: LocalPort) {
        let place = self.place(at.ps() / self.slot);
        self.inputs[place].insert(input);
    }

    /// Removes and returns the inputs whose transfer ends at the slot boundary `now`.
    pub fn take(&mut self, now: Time) -> PortSet {
        let place = self.place(now.ps() / self.slot);
        std::mem::take(&mut self.inputs[place])
    }

    /// First slot boundary at or after `now` at which a transfer ends; [`Time::NEVER`] if no transfer is in
    /// progress.
    pub fn first(&self, now: Time) -> Time {
        let from = now.ps() / self.slot;
        let mut slots = from..from + self.inputs.len() as u64;
        let first = slots.find(|slot| !self.inputs[self.place(*slot)].is_empty());
        first.map_or(Time::NEVER, |slot| Time(slot * self.slot))
    }

    /// Heap memory of the circular buffer, in bytes.
    pub fn heap_bytes(&self) -> usize {
        size_of_val(&self.inputs[..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_are_free_again_at_their_boundary_all_around_the_circle() {
        let mut ends = Ends::new(Time(100), 64);
        let inputs = |all: &[u8]| all.iter().copied().map(LocalPort).collect::<PortSet>();
        for now in (0..200_000).step_by(7_700) {
            for (input, slots) in [(3, 1), (5, 1), (0, 2), (63, 1_024)] {
                ends.put(Time(now + 100 * slots), LocalPort(input));
            }
            assert_eq!(ends.first(Time(now)), Time(now + 100));
            assert_eq!(ends.take(Time(now + 100)), inputs(&[3, 5]));
            assert_eq!(ends.first(Time(now + 150)), Time(now + 200));
            assert_eq!(ends.take(Time(now + 200)), inputs(&[0]));
            assert_eq!(ends.first(Time(now + 200)), Time(now + 102_400));
            assert_eq!(ends.take(Time(now + 102_400)), inputs(&[63]));
            assert_eq!(ends.first(Time(now)), Time::NEVER);
        }
    }
}
