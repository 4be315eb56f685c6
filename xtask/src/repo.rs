//! Paths of the checkout.

use std::env;
use std::fs;
use std::io;
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

/// Target folder of cargo, with all build output. A relative `CARGO_TARGET_DIR` is relative to the root of
/// the checkout.
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

/// Paths of the files in `folder` and its subfolders whose extension is one of `extensions`, sorted. Leaves
/// out folders that cargo and npm fill: `target` and `node_modules`. Empty if `folder` does not exist.
///
/// # Errors
/// If a folder cannot be read.
pub fn files_below(folder: &Path, extensions: &[&str]) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders: Vec<PathBuf> = folder.is_dir().then(|| folder.to_owned()).into_iter().collect();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                if !path.ends_with("target") && !path.ends_with("node_modules") {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|own| extensions.iter().any(|extension| own == *extension))
            {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}
