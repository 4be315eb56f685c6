//! Bytes of each virtual output queue (VOQ), kept only for switches whose thresholds limit VOQs
//! ([`super::Scope::Voq`]).

use super::Threshold;
use crate::digest::Digest;
use crate::mask::PortSet;
use crate::mem_size;
use crate::wire::PRIORITIES;

/// Bytes of each (input, output, priority) of one switch, and the VOQs that pause their input.
/// Ports are numbered within the switch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VoqBytes {
    ports: usize,
    /// Indexed by input, priority, output.
    bytes: Vec<u64>,
    /// Mask of outputs, indexed by input and priority: VOQs that have reached the threshold and
    /// have not fallen to the resume mark since.
    over: Vec<u64>,
}

/// Input and priority of a priority group, as an index into [`VoqBytes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Input {
    /// Number of the port within the switch, below 64.
    pub port: u32,
    /// Priority, 0 to 7.
    pub priority: u8,
}

impl VoqBytes {
    /// Creates the empty tables of a switch of `ports` ports, at most 64.
    #[must_use]
    pub fn new(ports: usize) -> Self {
        Self { ports, bytes: vec![0; ports * ports * PRIORITIES], over: vec![0; ports * PRIORITIES] }
    }

    /// Bytes held by the VOQ from `input` to port `output`.
    #[must_use]
    pub fn bytes(&self, input: Input, output: u32) -> u64 {
        self.bytes[self.row(input, output)]
    }

    /// Adds a frame charged `bytes` to the VOQ, which pauses its input if it reaches `threshold`.
    pub fn grow(&mut self, input: Input, output: u32, bytes: u64, threshold: u64) {
        let row = self.row(input, output);
        self.bytes[row] += bytes;
        if self.bytes[row] >= threshold {
            self.over[lane(input)] |= 1 << output;
        }
    }

    /// Removes a frame charged `bytes` from the VOQ.
    pub fn shrink(&mut self, input: Input, output: u32, bytes: u64) {
        let row = self.row(input, output);
        self.bytes[row] -= bytes;
    }

    /// Whether any VOQ of `input` requires a pause.
    #[must_use]
    pub fn requires_pause(&self, input: Input) -> bool {
        self.over[lane(input)] != 0
    }

    /// Compares all VOQs of `input` with a new `threshold`; each VOQ at or above it pauses its
    /// input.
    pub fn update_threshold(&mut self, input: Input, threshold: u64) {
        for output in 0..self.ports {
            // 64 ports at most: a mask holds them.
            let output = u32::try_from(output).unwrap_or(0);
            if self.bytes(input, output) >= threshold {
                self.over[lane(input)] |= 1 << output;
            }
        }
    }

    /// Clears the pause of VOQs of `input` at or below the resume mark `mark`. Returns whether none
    /// is left.
    pub fn settle(&mut self, input: Input, mark: u64) -> bool {
        for output in self.over(input) {
            if self.bytes(input, output) <= mark {
                self.over[lane(input)] &= !(1 << output);
            }
        }
        !self.requires_pause(input)
    }

    /// Free memory in bytes at which all pausing VOQs of `input` would be at `offset` below
    /// `threshold`; `None` where free memory does not move the threshold.
    #[must_use]
    pub fn resumes_at_free(&self, input: Input, threshold: Threshold, offset: u64) -> Option<u64> {
        let fullest = self.over(input).map(|output| self.bytes(input, output)).max()?;
        threshold.free_for(fullest + offset)
    }

    /// Adds the VOQs that pause to the state's hash; their bytes follow from the frames.
    pub fn digest(&self, digest: &mut Digest) {
        self.over.iter().for_each(|mask| digest.add(*mask));
    }

    fn over(&self, input: Input) -> impl Iterator<Item = u32> + use<> {
        let mask = PortSet(self.over[lane(input)]);
        (0..u64::BITS).filter(move |output| mask.contains(*output as usize))
    }

    fn row(&self, input: Input, output: u32) -> usize {
        lane(input) * self.ports + output as usize
    }

    /// Heap memory in bytes.
    pub(crate) fn heap_bytes(&self) -> usize {
        mem_size::rows::<u64>(self.bytes.len() + self.over.len())
    }
}

const fn lane(input: Input) -> usize {
    input.port as usize * PRIORITIES + input.priority as usize
}

#[cfg(test)]
mod tests;
