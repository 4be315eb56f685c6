//! Finds or installs Chromium and its matching driver, for the tests. Start with [`ensure`]. Chromium and its
//! driver match if their major versions are equal. The first browser on PATH that matches its driver is used.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use crate::process;

/// Names under which Chromium or Chrome may be on PATH. Chrome comes last, because distributions seldom
/// package a matching driver.
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// Debian packages of Chromium, its driver and a font. Without a font, text in the page has no size to
/// measure.
const PACKAGES: [&str; 3] = ["chromium", "chromium-driver", "fonts-dejavu-core"];

/// Path of a Chromium with the same major version as the `chromedriver` on PATH. If no such pair is found,
/// both are installed, on Debian and only if this process runs as root.
///
/// # Errors
///
/// If no pair is found and this process cannot install it, or if the installed versions differ.
pub fn ensure() -> Result<PathBuf> {
    if let Some(found) = find() {
        return Ok(found);
    }
    if !is_root() || which::which("apt-get").is_err() {
        bail!(
            "the browser tests need Chromium and a chromedriver of the same major version, \
             both on PATH; install them by hand, e.g.\n  \
             Debian: sudo apt-get update && sudo apt-get install {}\n  \
             Fedora: sudo dnf install chromium chromedriver\n  \
             Arch:   sudo pacman -S chromium",
            PACKAGES.join(" ")
        );
    }
    eprintln!("Installing {} (browser tests): about 20 s, by apt-get as this is root", PACKAGES.join(", "));
    apt_get(&["update"])?;
    apt_get(&["install", "--yes", "--no-install-recommends"])?;
    match find() {
        Some(found) => Ok(found),
        None => bail!(
            "apt-get installed {}, yet PATH has no Chromium with a chromedriver of the same \
             major version; install both by hand",
            PACKAGES.join(", ")
        ),
    }
}

/// First of [`BROWSERS`] on PATH with the major version of `chromedriver`. `None` if there is no driver or no
/// such browser.
fn find() -> Option<PathBuf> {
    let driver = major(&process::version_of("chromedriver")?)?;
    BROWSERS
        .iter()
        .filter_map(|name| which::which(name).ok())
        .find(|path| process::version_of(path).and_then(|printed| major(&printed)) == Some(driver))
}

/// First number of a text such as "Chromium 156.0.8078.79 built on Debian". `None` if no word of the text
/// begins with a number and a dot.
fn major(printed: &str) -> Option<u32> {
    printed.split_whitespace().find_map(|word| word.split_once('.')?.0.parse().ok())
}

fn apt_get(arguments: &[&str]) -> Result<()> {
    let mut command = process::command("apt-get");
    command.arg("--quiet=2").args(arguments);
    if arguments[0] == "install" {
        command.args(PACKAGES);
    }
    command.env("DEBIAN_FRONTEND", "noninteractive");
    // apt-get prints some three hundred lines, which matter only if it fails.
    let captured = process::capture(&mut command)?;
    if !captured.ok {
        bail!("{}", captured.output);
    }
    Ok(())
}

/// Whether this process runs as root: the folder of such a process in /proc belongs to root. `false` on
/// systems without /proc.
fn is_root() -> bool {
    fs::metadata(Path::new("/proc/self")).is_ok_and(|metadata| metadata.uid() == 0)
}

#[cfg(test)]
mod tests {
    use super::major;

    #[test]
    fn reads_the_major_version_of_browser_and_driver() {
        assert_eq!(major("Chromium 156.0.8078.79 built on Debian"), Some(156));
        assert_eq!(major("ChromeDriver 156.0.8078.79 (a21ce95)"), Some(156));
        assert_eq!(major("Google Chrome 99.1"), Some(99));
        assert_eq!(major("no number"), None);
    }
}
