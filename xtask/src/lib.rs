//! The repository's own commands, run as `cargo xtask COMMAND`.
//!
//! Everything a clean machine lacks is put in a per-user cache ([`tools`]), so
//! that a second checkout, or the same one tomorrow, starts at once.

pub mod cli;
pub mod process;
pub mod repo;
pub mod tools;
