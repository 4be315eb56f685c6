//! Token buckets of an output: minimum and maximum rates of its queues, and the maximum rate of the port (SAI
//! scheduler, `MIN_BANDWIDTH_RATE`, `MAX_BANDWIDTH_RATE`). Start with [`Shaper`].
//!
//! A bucket is stored as the time at which it is full again, so that no periodic refill is needed. A frame
//! may start while the bucket is not in debt, even if its tokens do not cover the frame. The debt then delays
//! the next frame. Rates count frame bytes, without preamble and gap. PFC frames and link credit updates are
//! not limited.

use crate::digest::Digest;
use crate::ids::{Priority, PrioritySet};
use crate::units::{PS_PER_S, Rate, Time, TransmissionTimes};
use crate::wire::PRIORITIES;

/// Configuration of a token bucket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BucketConfig {
    clock: TransmissionTimes,
    /// Time in which an empty bucket fills.
    fill: Time,
}

impl BucketConfig {
    /// Creates a bucket that fills with `rate`, in frame bytes, and holds `burst` bytes.
    #[must_use]
    pub fn new(rate: Rate, burst: u32) -> Self {
        let clock = TransmissionTimes::new(rate);
        Self { clock, fill: clock.time(burst) }
    }

    /// Rate at which the bucket fills.
    #[must_use]
    pub fn rate(&self) -> Rate {
        self.clock.rate()
    }

    /// Capacity of the bucket in bytes. For rates up to 8 Tb/s, exactly the `burst` of
    /// [`BucketConfig::new`]. For higher rates the number may be larger than `burst`;
    /// [`BucketConfig::new`] with this number creates an equal bucket.
    #[must_use]
    pub fn burst(&self) -> u64 {
        let bits = u128::from(self.fill.ps()) * u128::from(self.rate().bps()) / u128::from(PS_PER_S);
        u64::try_from(bits / 8).unwrap_or(u64::MAX)
    }
}

/// Token bucket; full at the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bucket {
    /// Time at which the bucket is full again.
    full_at: Time,
    /// Total time since the start in which the bucket was in debt. If the bucket is in debt now, the time
    /// until the end of this debt is included.
    time_in_debt: Time,
    /// Total time since the start in which the bucket was not full, counted up to `full_at`.
    time_filling: Time,
}

impl Bucket {
    /// End of the present debt: earliest time at which a frame may start. If the bucket is not in debt, the
    /// result is the present or an earlier time.
    #[must_use]
    pub const fn ready_at(&self, config: &BucketConfig) -> Time {
        self.full_at.saturating_sub(config.fill)
    }

    /// Takes the tokens of a frame of `bytes` that starts at `now`. If the tokens do not cover the
    /// frame, the bucket gets into debt.
    pub fn take(&mut self, config: &BucketConfig, bytes: u32, now: Time) {
        let (in_debt_until, full_at) = (self.ready_at(config).max(now), self.full_at.max(now));
        self.full_at = full_at.saturating_add(config.clock.time(bytes));
        self.time_in_debt += self.ready_at(config).saturating_sub(in_debt_until);
        self.time_filling += self.full_at - full_at;
    }

    fn debt(&self, config: &BucketConfig, now: Time) -> Debt {
        let left = self.ready_at(config).saturating_sub(now);
        Debt {
            rate: config.rate(),
            time: self.time_in_debt.saturating_sub(left),
            filling: self.time_filling.saturating_sub(self.full_at.saturating_sub(now)),
            is_present: left > Time::ZERO,
        }
    }
}

/// Debt of the token bucket of a maximum rate. While the bucket is in debt, no frame starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Debt {
    /// Configured maximum rate.
    pub rate: Rate,
    /// Time since the start in which the bucket was in debt.
    pub time: Time,
    /// Time since the start in which the bucket was not full, debts included.
    pub filling: Time,
    /// Whether the bucket is in debt now.
    pub is_present: bool,
}

/// Configured rates of a port: minimum and maximum rates of its queues, and maximum rate of the
/// port. `None` in a field: no such rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShaperConfig {
    /// Minimum rates, indexed by priority (SAI scheduler, `MIN_BANDWIDTH_RATE`).
    pub min: [Option<BucketConfig>; PRIORITIES],
    /// Maximum rates, indexed by priority (SAI scheduler, `MAX_BANDWIDTH_RATE`).
    pub max: [Option<BucketConfig>; PRIORITIES],
    /// Maximum rate of the port; `None`: only the rate of the link limits it.
    pub port: Option<BucketConfig>,
}

impl ShaperConfig {
    /// Whether no minimum or maximum rate is configured.
    #[must_use]
    pub fn is_off(&self) -> bool {
        self.port.is_none() && self.min.iter().chain(&self.max).all(Option::is_none)
    }
}

/// Token buckets of a port.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shaper {
    /// Buckets of the minimum rates, indexed by priority.
    min: [Bucket; PRIORITIES],
    /// Buckets of the maximum rates, indexed by priority.
    max: [Bucket; PRIORITIES],
    /// Bucket of the maximum rate of the port.
    port: Bucket,
}

impl Shaper {
    /// Returns the classes among `eligible` that the maximum rates of class and port allow to start a frame
    /// at `now`. Also returns the earliest later time at which a further class of `eligible` is allowed;
    /// [`Time::NEVER`] if all are allowed now. A class is allowed at the exact end of its debt.
    #[must_use]
    pub fn allowed(&self, config: &ShaperConfig, eligible: PrioritySet, now: Time) -> (PrioritySet, Time) {
        let port = config.port.map_or(Time::ZERO, |config| self.port.ready_at(&config));
        let (mut allowed, mut next) = (PrioritySet::EMPTY, Time::NEVER);
        for class in eligible.iter() {
            let n = class.index();
            let queue = config.max[n].map_or(Time::ZERO, |config| self.max[n].ready_at(&config));
            let ready = queue.max(port);
            if ready <= now {
                allowed.insert(class);
            } else {
                next = next.min(ready);
            }
        }
        (allowed, next)
    }

    /// Highest class among `allowed` whose rate is below its minimum rate at `now`, that is, whose
    /// minimum-rate bucket is not in debt. `None` if there is no such class. The engine serves this class
    /// before strict and ETS classes.
    #[must_use]
    pub fn below_minimum(&self, config: &ShaperConfig, allowed: PrioritySet, now: Time) -> Option<Priority> {
        Priority::ALL.into_iter().rev().filter(|class| allowed.contains(*class)).find(|class| {
            let n = class.index();
            config.min[n].is_some_and(|config| self.min[n].ready_at(&config) <= now)
        })
    }

    /// Records that a frame of `bytes` of `class` starts at `now`: takes its tokens from the
    /// buckets of the class and of the port.
    pub fn charge(&mut self, config: &ShaperConfig, class: Priority, bytes: u32, now: Time) {
        let n = class.index();
        let buckets = [
            (&mut self.min[n], &config.min[n]),
            (&mut self.max[n], &config.max[n]),
            (&mut self.port, &config.port),
        ];
        for (bucket, config) in buckets {
            if let Some(config) = config {
                bucket.take(config, bytes, now);
            }
        }
    }

    /// Debts at `now`: first of the maximum rate of `class`, then of the maximum rate of the port. `None`: no
    /// maximum rate is configured.
    #[must_use]
    pub fn debts(&self, config: &ShaperConfig, class: Priority, now: Time) -> [Option<Debt>; 2] {
        let n = class.index();
        let queue = config.max[n].map(|config| self.max[n].debt(&config, now));
        [queue, config.port.map(|config| self.port.debt(&config, now))]
    }

    /// Adds the buckets to the hash of the simulation state.
    pub fn digest(&self, digest: &mut Digest) {
        let queues = self.min.iter().chain(&self.max);
        queues.chain([&self.port]).for_each(|bucket| digest.time(bucket.full_at));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bucket of 8 Gb/s: a byte takes 1 ns.
    fn config(burst: u32) -> BucketConfig {
        BucketConfig::new(Rate::gbps(8), burst)
    }

    #[test]
    fn a_bucket_gives_its_burst_and_then_its_rate() {
        let (config, mut bucket) = (config(3_000), Bucket::default());
        let mut starts = Vec::new();
        for _ in 0..6 {
            let at = bucket.ready_at(&config).max(starts.last().copied().unwrap_or_default());
            starts.push(at);
            bucket.take(&config, 1_000, at);
        }
        let ns: Vec<u64> = starts.iter().map(|time| time.ps() / 1_000).collect();
        // Three frames use up the burst; the fourth frame leaves the bucket in debt.
        assert_eq!(ns, [0, 0, 0, 0, 1_000, 2_000]);
    }

    #[test]
    fn a_bucket_has_its_burst() {
        for bps in [1_000_000, 3_333_333_336, 10_000_000_000, 799_999_999_992, 8_000_000_000_000] {
            for burst in [64, 1_001, 8_000, 100_000_000] {
                let rate = Rate::from_bps(bps).unwrap();
                assert_eq!(BucketConfig::new(rate, burst).burst(), u64::from(burst), "{rate}");
            }
        }
        for burst in 64..1_000 {
            let config = BucketConfig::new(Rate::MAX, burst);
            assert_eq!(BucketConfig::new(Rate::MAX, u32::try_from(config.burst()).unwrap()), config);
        }
    }

    #[test]
    fn a_bucket_saves_no_more_than_its_burst() {
        let (config, mut bucket) = (config(1_000), Bucket::default());
        let later = Time::from_us(50);
        bucket.take(&config, 1_000, later);
        bucket.take(&config, 1_000, later);
        assert_eq!(bucket.ready_at(&config), later + Time::from_us(1));
    }

    #[test]
    fn debt_ends_when_the_bucket_is_refilled() {
        let (config, mut bucket) = (config(1_000), Bucket::default());
        let debt = |bucket: &Bucket, ns: u64| {
            let debt = bucket.debt(&config, Time::from_ns(ns));
            (debt.time.ps() / 1_000, debt.filling.ps() / 1_000, debt.is_present)
        };
        bucket.take(&config, 1_000, Time::ZERO);
        assert_eq!(debt(&bucket, 500), (0, 500, false), "the burst covers it");
        bucket.take(&config, 1_000, Time::from_ns(500));
        assert_eq!(debt(&bucket, 700), (200, 700, true));
        assert_eq!(debt(&bucket, 5_000), (500, 2_000, false));
        bucket.take(&config, 3_000, Time::from_ns(5_000));
        assert_eq!(debt(&bucket, 6_000), (1_500, 3_000, true));
        assert_eq!(debt(&bucket, 9_000), (2_500, 5_000, false));
    }

    #[test]
    fn maximum_rate_blocks_a_class_and_minimum_rate_puts_a_class_first() {
        let none = [None; PRIORITIES];
        let mut rates = ShaperConfig { min: none, max: none, port: None };
        assert!(rates.is_off());
        (rates.max[3], rates.min[1], rates.min[2]) = (Some(config(0)), Some(config(0)), Some(config(0)));
        let mut shaper = Shaper::default();
        assert_eq!(
            shaper.allowed(&rates, PrioritySet::from_bits(0b1110), Time::ZERO),
            (PrioritySet::from_bits(0b1110), Time::NEVER)
        );
        assert_eq!(
            shaper.below_minimum(&rates, PrioritySet::from_bits(0b1110), Time::ZERO),
            Some(Priority::P2)
        );
        shaper.charge(&rates, Priority::P3, 1_000, Time::ZERO);
        shaper.charge(&rates, Priority::P2, 500, Time::ZERO);
        assert_eq!(
            shaper.allowed(&rates, PrioritySet::from_bits(0b1110), Time::ZERO),
            (PrioritySet::from_bits(0b0110), Time::from_us(1))
        );
        assert_eq!(
            shaper.below_minimum(&rates, PrioritySet::from_bits(0b0110), Time::ZERO),
            Some(Priority::P1)
        );
        assert_eq!(
            shaper.below_minimum(&rates, PrioritySet::from_iter([Priority::P2, Priority::P3]), Time::ZERO),
            None
        );
        rates.port = Some(config(0));
        shaper.charge(&rates, Priority::P1, 2_000, Time::ZERO);
        assert_eq!(
            shaper.allowed(&rates, PrioritySet::from_bits(0b0110), Time::ZERO),
            (PrioritySet::EMPTY, Time::from_us(2))
        );
    }
}
