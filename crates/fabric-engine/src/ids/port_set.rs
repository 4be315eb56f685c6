//! Sets of ports of one switch, as bits. Start with [`PortSet`].
//!
//! Iteration is lowest port first. Adding a port that is in the set, or removing one that is not, changes
//! nothing. Every port must be below the capacity of the set.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub, SubAssign};

use super::LocalPort;
use crate::digest::Digest;

/// Number of ports in a word of 64 bits.
const WORD: usize = u64::BITS as usize;

/// Largest number of ports of a switch. The constant may be raised to 256, the number of values of
/// [`LocalPort`].
pub const MAX_PORTS: usize = 64;

/// Number of words for the ports of the largest switch.
const WORDS: usize = MAX_PORTS.div_ceil(WORD);

/// Set of ports of one switch: bit n stands for local port n.
///
/// A set has `N` words, by default enough for [`MAX_PORTS`], and holds ports below 64 × `N`. A set
/// of four words holds 256 ports, that is every [`LocalPort`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PortSet<const N: usize = WORDS>([u64; N]);

impl<const N: usize> PortSet<N> {
    /// Empty set.
    pub const EMPTY: Self = Self([0; N]);

    /// Set of all ports below 64 × `N`.
    pub const ALL: Self = Self([u64::MAX; N]);

    /// Index of the word that holds the bit of `port`, and the mask of this bit in the word.
    #[inline]
    fn place(port: LocalPort) -> (usize, u64) {
        debug_assert!(port.index() < N * WORD, "{port:?} in a set of {N} words");
        (port.index() / WORD % N, 1 << (port.index() % WORD))
    }

    /// Set of the ports below `end`, without `end`.
    #[must_use]
    #[inline]
    pub fn before(end: LocalPort) -> Self {
        let (last, bit) = Self::place(end);
        Self(std::array::from_fn(|n| match n.cmp(&last) {
            std::cmp::Ordering::Less => u64::MAX,
            std::cmp::Ordering::Equal => bit - 1,
            std::cmp::Ordering::Greater => 0,
        }))
    }

    /// Whether `port` is in the set.
    #[must_use]
    #[inline]
    pub fn contains(self, port: LocalPort) -> bool {
        let (word, bit) = Self::place(port);
        self.0[word] & bit != 0
    }

    /// Adds `port` to the set.
    #[inline]
    pub fn insert(&mut self, port: LocalPort) {
        let (word, bit) = Self::place(port);
        self.0[word] |= bit;
    }

    /// Removes `port` from the set.
    #[inline]
    pub fn remove(&mut self, port: LocalPort) {
        let (word, bit) = Self::place(port);
        self.0[word] &= !bit;
    }

    /// Adds `port` to the set if `is_in` is true; removes it otherwise.
    #[inline]
    pub fn set(&mut self, port: LocalPort, is_in: bool) {
        let (word, bit) = Self::place(port);
        self.0[word] = if is_in { self.0[word] | bit } else { self.0[word] & !bit };
    }

    /// Whether the set is empty.
    #[must_use]
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Number of ports in the set.
    #[must_use]
    #[inline]
    pub fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the two sets have a common port.
    #[must_use]
    #[inline]
    pub fn intersects(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    #[inline]
    fn without(self, other: Self) -> Self {
        self & !other
    }

    /// Lowest port of the set; `None` if the set is empty.
    #[must_use]
    #[inline]
    pub fn first(mut self) -> Option<LocalPort> {
        self.pop_first()
    }

    /// Removes and returns the lowest port; `None` if the set is empty.
    #[inline]
    pub fn pop_first(&mut self) -> Option<LocalPort> {
        let (n, word) = self.0.iter_mut().enumerate().find(|(_, word)| **word != 0)?;
        let port = LocalPort::new(n * WORD + word.trailing_zeros() as usize);
        *word &= *word - 1;
        Some(port)
    }

    /// First port of the set at or after `pointer`; if there is none, the lowest port of the set. `None` if
    /// the set is empty.
    #[must_use]
    #[inline]
    pub fn first_from(self, pointer: LocalPort) -> Option<LocalPort> {
        (self - Self::before(pointer)).first().or_else(|| self.first())
    }

    /// Number of ports of the set that are lower than `port`.
    #[must_use]
    #[inline]
    pub fn rank(self, port: LocalPort) -> usize {
        (self & Self::before(port)).len()
    }

    /// Iterates over the ports of the set, lowest first.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = LocalPort> {
        let mut rest = self;
        std::iter::from_fn(move || rest.pop_first())
    }

    /// Adds the set to the hash of the simulation state: the first word, and each further word that is not 0.
    pub fn digest(self, digest: &mut Digest) {
        let words = self.0.iter().enumerate().filter(|(n, word)| *n == 0 || **word != 0);
        words.for_each(|(_, word)| digest.add(*word));
    }
}

impl<const N: usize> Default for PortSet<N> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const N: usize> From<LocalPort> for PortSet<N> {
    /// Set of one port.
    #[inline]
    fn from(port: LocalPort) -> Self {
        Self::from_iter([port])
    }
}

impl<const N: usize> FromIterator<LocalPort> for PortSet<N> {
    #[inline]
    fn from_iter<I: IntoIterator<Item = LocalPort>>(ports: I) -> Self {
        let mut set = Self::EMPTY;
        ports.into_iter().for_each(|port| set.insert(port));
        set
    }
}

impl<const N: usize> BitAnd for PortSet<N> {
    type Output = Self;

    /// Ports in both sets.
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|n| self.0[n] & other.0[n]))
    }
}

impl<const N: usize> BitOr for PortSet<N> {
    type Output = Self;

    /// Ports in at least one of the two sets.
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|n| self.0[n] | other.0[n]))
    }
}

impl<const N: usize> Sub for PortSet<N> {
    type Output = Self;

    /// Ports in `self` and not in `other`.
    #[inline]
    fn sub(self, other: Self) -> Self {
        self.without(other)
    }
}

impl<const N: usize> Not for PortSet<N> {
    type Output = Self;

    /// All ports that are not in the set.
    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl<const N: usize> BitAndAssign for PortSet<N> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const N: usize> BitOrAssign for PortSet<N> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const N: usize> SubAssign for PortSet<N> {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

#[cfg(test)]
mod tests;
