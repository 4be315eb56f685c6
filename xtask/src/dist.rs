//! Command `cargo xtask dist`: builds the page as a folder of static files.

use std::path::PathBuf;

use anyhow::Result;

use crate::page::{self, Profile};
use crate::process::{Captured, Output};
use crate::repo;
use crate::tools::Toolbox;

/// Installs missing tools, and builds the page into `dist/`. The folder works at any path of any web server.
/// Other files in `dist/` are deleted.
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

/// Folder into which the page is built for tests and measurements, because `dist/` may be in use.
#[must_use]
pub fn for_tests() -> PathBuf {
    repo::target().join("e2e-dist")
}

/// Builds the page for the tests, unless this process has already built it. Returns the output of the build,
/// also of an earlier build.
///
/// # Errors
///
/// The errors of [`page::build`].
pub fn built_for_tests(tools: &Toolbox) -> Result<Captured> {
    tools.page(|| Ok(page::build(tools, Profile::Web, &for_tests(), Output::Captured)?.compiled))
}
