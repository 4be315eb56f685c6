use fabric_sim::units::Time;

use super::Axis;
use super::numbers::long;

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
/// Pixels around their number.
const AROUND: f64 = 1.0;
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

    /// From where to where its marks are, which reach `half` to either side.
    #[must_use]
    pub fn reach(&self, half: f64) -> (f64, f64) {
        (self.from - half, self.to.max(self.from + half))
    }

    /// Where `number` may start: behind its marks, or before them.
    #[must_use]
    pub fn beside(&self, number: &str, half: f64) -> [f64; 2] {
        let (from, to) = self.reach(half);
        [to + GAP, from - GAP - long(number)]
    }
}

/// The marks of one kind on `axis`, in order: when, and how many at once.
#[must_use]
pub fn crowds(axis: &Axis, marks: impl Iterator<Item = (Time, u32)>) -> Vec<Crowd> {
    let mut crowds: Vec<Crowd> = Vec::new();
    for (at, count) in marks.skip_while(|mark| mark.0 < axis.from).take_while(|mark| mark.0 <= axis.to) {
        let (x, count) = (axis.x(at), u64::from(count));
        match crowds.last_mut().filter(|last| x - last.to < last.room()) {
            Some(last) => (last.to, last.count) = (x, last.count + count),
            None => crowds.push(Crowd { from: x, to: x, count }),
        }
    }
    crowds
}
