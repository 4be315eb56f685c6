//! The page's program: compiled, bound to JavaScript, and optimised.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use super::{Profile, StepTimes, cannot_read};
use crate::bindgen::{self, Loader};
use crate::process::{self, Captured, Output};
use crate::repo;
use crate::tools::wasm_target::WASM;
use crate::tools::{Toolbox, wasm_opt};

/// The root package's binary, as `data-bin` of `index.html`.
pub const PROGRAM: &str = "fabric-lab";

/// The two files that the browser loads.
#[derive(Debug)]
pub(super) struct Program {
    /// Name of both files without their ends. A new program has a new name, so
    /// that no browser mixes old files with new ones.
    pub name: String,
    pub javascript: Vec<u8>,
    pub wasm: Vec<u8>,
}

/// Builds the program; `None` when it does not compile. `times` receives the times of compiling and binding.
pub(super) fn build(
    tools: &Toolbox,
    profile: Profile,
    output: Output,
    times: &mut StepTimes,
) -> Result<(Captured, Option<Program>)> {
    let start = Instant::now();
    let mut compiled = process::step(&mut compile(tools, profile), output)?;
    times.compile = start.elapsed();
    if !compiled.ok {
        return Ok((compiled, None));
    }
    let start = Instant::now();
    let wasm = compiled_wasm(profile);
    let hash = seahash::hash(&fs::read(&wasm).with_context(|| cannot_read(&wasm))?);
    let all = repo::target().join("page").join(profile.name());
    let bound = all.join(format!("{hash:x}-{:x}", seahash::hash(wasm_opt::arguments().join(" ").as_bytes())));
    if !bound.is_dir() {
        let partial = all.join("partial");
        if all.exists() {
            fs::remove_dir_all(&all)?;
        }
        fs::create_dir_all(&partial).with_context(|| super::cannot_write(&partial))?;
        bindgen::bind(&wasm, PROGRAM, Loader::Browser, &partial)?;
        if profile == Profile::Web {
            let wasm = bound_wasm(&partial);
            compiled =
                compiled.and_then(|| process::step(&mut wasm_opt::command(tools, &wasm, &wasm), output))?;
            if !compiled.ok {
                return Ok((compiled, None));
            }
        }
        fs::rename(&partial, &bound)?;
    }
    let read = |path: PathBuf| fs::read(&path).with_context(|| cannot_read(&path));
    let program = Program {
        name: format!("{PROGRAM}-{hash:x}"),
        javascript: read(bound.join(PROGRAM).with_extension("js"))?,
        wasm: read(bound_wasm(&bound))?,
    };
    times.bind = start.elapsed();
    Ok((compiled, Some(program)))
}

/// Downloads missing crates. Without the network, the build stops here with a clear message.
pub(super) fn fetch(tools: &Toolbox) -> Result<()> {
    let fetched =
        process::capture(tools.command("cargo").args(["fetch", "--quiet", "--locked", "--target", WASM]))?;
    ensure!(
        fetched.ok,
        "{}the crates of Cargo.lock cannot be downloaded: connect to the network, or see what cargo says above",
        fetched.output
    );
    Ok(())
}

/// Path of the compiled program.
#[must_use]
pub fn compiled_wasm(profile: Profile) -> PathBuf {
    repo::target().join(WASM).join(profile.name()).join(PROGRAM).with_extension("wasm")
}

/// Cargo command with trunk's own arguments, so that neither rebuilds what the other has built.
fn compile(tools: &Toolbox, profile: Profile) -> Command {
    let mut command = tools.command("cargo");
    command.args(["build", "--target", WASM, "--bin", PROGRAM, "--profile", profile.name()]);
    command
}

fn bound_wasm(folder: &Path) -> PathBuf {
    folder.join(format!("{PROGRAM}_bg.wasm"))
}
