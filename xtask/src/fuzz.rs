//! Command `cargo xtask fuzz`: fuzzes an importer of files with libFuzzer, as in `cargo xtask fuzz sonic
//! --seconds 1800`.
//!
//! The fuzzer is a package outside the workspace, `crates/fabric-interop/fuzz`, because libFuzzer needs a C++
//! compiler.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result};

use crate::{process, repo};

/// Compiler flags that add counters to the fuzzer. libFuzzer reads from the counters which branches ran and
/// which values were compared.
const COVERAGE: [&str; 6] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "-Ccodegen-units=1",
];

/// Builds the fuzzer, then fuzzes `importer` for `seconds`; 0 means without a limit. The corpus stays in
/// `target/fuzz/corpus`, so that a later run continues with it. An input that fails is written into
/// `target/fuzz`.
///
/// # Errors
///
/// If the build fails, or if the importer panics, runs longer than 60 s on an input, or uses more than 600
/// MB.
pub fn run(importer: &str, seconds: u32) -> Result<()> {
    let host = host()?;
    let target = repo::target().join("fuzz");
    let mut build = process::command("cargo");
    build.args(["build", "--release", "--manifest-path", "crates/fabric-interop/fuzz/Cargo.toml"]);
    build.args(["--target", &host]).arg("--target-dir").arg(&target);
    process::run(build.env("RUSTFLAGS", COVERAGE.join(" ")))?;

    let corpus = target.join("corpus").join(importer);
    fs::create_dir_all(&corpus).with_context(|| {
        format!("cannot create {}; check its permissions and the free space", corpus.display())
    })?;
    let mut fuzzer = process::command(target.join(&host).join("release/fabric-interop-fuzz"));
    fuzzer.env("LAB_IMPORTER", importer).arg(&corpus).arg(format!("-max_total_time={seconds}"));
    fuzzer.args(["-max_len=60000", "-timeout=60", "-rss_limit_mb=600", "-print_final_stats=1"]);
    fuzzer.arg(format!("-artifact_prefix={}/", target.display()));
    process::run(&mut fuzzer)
}

/// Target triple of this machine, from the output of `rustc -vV`. The build names the target explicitly, so
/// that cargo does not use the flags [`COVERAGE`] for build scripts.
///
/// # Errors
///
/// If `rustc` cannot be started, or prints no target triple.
fn host() -> Result<String> {
    let output = process::capture(Command::new("rustc").arg("-vV"))?.output;
    let host = output.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).context("`rustc -vV` names no host; install Rust by rustup")
}
