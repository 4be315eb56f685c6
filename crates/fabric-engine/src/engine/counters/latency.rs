//! Histogram of latencies, from which percentiles are read within 1 %. Start with [`Latency`].
//!
//! The count, the mean and the maximum are exact, except the maximum of [`Latency::since`]. The order
//! of the records has no effect. An empty histogram gives zero for each figure.

use crate::units::Time;

/// Number of buckets for each power of two. The width of a bucket is at most 1/64 of the times in it, so that
/// the middle of the bucket differs from each of them by less than 1 %.
const STEPS: usize = 64;

/// Histogram of times. Each power of two of picoseconds has 64 buckets of equal width. Only the
/// powers from the lowest to the highest recorded time take memory.
#[derive(Clone, Debug, Default)]
pub struct Latency {
    count: u64,
    sum: u64,
    max: Time,
    /// Number of recorded times in each bucket. Indexed by exponent minus `first`, then by bucket.
    octaves: Vec<[u32; STEPS]>,
    /// Exponent of the lowest power of two for which `octaves` has a row.
    first: usize,
}

impl Latency {
    /// Records the latency of one frame.
    #[inline]
    pub fn record(&mut self, time: Time) {
        self.count += 1;
        self.sum += time.ps();
        self.max = self.max.max(time);
        let (octave, step) = bucket(time.ps());
        if octave.wrapping_sub(self.first) >= self.octaves.len() {
            self.widen(octave);
        }
        self.octaves[octave - self.first][step] += 1;
    }

    /// Adds a row of buckets for times from 2^`octave` ps. Adds empty rows for the exponents between this row
    /// and the rows that exist. No row for `octave` may exist.
    #[cold]
    fn widen(&mut self, octave: usize) {
        if self.octaves.is_empty() {
            self.first = octave;
        }
        let missing = self.first.saturating_sub(octave);
        self.octaves.splice(..0, std::iter::repeat_n([0; STEPS], missing));
        self.first -= missing;
        let count = self.octaves.len().max(octave - self.first + 1);
        self.octaves.resize(count, [0; STEPS]);
    }

    /// Number of recorded times.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Mean of the recorded times, rounded down; zero if there are none.
    #[must_use]
    pub fn mean(&self) -> Time {
        Time(self.sum.checked_div(self.count).unwrap_or(0))
    }

    /// Longest recorded time, exact; zero if there is none.
    #[must_use]
    pub fn max(&self) -> Time {
        self.max
    }

    /// Time that `percent` of the recorded times do not exceed, within 1 %; zero if there are none. `percent`
    /// is 0 to 100: 0 gives the shortest time, 100 the longest, both within 1 %. Above 100 gives
    /// [`Self::max`].
    #[must_use]
    pub fn percentile(&self, percent: u32) -> Time {
        if self.count == 0 {
            return Time::ZERO;
        }
        let rank = (self.count * u64::from(percent)).div_ceil(100).max(1);
        let mut seen = 0;
        for (octave, steps) in (self.first..).zip(&self.octaves) {
            for (step, count) in steps.iter().enumerate() {
                seen += u64::from(*count);
                if seen >= rank {
                    return middle(octave, step).min(self.max);
                }
            }
        }
        self.max
    }

    /// Histogram of the times recorded after `earlier`, an older copy of this histogram. The maximum is exact
    /// if it exceeds the maximum of `earlier`, else within 1 %.
    ///
    /// # Panics
    /// If `earlier` is not an older copy: it has recorded times outside the range of this histogram.
    #[must_use]
    pub fn since(&self, earlier: &Self) -> Self {
        let mut rest = self.clone();
        rest.count -= earlier.count;
        rest.sum -= earlier.sum;
        for (octave, counts) in (earlier.first..).zip(&earlier.octaves) {
            let mine = &mut rest.octaves[octave - self.first];
            for (count, old) in mine.iter_mut().zip(counts) {
                *count -= old;
            }
        }
        if self.max == earlier.max {
            rest.max = rest.percentile(100);
        }
        rest
    }

    /// Heap memory of the histogram, in bytes.
    pub(super) fn heap_bytes(&self) -> usize {
        size_of_val(&self.octaves[..])
    }
}

/// Exponent of the largest power of two up to `ps`, and index of the bucket of `ps` in the row of this
/// exponent. Times below 64 ps have exponent 0.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "below 64")]
fn bucket(ps: u64) -> (usize, usize) {
    if ps < STEPS as u64 {
        return (0, ps as usize);
    }
    let octave = ps.ilog2();
    (octave as usize, (ps >> (octave - 6)) as usize % STEPS)
}

fn middle(octave: usize, step: usize) -> Time {
    if octave == 0 {
        return Time(step as u64);
    }
    let width = 1u64 << (octave - 6);
    Time((STEPS + step) as u64 * width + width / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_within_one_percent() {
        let mut latency = Latency::default();
        (1..=10_000u64).for_each(|n| latency.record(Time(n * 137)));
        for (percent, exact) in [(1, 100), (50, 5_000), (99, 9_900), (100, 10_000)] {
            let read = latency.percentile(percent).ps();
            let exact = exact * 137;
            assert!(read.abs_diff(exact) * 100 <= exact, "p{percent}: {read} for {exact}");
        }
        assert_eq!((latency.mean(), latency.max()), (Time(10_001 * 137 / 2), Time(1_370_000)));
    }

    /// Random times of every size, few and many, spread and clustered.
    #[test]
    fn percentiles_of_random_times_are_within_one_percent_of_sorting() {
        let mut seed = 0x9e37_79b9_7f4a_7c15u64;
        let mut random = || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            seed
        };
        for round in 0..400u64 {
            let (count, reach) = (1 + random() % (1 << (round % 12)), 1 + random() % 44);
            let mut times: Vec<u64> = (0..count)
                .map(|_| match round % 3 {
                    0 => random() % (1 << reach),
                    1 => random() >> (20 + random() % 44),
                    _ => (1 << reach) + random() % 3,
                })
                .collect();
            let mut latency = Latency::default();
            for time in &times {
                latency.record(Time(*time));
            }
            let [p50, p99] = [50, 99].map(|percent| latency.percentile(percent));
            assert!(p50 <= p99 && p99 <= latency.max(), "round {round}: {p50} {p99} {}", latency.max());
            times.sort_unstable();
            for percent in [0, 1, 10, 50, 90, 99, 100] {
                let rank = (count * u64::from(percent)).div_ceil(100).max(1);
                let exact = times[usize::try_from(rank).unwrap() - 1];
                let read = latency.percentile(percent).ps();
                assert!(read.abs_diff(exact) * 100 <= exact, "round {round}, p{percent}: {read} for {exact}");
            }
        }
    }

    #[test]
    fn a_window_is_the_difference_of_two_copies() {
        let mut latency = Latency::default();
        latency.record(Time(10));
        let earlier = latency.clone();
        latency.record(Time(1_000_000));
        let nothing = earlier.since(&earlier);
        assert_eq!((nothing.count(), nothing.percentile(50), nothing.max()), (0, Time::ZERO, Time::ZERO));
        let window = latency.since(&earlier);
        assert_eq!((window.count(), window.mean()), (1, Time(1_000_000)));
        assert!(window.percentile(1).ps().abs_diff(1_000_000) <= 10_000);
        let later = latency.clone();
        latency.record(Time(500_000));
        assert!(latency.since(&later).max().ps().abs_diff(500_000) <= 5_000);
    }

    #[test]
    fn powers_of_two_come_in_any_order() {
        let mut latency = Latency::default();
        for ps in [1 << 20, 1 << 30, 1 << 10, 1 << 25, 0] {
            latency.record(Time(ps));
        }
        let read = [20, 40, 60, 80, 100].map(|percent| latency.percentile(percent).ps());
        for (read, exact) in read.into_iter().zip([0, 1u64 << 10, 1 << 20, 1 << 25, 1 << 30]) {
            assert!(read.abs_diff(exact) * 100 <= exact, "{read} for {exact}");
        }
    }

    #[test]
    fn latency_without_samples_is_zero() {
        assert_eq!((Latency::default().mean(), Latency::default().percentile(99)), (Time::ZERO, Time::ZERO));
    }
}
