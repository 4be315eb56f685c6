//! Builds the page from `index.html` and `Trunk.toml`, without trunk and without the command `wasm-bindgen`.
//! Start with [`build`]. The result with [`Profile::Whole`] equals that of trunk: the suite `trunk` builds
//! the page in both ways and compares every byte. If the program does not compile, the earlier page stays,
//! and no error is returned. A new page replaces all files of the earlier one.

mod index;
mod parts;
mod program;
mod split;
mod step_times;

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use crate::process::{Captured, Output};
use crate::tools::{Tool, Toolbox};
use crate::trunk_toml::TrunkToml;
use crate::{policy, repo};

pub use program::{PROGRAM, compiled_wasm, modules};
pub use step_times::StepTimes;

/// Profile with which the page is built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    /// Page for shipping, tests and measurements: the program is small and fast, but slow to build. The page
    /// has one stylesheet, and neither comments nor documentation.
    Web,
    /// Page as trunk builds it: the program as in [`Profile::Web`], but as a single module. Every stylesheet
    /// is a file, with its comments.
    Whole,
    /// Page for `cargo xtask serve`: the program is quick to build and to rebuild.
    Serve,
}

impl Profile {
    /// Name of the cargo profile in `Cargo.toml`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Web | Self::Whole => "web",
            Self::Serve => "serve",
        }
    }

    /// Tools that are needed to build the page with this profile.
    #[must_use]
    pub const fn needs(self) -> &'static [Tool] {
        match self {
            Self::Web | Self::Whole => &[Tool::WasmTarget, Tool::WasmOpt],
            Self::Serve => &[Tool::WasmTarget],
        }
    }

    /// Whether the page is packed, unlike the page of trunk: one stylesheet, no comments in it, and no
    /// documentation in the JavaScript.
    const fn is_packed(self) -> bool {
        matches!(self, Self::Web)
    }

    /// Parts of the program that become separate modules, in the order of `xtask/parts.toml`. Empty if the
    /// program stays a single module, as with [`Profile::Whole`] and [`Profile::Serve`].
    ///
    /// # Errors
    ///
    /// If the file with the parts cannot be read.
    fn parts(self) -> Result<Vec<parts::ProgramPart>> {
        match self {
            Self::Web => parts::read(),
            Self::Whole | Self::Serve => Ok(Vec::new()),
        }
    }
}

/// Result of a build of the page.
#[derive(Debug)]
pub struct Built {
    /// Output of the compiler, and whether the program compiled.
    pub compiled: Captured,
    /// Duration of each step of the build; zero for a step that was not needed or not reached.
    pub times: StepTimes,
}

/// Builds the page into `folder`, which is created if it is missing. During the build, a server can serve an
/// earlier build from `folder`: `index.html` is written last, and old files are deleted after that.
///
/// A program that does not compile, or that wasm-opt cannot optimise, is no error. `folder` then stays
/// unchanged, and [`Built::compiled`] has the output of the compiler, unless `output` shows it.
///
/// # Errors
///
/// If a program cannot be started, `index.html` is malformed, or a file cannot be read or written.
pub fn build(tools: &Toolbox, profile: Profile, folder: &Path, output: Output) -> Result<Built> {
    let mut times = StepTimes::default();
    let (compiled, program) = program::build(tools, profile, output, &mut times)?;
    let start = Instant::now();
    if let Some(program) = program {
        let config = TrunkToml::read()?;
        let source = repo::root().join("index.html");
        let html = fs::read_to_string(&source).with_context(|| cannot_read(&source))?;
        let page = index::assemble(&html, &config, &repo::root(), &program, profile.is_packed())?;
        let html = policy::add(&page.html, &config)?;
        write(folder, &page.files, &html)?;
        times.write = start.elapsed();
    }
    Ok(Built { compiled, times })
}

/// Installs missing tools, downloads missing crates, and builds the page. Messages go to standard error.
///
/// # Errors
///
/// The errors of [`build`]. Also if a tool or crate cannot be downloaded, or the program does not compile.
pub fn build_from_nothing(tools: &mut Toolbox, profile: Profile, folder: &Path) -> Result<()> {
    tools.need(profile.needs())?;
    program::fetch(tools)?;
    let built = build(tools, profile, folder, Output::Shown)?;
    ensure!(built.compiled.ok, "the page was not built; correct the errors above");
    Ok(())
}

/// File of the page: name and contents.
type PageFile = (String, Vec<u8>);

/// Writes the files of the page into `folder`, `index.html` last. Then deletes all other files and folders
/// there.
///
/// # Errors
///
/// If a file cannot be written, or an old file cannot be deleted. The folder may then have files of both
/// builds.
fn write(folder: &Path, files: &[PageFile], html: &str) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| cannot_write(folder))?;
    let index = ("index.html".to_owned(), html.as_bytes().to_vec());
    let mut names = HashSet::new();
    for (name, bytes) in files.iter().chain([&index]) {
        let path = folder.join(name);
        fs::write(&path, bytes).with_context(|| cannot_write(&path))?;
        names.insert(name.as_str());
    }
    for entry in fs::read_dir(folder).with_context(|| cannot_read(folder))? {
        let entry = entry?;
        let is_old = entry.file_name().to_str().is_none_or(|name| !names.contains(name));
        if is_old && entry.file_type()?.is_dir() {
            fs::remove_dir_all(entry.path())?;
        } else if is_old {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

fn cannot_read(path: &Path) -> String {
    format!("cannot read {}; check that it exists", path.display())
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write {}; check its permissions and the free space", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_page_replaces_every_file_of_the_old_one() {
        let folder = std::env::temp_dir().join(format!("xtask-page-{}", std::process::id()));
        fs::create_dir_all(folder.join("snippets")).unwrap();
        for old in ["index.html", "a-1.css", "snippets/b.js"] {
            fs::write(folder.join(old), "old").unwrap();
        }
        write(&folder, &[("a-2.css".to_owned(), b"new".to_vec())], "the page").unwrap();
        let mut names: Vec<_> =
            fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["a-2.css", "index.html"]);
        assert_eq!(fs::read_to_string(folder.join("index.html")).unwrap(), "the page");
        fs::remove_dir_all(&folder).unwrap();
    }
}
