//! Round numbers: 1, 2 or 5 times a power of ten.

/// Round numbers in ascending order, from 1 to the largest that fits 64 bits.
pub(crate) fn round_numbers() -> impl Iterator<Item = u64> {
    (0..20)
        .flat_map(|power| [1, 2, 5].into_iter().filter_map(move |digit| 10u64.pow(power).checked_mul(digit)))
}

/// Largest round number that is at most `most`; 1 if `most` is 0.
#[must_use]
pub fn round_below(most: u64) -> u64 {
    round_numbers().take_while(|round| *round <= most).last().unwrap_or(1)
}

/// Smallest round number that is at least `least`; 1 if `least` is 0. If that round number does not fit 64
/// bits, returns `least` itself.
#[must_use]
pub fn round_above(least: u64) -> u64 {
    round_numbers().find(|round| *round >= least).unwrap_or(least)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_numbers_are_the_nearest_on_either_side() {
        for (number, below, above) in [
            (1, 1, 1),
            (3, 2, 5),
            (5, 5, 5),
            (7, 5, 10),
            (19, 10, 20),
            (20, 20, 20),
            (99, 50, 100),
            (4_001, 2_000, 5_000),
        ] {
            assert_eq!((round_below(number), round_above(number)), (below, above), "{number}");
        }
        assert_eq!((round_below(u64::MAX), round_above(u64::MAX)), (10_000_000_000_000_000_000, u64::MAX));
    }
}
