//! Lint: each source file of the workspace begins with a comment about its module.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;
use xtask::repo;

/// Folders that are a package, or whose subfolders are packages. Each package has a folder `src`.
const PACKAGES: [&str; 3] = [".", "crates", "xtask"];

/// Whether `path` is a file or folder of tests, by its name: `tests`, or a name that ends with `_tests`.
fn is_of_tests(path: &Path) -> bool {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    stem == "tests" || stem.ends_with("_tests")
}

/// Appends to `into` the source files below `folder` that do not begin with a comment about their module.
/// Adds the number of files that were read to `count`. Skips tests.
fn without_comment(folder: &Path, into: &mut Vec<PathBuf>, count: &mut usize) -> Result<()> {
    for path in repo::files_below(folder, &["rs"])? {
        let is_test = path.strip_prefix(folder)?.iter().any(|part| is_of_tests(Path::new(part)));
        *count += usize::from(!is_test);
        if !is_test && !fs::read_to_string(&path)?.starts_with("//! ") {
            into.push(path);
        }
    }
    Ok(())
}

#[test]
fn each_source_file_begins_with_a_comment_about_its_module() -> Result<()> {
    let (mut found, mut count) = (Vec::new(), 0);
    for packages in PACKAGES.map(|folder| repo::root().join(folder)) {
        let folders = fs::read_dir(&packages)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
        let is_package = packages.join("Cargo.toml").is_file();
        let all = if is_package { vec![packages] } else { folders };
        for package in all {
            without_comment(&package.join("src"), &mut found, &mut count)?;
        }
    }
    assert!(count > 500, "{count} files were read");
    assert!(found.is_empty(), "begin these files with `//! ` and what the module is for: {found:#?}");
    Ok(())
}
