//! Round numbers: 1, 2 or 5 times a power of ten.

/// Largest power of ten of at most `number`, which is above 0.
const fn power(number: u64) -> u64 {
    10u64.pow(number.ilog10())
}

/// Largest round number of at most `most`, which is above 0.
pub fn round_below(most: u64) -> u64 {
    let power = power(most);
    [5, 2, 1]
        .into_iter()
        .filter_map(|digit| power.checked_mul(digit))
        .find(|round| *round <= most)
        .unwrap_or(power)
}

/// Smallest round number of at least `least`, which is above 0; `least` where no round number of
/// that size fits.
pub fn round_above(least: u64) -> u64 {
    let power = power(least);
    [1, 2, 5, 10]
        .into_iter()
        .filter_map(|digit| power.checked_mul(digit))
        .find(|round| *round >= least)
        .unwrap_or(least)
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
