//! Tests of pauses from pause sources: their times, their sources, and the queues and flows that they block.

use fabric_sim::ids::Priority;

use super::*;

/// Star with two senders, a receiver, and a flow from the first sender to `to`. From 20 µs to 60 µs, a pause
/// source at the receiver sends a pause of 10 µs in each interval of length `every`.
fn paused_by_a_source(every: &str, to: &str) -> Document {
    star(
        2,
        2,
        &format!(
            r#""horizon": "100us",
            "flows": [{{"name": "a", "from": "h0", "to": "{to}", "priority": 3, "arrival": {{"constant": "5G"}}}}],
            "pause_sources": [{{"name": "st", "node": "r", "priorities": [3], "every": "{every}", "time": "10us",
                "start": "20us", "stop": "60us"}}]"#
        ),
    )
}

#[test]
fn a_source_that_pauses_half_of_the_time_is_named() {
    for (every, kind) in [("20us", "passing"), ("9us", "storm")] {
        let (_, report) = ran(&paused_by_a_source(every, "r"));
        let cause = report.causes.iter().find(|cause| cause.root == "s.2.3").expect("a cause");
        assert_eq!(cause.kind, kind);
        let [source] = &cause.pause_sources[..] else { panic!("{cause:#?}") };
        assert_eq!((source.name.as_str(), source.port.as_str()), ("st", "r.0"));
    }
}

#[test]
fn pauses_of_a_full_group_have_no_source() {
    for name in ["incast", "pause", "slow-receiver"] {
        let (_, report) = ran(&preset(name));
        assert!(!report.causes.is_empty(), "{name}");
        assert!(report.causes.iter().all(|cause| cause.pause_sources.is_empty()), "{name}");
    }
}

/// A pause source sends a pause of 10 µs every 9 µs, from 20 µs on: at 20, 29, 38, 47 and 56 µs. The last
/// pause ends 10 µs after its PFC frame has arrived.
#[test]
fn the_last_pause_of_an_empty_queue_is_recorded_with_its_root() {
    let document = paused_by_a_source("9us", "h1");
    let mut world = world(&document);
    let mut causes = Causes::of(&world);
    world.run_until(document.horizon, u64::MAX, &mut causes);
    let spec = world.spec();
    let queue = QueueId::new(spec.port(spec.node("s").unwrap(), 2).unwrap(), Priority::P3);
    assert_eq!(causes.last(queue), None, "it held no frames");
    let idle = causes.last_idle(queue).expect("the pause of the empty queue");
    assert!(!idle.lasts && (idle.root, idle.end) == (queue, ChainOutcome::Storm), "{idle:?}");
    // A PFC frame takes 84 B on the wire, and the cable 25 ns. Its last bit arrives before the 12 B of the
    // gap.
    let arrives = Time::from_ns(25) + Time((8 + 64) * 80);
    assert!(idle.from.ps().abs_diff((Time::from_us(20) + arrives).ps()) < 10_000, "{}", idle.from);
    assert!(idle.until.ps().abs_diff((Time::from_us(66) + arrives).ps()) < 10_000, "{}", idle.until);
    let names: Vec<&str> = causes.pause_sources(idle.root, idle.end).map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["st"]);
}

/// The flow stops before the end of the run, so nothing waits in the queue when the report is made.
#[test]
fn flows_held_by_a_lost_resume_are_recorded_after_they_stop() {
    let document = star(
        2,
        2,
        r#""horizon": "300us", "flows": [{"name": "a", "from": "h0", "to": "r", "priority": 3, "stop": "100us"},
            {"name": "b", "from": "h1", "to": "r", "priority": 3, "stop": "100us"}],
        "actions": [{"at": "50us", "lose_pfc": {"port": "h0", "frames": 1, "only": "resumes"}}]"#,
    );
    let (_, report) = ran(&document);
    let lost = report.causes.iter().find(|cause| cause.kind == "lost_resume").expect("a lost resume");
    assert_eq!((lost.flows.as_slice(), lost.flow_count), (&["a".to_owned()][..], 1));
}

/// Runs in which a group pauses a queue at an unusual time: just before the next queue is resumed, or when
/// the group has already drained. The report must not name a pause source as the cause of these pauses.
#[test]
fn pauses_from_groups_never_end_by_themselves() {
    for (text, roots) in [
        (PAUSE_DURING_RESUME, &["s1.1.0"][..]),
        (PAUSES_IN_QUICK_SUCCESSION, &["s1.1.0"]),
        (PAUSED_WHILE_ANOTHER_SOURCE_PAUSES, &["s0.2.1"]),
    ] {
        let (_, report) = ran(&document(text));
        let found: Vec<&str> = report.causes.iter().map(|cause| cause.root.as_str()).collect();
        assert_eq!(found, roots, "{:#?}", report.causes);
        assert!(report.causes.iter().all(|cause| cause.kind != "passing"));
    }
}

/// The pause source stops at 200 µs, but its last pause lasts until 486 µs. A report that begins within this
/// pause has the same cause as the report of the whole run.
#[test]
fn the_last_pause_of_a_storm_has_that_cause_in_each_window() {
    let document = star(
        2,
        2,
        r#""horizon": "480us",
        "flows": [{"name": "a", "from": "h0", "to": "r", "priority": 3, "arrival": {"constant": "5G"}}],
        "pause_sources": [{"name": "st", "node": "r", "priorities": [3], "every": "100us",
            "start": "50us", "stop": "200us"}]"#,
    );
    let spec = Arc::new(document.compile().unwrap());
    for from in [0, 60, 160, 250] {
        let mut world = World::new(Arc::clone(&spec));
        world.run_until(Time::from_us(from), u64::MAX, &mut ());
        let mut causes = Causes::of(&world);
        world.run_until(Time::from_us(480), u64::MAX, &mut causes);
        let report = causes.report(&world);
        let kinds: Vec<&str> = report.iter().map(|cause| cause.kind).collect();
        assert_eq!(kinds, ["storm"], "from {from}");
    }
}
