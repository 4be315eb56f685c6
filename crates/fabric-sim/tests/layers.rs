//! The rooms of the house and the arrows between them: each knows only what
//! stands before it, whichever of the two crates it is in. Read from the imports,
//! so that a wrong one fails here.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The crates in which they are.
const CRATES: [&str; 2] = ["../fabric-engine", "."];

/// In order; `ids`, `digest`, `mem_size`, `mask` and `order` are base ware beside `units`.
const ROOMS: [&str; 16] = [
    "units",
    "ids",
    "digest",
    "mem_size",
    "mask",
    "order",
    "wire",
    "fabric",
    "spec",
    "engine",
    "sizing",
    "document",
    "new_document",
    "worst_case",
    "sweep",
    "check",
];

/// Modules beside `document`: none of the three uses another.
const BESIDE_DOCUMENT: [&str; 2] = ["insight", "tape"];

/// The place of a room.
fn place(room: &str) -> Option<usize> {
    let room = if BESIDE_DOCUMENT.contains(&room) { "document" } else { room };
    ROOMS.iter().position(|name| *name == room)
}

fn folder(of: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(of)
}

fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the sources are there") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            sources(&path, into);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            into.push(path);
        }
    }
}

/// The rooms that a source names as `crate::room` or as the engine's; comments and tests do not count.
fn named(text: &str) -> Vec<String> {
    // Tests that stand in the file stand at its end; those of their own are only named.
    let ends = |line: &&str, next: &&str| *line == "#[cfg(test)]" && next.ends_with('{');
    let count = text.lines().zip(text.lines().skip(1)).take_while(|(line, next)| !ends(line, next)).count();
    let lines = text.lines().take(count + 1).filter(|line| !line.trim_start().starts_with("//"));
    let behind = |line, prefix: &'static str| {
        str::match_indices(line, prefix).map(move |(at, prefix)| &line[at + prefix.len()..])
    };
    lines
        .flat_map(|line| behind(line, "crate::").chain(behind(line, "fabric_engine::")))
        .map(|rest| rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect())
        .collect()
}

#[test]
fn no_room_knows_one_that_stands_behind_it() {
    let (mut arrows, mut found) = (0, BTreeSet::new());
    for top in CRATES.map(|name| folder(name).join("src")) {
        let mut files = Vec::new();
        sources(&top, &mut files);
        for file in files {
            let inside = file.strip_prefix(&top).expect("under src");
            let room = inside.components().next().expect("a first part").as_os_str().to_string_lossy();
            let room = room.trim_end_matches(".rs");
            let Some(here) = place(room) else {
                assert_eq!(room, "lib", "{} stands in no room", inside.display());
                continue;
            };
            found.insert(room.to_owned());
            for other in named(&fs::read_to_string(&file).expect("text")) {
                assert!(
                    other == room || place(&other).is_some_and(|there| there < here),
                    "{} knows `{other}`, which does not stand before `{room}`",
                    inside.display()
                );
                arrows += 1;
            }
        }
    }
    assert!(arrows > 50, "the imports were read: {arrows}");
    let all = ROOMS.into_iter().chain(BESIDE_DOCUMENT);
    assert!(
        found.iter().map(String::as_str).eq(all.collect::<BTreeSet<_>>()),
        "every room was read: {found:?}"
    );
}

#[test]
fn the_simulator_knows_no_browser() {
    for name in CRATES {
        let manifest = fs::read_to_string(folder(name).join("Cargo.toml")).expect("text");
        let dependencies = manifest.split("[dependencies]").nth(1).expect("has dependencies");
        for web in ["web-sys", "js-sys", "wasm-bindgen", "leptos", "plotters"] {
            assert!(!dependencies.contains(web), "{web} is a web crate");
        }
    }
}
