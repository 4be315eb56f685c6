//! Suites of the formatter and of the lints. Any deviation of the format and any warning is a failure. The
//! lints run for native code and for wasm.

use std::process::Command;

use anyhow::Result;

use crate::process::{Captured, capture};
use crate::tools::Toolbox;
use crate::tools::wasm_target::WASM;

/// Checks the format of all packages. Changes no file.
///
/// # Errors
///
/// If cargo cannot be started.
pub(super) fn format(tools: &Toolbox) -> Result<Captured> {
    capture(tools.command("cargo").args(["fmt", "--all", "--", "--check"]))
}

/// Runs the lints for native code on all packages, with tests, benchmarks and examples.
///
/// # Errors
///
/// If cargo cannot be started. A warning is no error, but the result is not successful.
pub(super) fn clippy(tools: &Toolbox) -> Result<Captured> {
    deny_warnings(clippy_command(tools).args(["--workspace", "--all-targets"]))
}

/// Runs the lints for wasm, because the native lints skip code under `cfg(target_arch = "wasm32")`.
pub(super) fn clippy_wasm(tools: &Toolbox) -> Result<Captured> {
    let page = ["--package", "fabric-lab", "--lib", "--bins", "--tests"];
    deny_warnings(clippy_command(tools).args(["--target", WASM]).args(page))?.and_then(|| {
        // Tests of these packages are left out, because their dependencies need not build for wasm.
        let packages = ["fabric-engine", "fabric-sim", "fabric-lessons", "fabric-bench-web"];
        let simulator = packages.into_iter().flat_map(|name| ["--package", name]).chain(["--lib"]);
        deny_warnings(clippy_command(tools).args(["--target", WASM]).args(simulator))
    })
}

fn clippy_command(tools: &Toolbox) -> Command {
    let mut command = tools.command("cargo");
    command.args(["clippy", "--quiet"]);
    command
}

/// Runs `command` with warnings as errors.
fn deny_warnings(command: &mut Command) -> Result<Captured> {
    capture(command.args(["--", "--deny", "warnings"]))
}
