//! Tests of the binary: results, exit statuses, and refusals of bad input.

mod bench;
mod captures;
mod check;
mod completions;
mod figures;
mod files;
mod interop;
mod lessons;
mod links;
mod new;
mod refusals;
mod reports;
mod shapes;
mod simulators;
mod sizes;
mod sweeps;
mod why;

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn fabric(arguments: &[&str]) -> Output {
    Command::new(assert_cmd::cargo::cargo_bin!("fabric"))
        .arg(arguments[0])
        .args(&arguments[1..])
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

fn stdout_of(arguments: &[&str]) -> String {
    let output = fabric(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "", "nothing on stderr without a terminal");
    text(&output.stdout).to_owned()
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&stdout_of(arguments)).unwrap()
}

/// Runs the binary with `input` on standard input. Returns the text on standard error.
fn refused(arguments: &[&str], input: &str) -> String {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("fabric"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The binary may stop reading before the end of the input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?} {}", text(&output.stderr));
    assert_eq!(text(&output.stdout), "");
    let reported = text(&output.stderr).to_owned();
    assert!(!reported.contains("panicked"), "{reported}");
    reported
}
