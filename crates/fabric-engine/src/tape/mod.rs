//! A run that can be gone through in both directions: checkpoints of the world
//! in a budget of bytes, and whatever rides along with it. Any place of the run
//! is reached from the nearest checkpoint before it. And what a quantity of it was
//! over time, however long it was.

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
