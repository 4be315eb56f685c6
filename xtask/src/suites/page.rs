//! End-to-end tests of the page as it is shipped.

use anyhow::{Context, Result, ensure};

use super::node;
use crate::process::{Captured, capture};
use crate::static_server::StaticServer;
use crate::tools::Toolbox;
use crate::{dist, repo};

/// Environment variables with the addresses and paths that the tests need.
const URL: &str = "FABRIC_URL";
const CHROMIUM: &str = "FABRIC_CHROMIUM";
const COMMAND_LINE: &str = "FABRIC_CLI";

/// Files that run at once, on two cores too, because pages wait more than they work.
const AT_ONCE: u8 = 4;

pub(super) fn tests(tools: &Toolbox) -> Result<Captured> {
    let files = node::test_files_of("tests/e2e");
    // Without names Node.js would look for tests by itself, all over.
    ensure!(!files.is_empty(), "tests/e2e has no *.test.mjs");
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
