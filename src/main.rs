//! Entry point of the page: mounts it, or waits for messages in a worker.

#[cfg(target_arch = "wasm32")]
fn main() {
    fabric_lab::ui::mount();
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!("This is the page: `cargo xtask serve` shows it in a browser; the command line is `fabric`.");
}
