use fabric_sim::units::Time;

use super::{Axis, Bars};

/// Marks of a kind that would lie on each other, drawn as one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crowd {
    /// Pixels of the first.
    pub from: f64,
    /// Pixels of the last.
    pub to: f64,
    /// How many they are.
    pub count: u64,
}

/// Pixels from mark to mark below which they are one.
const APART: f64 = 12.0;
/// Pixels of a digit of their number, and around it.
const DIGIT: f64 = 6.5;
const AROUND: f64 = 4.0;
/// Pixels between a mark and its number.
const GAP: f64 = 2.0;

impl Crowd {
    /// The number that stands after it, if it is more than one.
    #[must_use]
    pub fn number(&self) -> Option<String> {
        (self.count > 1).then(|| format!("\u{d7}{}", self.count))
    }

    /// How far the next mark must be: its number has room.
    fn room(&self) -> f64 {
        APART + self.number().map_or(0.0, |number| long(&number) + AROUND)
    }

    /// Where its number starts: behind its marks, which reach `half` to either
    /// side, or before them; where bars of its lane stand in both places, nowhere.
    #[must_use]
    pub fn number_at(&self, half: f64, bars: &Bars) -> Option<f64> {
        let long = long(&self.number()?);
        let all = || bars.whole.iter().chain(&bars.dense);
        let is_free =
            |x: &f64| *x >= 0.0 && !all().any(|(from, width)| *x < from + width && *from < x + long);
        [self.to.max(self.from + half) + GAP, self.from - half - GAP - long].into_iter().find(is_free)
    }
}

/// Pixels of a number, at most.
fn long(number: &str) -> f64 {
    DIGIT * f64::from(u32::try_from(number.chars().count()).unwrap_or(u32::MAX))
}

/// The marks of one kind, in order: when, and how many at once.
#[must_use]
pub fn crowds(axis: &Axis, marks: impl Iterator<Item = (Time, u32)>) -> Vec<Crowd> {
    let mut crowds: Vec<Crowd> = Vec::new();
    for (at, count) in marks.take_while(|(at, _)| *at <= axis.end) {
        let (x, count) = (axis.x(at), u64::from(count));
        match crowds.last_mut().filter(|last| x - last.to < last.room()) {
            Some(last) => (last.to, last.count) = (x, last.count + count),
            None => crowds.push(Crowd { from: x, to: x, count }),
        }
    }
    crowds
}
