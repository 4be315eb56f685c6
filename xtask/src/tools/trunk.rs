//! Trunk, with which the page can be built and served too.

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
        Install {
            name: "trunk",
            version: VERSION,
            why: "builds the page too, which the suite `trunk` compares",
            takes: "5 min",
            holds: &["bin/trunk"],
        },
        &["trunk"],
        &["--locked", "--no-default-features", "--features", "rustls"],
    )
}
