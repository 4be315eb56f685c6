//! Builds the page as a folder of static files.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;

use crate::process::Captured;
use crate::tools::{Tool, Toolbox};
use crate::{policy, process, repo};

/// Builds `dist/`, which works from any path of any host.
///
/// # Errors
///
/// When a tool is missing or the build fails.
pub fn run(tools: &mut Toolbox) -> Result<()> {
    tools.need(&Tool::PAGE)?;
    let folder = repo::root().join("dist");
    process::run(&mut build(tools, &folder))?;
    policy::write(&folder)?;
    println!("{} is the page: copy it to any static host", folder.display());
    Ok(())
}

/// The command that builds the page into `folder`.
#[must_use]
pub fn build(tools: &Toolbox, folder: &Path) -> Command {
    let mut command = trunk(tools);
    command.args(["build", "--release", "--public-url", "./", "--dist"]).arg(folder);
    command
}

/// Where the end-to-end tests have the page built: not in `dist/`, which a
/// `serve` in another terminal may be using.
#[must_use]
pub fn for_tests() -> PathBuf {
    repo::target().join("e2e-dist")
}

/// Builds the page for the tests, unless that was done already.
///
/// # Errors
///
/// When trunk can't be started.
pub fn built_for_tests(tools: &Toolbox) -> Result<Captured> {
    let folder = for_tests();
    tools.page(|| {
        let built = process::capture(&mut build(tools, &folder))?;
        if built.ok {
            policy::write(&folder)?;
        }
        Ok(built)
    })
}

/// Trunk with the environment that it needs.
#[must_use]
pub fn trunk(tools: &Toolbox) -> Command {
    let mut command = tools.command("trunk");
    command.env("TRUNK_SKIP_VERSION_CHECK", "true");
    if env::var_os("NO_COLOR").is_some() {
        // Trunk takes this variable for a flag of its own and stops at "1".
        command.env("NO_COLOR", "true");
    }
    command
}
