//! Bars of intervals, such as pauses, in the lane of a queue: one bar for each long interval, and one for
//! several short intervals. Start with [`bars`]. Intervals outside the axis have no bar. An interval of
//! exactly two pixels is long.

use fabric_sim::units::Time;

use super::Axis;

/// Bars in the lane of a queue as (start, length) in pixels, in the order of time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bars {
    /// Bars at least two pixels long, each for one interval; (start, length) in pixels.
    pub whole: Vec<(f64, f64)>,
    /// Bars that each show one or several intervals shorter than two pixels; (start, length) in pixels.
    pub dense: Vec<(f64, f64)>,
}

/// Height in pixels of the lane of a queue in the history of pauses.
pub const LANE_HIGH: f64 = 24.0;
/// Top and height in pixels, within a lane, of the bars that each show one pause ([`Bars::whole`]).
pub const WHOLE: (f64, f64) = (4.0, 16.0);
/// Top and height in pixels, within a lane, of the bars that each show several short pauses
/// ([`Bars::dense`]).
pub const DENSE: (f64, f64) = (8.0, 8.0);
/// Top and height in pixels, within a lane, of the bars of intervals without credits.
pub const LOW: (f64, f64) = (13.0, 7.0);

/// SVG path of the bars `all`, each (start, length) in pixels, with this top and height.
#[must_use]
pub fn bar_path(all: &[(f64, f64)], (top, high): (f64, f64)) -> String {
    let block = |(x, w): &(f64, f64)| format!("M{x:.1} {top}h{w:.1}v{high}h-{w:.1}z");
    all.iter().map(block).collect::<Vec<_>>().concat()
}

/// Least length in pixels of an interval that has its own bar.
const SHORT: f64 = 2.0;

/// Bars of the intervals `stretches` (start, end), which must be sorted by their starts. Parts of intervals
/// outside `axis` are cut off. Intervals shorter than two pixels are widened to whole pixels; widened
/// intervals that touch share one bar.
#[must_use]
pub fn bars(axis: &Axis, stretches: impl Iterator<Item = (Time, Time)>) -> Bars {
    let mut bars = Bars::default();
    for (from, to) in stretches {
        if to < axis.from {
            continue;
        }
        if from > axis.to {
            break;
        }
        let (start, end) = (axis.x(from).max(0.0), axis.x(to).min(axis.width));
        if end - start >= SHORT {
            bars.whole.push((start, end - start));
            continue;
        }
        let (first, last) = (start.floor(), end.floor() + 1.0);
        match bars.dense.last_mut() {
            Some((before, length)) if first <= *before + *length => *length = length.max(last - *before),
            _ => bars.dense.push((first, last - first)),
        }
    }
    bars
}
