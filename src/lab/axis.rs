//! Time axis that charts, lanes and the time line share, and the window of this axis that charts and lanes
//! show. Start with [`Lab::axis_end`] and [`Lab::shown_window`].
//!
//! The axis begins at 0. While the run plays, the end of the axis grows with the run, so that no curve jumps.
//! A tenth of the axis lies after the last time that the run has reached. The axis covers at least an eighth
//! of the time line, and at most all of it.
//!
//! A run that plays past its horizon doubles the time line. A window smaller than the axis keeps its width
//! while the run plays; the window only moves.

use fabric_sim::document::Zoom;
use fabric_sim::units::Time;

use super::shown_window::ShownWindow;
use super::{Command, Lab};

/// Divisor of the time line for the least length of the axis: the axis covers at least an eighth of the time
/// line.
const LEAST_PART: u64 = 8;
/// Divisor of the time that the run has reached. The quotient is the length of the axis after this time.
const AHEAD: u64 = 9;
/// Number of steps in which the end of the axis grows up to the end of the time line.
const STEPS: u64 = 256;

/// End of the axis for a run that has reached the time `seen`, on a time line that ends at `end`. The result
/// lies after `seen`, but never above `end`. The end grows in steps of 1/256 of the time line and is at least
/// [`Zoom::LEAST`].
pub(super) fn growing_end(seen: Time, end: Time) -> Time {
    let step = (end.ps() / STEPS).max(1);
    let wanted = (seen.ps() + seen.ps() / AHEAD) / step * step + step;
    Time(wanted.max(end.ps() / LEAST_PART)).max(Zoom::LEAST).min(end)
}

impl Lab {
    /// End of the axis: after the times that runs A and B have reached, limited to the end of the time line.
    /// If the window ends later, the axis ends with the window.
    #[must_use]
    pub fn axis_end(&self) -> Time {
        let seen = self.run.snapshot().now.max(self.run.recording().known_until());
        let seen = self.distinct_run_a().map_or(seen, |a| seen.max(a.known_until()));
        let end = growing_end(seen, self.end);
        self.zoom().map_or(end, |zoom| end.max(zoom.to()).min(self.end))
    }

    /// Window of charts and lanes: the zoom of the document, otherwise the whole axis.
    #[must_use]
    pub fn shown_window(&self) -> ShownWindow {
        let end = self.axis_end();
        self.zoom().map_or(ShownWindow::whole(end), |zoom| ShownWindow::between(zoom.from(), zoom.to(), end))
    }

    /// Zoom of the document. `None` if the whole time line is shown.
    fn zoom(&self) -> Option<Zoom> {
        self.compiled.document.view.zoom
    }

    /// Performs a command that moves or scales the window of charts and lanes. A zoom without a time keeps
    /// the place of the cursor; if the cursor is outside the window, the zoom keeps the middle of the window.
    /// Any command but zoom, pan, fit and reveal shows the whole axis.
    pub(super) fn move_window(&mut self, command: &Command) {
        let (window, end) = (self.shown_window(), self.axis_end());
        let cursor = self.run.snapshot().now;
        let middle = Time(window.from.ps() + window.width().ps() / 2);
        let next = match *command {
            Command::Zoom(at, times) => {
                let at = at.unwrap_or(if window.has(cursor) { cursor } else { middle });
                window.scaled(at, times, end)
            }
            Command::Pan(times) => window.moved(times, end),
            Command::Fit(from, to) => ShownWindow::between(from, to, end),
            Command::Reveal(at) => window.reaching(at, end),
            _ => ShownWindow::whole(end),
        };
        self.show_window(next);
    }

    /// Shows `window`. A window of the whole axis is stored as no zoom, so that it grows with the axis.
    fn show_window(&mut self, window: ShownWindow) {
        let zoom =
            Zoom::new(window.from, window.to).filter(|_| window != ShownWindow::whole(self.axis_end()));
        self.compiled.document.view.zoom = zoom;
    }

    /// Moves the window so that it follows the cursor. While the cursor moves, the window stays until the
    /// cursor has arrived.
    pub(super) fn follow_cursor(&mut self) {
        if self.has_pending_move() {
            self.chase.send();
            return;
        }
        let (now, plays) = (self.run.recording().world().now(), self.run.is_playing());
        let window = self.shown_window();
        let next = self.chase.follow(window, now, plays, self.axis_end());
        // The stored zoom can end after the time line, which may have become shorter.
        let is_stored = self.zoom().is_none_or(|zoom| (zoom.from(), zoom.to()) == (window.from, window.to));
        if next != window || !is_stored {
            self.show_window(next);
        }
    }

    /// Adapts time line and zoom to a share link with the cursor at `moment`; `None` is the start. If
    /// `moment` is after the end of the time line, the end moves to twice `moment`. A zoom that ends after
    /// the time line is shortened. Returns a message if the zoom was shortened, otherwise `None`.
    pub(super) fn begin_window(&mut self, moment: Option<Time>) -> Option<String> {
        let moment = moment.unwrap_or_default();
        self.chase.begin(moment);
        let end = if moment > self.end { Time(moment.ps().saturating_mul(2)) } else { self.end };
        let zoom = self.zoom().filter(|zoom| zoom.to() > end)?;
        // A zoom that begins after the end of the time line moves back and keeps its width.
        let last = if zoom.from() < end { end } else { zoom.to() };
        let window = ShownWindow::between(zoom.from(), last, end);
        self.compiled.document.view.zoom = Zoom::new(window.from, window.to);
        Some(format!(
            "The link shows {zoom} of a time line that ends at {end}: what is shown is {}..{}",
            window.from, window.to
        ))
    }
}
