//! What the page weighs as it travels, and what it may weigh.

use std::cmp::Reverse;
use std::fmt;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use brotli::enc::BrotliEncoderParams;
use serde::Serialize;

/// What everything that travels is to weigh one day, in bytes as brotli.
pub const GOAL: u64 = 450_000;

/// What everything that travels may weigh, in bytes as brotli; above it
/// `cargo xtask test` fails. It is what was reached, rounded up: whoever makes
/// the page lighter lowers it, and who raises it says here what for: the last
/// 15 kB are lists and menus that stay short in the page however long they are, limits of marks in one sentence, the speed
/// that was measured, ways out of a stopped program, and what is said of files and clipboards; 7 kB are refusals of what takes
/// too much memory, of wrong arguments of the classes, and a narrator that tells steps apart; 3 kB are words of other systems;
/// 3 kB are walks over waits that look at each wait once; 27 kB are builders and workloads: about
/// 10 kB to read and write them, 8 kB the form, and 9 kB to compile and report them; 59 kB are
/// the importer of switches' configurations, and 62 kB the lessons with what reads and judges them: both are to become
/// modules that are loaded when they are opened; 13 kB are the card of the first visit, highlights of
/// steps in the picture, free play and lessons from files; 47 kB are the true causes of pauses and
/// losses with settings that have no effect, the gallery of presets, controls of challenges, and the
/// settings of the scenario.
pub const BUDGET: u64 = 1_195_000;

/// A file, or all of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Weight {
    /// The file's name.
    pub file: String,
    /// Its bytes.
    pub bytes: u64,
    /// Its bytes as brotli of quality 11 and a window of 22 bits, which is what
    /// static hosts send.
    pub brotli: u64,
}

impl Weight {
    /// The files of the built page in `folder`, the heaviest first.
    ///
    /// # Errors
    ///
    /// When one can't be read.
    pub fn of_folder(folder: &Path) -> Result<Vec<Self>> {
        let mut weights = Vec::new();
        let mut folders = vec![folder.to_path_buf()];
        while let Some(within) = folders.pop() {
            let entries =
                fs::read_dir(&within).with_context(|| format!("cannot read {}", within.display()))?;
            for entry in entries {
                let path = entry?.path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
                let file = path.strip_prefix(folder)?.to_string_lossy().into_owned();
                weights.push(Self { file, bytes: bytes.len() as u64, brotli: brotli(&bytes)? });
            }
        }
        weights.sort_by_key(|weight| Reverse(weight.brotli));
        Ok(weights)
    }

    /// All that travel when the page is opened: lessons, which are its only
    /// files of JSON, travel one by one when they are opened.
    #[must_use]
    pub fn total(weights: &[Self]) -> Self {
        let at_once =
            || weights.iter().filter(|one| Path::new(&one.file).extension().is_none_or(|end| end != "json"));
        let sum = |of: fn(&Self) -> u64| at_once().map(of).sum();
        Self { file: "everything".to_owned(), bytes: sum(|one| one.bytes), brotli: sum(|one| one.brotli) }
    }
}

impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<44}{:>12}{:>12}", self.file, self.bytes, self.brotli)
    }
}

/// How many bytes are left of `bytes`.
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
        fs::write(folder.join("lesson.json"), "{}").unwrap();
        let weights = Weight::of_folder(&folder).unwrap();
        fs::remove_dir_all(&folder).unwrap();
        let names: Vec<&str> = weights.iter().map(|weight| &weight.file[..]).collect();
        assert_eq!(names, ["index.html", "lesson.json", "snippets/one.js"]);
        assert_eq!(weights[0].bytes, 10_000);
        assert!(weights[0].brotli < 50, "{:?}", weights[0]);
        assert_eq!(Weight::total(&weights).bytes, 10_001);
    }
}
