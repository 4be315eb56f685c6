//! Ratchet of plain language: counts the doc comments of each package that begin with a pronoun, or with a
//! phrase that needs the line above to be understood. The counts in `doc_openings.txt` only go down. `cargo
//! xtask bless` writes lower counts there, never higher ones.

mod ratchet;

use std::env;

use anyhow::Result;
use ratchet::Ratchet;

/// First words that do not name the subject of the comment.
const BANNED: [&str; 21] = [
    "It", "They", "That", "Those", "These", "One", "Ones", "Who", "Whom", "Whoever", "What", "Whatever",
    "Which", "So many", "So much", "Of it", "Of these", "Of those", "Of them", "Of which", "The same",
];

/// First lines of the doc comments in `code`, with their line numbers from 1.
fn openings(code: &str) -> Vec<(usize, &str)> {
    let mut openings = Vec::new();
    let mut is_inside = false;
    for (number, line) in (1..).zip(code.lines().map(str::trim)) {
        let text = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"));
        // A line with four slashes is a plain comment, not a doc comment.
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
        extensions: &["rs"],
    };
    ratchet.check(env::var_os("BLESS").is_some(), |_, code| {
        let banned = openings(code).into_iter().filter(|(_, line)| is_banned(line));
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
    assert_eq!(openings(code), [(1, "Head."), (4, "A port."), (7, "Bytes.")]);
}
