use super::EcnConfig;

/// Early drop at a lossy egress queue (WRED: weighted random early
/// detection). The *instantaneous* queue is compared, as the chips can and as
/// DCQCN sets them to; the averaged one of Floyd and Jacobson (1993) is not
/// modelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WredConfig {
    /// Below this many bytes waiting, never. [`u64::MAX`] switches it off.
    pub min: u64,
    /// At or above this many bytes, always.
    pub max: u64,
    /// Probability just below `max`, in 1/2³²; at most 2³².
    pub drop: u64,
}

/// What becomes of a frame that may join the queue as far as WRED says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Early {
    /// It joins.
    Pass,
    /// It joins and is marked "congestion experienced": where the queue marks,
    /// frames of ECN-capable transports are marked when others are dropped
    /// (RFC 3168, section 5; RFC 7567, section 2.1), above `max` too, as Linux's
    /// RED without its *harddrop* flag. The queue's tail limit still holds.
    Mark,
    /// It is dropped.
    Drop,
}

impl WredConfig {
    /// No early drops.
    pub const OFF: Self = Self { min: u64::MAX, max: u64::MAX, drop: 0 };

    /// How likely a frame that finds `waiting` bytes is dropped or marked, in
    /// 1/2³². Marks below 2³¹.
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

    /// What becomes of a frame that finds `waiting` bytes; `capable`: it can
    /// carry a mark, and the queue marks. `draw` is asked for 32 random bits
    /// only between min and max. Marks below 2³¹.
    #[inline]
    pub fn rules(&self, waiting: u64, capable: bool, draw: impl FnOnce() -> u32) -> Early {
        let Self { min, max, .. } = *self;
        let picked = if waiting < min {
            false
        } else if waiting >= max {
            true
        } else {
            u64::from(draw()) < self.probability(waiting)
        };
        match (picked, capable) {
            (false, _) => Early::Pass,
            (true, true) => Early::Mark,
            (true, false) => Early::Drop,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONFIG: WredConfig = WredConfig { min: 1_000, max: 3_000, drop: EcnConfig::CERTAIN / 2 };

    #[test]
    fn never_below_min_always_from_max() {
        assert_eq!(CONFIG.rules(999, false, || 0), Early::Pass);
        assert_eq!(CONFIG.rules(3_000, false, || u32::MAX), Early::Drop);
        assert_eq!(WredConfig::OFF.rules(1 << 40, false, || 0), Early::Pass);
    }

    #[test]
    fn between_them_the_probability_rises_linearly() {
        // Half-way it is a quarter.
        assert_eq!(CONFIG.rules(2_000, false, || (1 << 30) - 1), Early::Drop);
        assert_eq!(CONFIG.rules(2_000, false, || 1 << 30), Early::Pass);
        let quarters =
            [999, 1_000, 2_000, 3_000].map(|waiting| CONFIG.probability(waiting) * 4 / EcnConfig::CERTAIN);
        assert_eq!(quarters, [0, 0, 1, 4]);
    }

    #[test]
    fn what_can_carry_a_mark_is_marked_where_others_are_dropped() {
        assert_eq!(CONFIG.rules(2_000, true, || 0), Early::Mark);
        assert_eq!(CONFIG.rules(5_000, true, || 0), Early::Mark);
        assert_eq!(CONFIG.rules(999, true, || 0), Early::Pass);
    }
}
