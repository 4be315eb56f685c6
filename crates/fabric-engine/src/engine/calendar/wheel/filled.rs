//! Which buckets of a wheel have anything.

/// A bit for each bucket, and above them one for each word that is not 0: the
/// next bucket that has anything is found in a few looks, however far it is.
#[derive(Clone, Debug)]
pub(super) struct Filled {
    bits: Vec<u64>,
    words: Vec<u64>,
}

impl Filled {
    /// None of `buckets`, a multiple of 64.
    pub fn new(buckets: usize) -> Self {
        let words = buckets / 64;
        Self { bits: vec![0; words], words: vec![0; words.div_ceil(64)] }
    }

    /// The bucket has something, and may have had it before.
    #[inline]
    pub fn set(&mut self, bucket: usize) {
        self.bits[bucket / 64] |= 1 << (bucket % 64);
        // Written every time: whether it is set already could not be foreseen.
        self.words[bucket / 4096] |= 1 << (bucket / 64 % 64);
    }

    /// The bucket has nothing any more.
    #[inline]
    pub fn clear(&mut self, bucket: usize) {
        let word = &mut self.bits[bucket / 64];
        *word &= !(1 << (bucket % 64));
        if *word == 0 {
            self.words[bucket / 4096] &= !(1 << (bucket / 64 % 64));
        }
    }

    /// The first bucket that has anything, from `bucket` on and all around.
    #[inline(always)]
    pub fn first_from(&self, bucket: usize) -> Option<usize> {
        let word = bucket / 64;
        let bits = self.bits[word] & (u64::MAX << (bucket % 64));
        if bits != 0 {
            return Some(word * 64 + bits.trailing_zeros() as usize);
        }
        self.first_after(word)
    }

    /// The first bucket that has anything, from the word after this one on and all around.
    #[inline(never)]
    fn first_after(&self, word: usize) -> Option<usize> {
        let (from, count) = (word / 64, self.words.len());
        let mut bits = self.words[from] & (u64::MAX << 1 << (word % 64));
        let mut at = from;
        for n in 1..=count {
            if bits != 0 {
                break;
            }
            at = (from + n) % count;
            bits = self.words[at];
        }
        (bits != 0).then(|| {
            let word = at * 64 + bits.trailing_zeros() as usize;
            word * 64 + self.bits[word].trailing_zeros() as usize
        })
    }

    /// Heap memory in bytes.
    pub fn heap_bytes(&self) -> usize {
        size_of_val(&self.bits[..]) + size_of_val(&self.words[..])
    }
}
