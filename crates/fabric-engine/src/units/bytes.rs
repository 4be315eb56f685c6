//! Amounts of data.

use std::fmt;
use std::str::FromStr;

use super::text::{self, ParseError, Scale};

/// Amount of data or memory in bytes, as in documents and reports. The state machines of the engine
/// use plain `u64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default, Hash)]
pub struct Bytes(pub u64);

const SCALES: &[Scale] = &[
    ("", 1),
    ("B", 1),
    ("k", 1_000),
    ("kB", 1_000),
    ("M", 1_000_000),
    ("MB", 1_000_000),
    ("G", 1_000_000_000),
    ("GB", 1_000_000_000),
    ("Ki", 1 << 10),
    ("KiB", 1 << 10),
    ("Mi", 1 << 20),
    ("MiB", 1 << 20),
    ("Gi", 1 << 30),
    ("GiB", 1 << 30),
];

impl Bytes {
    /// Number of bytes.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0
    }
}

impl fmt::Display for Bytes {
    /// Writes the shortest exact decimal form: `96k`, `1.5M`, `64`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::write(f, self.0, &[("", 1), ("k", 1_000), ("M", 1_000_000), ("G", 1_000_000_000)])
    }
}

impl FromStr for Bytes {
    type Err = ParseError;

    /// Reads `96k`, `12Mi`, `1500`, `4kB`. The suffixes k, M, G are powers of 1000; Ki, Mi, Gi are
    /// powers of 1024. A number without suffix is in bytes.
    fn from_str(s: &str) -> Result<Self, ParseError> {
        text::parse(s, SCALES, "an amount of bytes such as 96k or 12Mi").map(Self)
    }
}
