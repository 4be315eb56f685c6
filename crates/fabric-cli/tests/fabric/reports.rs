//! Tests of the reports of a run: figures, text reports and captures.

use serde_json::Value;

use super::{json, refused, stdout_of};

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
fn a_summary_is_readable() {
    let summary = stdout_of(&["run", "preset:incast", "--until", "50us"]);
    assert!(summary.starts_with("Seven to one\n"), "{summary}");
    for part in ["h2 to h1", "Gb/s", "spine1.1", "0 of them in lossless priorities", "sent "] {
        assert!(summary.contains(part), "{part}: {summary}");
    }
    let presets = stdout_of(&["presets"]);
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
    let waterfall = stdout_of(&["latency", "preset:pause", "--flow", "h1 to h3", "--frame", "3"]);
    for part in ["frame 3 of h1 to h3, born at", "queueing", "serialisation", "propagation", "h1.0", " = "] {
        assert!(waterfall.contains(part), "{part}: {waterfall}");
    }
    assert_eq!(waterfall, stdout_of(&["latency", "preset:pause", "--frame", "3"]));
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
    let line = stdout_of(&["capture", "preset:pause", "-o", path, "--port", "s1.0", "--until", "20us"]);
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
    let unknown = refused(&["capture", "preset:pause", "-o", path, "--port", "s1.99"], "");
    assert!(unknown.contains("there is no port \"s1.99\""), "{unknown}");
}

#[test]
fn changes_of_one_option_are_made_together() {
    let of = |sets: &[&'static str]| {
        let sets = sets.iter().flat_map(|set| ["--set", set]);
        ["run", "preset:ets", "--until", "1us"].into_iter().chain(sets).collect::<Vec<_>>()
    };
    let refused = |sets: &[&'static str]| refused(&of(sets), "");
    assert_eq!(stdout_of(&of(&["p3.share=70,p4.share=25"])), stdout_of(&of(&["p4.share=25", "p3.share=70"])));
    let rivals = refused(&["xoff=20k", "alpha=1/2"]);
    assert!(rivals.contains("params.alpha: xoff and alpha are both given here"), "{rivals}");
    let named = refused(&["switch.s1.profile=hpc"]);
    assert!(named.contains("switch.s1.profile: is \"hpc\", but must be auto or none or hpcc"), "{named}");
}

#[test]
fn a_summary_compares_shares_with_their_targets() {
    let summary = stdout_of(&["run", "preset:ets", "--until", "100us"]);
    let table = summary
        .split_once(
            "ETS classes, while others had something to send, too; of its port: in the whole window\n",
        )
        .unwrap()
        .1;
    let mut lines = table.lines();
    let header: Vec<&str> = lines.next().unwrap().split_whitespace().collect();
    assert_eq!(header.join(" "), "port prio share target measured off by last round of its port");
    let report = json(&["run", "preset:ets", "--until", "100us", "--json"]);
    let ports = report["ports"].as_array().unwrap().iter();
    let contended = ports.filter(|port| port["ets"]["contended_bytes"].as_u64() > Some(0));
    let mut rows = 0;
    let mut of_ports = std::collections::BTreeMap::<&str, f64>::new();
    for (port, line) in contended.zip(lines) {
        let row: Vec<&str> = line.split_whitespace().collect();
        let ets = &port["ets"];
        assert_eq!(row[0], format!("{}.{}", port["node"].as_str().unwrap(), port["port"]));
        assert_eq!(row[2], ets["share_percent"].to_string());
        assert_eq!(row[4], format!("{:.2}", ets["target_percent"].as_f64().unwrap()));
        assert_eq!(row[6], format!("{:.2}", ets["measured_percent"].as_f64().unwrap()));
        *of_ports.entry(row[0]).or_default() += row[row.len() - 2].parse::<f64>().unwrap();
        rows += 1;
    }
    assert!(rows > 1, "{summary}");
    // All classes of these ports are ETS classes.
    assert!(of_ports.values().all(|sum| (sum - 100.0).abs() < 0.02), "{of_ports:?}");
    assert!(!stdout_of(&["run", "preset:pause"]).contains("ETS classes"));
}

/// A host without `pfc_tx` loses lossless frames although its switch obeys PFC.

#[test]
fn a_summary_has_the_frames_lost_by_a_slow_receiver() {
    let slow = ["--set", "host.h3.drain=10G", "--set", "receive_buffer=20k", "--set", "host.h3.pfc_tx=off"];
    let run =
        |more: &[&str]| stdout_of(&[&["run", "preset:pause", "--until", "40us"], &slow[..], more].concat());
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

/// A switch floods copies because it does not know the destination. These copies are not counted as losses.

#[test]
fn a_summary_counts_flooded_copies_apart_from_losses() {
    let flood = ["run", "preset:pause", "--until", "10us", "--set", "mac_table=learnt"];
    let report = json(&[&flood[..], &["--json"]].concat());
    let copies = report["fabric"]["flood_copies"].as_u64().unwrap();
    let by_port = report["ports"].as_array().unwrap().iter();
    let by_port: u64 = by_port.map(|port| port["drops"]["flood_copy"].as_u64().unwrap()).sum();
    assert!(copies > 0 && copies == by_port);
    assert_eq!(report["fabric"]["dropped_frames"], 0);
    let summary = stdout_of(&flood);
    let stated = format!(
        "0 frames dropped, 0 of them in lossless priorities, {copies} flooded copies discarded by hosts that they \
         were not for"
    );
    assert!(summary.contains(&stated) && summary.contains("(flooded copies among them)"), "{summary}");
}

#[test]
fn windows_of_one_run_give_a_report_each_and_their_counts_add_up() {
    let arguments = ["run", "preset:pause", "--window", "0s..10us", "--window", "10us..25us"];
    let both = json(&[&arguments[..], &["--window", "25us..60us", "--json"]].concat());
    let whole = json(&["run", "preset:pause", "--until", "60us", "--json"]);
    let sum = |field: &str| {
        let of = |report: &Value| report["flows"][0][field].as_u64().unwrap();
        both.as_array().unwrap().iter().map(of).sum::<u64>()
    };
    for field in ["sent_bytes", "delivered_bytes", "delivered_frames"] {
        assert_eq!(sum(field), whole["flows"][0][field].as_u64().unwrap(), "{field}");
    }
    let ends: Vec<_> = (0..3).map(|n: usize| both[n]["window"]["to_ps"].as_u64().unwrap()).collect();
    assert_eq!(ends, [10_000_000, 25_000_000, 60_000_000]);
    assert_eq!(both[2]["hash"], whole["hash"]);
    let reported = refused(&["run", "preset:pause", "--window", "10us..20us", "--window", "15us..30us"], "");
    assert!(reported.contains("give them in order"), "{reported}");
}

/// A flow of 90 Gb/s in frames of 64 B needs more than its link can carry, at most 76 Gb/s. The fabric
/// loses no frame.
#[test]
fn frames_that_a_full_nic_refuses_are_no_drops_of_the_fabric() {
    let path = std::env::temp_dir().join(format!("unsent-{}.json", std::process::id()));
    let text = r#"{"format": 1, "model": 2, "horizon": "3ms", "hosts": [{"name": "a"}, {"name": "b"}],
        "switches": [{"name": "s"}], "links": [["a", "s", "100G", "5m"], ["b", "s", "100G", "5m"]],
        "flows": [{"name": "f", "from": "a", "to": "b", "priority": 3, "frame": 64, "arrival": {"constant": "90G"}}]}"#;
    std::fs::write(&path, text).unwrap();
    let file = path.to_str().unwrap();
    let report = json(&["run", file, "--json"]);
    let flow = &report["flows"][0];
    assert!(flow["unsent_frames"].as_u64() > Some(0) && flow["unsent_frames"] == flow["dropped_frames"]);
    assert!(flow["first_drop_ps"].is_null() && report["ports"][0]["first_drop_ps"].is_null());
    let summary = stdout_of(&["run", file]);
    std::fs::remove_file(&path).unwrap();
    let table = |title: &str| {
        let (_, rest) = summary.split_once(title).unwrap_or_else(|| panic!("{title}: {summary}"));
        rest.lines().map(|line| line.split_whitespace().collect::<Vec<_>>()).collect::<Vec<_>>()
    };
    let flows = table("flows\n");
    assert!(flows[0].ends_with(&["dropped", "not", "sent"]), "{summary}");
    let unsent = flow["unsent_frames"].to_string();
    assert!(flows[1].ends_with(&["0", unsent.as_str()]), "{summary}");
    assert!(!summary.contains("first pause, mark and drop"), "{summary}");
    assert!(!summary.contains("ports with pauses, drops"), "{summary}");
}

#[test]
fn several_windows_are_refused_where_one_table_is_written() {
    let windows = ["run", "preset:pause", "--window", "0us..20us", "--window", "30us..40us"];
    for table in [&["--show", "pfc-counters"][..], &["--flows", "-"]] {
        let error = refused(&[&windows[..], table].concat(), "");
        assert!(
            error.contains("--window: there are several, but --show and --flows write one table"),
            "{error}"
        );
    }
}
