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
