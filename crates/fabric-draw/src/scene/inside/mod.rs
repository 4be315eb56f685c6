//! Numbers and positions for the pictures of the inside of a switch: matches of the crossbar ([`Match`]),
//! waiting bytes ([`WaitingMatrix`]), shares of traffic classes ([`ClassRow`]), use of memory ([`Memory`]),
//! and the latency of a frame by hop ([`Hop`]). All functions are pure: they depend only on the state of the
//! simulator.

mod grid;
mod matching;
mod pointers;
mod pool;
mod shares;
mod waiting_matrix;
mod waterfall;

pub use grid::{Grid, MARGIN, short};
pub use matching::{Cell, Match, MatchStage, PairState, Requests};
pub use pointers::{Pointers, pointers};
pub use pool::{Holder, Memory, UsedAndSize};
pub use shares::{ClassRow, class_rows};
pub use waiting_matrix::{LEVELS, WaitingMatrix, WaitingPair, queued};
pub use waterfall::{DelaySegment, Hop, components, hops, letter};
