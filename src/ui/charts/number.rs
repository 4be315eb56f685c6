//! Conversions between integers of the simulation and the floating-point numbers of charts.

use fabric_sim::units::Time;

/// Time in picoseconds as a floating-point number.
pub(super) fn ps(time: Time) -> f64 {
    float(time.ps())
}

#[expect(clippy::cast_precision_loss, reason = "for drawing")]
pub(super) const fn float(n: u64) -> f64 {
    n as f64
}

/// Whole pixels, rounded down; 0 for negative numbers.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "sizes of the screen")]
pub(super) fn whole(pixels: f64) -> usize {
    pixels as usize
}
