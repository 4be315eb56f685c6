//! Tests run by Node.js's own runner.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use crate::process::{Captured, capture};
use crate::tools::Toolbox;
use crate::{node_package, repo};

/// Environment variable with the folder of the package, for the tests.
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

/// Test files of `folder`, one by one, because Node.js 20 accepts no patterns.
pub(super) fn test_files_of(folder: &str) -> Vec<PathBuf> {
    repo::files_ending_with(folder, ".test.mjs")
}

/// Runs `files`, so many `at_once`, with the reporter whose closing lines are counted.
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
