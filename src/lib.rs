//! The page of Lossless Fabric Lab.
pub mod charts;
#[cfg(target_arch = "wasm32")]
pub mod js;
pub mod lab;
pub mod scene;
#[cfg(target_arch = "wasm32")]
pub mod ui;
