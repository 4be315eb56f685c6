//! The hash of a state: a walk over it whose widths are the same everywhere.

use std::fmt;

use xxhash_rust::xxh64::Xxh64;

use crate::units::Time;

/// Takes in a state value by value. Nothing of the machine's word size goes in.
#[derive(Clone)]
pub struct Digest(Xxh64);

impl Digest {
    /// The digest of nothing.
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

    /// The hash of all that was taken in.
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

/// A 64-bit hash of a state, written as 16 hex digits everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateHash(pub u64);

impl fmt::Display for StateHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
