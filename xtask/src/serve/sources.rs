//! Watches the source files of the page for edits. Start with [`Sources`]. An edit is complete after 150 ms
//! without changes. Tests, hidden files, and temporary files of editors do not count.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use anyhow::{Context, Result};
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

/// Folders of the checkout with source files of the page.
const FOLDERS: [&str; 4] = ["src", "style", "assets", "crates"];

/// Source files of the page in the root of the checkout.
const FILES: [&str; 4] = ["index.html", "Trunk.toml", "Cargo.toml", "Cargo.lock"];

/// Time without changes after which an edit is complete. Editors and version control write several files
/// shortly after each other.
const QUIET: Duration = Duration::from_millis(150);

/// Watcher of the source files of the page. A drop of this value stops it.
pub(super) struct Sources {
    root: PathBuf,
    changes: Receiver<notify::Result<Event>>,
    _watcher: RecommendedWatcher,
}

impl Sources {
    /// Watches the source files in the checkout at `root`.
    ///
    /// # Errors
    ///
    /// If the root or one of [`FOLDERS`] does not exist, or the system refuses to watch it.
    pub(super) fn watch(root: &Path) -> Result<Self> {
        let (sender, changes) = mpsc::channel();
        let mut watcher = notify::recommended_watcher(sender)
            .context("cannot watch files for edits; raise fs.inotify.max_user_instances")?;
        // An editor may replace a file by a new file of the same name. A watched folder reports this change,
        // a watched file does not.
        watcher.watch(root, RecursiveMode::NonRecursive).with_context(|| cannot_watch(root))?;
        for folder in FOLDERS {
            let folder = root.join(folder);
            watcher.watch(&folder, RecursiveMode::Recursive).with_context(|| cannot_watch(&folder))?;
        }
        Ok(Self { root: root.to_path_buf(), changes, _watcher: watcher })
    }

    /// Waits until an edit is complete. Returns the path of the first changed source file, relative to the
    /// root of the checkout. Any change in a watched folder prolongs the wait, even if the file is no source
    /// file. Edits since the previous call are not lost.
    ///
    /// # Errors
    ///
    /// If files are no longer watched.
    pub(super) fn edited(&self) -> Result<PathBuf> {
        loop {
            let change = self.changes.recv().context("files are no longer watched")?;
            if let Some(file) = self.source_of(&change) {
                while self.changes.recv_timeout(QUIET).is_ok() {}
                return Ok(file);
            }
        }
    }

    /// Path of the source file that `change` affects, relative to the root of the checkout; the first one if
    /// there are several. `None` if `change` affects no source file, or only reads one.
    fn source_of(&self, change: &notify::Result<Event>) -> Option<PathBuf> {
        let event = change.as_ref().ok()?;
        if matches!(event.kind, EventKind::Access(_)) {
            return None;
        }
        event
            .paths
            .iter()
            .filter_map(|path| path.strip_prefix(&self.root).ok())
            .find(|path| is_source(path))
            .map(Path::to_path_buf)
    }
}

/// Whether `path`, relative to the root of the checkout, is a source file of the page. Tests, benchmarks,
/// hidden files and files without a dot are no source files. Temporary files of editors, such as `.x.swp`,
/// `x~` and `4913`, are no source files either.
fn is_source(path: &Path) -> bool {
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
        return false;
    };
    if name.starts_with('.') || name.ends_with('~') || !name.contains('.') {
        return false;
    }
    let mut folders = path.parent().into_iter().flat_map(Path::components);
    match folders.next() {
        None => FILES.contains(&name),
        Some(top) => {
            let is_test =
                folders.any(|folder| ["tests", "benches"].iter().any(|test| folder.as_os_str() == *test));
            FOLDERS.iter().any(|folder| top.as_os_str() == *folder) && !is_test
        }
    }
}

fn cannot_watch(path: &Path) -> String {
    format!("cannot watch {} for edits; raise fs.inotify.max_user_watches", path.display())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn only_inputs_of_the_page_are_sources() {
        for source in ["index.html", "src/main.rs", "src/ui/mod.rs", "style/a.css", "crates/x/src/lib.rs"] {
            assert!(is_source(Path::new(source)), "{source}");
        }
        for other in [
            "README.md",
            "tests/e2e/a.mjs",
            "crates/x/tests/a.rs",
            "src/.main.rs.swp",
            "src/main.rs~",
            "src/4913",
            "src",
        ] {
            assert!(!is_source(Path::new(other)), "{other}");
        }
    }

    #[test]
    fn an_edit_is_reported_once_and_other_files_are_not() {
        let root = std::env::temp_dir().join(format!("xtask-sources-{}", std::process::id()));
        for folder in FOLDERS {
            fs::create_dir_all(root.join(folder)).unwrap();
        }
        let sources = Sources::watch(&root).unwrap();
        for file in ["README.md", "src/.a.rs.swp", "src/a.rs", "src/b.rs"] {
            fs::write(root.join(file), "edited").unwrap();
        }
        assert_eq!(sources.edited().unwrap(), Path::new("src/a.rs"));
        fs::write(root.join("style/a.css"), "edited").unwrap();
        assert_eq!(sources.edited().unwrap(), Path::new("style/a.css"));
        fs::remove_dir_all(&root).unwrap();
    }
}
