//! State hash: a digest of values whose widths are the same on every machine.

use std::fmt;

use xxhash_rust::xxh64::Xxh64;

use crate::units::Time;

/// Hasher that takes in a state value by value. Integers have fixed widths, whatever the word size
/// of the machine.
#[derive(Clone)]
pub struct Digest(Xxh64);

impl Digest {
    /// Empty digest.
    #[must_use]
    pub fn new() -> Self {
        Self(Xxh64::new(0))
    }

    /// Takes in a number.
    pub fn add(&mut self, value: impl Into<u64>) {
        self.0.update(&value.into().to_le_bytes());
    }

    /// Takes in the length of a list.
    pub fn len(&mut self, length: usize) {
        self.add(length as u64);
    }

    /// Takes in a time.
    pub fn time(&mut self, time: Time) {
        self.add(time.ps());
    }

    /// Hash of all values taken in so far.
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

/// Hash of a state: 64 bits, written as 16 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateHash(pub u64);

impl fmt::Display for StateHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
