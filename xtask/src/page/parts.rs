//! Reads `xtask/parts.toml`: the parts of the program that the browser loads on first use, and the entry
//! functions of each part.

use std::fs;

use anyhow::{Context, Result};
use serde::Deserialize;

use super::cannot_read;
use crate::repo;

/// Contents of `xtask/parts.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Parts {
    part: Vec<ProgramPart>,
}

/// Part of the program that the browser loads on first use.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramPart {
    /// Name of the part, which is also in the name of its wasm file.
    pub(super) name: String,
    /// Paths of the entry functions: functions of the part that code outside the part calls.
    entries: Vec<String>,
}

/// Reads `xtask/parts.toml`. The parts are in the order of the file.
///
/// # Errors
///
/// If the file cannot be read or has another form.
pub(super) fn read() -> Result<Vec<ProgramPart>> {
    let path = repo::root().join("xtask").join("parts.toml");
    parse(&fs::read_to_string(&path).with_context(|| cannot_read(&path))?)
}

/// Parses the text of `xtask/parts.toml`, in the order of the file.
///
/// # Errors
///
/// If a field is missing, unknown or of another type.
pub(super) fn parse(text: &str) -> Result<Vec<ProgramPart>> {
    let parts: Parts = toml::from_str(text).context("xtask/parts.toml")?;
    Ok(parts.part)
}

impl ProgramPart {
    /// Whether the function `name` is an entry function of this part, which code outside the part calls.
    /// `xtask/parts.toml` lists the paths of all entry functions.
    pub(super) fn has(&self, name: &str) -> bool {
        self.entry_of(name).is_some()
    }

    /// Path of the function `name`, from the list of entries of this part; `None` if the function is no entry
    /// of this part.
    pub(super) fn entry_of(&self, name: &str) -> Option<&str> {
        let path = path(name);
        self.entries().find(|entry| path == *entry)
    }

    /// Paths of the entry functions of this part, in the order of `xtask/parts.toml`.
    pub(super) fn entries(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(String::as_str)
    }
}

/// Path of the function `name`, without the suffixes of the wrapper functions that wasm-bindgen adds for an
/// export.
fn path(name: &str) -> &str {
    [" externref shim", " multivalue shim"]
        .iter()
        .fold(name, |path, mark| path.split(mark).next().unwrap_or(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_one_function() {
        let part = &parse("[[part]]\nname = 'a'\nentries = ['a::b', 'act']").unwrap()[0];
        for name in ["a::b", "act", "act externref shim", "act externref shim multivalue shim"] {
            assert!(part.has(name), "{name}");
        }
        for name in ["a::b::{{closure}}", "a::bc", "actions", "<a::b as x::Y>::f"] {
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
