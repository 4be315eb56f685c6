//! State hash: a digest of values that is equal on every machine.

use std::fmt;

use xxhash_rust::xxh64::Xxh64;

use crate::units::Time;

/// Hasher to which the values of a state are added one by one. Integers have fixed widths, independent of the
/// word size of the machine.
#[derive(Clone)]
pub struct Digest(Xxh64);

impl Digest {
    /// Empty digest.
    #[must_use]
    pub fn new() -> Self {
        Self(Xxh64::new(0))
    }

    /// Adds a number as 8 bytes.
    pub fn add(&mut self, value: impl Into<u64>) {
        self.0.update(&value.into().to_le_bytes());
    }

    /// Adds the length of a list as 8 bytes.
    pub fn len(&mut self, length: usize) {
        self.add(length as u64);
    }

    /// Adds a time in picoseconds.
    pub fn time(&mut self, time: Time) {
        self.add(time.ps());
    }

    /// Hash of all values added so far, in their order.
    #[must_use]
    pub fn finish(&self) -> StateHash {
        StateHash(self.0.digest())
    }
}

impl Default for Digest {
    fn default() -> Self {
        Self::new()
    }
}

/// Hash of the state of a run: 64 bits, written as 16 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateHash(pub u64);

impl fmt::Display for StateHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
