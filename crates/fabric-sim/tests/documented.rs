//! Documents that name code stay true, and doc comments open with a noun or a verb.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn read_all(folder: &Path, into: &mut String) {
    for entry in fs::read_dir(folder).expect("the sources are there") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            read_all(&path, into);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            into.push_str(&fs::read_to_string(&path).expect("text"));
        }
    }
}

#[test]
fn every_test_that_the_model_page_names_exists() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources = String::new();
    for folder in ["../fabric-engine/src", "src", "tests"] {
        read_all(&here.join(folder), &mut sources);
    }
    let page = fs::read_to_string(here.join("../../docs/model.md")).expect("the page is there");
    let names: Vec<&str> =
        page.split('`').skip(1).step_by(2).filter_map(|code| Some(code.split_once("::")?.1)).collect();
    assert!(names.len() > 40, "the names were read: {}", names.len());
    for name in names {
        assert!(
            sources.contains(&format!("fn {name}(")),
            "docs/model.md names a test that is not there: {name}"
        );
    }
}

/// Rows of `docs/glossary.md`: term, meaning, source, file and name in code.
fn glossary() -> Vec<[String; 5]> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(here.join("../../docs/glossary.md")).expect("the glossary is there");
    let rows = page.lines().skip_while(|line| !line.starts_with("|---")).skip(1);
    rows.map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [term, meaning, source, code] = cells[..] else { panic!("a row has four cells: {row}") };
        let code: Vec<&str> = code.split('`').skip(1).step_by(2).collect();
        let [file, name] = code[..] else { panic!("the last cell is `file` `name`: {row}") };
        [term, meaning, source, file, name].map(str::to_owned)
    })
    .collect()
}

#[test]
fn every_glossary_term_is_defined_once_and_its_name_is_in_the_code() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (rows, mut terms) = (glossary(), BTreeSet::new());
    assert!(rows.len() > 40, "the rows were read: {}", rows.len());
    for [term, meaning, source, file, name] in rows {
        assert!(terms.insert(term.to_lowercase()), "docs/glossary.md: {term} stands twice");
        assert!(
            meaning.ends_with('.') && !source.is_empty(),
            "docs/glossary.md: {term} lacks a sentence or a source"
        );
        let root = if file.starts_with("crates/") { "../.." } else { "../fabric-engine/src" };
        let text = fs::read_to_string(here.join(root).join(&file));
        let text = text.unwrap_or_else(|error| panic!("docs/glossary.md: {term}: {file}: {error}"));
        let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        assert!(words.any(|word| word == name), "docs/glossary.md: {term}: {file} has no {name}");
    }
}

/// Words that no doc comment may open with: they mean nothing without another sentence.
const BANNED: [&str; 11] =
    ["It", "That", "Those", "These", "They", "One", "Whoever", "What", "So many", "Of these", "The same"];

/// Doc comments of the workspace that open with a banned word. The count only goes down:
/// lower the number when comments are mended.
const RECORDED_OPENINGS: usize = 1_468;

fn is_banned(opening: &str) -> bool {
    BANNED.iter().any(|word| {
        opening.strip_prefix(word).is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()))
    })
}

fn banned_openings(sources: &str) -> usize {
    let doc = |line: &str| {
        line.trim_start().strip_prefix("/// ").or_else(|| line.strip_prefix("//! ")).map(str::to_owned)
    };
    let mut is_inside = false;
    let mut count = 0;
    for line in sources.lines() {
        let opening = doc(line);
        count += usize::from(!is_inside && opening.as_deref().is_some_and(is_banned));
        is_inside = opening.is_some();
    }
    count
}

#[test]
fn banned_openings_of_doc_comments_only_become_fewer() {
    assert_eq!(
        banned_openings("/// It is so.\n/// What else.\nfn f() {}\n/// Items.\n/// What.\n//! The same.\n"),
        1
    );
    assert_eq!(banned_openings("/// Whatever.\n\n    /// The same, twice.\n"), 1);
    let (root, mut sources) = (Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."), String::new());
    for folder in ["crates", "src", "xtask"] {
        read_all(&root.join(folder), &mut sources);
    }
    let count = banned_openings(&sources);
    assert!(
        count <= RECORDED_OPENINGS,
        "{count} doc comments open with one of {BANNED:?}, of which {RECORDED_OPENINGS} are allowed: \
         begin a new one with a noun of the domain or a verb"
    );
}
