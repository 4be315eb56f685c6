//! Bundles an example of the npm package with two bundlers, and runs the bundles in a browser. Start with
//! [`run`].

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::trial::Trial;
use crate::node_package::LIBRARY;
use crate::process::{Captured, capture};
use crate::static_server::StaticServer;
use crate::tools::{Tool, Toolbox};

/// Tools that bundling and running an example need.
pub const NEEDS: [Tool; 3] = [Tool::Bundlers, Tool::E2ePackages, Tool::Browser];

/// Title of the page after its example has ended.
const DONE: &str = "done";

/// Bundlers with their arguments. Vite also bundles the wasm file, because it recognises `new URL(…,
/// import.meta.url)`; esbuild does not.
const BUNDLERS: [(&str, &[&str]); 2] = [
    ("vite", &["build", "--logLevel", "warn", "--base", "./", "--outDir", "vite"]),
    ("esbuild", &["bundle.mjs", "--bundle", "--format=esm", "--log-level=warning", "--outdir=esbuild"]),
];

/// Bundles the example `code` with each bundler, in the folder `trial`, in which the package is installed.
/// Opens each bundle in a browser and compares its output with `printed`. After the first failure,
/// [`Captured::ok`] is `false`, and no other bundler runs.
///
/// # Errors
///
/// When a program cannot be started, a file cannot be written, or [`Tool::Browser`] was not requested.
pub(super) fn run(tools: &Toolbox, trial: &Trial, code: &str, printed: &str) -> Result<Captured> {
    let folder = trial.path();
    fs::write(folder.join("bundle.mjs"), format!("{code}\ndocument.title = '{DONE}';\n"))?;
    fs::write(folder.join("index.html"), page("bundle.mjs"))?;
    let mut captured = Captured { ok: true, output: String::new() };
    for (bundler, arguments) in BUNDLERS {
        captured = captured.and_then(|| {
            capture(tools.command(bundler).args(arguments).current_dir(folder))?.and_then(|| {
                let bundle = folder.join(bundler);
                if bundler == "esbuild" {
                    add_page_and_wasm(folder, &bundle)?;
                }
                open(tools, &bundle, bundler, printed)
            })
        })?;
    }
    Ok(captured)
}

fn page(script: &str) -> String {
    format!("<!doctype html><script type=\"module\" src=\"./{script}\"></script>\n")
}

/// Adds the page and the wasm file to the bundle of esbuild, because esbuild does not write them.
///
/// # Errors
///
/// If a file cannot be copied.
fn add_page_and_wasm(folder: &Path, bundle: &Path) -> Result<()> {
    fs::write(bundle.join("index.html"), page("bundle.js"))?;
    let wasm = format!("{LIBRARY}_bg.wasm");
    let package = folder.join("node_modules").join("fabric-lab");
    fs::copy(package.join(&wasm), bundle.join(&wasm))
        .context("cannot copy the wasm; check the free space")?;
    Ok(())
}

/// Opens the page of a bundle in a browser and compares its output with `printed`. The result is not
/// successful if the outputs differ.
///
/// # Errors
///
/// If a program cannot be started, or [`Tool::Browser`] was not requested.
fn open(tools: &Toolbox, bundle: &Path, bundler: &str, printed: &str) -> Result<Captured> {
    let server = StaticServer::start(bundle)?;
    let chromium = tools.chromium().context("no Chromium was looked for")?;
    let mut node = tools.command("node");
    node.args(["tests/e2e/printed.mjs", server.url(), DONE]).env("FABRIC_CHROMIUM", chromium);
    let mut captured = capture(&mut node)?;
    if captured.ok && captured.output != printed {
        captured.output =
            format!("bundled by {bundler}, the example prints\n{}instead of\n{printed}", captured.output);
        captured.ok = false;
    }
    Ok(captured)
}
