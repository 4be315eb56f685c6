//! Builds the page optimised, serves it and shows it.

use std::env;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::dist;
use crate::process;
use crate::tools::{Tool, Toolbox};

/// The port that is tried first when none is asked for.
const PORT: u16 = 8080;

/// Serves the page until it is stopped.
///
/// # Errors
///
/// When a tool is missing, the port is taken, or trunk fails.
pub fn run(tools: &mut Toolbox, port: Option<u16>, open: bool) -> Result<()> {
    let port = match port {
        Some(port) if !is_free(port) => bail!("port {port} is taken: choose another by --port"),
        Some(port) => port,
        None if is_free(PORT) => PORT,
        None => any_free()?,
    };
    tools.need(&Tool::PAGE)?;
    let url = format!("http://127.0.0.1:{port}/");
    println!("Building the page; the first time takes about 2 min");
    let trunk = dist::trunk(tools)
        .args(["serve", "--release", "--address", "127.0.0.1", "--port"])
        .arg(port.to_string())
        .stdin(Stdio::null())
        .spawn()
        .context("cannot start trunk")?;
    let trunk = Arc::new(Mutex::new(trunk));
    stop_with_us(&trunk)?;

    let mut told = false;
    loop {
        if let Some(status) = lock(&trunk).try_wait()? {
            if status.success() {
                return Ok(());
            }
            bail!("trunk stopped: {status}");
        }
        // Trunk listens once the first build is done.
        if !told && TcpStream::connect(SocketAddr::from(([127, 0, 0, 1], port))).is_ok() {
            told = true;
            println!("\nLossless Fabric Lab is at {url} (stop with Ctrl-C)\n");
            if open {
                show(&url);
            }
        }
        thread::sleep(Duration::from_millis(100));
    }
}

/// Ends trunk when xtask is told to end: a signal sent to xtask alone would
/// leave trunk running, and the port taken.
fn stop_with_us(trunk: &Arc<Mutex<Child>>) -> Result<()> {
    let trunk = Arc::clone(trunk);
    ctrlc::set_handler(move || {
        let mut trunk = lock(&trunk);
        let _ = trunk.kill();
        let _ = trunk.wait();
        std::process::exit(130);
    })?;
    Ok(())
}

fn lock(trunk: &Mutex<Child>) -> std::sync::MutexGuard<'_, Child> {
    trunk.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Opens `url` in the user's browser where there is one to see.
fn show(url: &str) {
    let set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
    if set("CI") || !(set("DISPLAY") || set("WAYLAND_DISPLAY")) {
        return;
    }
    let opened = process::command("xdg-open").arg(url).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    if let Ok(mut child) = opened {
        // xdg-open may stay for as long as the browser does.
        thread::spawn(move || child.wait());
    }
}

fn is_free(port: u16) -> bool {
    TcpListener::bind(("127.0.0.1", port)).is_ok()
}

fn any_free() -> Result<u16> {
    Ok(TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port())
}
