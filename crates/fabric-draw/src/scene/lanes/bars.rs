use fabric_sim::units::Time;

use super::Axis;

/// Stretches of time, drawn: (start, length) in pixels, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bars {
    /// Bars long enough to be drawn one by one.
    pub whole: Vec<(f64, f64)>,
    /// Pixels in which there are some that are not.
    pub dense: Vec<(f64, f64)>,
}

/// Height of a lane, in pixels.
pub const LANE_HIGH: f64 = 24.0;
/// Top and height of bars of pauses in a lane, of whole ones and of dense ones.
pub const WHOLE: (f64, f64) = (4.0, 16.0);
/// See [`WHOLE`].
pub const DENSE: (f64, f64) = (8.0, 8.0);
/// Top and height of bars of stretches without credits.
pub const LOW: (f64, f64) = (13.0, 7.0);

/// Commands of a path around the bars `all`, each (start, length), at this top and height.
#[must_use]
pub fn bar_path(all: &[(f64, f64)], (top, high): (f64, f64)) -> String {
    let block = |(x, w): &(f64, f64)| format!("M{x:.1} {top}h{w:.1}v{high}h-{w:.1}z");
    all.iter().map(block).collect::<Vec<_>>().concat()
}

/// Stretches of fewer pixels than this are not drawn one by one.
const SHORT: f64 = 2.0;

/// The bars of `stretches`, which are in order, as far as they lie on `axis`: one
/// that began before is drawn from its start. Nothing is lost: the shortest
/// stretch takes the pixel that it begins in.
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
