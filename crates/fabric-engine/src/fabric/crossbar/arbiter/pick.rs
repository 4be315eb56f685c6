//! Which port of a set.

use crate::fabric::crossbar::Way;

#[inline]
pub(super) fn small(port: usize) -> u8 {
    u8::try_from(port).unwrap_or(u8::MAX)
}

#[inline]
pub(super) fn way(input: u8, output: usize, priority: u8) -> Way {
    Way { input, output: small(output), priority }
}

/// The port after `port`, round the circle of `ports`.
#[inline]
pub(super) fn next(port: u8, ports: usize) -> u8 {
    if usize::from(port) + 1 == ports { 0 } else { port + 1 }
}

/// The first member of `set`, which is not empty, at or after `pointer`, round the circle.
#[inline]
pub(super) fn first_from(set: u64, pointer: u8) -> u8 {
    let from = set & (u64::MAX << pointer);
    let found = if from == 0 { set } else { from };
    small(found.trailing_zeros() as usize)
}

/// A member of `set`, which is not empty, all equally likely: which of them,
/// is the high half of a product of two 32-bit numbers.
#[inline]
pub(super) fn random(set: u64, draw: u32) -> u8 {
    let nth = (u64::from(draw) * u64::from(set.count_ones())) >> 32;
    let mut rest = set;
    for _ in 0..nth {
        rest &= rest - 1;
    }
    small(rest.trailing_zeros() as usize)
}
