//! Reasons of a pause, hop by hop to the root, and the queues that a root blocks. Start with
//! [`why_paused`].

mod blast;
mod chain;
mod words;

pub use blast::{Blast, blast, roots};
pub(super) use chain::end_of;
pub use chain::{Chain, ChainOutcome, ChainQueue, Means, why_paused};
