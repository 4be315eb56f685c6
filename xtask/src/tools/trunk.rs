//! Trunk, which builds and serves the page.

use std::path::PathBuf;

use anyhow::Result;

use super::cache::Install;
use super::cargo_install;

/// Newer ones want a newer compiler than `rust-toolchain.toml` names.
const VERSION: &str = "0.21.14";

/// The folder to put on PATH, or `None` when the right trunk is there already.
///
/// # Errors
///
/// When it can't be built.
pub fn ensure() -> Result<Option<PathBuf>> {
    cargo_install::ensure(
        Install { name: "trunk", version: VERSION, why: "builds and serves the page", takes: "6 min" },
        &["trunk"],
        &["--locked", "--no-default-features", "--features", "rustls"],
    )
}
