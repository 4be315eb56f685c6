//! Positions of the numbers that show the utilisation of links on their cables. Start with
//! [`Layout::load_labels`].

use super::{Layout, count};
use crate::scene::{Point, Rect};

/// Positions along its cable that are tried for a utilisation number, in this order: 0 is at the sending
/// port, 1 at its peer.
const PLACES: [f64; 7] = [0.32, 0.24, 0.4, 0.17, 0.48, 0.56, 0.64];
/// Height in pixels of the letters of the number that shows the utilisation of a link.
const LETTERS: f64 = 12.0;
/// Width of a letter of the number that shows the utilisation of a link, relative to the height of the
/// letter.
const LETTER: f64 = 0.66;

impl Layout {
    /// Centre of the utilisation number of each cable, by index of the sending port, so that no two numbers
    /// overlap. `letters` is the number of letters of each number; 0 means a cable without a number. `None`
    /// for a cable without a number, or if no position is free.
    #[must_use]
    pub fn load_labels(&self, letters: &[usize]) -> Vec<Option<Point>> {
        let mut taken: Vec<Rect> = Vec::new();
        let mut place = |(cable, letters): (&super::Cable, &usize)| {
            let (width, height) = (LETTER * LETTERS * count(*letters), 1.1 * LETTERS);
            let boxes = PLACES.map(|at| Rect { centre: cable.middle.at(at), width, height });
            let free = boxes.into_iter().find(|rect| !taken.iter().any(|other| other.meets(rect)));
            let rect = free.filter(|_| *letters > 0)?;
            taken.push(rect);
            Some(rect.centre)
        };
        self.cables.iter().zip(letters).map(&mut place).collect()
    }
}
