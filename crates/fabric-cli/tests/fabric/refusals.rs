//! Tests of refusals: bad input, bad arguments, and closed pipes.

use std::fs;
use std::process::{Command, Stdio};

use fabric_sim::document::{Document, is_printable};

use super::files::Folder;
use super::{fabric, refused, stdout_of, text};

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
        (document(r#", "seed": "one""#), "seed: is \"one\", but must be a whole number"),
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
            "links[0].rate: is \"0\", but must be a rate such as 100G, above 0",
        ),
        (document(r#", "seed": -4"#), "seed: is -4, but must be"),
        (
            document(r#", "params": {"xoff": "99999999999999G"}"#),
            "params.xoff: is \"99999999999999G\", but must be",
        ),
        (format!(r#"{{"format": 1, "model": 1, "hosts": [{}]}}"#, hosts.join(",")), "is too long"),
        (
            format!(r#"{{"format": 1, "model": 1, "hosts": [{}]}}"#, hosts[..100_000].join(",")),
            "hosts: 100000 are too many: at most 4096",
        ),
    ] {
        for command in ["run", "hash"] {
            let reported = refused(&[command, "-"], &input);
            assert!(
                reported.starts_with("fabric: -: ") && reported.contains(expected),
                "{reported}\n not {expected}"
            );
        }
    }
}

/// Checks that each list of arguments is refused with the expected text and a remedy.
fn check_refusals<const N: usize>(cases: [(Vec<&str>, &str); N]) {
    for (arguments, expected) in cases {
        let reported = refused(&arguments, "");
        assert!(reported.contains(expected), "{arguments:?}: {reported}");
        assert!(names_a_remedy(&reported), "{arguments:?}: {reported}");
    }
}

#[test]
fn bad_arguments_are_refused_with_status_2() {
    check_refusals([
        (vec!["run"], "required"),
        (
            vec!["run", "/no/such/file"],
            "fabric: /no/such/file: cannot be read: no such file; give the path of a document",
        ),
        (
            vec!["lessons", "--check", "/no/such/file"],
            "/no/such/file: cannot be read: no such file; give the path of a lesson",
        ),
        (
            vec!["import", "htsim", "--topology", "/no/such/file", "-o", "-"],
            "/no/such/file: cannot be read: no such file; give the path of a file to import",
        ),
        (vec!["run", "preset:none"], "there is no preset \"none\"; most like it are "),
        (vec!["run", "#/d/9.x"], "this link is of version \"9\""),
        (vec!["run", "preset:pause", "--set", "xof=1"], "there is no parameter \"xof\""),
        (vec!["run", "preset:pause", "--set", "xoff"], "--set: is \"xoff\", but must be PATH=VALUE"),
        (vec!["run", "preset:pause", "--set", "xon=30k"], "XON (30k) is above the XOFF threshold (12k)"),
        (vec!["run", "preset:pause", "--until", "5"], "--until: is \"5\", but must be a time such as 12.5us"),
        (vec!["run", "preset:pause", "--window", "5us"], "--window: is \"5us\", but must be A..B"),
        (vec!["run", "preset:pause", "--window", "5us..4us"], "must be a window that ends after it begins"),
        (
            vec!["run", "preset:pause", "--window", "100us..200us", "--window", "0us..10us"],
            "--window: a window begins at 0s, before the previous one ends; give them in order",
        ),
        (vec!["run", "preset:pause", "--until", "5us", "--window", "1us..9us"], "after --until"),
        (
            vec!["link", "preset:pause", "--at", "99999s"],
            "fabric: --at: is \"99999s\", but must be a time of at most 3600s",
        ),
        (vec!["presets", "none"], "there is no preset"),
        (vec!["fly"], "unrecognized subcommand"),
    ]);
}

#[test]
fn bad_values_of_options_are_refused_with_status_2() {
    check_refusals([
        (
            vec!["run", "preset:pause", "--show", "x"],
            "--show: is \"x\", but must be pfc-counters or pg-watermark",
        ),
        (
            vec!["run", "preset:pause", "--until", "-1us"],
            "--until: is \"-1us\", but must be a time such as 12.5us",
        ),
        (
            vec!["run", "preset:pause", "--series", "-1us"],
            "--series: is \"-1us\", but must be a time such as",
        ),
        (
            vec!["run", "preset:pause", "--show", "pfcwd-stats", "--series", "1us"],
            "--show: its table and another file go to standard output; name that file, as by -o",
        ),
        (
            vec!["run", "preset:pause", "--until", "4000s"],
            "--until: is \"4000s\", but must be a time from 0s to 3600s",
        ),
        (
            vec!["run", "preset:pause", "--until", "10x"],
            "--until: is \"10x\", but must be a time such as 12.5us (ps, ns, us, ms, s), at most 3600s",
        ),
        (
            vec!["run", "preset:pause", "--set", "at=1us:lossy=s1.0,5"],
            "at 1us lossy: is an action with several fields; write it as JSON: {\"lossy\": …}",
        ),
        (vec!["run", "preset:pause", "--series", "0ns"], "--series: 0 is no interval; give one above 0"),
        (
            vec!["run", "preset:pause", "--max-size", "x"],
            "--max-size: is \"x\", but must be an amount of bytes such as",
        ),
        (
            vec!["size", "preset:pause", "--platform", "none"],
            "--platform: is \"none\", but must be one of spectrum, ",
        ),
        (
            vec!["why", "preset:pause", "--queue", "s9.0.3"],
            "there is no host or switch called \"s9\"; name one",
        ),
        (vec!["why", "preset:pause", "--flow", "x", "--frame", "1"], "there is no flow called \"x\" among"),
        (
            vec!["why", "preset:pause", "--flow", "0", "--frame", "999999"],
            "has not sent frame 999999 by 40us; give",
        ),
        (
            vec!["capture", "preset:pause", "-o", "-", "--snap", "63"],
            "--snap: is \"63\", but must be a whole number from 64 to 9238",
        ),
        (
            vec!["bench", "growth", "--runs", "0"],
            "--runs: is \"0\", but must be a whole number from 1 to 100",
        ),
        (
            vec!["run", "preset:pause", "--events", "99999999999999999999"],
            "--events: is \"99999999999999999999\", but must be a smaller whole number; see --help",
        ),
        (vec!["latency", "preset:pause", "--flow", "-1"], "--flow: there is no flow called \"-1\""),
        (vec!["run", "preset:pause", "--set", "-1"], "--set: is \"-1\", but must be"),
        (
            vec!["run", "preset:pause", "--events", "-1"],
            "--events: is \"-1\", but must be a whole number from 0; see --help",
        ),
        (
            vec!["draw", "preset:pause", "-o", ""],
            "--output: is \"\", but must not be empty; give a value, or leave out the option",
        ),
        (vec!["draw", "preset:pause", "--rates", "x", "-o", "-"], "--rates: there is no flow called \"x\""),
    ]);
}

/// Command lines that read a file, one for each way to give a file to a command. `FILE` stands for the path.
const READERS: [&str; 17] = [
    "run FILE",
    "hash FILE",
    "check FILE",
    "draw FILE -o -",
    "capture FILE -o -",
    "size FILE",
    "why FILE --flow 0 --frame 0",
    "latency FILE",
    "link FILE",
    "sweep FILE --vary seed=1,2 --measure pauses",
    "export sonic FILE --switch s",
    "lessons --check FILE",
    "lessons --grade FILE",
    "import sonic FILE -o -",
    "import hpcc --topology FILE -o -",
    "import htsim --topology FILE -o -",
    "import sonic CONFIGURATION --nic FILE -o -",
];

#[test]
fn a_file_that_cannot_be_read_is_refused_in_one_line_with_a_remedy() {
    let folder = Folder::new("unreadable");
    let [picture, capture, utf16, latin] =
        ["p.png", "c.pcapng", "u.json", "l.json"].map(|name| folder.path(name));
    fs::write(&picture, b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR").unwrap();
    fs::write(&capture, b"\n\r\r\n\xbc\0\0\0M<+\x1a\x01\0\0\0\xff\xff").unwrap();
    fs::write(&utf16, "\u{feff}{}".encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>()).unwrap();
    fs::write(&latin, b"{\"title\": \"caf\xe9\"}").unwrap();
    let configuration = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/leaf1.json");
    let missing = folder.path("missing");
    for reader in READERS {
        for (file, reason) in [
            (&missing, "cannot be read: no such file; give the path of a"),
            (&folder.path(""), "is a directory; name a file in it"),
            (&picture, "is a binary file; give"),
            (&capture, "is a binary file; give"),
            (&utf16, "UTF-16; save"),
        ] {
            let words: Vec<&str> = reader
                .split(' ')
                .map(|word| match word {
                    "FILE" => file.as_str(),
                    "CONFIGURATION" => configuration,
                    word => word,
                })
                .collect();
            let output = fabric(&words);
            let reported = text(&output.stderr);
            assert!(!output.status.success(), "{reader}");
            assert!(reported.starts_with(&format!("fabric: {file}: ")), "{reader}: {reported}");
            assert!(reported.contains(reason), "{reader}: {reported}");
            assert_eq!(reported.lines().count(), 1, "{reader}: {reported}");
        }
    }
    let reported = refused(&["run", &latin], "");
    assert_eq!(reported, format!("fabric: {latin}: byte 14 is not UTF-8; save it as UTF-8\n"));
    assert!(refused(&["run", "incast"], "").contains("give the path of a document, or preset:incast"));
}

#[test]
fn each_problem_of_a_document_has_its_name() {
    let reported = refused(&["run", "-"], r#"{"format": 1, "model": 1, "seed": "one", "speed": 1}"#);
    assert!(reported.lines().count() > 1, "{reported}");
    assert!(
        reported.trim_start_matches("fabric: ").lines().all(|line| line.starts_with("-: ")),
        "{reported}"
    );
}

/// Whether a refusal has the required form: place and fault, followed by `must` and the range, or by a
/// semicolon and a remedy. A refusal of contradictory parameters needs no remedy.
fn names_a_remedy(reported: &str) -> bool {
    reported.contains(" is above the ") || reported.contains(" must ") || reported.contains("; ")
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

/// The title, a value and a name contain escape sequences. These sequences would clear the terminal, change
/// the title of its window, and reverse the direction of text.
#[test]
fn output_contains_no_terminal_control_characters() {
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
    let reported = refused(&["hash", "#/preset/pause?xoff=%1b]0;mine%07"], "");
    assert!(
        reported.contains(r"\u{1b}]0;mine\u{7}") && !reported.contains(['\u{1b}', '\u{7}']),
        "{reported:?}"
    );
    for unprintable in
        ['\u{202e}', '\u{61c}', '\u{200b}', '\u{feff}', '\u{ad}', '\u{3164}', '\u{2028}', '\u{e0041}']
    {
        let reported = refused(&["run", "-"], &document("fine", &format!("a{unprintable}")));
        assert!(reported.contains("invisible characters") && !reported.contains(unprintable), "{reported:?}");
    }
}

/// Links, files and arguments from other users can contain escape sequences of terminals.
#[test]
fn quoted_arguments_are_printable() {
    let evil = "\u{1b}]0;mine\u{7}\u{202e}\u{9b}2J";
    for arguments in [
        &["hash", &format!("#/preset/{evil}")][..],
        &["hash", evil],
        &["hash", &format!("preset:{evil}")],
        &[evil],
        &["run", "preset:pause", evil],
        &["run", "preset:pause", &format!("--{evil}")],
        &["run", "preset:pause", "--until", evil],
        &["run", "preset:pause", "--window", evil],
        &["run", "preset:pause", "--set", evil],
        &["run", "preset:pause", "--set", &format!("{evil}={evil}")],
        &["sweep", "preset:pause", "--measure", evil, "--vary", "xoff=1k,2k"],
        &["sweep", "preset:pause", "--measure", "pauses", "--vary", evil],
        &["sweep", "preset:pause", "--measure", "pauses", "--vary", &format!("xoff={evil}")],
        &["sweep", "preset:pause", "--measure", "pauses", "--vary", "xoff=1k,2k", "--jobs", evil],
        &["link", "preset:pause", "--at", evil],
        &["link", "preset:pause", "--zoom", evil],
        &["why", "preset:pause", "--frame", "0", "--flow", evil],
        &["why", "preset:pause", "--queue", evil],
        &["why", "preset:pause", "--queue", &format!("{evil}.0.3")],
        &["latency", "preset:pause", "--flow", evil],
        &["capture", "preset:pause", "-o", "/dev/null", "--port", evil],
        &["capture", "preset:pause", "-o", &format!("/no/such/{evil}")],
        &["presets", evil],
        &["bench", evil],
        &["bench", "growth", "--only", evil],
        &["bench", "growth", "--svg", &format!("/no/such/{evil}")],
    ] {
        let reported = refused(arguments, "");
        assert!(reported.lines().all(|line| line.chars().all(is_printable)), "{arguments:?}: {reported:?}");
        assert!(reported.contains(r"\u{1b}]0;mine\u{7}\u{202e}"), "{arguments:?}: {reported:?}");
    }
}

/// The document must be printable as text on the screen. If the printed text is read back, it must give the
/// same document.
#[test]
fn a_document_that_is_printed_is_printable() {
    let title = r#""title":"\u001b\u202e\u009b\udb40\udc41\u0085 \u007f""#;
    let document = stdout_of(&["presets", "pause"]).replacen(r#""title": "A pause is a message""#, title, 1);
    assert!(document.contains(title));
    let output = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("fabric"))
        .args(["link", "-", "--json"])
        .write_stdin(document.clone())
        .output()
        .unwrap();
    let printed = text(&output.stdout);
    assert!(printed.lines().all(|line| line.chars().all(is_printable)), "{printed:?}");
    assert_eq!(Document::parse(printed), Document::parse(&document));
}
