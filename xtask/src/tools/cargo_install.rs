//! Tools that are built from a crate.

use std::path::{Path, PathBuf};

use anyhow::Result;

use super::cache::{self, Install};
use crate::process;

/// The `bin` folder of a tool built by `cargo install`, unless each of
/// `programs` is on PATH already in exactly this version.
///
/// # Errors
///
/// When it can't be built.
pub fn ensure(install: Install<'_>, programs: &[&str], arguments: &[&str]) -> Result<Option<PathBuf>> {
    if programs.iter().all(|program| is_version(process::version_of(program), install.version)) {
        return Ok(None);
    }
    let folder = cache::ensure(install, |dir| build(dir, install, arguments))?;
    Ok(Some(folder.join("bin")))
}

fn build(dir: &Path, install: Install<'_>, arguments: &[&str]) -> Result<()> {
    process::run(
        process::command("cargo")
            .args(["install", "--quiet", install.name])
            .args(["--version", install.version])
            .args(arguments)
            .arg("--root")
            .arg(dir)
            // A folder of its own, which goes with the partial install: whatever
            // the user set would be shared with the checkout's builds.
            .arg("--target-dir")
            .arg(dir.join("build")),
    )?;
    Ok(std::fs::remove_dir_all(dir.join("build"))?)
}

/// Whether `printed`, as in "trunk 0.21.14", ends with exactly this version.
fn is_version(printed: Option<String>, version: &str) -> bool {
    printed.is_some_and(|text| text.split_whitespace().nth(1) == Some(version))
}

#[cfg(test)]
mod tests {
    use super::is_version;

    #[test]
    fn only_the_exact_version_will_do() {
        assert!(is_version(Some("trunk 0.21.14".into()), "0.21.14"));
        assert!(is_version(Some("wasm-bindgen 0.2.130 (abc)".into()), "0.2.130"));
        assert!(!is_version(Some("trunk 0.21.1".into()), "0.21.14"));
        assert!(!is_version(Some("trunk".into()), "0.21.14"));
        assert!(!is_version(None, "0.21.14"));
    }
}
