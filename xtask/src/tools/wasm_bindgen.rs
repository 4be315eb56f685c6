//! Installs the command line and the test runner of wasm-bindgen.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use super::cache::Install;
use super::cargo_install;
use crate::repo;

/// Folder with the programs of wasm-bindgen, to be put on PATH; `None` if the right version is already on
/// PATH.
///
/// # Errors
///
/// If `Cargo.lock` has no wasm-bindgen, or wasm-bindgen cannot be built.
pub fn ensure() -> Result<Option<PathBuf>> {
    let lock = fs::read_to_string(repo::root().join("Cargo.lock"))?;
    let version = locked_version(&lock).context("Cargo.lock names no wasm-bindgen; restore Cargo.lock")?;
    cargo_install::ensure(
        Install {
            name: "wasm-bindgen-cli",
            version,
            why: "runs tests as wasm, must match Cargo.lock",
            takes: "2 min",
            holds: &["bin/wasm-bindgen", "bin/wasm-bindgen-test-runner"],
        },
        &["wasm-bindgen", "wasm-bindgen-test-runner"],
        // Without `--locked`, because the lock file of the tool may name crates that were yanked since.
        &["--no-default-features"],
    )
}

/// Version of wasm-bindgen in `lock`, the text of `Cargo.lock`. The command-line tool of wasm-bindgen must
/// have the same version.
fn locked_version(lock: &str) -> Option<&str> {
    let mut lines = lock.lines();
    lines.find(|line| *line == "name = \"wasm-bindgen\"")?;
    lines.next()?.strip_prefix("version = \"")?.strip_suffix('"')
}

#[cfg(test)]
mod tests {
    use super::locked_version;

    #[test]
    fn reads_the_version_of_wasm_bindgen_itself() {
        let lock = "[[package]]\nname = \"wasm-bindgen-test\"\nversion = \"0.3.80\"\n\n\
                    [[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.130\"\nsource = \"x\"\n";
        assert_eq!(locked_version(lock), Some("0.2.130"));
        assert_eq!(locked_version("[[package]]\n"), None);
    }
}
