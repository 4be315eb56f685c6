//! Window of time that all charts and lanes show, and the moves of this window. Start with [`ShownWindow`].
//! The window does not depend on the contents of charts.

use fabric_sim::document::Zoom;
use fabric_sim::units::Time;

use crate::scene::Axis;

/// Divisor of the width of the window. When the window has moved to the cursor, the cursor is a tenth of the
/// width from the edge.
const BEHIND: u64 = 10;

/// Interval of the time line. Its start is before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownWindow {
    /// Time at which the window starts.
    pub from: Time,
    /// Time at which the window ends.
    pub to: Time,
}

impl ShownWindow {
    /// Window that shows the whole axis from 0 to `end`, at least [`Zoom::LEAST`].
    #[must_use]
    pub const fn whole(end: Time) -> Self {
        Self { from: Time::ZERO, to: if end.0 < Zoom::LEAST.0 { Zoom::LEAST } else { end } }
    }

    /// Conversion of times in the window to pixels, for a window that is `width` pixels wide.
    #[must_use]
    pub const fn axis(self, width: f64) -> Axis {
        Axis { from: self.from, to: self.to, width }
    }

    /// Duration of the window.
    #[must_use]
    pub const fn width(self) -> Time {
        self.to.saturating_sub(self.from)
    }

    /// Whether the time `at` lies in the window, both ends included.
    #[must_use]
    pub fn has(self, at: Time) -> bool {
        (self.from..=self.to).contains(&at)
    }

    /// Window with the width multiplied by `times`, on an axis that ends at `end`. The time `at` keeps its
    /// place on the screen, unless the window would leave the axis. If `at` is outside the window, the nearer
    /// end of the window counts. The width stays between [`Zoom::LEAST`] and the axis. A factor of 0 or less
    /// gives the least width.
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

    /// Window moved by `times` its width, on an axis that ends at `end`. Positive values move the window to
    /// later times. The window stops at the ends of the axis. The width stays, unless it exceeds the axis.
    #[must_use]
    #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation)]
    pub fn moved(self, times: f64, end: Time) -> Self {
        // The clamp keeps the product in the range of the integer; no time lies beyond it.
        let by = (self.width().ps() as f64 * times).clamp(-2e19, 2e19).round() as i128;
        Self::placed(i128::from(self.from.ps()) + by, self.width().ps(), end)
    }

    /// Window between two times in any order, on an axis that ends at `end`. A shorter window than
    /// [`Zoom::LEAST`] is widened around its middle.
    #[must_use]
    pub fn between(one: Time, other: Time, end: Time) -> Self {
        let (from, to) = (one.min(other).ps(), one.max(other).ps());
        let width = (to - from).max(Zoom::LEAST.ps());
        let middle = i128::from(from) + i128::from((to - from) / 2);
        let whole = (to - from) >= Zoom::LEAST.ps();
        let start = if whole { i128::from(from) } else { middle - i128::from(width / 2) };
        Self::placed(start, width, end)
    }

    /// Window of the same width that contains `at`, on an axis that ends at `end`. A window that already
    /// contains `at` stays. If `at` is at most a width later, the new window starts a tenth of its width
    /// before `at`. If `at` is at most a width earlier, the new window ends a tenth of its width after `at`.
    /// Otherwise `at` becomes the middle.
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

    /// Window of the width `width` that starts at `from`, or as near to `from` as an axis up to `end`
    /// permits. A width beyond the axis is shortened to the axis.
    fn placed(from: i128, width: u64, end: Time) -> Self {
        let end = Self::whole(end).to.ps();
        let width = width.clamp(Zoom::LEAST.ps(), end);
        let from = u64::try_from(from.max(0)).unwrap_or(u64::MAX).min(end - width);
        Self { from: Time(from), to: Time(from + width) }
    }
}

/// State between two calls of [`WindowFollow::follow`], which makes the window follow the cursor.
#[derive(Clone, Copy, Debug, Default)]
pub struct WindowFollow {
    at: Time,
    /// Whether the cursor has jumped since the last call of [`WindowFollow::follow`].
    sent: bool,
}

impl WindowFollow {
    /// Records that the cursor will jump, so that the window follows the cursor.
    pub fn send(&mut self) {
        self.sent = true;
    }

    /// Records that a share link has moved the cursor to `now` and has set the window.
    pub fn begin(&mut self, now: Time) {
        *self = Self { at: now, sent: false };
    }

    /// Window that replaces `window` when the cursor is at `now`, on an axis that ends at `end`. The window
    /// follows every jump of the cursor. While the run plays (`plays`), the window follows the cursor only if
    /// the cursor was in the window before. If the cursor has not moved, the window stays.
    pub fn follow(&mut self, window: ShownWindow, now: Time, plays: bool, end: Time) -> ShownWindow {
        let before = std::mem::replace(self, Self { at: now, sent: false });
        let went = before.sent || !plays || now < before.at;
        let follows = now != before.at && (went || window.has(before.at));
        if follows { window.reaching(now, end) } else { window }
    }
}

#[cfg(test)]
mod tests;
