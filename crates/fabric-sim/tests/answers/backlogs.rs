//! Tests of pauses by a backlog. A queue that was paused has a backlog of frames. When this queue sends the
//! backlog after the pause, the next switch may pause the queues that send to it. The cause of such a pause
//! is the cause of the first pause, whatever else the port sends.

use super::*;

/// Star of four hosts, `a`, `b`, `c` and `r`. Host `a` sends 63 Gb/s in priority 3 to `r`. Host `c` sends
/// `other` Gb/s in priority 7 to `r`. The link of `r` has 100 Gb/s.
fn star_of_two_classes(params: &str, other: f64, fields: &str) -> Document {
    document(&format!(
        r#"{{"format": 1, "model": 2, "horizon": "600us", "hosts": [{{"name": "a"}}, {{"name": "b"}}, {{"name": "c"}}, {{"name": "r"}}],
        "switches": [{{"name": "s"}}],
        "links": [["a", "s", "100G", "5m"], ["b", "s", "100G", "5m"], ["c", "s", "100G", "5m"], ["r", "s", "100G", "5m"]],
        "params": {{"headroom": "60k"{params}}},
        "flows": [{{"name": "x", "from": "a", "to": "r", "frame": 512, "priority": 3, "arrival": {{"constant": "63G"}}}},
            {{"name": "y", "from": "c", "to": "r", "frame": 512, "priority": 7, "arrival": {{"constant": "{other}G"}}}}]{fields}}}"#
    ))
}

const STORM: &str = r#", "pause_sources": [{"name": "st", "node": "r", "priorities": [3], "every": "40us", "start": "50us", "stop": "130us", "quanta": 15000}]"#;
const ETS: &str = r#", "p7.class": "ets", "p3.class": "ets", "p3.share": "50", "p7.share": "50""#;

/// Fabric with two switches in a row: hosts `a` and `b` at `s1`, hosts `q` and `r` at `s2`. A storm of pauses
/// from `r` lasts from 5 µs to 105 µs.
fn storm_behind_two_switches() -> Document {
    document(
        r#"{"format": 1, "model": 2, "horizon": "400us", "hosts": [{"name": "a"}, {"name": "b"}, {"name": "q"}, {"name": "r"}],
        "switches": [{"name": "s1"}, {"name": "s2"}],
        "links": [["a", "s1", "100G", "5m"], ["b", "s1", "100G", "5m"], ["s1", "s2", "100G", "5m"], ["r", "s2", "100G", "5m"], ["q", "s2", "100G", "5m"]],
        "flows": [{"name": "x", "from": "a", "to": "r", "arrival": {"constant": "30G"}},
            {"name": "v", "from": "b", "to": "q", "arrival": {"constant": "30G"}}],
        "pause_sources": [{"name": "st", "node": "r", "priorities": [3], "every": "40us", "time": "60us", "start": "5us", "stop": "60us"}]}"#,
    )
}

/// After the storm at `r`, switch `s1` sends its backlog to `s2`. While the backlog drains, `s1` pauses the
/// senders `a` and `b`. The report counts these pauses for the queue with the backlog.
#[test]
fn pauses_by_the_backlog_after_a_storm_are_counted_for_the_queue_that_sent_it() {
    let (_, report) = ran(&storm_behind_two_switches());
    let [storm] = &report.causes[..] else { panic!("{:#?}", report.causes) };
    let [backlog] = &storm.backlogs[..] else { panic!("{storm:#?}") };
    assert_eq!((storm.kind, backlog.queue.as_str()), ("storm", "s1.2.3"));
    assert!(backlog.until_ps <= storm.until_ps, "{storm:#?}");
    // The last pause of the storm ends at 105 µs. After that, only the senders are paused.
    let paused = |name| storm.queues.iter().find(|held| held.queue == name).expect("a queue").paused_ps;
    let (senders, after) = (paused("a.0.3") + paused("b.0.3"), storm.until_ps - Time::from_us(105).ps());
    assert!((after / 2..after * 2).contains(&backlog.held_ps) && backlog.held_ps < senders, "{storm:#?}");
}

/// Priority 7 is strict or has an ETS share, and takes 2 to 25 % of the port. The rest is enough for the rate
/// of priority 3. So priority 7 is not the cause of the backlog of priority 3.
#[test]
fn a_class_that_fits_beside_the_backlog_is_not_its_cause() {
    for other in [2.0, 5.0, 11.0, 25.0] {
        for (params, fields, kind) in [
            (String::new(), STORM, "storm"),
            (ETS.to_owned(), STORM, "storm"),
            (r#", "host.r.drain": "42G", "p7.lossless": "on""#.to_owned(), "", "slow_host"),
            (format!(r#", "host.r.drain": "42G", "p7.lossless": "on"{ETS}"#), "", "slow_host"),
        ] {
            let (_, report) = ran(&star_of_two_classes(&params, other, fields));
            let place = format!("{other} Gb/s{params}: {:#?}", report.causes);
            assert!(report.causes.iter().all(|cause| cause.kind == kind), "{place}");
            assert!(report.causes.iter().any(|cause| !cause.backlogs.is_empty()), "{place}");
        }
    }
}

/// Together, the strict priority 7 (60 Gb/s) and priority 3 (63 Gb/s) send more than the output carries. This
/// is still true after the storm, so priority 7 then is a cause of its own.
#[test]
fn a_strict_class_that_does_not_fit_is_a_cause_of_its_own_after_a_storm() {
    let (_, report) = ran(&star_of_two_classes("", 60.0, STORM));
    let kinds: Vec<&str> = report.causes.iter().map(|cause| cause.kind).collect();
    assert!(kinds.contains(&"storm") && kinds.contains(&"strict"), "{:#?}", report.causes);
}

/// The port sends at most 40 Gb/s, and up to half of the sent frames have priority 7. So the queue of
/// priority 3 is limited at some times by its share, and at other times by the maximum rate of the port. The
/// report still names one cause.
#[test]
fn a_port_at_its_maximum_rate_has_one_cause_while_the_shares_stay() {
    for other in [10.0, 20.0, 30.0] {
        let params = r#", "switch.s.port.3.port_pir": "40G", "p7.lossless": "on""#;
        let (_, report) = ran(&star_of_two_classes(params, other, ""));
        assert_eq!(
            report.causes.iter().filter(|cause| cause.root == "s.3.3").count(),
            1,
            "{:#?}",
            report.causes
        );
    }
}

/// The switch never sends a resume, so each pause lasts until it expires.
#[test]
fn each_pause_that_outlives_its_request_counts_as_a_lost_resume() {
    let scene = star(
        2,
        2,
        r#""horizon": "300us", "params": {"switch.s.explicit_xon": "off", "switch.s.pause_quanta": "200"},
            "flows": [{"name": "x", "from": "h0", "to": "r"}, {"name": "y", "from": "h1", "to": "r"}]"#,
    );
    let (_, report) = ran(&scene);
    let lost =
        report.causes.iter().filter(|cause| cause.kind == "lost_resume").flat_map(|cause| &cause.queues);
    // A pause of 200 quanta lasts 1.024 µs at 100 Gb/s.
    let lasts = 1_024_000;
    let mut checked = 0;
    for held in lost {
        assert!(held.pauses * lasts >= held.paused_ps, "{held:#?}");
        checked += 1;
    }
    assert_eq!(checked, 2);
}

/// The storm ends at 105 µs. Then `s1` sends the frames that the storm held back. The report names the queue
/// of `s2` to `r`, the root of the storm, as the cause of this backlog.
#[test]
fn a_root_that_drains_names_the_root_of_its_last_pause() {
    let scene = storm_behind_two_switches();
    let mut checked = 0;
    for us in (110..220).step_by(10) {
        let (_, report) = ran_until(&scene, Time::from_us(us));
        for root in &report.blocked.roots {
            assert_eq!((root.queue.as_str(), root.kind), ("s1.2.3", "draining"), "{us} us");
            assert_eq!(root.backlog_of.as_deref(), Some("s2.1.3"), "{us} us");
            checked += 1;
        }
    }
    assert!(checked > 5, "{checked}");
}
