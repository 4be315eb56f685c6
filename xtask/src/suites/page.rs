//! Suite of the end-to-end tests of the page, in the form in which it is shipped.

use anyhow::{Context, Result, ensure};

use super::node;
use crate::process::{Captured, capture};
use crate::static_server::StaticServer;
use crate::tools::Toolbox;
use crate::{dist, repo};

/// Environment variable with the address of the page, for the tests.
const URL: &str = "FABRIC_URL";
/// Environment variable with the path of Chromium, for the tests.
const CHROMIUM: &str = "FABRIC_CHROMIUM";
/// Environment variable with the path of the program `fabric`, for the tests.
const COMMAND_LINE: &str = "FABRIC_CLI";

/// Number of test files that run at the same time. The number also suits two cores, because a page waits more
/// than it computes.
const AT_ONCE: u8 = 4;

/// Builds the program `fabric` and the page, serves the page, and runs the tests.
///
/// # Errors
///
/// If there are no test files, Chromium was not requested, or a program cannot be started.
pub(super) fn tests(tools: &Toolbox) -> Result<Captured> {
    let files = node::test_files_of("tests/e2e");
    // Without file names, Node.js would search all folders for tests.
    ensure!(!files.is_empty(), "tests/e2e has no *.test.mjs; restore the folder");
    let chromium = tools.chromium().context("no Chromium was looked for")?;
    let page = dist::for_tests();
    capture(tools.command("cargo").args(["build", "--quiet", "--package", "fabric-cli"]))?
        .and_then(|| dist::built_for_tests(tools))?
        .and_then(|| {
            let server = StaticServer::start(&page)?;
            let tests = &mut node::run(tools, files, AT_ONCE);
            let fabric =
                repo::target().join("debug").join("fabric").with_extension(std::env::consts::EXE_EXTENSION);
            capture(tests.env(URL, server.url()).env(CHROMIUM, chromium).env(COMMAND_LINE, fabric))
        })
}
