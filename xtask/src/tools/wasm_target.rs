//! The standard library for wasm.

use anyhow::Result;

use super::rust_target;

/// The browser's target.
pub const WASM: &str = "wasm32-unknown-unknown";

/// Adds the wasm target to the toolchain when it lacks it.
///
/// # Errors
///
/// When it is missing and rustup can't add it.
pub fn ensure() -> Result<()> {
    rust_target::ensure(WASM, "the page is wasm")
}
