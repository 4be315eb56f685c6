//! Parameters: one table, from which the file's fields, range checks, schema,
//! sliders, link keys and documentation are made.
//!
//! A value is given at an [`Address`]; of several that apply, the more
//! specific wins. [`TABLE`] declares what there is, [`Param`] reads and writes
//! values, [`ParamMap`] is how a document holds them.

mod address;
mod assignment;
mod atlas;
pub(crate) mod config;
mod edit;
mod foreign;
mod givers;
mod kind;
mod map;
mod param;
mod profile;
mod rate;
mod read;
mod reliability;
mod rows;
pub(crate) mod rules;
mod table;

pub use address::{Address, Place, most_like, priority_of};
pub use edit::Current;
pub(crate) use edit::covers;
pub use foreign::{FOREIGN_WORDS, ForeignWord};
pub use kind::{CERTAIN, Kind, RATIO_ONE};
pub use map::ParamMap;
pub use param::{CALCULATED, Group, HALF, Level, NONE, Nodes, OFF, Param, UNSET};
pub use table::{Key, TABLE};

pub(crate) use assignment::{Assignment, gather, giver, read};
pub(crate) use atlas::Atlas;
pub(crate) use givers::Givers;
pub(crate) use rate::FlowDefaults;
pub(crate) use rows::{FabricRow, PortRow, PriorityRow, Rows};
