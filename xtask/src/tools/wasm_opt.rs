//! wasm-opt, which makes the page's wasm smaller and faster.

use std::iter;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;

use super::cache::Install;
use super::{Toolbox, npm};
use crate::process;

/// Binaryen's version, as in `Trunk.toml`. Older ones exit with status 0 and
/// write a module that the browser refuses.
const VERSION: &str = "132.0.0";

const PROJECT: &str = "xtask/npm/binaryen";

/// How it is told to optimise, as `data-wasm-opt` of `index.html`.
const LEVEL: &str = "z";

/// What it is told besides, as `data-wasm-opt-params` there.
///
/// Functions of like names are alike, and are packed best side by side: by how often they are
/// called, which is how it orders them else, the page is 14 kB heavier as brotli.
///
/// What has one caller is not put into it: the loop would become one function, of which
/// V8 makes slower code (docs/speed.md), and the page would be 10 kB heavier.
const BESIDES: [&str; 3] = [
    "--skip-pass=reorder-functions",
    "--reorder-functions-by-name",
    "--one-caller-inline-max-function-size=0",
];

/// The command that does to `from` what trunk does to the page's wasm.
#[must_use]
pub fn command(tools: &Toolbox, from: &Path, to: &Path) -> Command {
    let mut command = tools.command("wasm-opt");
    command.args(arguments()).arg(from).arg("-o").arg(to);
    command
}

/// The arguments beside the two files.
#[must_use]
pub fn arguments() -> Vec<String> {
    iter::once(format!("-O{LEVEL}")).chain(BESIDES.map(str::to_owned)).collect()
}

/// The folder to put first on PATH, or `None` when the right one is there.
///
/// # Errors
///
/// When npm can't install it.
pub fn ensure() -> Result<Option<PathBuf>> {
    if process::version_of("wasm-opt")
        .is_some_and(|printed| printed.contains(&format!("({})", name(VERSION))))
    {
        return Ok(None);
    }
    let modules = npm::ensure(
        PROJECT,
        Install {
            name: "binaryen",
            version: VERSION,
            why: "its wasm-opt shrinks the page",
            takes: "10 s",
            holds: &["node_modules/.bin/wasm-opt"],
        },
    )?;
    Ok(Some(modules.join(".bin")))
}

/// "132.0.0" is called `version_132` by wasm-opt and by trunk.
fn name(version: &str) -> String {
    let major = version.split('.').next().unwrap_or(version);
    format!("version_{major}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repo;
    use std::fs;

    #[test]
    fn the_version_is_the_same_wherever_it_is_named() {
        let read = |path: &str| fs::read_to_string(repo::root().join(path)).unwrap();
        let package = read(&format!("{PROJECT}/package.json"));
        assert!(package.contains(&format!("\"binaryen\": \"{VERSION}\"")));
        assert!(read("Trunk.toml").contains(&format!("wasm_opt = \"{}\"", name(VERSION))));
    }

    /// What is measured by hand is optimised like what is shipped.
    #[test]
    fn what_it_is_told_is_what_the_page_says() {
        let page = fs::read_to_string(repo::root().join("index.html")).unwrap();
        assert!(page.contains(&format!("data-wasm-opt=\"{LEVEL}\"")));
        assert!(page.contains(&format!("data-wasm-opt-params=\"{}\"", BESIDES.join(" "))));
    }
}
