//! Checks that the files, the names of code and the test commands in `docs/recipes.md` exist. A filter that
//! matches no test makes `cargo test` pass without a test, so filters are checked, too.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::Result;
use xtask::repo;

/// Placeholders in `docs/recipes.md` for names that the reader chooses.
const PLACEHOLDERS: [&str; 3] = ["LEVEL", "NAME", "SUBJECT"];

/// Texts in backticks in `line`, in order.
fn code_spans(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// Path that `word`, a text in backticks, names, relative to the root of the checkout. `None` if `word` is no
/// path, or contains one of [`PLACEHOLDERS`].
fn path(word: &str) -> Option<String> {
    let word = match word.split_once('/') {
        Some(("S", rest)) => format!("crates/fabric-sim/{rest}"),
        Some(("E", rest)) => format!("crates/fabric-engine/{rest}"),
        Some(("crates" | "src" | "tests" | "style" | "assets" | "docs", _)) => word.to_owned(),
        _ => return None,
    };
    (!PLACEHOLDERS.iter().any(|placeholder| word.contains(placeholder))).then_some(word)
}

/// Identifiers in `word`, a text in backticks such as `Spec::mtu` or `.live()`. Empty if `word` is something
/// else, such as a path or a command.
fn identifiers(word: &str) -> Vec<&str> {
    let word = word.trim_start_matches('.').trim_end_matches("()");
    let is_name = |part: &&str| {
        part.starts_with(|first: char| first.is_alphabetic() || first == '_')
            && part.chars().all(|next| next.is_alphanumeric() || next == '_')
    };
    let parts: Vec<&str> = word.split("::").collect();
    if parts.iter().all(is_name) { parts } else { Vec::new() }
}

/// Whether a file below `folder` has tests, and has a module path that contains `filter`. `module` is the
/// module path of `folder`.
fn has_tests(folder: &Path, module: &str, filter: &str) -> Result<bool> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(false) };
    for entry in entries {
        let path = entry?.path();
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let inner = if stem == "mod" { module.to_owned() } else { format!("{module}::{stem}") };
        let is_found = if path.is_dir() {
            has_tests(&path, &inner, filter)?
        } else {
            inner.contains(filter) && fs::read_to_string(&path)?.contains("#[test]")
        };
        if is_found {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether the `cargo test` command `words` runs a test in the package at `folder`. Also `true` for a command
/// without `--lib` and `--test`, which runs all tests of the package.
fn runs_a_test(folder: &Path, words: &[&str]) -> Result<bool> {
    let option = |name| words.iter().position(|word| *word == name);
    if let Some(at) = option("--lib") {
        return has_tests(&folder.join("src"), "", words.get(at + 1).copied().unwrap_or_default());
    }
    let Some(at) = option("--test") else { return Ok(true) };
    let target = words.get(at + 1).copied().unwrap_or_default();
    let tests = folder.join("tests");
    let exists = tests.join(format!("{target}.rs")).is_file() || tests.join(target).join("main.rs").is_file();
    match words.get(at + 2) {
        Some(filter) => Ok(exists && has_tests(&tests.join(target), "", filter)?),
        None => Ok(exists),
    }
}

#[test]
fn each_name_of_code_in_a_recipe_exists() -> Result<()> {
    let mut words = BTreeSet::new();
    for folder in ["crates", "src", "xtask/src"] {
        for path in repo::files_below(&repo::root().join(folder), &["rs"])? {
            let code = fs::read_to_string(path)?;
            let found = code.split(|next: char| !(next.is_alphanumeric() || next == '_'));
            words.extend(found.map(str::to_owned));
        }
    }
    let recipes = fs::read_to_string(repo::root().join("docs/recipes.md"))?;
    let names: Vec<&str> = code_spans(&recipes).flat_map(identifiers).collect();
    let absent: Vec<_> =
        names.iter().filter(|name| !PLACEHOLDERS.contains(name) && !words.contains(**name)).collect();
    assert!(names.len() > 50, "{} names were read", names.len());
    assert!(absent.is_empty(), "docs/recipes.md: the code has not {absent:?}");
    assert_eq!(identifiers("Rule::Cisco8000"), ["Rule", "Cisco8000"]);
    assert_eq!([identifiers("-p fabric-sim"), identifiers("S/src")], [[""; 0]; 2]);
    Ok(())
}

#[test]
fn each_file_of_a_recipe_exists_and_each_test_command_runs_a_test() -> Result<()> {
    let (mut files, mut commands) = (0, 0);
    for line in fs::read_to_string(repo::root().join("docs/recipes.md"))?.lines() {
        let mut folder = repo::root();
        for word in code_spans(line) {
            if let Some(path) = path(word) {
                assert!(repo::root().join(&path).exists(), "docs/recipes.md: there is no {path}");
                files += 1;
            }
            let words: Vec<&str> = word.split_whitespace().collect();
            if let ["-p", package, ..] = words[..] {
                folder = repo::root().join("crates").join(package);
            }
            if words.iter().any(|word| ["--lib", "--test"].contains(word)) {
                assert!(runs_a_test(&folder, &words)?, "docs/recipes.md: `{word}` runs no test");
                commands += 1;
            }
        }
    }
    assert!(files > 50 && commands > 10, "{files} files and {commands} commands were read");
    Ok(())
}

#[test]
fn a_filter_without_tests_is_found() -> Result<()> {
    let page = repo::root();
    assert!(runs_a_test(&page, &["cargo", "test", "--lib", "lab::subscriptions"])?);
    assert!(!runs_a_test(&page, &["cargo", "test", "--lib", "lab::asked"])?);
    assert!(!runs_a_test(&page.join("crates/fabric-sim"), &["--test", "absent"])?);
    Ok(())
}
