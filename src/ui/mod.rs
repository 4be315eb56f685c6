//! Components of the page, in leptos, and access to the browser. The state of the page is in [`crate::lab`];
//! signals are created in [`page_context`] and passed to the components. Start with `shell/mod.rs` (layout),
//! `page_context.rs` (context of all components) and `video_loop.rs` (timing).

mod arrival_bar;
mod axis;
mod browser_storage;
mod build;
mod charts;
mod compare;
mod copy;
mod details;
mod dialog;
mod due;
mod error_bar;
mod export;
mod fabric;
mod files;
mod finder;
mod full_page_link;
mod glossary;
mod help;
mod icon;
mod import;
mod inside;
mod inspector;
mod keys;
mod lanes;
mod lesson;
#[cfg(test)]
mod mounted_tests;
mod narrator;
mod page_context;
mod painter;
mod panic;
mod params;
mod present;
mod presets;
mod range;
mod rows;
mod share;
mod shell;
mod size;
mod sum;
mod sweep;
mod theme;
mod threshold_mark;
mod transport;
mod url;
mod video_loop;
mod waits;
mod worker;
mod zoom;

pub use due::Due;
pub use page_context::{PageContext, Pane};

/// Mounts the page on the body of the HTML document, and removes the line with the text that the page is
/// loading. In a worker, which has no window, only installs the panic hook; the worker then waits for
/// messages.
pub fn mount() {
    if web_sys::window().is_none() {
        console_error_panic_hook::set_once();
        return;
    }
    panic::install();
    if let Some(line) = leptos::prelude::document().get_element_by_id("start") {
        line.remove();
    }
    leptos::mount::mount_to_body(shell::App);
}
