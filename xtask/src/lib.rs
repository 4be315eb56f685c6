//! The repository's own commands, run as `cargo xtask COMMAND`.
//!
//! Everything a clean machine lacks is put in a per-user cache ([`tools`]), so
//! that a second checkout, or the same one tomorrow, starts at once.

pub mod bench_web;
pub mod bindgen;
pub mod bless;
pub mod cli;
pub mod counts;
pub mod disk;
pub mod dist;
pub mod node_package;
pub mod package;
pub mod page;
mod policy;
pub mod process;
pub mod repo;
pub mod serve;
pub mod size;
pub mod static_server;
pub mod suites;
pub mod tools;
pub mod trunk_toml;
pub mod weight;
