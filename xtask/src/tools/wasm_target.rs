//! Installs the Rust standard library for wasm.

use anyhow::Result;

use super::rust_target;

/// Rust target of programs for the browser.
pub const WASM: &str = "wasm32-unknown-unknown";

/// Adds the target [`WASM`] to the Rust toolchain if it is missing.
///
/// # Errors
///
/// If the target is missing and rustup cannot add it.
pub fn ensure() -> Result<()> {
    rust_target::ensure(WASM, "the page is wasm")
}
