//! Command `cargo xtask package`: builds and tests the npm package and a static binary for Linux, without
//! publishing them.

mod binary;
mod bundle;
mod elf;
pub mod npm;
mod trial;

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::process::Captured;
use crate::repo;
use crate::tools::{Tool, Toolbox};

/// Version of the workspace and of all packages.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Files with the licences, in the root of the checkout and of each package.
const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// Folder into which the npm package and the binary for Linux are built.
#[must_use]
pub fn folder() -> PathBuf {
    repo::target().join("package")
}

/// Builds and tests all packages, the npm package first, and prints their sizes in bytes. Missing tools are
/// installed.
///
/// # Errors
///
/// When a tool is missing, a build fails or a package does not work.
pub fn run(tools: &mut Toolbox) -> Result<()> {
    tools.need(&npm::NEEDS)?;
    tools.need(&[Tool::WasmOpt])?;
    must("the npm package", &npm::build(tools, npm::Wasm::Small)?)?;
    must("the binary", &binary::build(tools)?)?;
    for path in [npm::tarball(), binary::tarball()] {
        let bytes = fs::metadata(&path)
            .with_context(|| format!("cannot read {}; check that it exists", path.display()))?
            .len();
        println!("{} ({bytes} B) is built, and works", path.display());
    }
    Ok(())
}

/// Prints the output of a step. `what` is the name of the package in the error message.
///
/// # Errors
///
/// If the step failed.
fn must(what: &str, captured: &Captured) -> Result<()> {
    print!("{}", captured.output);
    anyhow::ensure!(captured.ok, "{what} does not work; see its output above");
    Ok(())
}
