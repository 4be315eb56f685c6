//! Web server of static files for the end-to-end tests. Start with [`StaticServer`]. The server offers the
//! files below the path `PREFIX`, not at the root, and forbids browsers to cache them (`Cache-Control`). The
//! server ends when its value is dropped.

use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;

use anyhow::{Context, Result};
use axum::Router;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, HeaderValue};
use axum::routing::get;
use tokio::runtime::{Builder, Runtime};
use tower_http::services::ServeDir;
use tower_http::set_header::SetResponseHeaderLayer;

/// Path on the server below which the files are served. Links of the page that are not relative fail, because
/// this path is not the root.
const PREFIX: &str = "/some/path";

/// Path that browsers request if a page has no icon. The server answers the request, so that no test counts
/// it as a missing file.
const FAVICON: &str = "/favicon.ico";

/// Web server on a free port of this machine. A drop of this value stops the server.
pub struct StaticServer {
    running: Running,
}

impl StaticServer {
    /// Starts a server for the files of `folder`. A missing file, or a path outside `PREFIX`, is answered
    /// with status 404. `folder` is not checked.
    ///
    /// # Errors
    ///
    /// When no port is free, or the server cannot be started.
    pub fn start(folder: &Path) -> Result<Self> {
        let listener =
            TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("no port is free; end other servers")?;
        Ok(Self { running: Running::start(listener, router(folder), PREFIX)? })
    }

    /// Address of the page, which ends with a slash.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.running.url
    }
}

fn router(folder: &Path) -> Router {
    Router::new()
        .nest_service(PREFIX, ServeDir::new(folder))
        .route(FAVICON, get(|| async { StatusCode::NO_CONTENT }))
}

/// Running web server. A drop of this value stops the server.
pub(crate) struct Running {
    /// Runtime of the server. A drop of the runtime ends the tasks of the server.
    _runtime: Runtime,
    /// Address of the page, which ends with a slash.
    pub url: String,
}

impl Running {
    /// Serves `router` on `listener`. The page is below the path `prefix`.
    ///
    /// # Errors
    ///
    /// When the address of `listener` is unknown, or the runtime cannot be started.
    pub fn start(listener: TcpListener, router: Router, prefix: &str) -> Result<Self> {
        // The hash in a file name does not change if only the output of wasm-opt changes, so that browsers
        // must not store files.
        let fresh = SetResponseHeaderLayer::overriding(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        let router = router.layer(fresh);
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        let url = format!("http://{}{prefix}/", listener.local_addr()?);
        listener.set_nonblocking(true)?;
        let listener = {
            let _within = runtime.enter();
            tokio::net::TcpListener::from_std(listener)?
        };
        runtime.spawn(async move { axum::serve(listener, router).await });
        Ok(Self { _runtime: runtime, url })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::{Read, Write};
    use std::net::TcpStream;
    use std::time::Duration;

    use super::*;

    /// Complete response to a request for `path`. The server closes the connection afterwards.
    fn response_to(server: &StaticServer, path: &str) -> String {
        let mut connection = TcpStream::connect(host(server)).expect("a connection");
        let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        connection.write_all(request.as_bytes()).expect("a request");
        let mut answer = String::new();
        connection.read_to_string(&mut answer).expect("an answer");
        answer
    }

    fn host(server: &StaticServer) -> &str {
        server.url().trim_start_matches("http://").trim_end_matches("/some/path/")
    }

    #[test]
    fn the_folder_is_the_index_and_nothing_outside_it_is_served() {
        let outside = std::env::temp_dir().join(format!("static-server-{}", std::process::id()));
        let folder = outside.join("page");
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join("index.html"), "the page").expect("a file");
        fs::write(folder.join("a.wasm"), "").expect("a file");
        fs::write(outside.join("secret"), "a secret").expect("a file");
        let server = StaticServer::start(&folder).expect("a port");
        let index = response_to(&server, "/some/path/?seed=1");
        assert!(index.starts_with("HTTP/1.1 200") && index.ends_with("the page"), "{index}");
        // Browsers compile wasm while it arrives only if it has this content type.
        let wasm = response_to(&server, "/some/path/a.wasm");
        for header in ["content-type: application/wasm\r\n", "cache-control: no-store\r\n"] {
            assert!(wasm.contains(header), "{wasm}");
        }
        for path in ["/a.wasm", "/some/path/b.wasm", "/some/path/../secret", "/some/path/%2e%2e/secret"] {
            let none = response_to(&server, path);
            assert!(none.starts_with("HTTP/1.1 404"), "{path}: {none}");
        }
        fs::remove_dir_all(&outside).expect("the folder goes");
    }

    /// Browsers open several connections at once and keep them open. No connection may wait until another one
    /// ends.
    #[test]
    fn connections_that_come_together_are_all_answered() {
        let folder = std::env::temp_dir();
        let server = StaticServer::start(&folder).expect("a port");
        let open: Vec<TcpStream> =
            (0..40).map(|_| TcpStream::connect(host(&server)).expect("a connection")).collect();
        for mut connection in &open {
            connection.write_all(b"GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n").expect("a request");
        }
        for mut connection in &open {
            connection.set_read_timeout(Some(Duration::from_secs(10))).expect("a limit");
            let mut answer = [0; 12];
            connection.read_exact(&mut answer).expect("an answer");
            assert_eq!(&answer, b"HTTP/1.1 404");
        }
    }
}
