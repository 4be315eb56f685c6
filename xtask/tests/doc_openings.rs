//! Check of plain language: counts the comments in each package with an unclear beginning. Such a beginning
//! is a pronoun, or a phrase that needs the line above to be understood. In Rust, doc comments count; in
//! JavaScript and in style sheets, all comments that begin a line. The counts in `doc_openings.txt` only go
//! down. `cargo xtask bless` writes lower counts there, never higher ones.

mod ratchet;

use std::env;
use std::path::Path;

use anyhow::Result;
use ratchet::Ratchet;

/// First words that do not name the subject of the comment.
const BANNED: [&str; 21] = [
    "It", "They", "That", "Those", "These", "One", "Ones", "Who", "Whom", "Whoever", "What", "Whatever",
    "Which", "So many", "So much", "Of it", "Of these", "Of those", "Of them", "Of which", "The same",
];

/// First lines of the comments in `code`, with their line numbers from 1. `marks` begin a line of a comment.
fn openings<'a>(code: &'a str, marks: &[&str]) -> Vec<(usize, &'a str)> {
    let mut openings = Vec::new();
    let mut is_inside = false;
    for (number, line) in (1..).zip(code.lines().map(str::trim)) {
        let text = marks.iter().find_map(|mark| line.strip_prefix(mark));
        // In Rust, a line with four slashes is a plain comment, not a doc comment.
        let text = text.filter(|text| !text.starts_with('/'));
        let is_first = !is_inside || line.starts_with("/*");
        is_inside = text.is_some();
        if let Some(text) = text.map(str::trim)
            && is_first
            && !text.is_empty()
        {
            openings.push((number, text));
        } else if text.is_some() && is_first {
            // The text of a block comment begins on its second line.
            is_inside = false;
        }
    }
    openings
}

/// Marks at the start of a comment line that count in the file `path`: in Rust those of doc comments, such as
/// `///`, elsewhere those of all comments.
fn marks(path: &Path) -> &'static [&'static str] {
    if path.extension().is_some_and(|extension| extension == "rs") {
        &["///", "//!"]
    } else {
        &["//", "/**", "/*", "* ", "*"]
    }
}

/// Whether `line`, the first line of a doc comment, begins with one of [`BANNED`], as whole words.
fn is_banned(line: &str) -> bool {
    BANNED.iter().any(|opening| {
        line.strip_prefix(opening)
            .is_some_and(|rest| !rest.starts_with(|next: char| next.is_alphanumeric() || next == '_'))
    })
}

#[test]
fn banned_openings_of_doc_comments_only_become_fewer() -> Result<()> {
    let ratchet = Ratchet {
        record: "xtask/tests/doc_openings.txt",
        counted: "banned openings",
        advice: "begin with a noun of the domain or a verb",
        extensions: &["rs", "css", "js", "mjs", "ts"],
    };
    ratchet.check(env::var_os("BLESS").is_some(), |path, code| {
        let banned = openings(code, marks(path)).into_iter().filter(|(_, line)| is_banned(line));
        banned.map(|(number, line)| format!("{number}: {line}")).collect()
    })
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
    assert_eq!(openings(code, marks(Path::new("a.rs"))), [(1, "Head."), (4, "A port."), (7, "Bytes.")]);
    let code = "/* A row. */\n/* It grows. */\n.row {\n}\n/**\n * Frames.\n * What follows.\n */\n// Ports.\n// Bytes.\n";
    let style = openings(code, marks(Path::new("a.css")));
    assert_eq!(style, [(1, "A row. */"), (2, "It grows. */"), (6, "Frames."), (9, "Ports.")]);
}
