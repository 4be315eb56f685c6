//! Search for places for the numbers beside marks in the lane of a queue. Start with [`NumberSpace`]. A
//! number may touch a bar or mark, but not overlap it. Numbers without a place are left out.

use super::{Axis, Bars};

/// Greatest width in pixels of a digit of a number beside a mark.
const DIGIT: f64 = 8.0;

/// Greatest width in pixels of the text `number`.
pub(super) fn long(number: &str) -> f64 {
    DIGIT * f64::from(u32::try_from(number.chars().count()).unwrap_or(u32::MAX))
}

/// Intervals of a lane that bars, marks and numbers occupy. A number is placed only where it overlaps no
/// occupied interval and is not cut at the end of the axis.
#[derive(Clone, Debug)]
pub struct NumberSpace {
    width: f64,
    /// Start and end in pixels of each occupied interval.
    taken: Vec<(f64, f64)>,
}

impl NumberSpace {
    /// Creates the occupied intervals of a lane on `axis`: only `bars` are occupied.
    #[must_use]
    pub fn new(axis: &Axis, bars: &Bars) -> Self {
        let bars = bars.whole.iter().chain(&bars.dense);
        Self { width: axis.width, taken: bars.map(|(from, width)| (*from, from + width)).collect() }
    }

    /// Marks the interval between `from` and `to`, in pixels, as occupied.
    pub fn take(&mut self, (from, to): (f64, f64)) {
        self.taken.push((from, to));
    }

    /// Finds space for `number` and marks this space as occupied. Returns the left end of `number` in pixels:
    /// the first of `places` with enough free space. `None` if no place has enough space; the number then
    /// appears only in the text of the lane.
    #[must_use]
    pub fn place(&mut self, number: &str, places: impl IntoIterator<Item = f64>) -> Option<f64> {
        let long = long(number);
        let is_free = |x: &f64| {
            *x >= 0.0
                && x + long <= self.width
                && !self.taken.iter().any(|(from, to)| *x < *to && *from < x + long)
        };
        let x = places.into_iter().find(is_free)?;
        self.take((x, x + long));
        Some(x)
    }
}
