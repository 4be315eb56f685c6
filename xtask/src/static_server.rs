//! A small server of static files, for the end-to-end tests.

use std::fs::File;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::thread;

use anyhow::{Result, anyhow};
use tiny_http::{Header, Request, Response, Server};

/// The folder's place on the server: not its root, so that a path of the page
/// that isn't relative shows as a missing file.
const PREFIX: &str = "/some/path/";

/// Asked for by the browser, at the host's root, for a page that names no icon:
/// not a file that the page misses.
const FAVICON: &str = "/favicon.ico";

/// Requests that are answered at the same time; a browser asks for several.
const THREADS: usize = 4;

/// A server on a free port of this machine, which stops when dropped.
pub struct StaticServer {
    server: Arc<Server>,
    url: String,
}

impl StaticServer {
    /// Serves the files of `folder`.
    ///
    /// # Errors
    ///
    /// When no port can be had.
    pub fn start(folder: &Path) -> Result<Self> {
        let server = Server::http("127.0.0.1:0").map_err(|error| anyhow!("no port: {error}"))?;
        let server = Arc::new(server);
        let url = format!("http://{}{PREFIX}", server.server_addr());
        for _ in 0..THREADS {
            let server = Arc::clone(&server);
            let folder = folder.to_path_buf();
            thread::spawn(move || {
                for request in server.incoming_requests() {
                    // The browser went away: the test, not the server, tells.
                    let _ = answer(request, &folder);
                }
            });
        }
        Ok(Self { server, url })
    }

    /// The page's address.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }
}

impl Drop for StaticServer {
    fn drop(&mut self) {
        for _ in 0..THREADS {
            self.server.unblock();
        }
    }
}

fn answer(request: Request, folder: &Path) -> io::Result<()> {
    if request.url() == FAVICON {
        return request.respond(Response::empty(204));
    }
    let Some(path) = file_of(request.url(), folder).filter(|path| path.is_file()) else {
        return request.respond(Response::from_string("not found").with_status_code(404));
    };
    let mut response = Response::from_file(File::open(&path)?);
    // A file's hashed name can stay the same when only wasm-opt's output changed.
    for (name, value) in [("Content-Type", content_type(&path)), ("Cache-Control", "no-store")] {
        if let Ok(header) = Header::from_bytes(name, value) {
            response.add_header(header);
        }
    }
    request.respond(response)
}

/// The file that a request asks for, or `None` for one outside the folder.
fn file_of(url: &str, folder: &Path) -> Option<PathBuf> {
    let path = url.split(['?', '#']).next()?.strip_prefix(PREFIX)?;
    let path = Path::new(if path.is_empty() { "index.html" } else { path });
    path.components().all(|part| matches!(part, Component::Normal(_))).then(|| folder.join(path))
}

/// The browser compiles wasm as it arrives only under its right type.
fn content_type(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("json" | "webmanifest") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("txt" | "md") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_is_the_index_and_queries_are_dropped() {
        let folder = Path::new("/page");
        let index = Some(PathBuf::from("/page/index.html"));
        assert_eq!(file_of("/some/path/", folder), index);
        assert_eq!(file_of("/some/path/?seed=1", folder), index);
        assert_eq!(file_of("/some/path/a/b.js", folder), Some(PathBuf::from("/page/a/b.js")));
    }

    #[test]
    fn nothing_outside_the_folder_is_served() {
        let folder = Path::new("/page");
        assert_eq!(file_of("/app.js", folder), None);
        assert_eq!(file_of("/some/path/../../etc/passwd", folder), None);
        assert_eq!(file_of("/some/path//etc/passwd", folder), None);
    }
}
