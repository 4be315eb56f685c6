//! Sizes in bytes of the memory that values own on the heap: the bytes that a copy takes, not the
//! capacity of the original. Checkpoints are kept within a budget by these sizes.

use std::collections::VecDeque;

/// Bytes of `count` rows that own no memory themselves.
pub(crate) const fn rows<T>(count: usize) -> usize {
    count * size_of::<T>()
}

/// Bytes of a vector's rows and of the memory that each row owns, given by `kept`.
pub(crate) fn deep<T>(rows: &[T], kept: impl Fn(&T) -> usize) -> usize {
    size_of_val(rows) + rows.iter().map(kept).sum::<usize>()
}

/// Bytes of a ring buffer whose rows own no memory themselves.
pub(crate) fn ring<T>(rows: &VecDeque<T>) -> usize {
    self::rows::<T>(rows.len())
}

/// Upper bound in bytes of a B-tree with `count` entries of `row` bytes, key and value together. A
/// node has room for eleven entries, and every node but the root holds at least five.
pub(crate) const fn tree(count: usize, row: usize) -> usize {
    if count == 0 { 0 } else { (count / 5 + 1) * (11 * row + 128) }
}
