//! Tests of the causes of pauses, during a run and at its end.

mod reasons;

use fabric_sim::engine::{EventKind, TraceEvent};
use fabric_sim::ids::{FlowId, PortId, Priority, QueueId};
use fabric_sim::insight::{CauseReport, ChainOutcome, roots, why_paused};

use super::*;

fn only(report: &Report) -> &CauseReport {
    assert_eq!(report.causes.len(), 1, "{:#?}", report.causes);
    &report.causes[0]
}

#[test]
fn starvation_by_strict_priority_is_reported_with_the_strict_class() {
    let (world, report) = ran(&document(STARVED_BY_STRICT));
    let cause = only(&report);
    assert_eq!((cause.root.as_str(), cause.kind, cause.by_class), ("dut.2.3", "strict", Some(7)));
    assert!(cause.sent_percent[&7] > 99.0, "{:?}", cause.sent_percent);
    assert_eq!((cause.flows.as_slice(), cause.victim_count), (&["lossless".to_owned()][..], 0));
    assert!((cause.time_percent - 100.0).abs() < 1e-9 && (cause.bytes_percent - 100.0).abs() < 1e-9);
    let root = &report.blocked.roots[0];
    assert_eq!((root.queue.as_str(), root.kind, root.by_class), ("dut.2.3", "strict", Some(7)));
    let spec = world.spec();
    let nic = QueueId::new(spec.port(spec.node("b").unwrap(), 0).unwrap(), Priority::P3);
    let chain = why_paused(&world, nic).unwrap();
    assert_eq!(chain.main_root().end, ChainOutcome::Strict(Priority::P7));
    assert!(chain.lines(spec).last().unwrap().contains("strict class 7 is served before it"));
}

#[test]
fn an_ets_share_is_the_cause_only_where_the_class_would_fit_alone() {
    let ets = |rates: [&str; 2]| {
        let edits = [
            ("p7.lossless", "on"),
            ("p3.class", "ets"),
            ("p7.class", "ets"),
            ("p3.share", "20"),
            ("p7.share", "80"),
        ];
        let mut document = edited(document(STARVED_BY_STRICT), &edits);
        for (flow, rate) in document.flows.iter_mut().zip(rates) {
            flow.arrival = serde_json::from_str(&format!(r#"{{"constant": "{rate}"}}"#)).unwrap();
        }
        let (_, report) = ran(&document);
        report.causes.iter().map(|cause| (cause.root.clone(), cause.kind)).collect::<Vec<_>>()
    };
    // Class 3 sends 40 Gb/s, and has a share of 20 Gb/s. Class 7 sends 70 Gb/s, which fits in its share.
    assert_eq!(ets(["70G", "40G"]), [("dut.2.3".to_owned(), "ets_share")]);
    assert_eq!(ets(["50G", "40G"]), [], "both fit");
}

#[test]
fn overload_of_a_port_is_reported_as_the_cause() {
    let (_, report) = ran(&preset("incast"));
    let first = &report.causes[0];
    assert!(first.kind == "oversubscribed" && first.flow_count > 0, "{:#?}", report.causes);
    // The flows end before the queues are empty.
    let is_known = |cause: &CauseReport| matches!(cause.kind, "oversubscribed" | "draining");
    assert!(report.causes.iter().all(is_known), "{:#?}", report.causes);
}

/// The collective and all pauses end before the horizon, the end of the run.
#[test]
fn a_past_cause_retains_its_span_and_blocked_flows() {
    let (world, report) = ran(&document(SLOW_BUS_THAT_ENDED));
    assert!(report.blocked.roots.is_empty() && report.blocked.queues.is_empty(), "nothing waits at the end");
    let slow = only(&report);
    assert_eq!(slow.kind, "slow_host", "also of what waited while the host let the queue send for a moment");
    assert!(slow.root.starts_with("rail.2."), "{}", slow.root);
    assert!(slow.until_ps < world.now().ps() && slow.from_ps < slow.until_ps);
    let (queue, paused) = (&slow.queues[0].queue, slow.queues[0].paused_ps);
    assert_eq!(queue, &slow.root, "the switch's queue for the host");
    assert!(paused > 0 && slow.queues[0].pauses > 1);
    assert!(slow.flows.iter().any(|flow| flow.contains("n2")), "{:?}", slow.flows);
}

#[test]
fn a_past_storm_is_reported_with_its_flows() {
    let mut document = preset("storm");
    document.pause_sources[0].stop = Some(Time::from_us(60));
    // The last pause lasts until 396 µs, and the backlog behind it until about 1 ms.
    document.horizon = Time::from_us(2_000);
    let (world, report) = ran(&document);
    assert!(world.storms().is_empty(), "it is over");
    let storm = report.causes.iter().find(|cause| cause.kind == "storm").unwrap();
    assert!(
        storm.from_ps < 60_000_000 && (390_000_000..1_500_000_000).contains(&storm.until_ps),
        "{} to {}",
        storm.from_ps,
        storm.until_ps
    );
    assert!(storm.held_ps > 0 && storm.queue_count > 0);
    assert!(storm.flow_count + storm.victim_count > 0, "{storm:#?}");
}

#[test]
fn a_deadlock_is_reported_as_a_cycle() {
    let (_, report) = ran(&preset("deadlock-ring"));
    assert_eq!(report.causes[0].kind, "circle", "{:#?}", report.causes);
}

#[test]
fn victims_are_distinguished_from_flows_to_the_root() {
    let (world, report) = ran_until(&preset("victim"), Time::from_us(30));
    let victims: Vec<&String> = report.causes.iter().flat_map(|cause| &cause.victims).collect();
    assert!(!victims.is_empty(), "{:#?}", report.causes);
    for root in roots(&world) {
        assert!(root.victims.iter().all(|victim| root.flows.contains(victim)));
    }
}

/// The output before the root fills, too, and drains after each pause. Nevertheless a flow that only passes
/// that output, and not the root, is a victim.
#[test]
fn a_flow_through_a_paused_output_before_the_root_is_a_victim() {
    let (_, report) = ran(&document(VICTIM_OF_THE_OUTPUT_BEFORE));
    let cause = only(&report);
    assert_eq!((cause.root.as_str(), cause.kind), ("s1.1.3", "oversubscribed"));
    assert_eq!(
        (cause.flows.as_slice(), cause.victims.as_slice()),
        (&["a to r".to_owned(), "b to r".to_owned()][..], &["victim".to_owned()][..])
    );
}

/// Causes of all presets list their flows and their victims. The data of each of these flows, unlike that of
/// a victim, must pass the port of the root.
#[test]
fn flows_bound_for_a_cause_pass_its_root() {
    let mut checked = 0;
    for preset in &PRESETS {
        let (world, report) = ran(&preset.document());
        let names: Vec<_> = world.flow_specs().map(|flow| flow.name.clone()).collect();
        for cause in report.causes.iter().filter(|cause| cause.kind != "circle") {
            for flow in &cause.flows {
                let id = FlowId::new(names.iter().position(|name| name == flow).expect("a flow"));
                let Some(path) = world.path_of(id) else { continue };
                let passes =
                    |port: &PortId| cause.root.starts_with(&format!("{}.", world.spec().port_name(*port)));
                assert!(path.iter().any(passes), "{}: {flow} does not pass {}", preset.name, cause.root);
                checked += 1;
            }
        }
    }
    assert!(checked > 100, "{checked}");
}

#[test]
fn only_flows_with_frames_to_send_are_held_up() {
    let (world, report) = ran(&document(FLOWS_BEFORE_AND_AFTER));
    let cause = only(&report);
    assert_eq!((cause.kind, cause.flows.as_slice()), ("storm", &["main".to_owned()][..]));
    assert_eq!(cause.victims, Vec::<String>::new());
    let roots = roots(&world);
    let [root] = roots.as_slice() else { panic!("{roots:?}") };
    assert_eq!((root.flows.as_slice(), root.victims.as_slice()), (&[FlowId(1)][..], &[][..]));
}

/// A flow through a deadlocked cycle counts as a flow to the root of the cycle. It does not matter which
/// queue of the cycle the report names as the root. So the flow is no victim.
#[test]
fn flows_through_a_deadlock_are_bound_for_it() {
    for name in ["deadlock-ring", "deadlock-4"] {
        let (world, report) = ran(&preset(name));
        let cause = report.causes.iter().find(|cause| cause.kind == "circle").expect("a cycle");
        assert_eq!(cause.victims, Vec::<String>::new(), "{name}: {cause:#?}");
        let root = roots(&world).into_iter().find(|root| root.end == ChainOutcome::Cycle);
        assert!(root.is_some_and(|root| root.victims.is_empty()), "{name}");
    }
}

/// The paused times of a queue in all causes sum to the paused time of this queue in the trace. In these
/// presets, no queue becomes empty.
#[test]
fn the_causes_of_a_queue_add_up_to_its_paused_time_in_the_trace() {
    for name in ["incast", "victim", "pause", "slow-receiver"] {
        let document = preset(name);
        let (_, report) = ran(&document);
        let mut world = world(&document);
        let mut events: Vec<TraceEvent> = Vec::new();
        world.run_until(document.horizon, u64::MAX, &mut events);
        let mut since = std::collections::BTreeMap::new();
        let mut paused = std::collections::BTreeMap::new();
        for event in &events {
            match event.kind {
                EventKind::Paused(n) => {
                    since.insert((event.port, n), event.at);
                }
                EventKind::Resumed(n) | EventKind::Expired(n) => {
                    let began = since.remove(&(event.port, n)).unwrap();
                    *paused.entry((event.port, n)).or_insert(0) += (event.at - began).ps();
                }
                _ => {}
            }
        }
        for (queue, began) in since {
            *paused.entry(queue).or_insert(0) += (world.now() - began).ps();
        }
        let mut stated = std::collections::BTreeMap::new();
        for held in report.causes.iter().flat_map(|cause| &cause.queues) {
            *stated.entry(held.queue.clone()).or_insert(0) += held.paused_ps;
        }
        assert!(!stated.is_empty(), "{name}");
        for ((port, n), ps) in paused {
            let place = format!("{}.{n}", world.spec().port_name(port));
            let stated = stated.get(&place).copied().unwrap_or(0);
            // Pauses of an empty queue have no cause in the report. In `incast` the flows end, so that queues
            // become empty.
            assert!(stated == ps || stated < ps && name == "incast", "{name} {place}: {stated} of {ps}");
        }
    }
}

/// Each of three flows crosses two links of a ring of switches, in its own priority. Only priority 3 is
/// lossless.
#[test]
fn paths_of_different_priorities_close_no_cyclic_dependency() {
    let cycles = |edits: &[(&str, &str)]| {
        let (_, report) = ran_until(&edited(document(RING_OF_THREE_PRIORITIES), edits), Time::from_us(10));
        report.blocked.dependency_cycles.len()
    };
    assert_eq!(cycles(&[]), 0);
    assert_eq!(cycles(&[("p1.lossless", "on"), ("p6.lossless", "on")]), 0, "each is alone in its priority");
    // Each switch charges all frames to priority 3, and transmits them in priority 3.
    assert_eq!(cycles(&[("trust", "port"), ("default_priority", "3")]), 1);
}

/// A storm ends at 80 µs. A further flow never starts, or has ended before the storm. This flow must not
/// change the reported causes of the pauses.
#[test]
fn flows_that_were_not_active_change_no_past_cause() {
    let causes = |other: &str| {
        let fields = format!(
            r#""horizon": "240us", "params": {{"headroom": "auto"}}, "flows": [
                {{"name": "a", "from": "h0", "to": "r", "arrival": {{"constant": "30G"}}}},
                {{"name": "b", "from": "h1", "to": "r", "arrival": {{"constant": "30G"}}}}{other}],
            "pause_sources": [{{"name": "st", "node": "r", "priorities": [3], "every": "10us", "start": "20us",
                "stop": "75us", "quanta": 1000}}]"#
        );
        let (_, report) = ran(&star(2, 3, &fields));
        report
            .causes
            .into_iter()
            .map(|cause| (cause.root, cause.kind, cause.from_ps, cause.until_ps))
            .collect::<Vec<_>>()
    };
    let alone = causes("");
    assert!(alone.iter().any(|cause| cause.1 == "storm"), "{alone:?}");
    assert_eq!(causes(r#", {"name": "late", "from": "h2", "to": "r", "start": "250us"}"#), alone);
    assert_eq!(causes(r#", {"name": "early", "from": "h2", "to": "r", "stop": "2us"}"#), alone);
}
