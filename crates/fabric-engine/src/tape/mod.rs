//! Replay of a run in both directions. Checkpoints of the world are kept within a budget of bytes;
//! any place is reached by running on from the nearest checkpoint before it. [`Pyramid`] records a
//! quantity over time in bounded memory.
//!
//! Knows the engine, but not documents or the page. Start with [`Reel`].

mod checkpoints;
mod goal;
mod pyramid;
mod reel;
mod rider;
mod search;
mod written;

pub use goal::Goal;
pub use pyramid::{Among, Column, Pyramid};
pub use reel::{Budget, ROUND, Reel};
pub use rider::Rider;
pub use search::{Found, Search};
pub use written::Held;
