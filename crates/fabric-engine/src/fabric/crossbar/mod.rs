//! Crossbar of an input-queued switch: virtual output queues, an arbiter that matches inputs with
//! outputs in each slot, and frames in transfer.
//!
//! [`Crossbar`] owns the queues ([`InputQueues`]) and the transfers, and keeps [`Requests`] up to
//! date. The [`Arbiter`] computes matches from the requests, by iSLIP or PIM. Inputs and outputs
//! are local ports of the switch. Start with [`Crossbar`]; the matching is in [`Arbiter::slot`].

mod arbiter;
mod config;
mod input_queues;
mod machine;
mod requests;

pub use arbiter::{Arbiter, Demand, Match, MatchEvent};
pub use config::{CrossbarConfig, Inputs, Matching, Mode, Precedence};
pub use input_queues::{InputQueues, VoqId};
pub use machine::{Crossbar, CrossbarTransfer, Started};
pub use requests::Requests;
