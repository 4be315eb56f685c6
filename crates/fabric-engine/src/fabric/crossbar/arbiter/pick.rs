//! Selection of one port from a mask of ports.

use crate::fabric::crossbar::VoqId;

#[inline]
pub(super) fn small(port: usize) -> u8 {
    u8::try_from(port).unwrap_or(u8::MAX)
}

#[inline]
pub(super) fn voq(input: u8, output: usize, priority: u8) -> VoqId {
    VoqId { input, output: small(output), priority }
}

/// Port after `port`, cyclically among `ports` ports.
#[inline]
pub(super) fn next(port: u8, ports: usize) -> u8 {
    if usize::from(port) + 1 == ports { 0 } else { port + 1 }
}

/// First member of `set`, which is not empty, at or after `pointer`, cyclically.
#[inline]
pub(super) fn first_from(set: u64, pointer: u8) -> u8 {
    let from = set & (u64::MAX << pointer);
    let found = if from == 0 { set } else { from };
    small(found.trailing_zeros() as usize)
}

/// Random member of `set`, which is not empty, each with equal probability: its index is the high
/// half of a product of two 32-bit numbers.
#[inline]
pub(super) fn random(set: u64, draw: u32) -> u8 {
    let nth = (u64::from(draw) * u64::from(set.count_ones())) >> 32;
    let mut rest = set;
    for _ in 0..nth {
        rest &= rest - 1;
    }
    small(rest.trailing_zeros() as usize)
}
