//! Web page of Lossless Fabric Lab. `lab` has the state of a run, `ui` the components of the page. `js` is
//! the JavaScript interface for other pages.

pub use fabric_draw::{charts, round, scene, svg};

#[cfg(target_arch = "wasm32")]
pub mod js;
pub mod lab;
#[cfg(target_arch = "wasm32")]
pub mod parts;
#[cfg(target_arch = "wasm32")]
pub mod ui;
