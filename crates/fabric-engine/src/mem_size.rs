//! Heap memory of values, in bytes: as much as a copy of the value needs, so that unused capacity does not
//! count. A seekable run uses these numbers to keep its checkpoints within a memory budget.

use std::collections::VecDeque;

/// Heap bytes of a vector of `count` elements that own no heap memory.
pub(crate) const fn rows<T>(count: usize) -> usize {
    count * size_of::<T>()
}

/// Heap bytes of a vector: its elements, plus for each element the heap bytes that `heap_bytes` returns.
pub(crate) fn deep<T>(rows: &[T], heap_bytes: impl Fn(&T) -> usize) -> usize {
    size_of_val(rows) + rows.iter().map(heap_bytes).sum::<usize>()
}

/// Heap bytes of a ring buffer whose elements own no heap memory.
pub(crate) fn ring<T>(rows: &VecDeque<T>) -> usize {
    self::rows::<T>(rows.len())
}

/// Upper bound of the heap bytes of a B-tree with `count` entries of `row` bytes (key and value
/// together). A node has space for eleven entries, and every node but the root holds at least five.
pub(crate) const fn tree(count: usize, row: usize) -> usize {
    if count == 0 { 0 } else { (count / 5 + 1) * (11 * row + 128) }
}
