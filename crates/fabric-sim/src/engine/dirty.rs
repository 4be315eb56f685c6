/// Ports whose transmitter is free and may have something to send at this
/// instant: the scheduling class of events, served lowest port first after
/// everything else of the instant has happened.
#[derive(Clone, Debug, Default)]
pub(super) struct Dirty {
    words: Vec<u64>,
    /// No word below this one has a bit set.
    low: usize,
    count: u32,
}

impl Dirty {
    pub(super) fn new(ports: usize) -> Self {
        Self { words: vec![0; ports.div_ceil(64)], low: 0, count: 0 }
    }

    #[cfg(test)]
    fn is_empty(&self) -> bool {
        self.count == 0
    }

    #[inline]
    pub(super) fn insert(&mut self, port: usize) {
        let (word, bit) = (port / 64, 1 << (port % 64));
        self.count += u32::from(self.words[word] & bit == 0);
        self.words[word] |= bit;
        self.low = self.low.min(word);
    }

    /// The ports, lowest first.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let ports = |(n, word): (usize, &u64)| {
            let word = *word;
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| n * 64 + bit)
        };
        // Most of the time there are none.
        let words = if self.count == 0 { &[][..] } else { &self.words };
        words.iter().enumerate().filter(|(_, word)| **word != 0).flat_map(ports)
    }

    /// Takes out the lowest port.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<usize> {
        if self.count == 0 {
            return None;
        }
        while self.words[self.low] == 0 {
            self.low += 1;
        }
        let word = &mut self.words[self.low];
        let port = self.low * 64 + word.trailing_zeros() as usize;
        *word &= *word - 1;
        self.count -= 1;
        if self.count == 0 {
            self.low = self.words.len();
        }
        Some(port)
    }

    /// What it keeps beside itself in memory, in bytes.
    pub(super) fn heap_bytes(&self) -> usize {
        size_of_val(&self.words[..])
    }
}

#[cfg(test)]
mod tests {
    use super::Dirty;

    #[test]
    fn lowest_first_each_once() {
        let mut dirty = Dirty::new(200);
        for port in [150, 3, 64, 3, 199] {
            dirty.insert(port);
        }
        assert_eq!(dirty.iter().collect::<Vec<_>>(), [3, 64, 150, 199]);
        let mut order: Vec<_> = std::iter::from_fn(|| dirty.pop()).collect();
        assert_eq!(order, [3, 64, 150, 199]);
        assert!(dirty.is_empty());
        dirty.insert(70);
        dirty.insert(1);
        order = std::iter::from_fn(|| dirty.pop()).collect();
        assert_eq!(order, [1, 70]);
    }
}
