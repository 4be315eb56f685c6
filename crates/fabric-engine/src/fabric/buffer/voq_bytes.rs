//! Bytes by virtual output queue, kept for switches where a threshold limits
//! them ([`super::Scope::Voq`]) and for no others.

use super::Threshold;
use crate::digest::Digest;
use crate::heap;
use crate::wire::PRIORITIES;

/// The bytes that each (input, output, priority) of one switch holds, and
/// which of them asked for a pause. Ports by their number at the switch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VoqBytes {
    ports: usize,
    /// By input, priority, output.
    bytes: Vec<u64>,
    /// By input and priority: outputs whose VOQ reached its threshold and has
    /// not fallen to its resume mark since.
    over: Vec<u64>,
}

/// The input and priority that a group belongs to, in a table of [`VoqBytes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Input {
    /// Its number at the switch, below 64.
    pub port: u32,
    /// 0 to 7.
    pub priority: u8,
}

impl VoqBytes {
    /// The tables of a switch of so many ports, at most 64; empty.
    #[must_use]
    pub fn new(ports: usize) -> Self {
        Self { ports, bytes: vec![0; ports * ports * PRIORITIES], over: vec![0; ports * PRIORITIES] }
    }

    /// What the VOQ from `input` to port `output` holds.
    #[must_use]
    pub fn bytes(&self, input: Input, output: u32) -> u64 {
        self.bytes[self.row(input, output)]
    }

    /// A frame charged `bytes` joined the VOQ: it asks if it is at `threshold` now.
    pub fn grow(&mut self, input: Input, output: u32, bytes: u64, threshold: u64) {
        let row = self.row(input, output);
        self.bytes[row] += bytes;
        if self.bytes[row] >= threshold {
            self.over[lane(input)] |= 1 << output;
        }
    }

    /// A frame charged `bytes` left it.
    pub fn shrink(&mut self, input: Input, output: u32, bytes: u64) {
        let row = self.row(input, output);
        self.bytes[row] -= bytes;
    }

    /// Whether any VOQ of `input` asks.
    #[must_use]
    pub fn asks(&self, input: Input) -> bool {
        self.over[lane(input)] != 0
    }

    /// The threshold of `input` was moved to `threshold`: each of its VOQs
    /// that is at it asks.
    pub fn look(&mut self, input: Input, threshold: u64) {
        for output in 0..self.ports {
            // 64 ports at most: a mask holds them.
            let output = u32::try_from(output).unwrap_or(0);
            if self.bytes(input, output) >= threshold {
                self.over[lane(input)] |= 1 << output;
            }
        }
    }

    /// Takes back what no longer asks, those at or below `mark`. Whether none is left.
    pub fn settle(&mut self, input: Input, mark: u64) -> bool {
        for output in self.over(input) {
            if self.bytes(input, output) <= mark {
                self.over[lane(input)] &= !(1 << output);
            }
        }
        !self.asks(input)
    }

    /// The free memory at which the VOQs of `input` that ask would all be at
    /// `offset` below `threshold`; `None` where free memory does not move it.
    #[must_use]
    pub fn resumes_at_free(&self, input: Input, threshold: Threshold, offset: u64) -> Option<u64> {
        let fullest = self.over(input).map(|output| self.bytes(input, output)).max()?;
        threshold.free_for(fullest + offset)
    }

    /// Takes into the state's hash which VOQs ask; their bytes follow from the frames.
    pub fn digest(&self, digest: &mut Digest) {
        self.over.iter().for_each(|mask| digest.add(*mask));
    }

    fn over(&self, input: Input) -> impl Iterator<Item = u32> + use<> {
        let mask = self.over[lane(input)];
        (0..u64::BITS).filter(move |output| mask >> output & 1 == 1)
    }

    fn row(&self, input: Input, output: u32) -> usize {
        lane(input) * self.ports + output as usize
    }

    /// What it keeps beside itself in memory, in bytes.
    pub(crate) fn heap_bytes(&self) -> usize {
        heap::rows::<u64>(self.bytes.len() + self.over.len())
    }
}

const fn lane(input: Input) -> usize {
    input.port as usize * PRIORITIES + input.priority as usize
}

#[cfg(test)]
mod tests;
