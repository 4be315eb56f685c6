//! Build of the program of the page: compiles the program to wasm, binds it to JavaScript, and optimises it.
//! Start with [`build`]. If the program does not compile, there is no program, but also no error. The
//! optimisation is left out for `cargo xtask serve`. Programs with equal contents have equal file names.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use super::parts::ProgramPart;
use super::{Profile, StepTimes, cannot_read, split};
use crate::bindgen::{self, Loader};
use crate::process::{self, Captured, Output};
use crate::repo;
use crate::tools::wasm_target::WASM;
use crate::tools::{Toolbox, wasm_opt};

/// Name of the binary of the root package that is the program of the page, as in `data-bin` of `index.html`.
pub const PROGRAM: &str = "fabric-lab";

/// Files of the program that the browser loads, in memory.
#[derive(Debug)]
pub(super) struct Program {
    /// First part of the names of all files of the program. A hash in this text prevents that a browser mixes
    /// files of different builds.
    pub name: String,
    pub javascript: Vec<u8>,
    pub wasm: Vec<u8>,
    /// Modules of the parts that are loaded on first use: name of the part, and bytes of its wasm.
    pub parts: Vec<(String, Vec<u8>)>,
}

/// Builds the program. Returns the output of the compiler and of wasm-opt, and the program. The program is
/// `None` if it does not compile, or if wasm-opt fails. Writes the durations of compiling and of the later
/// steps to `times`. If there is no program, writes only the duration of compiling.
///
/// Binding, splitting and optimising are left out if the compiled program and the options are those of the
/// last build with this profile. Only the files of the last build of each profile are kept.
///
/// # Errors
///
/// If a program cannot be started, an entry of a part does not exist, or a file cannot be read or written.
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
    let all = repo::target().join("page").join(format!("{profile:?}").to_lowercase());
    let parts = profile.parts()?;
    let how = format!("{}{parts:?}", wasm_opt::arguments().join(" "));
    let bound = all.join(format!("{hash:x}-{:x}", seahash::hash(how.as_bytes())));
    if !bound.is_dir() {
        let partial = all.join("partial");
        if all.exists() {
            fs::remove_dir_all(&all)?;
        }
        fs::create_dir_all(&partial).with_context(|| super::cannot_write(&partial))?;
        bindgen::bind(&wasm, PROGRAM, Loader::Browser, &partial)?;
        for wasm in split_bound(&partial, &parts)? {
            if profile == Profile::Serve {
                break;
            }
            compiled =
                compiled.and_then(|| process::step(&mut wasm_opt::command(tools, &wasm, &wasm), output))?;
            if !compiled.ok {
                return Ok((compiled, None));
            }
        }
        fs::rename(&partial, &bound)?;
    }
    let read = |path: PathBuf| fs::read(&path).with_context(|| cannot_read(&path));
    let javascript = read(bound.join(PROGRAM).with_extension("js"))?;
    let program = Program {
        name: format!("{PROGRAM}-{hash:x}"),
        javascript: if profile.is_packed() { without_doc_comments(&javascript) } else { javascript },
        wasm: read(bound_wasm(&bound))?,
        parts: parts
            .iter()
            .map(|part| Ok((part.name.clone(), read(part_wasm(&bound, part))?)))
            .collect::<Result<_>>()?,
    };
    times.bind = start.elapsed();
    Ok((compiled, Some(program)))
}

/// JavaScript of wasm-bindgen without its documentation comments, which the browser does not need. A
/// documentation comment begins with `/**` at the start of a line, after spaces only. The comment ends with a
/// line that ends with `*/`.
fn without_doc_comments(javascript: &[u8]) -> Vec<u8> {
    let mut bare = Vec::with_capacity(javascript.len());
    let mut is_comment = false;
    for line in javascript.split_inclusive(|byte| *byte == b'\n') {
        is_comment |= line.trim_ascii_start().starts_with(b"/**");
        if !is_comment {
            bare.extend_from_slice(line);
        }
        is_comment &= !line.trim_ascii_end().ends_with(b"*/");
    }
    bare
}

/// Splits the program in `folder`, which is already bound to JavaScript, into its modules. Returns the paths
/// of the modules, the main module first. The main module replaces the file of the whole program.
///
/// # Errors
///
/// If the program cannot be read, split or written.
pub fn modules(folder: &Path, profile: Profile) -> Result<Vec<PathBuf>> {
    split_bound(folder, &profile.parts()?)
}

fn split_bound(folder: &Path, parts: &[ProgramPart]) -> Result<Vec<PathBuf>> {
    let main = bound_wasm(folder);
    let mut files = vec![main.clone()];
    if !parts.is_empty() {
        let whole = fs::read(&main).with_context(|| cannot_read(&main))?;
        let split = split::split(&whole, parts)?;
        fs::write(&main, split.main).with_context(|| super::cannot_write(&main))?;
        for (part, module) in parts.iter().zip(split.parts) {
            let file = part_wasm(folder, part);
            fs::write(&file, module).with_context(|| super::cannot_write(&file))?;
            files.push(file);
        }
    }
    Ok(files)
}

/// Downloads missing crates. Without a network, the build fails here with a clear message.
///
/// # Errors
///
/// If a crate is missing and cannot be downloaded.
pub(super) fn fetch(tools: &Toolbox) -> Result<()> {
    let fetched =
        process::capture(tools.command("cargo").args(["fetch", "--quiet", "--locked", "--target", WASM]))?;
    ensure!(
        fetched.ok,
        "{}the crates of Cargo.lock cannot be downloaded; connect to the network, or see the output of cargo above",
        fetched.output
    );
    Ok(())
}

/// Path of the compiled program, before it is bound to JavaScript.
#[must_use]
pub fn compiled_wasm(profile: Profile) -> PathBuf {
    repo::target().join(WASM).join(profile.name()).join(PROGRAM).with_extension("wasm")
}

/// Cargo command that compiles the program. The arguments are those of a build by trunk, so that builds with
/// and without trunk share the compiled crates.
fn compile(tools: &Toolbox, profile: Profile) -> Command {
    let mut command = tools.command("cargo");
    command.args(["build", "--target", WASM, "--bin", PROGRAM, "--profile", profile.name()]);
    command
}

fn part_wasm(folder: &Path, part: &ProgramPart) -> PathBuf {
    folder.join(format!("{PROGRAM}_{}.wasm", part.name))
}

fn bound_wasm(folder: &Path) -> PathBuf {
    folder.join(format!("{PROGRAM}_bg.wasm"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documentation_comments_are_left_out_of_the_javascript() {
        let javascript =
            b"/** One. */\nf(\"/** x */\");\n  /**\n   * Two.\n   */\n  g(); // kept\n/* kept */\n";
        let bare = without_doc_comments(javascript);
        assert_eq!(bare, b"f(\"/** x */\");\n  g(); // kept\n/* kept */\n");
    }
}
