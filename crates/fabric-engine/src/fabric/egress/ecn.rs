//! ECN marking of an egress queue by Kmin, Kmax and Pmax (Zhu et al. 2015).

/// Which frame is marked for the bytes that wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkAt {
    /// The one that leaves: the mark tells of the queue as it is now.
    Dequeue,
    /// The one that comes, as RED does (Floyd and Jacobson 1993): the mark
    /// waits in the queue that it tells of.
    Enqueue,
}

/// When a frame is marked "congestion experienced". Compared with the bytes
/// waiting in the switch for one output and priority, the frame itself not
/// counted (WRED marking as in the DCQCN paper, Zhu et al. 2015).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EcnConfig {
    /// Below this many bytes, never. [`u64::MAX`] switches marking off.
    pub kmin: u64,
    /// At or above this many bytes, always.
    pub kmax: u64,
    /// Probability just below `kmax`, in 1/2³²; at most 2³².
    pub pmax: u64,
    /// Which frame is marked.
    pub at: MarkAt,
}

impl EcnConfig {
    /// No marking.
    pub const OFF: Self = Self { kmin: u64::MAX, kmax: u64::MAX, pmax: 0, at: MarkAt::Dequeue };

    /// Certainty, in the fixed point of `pmax`.
    pub const CERTAIN: u64 = 1 << 32;

    /// Whether nothing is ever marked.
    #[must_use]
    pub const fn is_off(&self) -> bool {
        self.kmin == u64::MAX
    }

    /// Whether the frame that leaves `waiting` bytes behind may be marked: the
    /// question that every frame asks, cheaply answered where nothing is.
    #[must_use]
    #[inline]
    pub fn considers_leaving(&self, waiting: u64) -> bool {
        waiting >= self.kmin && self.at == MarkAt::Dequeue
    }

    /// Whether a frame beside which `waiting` bytes wait is marked; `draw` is
    /// asked for 32 random bits only between Kmin and Kmax. Marks below 2³¹.
    #[inline]
    pub fn marks(&self, waiting: u64, draw: impl FnOnce() -> u32) -> bool {
        if waiting < self.kmin {
            false
        } else if waiting >= self.kmax {
            true
        } else {
            u64::from(draw()) < self.pmax * (waiting - self.kmin) / (self.kmax - self.kmin)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{EcnConfig, MarkAt};

    const CONFIG: EcnConfig =
        EcnConfig { kmin: 1_000, kmax: 3_000, pmax: EcnConfig::CERTAIN / 2, at: MarkAt::Dequeue };

    #[test]
    fn never_below_kmin_always_from_kmax() {
        assert!(!CONFIG.marks(999, || 0));
        assert!(CONFIG.marks(3_000, || u32::MAX));
        assert!(!EcnConfig::OFF.marks(u64::MAX - 1, || 0));
    }

    #[test]
    fn between_them_the_probability_rises_linearly_to_pmax() {
        // Half-way the probability is a quarter: draws below 2³⁰ mark.
        assert!(CONFIG.marks(2_000, || (1 << 30) - 1));
        assert!(!CONFIG.marks(2_000, || 1 << 30));
        assert!(!CONFIG.marks(1_000, || 0), "at Kmin the probability is still 0");
    }
}
