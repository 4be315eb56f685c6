//! Tests of documents that need too many resources. The shown run stays. The memory is limited, and so is the
//! work between two readings of the clock.

use std::fmt::Write;

use fabric_sim::document::Document;
use fabric_sim::document::link::ShareLink;
use fabric_sim::units::Time;

use super::recording::BUDGET;
use super::test_lab::{at, rest};
use super::*;

/// Share link to the document `text`, with the run paused at its start. Panics if the document is refused.
fn link(text: &str) -> String {
    let document = Document::parse(text).unwrap_or_else(|problems| panic!("{problems}"));
    format!("{}&run=0", ShareLink::new(document).fragment())
}

/// Document of `switches` switches, each linked to all others, with two hosts each. The switches forget
/// learnt addresses at once, so every frame is flooded and loops. Each host sends to the host with the number
/// 7 higher, modulo the number of hosts.
fn flood(switches: usize) -> String {
    let (mut hosts, mut nodes, mut links, mut flows) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let link =
        |a: &str, b: &str| format!("{{\"a\":\"{a}\",\"b\":\"{b}\",\"rate\":\"100G\",\"length\":\"1m\"}}");
    for n in 0..switches {
        nodes.push(format!("{{\"name\":\"s{n}\"}}"));
        links.extend((0..n).map(|m| link(&format!("s{m}"), &format!("s{n}"))));
        for host in [2 * n, 2 * n + 1] {
            hosts.push(format!("{{\"name\":\"h{host}\"}}"));
            links.push(link(&format!("h{host}"), &format!("s{n}")));
            let to = (host + 7) % (2 * switches);
            flows.push(format!("{{\"name\":\"f{host}\",\"from\":\"h{host}\",\"to\":\"h{to}\"}}"));
        }
    }
    format!(
        "{{\"format\":1,\"model\":1,\"horizon\":\"100us\",\"hosts\":[{}],\"switches\":[{}],\"links\":[{}],\
         \"params\":{{\"mac_table\":\"learnt\",\"mac_ageing\":\"1ns\",\"hop_limit\":255}},\"flows\":[{}]}}",
        hosts.join(","),
        nodes.join(","),
        links.join(","),
        flows.join(",")
    )
}

/// Document of two hosts with cables so long that they contain many short frames.
fn cables(length: &str) -> String {
    format!(
        r#"{{"format": 1, "model": 1, "horizon": "100ms", "hosts": [{{"name": "a"}}, {{"name": "b"}}],
            "switches": [{{"name": "s"}}],
            "links": [{{"a": "a", "b": "s", "rate": "100G", "length": "{length}"}},
                      {{"a": "b", "b": "s", "rate": "100G", "length": "{length}"}}],
            "flows": [{{"name": "x", "from": "a", "to": "b", "frame": 64}},
                      {{"name": "y", "from": "b", "to": "a", "frame": 64}}]}}"#
    )
}

#[test]
fn work_between_two_clock_readings_is_bounded_in_a_deadlock() {
    let mut lab = at(&link(&flood(20)));
    lab.act(Command::End);
    let (mut slices, mut most, mut searched) = (0, 0, 0);
    while lab.has_pending_move() && slices < 2_000 {
        let before = lab.run().leading().world().work();
        // The clock has no time left, so only one round of work is done.
        lab.advance(0.0, &mut || true);
        let world = lab.run().leading().world();
        most = most.max(world.work().saturating_sub(before));
        searched = world.work() - world.counters().events;
        slices += 1;
    }
    assert!(searched > 100_000, "it searched for deadlocks: {searched}");
    // The bound covers one round and its last event, which may take some milliseconds.
    assert!(most < 100_000, "{most} in one of {slices} slices");
}

#[test]
fn a_run_that_takes_too_much_memory_stops_with_a_message_and_the_picture_stays() {
    let mut lab = at(&link(&cables("1000km")));
    lab.act(Command::Seek(Time::from_us(100)));
    rest(&mut lab);
    for command in [Command::End, Command::Seek(Time::from_ms(90))] {
        lab.act(command);
        let mut heaviest = 0;
        while lab.has_pending_move() {
            lab.advance(0.0, &mut || false);
            heaviest = heaviest.max(lab.run().leading().world().heap_bytes());
        }
        lab.advance(0.0, &mut || false);
        // The memory is checked at intervals, and may grow by a few megabytes between two checks.
        assert!(heaviest < BUDGET.world + (4 << 20), "{heaviest}");
        let picture = lab.picture();
        let reported = picture.static_picture.error.clone().expect("it says so").message;
        assert!(
            reported.starts_with("run: memory at ")
                && reported.contains(" frames, outside the 41.9\u{202f}MB of a page; shorten cables"),
            "{reported}"
        );
        assert_eq!(picture.now, Time::from_us(100), "the cursor stays");
    }
    // A run that plays stops at the limit of memory, too.
    lab.act(Command::Pace(Pace::Speed(1e15)));
    lab.act(Command::PlayOrPause);
    while lab.run().is_playing() {
        lab.advance(1.0 / 60.0, &mut || false);
    }
    let reported = lab.picture().static_picture.error.clone().expect("it says so").message;
    assert!(reported.starts_with("run: memory at "), "{reported}");
    assert!(lab.run().recording().world().heap_bytes() < BUDGET.world + (4 << 20));
    // The cursor can still step back, and another document can be opened.
    lab.act(Command::StepBack);
    rest(&mut lab);
    assert_eq!(lab.picture().static_picture.error, None);
    lab.act(Command::Preset("pause".to_owned()));
    rest(&mut lab);
    lab.advance(0.1, &mut || false);
    assert_eq!(lab.picture().static_picture.document_picture.preset, "pause");
}

#[test]
fn a_link_to_a_moment_that_takes_too_much_memory_is_refused_and_the_run_continues() {
    let mut lab = at("#/preset/pause?t=12us&run=0");
    let before = (lab.picture().now, lab.fragment());
    let far = format!("{}&t=60ms", link(&cables("1000km")));
    lab.act(Command::Link(far));
    while !lab.is_settled() {
        lab.advance(1.0 / 60.0, &mut || false);
    }
    let reported = lab.picture().static_picture.error.clone().expect("it says so").message;
    assert!(reported.contains("its moment 60ms is too far: run: memory at "), "{reported}");
    assert_eq!((lab.picture().now, lab.fragment()), before);
}

#[test]
fn a_fabric_that_is_too_large_for_a_page_is_refused_before_anything_is_sent() {
    // Fabric of 250 switches with 64 ports each, joined in pairs: 8 000 links.
    let mut links = String::new();
    for pair in 0..125 {
        for _ in 0..64 {
            write!(links, ",{{\"a\":\"s{}\",\"b\":\"s{}\",\"rate\":\"100G\"}}", 2 * pair, 2 * pair + 1)
                .unwrap();
        }
    }
    let switches: Vec<String> = (0..250).map(|n| format!("{{\"name\":\"s{n}\"}}")).collect();
    let text = format!(
        "{{\"format\":1,\"model\":1,\"hosts\":[{{\"name\":\"h\"}}],\"switches\":[{}],\"links\":[{}]}}",
        switches.join(","),
        &links[1..]
    );
    let mut lab = at("#/preset/pause?t=12us&run=0");
    lab.act(Command::Link(link(&text)));
    rest(&mut lab);
    let reported = lab.picture().static_picture.error.clone().expect("it says so").message;
    assert!(reported.starts_with("links: a fabric of 16000 ports takes "), "{reported}");
    assert!(
        reported.ends_with("41.9\u{202f}MB of a page; use fewer links, or the command line"),
        "{reported}"
    );
    assert_eq!(lab.picture().static_picture.document_picture.preset, "pause");
}

#[test]
fn a_run_plays_on_if_its_end_takes_too_much_memory() {
    let mut lab = at(&link(&cables("1000km")));
    lab.act(Command::PlayOrPause);
    lab.act(Command::End);
    assert!(!lab.run().is_playing(), "on the way to its end it stands");
    rest(&mut lab);
    assert!(lab.take_error().is_some_and(|error| error.message.contains("memory")));
    assert!(lab.run().is_playing());
}

#[test]
fn a_repeated_node_name_is_refused_and_the_run_continues() {
    let text = r#"{"format":1,"model":1,"hosts":[{"name":"a"},{"name":"b"},{"name":"b"}],
                   "links":[{"a":"a","b":"b","rate":"100G","length":"1m"}]}"#;
    let mut lab = at("#/preset/pause?t=12us");
    let before = lab.picture().now;
    lab.act(Command::Link(link(text)));
    rest(&mut lab);
    let reported = lab.picture().static_picture.error.clone().expect("it says so").message;
    assert!(reported.contains("there is another node called \"b\""), "{reported}");
    assert_eq!(
        (lab.picture().now, &*lab.picture().static_picture.document_picture.preset),
        (before, "pause")
    );
}
