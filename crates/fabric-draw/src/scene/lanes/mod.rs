//! Geometry of the history of pauses: one lane per queue on an axis of time, with pauses as bars and other
//! events as marks. The number of drawn shapes depends on the number of pixels, not on the length of the run.
//! Start with [`Axis`] and [`bars()`].

mod bars;
mod labels;
mod lane_mark;
mod mark_clusters;
mod numbers;
#[cfg(test)]
mod tests;

pub use bars::{Bars, DENSE, LANE_HIGH, LOW, WHOLE, bar_path, bars};
pub use labels::short_names;
pub use lane_mark::LaneMark;
pub use mark_clusters::{MarkCluster, mark_clusters};
pub use numbers::NumberSpace;

use fabric_sim::units::Time;

/// Horizontal axis of time: an interval of simulated time, and its length in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    /// Time at the left end of the axis.
    pub from: Time,
    /// Time at the right end of the axis; greater than `from`.
    pub to: Time,
    /// Length of the axis, in pixels.
    pub width: f64,
}

impl Axis {
    /// Greatest distance in pixels at which the pointer still selects an item.
    const NEAR: f64 = 8.0;

    /// Position of the time `at` in pixels; negative if the time is before the axis.
    #[must_use]
    pub fn x(&self, at: Time) -> f64 {
        let (before, after) = (self.from.saturating_sub(at), at.saturating_sub(self.from));
        (ps(after) - ps(before)) / self.length() * self.width
    }

    /// Time at `x` pixels, rounded to whole picoseconds; the nearer end of the axis if `x` is outside.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "within the axis")]
    pub fn time(&self, x: f64) -> Time {
        let share = (x / self.width.max(1.0)).clamp(0.0, 1.0);
        Time(self.from.ps() + (share * self.length()).round() as u64).min(self.to)
    }

    /// Whether the time `at` lies on the axis, both ends included.
    #[must_use]
    pub fn has(&self, at: Time) -> bool {
        (self.from..=self.to).contains(&at)
    }

    /// Times 8 pixels before and 8 pixels after pixel `x`, limited to the axis. A pointer at `x` can select
    /// the items between these times.
    #[must_use]
    pub fn around(&self, x: f64) -> (Time, Time) {
        (self.time(x - Self::NEAR), self.time(x + Self::NEAR))
    }

    fn length(&self) -> f64 {
        ps(self.to.saturating_sub(self.from)).max(1.0)
    }

    /// Item whose time is nearest to a pointer at pixel `x`; `None` if no item is within 8 pixels. A distance
    /// of exactly 8 pixels is within. Of several equally near items, the first counts. `things` are (time,
    /// item).
    pub fn near<T>(&self, x: f64, things: impl Iterator<Item = (Time, T)>) -> Option<(Time, T)> {
        let distance = |at: Time| (self.x(at) - x).abs();
        things
            .filter(|(at, _)| distance(*at) <= Self::NEAR)
            .min_by(|(one, _), (other, _)| distance(*one).total_cmp(&distance(*other)))
    }

    /// Time that a click at pixel `x` selects. If the time at `x` lies in one of the intervals `stretches`
    /// (start, end; the end excluded), it is this time. Otherwise it is the start of the nearest interval.
    /// `None` if no start is within 8 pixels.
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
