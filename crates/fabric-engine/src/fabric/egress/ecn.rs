//! ECN marking by queue length, between Kmin and Kmax (Zhu et al., SIGCOMM 2015; RFC 3168).
//!
//! No frame is marked below Kmin, and every frame is marked from Kmax on. Between Kmin and Kmax the
//! probability rises linearly from 0 to Pmax. The present queue length is used, not an average. Kmin of
//! [`u64::MAX`] switches marking off. If Kmin and Kmax are equal, every frame is marked from this queue
//! length on.

/// Moment at which the queue length is compared with Kmin and Kmax: when a frame leaves the queue,
/// or when it arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkAt {
    /// A frame is marked when it leaves the queue, so that the mark reports the present queue length.
    Dequeue,
    /// A frame is marked when it arrives, as in RED (Floyd and Jacobson 1993). The mark waits in the queue
    /// with the frame, so that the destination sees it later.
    Enqueue,
}

/// Configuration of ECN marking ("congestion experienced"). The queue length is the number of bytes that wait
/// in the switch for one output and priority. The frame itself does not count (Zhu et al. 2015).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EcnConfig {
    /// Queue length in bytes below which no frame is marked. [`u64::MAX`] disables marking.
    pub kmin: u64,
    /// Queue length in bytes from which every frame is marked.
    pub kmax: u64,
    /// Marking probability just below `kmax`, in 1/2³²; at most 2³².
    pub pmax: u64,
    /// Moment at which the queue length is compared: departure or arrival of the frame.
    pub at: MarkAt,
}

impl EcnConfig {
    /// Configuration that marks no frame.
    pub const OFF: Self = Self { kmin: u64::MAX, kmax: u64::MAX, pmax: 0, at: MarkAt::Dequeue };

    /// Value of `pmax` that means probability 1.
    pub const CERTAIN: u64 = 1 << 32;

    /// Whether marking is disabled.
    #[must_use]
    pub const fn is_off(&self) -> bool {
        self.kmin == u64::MAX
    }

    /// Whether a departing frame may be marked, if `waiting` bytes stay behind in the queue. Always false
    /// with [`MarkAt::Enqueue`]. Cheap check before [`EcnConfig::marks`].
    #[must_use]
    #[inline]
    pub fn considers_leaving(&self, waiting: u64) -> bool {
        waiting >= self.kmin && self.at == MarkAt::Dequeue
    }

    /// Whether a frame is marked at a queue length of `waiting` bytes. `draw` returns 32 random
    /// bits and is called only between Kmin and Kmax. Queue lengths are below 2³¹.
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
        // Half-way between Kmin and Kmax the probability is a quarter: draws below 2³⁰ mark.
        assert!(CONFIG.marks(2_000, || (1 << 30) - 1));
        assert!(!CONFIG.marks(2_000, || 1 << 30));
        assert!(!CONFIG.marks(1_000, || 0), "at Kmin the probability is still 0");
    }
}
