//! Arrival processes of flows: times at which a flow hands frames to its NIC. A process is saturating, at
//! constant intervals, Poisson, or in bursts. Start with [`Process::interval`].
//!
//! Intervals are whole picoseconds; constant intervals are rounded up. Constant intervals of a clock with an
//! error are exact to 2⁻¹⁶ ps instead. The processes do not depend on the network: a frame that finds its NIC
//! queue full is lost there.

use crate::units::{PS_PER_S, Rate, Time, TransmissionTimes};

/// Number of fractional bits in the interval of [`Process::Paced`].
const FRACTION: u32 = 16;

const MILLION: u64 = 1_000_000;

/// Number of ticks of a clock that is `ppm` millionths fast, during a million ticks of an exact clock; at
/// least 1.
fn clock(ppm: i32) -> u64 {
    MILLION.saturating_add_signed(ppm.into()).max(1)
}

/// Arrival process of a flow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Process {
    /// Saturating: a frame is always ready.
    Saturate,
    /// Constant interval between frames.
    Constant(Time),
    /// Constant interval by the clock of the host. Each frame may be delayed by a random time.
    Paced {
        /// Interval between frames, in 2⁻¹⁶ ps.
        interval: u64,
        /// Delay of the last frame, below one interval; [`Time::NEVER`]: frames are not delayed.
        delay: Time,
    },
    /// Poisson process: exponential interval of this mean, in ps.
    Poisson(f64),
    /// Bursts of `frames` frames; a burst starts every `period`.
    Bursts {
        /// Interval between the frames of a burst.
        interval: Time,
        /// Number of frames in a burst; above 0.
        frames: u32,
        /// Interval between the starts of bursts.
        period: Time,
    },
}

impl Process {
    /// Creates a process of frames of `bytes` bytes at `rate`, at equal intervals.
    #[must_use]
    pub fn constant(bytes: u16, rate: Rate) -> Self {
        Self::Constant(TransmissionTimes::new(rate).time(u32::from(bytes)))
    }

    /// Creates a process of frames of `bytes` bytes at `rate`, by a clock that is `ppm` millionths fast. With
    /// `ppm` 0 and without `jitter`, the process is [`Process::Constant`]. With `jitter`, each frame is
    /// delayed by a random time below one interval (Floyd and Jacobson 1994). The order of the frames does
    /// not change.
    #[must_use]
    pub fn paced(bytes: u16, rate: Rate, ppm: i32, jitter: bool) -> Self {
        let interval = match (ppm, Self::constant(bytes, rate)) {
            (0, Self::Constant(interval)) if jitter => interval.ps() << FRACTION,
            (0, constant) => return constant,
            _ => {
                let bits = u128::from(bytes) * 8 * u128::from(PS_PER_S * MILLION);
                let interval = (bits << FRACTION) / (u128::from(rate.bps()) * u128::from(clock(ppm)));
                u64::try_from(interval).unwrap_or(u64::MAX)
            }
        };
        Self::Paced { interval, delay: if jitter { Time::ZERO } else { Time::NEVER } }
    }

    /// Creates a Poisson process of frames of `bytes` bytes at `rate` on average.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a mean interval; rates and sizes are far below 2^53")]
    pub fn poisson(bytes: u16, rate: Rate) -> Self {
        Self::Poisson(f64::from(bytes) * 8.0 * 1e12 / rate.bps() as f64)
    }

    /// Converts the process to a clock that is `ppm` millionths fast. Intervals of bursts are
    /// rounded to whole picoseconds. Constant processes stay unchanged; [`Process::paced`] creates
    /// them with a clock error.
    #[must_use]
    pub fn by_clock(self, ppm: i32) -> Self {
        let scaled = |time: Time| {
            let parts = u128::from(time.ps()) * u128::from(MILLION) / u128::from(clock(ppm));
            Time(u64::try_from(parts).unwrap_or(u64::MAX))
        };
        match self {
            Self::Poisson(mean) if ppm != 0 => Self::Poisson(mean * 1e6 / (1e6 + f64::from(ppm))),
            Self::Bursts { interval, frames, period } if ppm != 0 => {
                let (interval, period) = (scaled(interval), scaled(period));
                Self::Bursts { interval, frames, period: period.max(Time(interval.ps() * u64::from(frames))) }
            }
            process => process,
        }
    }

    /// Creates a process of bursts: frames of `bytes` bytes at `rate` during the time `on`, then no frames
    /// during the time `off`. A burst has all frames that start during `on`, at least one.
    #[must_use]
    pub fn bursts(bytes: u16, rate: Rate, on: Time, off: Time) -> Self {
        let interval = TransmissionTimes::new(rate).time(u32::from(bytes));
        let frames = on.ps().div_ceil(interval.ps().max(1)).max(1);
        let frames = u32::try_from(frames).unwrap_or(u32::MAX);
        let busy = Time(interval.ps().saturating_mul(u64::from(frames)));
        Self::Bursts { interval, frames, period: on.saturating_add(off).max(busy) }
    }

    /// Whether the first frame arrives after a random interval or delay from the start, not at the
    /// start.
    #[must_use]
    pub const fn is_random(&self) -> bool {
        match self {
            Self::Poisson(_) => true,
            Self::Paced { delay, .. } => delay.ps() != Time::NEVER.ps(),
            Self::Saturate | Self::Constant(_) | Self::Bursts { .. } => false,
        }
    }

    /// Time from the start to the first frame; call only if [`Process::is_random`]. `draw` returns
    /// 64 random bits.
    #[must_use]
    pub fn first(&mut self, draw: impl FnOnce() -> u64) -> Time {
        match self {
            Self::Paced { interval, delay } if *delay != Time::NEVER => {
                *delay = Time(draw() % (*interval >> FRACTION).max(1));
                *delay
            }
            process => process.interval(0, draw),
        }
    }

    /// Random delay of the last frame, a part of the simulation state; `None` if frames are not delayed.
    #[must_use]
    pub fn delay(&self) -> Option<Time> {
        match self {
            Self::Paced { delay, .. } => Some(*delay).filter(|delay| *delay != Time::NEVER),
            _ => None,
        }
    }

    /// Interval from the last frame to the next; [`Time::NEVER`] for a saturating flow. `come`: number of
    /// frames that the process has produced so far. `draw` returns 64 random bits and is called for random
    /// intervals only.
    #[must_use]
    pub fn interval(&mut self, come: u32, draw: impl FnOnce() -> u64) -> Time {
        match *self {
            Self::Saturate => Time::NEVER,
            Self::Constant(interval) => interval,
            Self::Paced { interval, ref mut delay } => {
                // The fractions of a picosecond add up over the frames.
                let part = interval & ((1 << FRACTION) - 1);
                let elapsed = |frames: u32| (u64::from(frames) * part) >> FRACTION;
                let carry = elapsed(come).saturating_sub(elapsed(come.wrapping_sub(1)));
                let next = Time((interval >> FRACTION) + carry);
                if *delay == Time::NEVER {
                    return next;
                }
                let before = std::mem::replace(delay, Time(draw() % (interval >> FRACTION).max(1)));
                (next + *delay).saturating_sub(before)
            }
            Self::Poisson(mean) => Time(exponential(mean, draw())),
            Self::Bursts { interval, frames, .. } if !come.is_multiple_of(frames) => interval,
            Self::Bursts { interval, frames, period } => {
                period.saturating_sub(Time(interval.ps() * u64::from(frames - 1)))
            }
        }
    }
}

/// Exponential random number of mean `mean`, by inversion, rounded down. `bits`: 64 random bits.
/// The logarithm is from `libm` on every machine, because the logarithms of hosts and browsers
/// differ in the last bit.
#[expect(clippy::cast_precision_loss, reason = "53 bits fit a double exactly")]
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "not negative; the cast saturates"
)]
fn exponential(mean: f64, bits: u64) -> u64 {
    let uniform = ((bits >> 11) + 1) as f64 / (1u64 << 53) as f64;
    (-mean * libm::log(uniform)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_constant_rate_is_one_frame_an_interval() {
        let mut process = Process::constant(1_000, Rate::gbps(8));
        assert_eq!(process.interval(1, || unreachable!("no chance in it")), Time::from_us(1));
    }

    #[test]
    fn burst_contains_the_frames_that_start_during_the_on_time() {
        // A frame takes 1 µs, and a burst lasts 2.5 µs: frames at 0, 1 and 2 µs, then from 10 µs
        // on.
        let mut process = Process::bursts(1_000, Rate::gbps(8), Time(2_500_000), Time(7_500_000));
        let gaps: Vec<u64> =
            (1..8).map(|come| process.interval(come, || unreachable!()).ps() / 1_000_000).collect();
        assert_eq!(gaps, [1, 1, 8, 1, 1, 8, 1]);
        // A burst shorter than a frame is one frame, and the next burst starts after the end of
        // this frame.
        let mut process = Process::bursts(1_000, Rate::gbps(8), Time(1), Time(1));
        assert_eq!(process.interval(1, || unreachable!()), Time::from_us(1));
    }

    #[test]
    fn a_delayed_frame_stays_within_its_interval_and_in_order() {
        let mut process = Process::paced(1_000, Rate::gbps(8), 0, true);
        let mut draws = 0_u64;
        let mut draw = || {
            draws = draws.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            draws >> 16
        };
        let mut at = process.first(&mut draw).ps();
        for frame in 0..1_000 {
            let nominal = u64::from(frame) * 1_000_000;
            assert!((nominal..nominal + 1_000_000).contains(&at), "frame {frame} comes at {at} ps");
            at += process.interval(frame + 1, &mut draw).ps();
        }
    }

    #[test]
    fn a_fast_clock_sends_more_frames_in_the_same_time_exactly() {
        // The interval of 64 B at 400 Gb/s is 1280 ps; 100 ppm of the interval are 0.128 ps.
        for (ppm, nominal) in [(0, 1_280_000_000), (100, 1_279_872_012), (-100, 1_280_128_012)] {
            let mut process = Process::paced(64, Rate::gbps(400), ppm, false);
            let total: u64 = (1..=1_000_000).map(|come| process.interval(come, || unreachable!()).ps()).sum();
            assert!(total.abs_diff(nominal) <= 16, "{ppm} ppm: {total} ps");
        }
        let Process::Poisson(mean) = Process::poisson(1_000, Rate::gbps(8)).by_clock(-100) else {
            unreachable!()
        };
        assert!((mean - 1_000_100.01).abs() < 1e-3, "{mean}");
        let bursts = Process::bursts(1_000, Rate::gbps(8), Time::from_us(2), Time::from_us(8));
        let Process::Bursts { interval, frames, period } = bursts.by_clock(1_000) else { unreachable!() };
        assert_eq!((interval, frames, period), (Time(999_000), 2, Time(9_990_009)));
    }

    #[test]
    fn exponential_intervals_by_inversion() {
        let Process::Poisson(mean) = Process::poisson(1_000, Rate::gbps(8)) else { unreachable!() };
        assert!((mean - 1e6).abs() < 1e-6);
        assert_eq!(exponential(1e6, u64::MAX), 0, "a uniform of 1");
        // A uniform random number of one half gives the median, ln 2 times the mean.
        assert_eq!(exponential(1e6, (1 << 63) - 1), 693_147);
        // The smallest uniform random number, 2⁻⁵³, gives the longest interval: 53 ln 2 times the
        // mean.
        assert_eq!(exponential(1e6, 0), 36_736_800);
    }
}
