//! The binary as a user meets it: results, exit statuses, bad input.

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

fn said(arguments: &[&str]) -> String {
    let output = fabric(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "", "nothing on stderr without a terminal");
    text(&output.stdout).to_owned()
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&said(arguments)).unwrap()
}

/// Runs with `input` on standard input; gives what it said on standard error.
fn refused(arguments: &[&str], input: &str) -> String {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("fabric"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // It may stop reading before the end.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?} {}", text(&output.stderr));
    assert_eq!(text(&output.stdout), "");
    let said = text(&output.stderr).to_owned();
    assert!(!said.contains("panicked"), "{said}");
    said
}

#[test]
fn a_report_has_the_documented_names() {
    let report = json(&["run", "preset:pause", "--until", "20us", "--json"]);
    assert_eq!(report["time_ps"], 20_000_000);
    assert_eq!(report["conservation"]["holds"], true);
    assert!(report["events"].as_u64().unwrap() > 100);
    assert!(report["warnings"].as_array().unwrap().is_empty());
    assert_eq!(report["flows"][0]["name"], "h1 to h3");
    assert!(report["ports"].as_array().unwrap().iter().any(|port| port["pause_sent"].as_u64() > Some(0)));
    let schema = json(&["schema", "--report"]);
    let names = schema["properties"].as_object().unwrap();
    assert!(report.as_object().unwrap().keys().all(|name| names.contains_key(name)));
}

#[test]
fn a_window_changes_rates_and_not_the_state() {
    let whole = json(&["run", "preset:pause", "--until", "30us", "--json"]);
    let window = json(&["run", "preset:pause", "--window", "10us..30us", "--json"]);
    assert_eq!(whole["hash"], window["hash"]);
    assert_eq!(window["window"]["from_ps"], 10_000_000);
    assert!(window["flows"][0]["sent_bytes"].as_u64() < whole["flows"][0]["sent_bytes"].as_u64());
}

#[test]
fn the_same_document_by_name_by_link_and_by_file_gives_the_same_hash() {
    let by_name = said(&["hash", "preset:pause", "--until", "20us", "--set", "xoff=20k", "--set", "seed=7"]);
    let by_link = said(&["hash", "https://example.org/#/preset/pause?xoff=20k&seed=7&t=20us"]);
    let file = std::env::temp_dir().join(format!("fabric-cli-test-{}.json", std::process::id()));
    let document =
        said(&["presets", "pause"]).replace("\"12k\"", "\"20k\"").replacen('{', "{\"seed\": 7,", 1);
    std::fs::write(&file, document).unwrap();
    let by_file = said(&["hash", file.to_str().unwrap(), "--until", "20us"]);
    std::fs::remove_file(&file).unwrap();
    assert_eq!(by_name, by_link);
    assert_eq!(by_name, by_file);
    assert_eq!(by_name.trim().len(), 16);
    let other = said(&["hash", "preset:pause", "--until", "20us", "--set", "seed=7"]);
    assert_ne!(by_name, other);
}

#[test]
fn a_link_leads_to_its_very_event_and_another_state_is_told_of() {
    let link = said(&["link", "preset:pause", "--set", "xoff=20k", "--at", "12us"]);
    assert!(link.contains("xoff=20k") && link.contains("t=12us&hash="), "{link}");
    assert_eq!(said(&["link", link.trim()]), link, "the link of a link is itself");
    let near = said(&["link", link.trim(), "--zoom", "11us..12.5us"]);
    assert!(near.contains("&zoom=11us..12.5us&t=12us&"), "{near}");
    assert_eq!(said(&["link", near.trim()]), near);
    // Several things happen at this instant.
    let at = |moment: &str| json(&["run", &format!("#/preset/deadlock-ring?t={moment}"), "--json"]);
    let events = |moment: &str| at(moment)["events"].as_u64().unwrap();
    assert_eq!(events("30us+2"), events("30us+1") + 1);
    assert!(events("30us+2") < events("30us"));
    assert_eq!(events("30us+99999"), events("30us"));
    assert_eq!(at("30us+1")["time_ps"], at("30us")["time_ps"]);
    let exact = said(&["link", "preset:deadlock-ring", "--at", "30us+2"]);
    assert_eq!(said(&["hash", exact.trim()]).trim(), at("30us+2")["hash"]);
    // What was not made here says so, and is run all the same.
    let other = link.trim().split_once("hash=").unwrap().0.to_owned() + "hash=000000";
    for command in ["run", "hash", "link"] {
        let output = fabric(&[command, &other]);
        let words = text(&output.stderr);
        assert!(
            output.status.success() && words.contains("another version of the simulator"),
            "{command}: {words}"
        );
    }
    assert_eq!(text(&fabric(&["hash", &other, "--set", "seed=3"]).stderr), "", "another run is another");
    assert_eq!(text(&fabric(&["hash", &other, "--until", "3us"]).stderr), "", "so is another moment");
}

#[test]
fn a_link_that_is_cut_off_or_far_away_is_told_and_an_address_alone_is_the_first_preset() {
    let link = said(&["link", "preset:incast", "--set", "seed=37"]);
    let cut = &link[..=link.find("37").unwrap()];
    assert!(text(&fabric(&["presets", "incast"]).stderr).is_empty());
    let output = fabric(&["hash", cut, "--until", "1us"]);
    let words = text(&output.stderr);
    assert!(words.contains("does not end as links do: it was cut off"), "{words}");
    let output = fabric(&["hash", "#/preset/incast?v=000000", "--until", "1us"]);
    let words = text(&output.stderr);
    assert!(words.contains("another version of this preset"), "{words}");
    for source in ["#", "https://example.org/lab/"] {
        assert_eq!(said(&["hash", source]), said(&["hash", "preset:pause"]), "{source}");
    }
    // A run of an hour has some 10¹² events.
    let far = "#/preset/ets?t=3600s";
    let sweep = ["sweep", far, "--vary", "seed=1,2", "--measure", "pauses", "--events", "50000"];
    for command in [&["hash", far, "--events", "50000"][..], &["run", far, "--events", "50000"], &sweep] {
        let output = fabric(command);
        let words = text(&output.stderr);
        assert!(!output.status.success() && words.contains("50000 events"), "{command:?}: {words}");
    }
    // Of the first instant, too.
    let start = said(&["link", "preset:incast", "--at", "0ps"]);
    assert!(text(&fabric(&["hash", start.trim()]).stderr).is_empty());
}

#[test]
fn a_sweep_takes_no_more_threads_than_there_are_runs() {
    let sweep = |jobs: &str| {
        fabric(&[
            "sweep",
            "preset:pause",
            "--vary",
            "seed=1,2",
            "--measure",
            "pauses",
            "--csv",
            "--jobs",
            jobs,
        ])
    };
    assert_eq!(text(&sweep("256").stdout), text(&sweep("1").stdout));
    for jobs in ["0", "257", "5000", "100000"] {
        let output = sweep(jobs);
        let words = text(&output.stderr);
        assert!(words.contains("1..=256"), "{jobs}: {words}");
    }
    let twice =
        fabric(&["sweep", "preset:pause", "--vary", "seed=1", "--vary", "seed=2", "--measure", "pauses"]);
    assert!(text(&twice.stderr).contains("seed: it is varied twice"), "{}", text(&twice.stderr));
}

#[test]
fn a_file_that_was_saved_carries_its_moment() {
    let link = said(&["link", "preset:deadlock-ring", "--at", "30us+2"]);
    let file = std::env::temp_dir().join(format!("fabric-cli-moment-{}.json", std::process::id()));
    std::fs::write(&file, said(&["link", link.trim(), "--json"])).unwrap();
    let path = file.to_str().unwrap();
    assert_eq!(said(&["hash", path]), said(&["hash", link.trim()]));
    assert_eq!(said(&["link", path]), link);
    let document = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, document.replace("30us+2", "12 o'clock")).unwrap();
    let said = refused(&["hash", path], "");
    std::fs::remove_file(&file).unwrap();
    assert!(said.contains("view.moment.t is \"12 o'clock\", but must be a time"), "{said}");
}

#[test]
fn a_link_names_no_event_that_there_is_not() {
    let made = fabric(&["link", "preset:pause", "--at", "12us+7"]);
    assert!(made.status.success());
    assert_eq!(text(&made.stderr), "fabric: 12us has 0 events; the link shows the last\n");
    assert_eq!(text(&made.stdout), said(&["link", "preset:pause", "--at", "12us"]));
}

#[test]
fn a_summary_is_readable() {
    let summary = said(&["run", "preset:incast", "--until", "50us"]);
    assert!(summary.starts_with("Seven to one\n"), "{summary}");
    for part in ["h2 to h1", "Gb/s", "spine1.1", "0 of them in lossless priorities", "sent "] {
        assert!(summary.contains(part), "{part}: {summary}");
    }
    let presets = said(&["presets"]);
    assert!(presets.contains("victim") && presets.contains("loop"), "{presets}");
    assert!(json(&["schema"])["properties"]["flows"].is_object());
}

#[test]
fn a_waterfall_adds_up_to_the_frames_latency() {
    let report = json(&["run", "preset:pause", "--until", "20us", "--json"]);
    let parts = report["flows"][0]["components"].as_object().unwrap();
    let sum: u64 = parts.values().map(|part| part.as_u64().unwrap()).sum();
    let mean = report["flows"][0]["latency"]["mean_ps"].as_u64().unwrap();
    assert!(mean >= sum && mean - sum <= 6, "each is rounded down: {mean} {parts:?}");
    let waterfall = said(&["latency", "preset:pause", "--flow", "h1 to h3", "--frame", "3"]);
    for part in ["frame 3 of h1 to h3, born at", "queueing", "serialisation", "propagation", "h1.0", " = "] {
        assert!(waterfall.contains(part), "{part}: {waterfall}");
    }
    assert_eq!(waterfall, said(&["latency", "preset:pause", "--frame", "3"]));
    assert!(
        refused(&["latency", "preset:pause", "--flow", "nobody"], "")
            .contains("--flow: there is no flow called \"nobody\"")
    );
    let early = refused(&["latency", "preset:pause", "--until", "1ns"], "");
    assert!(early.contains("was not delivered by 1ns"), "{early}");
}

#[test]
fn a_capture_has_a_block_for_every_frame_that_passed() {
    use pcap_file::pcapng::{Block, PcapNgReader};
    let file = std::env::temp_dir().join(format!("fabric-capture-{}.pcapng", std::process::id()));
    let path = file.to_str().unwrap();
    let line = said(&["capture", "preset:pause", "-o", path, "--port", "s1.0", "--until", "20us"]);
    let mut reader = PcapNgReader::new(std::fs::File::open(&file).unwrap()).unwrap();
    let (mut ports, mut frames, mut pauses) = (0, 0u64, 0);
    let mut last = std::time::Duration::ZERO;
    while let Some(block) = reader.next_block() {
        match block.unwrap() {
            Block::InterfaceDescription(_) => ports += 1,
            Block::EnhancedPacket(packet) => {
                assert!(packet.timestamp >= last && packet.data.len() >= 64);
                last = packet.timestamp;
                pauses += u64::from(packet.data[12..16] == [0x88, 0x08, 0x01, 0x01]);
                frames += 1;
            }
            _ => {}
        }
    }
    std::fs::remove_file(&file).unwrap();
    assert!(line.starts_with(&format!("{frames} frames in ")), "{line}");
    assert!(ports > 3 && frames > 50 && pauses > 0, "{ports} {frames} {pauses}");
    let nowhere = refused(&["capture", "preset:pause", "-o", "/no/such/place.pcapng"], "");
    assert!(nowhere.contains("--output /no/such/place.pcapng: No such file"), "{nowhere}");
    let unknown = refused(&["capture", "preset:pause", "-o", path, "--port", "s1.99"], "");
    assert!(unknown.contains("there is no port \"s1.99\""), "{unknown}");
}

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
fn why_says_what_each_switch_made_of_a_frame() {
    let said = said(&["why", "preset:incast", "--flow", "h8 to h1", "--frame", "30"]);
    assert_eq!(said.lines().count(), 3, "leaf, spine, leaf: {said}");
    let number = json(&["run", "preset:incast", "--json"])["flows"]
        .as_array()
        .unwrap()
        .iter()
        .position(|flow| flow["name"] == "h8 to h1")
        .unwrap();
    assert_eq!(said, self::said(&["why", "preset:incast", "--flow", &number.to_string(), "--frame", "30"]));
    assert!(said.contains("at leaf2.") && said.contains(" P3: ") && said.contains("at leaf1."), "{said}");
    for (arguments, expected) in [
        (["--flow", "h9 to h1", "--frame", "0"], "--flow: there is no flow called \"h9 to h1\""),
        (["--flow", "h8 to h1", "--frame", "99999"], "has not sent frame 99999 by"),
        (["--flow", "h8 to h1", "--frame", "-1"], "unexpected argument"),
    ] {
        let refused = refused(&[&["why", "preset:incast"], &arguments[..]].concat(), "");
        assert!(refused.contains(expected), "{refused}");
    }
}

/// The acks of the preset `hpcc` are of a priority that takes no memory.
#[test]
fn why_says_what_each_switch_made_of_an_ack() {
    let why = |preset: &'static str, flow: &'static str, ack: &'static str| {
        ["why", preset, "--flow", flow, "--ack", ack]
    };
    let said = said(&why("preset:hpcc", "h1 to r", "7"));
    assert!(said.ends_with("admitted at s1.5 P0: this priority takes no memory\n"), "{said}");
    for (arguments, expected) in [
        (
            why("preset:hpcc", "h1 to r", "6"),
            "--ack: no ack of frame 6 of flow \"h1 to r\" was sent by 300us: one is for every 8 frames that arrive",
        ),
        (why("preset:incast", "h8 to h1", "0"), "--ack: flow \"h8 to h1\" has no acks"),
        (
            ["why", "preset:incast", "--flow", "h8 to h1", "--cnp", "0"],
            "--cnp: flow \"h8 to h1\" was sent no CNP 0 by",
        ),
    ] {
        let refused = refused(&arguments, "");
        assert!(refused.contains(expected), "{refused}");
    }
    let both = [&why("preset:hpcc", "h1 to r", "7")[..], &["--frame", "7"]].concat();
    assert!(refused(&both, "").contains("cannot be used with"));
}

#[test]
fn changes_that_belong_together_are_made_together() {
    let of = |sets: &[&'static str]| {
        let sets = sets.iter().flat_map(|set| ["--set", set]);
        ["run", "preset:ets", "--until", "1us"].into_iter().chain(sets).collect::<Vec<_>>()
    };
    let refused = |sets: &[&'static str]| refused(&of(sets), "");
    let alone = refused(&["p3.share=70"]);
    let expected = "params.p3.share: the shares of a port's ETS priorities (p0 5%, p3 70%, p4 15%) sum to 90%, not to 100%";
    assert!(alone.contains(expected), "{alone}");
    assert_eq!(said(&of(&["p3.share=70,p4.share=25"])), said(&of(&["p4.share=25", "p3.share=70"])));
    let rivals = refused(&["xoff=20k", "alpha=1/2"]);
    assert!(rivals.contains("params.alpha: xoff and alpha are both given here"), "{rivals}");
    let named = refused(&["switch.s1.profile=hpc"]);
    assert!(named.contains("switch.s1.profile is \"hpc\", but must be auto or none or hpcc"), "{named}");
}

#[test]
fn a_summary_holds_shares_against_their_targets() {
    let summary = said(&["run", "preset:ets", "--until", "100us"]);
    let table = summary.split_once("ETS classes, while others had something to send, too\n").unwrap().1;
    let mut lines = table.lines();
    let header: Vec<&str> = lines.next().unwrap().split_whitespace().collect();
    assert_eq!(header.join(" "), "port prio share target measured off by last round");
    let report = json(&["run", "preset:ets", "--until", "100us", "--json"]);
    let ports = report["ports"].as_array().unwrap().iter();
    let contended = ports.filter(|port| port["ets"]["contended_bytes"].as_u64() > Some(0));
    let mut rows = 0;
    for (port, line) in contended.zip(lines) {
        let row: Vec<&str> = line.split_whitespace().collect();
        let ets = &port["ets"];
        assert_eq!(row[0], format!("{}.{}", port["node"].as_str().unwrap(), port["port"]));
        assert_eq!(row[2], ets["share_percent"].to_string());
        assert_eq!(row[4], format!("{:.2}", ets["target_percent"].as_f64().unwrap()));
        assert_eq!(row[6], format!("{:.2}", ets["measured_percent"].as_f64().unwrap()));
        rows += 1;
    }
    assert!(rows > 1, "{summary}");
    assert!(!said(&["run", "preset:pause"]).contains("ETS classes"));
}

/// A host that asks for no pause loses lossless frames though its switch keeps its promise.
#[test]
fn a_summary_says_what_a_slow_receiver_loses() {
    let slow = ["--set", "host.h3.drain=10G", "--set", "receive_buffer=20k", "--set", "host.h3.pfc_tx=off"];
    let run = |more: &[&str]| said(&[&["run", "preset:pause", "--until", "40us"], &slow[..], more].concat());
    let report: Value = serde_json::from_str(&run(&["--json"])).unwrap();
    let lost = report["fabric"]["dropped_frames"].as_u64().unwrap();
    assert!(lost > 0);
    assert_eq!(report["fabric"]["lossless_violations"], 0);
    assert_eq!(report["fabric"]["lossless_drops"], serde_json::json!({ "receive_full": lost }));
    let summary = run(&[]);
    let line = format!("{lost} frames dropped, {lost} of them in lossless priorities (receive_full {lost})");
    assert!(summary.contains(&line), "{summary}");
    let table = summary.split_once("receive buffers of hosts with a slow bus\n").unwrap().1;
    let row: Vec<&str> = table.lines().nth(1).unwrap().split_whitespace().collect();
    let peak = report["hosts"].as_array().unwrap().iter().find(|host| host["node"] == "h3").unwrap();
    assert_eq!(row[..5], ["h3", "10.00", "Gb/s", "20000", "B"]);
    assert_eq!(row[5], peak["receive_peak_bytes"].to_string());
}

/// Copies that switches make of frames for hosts they do not know are no losses.
#[test]
fn a_summary_tells_flooded_copies_from_losses() {
    let flood = ["run", "preset:pause", "--until", "10us", "--set", "mac_table=learnt"];
    let report = json(&[&flood[..], &["--json"]].concat());
    let copies = report["fabric"]["flood_copies"].as_u64().unwrap();
    let by_port = report["ports"].as_array().unwrap().iter();
    let by_port: u64 = by_port.map(|port| port["drops"]["flood_copy"].as_u64().unwrap()).sum();
    assert!(copies > 0 && copies == by_port);
    assert_eq!(report["fabric"]["dropped_frames"], 0);
    let summary = said(&flood);
    let told = format!(
        "0 frames dropped, 0 of them in lossless priorities, {copies} flooded copies discarded by hosts that they \
         were not for"
    );
    assert!(summary.contains(&told) && summary.contains("(flooded copies among them)"), "{summary}");
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

#[test]
fn why_says_what_keeps_a_queue_paused() {
    let said = said(&["why", "preset:victim", "--queue", "s1.3.3", "--until", "30us"]);
    assert!(said.contains("holds up"), "{said}");
    for (queue, expected) in [
        ("s1", "--queue: \"s1\" is not node, port and priority, such as s1.2.3"),
        ("s1.3.9", "--queue: priorities of s1.3 are 0 to 7"),
        ("s9.0.3", "--queue: there is no host or switch called \"s9\""),
        ("s1.99.3", "--queue: s1 has 4 ports, numbered from 0, and no 99"),
    ] {
        let refused = refused(&["why", "preset:victim", "--queue", queue], "");
        assert!(refused.contains(expected), "{refused}");
    }
    for number in ["--frame", "--ack", "--cnp"] {
        let refused = refused(&["why", "preset:victim", "--queue", "s1.3.3", number, "3"], "");
        let expected = "the argument '--queue <QUEUE>' cannot be used with";
        assert!(refused.contains(expected) && refused.contains(number), "{refused}");
    }
}

#[test]
fn a_sweep_has_a_row_for_every_combination_in_their_order_on_any_number_of_cores() {
    let sweep = |jobs: &str| {
        let arguments = ["sweep", "preset:incast", "--vary", "xoff=44k..96k/3", "--vary", "seed=1,2"];
        let measures =
            ["--measure", "pauses,goodput_bps", "--measure", "deadlock_ps", "--csv", "--jobs", jobs];
        said(&[&arguments[..], &measures[..], &["--until", "100us"]].concat())
    };
    let csv = sweep("1");
    assert_eq!(sweep("4"), csv);
    let mut rows = csv::Reader::from_reader(csv.as_bytes());
    let header = rows.headers().unwrap().clone();
    assert_eq!(header.iter().take(4).collect::<Vec<_>>(), ["xoff", "seed", "pauses", "goodput_bps h2 to h1"]);
    assert_eq!(header.iter().next_back(), Some("deadlock_ps"));
    let rows: Vec<csv::StringRecord> = rows.records().map(Result::unwrap).collect();
    let given: Vec<(&str, &str)> = rows.iter().map(|row| (&row[0], &row[1])).collect();
    assert_eq!(given, [("44k", "1"), ("44k", "2"), ("70k", "1"), ("70k", "2"), ("96k", "1"), ("96k", "2")]);
    for row in &rows {
        let (xoff, seed) = (format!("xoff={}", &row[0]), format!("seed={}", &row[1]));
        let report =
            json(&["run", "preset:incast", "--set", &xoff, "--set", &seed, "--until", "100us", "--json"]);
        assert_eq!(report["fabric"]["pause_sent"].to_string(), row[2]);
        assert_eq!(report["flows"][0]["goodput_bps"].to_string(), row[3]);
        assert_eq!(row.iter().next_back(), Some(""), "there is no deadlock");
    }
    assert_ne!(rows[0][2], rows[4][2], "the threshold is felt");
    let table = said(&["sweep", "preset:pause", "--vary", "crossbar_speedup=1,2", "--measure", "drops"]);
    assert_eq!(table.lines().count(), 3, "{table}");
}

#[test]
fn a_sweep_that_cannot_be_is_refused_before_it_runs() {
    for (vary, measure, reason) in [
        ("xof=1..2", "drops", "there is no parameter \"xof\""),
        ("xoff", "drops", "must be as xoff=24k..96k/4"),
        ("xoff=1..2", "drops", "xoff is \"1\", but must be an amount of bytes from 64"),
        ("xoff=24k..96k/1", "drops", "must be a range with 2 to 1000 values"),
        ("xoff=24k..96k/9999999999999999999999", "drops", "must be a range with 2 to 1000 values"),
        ("fabric=crossbar..queues", "drops", "must be a list, as its values have no order"),
        ("seed=1..x", "drops", "seed is \"x\", but must be a whole number"),
        ("xoff=2k,96k", "drops", "--vary: with xoff=2k: "),
        ("xoff=24k..96k", "speed", "there is no measure \"speed\"; there are drops, "),
    ] {
        let said = refused(&["sweep", "preset:incast", "--vary", vary, "--measure", measure], "");
        assert!(said.contains(reason), "{vary} {measure}: {said}");
    }
    let many = ["sweep", "preset:incast", "--vary", "seed=1..1000/1000", "--vary", "xoff=48k..96k/11"];
    let said = refused(&[&many[..], &["--measure", "drops"]].concat(), "");
    assert!(said.contains("--vary: xoff: more than 10000 runs are too many"), "{said}");
}

#[test]
fn every_measure_is_a_column_and_what_there_is_none_of_is_empty() {
    let names: Vec<&str> = fabric_sim::insight::MEASURES.iter().map(|measure| measure.name).collect();
    let measured = |preset: &str| {
        let csv = said(&[
            "sweep",
            preset,
            "--vary",
            "seed=1",
            "--measure",
            &names.join(","),
            "--csv",
            "--until",
            "300us",
        ]);
        let mut rows = csv::Reader::from_reader(csv.as_bytes());
        let header = rows.headers().unwrap().clone();
        let row = rows.records().next().unwrap().unwrap();
        let pairs = header.iter().zip(row.iter());
        pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect::<Vec<_>>()
    };
    let reduced = measured("preset:allreduce");
    for name in &names {
        let mut columns = reduced.iter().filter(|(column, _)| column.split(' ').next() == Some(*name));
        assert!(columns.next().is_some(), "{name}");
    }
    let of = |pairs: &[(String, String)], name: &str| {
        pairs.iter().find(|(column, _)| column.starts_with(name)).map(|(_, value)| value.clone())
    };
    assert_eq!(of(&reduced, "deadlock_ps"), Some(String::new()));
    assert!(of(&reduced, "completion_ps ").unwrap().parse::<u64>().unwrap() > 0);
    let dead = measured("preset:deadlock-ring");
    let report = json(&["run", "preset:deadlock-ring", "--json"]);
    assert_eq!(of(&dead, "deadlock_ps").unwrap(), report["blocked"]["circles"][0]["died_ps"].to_string());
}
