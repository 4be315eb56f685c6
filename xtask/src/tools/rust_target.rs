//! Installs the Rust standard library for other targets than this machine.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::process;

/// Adds `target` to the Rust toolchain if it is missing. `why` is the purpose of the target, for the message.
///
/// # Errors
///
/// If the target is missing and rustup cannot add it, or rustc cannot be started.
pub fn ensure(target: &str, why: &str) -> Result<()> {
    // The compiler is asked, not rustup, because Rust may come from a distribution.
    let output = process::command("rustc")
        .args(["--print", "target-libdir", "--target", target])
        .output()
        .context("cannot start rustc; install Rust by rustup")?;
    if holds_core(Path::new(String::from_utf8_lossy(&output.stdout).trim())) {
        return Ok(());
    }
    if which::which("rustup").is_err() {
        bail!("the compiler has no {target}; install Rust by rustup, or this target by hand");
    }
    eprintln!("Installing {target} ({why}): about 10 s, into the Rust toolchain");
    add(&mut process::command("rustup"), target)
}

/// Whether `folder` contains the library `core`, without which no program compiles. An interrupted
/// installation may leave an empty folder.
fn holds_core(folder: &Path) -> bool {
    let mut entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.any(|entry| entry.file_name().to_string_lossy().starts_with("libcore-"))
}

fn add(rustup: &mut Command, target: &str) -> Result<()> {
    process::run(rustup.args(["target", "add", target]))
        .with_context(|| format!("{target} was not installed; connect to the network, or install it by hand"))
}
