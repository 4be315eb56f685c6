//! Table stored as its differences from an older copy of the table.

use crate::mask::Mask;

/// Differences of a table from an older copy of this table.
#[derive(Clone, Debug)]
pub(super) struct Delta<T> {
    /// Number of rows of the table.
    len: usize,
    /// Indices of the rows that differ from the older table.
    changed: Mask,
    /// Rows of the table that differ from the older table, in the order of their indices.
    rows: Vec<T>,
}

impl<T: Clone + PartialEq> Delta<T> {
    /// Differences of `table` from `older`. The tables may have different lengths.
    pub fn of(table: &[T], older: &[T]) -> Self {
        let changed = Mask::of(table.len(), |n| older.get(n) != Some(&table[n]));
        let mut rows = Vec::with_capacity(changed.count());
        changed.ones().for_each(|n| rows.push(table[n].clone()));
        Self { len: table.len(), changed, rows }
    }

    /// Restores the table. `older` must be the table that was passed to [`Delta::of`].
    pub fn whole(&self, older: &[T]) -> Vec<T> {
        let mut table = older[..self.len.min(older.len())].to_vec();
        for (n, row) in self.changed.ones().zip(&self.rows) {
            match table.get_mut(n) {
                Some(place) => place.clone_from(row),
                // All rows beyond the older table differ, so they come in order.
                None => table.push(row.clone()),
            }
        }
        table
    }

    /// Heap memory of the stored differences, in bytes.
    pub fn heap_bytes(&self) -> usize {
        self.changed.heap_bytes() + size_of_val(&self.rows[..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_pcg::Pcg32;
    use rand_pcg::rand_core::{Rng, SeedableRng};

    #[test]
    fn delta_restores_any_changed_table() {
        let mut chance = Pcg32::seed_from_u64(1);
        for _ in 0..2_000 {
            let mut below = |most: u32| chance.next_u32() % most;
            let older: Vec<u32> = (0..below(200)).collect();
            let mut table: Vec<u32> = older.iter().copied().take(below(250) as usize).collect();
            table.extend((0..below(4) * below(50)).map(|n| n * 7));
            for _ in 0..below(20) {
                let place = below(200) as usize;
                if let Some(row) = table.get_mut(place) {
                    *row = below(100);
                }
            }
            let delta = Delta::of(&table, &older);
            assert_eq!(delta.whole(&older), table);
        }
    }

    #[test]
    fn unchanged_row_costs_one_bit() {
        let older = vec![[7u64; 40]; 192];
        let mut table = older.clone();
        assert_eq!(Delta::of(&table, &older).heap_bytes(), 24);
        table[100][3] = 8;
        assert_eq!(Delta::of(&table, &older).heap_bytes(), 24 + 320);
    }
}
