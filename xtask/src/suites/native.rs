//! Tests that run on this machine itself.

use anyhow::Result;

use crate::process::{Captured, capture};
use crate::tools::Toolbox;

pub(super) fn tests(tools: &Toolbox) -> Result<Captured> {
    capture(tools.command("cargo").args(["test", "--workspace", "--no-fail-fast"]).args([
        "--lib",
        "--bins",
        "--tests",
        "--examples",
    ]))
}

pub(super) fn doc_tests(tools: &Toolbox) -> Result<Captured> {
    capture(tools.command("cargo").args(["test", "--workspace", "--no-fail-fast", "--doc"]))
}
