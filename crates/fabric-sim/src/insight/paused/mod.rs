//! Reasons of a pause, hop by hop to the root, and the queues that a root blocks. [`why_paused`] goes from a
//! blocked queue to its roots. [`root_effects()`] goes from a root to the blocked queues. Start with
//! [`why_paused`].

mod chain;
mod root_effects;
mod words;

pub(super) use chain::end_of;
pub use chain::{BlockedBy, Chain, ChainOutcome, ChainQueue, why_paused};
pub use root_effects::{RootEffects, root_effects, roots};
