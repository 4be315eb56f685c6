//! Causes of pauses, during the run and at its end.

use super::*;
use fabric_sim::engine::{EventKind, TraceEvent};
use fabric_sim::ids::{FlowId, PortId, Priority, QueueId};
use fabric_sim::insight::{CauseReport, ChainOutcome, roots, why_paused};

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
    // A class with a share of 20 Gb/s sends 40 Gb/s. The other class gets the rate at which it sends.
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

/// The collective and all pauses end before the horizon.
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
    document.horizon = Time::from_us(400);
    let (world, report) = ran(&document);
    assert!(world.storms().is_empty(), "it is over");
    let storm = report.causes.iter().find(|cause| cause.kind == "storm").unwrap();
    assert!(
        storm.from_ps < 60_000_000 && storm.until_ps < 400_000_000,
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

/// The output before the root fills, too, and its backlog drains after each pause. That makes its flows no
/// less victims.
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

/// In all presets, the data of each flow that a cause lists passes the port of the root.
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

/// A flow that crosses a cycle of waits counts as bound for the root, whichever queue of the cycle is listed
/// first.
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

/// If all queues hold frames, the causes of a queue sum to its paused time in the trace.
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
            // Pauses of an empty queue have no cause in the report. The flows of `incast` end, so its queues
            // become empty.
            assert!(stated == ps || stated < ps && name == "incast", "{name} {place}: {stated} of {ps}");
        }
    }
}

/// Kinds of the causes at the output of the switch: at the end of the run, and over the run. `rates` are
/// those of a flow of priority 3 and of a flow of priority 5; `None`: there is no such flow. `settings` apply
/// to the output.
fn kinds(rates: [Option<&str>; 2], settings: &[(&str, &str)]) -> (Vec<&'static str>, Vec<&'static str>) {
    let flow = |n: usize, rate: &str| {
        let (priority, arrival) = ([3, 5][n], format!(r#""arrival": {{"constant": "{rate}"}}"#));
        format!(r#"{{"name": "f{n}", "from": "h{n}", "to": "r", "priority": {priority}, {arrival}}}"#)
    };
    let flows: Vec<String> = (0..2).filter_map(|n| rates[n].map(|rate| flow(n, rate))).collect();
    let fields = format!(
        r#""horizon": "1ms", "params": {{"overhead": 0, "p5.lossless": "on", "headroom": "40k"}},
            "flows": [{}]"#,
        flows.join(", ")
    );
    let edits: Vec<(String, &str)> =
        settings.iter().map(|(key, value)| (format!("switch.s.port.2.{key}"), *value)).collect();
    let edits: Vec<(&str, &str)> = edits.iter().map(|(key, value)| (key.as_str(), *value)).collect();
    let (_, report) = ran(&edited(star(2, 2, &fields), &edits));
    let of = |root: &str| root == "s.2.3";
    let now = report.blocked.roots.iter().filter(|root| of(&root.queue)).map(|root| root.kind).collect();
    (now, report.causes.iter().filter(|cause| of(&cause.root)).map(|cause| cause.kind).collect())
}

#[test]
fn a_maximum_rate_is_the_cause_only_where_it_limits_the_drain_of_the_queue() {
    let (alone, both) = ([Some("40G"), None], [Some("40G"), Some("50G")]);
    let over = |rates, settings: &[(&str, &str)]| kinds(rates, settings).1;
    let none: [&str; 0] = [];
    assert_eq!(over(alone, &[]), none);
    assert_eq!(kinds(alone, &[("p3.pir", "10G")]), (vec!["max_rate"], vec!["max_rate"]));
    assert_eq!(over(alone, &[("p3.pir", "10G"), ("p3.pbs", "64k")]), ["max_rate"]);
    assert_eq!(over(alone, &[("p3.pir", "60G")]), none, "it sends less than its maximum");
    assert_eq!(over(both, &[("p3.pir", "10G")]), ["max_rate"], "both fit beside each other");
    assert_eq!(over(alone, &[("port_pir", "20G")]), ["port_max_rate"]);
    assert_eq!(over(both, &[("port_pir", "60G")]), ["strict"], "40G fit into 60G alone");
    // The other class takes the port, so that the maximum rate is seldom reached.
    let shares = [("p3.class", "ets"), ("p5.class", "ets"), ("p3.share", "20"), ("p5.share", "80")];
    let full = [Some("60G"), Some("100G")];
    assert_eq!(over(full, &[&shares[..], &[("p3.pir", "30G")]].concat()), ["ets_share"]);
    assert_eq!(over(full, &[&shares[..], &[("p3.pir", "10G")]].concat()), ["max_rate"]);
}

#[test]
fn a_maximum_rate_near_that_of_the_link_is_no_cause() {
    let document = |pir: &str| {
        let fields = r#""horizon": "1ms", "params": {"overhead": 0, "headroom": "40k"},
            "flows": [{"name": "a", "from": "h0", "to": "r", "priority": 3},
                {"name": "b", "from": "h1", "to": "r", "priority": 3}]"#;
        let (_, report) = ran(&edited(star(2, 2, fields), &[("switch.s.port.2.p3.pir", pir)]));
        report.causes.iter().map(|cause| cause.kind).collect::<Vec<_>>()
    };
    assert_eq!(document("97G"), ["oversubscribed"]);
    for limits in ["90G", "60G", "40G"] {
        assert_eq!(document(limits), ["max_rate"], "{limits}");
    }
}

/// Each of the three flows takes two links of a ring, in a priority of its own. Only priority 3 is lossless.
#[test]
fn paths_of_different_priorities_close_no_cyclic_dependency() {
    let cycles = |edits: &[(&str, &str)]| {
        let (_, report) = ran_until(&edited(document(RING_OF_THREE_PRIORITIES), edits), Time::from_us(10));
        report.blocked.dependency_cycles.len()
    };
    assert_eq!(cycles(&[]), 0);
    assert_eq!(cycles(&[("p1.lossless", "on"), ("p6.lossless", "on")]), 0, "each is alone in its priority");
    // Each switch charges all frames to priority 3, and sends them in it.
    assert_eq!(cycles(&[("trust", "port"), ("default_priority", "3")]), 1);
}

/// Causes at the output `s.2.3` at `until`: present roots, and causes of pauses with their spans in
/// microseconds. Two hosts saturate the output until their stop.
fn draining(until: &str, others: &str) -> (Vec<&'static str>, Vec<(&'static str, u64, u64)>) {
    let fields = format!(
        r#""horizon": "{until}", "params": {{"threshold": "static", "xoff": "200k", "xon": "20k"}},
            "flows": [{{"name": "a", "from": "h0", "to": "r", "priority": 3, "stop": "95us"}},
                {{"name": "b", "from": "h1", "to": "r", "priority": 3, "stop": "95us"}}{others}]"#
    );
    let (_, report) = ran(&star(2, 2, &fields));
    let of_output = |root: &str| root == "s.2.3";
    let causes = report.causes.iter().filter(|cause| of_output(&cause.root));
    let mut causes: Vec<_> =
        causes.map(|cause| (cause.kind, cause.from_ps / 1_000_000, cause.until_ps / 1_000_000)).collect();
    causes.sort_unstable_by_key(|cause| cause.1);
    let roots = report.blocked.roots.iter().filter(|root| of_output(&root.queue));
    (roots.map(|root| root.kind).collect(), causes)
}

#[test]
fn a_root_whose_flows_have_ended_only_drains() {
    assert_eq!(draining("94us", "").0, ["oversubscribed"]);
    assert_eq!(draining("110us", "").0, ["draining"]);
    // A flow below the rate of the output does not fill it; one that saturates it beside another does.
    let slow = r#", {"name": "c", "from": "h0", "to": "r", "priority": 3, "arrival": {"constant": "30G"}}"#;
    let (roots, causes) = draining("110us", slow);
    assert_eq!(roots, ["draining"]);
    let [("oversubscribed", 32, 95), ("draining", 95, 110)] = causes[..] else { panic!("{causes:?}") };
    let long = r#", {"name": "c", "from": "h0", "to": "r", "priority": 3},
        {"name": "d", "from": "h1", "to": "r", "priority": 3}"#;
    assert_eq!(draining("110us", long).0, ["oversubscribed"]);
}

#[test]
fn a_past_root_has_its_time_of_draining_as_a_cause_of_its_own() {
    let slow = r#", {"name": "c", "from": "h0", "to": "r", "priority": 3, "arrival": {"constant": "30G"}}"#;
    let (roots, causes) = draining("300us", slow);
    assert_eq!(roots, Vec::<&str>::new());
    let [("oversubscribed", 32, 95), ("draining", 95, end)] = causes[..] else { panic!("{causes:?}") };
    assert!((100..300).contains(&end), "{end}");
}

/// Kinds of the causes at the output `s.3.3` of three hosts, in order of time, with their spans in microseconds,
/// and the causes of the pauses of `h2.0.3`.
fn phases(flows: &str) -> (Vec<(&'static str, u64, u64)>, Vec<&'static str>) {
    let fields = format!(r#""horizon": "300us", "params": {{"headroom": "auto"}}, "flows": [{flows}]"#);
    let (_, report) = ran(&star(2, 3, &fields));
    let mut causes: Vec<&CauseReport> = report.causes.iter().filter(|cause| cause.root == "s.3.3").collect();
    causes.sort_unstable_by_key(|cause| cause.from_ps);
    let of_queue = causes.iter().filter(|cause| cause.queues.iter().any(|held| held.queue == "h2.0.3"));
    let of_queue = of_queue.map(|cause| cause.kind).collect();
    (
        causes
            .iter()
            .map(|cause| (cause.kind, cause.from_ps / 1_000_000, cause.until_ps / 1_000_000))
            .collect(),
        of_queue,
    )
}

/// For 150 µs, two hosts bring too much to the output. Then one of them stops, and a strict class takes the
/// output. The second run has the two halves in reverse order.
#[test]
fn each_reason_of_a_root_is_a_cause_of_its_own() {
    let slow = r#"{"name": "b", "from": "h1", "to": "r", "arrival": {"constant": "20G"}}"#;
    let strict_later = format!(
        r#"{slow}, {{"name": "c", "from": "h2", "to": "r", "stop": "150us"}},
            {{"name": "hi", "from": "h0", "to": "r", "priority": 7, "start": "150us"}}"#
    );
    let (causes, of_c) = phases(&strict_later);
    let [("oversubscribed", 18, until), ("strict", from, 300)] = causes[..] else { panic!("{causes:?}") };
    assert!((148..=152).contains(&until) && (150..165).contains(&from), "{causes:?}");
    assert_eq!(of_c, ["oversubscribed"], "the flow of h2 ends before the strict class begins");
    let strict_first = format!(
        r#"{slow}, {{"name": "c", "from": "h2", "to": "r", "start": "150us"}},
            {{"name": "hi", "from": "h0", "to": "r", "priority": 7, "stop": "150us"}}"#
    );
    let (causes, _) = phases(&strict_first);
    let [("strict", 15, until), ("oversubscribed", from, 299..=300)] = causes[..] else {
        panic!("{causes:?}")
    };
    assert!((148..156).contains(&until) && (150..156).contains(&from), "{causes:?}");
}

/// Two classes with equal shares send in turn. Their bytes differ by single frames, which is no new reason.
#[test]
fn frames_that_alternate_are_no_new_reason() {
    let fields = r#""horizon": "300us", "params": {"headroom": "auto", "lossless": "on", "class": "ets", "share": 50},
        "flows": [{"name": "a", "from": "h0", "to": "r", "priority": 3}, {"name": "b", "from": "h1", "to": "r", "priority": 4}]"#;
    let (_, report) = ran(&star(2, 2, fields));
    let kinds: Vec<(&str, &str)> =
        report.causes.iter().map(|cause| (cause.root.as_str(), cause.kind)).collect();
    assert_eq!(kinds, [("s.2.3", "ets_share"), ("s.2.4", "ets_share")]);
}

/// A storm ends at 80 µs. A flow that never starts, or that ended before it, changes none of its pauses.
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

/// Crossbar at half of the rate of its only sender; then a crossbar where frames for an idle output wait behind
/// frames for an output that three hosts fill.
#[test]
fn a_slow_crossbar_and_a_blocked_head_of_line_are_no_oversubscription() {
    let of = |root: &str, document: &Document| {
        let (_, report) = ran(document);
        let causes = || report.causes.iter().filter(|cause| cause.root == root);
        let all: u64 = causes().map(|cause| cause.held_ps).sum();
        // The first pause comes before the crossbar can be judged, and is short.
        causes().filter(|cause| cause.held_ps > all / 50).map(|cause| cause.kind).collect::<Vec<_>>()
    };
    let fields = r#""horizon": "200us", "params": {"headroom": "auto", "fabric": "crossbar"},
        "flows": [{"name": "a", "from": "h0", "to": "r"}]"#;
    let one = star(2, 1, fields);
    assert_eq!(of("s.1.3", &one), Vec::<&str>::new());
    assert_eq!(of("s.1.3", &edited(one, &[("crossbar_speedup", "1/2")])), ["crossbar"]);
    let fields = r#""horizon": "200us", "params": {"headroom": "auto", "fabric": "crossbar", "crossbar_inputs": "fifo",
            "p4.lossless": "on", "p3.class": "ets", "p4.class": "ets", "p3.share": 50, "p4.share": 50},
        "flows": [{"name": "a", "from": "h0", "to": "r"}, {"name": "b", "from": "h1", "to": "r"},
            {"name": "c", "from": "h2", "to": "r"}, {"name": "a to h3", "from": "h0", "to": "h3", "priority": 4}]"#;
    let blocked = star(2, 4, fields);
    assert_eq!(of("s.3.4", &blocked), ["crossbar"], "the output to h3 has no other traffic");
    assert_eq!(of("s.4.3", &blocked), ["oversubscribed"]);
}
