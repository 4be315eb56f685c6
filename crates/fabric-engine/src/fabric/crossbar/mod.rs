//! The crossbar of an input-queued switch: virtual output queues, an arbiter
//! that matches inputs with outputs slot by slot, and frames on their way
//! through in cells.
//!
//! [`Crossbar`] owns the queues ([`InputQueues`]) and the frames under way; it keeps
//! [`Requests`] up to date, and the [`Arbiter`] turns these into matches, by
//! iSLIP or PIM. Inputs and outputs are the switch's port numbers, at most 64:
//! a set of them is one word.

mod arbiter;
mod config;
mod input_queues;
mod machine;
mod requests;

pub use arbiter::{Arbiter, Demand, Match, Phase};
pub use config::{CrossbarConfig, Inputs, Matching, Mode, Precedence};
pub use input_queues::{InputQueues, Way};
pub use machine::{Crossbar, Crossing, Started};
pub use requests::Requests;

/// The most inputs and outputs of a crossbar.
pub const PORTS: usize = 64;
