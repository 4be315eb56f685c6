//! The page of Lossless Fabric Lab.

pub use fabric_draw::{charts, round, scene, svg};

#[cfg(target_arch = "wasm32")]
pub mod js;
pub mod lab;
#[cfg(target_arch = "wasm32")]
pub mod parts;
#[cfg(target_arch = "wasm32")]
pub mod ui;
