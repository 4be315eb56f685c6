use crate::units::{Rate, Time, WireClock};

/// When the next frame of a flow comes to its NIC.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Process {
    /// There is always one.
    Saturate,
    /// After this interval.
    Constant(Time),
    /// After an exponential interval of this mean, in ps.
    Poisson(f64),
}

impl Process {
    /// A process whose frames of `bytes` bytes come at `rate` on average, at
    /// equal intervals.
    #[must_use]
    pub fn constant(bytes: u16, rate: Rate) -> Self {
        Self::Constant(WireClock::new(rate).time(u32::from(bytes)))
    }

    /// A process whose frames of `bytes` bytes come at `rate` on average,
    /// each independent of all others.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a mean interval; rates and sizes are far below 2^53")]
    pub fn poisson(bytes: u16, rate: Rate) -> Self {
        Self::Poisson(f64::from(bytes) * 8.0 * 1e12 / rate.bps() as f64)
    }

    /// From one frame to the next; `draw` is asked for 64 random bits where
    /// chance decides. [`Time::NEVER`] for a saturating flow, which needs no clock.
    #[must_use]
    pub fn interval(self, draw: impl FnOnce() -> u64) -> Time {
        match self {
            Self::Saturate => Time::NEVER,
            Self::Constant(interval) => interval,
            Self::Poisson(mean) => Time(exponential(mean, draw())),
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
        assert_eq!(process.interval(|| unreachable!("no chance in it")), Time::from_us(1));
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
