//! Tests of `fct.txt` for flows that send several messages: flows of collectives, and flows that actions
//! start again.

use fabric_interop::hpcc::{FctLine, Results};
use fabric_sim::document::Document;
use fabric_sim::engine::World;
use fabric_sim::units::Time;

/// Time of a message of five full frames at one switch: five frame times of 80 ns, one more frame time at
/// the switch, and two cables of 25 ns. Each frame carries 978 B.
const MESSAGE: Time = Time(6 * 80_000 + 2 * 25_000);

/// Lines of `fct.txt` of a document with four hosts at one switch, in the order of completion.
fn completions(members: &str, horizon: Time) -> Vec<FctLine> {
    let text = format!(
        r#"{{"format": 1, "model": 1,
        "hosts": [{{"name": "h0"}}, {{"name": "h1"}}, {{"name": "h2"}}, {{"name": "h3"}}],
        "switches": [{{"name": "s4"}}],
        "links": [["h0", "s4", "100G", "5m"], ["h1", "s4", "100G", "5m"], ["h2", "s4", "100G", "5m"], ["h3", "s4", "100G", "5m"]],
        "params": {{"overhead": 0, "headroom": "30k", "jitter": "off"}}, {members}}}"#
    );
    let document = Document::parse(&text).unwrap_or_else(|problems| panic!("{problems}"));
    let spec = document.compile().unwrap_or_else(|problems| panic!("{problems}"));
    let mut world = World::new(spec.into());
    let mut results = Results::new(&world, Time::ZERO, |_| ());
    world.run_until(horizon, u64::MAX, &mut results);
    results.completions(&world)
}

#[test]
fn each_message_of_a_ring_has_a_line_with_its_own_start() {
    let ring = r#""collectives": [{"name": "c", "kind": "ring_all_reduce", "bytes": 19560, "start": "3us", "repeats": 2}]"#;
    let lines = completions(ring, Time::from_ms(1));
    // 2(n − 1) = 6 steps of four messages, in each of two repetitions.
    assert_eq!(lines.len(), 2 * 6 * 4);
    for (step, lines) in (0..).zip(lines.chunks(4)) {
        let start = Time(3_000_000 + step * MESSAGE.ps());
        for (host, line) in (0..).zip(lines) {
            assert_eq!((line.nodes, line.bytes), ([host, (host + 1) % 4], 4_890));
            assert_eq!((line.start, line.time), (start, MESSAGE), "step {step}");
            assert_eq!(line.ports[0], lines[0].ports[0] + u16::try_from(host).unwrap());
        }
    }
    // The run ends within the third step, so the messages of this step are not complete.
    let end = Time(3_000_000 + 3 * MESSAGE.ps() - 1);
    assert_eq!(completions(ring, end).len(), 2 * 4);
}

#[test]
fn a_message_of_a_drawn_repetition_starts_when_the_one_before_has_ended() {
    let drawn = r#""collectives": [{"name": "c", "kind": "permutation", "bytes": 4890, "start": "3us", "repeats": 3}]"#;
    let lines = completions(drawn, Time::from_ms(1));
    assert_eq!(lines.len(), 3 * 4);
    for (n, line) in (0..).zip(&lines) {
        assert_eq!((line.start.ps(), line.time), (3_000_000 + n / 4 * MESSAGE.ps(), MESSAGE), "line {n}");
    }
}

#[test]
fn a_flow_that_is_started_again_has_a_line_for_each_message() {
    // The start at 10.1 µs has no effect on a write that is still sending. A read that has requested all
    // its data sends another message.
    let while_active = r#"{"at": "10.1us", "start": "f"},"#;
    for (more, second) in [
        ("", while_active),
        (r#", "reliability": "go_back_n""#, while_active),
        (r#", "operation": "read""#, ""),
    ] {
        let restarted = format!(
            r#""flows": [{{"name": "f", "from": "h0", "to": "h1", "size": 4890, "start": "1us"{more}}}],
            "actions": [{{"at": "10us", "start": "f"}}, {second} {{"at": "30us", "start": "f"}}]"#
        );
        let lines = completions(&restarted, Time::from_ms(1));
        let starts: Vec<Time> = lines.iter().map(|line| line.start).collect();
        assert_eq!(starts, [1, 10, 30].map(Time::from_us), "{more}");
        assert!(lines.iter().all(|line| line.time == lines[0].time && line.bytes == 4_890), "{more}");
    }
}
