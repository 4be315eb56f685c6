use super::{Axis, Bars};

/// Pixels of a digit of a number, at most.
const DIGIT: f64 = 8.0;

/// Pixels of a number, at most.
pub(super) fn long(number: &str) -> f64 {
    DIGIT * f64::from(u32::try_from(number.chars().count()).unwrap_or(u32::MAX))
}

/// Occupied parts of a lane: bars, marks and numbers. No number is placed on any of them, or cut at
/// the end of the axis.
#[derive(Clone, Debug)]
pub struct Room {
    width: f64,
    /// From and to, in pixels.
    taken: Vec<(f64, f64)>,
}

impl Room {
    /// Free parts of `axis` beside `bars`.
    #[must_use]
    pub fn new(axis: &Axis, bars: &Bars) -> Self {
        let bars = bars.whole.iter().chain(&bars.dense);
        Self { width: axis.width, taken: bars.map(|(from, width)| (*from, from + width)).collect() }
    }

    /// Something stands there.
    pub fn take(&mut self, (from, to): (f64, f64)) {
        self.taken.push((from, to));
    }

    /// Where `number` starts: at the first of `places` that has room for all of
    /// it, which is taken then; where none has, nowhere. The words say it.
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
