//! Polylines of recorded quantities within the shown window of time, for charts. Start with
//! [`ShownWindow::line`]. The number of columns is limited; merged samples keep their peaks.

use fabric_sim::units::Time;

use super::{Column, Pyramid, ShownWindow};
use crate::charts::Trace;

impl ShownWindow {
    /// Polyline of the recorded quantity `past` in the window, with at most `columns` columns. Times are in
    /// ps; values are multiplied by `unit`. The line starts with the last value before the window. A merged
    /// sample that begins before the window is drawn from the edge of the window, so that its peak is shown.
    /// The last value is not continued to the end of the window. Without samples up to the end of the window,
    /// the line is empty.
    #[must_use]
    pub fn line(self, past: &Pyramid, columns: usize, unit: f64) -> Trace {
        let mut trace = Trace::default();
        for Column { from, last_change_at, least, most, last } in past.columns(self.from, self.to, columns) {
            let from = if last_change_at >= self.from { from.max(self.from) } else { from };
            let of = |value| unit * float(value);
            trace.column((ps(from), ps(last_change_at)), of(least), of(most), of(last));
        }
        trace
    }

    /// Limits `trace` to the window. A line that crosses an edge of the window gets a corner there.
    #[must_use]
    pub fn cut(self, trace: Trace) -> Trace {
        trace.within(ps(self.from), ps(self.to))
    }
}

const fn ps(time: Time) -> f64 {
    float(time.0)
}

#[expect(clippy::cast_precision_loss, reason = "for drawing")]
const fn float(n: u64) -> f64 {
    n as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(from: u64, to: u64) -> ShownWindow {
        ShownWindow { from: Time(from), to: Time(to) }
    }

    /// Quantity with a million values, one every 100 ps.
    fn long(most: usize) -> Pyramid {
        let mut past = Pyramid::new(most);
        for n in 0..1_000_000u64 {
            past.push(Time(n * 100), n, if n == 765_432 { 500 } else { n * n % 97 });
        }
        past
    }

    #[test]
    fn a_line_begins_at_the_edge_with_the_previous_value() {
        let mut past = Pyramid::new(100);
        [(0, 5), (1_000, 9), (2_000, 3)]
            .into_iter()
            .zip(1..)
            .for_each(|((at, value), n)| past.push(Time(at), n, value));
        let mut line = window(1_200, 1_800).line(&past, 50, 2.0);
        line.last_until(3_000.0);
        assert_eq!(window(1_200, 1_800).cut(line).corners, [(1_200.0, 18.0), (1_800.0, 18.0)]);
        let mut line = window(500, 1_500).line(&past, 50, 1.0);
        line.last_until(3_000.0);
        let corners = window(500, 1_500).cut(line).corners;
        assert_eq!(corners, [(500.0, 5.0), (1_000.0, 5.0), (1_000.0, 9.0), (1_500.0, 9.0)]);
    }

    /// The peaks of adjacent windows together equal the peaks of the whole recorded time, however many
    /// samples were merged.
    #[test]
    fn windows_together_have_the_peaks_of_the_whole() {
        for most in [2_000, 1 << 21] {
            let past = long(most);
            let end = 100_000_000;
            let reach = |window| {
                let line = window_line(&past, window);
                let levels = line.corners.iter().map(|corner| corner.1);
                levels.fold((f64::MAX, f64::MIN), |(low, high), level| (low.min(level), high.max(level)))
            };
            let whole = reach(window(0, end));
            assert_eq!(whole, (0.0, 500.0));
            for parts in [2, 7, 100, 1_000] {
                let width = end / parts;
                let all = (0..parts).map(|n| reach(window(n * width, (n + 1) * width)));
                let joined = all.fold((f64::MAX, f64::MIN), |(low, high), (least, most)| {
                    (low.min(least), high.max(most))
                });
                assert_eq!(joined, whole, "{parts} windows of {most}");
            }
            let near = window(76_543_000, 76_543_400);
            assert_eq!(reach(near).1.to_bits(), 500f64.to_bits(), "the peak is where it was");
        }
    }

    fn window_line(past: &Pyramid, window: ShownWindow) -> Trace {
        let mut line = window.line(past, 300, 1.0);
        line.last_until(100_000_000.0);
        window.cut(line)
    }

    #[test]
    fn a_line_costs_its_pixels_wherever_it_is() {
        let past = long(1 << 21);
        for (from, to) in [(0, 100_000_000), (50_000_000, 50_100_000), (99_999_000, 100_000_000)] {
            let line = window_line(&past, window(from, to));
            assert!(line.corners.len() <= 4 * 301 + 2, "{}", line.corners.len());
            assert!(line.corners.len() > 10 && line.corners.is_sorted_by(|a, b| a.0 <= b.0));
        }
    }
}
