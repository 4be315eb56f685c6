//! Ratchet of plain language: counts the doc comments of each package that open with
//! a pronoun or a phrase that needs the line above to be understood. The counts
//! in `doc_openings.txt` only go down. `cargo xtask bless` writes lower counts
//! there, never higher ones.

use std::collections::BTreeMap;
use std::env;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

/// Openings that say nothing of the thing that the comment is about.
const BANNED: [&str; 21] = [
    "It", "They", "That", "Those", "These", "One", "Ones", "Who", "Whom", "Whoever", "What", "Whatever",
    "Which", "So many", "So much", "Of it", "Of these", "Of those", "Of them", "Of which", "The same",
];

/// Amount by which a count may lie below its record before the record must be
/// lowered, so that two branches that mend comments merge without a conflict.
const SLACK: usize = 20;

/// First lines of the doc comments in `code`, with their line numbers from 1.
fn openings(code: &str) -> Vec<(usize, &str)> {
    let mut openings = Vec::new();
    let mut is_inside = false;
    for (number, line) in (1..).zip(code.lines().map(str::trim)) {
        let text = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"));
        // Four slashes begin a plain comment.
        let text = text.filter(|text| !text.starts_with('/'));
        if let Some(text) = text
            && !is_inside
        {
            openings.push((number, text.trim()));
        }
        is_inside = text.is_some();
    }
    openings
}

/// Whether a doc comment that opens with `line` opens with one of [`BANNED`].
fn is_banned(line: &str) -> bool {
    BANNED.iter().any(|opening| {
        line.strip_prefix(opening)
            .is_some_and(|rest| !rest.starts_with(|next: char| next.is_alphanumeric() || next == '_'))
    })
}

fn sources(folder: &Path, into: &mut Vec<PathBuf>) -> Result<()> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            sources(&path, into)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            into.push(path);
        }
    }
    Ok(())
}

/// Banned openings of the package in `folder`, as `path:line: opening`.
fn found_in(repository: &Path, folder: &Path) -> Result<Vec<String>> {
    let mut files = Vec::new();
    for part in ["src", "tests", "benches"] {
        sources(&folder.join(part), &mut files)?;
    }
    files.sort();
    let mut found = Vec::new();
    for file in files {
        let code = fs::read_to_string(&file)?;
        let name = file.strip_prefix(repository).unwrap_or(&file).display();
        let banned = openings(&code).into_iter().filter(|(_, line)| is_banned(line));
        found.extend(banned.map(|(number, line)| format!("{name}:{number}: {line}")));
    }
    Ok(found)
}

/// Folders of the packages of the workspace by their names; the page is `page`.
fn packages(repository: &Path) -> Result<BTreeMap<String, PathBuf>> {
    let mut packages = BTreeMap::from([
        ("page".to_owned(), repository.to_owned()),
        ("xtask".to_owned(), repository.join("xtask")),
    ]);
    for entry in fs::read_dir(repository.join("crates"))? {
        let entry = entry?;
        packages.insert(entry.file_name().to_string_lossy().into_owned(), entry.path());
    }
    Ok(packages)
}

fn recorded(text: &str) -> Result<BTreeMap<String, usize>> {
    text.lines()
        .map(|line| {
            let (name, count) = line.split_once(' ').with_context(|| format!("{line}: no name and count"))?;
            Ok((name.to_owned(), count.parse()?))
        })
        .collect()
}

#[test]
fn banned_openings_of_doc_comments_only_become_fewer() -> Result<()> {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize()?;
    let record = repository.join("xtask/tests/doc_openings.txt");
    let before = recorded(&fs::read_to_string(&record)?)?;
    let (mut after, mut wrong) = (String::new(), String::new());
    for (name, folder) in packages(&repository)? {
        let found = found_in(&repository, &folder)?;
        // A new package begins with none.
        let most = before.get(&name).copied().unwrap_or(0);
        writeln!(after, "{name} {}", found.len().min(most))?;
        if found.len() > most {
            writeln!(wrong, "{name}: {} banned openings, {most} recorded:", found.len())?;
            found.iter().try_for_each(|line| writeln!(wrong, "  {line}"))?;
        } else if found.len() + SLACK < most && env::var_os("BLESS").is_none() {
            writeln!(
                wrong,
                "{name}: {} banned openings, {most} recorded; run `cargo xtask bless`",
                found.len()
            )?;
        }
    }
    if env::var_os("BLESS").is_some() {
        fs::write(&record, after)?;
    }
    ensure!(wrong.is_empty(), "begin with a noun of the domain or a verb:\n{wrong}");
    Ok(())
}

#[test]
fn a_banned_opening_is_a_whole_word_at_the_start_of_a_doc_comment() {
    for (line, banned) in [
        ("What waits.", true),
        ("So many frames.", true),
        ("The same, in bytes.", true),
        ("It", true),
        ("Iterates over ports.", false),
        ("Whether the port is paused.", false),
        ("Onerous work.", false),
        ("Frames: what waits.", false),
    ] {
        assert_eq!(is_banned(line), banned, "{line}");
    }
    let code = "//! Head.\n//! What follows.\n\n/// A port.\n/// It sends.\nstruct Port {\n    /// Bytes.\n    n: u8,\n    //// What.\n}\n";
    assert_eq!(openings(code), [(1, "Head."), (4, "A port."), (7, "Bytes.")]);
}
