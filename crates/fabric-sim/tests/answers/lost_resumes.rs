//! Tests of lost resumes (XON frames) as causes of pauses.

use std::collections::{BTreeMap, BTreeSet};

use super::*;
use fabric_sim::engine::{EventKind, TraceEvent};
use fabric_sim::ids::PortId;
use fabric_sim::insight::CauseReport;

/// Time in ps for which each queue stays paused after its resume was lost, calculated from the trace. The
/// time ends when the pause expires, or when another pause or a resume arrives.
fn unresumed(world: &World, events: &[TraceEvent]) -> BTreeMap<String, u64> {
    let mut since: BTreeMap<(PortId, u8), Time> = BTreeMap::new();
    let mut paused: BTreeSet<(PortId, u8)> = BTreeSet::new();
    let mut sums = BTreeMap::new();
    let mut end = |since: Option<Time>, (port, n): (PortId, u8), at: Time| {
        if let Some(since) = since {
            *sums.entry(format!("{}.{n}", world.spec().port_name(port))).or_insert(0) += (at - since).ps();
        }
    };
    for event in events {
        match event.kind {
            EventKind::Paused(n) => {
                paused.insert((event.port, n.get()));
            }
            EventKind::PfcLost(stated) => {
                for n in stated.resumes.iter().filter(|n| paused.contains(&(event.port, n.get()))) {
                    since.entry((event.port, n.get())).or_insert(event.at);
                }
            }
            EventKind::PfcReceived(stated) => {
                for n in stated.pauses.iter() {
                    end(since.remove(&(event.port, n.get())), (event.port, n.get()), event.at);
                }
            }
            EventKind::Resumed(n) | EventKind::Expired(n) => {
                paused.remove(&(event.port, n.get()));
                end(since.remove(&(event.port, n.get())), (event.port, n.get()), event.at);
            }
            _ => {}
        }
    }
    let open: Vec<_> = since.into_iter().collect();
    for (queue, at) in open {
        end(Some(at), queue, world.now());
    }
    sums
}

fn lost_resumes(report: &Report) -> Vec<&CauseReport> {
    report.causes.iter().filter(|cause| cause.kind == "lost_resume").collect()
}

#[test]
fn a_lost_resume_is_a_cause_from_its_loss_on() {
    for timer in ["off", "on"] {
        let (_, report) = ran(&edited(document(LOST_RESUME), &[("pause_timer", timer)]));
        let [lost] = lost_resumes(&report)[..] else { panic!("{:#?}", report.causes) };
        let [queue] = &lost.queues[..] else { panic!("{lost:#?}") };
        assert_eq!((lost.root.as_str(), queue.queue.as_str()), ("a.0.3", "a.0.3"));
        assert!((50_000_000..51_000_000).contains(&lost.from_ps), "{}", lost.from_ps);
        // Without a pause timer, the pause lasts to the end of the run. With a timer, it lasts 65535 quanta
        // from its start.
        let until = if timer == "off" { 500_000_000 } else { 385_438_199 };
        assert!(lost.until_ps.abs_diff(until) < 1_000, "{}", lost.until_ps);
        assert_eq!(queue.paused_ps, lost.until_ps - lost.from_ps);
        assert!(lost.time_percent > 85.0, "{}", lost.time_percent);
        assert_eq!((lost.flows.as_slice(), lost.victim_count), (&["a3".to_owned()][..], 0));
        let other = report.causes.iter().find(|cause| cause.root == "s.2.3").expect("both senders before");
        assert_eq!(other.kind, "oversubscribed");
        assert!(other.until_ps < 60_000_000, "s.2 is idle or sends alone from then on: {}", other.until_ps);
    }
}

/// A resume is lost at different times, with and without a pause timer, for one priority and for the whole
/// link. The paused time in the report must equal the paused time in the trace.
#[test]
fn the_time_of_a_lost_resume_is_that_of_the_trace() {
    let mut found = 0;
    for (timer, link) in [("off", "off"), ("on", "off"), ("on", "on"), ("off", "on")] {
        for quanta in ["300", "65535"] {
            for at in (10..34).step_by(3) {
                let mut document = edited(
                    document(LOST_RESUME),
                    &[("pause_timer", timer), ("link_pause", link), ("pause_quanta", quanta)],
                );
                document.horizon = Time::from_us(150);
                document.actions[0].at = Time::from_us(at);
                let (_, report) = ran(&document);
                let mut world = world(&document);
                let mut events: Vec<TraceEvent> = Vec::new();
                world.run_until(document.horizon, u64::MAX, &mut events);
                let expected = unresumed(&world, &events);
                for cause in lost_resumes(&report) {
                    for held in &cause.queues {
                        assert_eq!(
                            held.paused_ps, expected[&held.queue],
                            "{} of {timer} {link} {quanta} {at}",
                            held.queue
                        );
                        found += 1;
                    }
                }
                assert_eq!(lost_resumes(&report).len(), usize::from(expected.contains_key("a.0.3")));
            }
        }
    }
    assert!(found > 32, "{found}");
}

/// After a resume is lost between two switches, the paused queue also blocks the queues that wait for it.
#[test]
fn queues_behind_a_lost_resume_wait_for_the_lost_resume() {
    for timer in ["off", "on"] {
        let document = document(&format!(
            r#"{{"format": 1, "model": 2, "horizon": "300us",
            "hosts": [{{"name": "a"}}, {{"name": "b"}}, {{"name": "r"}}], "switches": [{{"name": "s"}}, {{"name": "t"}}],
            "links": [["a", "s", "100G", "5m"], ["s", "t", "100G", "5m"], ["b", "t", "100G", "5m"], ["t", "r", "100G", "5m"]],
            "params": {{"pause_timer": "{timer}"}},
            "flows": [{{"name": "a3", "from": "a", "to": "r"}}, {{"name": "b3", "from": "b", "to": "r", "stop": "60us"}}],
            "actions": [{{"at": "30us", "lose_pfc": {{"port": "s.1", "only": "resumes", "frames": 1}}}}]}}"#
        ));
        let (_, report) = ran(&document);
        let [lost] = lost_resumes(&report)[..] else { panic!("{:#?}", report.causes) };
        let held: BTreeSet<&str> = lost.queues.iter().map(|held| held.queue.as_str()).collect();
        assert_eq!((lost.root.as_str(), held), ("s.1.3", BTreeSet::from(["s.1.3", "a.0.3"])), "{timer}");
        assert!(lost.bytes > 0, "what waits at s.1");
    }
}

#[test]
fn no_lost_resume_is_reported_without_a_loss() {
    for name in ["incast", "victim", "pause", "slow-receiver", "deadlock-ring"] {
        let (_, report) = ran(&preset(name));
        assert!(lost_resumes(&report).is_empty(), "{name}: {:#?}", report.causes);
    }
}

/// Without resumes (`explicit_xon` off), a pause lasts until it expires, long after its group has drained.
#[test]
fn a_pause_whose_resume_is_never_sent_has_that_cause() {
    let of = |explicit_xon: &str| {
        let flows =
            r#""flows": [{"name": "x", "from": "h0", "to": "r"}, {"name": "y", "from": "h1", "to": "r"}]"#;
        let document = star(2, 2, &format!(r#""horizon": "3ms", {flows}"#));
        ran(&edited(document, &[("explicit_xon", explicit_xon)])).1
    };
    let report = of("off");
    let [longest, ..] = report.causes.as_slice() else { panic!("{:?}", report.causes) };
    assert_eq!(longest.kind, "lost_resume", "{:?}", report.causes);
    let of_resumes = report.causes.iter().filter(|cause| cause.kind == "lost_resume");
    let percent: f64 = of_resumes.map(|cause| cause.time_percent).sum();
    assert!(percent > 95.0, "{percent} %");
    assert!(report.flows[0].throughput_bps < 5_000_000_000, "{:?}", report.flows);
    assert!(of("on").causes.iter().all(|cause| cause.kind == "oversubscribed"));
}
