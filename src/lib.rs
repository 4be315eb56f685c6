//! The page of Lossless Fabric Lab.
pub mod charts;
pub mod lab;
pub mod scene;
#[cfg(target_arch = "wasm32")]
pub mod ui;
