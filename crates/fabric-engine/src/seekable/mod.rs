//! Replay of a run in both directions. Checkpoints of the run are kept within a budget of bytes. To reach an
//! event, the run restarts at the last checkpoint before this event. [`Pyramid`] records a quantity over time
//! in bounded memory.
//!
//! The module knows the engine, but not documents or the page. Start with [`SeekableRun`].

mod checkpointed_observer;
mod checkpoints;
mod pyramid;
mod recorded_occupancies;
mod search;
mod seek_target;
mod seekable_run;

pub use checkpointed_observer::CheckpointedObserver;
pub use pyramid::{Column, Pyramid, RecordDensity};
pub use recorded_occupancies::RecordedOccupancies;
pub use search::{Search, SearchState};
pub use seek_target::SeekTarget;
pub use seekable_run::{Budget, ROUND, SeekableRun};
