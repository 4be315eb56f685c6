//! Bitmap of a timing wheel: shows which buckets hold deadlines.

/// Bitmap with a bit for each bucket: 1 if the bucket holds deadlines. A second level has a bit for each word
/// of the first level that is not 0. Thus a few steps find the next bucket with a deadline.
#[derive(Clone, Debug)]
pub(super) struct BucketBitmap {
    bits: Vec<u64>,
    words: Vec<u64>,
}

impl BucketBitmap {
    /// Creates a bitmap for `buckets` empty buckets. The number must be a multiple of 64.
    pub fn new(buckets: usize) -> Self {
        let words = buckets / 64;
        Self { bits: vec![0; words], words: vec![0; words.div_ceil(64)] }
    }

    /// Marks a bucket as not empty.
    #[inline]
    pub fn set(&mut self, bucket: usize) {
        self.bits[bucket / 64] |= 1 << (bucket % 64);
        // No branch for a bit that is set already: the processor could not predict it.
        self.words[bucket / 4096] |= 1 << (bucket / 64 % 64);
    }

    /// Marks a bucket as empty.
    #[inline]
    pub fn clear(&mut self, bucket: usize) {
        let word = &mut self.bits[bucket / 64];
        *word &= !(1 << (bucket % 64));
        if *word == 0 {
            self.words[bucket / 4096] &= !(1 << (bucket / 64 % 64));
        }
    }

    /// First bucket that is not empty, at or after `bucket`; after the last bucket the search continues at
    /// the first. `None` if all are empty.
    #[inline(always)]
    pub fn first_from(&self, bucket: usize) -> Option<usize> {
        let word = bucket / 64;
        let bits = self.bits[word] & (u64::MAX << (bucket % 64));
        if bits != 0 {
            return Some(word * 64 + bits.trailing_zeros() as usize);
        }
        self.first_after(word)
    }

    /// First bucket that is not empty in the words after `word`; after the last word the search continues at
    /// the first.
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

    /// Heap memory of the bitmap, in bytes.
    pub fn heap_bytes(&self) -> usize {
        size_of_val(&self.bits[..]) + size_of_val(&self.words[..])
    }
}
