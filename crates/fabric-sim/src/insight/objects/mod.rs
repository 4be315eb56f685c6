//! Plain objects for JavaScript: the present state of a run, the inside of a switch, and trace events. Nodes
//! and flows have names, and sets are lists of numbers, not bit masks. The TypeScript declarations of these
//! objects are generated from their JSON Schemas. Start with [`SnapshotObject`].

mod event;
mod flow;
mod frame;
mod inside;
mod snapshot;

pub use event::{EventName, EventObject};
pub use inside::InsideObject;
pub use snapshot::SnapshotObject;
