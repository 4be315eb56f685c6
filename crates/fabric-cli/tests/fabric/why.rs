//! Tests of `fabric why`: decisions of the switches on a frame, and reasons why a queue is paused.

use super::{json, refused, stdout_of};

#[test]
fn why_explains_each_decision_on_a_frame() {
    let reported = stdout_of(&["why", "preset:incast", "--flow", "h8 to h1", "--frame", "30"]);
    assert_eq!(reported.lines().count(), 3, "leaf, spine, leaf: {reported}");
    let number = json(&["run", "preset:incast", "--json"])["flows"]
        .as_array()
        .unwrap()
        .iter()
        .position(|flow| flow["name"] == "h8 to h1")
        .unwrap();
    assert_eq!(
        reported,
        self::stdout_of(&["why", "preset:incast", "--flow", &number.to_string(), "--frame", "30"])
    );
    assert!(
        reported.contains("at leaf2.") && reported.contains(" P3: ") && reported.contains("at leaf1."),
        "{reported}"
    );
    for (arguments, expected) in [
        (["--flow", "h9 to h1", "--frame", "0"], "--flow: there is no flow called \"h9 to h1\""),
        (["--flow", "h8 to h1", "--frame", "99999"], "has not sent frame 99999 by"),
        (
            ["--flow", "h8 to h1", "--frame", "-1"],
            "--frame: is \"-1\", but must be a whole number from 0 to 4294967295",
        ),
    ] {
        let refused = refused(&[&["why", "preset:incast"], &arguments[..]].concat(), "");
        assert!(refused.contains(expected), "{refused}");
    }
}

/// The acks of the preset `hpcc` have a priority whose frames are not charged to memory.

#[test]
fn why_explains_each_decision_on_an_ack() {
    let why = |preset: &'static str, flow: &'static str, ack: &'static str| {
        ["why", preset, "--flow", flow, "--ack", ack]
    };
    let reported = stdout_of(&why("preset:hpcc", "h1 to r", "7"));
    assert!(reported.ends_with("admitted at s1.5 P0: this priority takes no memory\n"), "{reported}");
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
fn why_explains_the_pause_of_a_queue() {
    let reported = stdout_of(&["why", "preset:victim", "--queue", "s1.3.3", "--until", "30us"]);
    assert!(reported.contains("holds up"), "{reported}");
    for (queue, expected) in [
        ("s1", "--queue: \"s1\" is no priority of a port; give node, port and priority, such as s1.0.p3"),
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

/// The queue `s1.2.3` sends the backlog that the pauses of the slow host caused. Meanwhile, the switch of
/// this queue pauses the senders.
#[test]
fn why_names_the_backlog_behind_pauses_and_a_queue_without_pauses() {
    let reported = stdout_of(&["why", "preset:slow-receiver", "--queue", "h2.0.3"]);
    assert!(
        reported.contains(" came from the backlog that s1.2.3 sent after its own pauses\n"),
        "{reported}"
    );
    let reported = stdout_of(&["why", "preset:slow-receiver", "--queue", "slow.0.3"]);
    let expected = "slow.0.3 is not paused at 400us\nit has not been paused since the start\n";
    assert_eq!(reported, expected);
}

/// If the queue is not paused at the end of the run, the output has the time and the cause of its last pause.
#[test]
fn why_names_the_last_pause_of_a_queue() {
    let document = "../fabric-sim/tests/answers/documents/slow-bus-that-ended.json";
    let reported = stdout_of(&["why", document, "--queue", "rail.2.3"]);
    assert!(
        reported.starts_with("rail.2.3 is not paused at 3ms\nrail.2.3 was last paused from "),
        "{reported}"
    );
    assert!(reported.contains(", because of a slow host behind rail.2.3, which held "), "{reported}");
    let reported = self::stdout_of(&[
        "why",
        "../fabric-sim/tests/answers/documents/starved-by-strict.json",
        "--queue",
        "b.0.3",
    ]);
    assert!(reported.contains("strict class 7 is served before it, and takes its port"), "{reported}");
    assert!(reported.contains("starvation by strict class 7 of dut.2.3: held 1 queue"), "{reported}");
}

/// Explanation of a frame that a group without headroom drops, with further arguments.
fn drop_without_headroom(further: &[&str]) -> String {
    let document = "../fabric-sim/tests/answers/documents/headroom-zero.json";
    stdout_of(&[&["why", document, "--flow", "0", "--frame", "400"], further].concat())
}

#[test]
fn why_explains_a_lossless_drop_without_a_pause() {
    let reported = drop_without_headroom(&[]);
    assert!(
        reported
            .contains("; no pause had been requested: the group's shared use stood at 99 328 of 100 000 B"),
        "{reported}"
    );
}

#[test]
fn why_explains_a_lossless_drop_at_a_port_that_sends_no_pauses() {
    let reported = drop_without_headroom(&["--set", "pfc_tx=off"]);
    assert!(
        reported.contains(
            "; no pause had been requested, because the port sends none for this priority (pfc_tx off)"
        ),
        "{reported}"
    );
}

#[test]
fn why_names_a_lost_resume_as_the_cause_of_a_lasting_pause() {
    let document = "../fabric-sim/tests/answers/documents/lost-resume.json";
    let reported = stdout_of(&["why", document, "--queue", "a.0.3"]);
    assert_eq!(self::stdout_of(&["why", document, "--queue", "a.0.p3"]), reported);
    assert!(
        reported.starts_with(
            "a.0.3 stays paused although s.0 requests no pause: a resume was lost or never sent"
        ),
        "{reported}"
    );
    assert!(!reported.contains("was last paused"), "it is paused now: {reported}");
    assert!(reported.contains("a resume lost or never sent to a.0.3: held 1 queue from 50."), "{reported}");
    let reported = self::stdout_of(&["why", document, "--queue", "a.0.3", "--set", "pause_timer=on"]);
    let cause = "a.0.3 was last paused from 49898.999ns to 385438.199ns, because more than it can send comes to s.2.3";
    assert!(reported.contains(cause), "{reported}");
    let then = "; from 50.40 us on because of a resume lost or never sent to a.0.3";
    assert!(reported.contains(then), "{reported}");
}

/// A pause source pauses a queue without frames, from 20 µs to 66 µs.
#[test]
fn why_names_the_last_pause_of_an_empty_queue_and_its_cause() {
    let document = "../fabric-sim/tests/answers/documents/idle-storm.json";
    let reported = stdout_of(&["why", document, "--queue", "s.1.3"]);
    assert!(reported.contains("s.1.3 was last paused without frames from 20"), "{reported}");
    assert!(
        reported.contains("because of a storm of pauses of the pause source st (r.0) at s.1.3"),
        "{reported}"
    );
}
