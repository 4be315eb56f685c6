//! Check of the names of tests. Counts the test names in each package that contain a word like `told` or
//! `what`: such names tell a story instead of a rule. The counts in `test_names.txt` only go down. `cargo
//! xtask bless` writes lower counts there, never higher ones.

mod ratchet;

use std::env;
use std::path::Path;

use anyhow::Result;
use ratchet::Ratchet;

/// Words that the name of a test must not contain, because a rule needs none of them.
const BANNED: [&str; 22] = [
    "said", "told", "tells", "asked", "heard", "hears", "kept", "given", "wished", "who", "whom", "nobody",
    "somebody", "whatever", "what", "promise", "says", "asks", "knows", "owes", "keeps", "goes",
];

/// Names of the test functions in `code`, a Rust file, with their line numbers from 1.
fn functions(code: &str) -> Vec<(usize, &str)> {
    let mut names = Vec::new();
    let mut is_test = false;
    for (number, line) in (1..).zip(code.lines().map(str::trim)) {
        if line.starts_with("#[test]") || line.starts_with("#[wasm_bindgen_test") {
            is_test = true;
        } else if is_test && let Some(rest) = line.trim_start_matches("async ").strip_prefix("fn ") {
            names.extend(rest.split_once('(').map(|(name, _)| (number, name)));
            is_test = false;
        }
    }
    names
}

/// Titles of the tests in `code`, a JavaScript file, with their line numbers from 1. A title is the first
/// argument of a call of `test` or `pageTest`, if it is a text.
fn titles(code: &str) -> Vec<(usize, &str)> {
    let calls = code.match_indices("est(").filter_map(|(at, call)| {
        let before = code[..at].trim_end_matches(char::is_alphanumeric);
        let (name, rest) = (&code[before.len()..at + 3], code[at + call.len()..].trim_start());
        let quote = rest.chars().next().filter(|quote| "'\"`".contains(*quote))?;
        let title = rest[1..].split(quote).next()?;
        let number = code[..code.len() - rest.len()].lines().count().max(1);
        ["test", "pageTest"].contains(&name).then_some((number, title))
    });
    calls.collect()
}

/// Whether a word of `name` is in [`BANNED`].
fn is_banned(name: &str) -> bool {
    name.split(|sign: char| !sign.is_alphanumeric()).any(|word| BANNED.contains(&word))
}

#[test]
fn banned_words_in_names_of_tests_only_become_fewer() -> Result<()> {
    let ratchet = Ratchet {
        record: "xtask/tests/test_names.txt",
        counted: "names of tests with banned words",
        advice: "name a test for its rule, such as `pause_expires_after_its_quanta`",
        extensions: &["rs", "mjs"],
    };
    ratchet.check(env::var_os("BLESS").is_some(), |path: &Path, code| {
        let is_rust = path.extension().is_some_and(|extension| extension == "rs");
        let names = if is_rust { functions(code) } else { titles(code) };
        let banned = names.into_iter().filter(|(_, name)| is_banned(name));
        banned.map(|(number, name)| format!("{number}: {name}")).collect()
    })
}

#[test]
fn names_of_tests_are_found_in_rust_and_javascript() {
    let code = "#[test]\nfn a_rule() {}\nfn helper() {}\n#[test]\n#[ignore]\nasync fn what_is_told() {}\n";
    assert_eq!(functions(code), [(2, "a_rule"), (6, "what_is_told")]);
    let code = "test('a rule', run);\nfor (;;) {\n  pageTest(\n    `a ${size}`,\n    run);\n}\n/a/.test(text);\nlatest('x');";
    assert_eq!(titles(code), [(1, "a rule"), (4, "a ${size}")]);
}

#[test]
fn a_banned_word_is_a_whole_word_of_a_name() {
    for (name, banned) in [
        ("what_is_told_is_found", true),
        ("the end is what is shown", true),
        ("somewhat_long_names_fit", false),
        ("pause_expires_after_its_quanta", false),
    ] {
        assert_eq!(is_banned(name), banned, "{name}");
    }
}
