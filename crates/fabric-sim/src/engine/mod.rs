//! The world: state, counters, calendar; the order in which things happen.

mod note;
mod snapshot;

pub use note::{DropCause, Hear, Note, Recorder, What};
pub use snapshot::{FlowView, Flying, PgView, PortView, PriorityView, Snapshot, Totals};
