//! Paths of the checkout.

use std::env;
use std::path::{Path, PathBuf};

/// Root folder of the checkout.
///
/// # Panics
///
/// Never in practice, because the folder of xtask always has a parent.
#[must_use]
pub fn root() -> PathBuf {
    // Cargo sets the variable at run time. The path from compile time is for a binary that is started by
    // hand.
    let xtask = env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    Path::new(&xtask).parent().expect("xtask is a folder of the checkout").to_path_buf()
}

/// Target folder of cargo, with all build output. A relative `CARGO_TARGET_DIR` is relative to the root.
#[must_use]
pub fn target() -> PathBuf {
    root().join(env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}

/// Paths of the files in `folder` whose names end with `suffix`, sorted. `folder` is relative to the root.
/// Empty if `folder` does not exist.
#[must_use]
pub fn files_ending_with(folder: &str, suffix: &str) -> Vec<PathBuf> {
    let Ok(entries) = root().join(folder).read_dir() else {
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.to_string_lossy().ends_with(suffix))
        .collect();
    files.sort();
    files
}
