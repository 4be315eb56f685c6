//! Installs packages from npm, in the versions of a lock file of the checkout. Start with [`ensure`].

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::cache::{self, Install};
use crate::{process, repo};

/// Oldest major version of Node.js whose test runner has the options that the tests use.
const OLDEST_NODE: u32 = 20;

/// Files of an npm project that are copied into the cache.
const PROJECT: [&str; 2] = ["package.json", "package-lock.json"];

/// Installs the packages of an npm project into the cache, unless the cache has them. Returns the path of the
/// folder `node_modules` in the cache. `project` is the folder of the project, relative to the root of the
/// checkout.
///
/// # Errors
///
/// When Node.js is missing or too old, or npm cannot install the packages.
pub fn ensure(project: &str, install: Install<'_>) -> Result<PathBuf> {
    check_node()?;
    let source = repo::root().join(project);
    let folder = cache::ensure(install, |dir| ci(&source, dir))?;
    Ok(folder.join("node_modules"))
}

/// Version of an npm project with several packages: a hash of its lock file, 12 hexadecimal digits. `project`
/// is the folder of the project, relative to the root of the checkout.
///
/// # Errors
///
/// If the project has no lock file.
pub fn lock_hash(project: &str) -> Result<String> {
    let lock = repo::root().join(project).join(PROJECT[1]);
    let bytes =
        fs::read(&lock).with_context(|| format!("cannot read {}; check that it exists", lock.display()))?;
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    Ok(format!("{:012x}", hasher.finish() & 0xffff_ffff_ffff))
}

/// Installs the packages of the lock file in `source` into `dir`, without running scripts of packages.
///
/// # Errors
///
/// If a file of the lock cannot be copied, or npm fails.
fn ci(source: &Path, dir: &Path) -> Result<()> {
    for file in PROJECT {
        fs::copy(source.join(file), dir.join(file))?;
    }
    process::run(
        process::command("npm")
            .args(["ci", "--no-audit", "--no-fund", "--ignore-scripts"])
            .arg("--loglevel=error")
            .current_dir(dir),
    )
    .context("npm failed; connect to its registry, or correct the errors above")
}

/// Checks that npm is installed, and Node.js in version 20 or newer. The version of npm does not matter.
///
/// # Errors
///
/// If npm or Node.js is missing, or Node.js is too old.
pub fn check_node() -> Result<()> {
    let Some(version) = process::version_of("node") else {
        bail!("node is missing; install Node.js {OLDEST_NODE} or newer, with npm");
    };
    let major = version.trim_start_matches('v').split('.').next().and_then(|major| major.parse::<u32>().ok());
    if major.is_none_or(|major| major < OLDEST_NODE) {
        bail!("node is {version}; install Node.js {OLDEST_NODE} or newer, with npm");
    }
    if which::which("npm").is_err() {
        bail!("npm is missing; install it (it comes with Node.js)");
    }
    Ok(())
}
