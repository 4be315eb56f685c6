//! Command `cargo xtask serve`: builds the page, serves it, opens it in a browser, and builds it again after
//! each edit. Start with [`run`]. A failed build prints its error and keeps the earlier page. If port 8080 is
//! in use, any free port is taken; a port that the user names must be free.

mod server;
mod sources;

use std::env;
use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result};

use crate::page::{self, Profile};
use crate::process::{self, Output};
use crate::tools::Toolbox;
use crate::{disk, repo};
use server::Server;
use sources::Sources;

/// Port that is tried first if the user chooses none.
const PORT: u16 = 8080;

/// Serves the page until the process is stopped. `port` is the port of the server. `None` means port 8080 or,
/// if that is in use, any free port. If `open`, the page is opened in a browser. Missing tools are installed.
///
/// # Errors
///
/// If a tool cannot be installed, the port is in use, files cannot be watched, or the first build fails. If a
/// later build fails, the error is printed, and the earlier page is still served.
pub fn run(tools: &mut Toolbox, port: Option<u16>, open: bool) -> Result<()> {
    // The port is taken before the long build, so that no other process can take it meanwhile.
    let listener = listen(port)?;
    let folder = repo::target().join("serve-dist");
    // Files are watched from before the build, so that an edit during the build is not missed.
    let sources = Sources::watch(&repo::root())?;
    println!("Building the page; the first time takes about 3 min");
    let start = Instant::now();
    page::build_from_nothing(tools, Profile::Serve, &folder)?;
    let server = Server::start(listener, &folder)?;
    println!(
        "\nLossless Fabric Lab is at {} (built in {:.0} s; stop with Ctrl-C)\n",
        server.url(),
        start.elapsed().as_secs_f64()
    );
    if open {
        show(server.url());
    }
    loop {
        let edited = sources.edited()?;
        println!("{} changed: building the page again", edited.display());
        match build_again(tools, &folder) {
            Ok(done) => println!("{done}"),
            Err(error) => eprintln!("error: {error:#}"),
        }
        if let Some(advice) = disk::advice() {
            eprintln!("error: {advice}");
        }
        server.announce(&folder);
    }
}

/// Builds the page again. Returns a sentence on the result, also if the program does not compile.
///
/// # Errors
///
/// If the build cannot be started, or a file cannot be read or written.
fn build_again(tools: &Toolbox, folder: &Path) -> Result<String> {
    let start = Instant::now();
    let built = page::build(tools, Profile::Serve, folder, Output::Shown)?;
    Ok(if built.compiled.ok {
        format!("The page was built in {:.1} s: {}", start.elapsed().as_secs_f64(), built.times)
    } else {
        "The page was not built and is unchanged; correct the errors above".to_owned()
    })
}

/// Listens on `port`, for this machine only. If `port` is `None`, listens on [`PORT`] or, if that is in use,
/// on any free port.
///
/// # Errors
///
/// If `port` is in use, or no port is free.
fn listen(port: Option<u16>) -> Result<TcpListener> {
    let take = |port| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
    match port {
        Some(port) => take(port)
            .with_context(|| format!("port {port} is not free; choose another by --port, or omit it")),
        None => take(PORT).or_else(|_| take(0)).context("no port is free; give one by --port"),
    }
}

/// Opens `url` in the default browser. Does nothing without a display, without `xdg-open`, or if the
/// environment variable `CI` is set.
fn show(url: &str) {
    let set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
    if set("CI") || !(set("DISPLAY") || set("WAYLAND_DISPLAY")) {
        return;
    }
    let opened = process::command("xdg-open").arg(url).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    if let Ok(mut child) = opened {
        // xdg-open may run as long as the browser.
        thread::spawn(move || child.wait());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_in_use_is_refused_with_the_way_out() {
        let taken = listen(Some(0)).unwrap();
        let port = taken.local_addr().unwrap().port();
        let refused = listen(Some(port)).unwrap_err().to_string();
        assert_eq!(refused, format!("port {port} is not free; choose another by --port, or omit it"));
    }
}
