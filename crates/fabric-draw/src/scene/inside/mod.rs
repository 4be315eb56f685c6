//! Numbers and positions for the pictures of the inside of a switch: matches of the crossbar ([`Match`]),
//! waiting bytes ([`Heat`]), shares of traffic classes ([`ClassRow`]), use of memory ([`Memory`]), and the
//! latency of a frame by hop ([`Hop`]). All functions are pure: they depend only on the state of the
//! simulator.

mod grid;
mod heat;
mod matching;
mod pointers;
mod pool;
mod shares;
mod waterfall;

pub use grid::{Grid, MARGIN, short};
pub use heat::{Heat, HeatCell, LEVELS, queued};
pub use matching::{Cell, Match, MatchStage, PairState, Requests};
pub use pointers::{Pointers, pointers};
pub use pool::{Holder, Memory, PoolSegment};
pub use shares::{ClassRow, class_rows};
pub use waterfall::{DelaySegment, Hop, components, hops, letter};
