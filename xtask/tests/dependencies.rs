//! Lint: each dependency of a package is used in its code. A normal dependency must be named in `src`; a dev
//! or build dependency in `src`, `tests` or `benches`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use serde::Deserialize;
use xtask::repo;

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    manifest_path: PathBuf,
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    rename: Option<String>,
    /// Kind of the dependency: `dev` or `build`; `None` for a normal dependency.
    kind: Option<String>,
}

/// Appends the text of all Rust files below `folder` to `code`, without lines of comments. Appends nothing if
/// `folder` does not exist.
fn code_in(folder: &Path, code: &mut String) -> Result<()> {
    for path in repo::files_below(folder, &["rs"])? {
        let text = fs::read_to_string(&path)?;
        let is_code = |line: &&str| !line.trim_start().starts_with("//");
        code.extend(text.lines().filter(is_code).flat_map(|line| [line, "\n"]));
    }
    Ok(())
}

/// Whether `code` has a path that begins with the crate `dependency`. A `-` in the name of the crate is a `_`
/// in the path.
fn names(code: &str, dependency: &str) -> bool {
    let path = format!("{}::", dependency.replace('-', "_"));
    let goes_on = |before: char| before.is_alphanumeric() || "_:".contains(before);
    code.match_indices(&path).any(|(at, _)| !code[..at].ends_with(goes_on))
}

#[test]
fn every_dependency_of_a_package_is_named_in_its_code() -> Result<()> {
    let output =
        Command::new(env!("CARGO")).args(["metadata", "--no-deps", "--format-version", "1"]).output()?;
    let metadata: Metadata =
        serde_json::from_slice(&output.stdout).context("cargo metadata prints no JSON")?;
    let mut unused = Vec::new();
    let mut looked = 0;
    for package in metadata.packages {
        let folder = package.manifest_path.parent().context("a manifest lies in a folder")?;
        let mut code = String::new();
        code_in(&folder.join("src"), &mut code)?;
        let mut of_tests = code.clone();
        for part in ["tests", "benches"] {
            code_in(&folder.join(part), &mut of_tests)?;
        }
        for dependency in package.dependencies {
            looked += 1;
            let name = dependency.rename.unwrap_or(dependency.name);
            let where_it_is = if dependency.kind.is_none() { &code } else { &of_tests };
            if !names(where_it_is, &name) {
                unused.push(format!("{name} of {}", package.name));
            }
        }
    }
    assert!(looked > 20, "{looked} dependencies");
    assert!(unused.is_empty(), "carried, and not used: {}", unused.join(", "));
    Ok(())
}

#[test]
fn a_crate_is_named_where_a_path_begins_with_it() {
    for (code, named) in [
        ("use rand_pcg::Pcg64;", true),
        ("let n = rand_pcg::new();", true),
        ("use my_rand_pcg::Pcg64;", false),
        ("use other::rand_pcg::Pcg64;", false),
        ("// rand-pcg", false),
    ] {
        assert_eq!(names(code, "rand-pcg"), named, "{code}");
    }
}
