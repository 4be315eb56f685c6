//! Binds a wasm program to JavaScript with the library of wasm-bindgen. Start with [`bind`]. The library
//! always has the version of `Cargo.lock`. Building the library takes a quarter of the time that building the
//! command `wasm-bindgen` takes.

use std::path::Path;

use anyhow::{Context, Result};
use wasm_bindgen_cli_support::Bindgen;

/// Environment that loads the JavaScript, which decides the form of the JavaScript module.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Loader {
    /// A browser, as an ES module; types for TypeScript are left out.
    Browser,
    /// Node.js, as a `CommonJS` module with types for TypeScript.
    Node,
    /// Browsers, bundlers and Node.js, as an ES module with types for TypeScript.
    Package,
}

/// Binds the program at the path `wasm` to JavaScript. Writes `NAME.js` and `NAME_bg.wasm` into `folder`,
/// where NAME is `name`. Missing folders are created, existing files replaced. `loader` decides the form of
/// the module, and whether types for TypeScript are written.
///
/// # Errors
///
/// When the wasm was built with another version of wasm-bindgen, or a file cannot be read or written.
pub fn bind(wasm: &Path, name: &str, loader: Loader, folder: &Path) -> Result<()> {
    let mut bindgen = Bindgen::new();
    match loader {
        Loader::Browser => bindgen.web(true)?.typescript(false),
        Loader::Node => bindgen.nodejs(true)?.typescript(true),
        Loader::Package => bindgen.web(true)?.typescript(true),
    };
    bindgen
        .input_path(wasm)
        .out_name(name)
        // `false` is the default of the command `wasm-bindgen`, which trunk calls.
        .omit_default_module_path(false)
        .generate(folder)
        .with_context(|| {
            format!("cannot bind {} to JavaScript; compare the versions of wasm-bindgen", wasm.display())
        })
}
