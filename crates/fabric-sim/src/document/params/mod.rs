//! Parameters of the fabric, such as `xoff`. One table declares all parameters. From this table, the program
//! makes the fields of document files, range checks, the schema, sliders, keys of share links and the
//! documentation.
//!
//! A document gives a value at an [`Address`]. If several addresses match a place, the most specific one
//! applies. [`TABLE`] declares the parameters, [`Param`] reads and writes values, and [`ParamMap`] holds the
//! values of a document. Start with [`TABLE`].

mod address;
mod assignment;
mod assignments;
pub(crate) mod config;
mod edit;
mod foreign;
mod kind;
mod map;
mod param;
mod place_resolver;
mod precedence;
mod profile;
mod rate;
mod rdma_read;
mod reliability;
mod rows;
pub(crate) mod rules;
mod table;

pub use address::{Address, Place, most_like, priority_of};
pub use edit::Current;
pub(crate) use edit::covers;
pub use foreign::{FOREIGN_WORDS, ForeignWord};
pub use kind::{PROBABILITY_ONE, RATIO_ONE, ValueKind};
pub use map::ParamMap;
pub use param::{CALCULATED, Group, HALF, NONE, Nodes, OFF, Param, ParamLevel, UNSET};
pub use table::{Key, TABLE};

pub(crate) use assignment::{Assignment, deciding_assignment, gather, read};
pub(crate) use assignments::Assignments;
pub(crate) use place_resolver::PlaceResolver;
pub(crate) use rate::FlowDefaults;
pub(crate) use rows::{FabricRow, PortRow, PriorityRow, Rows};
