//! Bytes of each virtual output queue (VOQ), kept only for switches whose thresholds limit VOQs
//! ([`super::Scope::Voq`]).

use super::Threshold;
use crate::digest::Digest;
use crate::ids::{LocalPort, PortSet, Priority};
use crate::mem_size;
use crate::wire::PRIORITIES;

/// Bytes in each VOQ (input, output, priority) of a switch, and the VOQs that pause their input. Ports are
/// numbered within the switch. The default has no ports and no VOQs; access to it panics.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VoqBytes {
    ports: usize,
    /// Bytes of each VOQ, indexed by input, priority, output.
    bytes: Vec<u64>,
    /// Outputs of the VOQs that pause their input, indexed by input and priority. A VOQ that reaches the
    /// threshold begins to pause its input. The pause ends when [`VoqBytes::settle`] finds the VOQ at or
    /// below the resume threshold.
    over: Vec<PortSet>,
}

/// Input and priority of a priority group, as an index into [`VoqBytes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Input {
    /// Input port of the switch.
    pub port: LocalPort,
    /// Priority, 0 to 7.
    pub priority: Priority,
}

impl VoqBytes {
    /// Creates the empty tables of a switch of `ports` ports.
    #[must_use]
    pub fn new(ports: usize) -> Self {
        let over = vec![PortSet::EMPTY; ports * PRIORITIES];
        Self { ports, bytes: vec![0; ports * ports * PRIORITIES], over }
    }

    /// Bytes held by the VOQ from `input` to port `output`.
    #[must_use]
    pub fn bytes(&self, input: Input, output: LocalPort) -> u64 {
        self.bytes[self.row(input, output)]
    }

    /// Adds a frame charged `bytes` to the VOQ of `input` and `output`. A VOQ that then holds
    /// `threshold` bytes or more pauses its input.
    pub fn grow(&mut self, input: Input, output: LocalPort, bytes: u64, threshold: u64) {
        let row = self.row(input, output);
        self.bytes[row] += bytes;
        if self.bytes[row] >= threshold {
            self.over[pg_index(input)].insert(output);
        }
    }

    /// Removes a frame charged `bytes` from the VOQ of `input` and `output`. If the VOQ pauses its
    /// input, the pause lasts until [`VoqBytes::settle`].
    pub fn shrink(&mut self, input: Input, output: LocalPort, bytes: u64) {
        let row = self.row(input, output);
        self.bytes[row] -= bytes;
    }

    /// Whether any VOQ of `input` pauses the input.
    #[must_use]
    pub fn requires_pause(&self, input: Input) -> bool {
        !self.over[pg_index(input)].is_empty()
    }

    /// Compares all VOQs of `input` with a new `threshold`. Each VOQ at or above the threshold
    /// pauses the input; no pause ends.
    pub fn update_threshold(&mut self, input: Input, threshold: u64) {
        for output in LocalPort::all(self.ports) {
            if self.bytes(input, output) >= threshold {
                self.over[pg_index(input)].insert(output);
            }
        }
    }

    /// Ends the pause of each VOQ of `input` that holds at most `threshold` bytes. Returns true if no
    /// VOQ of `input` pauses its input any longer.
    pub fn settle(&mut self, input: Input, threshold: u64) -> bool {
        for output in self.over[pg_index(input)].iter() {
            if self.bytes(input, output) <= threshold {
                self.over[pg_index(input)].remove(output);
            }
        }
        !self.requires_pause(input)
    }

    /// Free memory in bytes at which `threshold` would be `offset` bytes above the fullest VOQ that
    /// pauses `input`. `None` if no VOQ pauses, or if the threshold does not depend on free memory.
    #[must_use]
    pub fn resumes_at_free(&self, input: Input, threshold: Threshold, offset: u64) -> Option<u64> {
        let fullest = self.over[pg_index(input)].iter().map(|output| self.bytes(input, output)).max()?;
        threshold.free_for(fullest + offset)
    }

    /// Adds the VOQs that pause their input to the state's hash. The bytes of the VOQs are left out, because
    /// they follow from the frames.
    pub fn digest(&self, digest: &mut Digest) {
        self.over.iter().for_each(|outputs| outputs.digest(digest));
    }

    fn row(&self, input: Input, output: LocalPort) -> usize {
        pg_index(input) * self.ports + output.index()
    }

    /// Heap memory of the tables of VOQs, in bytes.
    pub(crate) fn heap_bytes(&self) -> usize {
        mem_size::rows::<u64>(self.bytes.len()) + mem_size::rows::<PortSet>(self.over.len())
    }
}

const fn pg_index(input: Input) -> usize {
    input.port.index() * PRIORITIES + input.priority.index()
}

#[cfg(test)]
mod tests;
