use fabric_sim::document::Document;
use fabric_sim::ids::Priority;
use fabric_sim::units::Time;
use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng;

/// Source of random numbers, with a seed.
pub struct Dice(pub Pcg32);

impl Dice {
    /// Random number from `low` up to, but not including, `high`.
    pub fn range(&mut self, low: u64, high: u64) -> u64 {
        low + self.0.next_u64() % (high - low)
    }

    /// Returns `true` with probability 1/`n`.
    pub fn one_in(&mut self, n: u64) -> bool {
        self.range(0, n) == 0
    }

    /// Element of `of`, drawn at random.
    pub fn pick<T: Clone>(&mut self, of: &[T]) -> T {
        let n = self.range(0, of.len() as u64);
        of[usize::try_from(n).expect("an index of the list")].clone()
    }

    pub(super) fn micros(&mut self, below: u64) -> Time {
        Time(self.range(0, below * 1_000_000))
    }

    pub(super) fn priority(&mut self) -> Priority {
        // Priority 3, which is lossless by default, is the most frequent.
        Priority::new(self.pick(&[3, 3, 3, 4, 0, 1]))
    }

    pub(super) fn host(&mut self, document: &Document) -> String {
        self.pick(&document.hosts).name
    }
}
