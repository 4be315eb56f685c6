//! Paths of the checkout.

use std::env;
use std::path::{Path, PathBuf};

/// Root folder of the checkout.
///
/// # Panics
///
/// Never in practice: xtask's own folder always has a parent.
#[must_use]
pub fn root() -> PathBuf {
    // Cargo says at run time where the manifest is; the compiled-in place is for
    // a binary that is started by hand.
    let xtask = env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    Path::new(&xtask).parent().expect("xtask is a folder of the checkout").to_path_buf()
}

/// Target folder of cargo, with all build output.
#[must_use]
pub fn target() -> PathBuf {
    root().join(env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}

/// Paths of the files of `folder` (relative to the root) whose names end with `suffix`, sorted; empty if
/// the folder does not exist.
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
