//! View models of the inside of a switch: match, waiting bytes, shares of classes, use of memory, and
//! latency by hop. Pure functions of the state of the simulator.

mod grid;
mod heat;
mod matching;
mod pointers;
mod pool;
mod shares;
mod waterfall;

pub use grid::{Grid, MARGIN, short};
pub use heat::{Heat, LEVELS, Spot, queued};
pub use matching::{Asked, Cell, Link, Match, Stage};
pub use pointers::{Pointers, pointers};
pub use pool::{Holder, Memory, Part as MemoryPart};
pub use shares::{ClassRow, class_rows};
pub use waterfall::{Hop, Stretch, components, hops, letter};
