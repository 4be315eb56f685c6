//! Web server for the page during editing. After each new build, the server makes the browser reload the
//! page. Start with [`Server`]. The browser sends a request for the next build. If the browser shows another
//! build than the served build, the answer comes at once. Otherwise the answer comes after a new build, or
//! after 20 s. A failed build does not change the served build.

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{Html, IntoResponse};
use axum::routing::get;
use tokio::sync::watch;
use tokio::time::timeout;
use tower_http::services::ServeDir;

use crate::static_server::Running;

/// Time after which the server answers a request for the next build even without a new build. The time limits
/// of proxies and browsers are longer.
const POLL_TIMEOUT: Duration = Duration::from_secs(20);

/// Build of the page that the server serves.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Build {
    /// Identifier of the build, which changes with the contents of the page.
    id: String,
    /// Text of `index.html`, with an added script that requests the next build.
    html: String,
}

impl Build {
    /// Reads the build in `folder`. The identifier depends on the contents of `index.html` and of all
    /// scripts, because the names of scripts stay the same.
    ///
    /// # Errors
    ///
    /// If there is no `index.html`, or a script cannot be read.
    fn read(folder: &Path) -> Result<Self> {
        let html = fs::read_to_string(folder.join("index.html"))
            .context("the page has no index.html; build it again")?;
        let mut all = html.clone().into_bytes();
        let mut scripts: Vec<_> = fs::read_dir(folder)?.collect::<Result<_, _>>()?;
        scripts.sort_by_key(fs::DirEntry::file_name);
        for script in scripts.iter().filter(|file| file.path().extension().is_some_and(|end| end == "js")) {
            all.extend(fs::read(script.path())?);
        }
        let id = format!("{:x}", seahash::hash(&all));
        let script =
            format!(r#"<script type="module" src="/-/reload.js" data-build="{id}"></script></head>"#);
        Ok(Self { html: html.replacen("</head>", &script, 1), id })
    }
}

/// Web server. A drop of this value stops the server.
pub(super) struct Server {
    running: Running,
    build: watch::Sender<Build>,
}

impl Server {
    /// Starts the server for the page in `folder`, on `listener`.
    ///
    /// # Errors
    ///
    /// If there is no build in `folder`, or the server cannot be started.
    pub(super) fn start(listener: TcpListener, folder: &Path) -> Result<Self> {
        let (build, served) = watch::channel(Build::read(folder)?);
        Ok(Self { running: Running::start(listener, router(folder, served), "")?, build })
    }

    /// Address of the page; it ends with a slash.
    pub(super) fn url(&self) -> &str {
        &self.running.url
    }

    /// Reads the build in `folder` again. If the build has changed, browsers that show the page reload it. If
    /// the build cannot be read, the served build does not change.
    pub(super) fn announce(&self, folder: &Path) {
        // If the folder cannot be read, the build has failed and its error was printed.
        if let Ok(new) = Build::read(folder) {
            self.build.send_if_modified(|old| {
                let is_other = *old != new;
                *old = new;
                is_other
            });
        }
    }
}

/// Routes of the server: the page, the script that reloads it (`/-/reload.js`), the next build
/// (`/-/build?other-than=ID`), and the other files of `folder`. A missing file is answered with status 404.
fn router(folder: &Path, served: watch::Receiver<Build>) -> Router {
    let script = || async { ([(CONTENT_TYPE, "text/javascript")], include_str!("reload.js")) };
    Router::new()
        .route("/", get(index))
        .route("/index.html", get(index))
        .route("/-/build", get(other_build))
        .with_state(served)
        .route("/-/reload.js", get(script))
        .fallback_service(ServeDir::new(folder))
}

async fn index(State(served): State<watch::Receiver<Build>>) -> impl IntoResponse {
    Html(served.borrow().html.clone())
}

/// Answers a browser with the identifier of the served build as soon as it differs from the identifier in the
/// request. After [`POLL_TIMEOUT`], answers with the identifier in the request. A request without an
/// identifier is answered at once.
async fn other_build(State(mut served): State<watch::Receiver<Build>>, request: Request) -> String {
    let query = request.uri().query().unwrap_or_default();
    let shown = query.strip_prefix("other-than=").unwrap_or_default();
    let other = timeout(POLL_TIMEOUT, served.wait_for(|build| build.id != shown)).await;
    match other {
        Ok(Ok(build)) => build.id.clone(),
        _ => shown.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpStream;

    use super::*;

    fn response_to(server: &Server, path: &str) -> String {
        let host = server.url().trim_start_matches("http://").trim_end_matches('/');
        let mut connection = TcpStream::connect(host).unwrap();
        write!(connection, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        connection.read_to_string(&mut answer).unwrap();
        answer.split_once("\r\n\r\n").unwrap().1.to_owned()
    }

    #[test]
    fn a_browser_is_notified_of_another_build_only() {
        let folder = std::env::temp_dir().join(format!("xtask-server-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("index.html"), "<head></head>old").unwrap();
        fs::write(folder.join("start.js"), "1").unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let server = Server::start(listener, &folder).unwrap();
        let old = Build::read(&folder).unwrap().id;
        assert!(response_to(&server, "/").contains(&format!("data-build=\"{old}\"></script></head>old")));
        assert_eq!(response_to(&server, "/start.js"), "1");
        assert!(response_to(&server, "/-/reload.js").contains("other-than"));
        // A browser that shows another build than the served one gets the answer at once.
        assert_eq!(response_to(&server, "/-/build?other-than=0"), old);
        let new = std::thread::scope(|scope| {
            let waiting = scope.spawn(|| response_to(&server, &format!("/-/build?other-than={old}")));
            server.announce(&folder);
            fs::write(folder.join("start.js"), "2").unwrap();
            server.announce(&folder);
            waiting.join().unwrap()
        });
        assert_eq!(new, Build::read(&folder).unwrap().id);
        assert_ne!(new, old);
        fs::remove_dir_all(&folder).unwrap();
    }
}
