//! Tests of `fabric size`: recommended sizes, and documents of the worst case.

use super::{json, refused, stdout_of};

const SIZE: [&str; 2] = ["size", "preset:pause"];

#[test]
fn size_prints_every_term_of_a_group() {
    let reported = stdout_of(&[&SIZE[..], &["--platform", "spectrum-4"]].concat());
    for term in
        ["reverse frame", "pause frame", "cable", "response", "gap", "headroom", "XON", "XOFF", "spectrum-4"]
    {
        assert!(reported.contains(&format!("  {term} ")), "{term}: {reported}");
    }
    assert!(reported.contains("SN5600") && reported.contains("in force: headroom"), "{reported}");
    assert!(reported.contains("two frames") && reported.contains("efficiency"), "{reported}");
}

#[test]
fn the_terms_in_json_add_up() {
    let report = json(&[&SIZE[..], &["--json", "--platform", "spectrum"]].concat());
    let groups = report["groups"].as_array().unwrap();
    assert!(!groups.is_empty());
    for group in groups {
        let at = |name: &str| group[name].as_u64().unwrap();
        let terms = ["wait_ps", "pfc_ps", "cable_ps", "response_ps"].map(at).iter().sum::<u64>();
        assert_eq!(terms, at("total_ps") + at("gap_ps"));
        let frames = at("total_ps").div_ceil(at("frame_ps")) + at("beyond_frames");
        assert_eq!(frames, at("arriving_frames"));
        let largest = group["frames"].as_array().unwrap().last().unwrap();
        assert_eq!(at("headroom_bytes"), frames * largest["memory_bytes"].as_u64().unwrap());
        assert!(group["vendor"]["source"].as_str().unwrap().contains("pg_profile_lookup.ini"));
    }
}

#[test]
fn the_worst_case_is_a_document_that_runs() {
    let text = stdout_of(&[&SIZE[..], &["--provoke", "s1.0.p3"]].concat());
    assert_eq!(stdout_of(&[&SIZE[..], &["--provoke", "s1.0.3"]].concat()), text);
    let path = std::env::temp_dir().join(format!("worst-case-{}.json", std::process::id()));
    std::fs::write(&path, &text).unwrap();
    let file = path.to_str().unwrap();
    let needed = json(&[&SIZE[..], &["--json"]].concat())["groups"][0]["headroom_bytes"].as_u64().unwrap();
    let lost = |bytes: u64| {
        let set = format!("headroom={bytes}");
        json(&["run", file, "--json", "--set", &set])["fabric"]["lossless_violations"].as_u64().unwrap()
    };
    assert_eq!(lost(needed), 0);
    assert_eq!(lost(needed - 1), 1);
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn documents_that_cannot_be_sized_are_refused_with_advice() {
    for (arguments, expected) in [
        (["--platform", "tofino"], "--platform: is \"tofino\", but must be one of spectrum, spectrum-2"),
        (
            ["--provoke", "s1.0"],
            "--provoke: \"s1.0\" is no priority of a port; give node, port and priority, such as s1.0.p3",
        ),
        (["--provoke", "s1.0.p5"], "--provoke: s1.0.p5: no lossless frames arrive there"),
    ] {
        let refused = refused(&[&SIZE[..], &arguments].concat(), "");
        assert!(refused.contains(expected), "{refused}");
    }
}

#[test]
fn thresholds_of_ports_that_pause_their_link_are_sized() {
    let document = "../fabric-sim/tests/answers/documents/link-pause.json";
    let reported = stdout_of(&["size", document]);
    for expected in [
        "s.0, 100.00 Gb/s: 802.3x pauses of the whole link, asked for by the sum of its groups",
        "  link_xoff ",
        "so that no lossless group overflows",
        "  in force: link_xon ",
    ] {
        assert!(reported.contains(expected), "{expected} not in {reported}");
    }
    let refused = refused(&["size", document, "--provoke", "s.0.p3"], "");
    assert!(refused.contains("s.0.p3: its link has 802.3x pause"), "{refused}");
    let reported = self::stdout_of(&["run", document]);
    assert!(reported.contains("pauses and resumes lost on their way: 1 (on the way to "), "{reported}");
}

/// Frames of 64 B and 4096 B can arrive; the document of the worst case sends only frames of 4096 B.
#[test]
fn the_worst_case_of_mixed_frames_sends_equal_ones_and_a_note_states_it() {
    let path = std::env::temp_dir().join(format!("mixed-{}.json", std::process::id()));
    let text = r#"{"format": 1, "model": 2, "hosts": [{"name": "a"}, {"name": "b"}], "switches": [{"name": "s"}],
        "links": [["a", "s", "100G", "300m"], ["b", "s", "100G", "300m"]],
        "params": {"p3.lossless": "on", "cell_bytes": 254, "memory": "60M"},
        "flows": [{"name": "small", "from": "a", "to": "b", "priority": 3, "frame": 64},
            {"name": "large", "from": "a", "to": "b", "priority": 3, "frame": 4096}]}"#;
    std::fs::write(&path, text).unwrap();
    let file = path.to_str().unwrap();
    let sizes = stdout_of(&["size", file]);
    assert!(
        sizes
            .contains("what fills most cells in that time (frames of 64 B: 254 B in each 6.72 ns), and 2 of"),
        "{sizes}"
    );
    let worst = stdout_of(&["size", file, "--provoke", "s.0.p3"]);
    let needed = worst.split_once(" B of headroom are needed. ").unwrap().0.rsplit_once(' ').unwrap().1;
    let needed: u64 = needed.parse().unwrap();
    assert!(
        worst.contains(
            "At s.0.p3, frames from 64 to 4096 B can arrive: for these, 122465 B of headroom are enough"
        ),
        "{worst}"
    );
    std::fs::write(&path, &worst).unwrap();
    let lost = |bytes: u64| {
        let set = format!("headroom={bytes}");
        json(&["run", file, "--json", "--set", &set])["fabric"]["lossless_violations"].as_u64().unwrap()
    };
    assert_eq!((lost(needed), lost(needed - 1)), (0, 1));
    std::fs::remove_file(&path).unwrap();
}
