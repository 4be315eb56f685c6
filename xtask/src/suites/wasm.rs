//! Suites of tests that run as wasm, with the test runner of wasm-bindgen: in Node.js and in a browser. After
//! a failed test file, the other files still run.

use std::process::Command;

use anyhow::Result;

use crate::process::{Captured, capture};
use crate::tools::wasm_target::WASM;
use crate::tools::{Tool, Toolbox};

pub(super) const NODE_NEEDS: [Tool; 3] = [Tool::WasmTarget, Tool::WasmBindgen, Tool::Node];
pub(super) const BROWSER_NEEDS: [Tool; 3] = [Tool::WasmTarget, Tool::WasmBindgen, Tool::Browser];

/// Runs the test files `wasm_node*` in Node.js.
pub(super) fn in_node(tools: &Toolbox) -> Result<Captured> {
    capture(test(tools).args(["--test", "wasm_node*"]))
}

/// Runs the tests of the library, and the test files `wasm_browser*`, in headless Chromium.
pub(super) fn in_browser(tools: &Toolbox) -> Result<Captured> {
    capture(
        test(tools)
            .args(["--lib", "--test", "wasm_browser*"])
            // Timeout in seconds. A busy machine starts a browser slowly.
            .env("WASM_BINDGEN_TEST_TIMEOUT", "300"),
    )
}

/// Cargo command that runs tests as wasm. `.cargo/config.toml` names the test runner, which is on the PATH of
/// the toolbox.
fn test(tools: &Toolbox) -> Command {
    let mut command = tools.command("cargo");
    command.args(["test", "--no-fail-fast", "--target", WASM]);
    command.args(["--package", "fabric-lab"]);
    command
}
