use fabric_sim::units::Time;

use super::Axis;

/// Bars of intervals as (start, length) in pixels, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bars {
    /// Bars long enough to be drawn one by one.
    pub whole: Vec<(f64, f64)>,
    /// Ranges of pixels with shorter intervals.
    pub dense: Vec<(f64, f64)>,
}

/// Height of a lane in pixels.
pub const LANE_HIGH: f64 = 24.0;
/// Top and height of bars of single pauses in a lane; [`DENSE`] is that of dense ones.
pub const WHOLE: (f64, f64) = (4.0, 16.0);
/// See [`WHOLE`].
pub const DENSE: (f64, f64) = (8.0, 8.0);
/// Top and height of bars of intervals without credits.
pub const LOW: (f64, f64) = (13.0, 7.0);

/// SVG path of the bars `all`, each (start, length), with this top and height.
#[must_use]
pub fn bar_path(all: &[(f64, f64)], (top, high): (f64, f64)) -> String {
    let block = |(x, w): &(f64, f64)| format!("M{x:.1} {top}h{w:.1}v{high}h-{w:.1}z");
    all.iter().map(block).collect::<Vec<_>>().concat()
}

/// Least length in pixels of an interval that has its own bar.
const SHORT: f64 = 2.0;

/// Bars of `stretches`, which are in order, as far as they lie on `axis`. An interval that starts
/// before the axis is drawn from its start. The shortest interval still covers one pixel.
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
