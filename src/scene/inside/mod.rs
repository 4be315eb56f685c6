//! What happens inside a switch, as pictures: a match step by step, and who
//! waits for whom. Pure functions, like the rest of the scene.

mod grid;
mod heat;
mod matching;
mod pointers;

pub use grid::{Grid, short};
pub use heat::{Heat, LEVELS, Spot};
pub use matching::{Asked, Cell, Link, Match, Stage};
pub use pointers::{Pointers, pointers};
