//! Installs and calls wasm-opt, which makes the wasm of the page smaller and faster.

use std::iter;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;

use super::cache::Install;
use super::{Toolbox, npm};
use crate::process;

/// Version of Binaryen, the package of wasm-opt, as in `Trunk.toml`. Older versions exit with status 0
/// but write a module that the browser refuses.
const VERSION: &str = "132.0.0";

/// Folder of the npm project with Binaryen, relative to the root of the checkout.
const PROJECT: &str = "xtask/npm/binaryen";

/// Optimisation level of wasm-opt; equal to `data-wasm-opt` in `index.html`.
const LEVEL: &str = "z";

/// Further options of wasm-opt; the same as `data-wasm-opt-params` in `index.html`.
///
/// Functions are sorted by name. Similar functions are then neighbours, which brotli compresses best. With
/// the default order of wasm-opt, by number of calls, the page is 14 kB larger as brotli.
///
/// Functions with one caller are not inlined. Otherwise the event loop becomes a single function, which V8
/// compiles to slower code (docs/speed.md), and the page is 10 kB larger.
const FURTHER_OPTIONS: [&str; 3] = [
    "--skip-pass=reorder-functions",
    "--reorder-functions-by-name",
    "--one-caller-inline-max-function-size=0",
];

/// Command that optimises the wasm file `from` into `to`, with the same options as trunk. `to` may equal
/// `from`.
#[must_use]
pub fn command(tools: &Toolbox, from: &Path, to: &Path) -> Command {
    let mut command = tools.command("wasm-opt");
    command.args(arguments()).arg(from).arg("-o").arg(to);
    command
}

/// Options of wasm-opt, without the names of the input and output files.
#[must_use]
pub fn arguments() -> Vec<String> {
    iter::once(format!("-O{LEVEL}")).chain(FURTHER_OPTIONS.map(str::to_owned)).collect()
}

/// Folder with wasm-opt, to be put first on PATH; `None` if exactly the right version is already on PATH. Any
/// other version on PATH is not used.
///
/// # Errors
///
/// If npm cannot install wasm-opt, or Node.js is missing or too old.
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

/// Name of `version` in the output of wasm-opt and in `Trunk.toml`: "132.0.0" is `version_132`.
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

    /// Compares the options with `index.html`, because measurements by hand must use the options of the
    /// shipped page.
    #[test]
    fn the_options_of_wasm_opt_are_those_of_the_page() {
        let page = fs::read_to_string(repo::root().join("index.html")).unwrap();
        assert!(page.contains(&format!("data-wasm-opt=\"{LEVEL}\"")));
        assert!(page.contains(&format!("data-wasm-opt-params=\"{}\"", FURTHER_OPTIONS.join(" "))));
    }
}
