//! Pause lanes: when a queue was paused, as bars on an axis of time, and what
//! else happened to it, as marks. Pixels, and no past is too long for them.

mod bars;
mod crowds;
mod numbers;
mod sign;
#[cfg(test)]
mod tests;

pub use bars::{Bars, DENSE, LANE_HIGH, LOW, WHOLE, bar_path, bars};
pub use crowds::{Crowd, crowds};
pub use numbers::Room;
pub use sign::Sign;

use fabric_sim::units::Time;

/// An axis of time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    /// Where it begins.
    pub from: Time,
    /// Where it ends, later.
    pub to: Time,
    /// How long it is, in pixels.
    pub width: f64,
}

impl Axis {
    /// How near the pointer must be to something, in pixels.
    const NEAR: f64 = 8.0;

    /// Where `at` lies, in pixels; less than nothing if that is before the axis.
    #[must_use]
    pub fn x(&self, at: Time) -> f64 {
        let (before, after) = (self.from.saturating_sub(at), at.saturating_sub(self.from));
        (ps(after) - ps(before)) / self.length() * self.width
    }

    /// The time that lies at `x` pixels, within the axis.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "within the axis")]
    pub fn time(&self, x: f64) -> Time {
        let share = (x / self.width.max(1.0)).clamp(0.0, 1.0);
        Time(self.from.ps() + (share * self.length()).round() as u64).min(self.to)
    }

    /// Whether `at` lies on it.
    #[must_use]
    pub fn has(&self, at: Time) -> bool {
        (self.from..=self.to).contains(&at)
    }

    /// The part of it that is as near to `x` as what is meant there.
    #[must_use]
    pub fn around(&self, x: f64) -> (Time, Time) {
        (self.time(x - Self::NEAR), self.time(x + Self::NEAR))
    }

    fn length(&self) -> f64 {
        ps(self.to.saturating_sub(self.from)).max(1.0)
    }

    /// Thing nearest to `x`, if it is near enough to be meant.
    pub fn near<T>(&self, x: f64, things: impl Iterator<Item = (Time, T)>) -> Option<(Time, T)> {
        let distance = |at: Time| (self.x(at) - x).abs();
        things
            .filter(|(at, _)| distance(*at) <= Self::NEAR)
            .min_by(|(one, _), (other, _)| distance(*one).total_cmp(&distance(*other)))
    }

    /// The time that is meant by a click at `x`: that itself within a stretch,
    /// and the start of one that is only near.
    pub fn meant(&self, x: f64, stretches: impl Iterator<Item = (Time, Time)> + Clone) -> Option<Time> {
        let at = self.time(x);
        let within = stretches.clone().any(|(from, to)| from <= at && at < to);
        if within { Some(at) } else { self.near(x, stretches).map(|(from, _)| from) }
    }
}

#[expect(clippy::cast_precision_loss, reason = "for drawing")]
const fn ps(time: Time) -> f64 {
    time.0 as f64
}
