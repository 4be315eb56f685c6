//! Commands of the repository, run as `cargo xtask COMMAND`. Start with [`cli`].
//!
//! Tools that are missing on the machine are installed into a cache of the user ([`tools`]). Other checkouts
//! and later runs use the same tools.

pub mod bench_web;
pub mod bindgen;
pub mod bless;
pub mod cli;
pub mod counts;
pub mod disk;
pub mod dist;
mod fuzz;
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
