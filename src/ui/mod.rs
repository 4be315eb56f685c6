//! The page, in leptos. Signals are made at the top and passed down; the
//! simulated world is not among them.

mod charts;
mod compare;
mod desk;
mod fabric;
mod files;
mod frame_loop;
mod help;
mod icon;
mod inside;
mod inspector;
mod journey;
mod keys;
mod lanes;
mod mark;
mod memory;
mod narrator;
mod panic;
mod params;
mod share;
mod shell;
mod size;
mod theme;
mod transport;
mod trouble;
mod url;
mod waits;
mod whole;

pub use desk::{Desk, Pane};

/// Mounts the page on the document's body.
pub fn mount() {
    panic::install();
    leptos::mount::mount_to_body(shell::App);
}
