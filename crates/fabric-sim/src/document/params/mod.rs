//! Parameters. One table declares them; the fields of files, range checks, schema, sliders, link keys
//! and documentation follow from it.
//!
//! A value is given at an [`Address`]; if several apply, the more specific one counts. [`TABLE`]
//! declares the parameters, [`Param`] reads and writes values, [`ParamMap`] holds the values of a
//! document. Start reading with [`TABLE`].

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
