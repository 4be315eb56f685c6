//! End-to-end tests of the page as it is shipped.

use anyhow::{Context, Result, ensure};

use super::node;
use crate::dist;
use crate::process::{Captured, capture};
use crate::static_server::StaticServer;
use crate::tools::{Tool, Toolbox};

pub(super) const NEEDS: [Tool; 7] = Tool::ALL;

/// The environment variables that tell the tests where things are.
const URL: &str = "FABRIC_URL";
const CHROMIUM: &str = "FABRIC_CHROMIUM";

pub(super) fn tests(tools: &Toolbox) -> Result<Captured> {
    let files = node::test_files_of("tests/e2e");
    // Without names Node.js would look for tests by itself, all over.
    ensure!(!files.is_empty(), "tests/e2e has no *.test.mjs");
    let chromium = tools.chromium().context("no Chromium was looked for")?;
    let page = dist::for_tests();
    capture(&mut dist::build(tools, &page))?.and_then(|| {
        let server = StaticServer::start(&page)?;
        capture(node::run(tools, files).env(URL, server.url()).env(CHROMIUM, chromium))
    })
}
