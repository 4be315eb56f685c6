//! Command `cargo xtask bench-web`: measures the page in a browser, and the benchmark workloads both as wasm
//! and as native code. Start with [`run`].

use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::bindgen::{self, Loader};
use crate::page::{self, Profile};
use crate::static_server::StaticServer;
use crate::tools::wasm_target::WASM;
use crate::tools::{Tool, Toolbox, wasm_opt};
use crate::{dist, process, repo};

/// Name of the library of the crate `fabric-bench-web`, as in its file name.
const LIBRARY: &str = "fabric_bench_web";

/// Builds the page and the workloads with the shipped profile, and measures them in headless Chromium and in
/// Node.js. The figures go to standard output. Prints JSON if `json`, otherwise text. Each workload runs
/// `runs` times; the fastest run counts. Missing tools are installed.
///
/// # Errors
///
/// When a tool is missing, or a build or a measurement fails.
pub fn run(tools: &mut Toolbox, runs: u32, json: bool) -> Result<()> {
    tools.need(&Tool::PAGE)?;
    let chromium = tools.chromium().context("no Chromium was looked for")?.to_path_buf();
    let page = dist::for_tests();
    page::build_from_nothing(tools, Profile::Web, &page)?;
    let folder = repo::target().join("bench-web");
    let wasm = repo::target().join(WASM).join("web").join(LIBRARY).with_extension("wasm");
    let mut compile = tools.command("cargo");
    compile.args(["build", "--quiet", "--package", "fabric-bench-web", "--profile", "web", "--target", WASM]);
    // Output of the build goes to standard error, because standard output has only the figures.
    process::run(compile.stdout(std::io::stderr()))?;
    for (target, loader) in [("web", Loader::Browser), ("nodejs", Loader::Node)] {
        bindgen::bind(&wasm, LIBRARY, loader, &folder.join(target))?;
        let wasm = folder.join(target).join(format!("{LIBRARY}_bg.wasm"));
        process::run(wasm_opt::command(tools, &wasm, &wasm).stdout(std::io::stderr()))?;
    }
    let mut native = tools.command("cargo");
    native.args(["build", "--quiet", "--package", "fabric-cli", "--release"]);
    process::run(native.stdout(std::io::stderr()))?;
    let fabric: PathBuf = repo::target().join("release").join("fabric");
    let (shown, workloads) = (StaticServer::start(&page)?, StaticServer::start(&folder.join("web"))?);
    let mut measure = tools.command("node");
    measure
        .arg("tests/e2e/bench.mjs")
        .env("FABRIC_URL", shown.url())
        .env("FABRIC_CHROMIUM", chromium)
        .env("FABRIC_CLI", fabric.with_extension(std::env::consts::EXE_EXTENSION))
        .env("FABRIC_BENCH_URL", workloads.url())
        .env("FABRIC_BENCH", folder.join("nodejs").join(LIBRARY).with_extension("js"))
        .env("FABRIC_BENCH_RUNS", runs.to_string());
    if json {
        measure.arg("--json");
    }
    process::run(&mut measure)
}
