//! Suite of the tests of the library in Node.js. Also helpers for other suites that use the test runner of
//! Node.js.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use crate::process::{Captured, capture};
use crate::tools::Toolbox;
use crate::{node_package, repo};

/// Environment variable with the path of the package's entry file, for the tests.
const PACKAGE: &str = "FABRIC_NODE_PACKAGE";

/// Whether the checkout has tests for Node.js.
pub(super) fn present() -> bool {
    !test_files().is_empty()
}

/// Builds the package, then runs its tests, two files at the same time.
///
/// # Errors
///
/// If a program cannot be started, or a file of the package cannot be written.
pub(super) fn tests(tools: &Toolbox) -> Result<Captured> {
    node_package::build(tools)?.and_then(|| {
        let package = node_package::folder().join(node_package::ENTRY);
        capture(run(tools, test_files(), 2).env(PACKAGE, package))
    })
}

fn test_files() -> Vec<PathBuf> {
    test_files_of("tests/node")
}

/// Paths of all test files in `folder`. Node.js 20 accepts no patterns, so that each file is named.
pub(super) fn test_files_of(folder: &str) -> Vec<PathBuf> {
    repo::files_ending_with(folder, ".test.mjs")
}

/// Command that runs the test files `files`, at most `at_once` of them at the same time. The output of the
/// command has the summary lines that [`counts::node`](crate::counts::node) reads.
pub(super) fn run(tools: &Toolbox, files: Vec<PathBuf>, at_once: u8) -> Command {
    let mut command = tools.command("node");
    command
        .args(["--test", "--test-reporter=spec"])
        .arg(format!("--test-concurrency={at_once}"))
        .args(files)
        // With colours, the summary lines could not be read.
        .env_remove("FORCE_COLOR")
        .env("NO_COLOR", "1");
    command
}
