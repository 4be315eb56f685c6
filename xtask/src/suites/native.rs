//! Suites of tests that run as native code on this machine: the tests of lessons, all other tests of the
//! workspace, and the doc tests. After a failed test, the other tests still run.

use anyhow::Result;

use crate::process::{Captured, capture};
use crate::tools::Toolbox;

/// Name of the package whose tests are a separate suite.
const LESSONS: &str = "fabric-lessons";

pub(super) fn tests(tools: &Toolbox) -> Result<Captured> {
    let workspace = ["test", "--workspace", "--exclude", LESSONS, "--no-fail-fast"];
    capture(tools.command("cargo").args(workspace).args(["--lib", "--bins", "--tests", "--examples"]))
}

pub(super) fn lessons(tools: &Toolbox) -> Result<Captured> {
    capture(tools.command("cargo").args(["test", "--package", LESSONS, "--no-fail-fast", "--tests"]))
}

pub(super) fn doc_tests(tools: &Toolbox) -> Result<Captured> {
    capture(tools.command("cargo").args(["test", "--workspace", "--no-fail-fast", "--doc"]))
}
