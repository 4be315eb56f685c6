//! Parts of the program that the browser loads when they are first used, and the functions of each:
//! `xtask/parts.toml`.

use std::fs;

use anyhow::{Context, Result};
use serde::Deserialize;

use super::cannot_read;
use crate::repo;

/// The file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Parts {
    part: Vec<Part>,
}

/// Part of the program.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Name, by which its file is called.
    pub(super) name: String,
    /// Starts of the paths of its functions that others call.
    entries: Vec<String>,
}

/// Reads the checkout's parts.
pub(super) fn read() -> Result<Vec<Part>> {
    let path = repo::root().join("xtask").join("parts.toml");
    parse(&fs::read_to_string(&path).with_context(|| cannot_read(&path))?)
}

pub(super) fn parse(text: &str) -> Result<Vec<Part>> {
    let parts: Parts = toml::from_str(text).context("xtask/parts.toml")?;
    Ok(parts.part)
}

impl Part {
    /// Whether the function of this name is an entry of this part.
    pub(super) fn has(&self, name: &str) -> bool {
        let path = path(name);
        self.entries.iter().any(|start| path.starts_with(start))
    }
}

/// Path of the type that a function is implemented for, or of the function itself.
///
/// Code that drops a value has a path of its own: the compiler makes one function of equal ones, whatever they drop.
fn path(name: &str) -> &str {
    let mut path = name.trim_start_matches(['<', '&', '(', '[', '{']);
    for start in ["mut ", "dyn ", "closure in "] {
        path = path.strip_prefix(start).unwrap_or(path);
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_found_by_the_start_of_its_path() {
        let part = &parse("[[part]]\nname = 'a'\nentries = ['a::b::']").unwrap()[0];
        for name in ["a::b::f", "<a::b::T as x::Y>::f", "<&mut a::b::T>::f"] {
            assert!(part.has(name), "{name}");
        }
        for name in ["a::f", "x::f::<a::b::T>", "core::ptr::drop_in_place::<a::b::T>"] {
            assert!(!part.has(name), "{name}");
        }
    }

    #[test]
    fn the_parts_have_names_of_their_own() {
        let parts = read().unwrap();
        let mut names: Vec<_> = parts.iter().map(|part| &part.name).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), parts.len());
    }
}
