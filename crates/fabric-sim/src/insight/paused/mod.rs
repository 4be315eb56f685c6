//! Reasons of a pause, hop by hop to the root, and the queues that a root blocks. [`why_paused`] goes from a
//! blocked queue to its roots. [`blast()`] goes from a root to the blocked queues. Start with [`why_paused`].

mod blast;
mod chain;
mod words;

pub use blast::{Blast, blast, roots};
pub(super) use chain::end_of;
pub use chain::{Chain, ChainOutcome, ChainQueue, Means, why_paused};
