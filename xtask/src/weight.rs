//! Sizes of the files of the page as a server sends them. Start with [`Weight::of_folder`]. Files are sorted
//! by compressed size, the largest first. [`BUDGET`] is the limit for the files that are sent when the page
//! is opened; a size equal to the limit passes. Lessons, the glossary and all wasm modules except the main
//! one are sent later.

use std::cmp::Reverse;
use std::fmt;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use brotli::enc::BrotliEncoderParams;
use serde::Serialize;

/// Goal for the bytes that a server sends when the page is opened, compressed as brotli.
pub const GOAL: u64 = 1_050_000;

/// Limit for the bytes that a server sends when the page is opened, compressed as brotli. Above this limit,
/// `cargo xtask test` fails.
///
/// The limit is the measured size plus a margin. Change it in the commit that changes the size, and state in
/// that commit the purpose of the bytes. Parts that are loaded later (`xtask/parts.toml`) do not count.
pub const BUDGET: u64 = 1_160_000;

/// Size of a file of the page, or sum of the sizes of several files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Weight {
    /// Path of the file relative to the folder of the page, or name of a group of files.
    pub file: String,
    /// Size in bytes without compression.
    pub bytes: u64,
    /// Size in bytes after compression as brotli with quality 11 and a window of 22 bits, as static hosts
    /// send it.
    pub brotli: u64,
}

impl Weight {
    /// Sizes of all files of the page in `folder` and its subfolders, the largest compressed size first. The
    /// order of equal sizes is undefined. Empty if there are no files.
    ///
    /// # Errors
    ///
    /// If a file cannot be read.
    pub fn of_folder(folder: &Path) -> Result<Vec<Self>> {
        let mut weights = Vec::new();
        let mut folders = vec![folder.to_path_buf()];
        while let Some(within) = folders.pop() {
            let entries = fs::read_dir(&within)
                .with_context(|| format!("cannot read {}; check that it exists", within.display()))?;
            for entry in entries {
                let path = entry?.path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let bytes = fs::read(&path)
                    .with_context(|| format!("cannot read {}; check that it exists", path.display()))?;
                let file = path.strip_prefix(folder)?.to_string_lossy().into_owned();
                weights.push(Self { file, bytes: bytes.len() as u64, brotli: brotli(&bytes)? });
            }
        }
        weights.sort_by_key(|weight| Reverse(weight.brotli));
        Ok(weights)
    }

    /// Sum of the sizes of the files that are sent when the page is opened; 0 if there are none.
    #[must_use]
    pub fn at_opening(weights: &[Self]) -> Self {
        Self::sum("when the page is opened", &weights.iter().filter(|one| !one.is_later()))
    }

    /// Sum of the sizes of the files that are sent later.
    #[must_use]
    pub fn later(weights: &[Self]) -> Self {
        Self::sum("later", &weights.iter().filter(|one| one.is_later()))
    }

    fn sum<'a>(name: &str, weights: &(impl Iterator<Item = &'a Self> + Clone)) -> Self {
        let sum = |of: fn(&Self) -> u64| weights.clone().map(of).sum();
        Self { file: name.to_owned(), bytes: sum(|one| one.bytes), brotli: sum(|one| one.brotli) }
    }

    /// Whether a browser requests the file only when it is used. Such files are lessons (the only JSON
    /// files), the glossary, and parts of the program (all wasm modules except the main one). All other files
    /// count as sent at the opening.
    fn is_later(&self) -> bool {
        let end = Path::new(&self.file).extension();
        end.is_some_and(|end| {
            end == "json" || end == "md" || end == "wasm" && !self.file.ends_with("_bg.wasm")
        })
    }
}

impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<44}{:>12}{:>12}", self.file, self.bytes, self.brotli)
    }
}

/// Size of `bytes` after compression as brotli.
fn brotli(mut bytes: &[u8]) -> Result<u64> {
    let params = BrotliEncoderParams { quality: 11, lgwin: 22, ..BrotliEncoderParams::default() };
    let mut packed = Vec::new();
    brotli::BrotliCompress(&mut bytes, &mut packed, &params)?;
    Ok(packed.len() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_weighed() {
        let folder = std::env::temp_dir().join(format!("weight-{}", std::process::id()));
        fs::create_dir_all(folder.join("snippets")).unwrap();
        fs::write(folder.join("index.html"), "a".repeat(10_000)).unwrap();
        fs::write(folder.join("snippets").join("one.js"), "b").unwrap();
        for (file, text) in
            [("lesson.json", "{}"), ("x_bg.wasm", "1234"), ("x_part.wasm", "56789"), ("a.md", "#")]
        {
            fs::write(folder.join(file), text).unwrap();
        }
        let weights = Weight::of_folder(&folder).unwrap();
        fs::remove_dir_all(&folder).unwrap();
        let mut names: Vec<&str> = weights.iter().map(|weight| &weight.file[..]).collect();
        names.sort_unstable();
        assert_eq!(
            names,
            ["a.md", "index.html", "lesson.json", "snippets/one.js", "x_bg.wasm", "x_part.wasm"]
        );
        assert_eq!(weights[0].bytes, 10_000);
        assert!(weights[0].brotli < 50, "{:?}", weights[0]);
        assert_eq!(Weight::at_opening(&weights).bytes, 10_005);
        assert_eq!(Weight::later(&weights).bytes, 8);
    }
}
