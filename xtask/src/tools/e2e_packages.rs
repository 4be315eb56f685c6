//! Installs the npm packages of the end-to-end tests.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use anyhow::{Context, Result, bail};

use super::cache::Install;
use super::npm;
use crate::repo;

const PROJECT: &str = "tests/e2e";

/// Installs the packages into the cache, and makes `tests/e2e/node_modules` a link to them. The link is
/// needed because Node.js looks for a package only in the folder of the importing file and its parent
/// folders.
///
/// # Errors
///
/// If npm cannot install the packages, or the link cannot be made.
pub fn ensure() -> Result<()> {
    let modules = npm::ensure(
        PROJECT,
        Install {
            name: "e2e-packages",
            version: &npm::lock_hash(PROJECT)?,
            why: "drive the browser in the end-to-end tests",
            takes: "10 s",
            holds: &["node_modules/playwright-core/package.json", "node_modules/axe-core/package.json"],
        },
    )?;
    link(&modules, &repo::root().join(PROJECT).join("node_modules"))
}

/// Makes `at` a link to the folder `to`. A link to another folder is replaced.
///
/// # Errors
///
/// If `at` is no link, or the link cannot be made.
fn link(to: &Path, at: &Path) -> Result<()> {
    match fs::read_link(at) {
        Ok(current) if current == to => return Ok(()),
        Ok(_) => fs::remove_file(at)?,
        Err(_) if at.exists() => {
            bail!("{} is a folder, but must be a link to the cache; remove it", at.display())
        }
        Err(_) => {}
    }
    symlink(to, at)
        .with_context(|| format!("cannot link {}; check its permissions and the free space", at.display()))
}
