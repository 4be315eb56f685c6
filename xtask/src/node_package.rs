//! Command `cargo xtask node-package`: builds the library of the page for Node.js.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::bindgen::{self, Loader};
use crate::process::{self, Captured};
use crate::repo;
use crate::tools::wasm_target::WASM;
use crate::tools::{Tool, Toolbox};

/// Tools that are needed to build the package for Node.js.
pub const NEEDS: [Tool; 2] = [Tool::WasmTarget, Tool::Node];

/// Name of the library of the root package, as in its file name.
pub const LIBRARY: &str = "fabric_lab";

/// File of the package that Node.js loads.
pub const ENTRY: &str = "fabric_lab.js";

/// Folder into which the package for Node.js is built.
#[must_use]
pub fn folder() -> PathBuf {
    repo::target().join("node-package")
}

/// Installs missing tools, builds the package for Node.js, and prints the output of the build.
///
/// # Errors
///
/// When a tool cannot be installed, or the build fails.
pub fn run(tools: &mut Toolbox) -> Result<()> {
    tools.need(&NEEDS)?;
    let captured = build(tools)?;
    print!("{}", captured.output);
    anyhow::ensure!(captured.ok, "the package for Node.js was not built; see the output above");
    println!("{} is the package for Node.js", folder().display());
    Ok(())
}

/// Builds the package: a `CommonJS` module and its wasm file in one folder. Needs [`NEEDS`], but does not
/// install them. If the library does not compile, [`Captured::ok`] is `false`, and the folder stays
/// unchanged.
///
/// # Errors
///
/// When a program cannot be started or the package cannot be written.
pub fn build(tools: &Toolbox) -> Result<Captured> {
    compile(tools)?.and_then(|| {
        bindgen::bind(&wasm(), LIBRARY, Loader::Node, &folder())?;
        let manifest = folder().join("package.json");
        fs::write(&manifest, manifest_text()).with_context(|| {
            format!("cannot write {}; check its permissions and the free space", manifest.display())
        })?;
        Ok(Captured { ok: true, output: String::new() })
    })
}

/// Compiles the library of the root package to the file [`wasm`], with the profile of the page. If the
/// library does not compile, [`Captured::ok`] is `false`.
///
/// # Errors
///
/// When cargo cannot be started.
pub fn compile(tools: &Toolbox) -> Result<Captured> {
    // The page has the same profile, so that a crate is compiled only once.
    let profile = ["--profile", "web", "--target", WASM];
    process::capture(tools.command("cargo").args(["build", "--quiet", "--lib"]).args(profile))
}

/// Path of the compiled library, before it is bound to JavaScript.
#[must_use]
pub fn wasm() -> PathBuf {
    repo::target().join(WASM).join("web").join(LIBRARY).with_extension("wasm")
}

fn manifest_text() -> String {
    format!(
        "{{\n  \"name\": \"fabric-lab\",\n  \"private\": true,\n  \"main\": \"{ENTRY}\",\n  \
         \"types\": \"{LIBRARY}.d.ts\"\n}}\n"
    )
}
