//! Builds the page as a folder of static files.

use std::path::PathBuf;

use anyhow::Result;

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
    let folder = repo::root().join("dist");
    page::build_from_nothing(tools, Profile::Web, &folder)?;
    println!("{} is the page: copy it to any static host", folder.display());
    Ok(())
}

/// Folder of the page for tests and measurements; `dist/` may be in use.
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
    tools.page(|| Ok(page::build(tools, Profile::Web, &for_tests(), Output::Captured)?.compiled))
}
