//! Suite of the tests of the library in Node.js, and helpers to run tests with the test runner of
//! Node.js.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use crate::process::{Captured, capture};
use crate::tools::Toolbox;
use crate::{node_package, repo};

/// Environment variable that tells the tests the path of the entry file of the package.
const PACKAGE: &str = "FABRIC_NODE_PACKAGE";

pub(super) fn present() -> bool {
    !test_files().is_empty()
}

pub(super) fn tests(tools: &Toolbox) -> Result<Captured> {
    node_package::build(tools)?.and_then(|| {
        let package = node_package::folder().join(node_package::ENTRY);
        capture(run(tools, test_files(), 2).env(PACKAGE, package))
    })
}

fn test_files() -> Vec<PathBuf> {
    test_files_of("tests/node")
}

/// Paths of all test files in `folder`. They are listed one by one, because Node.js 20 accepts no
/// patterns.
pub(super) fn test_files_of(folder: &str) -> Vec<PathBuf> {
    repo::files_ending_with(folder, ".test.mjs")
}

/// Command that runs the test files `files`, at most `at_once` at the same time. Its reporter prints the
/// summary lines that are counted.
pub(super) fn run(tools: &Toolbox, files: Vec<PathBuf>, at_once: u8) -> Command {
    let mut command = tools.command("node");
    command
        .args(["--test", "--test-reporter=spec"])
        .arg(format!("--test-concurrency={at_once}"))
        .args(files)
        // Colours would hide the closing lines.
        .env_remove("FORCE_COLOR")
        .env("NO_COLOR", "1");
    command
}
