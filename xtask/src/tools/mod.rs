//! Finds or installs the tools of the build and the tests, except Rust, a C linker, Node.js and npm. Start
//! with [`Toolbox`]. A tool is installed only if it is missing. Each tool is looked for once. A tool that
//! cannot be installed is an error that names the tool.

pub mod browser;
mod bundlers;
pub mod cache;
mod cargo_install;
mod e2e_packages;
pub mod npm;
pub mod rust_target;
mod trunk;
mod wasm_bindgen;
pub mod wasm_opt;
pub mod wasm_target;

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use anyhow::Result;

use crate::process::{self, Captured};

/// Tool that a command or a suite needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tool {
    /// Rust standard library for wasm.
    WasmTarget,
    /// trunk, a build tool for Rust web pages.
    Trunk,
    /// Command line and test runner of wasm-bindgen.
    WasmBindgen,
    /// wasm-opt, the optimiser of Binaryen for wasm.
    WasmOpt,
    /// Node.js and npm.
    Node,
    /// Chromium and its driver.
    Browser,
    /// npm packages of the end-to-end tests.
    E2ePackages,
    /// Bundlers with which the npm package is tested.
    Bundlers,
}

impl Tool {
    /// All tools, in the order in which `cargo xtask path` installs them.
    pub const ALL: [Self; 8] = [
        Self::WasmTarget,
        Self::WasmOpt,
        Self::Node,
        Self::E2ePackages,
        Self::Bundlers,
        Self::Browser,
        Self::WasmBindgen,
        Self::Trunk,
    ];

    /// Tools that are needed to build the page and to test it in a browser.
    pub const PAGE: [Self; 5] =
        [Self::WasmTarget, Self::WasmOpt, Self::Node, Self::E2ePackages, Self::Browser];
}

/// Tools that were requested so far, and their folders. Each tool is looked for only once.
#[derive(Debug, Default)]
pub struct Toolbox {
    ready: Vec<Tool>,
    folders: Vec<PathBuf>,
    chromium: Option<PathBuf>,
    page: OnceLock<Captured>,
}

impl Toolbox {
    /// Finds or installs each of `tools`, in their order. Does nothing for a tool that was requested before.
    ///
    /// # Errors
    ///
    /// If a tool is missing and cannot be installed. The tools before it stay ready; those after it are not
    /// looked for.
    pub fn need(&mut self, tools: &[Tool]) -> Result<()> {
        for &tool in tools {
            if self.ready.contains(&tool) {
                continue;
            }
            let folder = match tool {
                Tool::WasmTarget => wasm_target::ensure().map(|()| None),
                Tool::Trunk => trunk::ensure(),
                Tool::WasmBindgen => wasm_bindgen::ensure(),
                Tool::WasmOpt => wasm_opt::ensure(),
                Tool::Node => npm::check_node().map(|()| None),
                Tool::Browser => browser::ensure().map(|path| {
                    self.chromium = Some(path);
                    None
                }),
                Tool::E2ePackages => e2e_packages::ensure().map(|()| None),
                Tool::Bundlers => bundlers::ensure().map(Some),
            }?;
            self.folders.extend(folder);
            self.ready.push(tool);
        }
        Ok(())
    }

    /// Command that runs `program` in the root of the checkout. The folders of the tools come first in the
    /// PATH of the program. If `program` is not found, only the start of the command fails.
    pub fn command(&self, program: impl AsRef<OsStr>) -> Command {
        // The program is looked up here, because the PATH of this process, not of the command, would decide
        // where it is found.
        let path = self.path();
        let program = program.as_ref();
        let found = which::which_in(program, Some(&path), Path::new("."));
        let mut command = process::command(found.as_deref().unwrap_or(Path::new(program)));
        command.env("PATH", path);
        command
    }

    /// Value of PATH in which the folders of the tools come first, in the order in which the tools were
    /// requested. If a folder cannot be part of a PATH, returns the PATH of this process.
    #[must_use]
    pub fn path(&self) -> OsString {
        let old = env::var_os("PATH").unwrap_or_default();
        let folders = self.folders.iter().cloned().chain(env::split_paths(&old));
        env::join_paths(folders).unwrap_or(old)
    }

    /// Builds the page for the tests and returns the output of the build. The first call runs `build`. Later
    /// calls return the output of the first, even if the program did not compile. An error is not stored.
    ///
    /// # Errors
    ///
    /// The error of `build`.
    pub fn page(&self, build: impl FnOnce() -> Result<Captured>) -> Result<Captured> {
        if let Some(page) = self.page.get() {
            return Ok(page.clone());
        }
        let page = build()?;
        Ok(self.page.get_or_init(|| page).clone())
    }

    /// Path of Chromium; `None` if [`Tool::Browser`] was not requested yet, or could not be installed.
    #[must_use]
    pub fn chromium(&self) -> Option<&Path> {
        self.chromium.as_deref()
    }
}
