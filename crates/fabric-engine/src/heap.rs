//! What values keep beside themselves in memory, in bytes: what a copy of them
//! takes, not what they once had room for.

use std::collections::VecDeque;

/// The rows of a vector or of a ring, which keep nothing beside themselves.
pub(crate) const fn rows<T>(count: usize) -> usize {
    count * size_of::<T>()
}

/// A vector, and what each of its rows keeps beside itself.
pub(crate) fn deep<T>(rows: &[T], kept: impl Fn(&T) -> usize) -> usize {
    size_of_val(rows) + rows.iter().map(kept).sum::<usize>()
}

/// A ring whose rows keep nothing beside themselves.
pub(crate) fn ring<T>(rows: &VecDeque<T>) -> usize {
    self::rows::<T>(rows.len())
}

/// A tree of so many keys and values of these sizes together: at most what its
/// nodes take, of which each has room for eleven and all but the first hold five.
pub(crate) const fn tree(count: usize, row: usize) -> usize {
    if count == 0 { 0 } else { (count / 5 + 1) * (11 * row + 128) }
}
