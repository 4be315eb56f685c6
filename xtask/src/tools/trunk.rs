//! Installs trunk, an alternative way to build and to serve the page.

use std::path::PathBuf;

use anyhow::Result;

use super::cache::Install;
use super::cargo_install;

/// Version of trunk. Newer versions need a newer compiler than `rust-toolchain.toml` names.
const VERSION: &str = "0.21.14";

/// Folder with trunk, to be put on PATH; `None` if this version is already on PATH.
///
/// # Errors
///
/// If trunk cannot be downloaded or built.
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
