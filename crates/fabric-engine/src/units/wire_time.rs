//! Transmission times on a wire of a given rate.

use super::{PS_PER_S, Rate, Time};

/// Transmission time of `bytes` at `bps` bits per second (above 0), rounded up to a whole
/// picosecond. [`Time::NEVER`] if the result exceeds the range of [`Time`].
#[must_use]
#[expect(clippy::cast_possible_truncation, reason = "saturated")]
pub const fn lasting(bytes: u64, bps: u64) -> Time {
    if let Some(ps_bits) = bytes.checked_mul(8 * PS_PER_S) {
        return Time(ps_bits.div_ceil(bps));
    }
    let ps = (bytes as u128 * 8 * PS_PER_S as u128).div_ceil(bps as u128);
    Time(if ps > u64::MAX as u128 { u64::MAX } else { ps as u64 })
}

/// Transmission times on a wire: a rate with precomputed picoseconds for each byte, so that the
/// event loop multiplies instead of dividing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TransmissionTimes {
    rate: Rate,
    /// Picoseconds per byte if this is a whole number; otherwise 0.
    exact: u32,
}

impl TransmissionTimes {
    /// Precomputes the transmission times of a link of `rate`.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "checked against u32::MAX")]
    pub const fn new(rate: Rate) -> Self {
        let per_byte = 8 * PS_PER_S / rate.bps();
        let whole = (8 * PS_PER_S).is_multiple_of(rate.bps()) && per_byte <= u32::MAX as u64;
        Self { rate, exact: if whole { per_byte as u32 } else { 0 } }
    }

    /// Rate of the wire.
    #[must_use]
    pub const fn rate(self) -> Rate {
        self.rate
    }

    /// Transmission time of `bytes`, rounded up to a whole picosecond (exact for 10, 25, 40, 50, 100, 200,
    /// 400, 800 Gb/s and 1.6 Tb/s). Every value of `bytes` is allowed: a product above 64 bits is computed
    /// with 128 bits.
    #[must_use]
    #[inline]
    pub const fn time(self, bytes: u32) -> Time {
        if self.exact != 0 {
            Time(bytes as u64 * self.exact as u64)
        } else {
            Self::odd(bytes, self.rate.bps())
        }
    }

    #[cold]
    #[inline(never)]
    const fn odd(bytes: u32, bps: u64) -> Time {
        lasting(bytes as u64, bps)
    }
}
