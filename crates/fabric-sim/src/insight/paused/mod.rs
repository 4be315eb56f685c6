//! Reasons of a pause, hop by hop to the root, and the queues that a root holds up. Start with
//! [`why_paused`] and [`roots`].

mod blast;
mod chain;
mod words;

pub use blast::{Blast, blast, roots};
pub(super) use chain::end_of;
pub use chain::{Chain, ChainOutcome, ChainQueue, Means, why_paused};
