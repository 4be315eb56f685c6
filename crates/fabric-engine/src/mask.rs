//! Bit sets: the bits of a 64-bit word ([`members`]), and [`Mask`], a set of indices of a table.

/// Number of indices in a word of 64 bits.
const WORD: usize = u64::BITS as usize;

/// Iterates over the positions (0 to 63) of the bits of `set` that are 1, lowest first.
#[inline]
pub(crate) fn members(set: u64) -> impl Iterator<Item = usize> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let next = (rest != 0).then(|| rest.trailing_zeros() as usize);
        rest &= rest.wrapping_sub(1);
        next
    })
}

/// Set of indices of a table: a bit for each index.
#[derive(Clone, Debug)]
pub(crate) struct Mask(Vec<u64>);

impl Mask {
    /// Set of the indices below `len` for which `is` returns true.
    pub fn of(len: usize, mut is: impl FnMut(usize) -> bool) -> Self {
        let word = |from: usize, is: &mut dyn FnMut(usize) -> bool| {
            (from..len.min(from + WORD)).fold(0, |word, n| word | u64::from(is(n)) << (n - from))
        };
        Self((0..len.div_ceil(WORD)).map(|n| word(n * WORD, &mut is)).collect())
    }

    /// Set of all indices below `len`.
    pub fn all(len: usize) -> Self {
        Self::of(len, |_| true)
    }

    /// Removes index `n` from the set.
    pub fn clear(&mut self, n: usize) {
        self.0[n / WORD] &= !(1 << (n % WORD));
    }

    /// Number of indices in the set.
    pub fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Iterates over the indices in the set, in ascending order.
    pub fn ones(&self) -> impl Iterator<Item = usize> {
        let words = self.0.iter().enumerate();
        words.flat_map(|(n, word)| members(*word).map(move |bit| n * WORD + bit))
    }

    /// Heap memory of the set, in bytes.
    pub fn heap_bytes(&self) -> usize {
        size_of_val(&self.0[..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mask_contains_exactly_the_matching_rows() {
        for len in [0, 1, 63, 64, 65, 200] {
            let mut mask = Mask::of(len, |n| n % 3 == 0);
            let thirds: Vec<usize> = (0..len).step_by(3).collect();
            assert_eq!((mask.ones().collect::<Vec<_>>(), mask.count()), (thirds.clone(), thirds.len()));
            for n in &thirds {
                mask.clear(*n);
            }
            assert_eq!(mask.count(), 0);
            assert!(Mask::all(len).ones().eq(0..len));
            assert_eq!(mask.heap_bytes(), len.div_ceil(64) * 8);
        }
    }
}
