//! The standard library for wasm.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::process;

/// The browser's target.
pub const WASM: &str = "wasm32-unknown-unknown";

/// Adds the wasm target to the toolchain when it lacks it.
///
/// # Errors
///
/// When it is missing and rustup can't add it.
pub fn ensure() -> Result<()> {
    // Asking the compiler, not rustup, also serves a distribution's own Rust.
    let output = process::command("rustc")
        .args(["--print", "target-libdir", "--target", WASM])
        .output()
        .context("cannot start rustc")?;
    if holds_core(Path::new(String::from_utf8_lossy(&output.stdout).trim())) {
        return Ok(());
    }
    if which::which("rustup").is_err() {
        bail!("the compiler has no {WASM}: install Rust by rustup, or that target by hand");
    }
    eprintln!("Installing {WASM} (the page is wasm): about 10 s, into the Rust toolchain");
    add(&mut process::command("rustup"))
}

/// Whether the folder has the library without which nothing compiles: an interrupted
/// installation may leave an empty folder.
fn holds_core(folder: &Path) -> bool {
    let mut entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.any(|entry| entry.file_name().to_string_lossy().starts_with("libcore-"))
}

fn add(rustup: &mut Command) -> Result<()> {
    process::run(rustup.args(["target", "add", WASM]))
        .with_context(|| format!("connect to the network, or install {WASM} for this Rust by hand"))
}
