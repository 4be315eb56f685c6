//! Why a queue is paused, hop by hop down to the root; and what a root holds up.

mod blast;
mod chain;
mod words;

pub use blast::{Blast, blast, roots};
pub(super) use chain::end_of;
pub use chain::{Chain, End, Link, Means, why_paused};
