use crate::units::Time;

/// Buckets of one power of two: a bucket is at most 1/64 of its values wide,
/// so that a percentile read off its middle is within 1 %.
const STEPS: usize = 64;

/// A distribution of times in log-linear buckets; those powers of two that
/// ever occurred take memory, the others none.
#[derive(Clone, Debug)]
pub struct Latency {
    count: u64,
    sum: u64,
    max: Time,
    /// Which of `octaves` holds a power of two, plus one; 0: none yet.
    index: [u8; 64],
    octaves: Vec<[u32; STEPS]>,
}

impl Default for Latency {
    fn default() -> Self {
        Self { count: 0, sum: 0, max: Time::ZERO, index: [0; 64], octaves: Vec::new() }
    }
}

impl Latency {
    /// Counts one frame.
    #[inline]
    pub fn record(&mut self, time: Time) {
        self.count += 1;
        self.sum += time.ps();
        self.max = self.max.max(time);
        let (octave, step) = bucket(time.ps());
        if self.index[octave] == 0 {
            self.octaves.push([0; STEPS]);
            self.index[octave] = u8::try_from(self.octaves.len()).unwrap_or(u8::MAX);
        }
        self.octaves[usize::from(self.index[octave]) - 1][step] += 1;
    }

    /// How many were counted.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Their mean, rounded down; zero if there are none.
    #[must_use]
    pub fn mean(&self) -> Time {
        Time(self.sum.checked_div(self.count).unwrap_or(0))
    }

    /// The longest, exact.
    #[must_use]
    pub fn max(&self) -> Time {
        self.max
    }

    /// The time that `percent` of 100 frames did not exceed, within 1 %; zero
    /// if there are none.
    #[must_use]
    pub fn percentile(&self, percent: u32) -> Time {
        if self.count == 0 {
            return Time::ZERO;
        }
        let rank = (self.count * u64::from(percent)).div_ceil(100).max(1);
        let mut seen = 0;
        for octave in 0..self.index.len() {
            let Some(steps) = self.index[octave].checked_sub(1).map(|n| &self.octaves[usize::from(n)]) else {
                continue;
            };
            for (step, count) in steps.iter().enumerate() {
                seen += u64::from(*count);
                if seen >= rank {
                    return middle(octave, step).min(self.max);
                }
            }
        }
        self.max
    }

    /// What was counted since `earlier`, an older copy of this. Its longest is
    /// exact if the longest of all came since; else it is within 1 %.
    #[must_use]
    pub fn since(&self, earlier: &Self) -> Self {
        let mut rest = self.clone();
        rest.count -= earlier.count;
        rest.sum -= earlier.sum;
        for (octave, index) in earlier.index.iter().enumerate().filter(|(_, index)| **index > 0) {
            let mine = &mut rest.octaves[usize::from(self.index[octave]) - 1];
            for (count, old) in mine.iter_mut().zip(&earlier.octaves[usize::from(*index) - 1]) {
                *count -= old;
            }
        }
        if self.max == earlier.max {
            rest.max = rest.percentile(100);
        }
        rest
    }

    /// What it keeps beside itself in memory, in bytes.
    pub(super) fn heap_bytes(&self) -> usize {
        size_of_val(&self.octaves[..])
    }
}

/// The power of two of `ps` (those below 64 ps share the first), and the step in it.
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

    /// Random times of every size, many and few, alone and in heaps.
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
    fn nothing_counted_is_zero() {
        assert_eq!((Latency::default().mean(), Latency::default().percentile(99)), (Time::ZERO, Time::ZERO));
    }
}
