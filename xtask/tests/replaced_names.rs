//! Fails if Rust code has a name that was replaced. Such a name meant several things, or suggested the
//! opposite of its meaning.

use std::fs;

use anyhow::Result;
use xtask::repo;

/// Names that were replaced. A longer name that contains one of them, such as `FrozenWorld`, also counts.
const REPLACED: [&str; 22] = [
    "Asked",
    "Carries",
    "Crossed",
    "Deaf",
    "Deed",
    "Desk",
    "Dirty",
    "Frozen",
    "Ghost",
    "Giver",
    "Heed",
    "Lot",
    "Mute",
    "PortPlan",
    "Reel",
    "Regulator",
    "Rider",
    "Stormed",
    "Tape",
    "Told",
    "Trouble",
    "Watch",
];

/// Names of [`REPLACED`] in `code`, with their line numbers from 1. Comments count.
fn replaced_names(code: &str) -> Vec<(usize, &'static str)> {
    let mut found = Vec::new();
    for (number, line) in (1..).zip(code.lines()) {
        for word in line.split(|next: char| !next.is_alphanumeric()) {
            let is_part = |name: &&str| {
                word.match_indices(*name)
                    .any(|(at, _)| !word[at + name.len()..].starts_with(|next: char| next.is_lowercase()))
            };
            found.extend(REPLACED.into_iter().filter(is_part).map(|name| (number, name)));
        }
    }
    found
}

#[test]
fn replaced_names_are_absent_from_rust_code() -> Result<()> {
    let mut found = Vec::new();
    for folder in ["src", "crates", "tests", "benches", "xtask"] {
        for path in repo::files_below(&repo::root().join(folder), &["rs"])? {
            if !path.ends_with("xtask/tests/replaced_names.rs") {
                let names = replaced_names(&fs::read_to_string(&path)?);
                found.extend(
                    names.iter().map(|(number, name)| format!("{}:{number}: {name}", path.display())),
                );
            }
        }
    }
    assert!(
        found.is_empty(),
        "replaced names; see docs/glossary.md for the present ones:\n{}",
        found.join("\n")
    );
    Ok(())
}

#[test]
fn replaced_name_is_found_as_a_part_of_a_longer_name() {
    let code = "struct FrozenWorld;\nlet x = Crossed::new();\nlet frozen = is_frozen(Crossedness);\n";
    assert_eq!(replaced_names(code), [(1, "Frozen"), (2, "Crossed")]);
}
