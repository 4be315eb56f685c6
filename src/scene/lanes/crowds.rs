use fabric_sim::units::Time;

use super::Axis;

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

impl Crowd {
    /// The number that stands after it, if it is more than one.
    #[must_use]
    pub fn number(&self) -> Option<String> {
        (self.count > 1).then(|| format!("\u{d7}{}", self.count))
    }

    /// How far the next mark must be: its number has room.
    fn room(&self) -> f64 {
        let letters = self.number().map_or(0, |number| number.chars().count());
        let room = DIGIT * f64::from(u32::try_from(letters).unwrap_or(u32::MAX));
        APART + if letters > 0 { room + AROUND } else { 0.0 }
    }
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
