//! Arrival processes of flows.

use crate::units::{Rate, Time, WireClock};

/// Arrival process of a flow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Process {
    /// Saturating: a frame is always ready.
    Saturate,
    /// Constant interval.
    Constant(Time),
    /// Poisson process: exponential interval of this mean, in ps.
    Poisson(f64),
    /// Bursts of `frames` frames, one each `period`.
    Bursts {
        /// Interval between the frames of a burst.
        interval: Time,
        /// Frames of a burst; above 0.
        frames: u32,
        /// Interval between the starts of bursts.
        period: Time,
    },
}

impl Process {
    /// Creates a process of frames of `bytes` bytes at `rate`, at equal intervals.
    #[must_use]
    pub fn constant(bytes: u16, rate: Rate) -> Self {
        Self::Constant(WireClock::new(rate).time(u32::from(bytes)))
    }

    /// Creates a Poisson process of frames of `bytes` bytes at `rate` on average.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a mean interval; rates and sizes are far below 2^53")]
    pub fn poisson(bytes: u16, rate: Rate) -> Self {
        Self::Poisson(f64::from(bytes) * 8.0 * 1e12 / rate.bps() as f64)
    }

    /// Creates a process of frames of `bytes` bytes at `rate` during the time `on`, followed by the
    /// time `off` without frames. A burst has as many frames as start during `on`.
    #[must_use]
    pub fn bursts(bytes: u16, rate: Rate, on: Time, off: Time) -> Self {
        let interval = WireClock::new(rate).time(u32::from(bytes));
        let frames = on.ps().div_ceil(interval.ps().max(1)).max(1);
        let frames = u32::try_from(frames).unwrap_or(u32::MAX);
        let busy = Time(interval.ps().saturating_mul(u64::from(frames)));
        Self::Bursts { interval, frames, period: on.saturating_add(off).max(busy) }
    }

    /// Interval to the next frame after `come` frames. `draw` returns 64 random bits and is called
    /// for random intervals only. [`Time::NEVER`] for a saturating flow, which has no intervals.
    #[must_use]
    pub fn interval(self, come: u32, draw: impl FnOnce() -> u64) -> Time {
        match self {
            Self::Saturate => Time::NEVER,
            Self::Constant(interval) => interval,
            Self::Poisson(mean) => Time(exponential(mean, draw())),
            Self::Bursts { interval, frames, .. } if !come.is_multiple_of(frames) => interval,
            Self::Bursts { interval, frames, period } => {
                period.saturating_sub(Time(interval.ps() * u64::from(frames - 1)))
            }
        }
    }
}

/// An exponential variate of `mean` by inversion, rounded down. The logarithm
/// is `libm`'s on every target: hosts and browsers differ in the last bit.
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
        let process = Process::constant(1_000, Rate::gbps(8));
        assert_eq!(process.interval(1, || unreachable!("no chance in it")), Time::from_us(1));
    }

    #[test]
    fn a_burst_is_the_frames_that_begin_while_it_is_on() {
        // 1 µs a frame; 2.5 µs on: frames at 0, 1 and 2, then at 10.
        let process = Process::bursts(1_000, Rate::gbps(8), Time(2_500_000), Time(7_500_000));
        let gaps: Vec<u64> =
            (1..8).map(|come| process.interval(come, || unreachable!()).ps() / 1_000_000).collect();
        assert_eq!(gaps, [1, 1, 8, 1, 1, 8, 1]);
        // A burst shorter than a frame is one frame, and no frame comes before the last is over.
        let process = Process::bursts(1_000, Rate::gbps(8), Time(1), Time(1));
        assert_eq!(process.interval(1, || unreachable!()), Time::from_us(1));
    }

    #[test]
    fn exponential_intervals_by_inversion() {
        let Process::Poisson(mean) = Process::poisson(1_000, Rate::gbps(8)) else { unreachable!() };
        assert!((mean - 1e6).abs() < 1e-6);
        assert_eq!(exponential(1e6, u64::MAX), 0, "a uniform of 1");
        // A uniform of one half gives the median, ln 2 times the mean.
        assert_eq!(exponential(1e6, (1 << 63) - 1), 693_147);
        // The smallest uniform, 2⁻⁵³, bounds the longest interval: 53 ln 2 means.
        assert_eq!(exponential(1e6, 0), 36_736_800);
    }
}
