//! Cache of installed tools, one for each user. Each version of a tool has the folder
//! `lossless-fabric-lab/<tool>-<version>/`. Start with [`ensure()`]. A tool whose folder lacks a file is
//! installed again. Only one process installs at a time. An interrupted installation is never used. Other
//! versions of a tool stay in the cache.

use std::env;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, ensure};

/// Tool to install. Most fields appear in the message that announces the installation.
#[derive(Debug, Clone, Copy)]
pub struct Install<'a> {
    /// Name of the tool. The name of the folder of the tool begins with it.
    pub name: &'a str,
    /// Version of the tool; each version has its own folder.
    pub version: &'a str,
    /// Purpose of the tool, for the message that announces the installation.
    pub why: &'a str,
    /// Approximate duration of the installation, such as "6 min", for the message.
    pub takes: &'a str,
    /// Files that the folder of the tool must contain, as paths relative to this folder. If a file is
    /// missing, the tool is installed again.
    pub holds: &'a [&'a str],
}

/// Folder of the cache of installed tools: below `$XDG_CACHE_HOME`, or below `~/.cache` if this variable is
/// not set or is no absolute path. The folder need not exist.
///
/// # Errors
///
/// If neither this variable nor the home folder is known.
pub fn folder() -> Result<PathBuf> {
    let base = match env::var_os("XDG_CACHE_HOME").filter(|dir| Path::new(dir).is_absolute()) {
        Some(dir) => PathBuf::from(dir),
        None => env::home_dir()
            .context("there is no folder for tools; set HOME or XDG_CACHE_HOME")?
            .join(".cache"),
    };
    Ok(base.join("lossless-fabric-lab"))
}

/// Returns the folder of a tool. If the tool is missing, installs it with `fill` first.
///
/// `fill` receives an empty folder. The folder gets its final name only after `fill` has succeeded, so that
/// an interrupted installation is never used. A second process that needs a tool waits until the first
/// process has finished.
///
/// # Errors
///
/// If `fill` fails, if a file of [`Install::holds`] is missing after `fill`, or if the cache cannot be
/// written.
pub fn ensure(install: Install<'_>, fill: impl FnOnce(&Path) -> Result<()>) -> Result<PathBuf> {
    ensure_in(&folder()?, install, fill)
}

fn ensure_in(cache: &Path, install: Install<'_>, fill: impl FnOnce(&Path) -> Result<()>) -> Result<PathBuf> {
    let Install { name, version, why, takes, holds } = install;
    let whole = cache.join(format!("{name}-{version}"));
    let is_whole = |folder: &Path| folder.is_dir() && holds.iter().all(|file| folder.join(file).is_file());
    if is_whole(&whole) {
        return Ok(whole);
    }
    fs::create_dir_all(cache).with_context(|| cannot_write(cache))?;
    let _lock = lock(cache, &format!("{name} {version}"))?;
    if is_whole(&whole) {
        return Ok(whole);
    }
    if whole.exists() {
        fs::remove_dir_all(&whole).with_context(|| cannot_write(cache))?;
    }
    eprintln!("Installing {name} {version} ({why}): about {takes}, into {}", whole.display());
    let partial = cache.join(format!(".{name}-{version}.partial"));
    if partial.exists() {
        fs::remove_dir_all(&partial).with_context(|| cannot_write(cache))?;
    }
    fs::create_dir(&partial).with_context(|| cannot_write(cache))?;
    let start = Instant::now();
    fill(&partial).with_context(|| format!("{name} {version} was not installed; see the cause"))?;
    ensure!(
        is_whole(&partial),
        "{name} {version} was installed without {}; install it again",
        holds.join(" and ")
    );
    fs::rename(&partial, &whole)?;
    eprintln!("Installed {name} {version} in {:.0} s", start.elapsed().as_secs_f64());
    Ok(whole)
}

fn cannot_write(cache: &Path) -> String {
    format!("cannot write {}; set XDG_CACHE_HOME to a folder that can be written", cache.display())
}

/// Locks the cache for one installing process; waits while another process has the lock. A drop of the
/// returned file, or the end of the process, releases the lock. `wanted` names the tool in the message.
///
/// # Errors
///
/// If the file of the lock cannot be created or locked.
fn lock(cache: &Path, wanted: &str) -> Result<File> {
    let file = File::create(cache.join(".lock")).with_context(|| cannot_write(cache))?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            eprintln!("Waiting for another process to finish installing, then for {wanted}");
            file.lock()?;
        }
        Err(TryLockError::Error(error)) => return Err(error.into()),
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::bail;

    fn install(name: &str) -> Install<'_> {
        Install { name, version: "1.2.3", why: "a test", takes: "no time", holds: &["whole"] }
    }

    fn empty_cache(name: &str) -> PathBuf {
        let cache = env::temp_dir().join(format!("xtask-cache-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&cache);
        cache
    }

    #[test]
    fn an_interrupted_install_is_started_anew() {
        let cache = empty_cache("interrupted");
        let first = ensure_in(&cache, install("tool"), |dir| {
            fs::write(dir.join("half"), "")?;
            bail!("interrupted")
        });
        assert!(first.is_err());
        assert!(!cache.join("tool-1.2.3").exists());

        let whole = ensure_in(&cache, install("tool"), |dir| {
            assert_eq!(dir.read_dir()?.count(), 0, "what was left must be gone");
            Ok(fs::write(dir.join("whole"), "")?)
        })
        .unwrap();
        assert_eq!(whole, cache.join("tool-1.2.3"));
        assert!(whole.join("whole").is_file());
        fs::remove_dir_all(cache).unwrap();
    }

    #[test]
    fn a_cache_that_cannot_be_written_is_refused_with_the_way_out() {
        let file = empty_cache("a-file");
        fs::write(&file, "").unwrap();
        // Even root cannot write into a file as if it were a folder.
        let refused = ensure_in(&file, install("tool"), |_| bail!("installed")).unwrap_err().to_string();
        assert_eq!(
            refused,
            format!("cannot write {}; set XDG_CACHE_HOME to a folder that can be written", file.display())
        );
        fs::remove_file(file).unwrap();
    }

    #[test]
    fn an_installed_tool_is_not_installed_again() {
        let cache = empty_cache("twice");
        for expected in [1, 1] {
            let whole =
                ensure_in(&cache, install("tool"), |dir| Ok(fs::write(dir.join("whole"), "")?)).unwrap();
            assert_eq!(whole.read_dir().unwrap().count(), expected);
            let again = ensure_in(&cache, install("tool"), |_| bail!("installed twice"));
            assert!(again.is_ok());
        }
        fs::remove_dir_all(cache).unwrap();
    }

    #[test]
    fn a_damaged_install_is_replaced() {
        let cache = empty_cache("damaged");
        let fill = |dir: &Path| Ok(fs::write(dir.join("whole"), "")?);
        let folder = ensure_in(&cache, install("tool"), fill).unwrap();
        fs::rename(folder.join("whole"), folder.join("elsewhere")).unwrap();
        let folder = ensure_in(&cache, install("tool"), fill).unwrap();
        let files: Vec<_> = folder.read_dir().unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(files, ["whole"]);
        fs::remove_dir_all(cache).unwrap();
    }

    #[test]
    fn an_install_that_lacks_its_files_is_refused() {
        let cache = empty_cache("lacking");
        let refused = ensure_in(&cache, install("tool"), |_| Ok(())).unwrap_err().to_string();
        assert_eq!(refused, "tool 1.2.3 was installed without whole; install it again");
        assert!(!cache.join("tool-1.2.3").exists());
        fs::remove_dir_all(cache).unwrap();
    }
}
