//! Window: the part of the time line that all charts and lanes show, and how it moves. It does not
//! depend on what is drawn. Start with [`Window`].

use fabric_sim::document::Zoom;
use fabric_sim::units::Time;

use crate::scene::Axis;

/// Window widths per margin: a window that moves to the cursor places it 1/10 of its width from the
/// edge.
const BEHIND: u64 = 10;

/// Interval of the time line; its start is before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Start of the interval.
    pub from: Time,
    /// End of the interval.
    pub to: Time,
}

impl Window {
    /// Window that shows the whole axis up to `end`, but at least [`Zoom::LEAST`].
    #[must_use]
    pub const fn whole(end: Time) -> Self {
        Self { from: Time::ZERO, to: if end.0 < Zoom::LEAST.0 { Zoom::LEAST } else { end } }
    }

    /// Axis on which the window is `width` pixels wide.
    #[must_use]
    pub const fn axis(self, width: f64) -> Axis {
        Axis { from: self.from, to: self.to, width }
    }

    /// Duration of the window.
    #[must_use]
    pub const fn width(self) -> Time {
        self.to.saturating_sub(self.from)
    }

    /// Whether `at` lies in the window. Both ends belong to the window.
    #[must_use]
    pub fn has(self, at: Time) -> bool {
        (self.from..=self.to).contains(&at)
    }

    /// Window whose width is multiplied by `times`. The time `at` keeps its place on the screen as
    /// far as the axis, which ends at `end`, permits it.
    #[must_use]
    #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    pub fn scaled(self, at: Time, times: f64, end: Time) -> Self {
        let wanted = (self.width().ps() as f64 * times).round() as u64;
        let width = wanted.clamp(Zoom::LEAST.ps(), Self::whole(end).to.ps());
        let before = at.ps().clamp(self.from.ps(), self.to.ps()) - self.from.ps();
        let before = u128::from(before) * u128::from(width) / u128::from(self.width().ps().max(1));
        let at = i128::from(at.ps().clamp(self.from.ps(), self.to.ps()));
        Self::placed(at - i128::try_from(before).unwrap_or(0), width, end)
    }

    /// Window moved by `times` its width, to later times if positive, within an axis that ends at
    /// `end`.
    #[must_use]
    #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation)]
    pub fn moved(self, times: f64, end: Time) -> Self {
        // Beyond the whole of time there is nothing, and nothing is lost.
        let by = (self.width().ps() as f64 * times).clamp(-2e19, 2e19).round() as i128;
        Self::placed(i128::from(self.from.ps()) + by, self.width().ps(), end)
    }

    /// Window between two times in any order, on an axis that ends at `end`. If it is shorter than
    /// [`Zoom::LEAST`], it is widened around its middle.
    #[must_use]
    pub fn between(one: Time, other: Time, end: Time) -> Self {
        let (from, to) = (one.min(other).ps(), one.max(other).ps());
        let width = (to - from).max(Zoom::LEAST.ps());
        let middle = i128::from(from) + i128::from((to - from) / 2);
        let whole = (to - from) >= Zoom::LEAST.ps();
        let start = if whole { i128::from(from) } else { middle - i128::from(width / 2) };
        Self::placed(start, width, end)
    }

    /// Window of the same width that contains `at`, on an axis that ends at `end`. If this window
    /// contains `at`, it stays. If `at` is less than a width outside, the window moves by most of
    /// its width, so that it moves seldom. Otherwise `at` becomes its middle.
    #[must_use]
    pub fn reaching(self, at: Time, end: Time) -> Self {
        let width = self.width().ps();
        let behind = match at {
            _ if self.has(at) => return self,
            _ if at > self.to && at.saturating_sub(self.to) <= self.width() => width / BEHIND,
            _ if at < self.from && self.from.saturating_sub(at) <= self.width() => width - width / BEHIND,
            _ => width / 2,
        };
        Self::placed(i128::from(at.ps()) - i128::from(behind), width, end)
    }

    /// Window of this width that starts at `from`, or as near to it as an axis up to `end` permits.
    fn placed(from: i128, width: u64, end: Time) -> Self {
        let end = Self::whole(end).to.ps();
        let width = width.clamp(Zoom::LEAST.ps(), end);
        let from = u64::try_from(from.max(0)).unwrap_or(u64::MAX).min(end - width);
        Self { from: Time(from), to: Time(from + width) }
    }
}

/// State by which the window follows the cursor: time and jumps of the cursor since the last call.
#[derive(Clone, Copy, Debug, Default)]
pub struct WindowFollow {
    at: Time,
    /// Whether the cursor has jumped since the last call.
    sent: bool,
}

impl WindowFollow {
    /// Records that the cursor jumps.
    pub fn send(&mut self) {
        self.sent = true;
    }

    /// Records that a link put the cursor at `now` and set the window itself.
    pub fn begin(&mut self, now: Time) {
        *self = Self { at: now, sent: false };
    }

    /// Window that replaces `window` for the cursor at `now`. The window follows each jump of the cursor, and
    /// a run that plays as long as the cursor was in the window.
    pub fn follow(&mut self, window: Window, now: Time, plays: bool, end: Time) -> Window {
        let before = std::mem::replace(self, Self { at: now, sent: false });
        let went = before.sent || !plays || now < before.at;
        let follows = now != before.at && (went || window.has(before.at));
        if follows { window.reaching(now, end) } else { window }
    }
}

#[cfg(test)]
mod tests;
