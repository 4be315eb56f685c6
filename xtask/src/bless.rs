//! Files of expected output, and the command `cargo xtask bless`, which writes all of them again.
//!
//! Some tests compare the output of the program with files of the checkout. If the environment variable
//! [`VARIABLE`] is set, these tests write the files instead. [`RECORDS`] is the list of these tests;
//! `xtask/tests/bless.rs` fails if a test is missing in the list.

use std::collections::BTreeSet;
use std::process::Command;

use anyhow::{Result, ensure};

use crate::counts;
use crate::process::{self, capture};
use crate::tools::Toolbox;

/// Environment variable that makes a test write its files of expected output instead of comparing with them.
pub const VARIABLE: &str = "BLESS";

/// Test that compares the output of the program with files of the checkout.
#[derive(Debug, Clone, Copy)]
pub struct Record {
    /// Name of the package that contains the test.
    pub package: &'static str,
    /// Test target of the package: argument of `cargo test --test`.
    pub target: &'static str,
    /// Name of the test, with its modules, within the test target.
    pub test: &'static str,
    /// Source file of the test, relative to the root of the checkout.
    pub source: &'static str,
    /// Files of expected output that the test writes, relative to the root of the checkout.
    pub files: &'static [&'static str],
}

/// All tests with a file of expected output. [`run`] takes their packages in alphabetical order.
pub const RECORDS: [Record; 11] = [
    Record {
        package: "fabric-sim",
        target: "parameters",
        test: "the_page_of_parameters_equals_the_table",
        source: "crates/fabric-sim/tests/parameters.rs",
        files: &["docs/parameters.md"],
    },
    Record {
        package: "fabric-sim",
        target: "link",
        test: "keys::the_manual_of_links_equals_the_table",
        source: "crates/fabric-sim/tests/link/keys.rs",
        files: &["docs/links.md"],
    },
    Record {
        package: "fabric-sim",
        target: "link",
        test: "golden::every_recorded_link_leads_to_its_state",
        source: "crates/fabric-sim/tests/link/golden.rs",
        files: &["tests/golden/links-2.txt"],
    },
    Record {
        package: "fabric-sim",
        target: "documents",
        test: "every_document_gives_its_golden_hash",
        source: "crates/fabric-sim/tests/documents.rs",
        files: &["tests/golden/hashes.txt"],
    },
    Record {
        package: "fabric-sim",
        target: "recorded",
        test: "presets_give_their_recorded_reports_and_traces",
        source: "crates/fabric-sim/tests/recorded.rs",
        files: &["tests/golden/preset-runs.txt"],
    },
    Record {
        package: "fabric-sim",
        target: "recorded",
        test: "generated_documents_give_their_recorded_reports_and_traces",
        source: "crates/fabric-sim/tests/recorded.rs",
        files: &["tests/golden/document-runs.txt"],
    },
    Record {
        package: "fabric-cli",
        target: "golden",
        test: "every_preset_gives_its_golden_hash",
        source: "crates/fabric-cli/tests/golden.rs",
        files: &["tests/golden/presets.txt"],
    },
    Record {
        package: "fabric-cli",
        target: "golden",
        test: "a_sweep_gives_its_golden_table",
        source: "crates/fabric-cli/tests/golden.rs",
        files: &["tests/golden/sweep.csv"],
    },
    Record {
        package: "fabric-cli",
        target: "fabric",
        test: "shapes::types_for_typescript_are_those_of_the_schemas_and_declared_once",
        source: "crates/fabric-cli/tests/fabric/shapes.rs",
        files: &["src/js/document.d.ts", "src/js/report.d.ts", "src/js/sizes.d.ts", "src/js/shapes.d.ts"],
    },
    Record {
        package: "xtask",
        target: "doc_openings",
        test: "banned_openings_of_doc_comments_only_become_fewer",
        source: "xtask/tests/doc_openings.rs",
        files: &["xtask/tests/doc_openings.txt"],
    },
    Record {
        package: "xtask",
        target: "test_names",
        test: "banned_words_in_names_of_tests_only_become_fewer",
        source: "xtask/tests/test_names.rs",
        files: &["xtask/tests/test_names.txt"],
    },
];

/// Writes all files of expected output again, package by package in alphabetical order. Then prints which
/// files differ from the last commit. Returns true if every test passed; after a failed test, the other tests
/// still run. A test can fail even here, for an error that no new file can hide, such as an old share link
/// that opens another state.
///
/// # Errors
///
/// When cargo or git cannot be started, or a test of [`RECORDS`] does not exist. A missing test is noticed
/// only if no other test of its package fails.
pub fn run(tools: &Toolbox) -> Result<bool> {
    let mut is_good = true;
    for package in RECORDS.map(|record| record.package).into_iter().collect::<BTreeSet<_>>() {
        let tests = RECORDS.iter().filter(|record| record.package == package).count();
        println!("{package}: {tests} records");
        let captured = capture(&mut tests_of(tools, package))?;
        if captured.ok {
            let passed = counts::libtest(&captured.output).passed;
            ensure!(
                passed == tests as u64,
                "{package}: {passed} of {tests} tests ran; correct RECORDS in xtask/src/bless.rs"
            );
        } else {
            println!("{}", captured.output.trim_end());
            is_good = false;
        }
    }
    let files = RECORDS.iter().flat_map(|record| record.files);
    let changed = capture(process::command("git").args(["diff", "--stat", "--"]).args(files))?;
    ensure!(changed.ok, "{}", changed.output.trim_end());
    let list = changed.output.trim_end();
    if list.is_empty() {
        println!("No record differs from the last commit.");
    } else {
        println!("{list}\nRead `git diff` before you commit: each changed line is a changed behaviour.");
    }
    Ok(is_good)
}

/// Cargo command that runs the tests of [`RECORDS`] in `package`, each by its full name. The tests then write
/// their files.
fn tests_of(tools: &Toolbox, package: &str) -> Command {
    let records = || RECORDS.iter().filter(|record| record.package == package);
    let mut command = tools.command("cargo");
    command.args(["test", "--package", package, "--no-fail-fast"]);
    for target in records().map(|record| record.target).collect::<BTreeSet<_>>() {
        command.args(["--test", target]);
    }
    command.args(["--", "--exact"]).args(records().map(|record| record.test)).env(VARIABLE, "1");
    command
}
