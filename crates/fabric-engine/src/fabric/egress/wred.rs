//! Weighted random early detection (WRED) at lossy egress queues (Floyd and Jacobson 1993; SONiC
//! `WRED_PROFILE`).
//!
//! The present queue length is used, not an average. If the queue marks ECN, frames of ECN-capable transports
//! are marked instead of dropped. Lossless frames are never dropped early. If `min` and `max` are equal,
//! every frame is dropped or marked from this queue length on.

use super::EcnConfig;

/// Configuration of early drops at a lossy egress queue (WRED). The present queue length is
/// compared, as chips allow and as DCQCN requires; the averaged length of Floyd and Jacobson (1993)
/// is not modelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WredConfig {
    /// Queue length in bytes below which no frame is dropped. [`u64::MAX`] disables WRED.
    pub min: u64,
    /// Queue length in bytes from which every frame is dropped.
    pub max: u64,
    /// Drop probability just below `max`, in 1/2³²; at most 2³².
    pub drop: u64,
}

/// Decision of WRED on a frame that arrives at a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WredVerdict {
    /// The frame is enqueued.
    Pass,
    /// The frame is enqueued and marked "congestion experienced". If the queue marks ECN, frames of
    /// ECN-capable transports are marked instead of dropped (RFC 3168, section 5; RFC 7567, section 2.1).
    /// Above `max` they are marked too, as in Linux's RED without *harddrop*. The limit of the queue still
    /// applies.
    Mark,
    /// The frame is dropped.
    Drop,
}

impl WredConfig {
    /// Configuration that drops no frame.
    pub const OFF: Self = Self { min: u64::MAX, max: u64::MAX, drop: 0 };

    /// Probability, in 1/2³², that a frame is dropped or marked if `waiting` bytes are in the queue.
    /// `waiting` must be below 2³¹.
    #[must_use]
    #[inline]
    pub const fn probability(&self, waiting: u64) -> u64 {
        let Self { min, max, drop } = *self;
        if waiting < min {
            0
        } else if waiting >= max {
            EcnConfig::CERTAIN
        } else {
            drop * (waiting - min) / (max - min)
        }
    }

    /// Decides whether an arriving frame is enqueued, marked or dropped, at a queue length of `waiting`
    /// bytes, below 2³¹. `capable`: whether the transport of the frame is ECN-capable and the queue marks
    /// ECN. `draw` returns 32 random bits and is called only between `min` and `max`.
    #[inline]
    pub fn rules(&self, waiting: u64, capable: bool, draw: impl FnOnce() -> u32) -> WredVerdict {
        let Self { min, max, .. } = *self;
        let picked = if waiting < min {
            false
        } else if waiting >= max {
            true
        } else {
            u64::from(draw()) < self.probability(waiting)
        };
        match (picked, capable) {
            (false, _) => WredVerdict::Pass,
            (true, true) => WredVerdict::Mark,
            (true, false) => WredVerdict::Drop,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONFIG: WredConfig = WredConfig { min: 1_000, max: 3_000, drop: EcnConfig::CERTAIN / 2 };

    #[test]
    fn never_below_min_always_from_max() {
        assert_eq!(CONFIG.rules(999, false, || 0), WredVerdict::Pass);
        assert_eq!(CONFIG.rules(3_000, false, || u32::MAX), WredVerdict::Drop);
        assert_eq!(WredConfig::OFF.rules(1 << 40, false, || 0), WredVerdict::Pass);
    }

    #[test]
    fn between_them_the_probability_rises_linearly() {
        // Half-way between `min` and `max` the probability is a quarter: draws below 2³⁰ drop.
        assert_eq!(CONFIG.rules(2_000, false, || (1 << 30) - 1), WredVerdict::Drop);
        assert_eq!(CONFIG.rules(2_000, false, || 1 << 30), WredVerdict::Pass);
        let quarters =
            [999, 1_000, 2_000, 3_000].map(|waiting| CONFIG.probability(waiting) * 4 / EcnConfig::CERTAIN);
        assert_eq!(quarters, [0, 0, 1, 4]);
    }

    #[test]
    fn ecn_capable_frame_is_marked_instead_of_dropped() {
        assert_eq!(CONFIG.rules(2_000, true, || 0), WredVerdict::Mark);
        assert_eq!(CONFIG.rules(5_000, true, || 0), WredVerdict::Mark);
        assert_eq!(CONFIG.rules(999, true, || 0), WredVerdict::Pass);
    }
}
