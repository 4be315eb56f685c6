//! Bad input, bad arguments, and readers who have had enough.

use std::process::{Command, Stdio};

use super::{refused, text};

#[test]
fn bad_input_is_refused_with_status_2_and_a_clear_sentence() {
    let document = |fields: &str| {
        format!(
            r#"{{"format": 1, "model": 1, "hosts": [{{"name": "a"}}, {{"name": "b"}}], "links": [{{"a": "a", "b": "b", "rate": "10G"}}]{fields}}}"#
        )
    };
    let hosts: Vec<String> = (0..1_000_000).map(|n| format!(r#"{{"name":"{n}"}}"#)).collect();
    for (input, expected) in [
        ("not json".to_owned(), "line 1, column 2: this is not JSON"),
        (document(r#", "seed": "one""#), "seed is \"one\", but must be a whole number"),
        (document(r#", "speed": 1"#), "speed: there is no such field"),
        (
            document(r#", "flows": [{"name": "f", "from": "a", "to": "c"}]"#),
            "flows[0].to: there is no host called \"c\"",
        ),
        (
            document("").replace("}]}", r#"}, {"a": "a", "b": "b", "rate": "10G"}]}"#),
            "links[1]: host \"a\" has a link already",
        ),
        (
            document("").replace("10G", "0"),
            "links[0].rate is \"0\", but must be a rate such as 100G, above 0",
        ),
        (document(r#", "seed": -4"#), "seed is -4, but must be"),
        (
            document(r#", "params": {"xoff": "99999999999999G"}"#),
            "params.xoff is \"99999999999999G\", but must be",
        ),
        (format!(r#"{{"format": 1, "model": 1, "hosts": [{}]}}"#, hosts.join(",")), "is too long"),
        (
            format!(r#"{{"format": 1, "model": 1, "hosts": [{}]}}"#, hosts[..100_000].join(",")),
            "more than 4096 are too many",
        ),
    ] {
        for command in ["run", "hash"] {
            let said = refused(&[command, "-"], &input);
            assert!(said.contains(expected), "{said}\n not {expected}");
        }
    }
}

#[test]
fn bad_arguments_are_refused_with_status_2() {
    for (arguments, expected) in [
        (vec!["run"], "required"),
        (vec!["run", "/no/such/file"], "No such file"),
        (vec!["run", "preset:none"], "there is no preset \"none\"; there are pause"),
        (vec!["run", "#/d/9.x"], "this link is of version \"9\""),
        (vec!["run", "preset:pause", "--set", "xof=1"], "there is no parameter \"xof\""),
        (vec!["run", "preset:pause", "--set", "xoff"], "expected PATH=VALUE"),
        (vec!["run", "preset:pause", "--set", "xon=30k"], "XON (30k) is above the XOFF threshold (12k)"),
        (vec!["run", "preset:pause", "--until", "5"], "is not a time"),
        (vec!["run", "preset:pause", "--window", "5us"], "expected A..B"),
        (vec!["run", "preset:pause", "--window", "5us..4us"], "ends after it begins"),
        (vec!["run", "preset:pause", "--until", "5us", "--window", "1us..9us"], "after --until"),
        (vec!["presets", "none"], "there is no preset"),
        (vec!["fly"], "unrecognized subcommand"),
    ] {
        let said = refused(&arguments, "");
        assert!(said.contains(expected), "{arguments:?}: {said}");
    }
}

#[test]
fn a_closed_pipe_is_no_failure() {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("fabric"))
        .args(["run", "preset:incast", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "");
}

/// A title, a value and a name that would clear the terminal, set the name of its window, and
/// turn its lines around.
#[test]
fn nobody_is_given_orders_to_their_terminal() {
    let document = |title: &str, name: &str| {
        format!(
            r#"{{"format": 1, "model": 1, "title": "{title}", "hosts": [{{"name": "a"}}, {{"name": "b"}}],
            "links": [["a", "b", "10G"]], "flows": [{{"name": "{name}", "from": "a", "to": "b"}}]}}"#
        )
    };
    let output = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("fabric"))
        .args(["run", "-", "--until", "1us"])
        .write_stdin(document("fine\\u001b[2J", "a"))
        .output()
        .unwrap();
    assert!(text(&output.stdout).starts_with("fine\\u{1b}[2J\n"), "{:?}", text(&output.stdout));
    let said = refused(&["hash", "#/preset/pause?xoff=%1b]0;mine%07"], "");
    assert!(said.contains(r"\u{1b}]0;mine\u{7}") && !said.contains(['\u{1b}', '\u{7}']), "{said:?}");
    let said = refused(&["run", "-"], &document("fine", "a\u{202e}"));
    assert!(said.contains("without control characters") && !said.contains('\u{202e}'), "{said:?}");
}
