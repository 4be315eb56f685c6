//! Builds the page as a folder of static files.

use std::path::PathBuf;

use anyhow::{Result, ensure};

use crate::page::{self, Profile};
use crate::process::{Captured, Output};
use crate::repo;
use crate::tools::Toolbox;

/// Builds `dist/`, which works from any path of any host.
///
/// # Errors
///
/// When a tool is missing or the build fails.
pub fn run(tools: &mut Toolbox) -> Result<()> {
    tools.need(Profile::Web.needs())?;
    let folder = repo::root().join("dist");
    let built = page::build(tools, Profile::Web, &folder, Output::Shown)?;
    ensure!(built.ok, "the page was not built: what is wrong stands above");
    println!("{} is the page: copy it to any static host", folder.display());
    Ok(())
}

/// Where the page is built for tests and measurements: not in `dist/`, which
/// may be in use.
#[must_use]
pub fn for_tests() -> PathBuf {
    repo::target().join("e2e-dist")
}

/// Builds the page for the tests, unless that was done already.
///
/// # Errors
///
/// As [`page::build`].
pub fn built_for_tests(tools: &Toolbox) -> Result<Captured> {
    tools.page(|| page::build(tools, Profile::Web, &for_tests(), Output::Captured))
}

/// Builds the page to be measured, and shows what the build says on standard error.
///
/// # Errors
///
/// When a tool is missing or the build fails.
pub fn built_to_be_measured(tools: &Toolbox) -> Result<PathBuf> {
    let folder = for_tests();
    let built = page::build(tools, Profile::Web, &folder, Output::Shown)?;
    ensure!(built.ok, "the page was not built: what is wrong stands above");
    Ok(folder)
}
