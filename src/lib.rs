//! The page of Lossless Fabric Lab.
#[cfg(target_arch = "wasm32")]
pub mod ui;
