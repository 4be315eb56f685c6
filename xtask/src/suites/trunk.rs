//! Suite that builds the page with trunk, and compares it with the page that [`crate::page`] builds as a
//! single module.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::page::{self, Profile};
use crate::process::{Captured, Output, capture};
use crate::tools::{Tool, Toolbox};
use crate::trunk_toml::TrunkToml;
use crate::{policy, repo};

pub(super) const NEEDS: [Tool; 4] = [Tool::WasmTarget, Tool::WasmOpt, Tool::WasmBindgen, Tool::Trunk];

/// Builds the page with trunk and without trunk, both times with the program as a single module, and compares
/// every file. The suite fails if a file differs.
///
/// The content security policy is added to the page of trunk before the comparison, because with trunk only
/// the server sends the policy.
///
/// # Errors
///
/// If a build cannot be started, or trunk writes no `index.html`.
pub(super) fn same_page(tools: &Toolbox) -> Result<Captured> {
    let folder = repo::target().join("trunk-dist");
    let whole = repo::target().join("whole-dist");
    let ours = page::build(tools, Profile::Whole, &whole, Output::Captured)?.compiled;
    ours.and_then(|| capture(&mut trunk(tools, &folder)))?.and_then(|| {
        let mut of_trunk = files(&folder)?;
        let index = of_trunk.get_mut(INDEX).context("trunk wrote no index.html; see its output")?;
        *index = policy::add(&String::from_utf8(std::mem::take(index))?, &TrunkToml::read()?)?.into_bytes();
        let differences = differences(&of_trunk, &files(&whole)?);
        Ok(Captured { ok: differences.is_empty(), output: differences.concat() })
    })
}

const INDEX: &str = "index.html";

/// Command that builds the page with trunk into `folder`.
fn trunk(tools: &Toolbox, folder: &Path) -> Command {
    let mut command = tools.command("trunk");
    command.args(["build", "--release", "--public-url", "./", "--dist"]).arg(folder);
    command.env("TRUNK_SKIP_VERSION_CHECK", "true");
    if env::var_os("NO_COLOR").is_some() {
        // trunk reads this variable as its own flag and fails on the value "1".
        command.env("NO_COLOR", "true");
    }
    command
}

/// Contents of each file of `folder`, by name.
///
/// # Errors
///
/// If `folder` contains a folder, or a file cannot be read.
fn files(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>> {
    let entries = fs::read_dir(folder)
        .with_context(|| format!("cannot read {}; check that it exists", folder.display()))?;
    entries
        .map(|entry| {
            let entry = entry?;
            Ok((entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path())?))
        })
        .collect()
}

/// Lines of text on the differences: a line for each file that differs, and for each file that only one build
/// has. Files that only `ours` has come first; within each group, the order is by name. Empty if all files
/// are equal.
fn differences(of_trunk: &BTreeMap<String, Vec<u8>>, ours: &BTreeMap<String, Vec<u8>>) -> Vec<String> {
    let only_ours = ours.keys().filter(|name| !of_trunk.contains_key(*name));
    let mut lines: Vec<String> = only_ours.map(|name| format!("{name}: trunk does not write it\n")).collect();
    for (name, bytes) in of_trunk {
        match ours.get(name) {
            None => lines.push(format!("{name}: only trunk writes it\n")),
            Some(own) if own != bytes => lines.push(format!(
                "{name}: {} bytes by trunk, {} without it, from byte {} on not the same\n",
                bytes.len(),
                own.len(),
                bytes.iter().zip(own).take_while(|(a, b)| a == b).count()
            )),
            Some(_) => {}
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_missing_or_not_the_same_is_named() {
        let page = |files: &[(&str, &str)]| {
            files.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect()
        };
        let ours = page(&[("a", "1"), ("b", "12"), ("d", "1")]);
        assert!(differences(&ours, &ours).is_empty());
        let found = differences(&page(&[("a", "1"), ("b", "13"), ("c", "1")]), &ours).concat();
        assert_eq!(
            found,
            "d: trunk does not write it\nb: 2 bytes by trunk, 2 without it, from byte 1 on not the same\n\
             c: only trunk writes it\n"
        );
    }
}
