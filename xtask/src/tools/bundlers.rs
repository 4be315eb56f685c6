//! Installs the bundlers with which the npm package is tested.

use std::path::PathBuf;

use anyhow::Result;

use super::cache::Install;
use super::npm;

const PROJECT: &str = "xtask/npm/bundlers";

/// Installs the bundlers. Returns the folder of their programs, to be put on PATH.
///
/// # Errors
///
/// If npm cannot install the bundlers.
pub fn ensure() -> Result<PathBuf> {
    let modules = npm::ensure(
        PROJECT,
        Install {
            name: "bundlers",
            version: &npm::lock_hash(PROJECT)?,
            why: "bundle the example of the npm package",
            takes: "15 s",
            holds: &["node_modules/esbuild/package.json", "node_modules/vite/package.json"],
        },
    )?;
    Ok(modules.join(".bin"))
}
