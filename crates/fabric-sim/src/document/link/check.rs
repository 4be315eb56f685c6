//! Check of a share link: short hash, either of the contents of the link, or of the simulation state that the
//! link shows. Start with [`Check`].
//!
//! A check is 24 bits of a hash, written as six lower-case hex digits. Two different contents have the same
//! check with a probability of 1 in 2²⁴.

use std::fmt;
use std::str::FromStr;

use xxhash_rust::xxh64::xxh64;

use super::super::as_text::as_text;
use super::super::presets::Preset;
use crate::digest::StateHash;

/// Number of bits of the hash in a share link. A change of the contents remains undetected with a probability
/// of 1 in 2²⁴.
const BITS: u32 = 24;

/// Short check in a share link: the first 24 bits of a hash, written as six hex digits. If the check differs
/// when the link is opened, the link no longer shows what its author saw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Check(u32);

impl Check {
    /// Check of the simulation state at the time that a share link shows.
    #[must_use]
    pub const fn of_state(hash: StateHash) -> Self {
        Self::first(hash.0)
    }

    /// Check of a preset in this version of the program. The texts of the preset do not count.
    #[must_use]
    pub fn of_preset(preset: &Preset) -> Self {
        let mut document = preset.document();
        for words in [&mut document.title, &mut document.about, &mut document.view.note] {
            words.clear();
        }
        Self::of_bytes(document.to_short_json().as_bytes())
    }

    /// Short check of `bytes`, for example of a packed document.
    pub(super) fn of_bytes(bytes: &[u8]) -> Self {
        Self::first(xxh64(bytes, 0))
    }

    const fn first(hash: u64) -> Self {
        Self((hash >> (u64::BITS - BITS)) as u32)
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:06x}", self.0)
    }
}

impl FromStr for Check {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let check = u32::from_str_radix(text, 16).map(Self).map_err(|_| ())?;
        // Each check has only one form.
        if check.to_string() == text { Ok(check) } else { Err(()) }
    }
}

as_text!(Check, "six hex digits", "^[0-9a-f]{6}$");
