//! The npm package: the class `Fabric` as an ES module for Node.js, browsers and bundlers, with types for
//! TypeScript. Start with [`build`].
//!
//! `wasm-bindgen` creates `fabric_lab.js`, its wasm file and the types. The folder `xtask/npm/package`
//! contains the manifest and two entry files. The file for Node.js reads the wasm file; the file for browsers
//! fetches it.
//!
//! [`build`] also runs each example in the READMEs of the package. The output of an example must equal the
//! text block that follows it; without a block, the output must be empty. A README without an example is an
//! error.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::trial::Trial;
use super::{LICENCES, VERSION, bundle, folder};
use crate::bindgen::{self, Loader};
use crate::node_package::{self, LIBRARY};
use crate::process::{Captured, capture};
use crate::repo;
use crate::tools::{Tool, Toolbox, wasm_opt};

/// Tools needed to build and test the package. [`Wasm::Small`] also needs [`Tool::WasmOpt`].
pub const NEEDS: [Tool; 5] =
    [Tool::WasmTarget, Tool::Node, bundle::NEEDS[0], bundle::NEEDS[1], bundle::NEEDS[2]];

/// Folder of the checkout whose files are copied into the package.
const SOURCE: &str = "xtask/npm/package";

/// Documents whose examples are run as tests. Only the examples of the first document are also bundled.
const READMES: [&str; 2] = ["xtask/npm/package/README.md", "README.md"];

/// Optimisation of the wasm file of the package.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wasm {
    /// Wasm file as the compiler and wasm-bindgen wrote it, without further optimisation.
    AsCompiled,
    /// Wasm file optimised for size by wasm-opt, which takes half a minute.
    Small,
}

/// Folder with the files of the package before they are packed.
fn files() -> PathBuf {
    folder().join("npm")
}

/// Path of the archive of the package, in the form in which npm would publish it. The archive need not exist.
#[must_use]
pub fn tarball() -> PathBuf {
    folder().join(format!("fabric-lab-{VERSION}.tgz"))
}

/// Builds the package and installs it in an empty folder, without a network. Runs the examples of both
/// READMEs there in Node.js. The examples of the package's own README are also bundled and run in a browser.
/// After the first step that fails, [`Captured::ok`] is `false`, and no other step runs.
///
/// # Errors
///
/// When a program cannot be started, a file cannot be read or written, or a README has no example.
pub fn build(tools: &Toolbox, wasm: Wasm) -> Result<Captured> {
    node_package::compile(tools)?
        .and_then(|| bind(tools, wasm))?
        .and_then(|| pack(tools))?
        .and_then(|| try_in_empty_folder(tools))
}

/// Empties the folder of the package, then writes all files of the package into it.
///
/// # Errors
///
/// If the program cannot be bound, or a file cannot be copied.
fn bind(tools: &Toolbox, wasm: Wasm) -> Result<Captured> {
    let folder = files();
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| {
            format!("cannot empty {}; check its permissions and the free space", folder.display())
        })?;
    }
    bindgen::bind(&node_package::wasm(), LIBRARY, Loader::Package, &folder)?;
    let source = repo::root().join(SOURCE);
    for entry in fs::read_dir(&source)
        .with_context(|| format!("cannot read {}; check that it exists", source.display()))?
    {
        let path = entry?.path();
        copy(&path, &folder)?;
    }
    for licence in LICENCES {
        copy(&repo::root().join(licence), &folder)?;
    }
    let bound = folder.join(format!("{LIBRARY}_bg.wasm"));
    if wasm == Wasm::AsCompiled {
        return Ok(Captured { ok: true, output: String::new() });
    }
    let small = folder.join("small.wasm");
    capture(&mut wasm_opt::command(tools, &bound, &small))?.and_then(|| {
        fs::rename(&small, &bound)?;
        Ok(Captured { ok: true, output: String::new() })
    })
}

/// Copies the file at the path `file` into `folder`, under the same name.
///
/// # Errors
///
/// If the file cannot be copied. The message names the file.
pub(super) fn copy(file: &Path, folder: &Path) -> Result<()> {
    let name = file.file_name().unwrap_or_default();
    fs::copy(file, folder.join(name)).with_context(|| {
        format!("cannot copy {}; check its permissions and the free space", file.display())
    })?;
    Ok(())
}

fn pack(tools: &Toolbox) -> Result<Captured> {
    let mut npm = tools.command("npm");
    npm.args(["pack", "--ignore-scripts", "--loglevel=error", "--pack-destination"]);
    capture(npm.arg(folder()).current_dir(files()))
}

fn try_in_empty_folder(tools: &Toolbox) -> Result<Captured> {
    let trial = Trial::new("npm")?;
    let mut npm = tools.command("npm");
    npm.args(["install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]);
    let mut captured = capture(npm.arg(tarball()).current_dir(trial.path()))?;
    for readme in READMES {
        let text = fs::read_to_string(repo::root().join(readme))
            .with_context(|| format!("cannot read {readme}; check that it exists"))?;
        let examples = examples(&text);
        anyhow::ensure!(!examples.is_empty(), "{readme} has no example that imports fabric-lab; add one");
        for (code, printed) in examples {
            captured = captured.and_then(|| run_example(tools, &trial, readme, &code, &printed))?;
            if readme == READMES[0] {
                captured = captured.and_then(|| bundle::run(tools, &trial, &code, &printed))?;
            }
        }
    }
    Ok(captured)
}

/// Runs an example in Node.js. The result is not successful if the example fails or prints another text than
/// `printed`.
///
/// # Errors
///
/// If Node.js cannot be started, or the file of the example cannot be written.
fn run_example(tools: &Toolbox, trial: &Trial, readme: &str, code: &str, printed: &str) -> Result<Captured> {
    fs::write(trial.path().join("example.mjs"), code)?;
    let mut captured = capture(tools.command("node").arg("example.mjs").current_dir(trial.path()))?;
    if captured.ok && captured.output != printed {
        captured.ok = false;
        captured.output =
            format!("{readme} says that its example prints\n{printed}but it prints\n{}", captured.output);
    }
    Ok(captured)
}

/// Examples that import the package, as (code, expected output), in the order of `text`, a README. An example
/// is a code block of the language `js` with `from 'fabric-lab'`. The expected output is the next code block
/// if its language is `text`, otherwise empty.
fn examples(text: &str) -> Vec<(String, String)> {
    let blocks: Vec<(&str, &str)> = text
        .split("```")
        .skip(1)
        .step_by(2)
        .map(|block| block.split_once('\n').unwrap_or((block, "")))
        .collect();
    let mut examples = Vec::new();
    for (at, (language, code)) in blocks.iter().enumerate() {
        if *language == "js" && code.contains("from 'fabric-lab'") {
            let printed = match blocks.get(at + 1) {
                Some(("text", printed)) => *printed,
                _ => "",
            };
            examples.push(((*code).to_owned(), printed.to_owned()));
        }
    }
    examples
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_package_has_the_version_of_the_workspace() {
        let manifest = fs::read_to_string(repo::root().join(SOURCE).join("package.json")).unwrap();
        let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
        assert_eq!(manifest["version"], VERSION);
    }

    #[test]
    fn an_example_imports_the_package_and_is_followed_by_its_output() {
        let text = "a\n```sh\nnpm\n```\n```js\nimport { Fabric } from 'fabric-lab';\n```\n\n```text\n1\n```\n```js\nx\n```\n";
        assert_eq!(examples(text), [("import { Fabric } from 'fabric-lab';\n".to_owned(), "1\n".to_owned())]);
        for readme in READMES {
            let text = fs::read_to_string(repo::root().join(readme)).unwrap();
            let examples = examples(&text);
            assert!(
                !examples.is_empty() && examples.iter().all(|(_, printed)| !printed.is_empty()),
                "{readme}"
            );
        }
    }
}
