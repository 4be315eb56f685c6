//! Tests of workloads: their random flows, refusals, and the slowdown of the flows.
#![cfg(not(target_arch = "wasm32"))]
#![expect(clippy::cast_precision_loss, reason = "counts and bytes are far below 2^53")]

use std::sync::Arc;

use fabric_sim::document::{Document, Problems, SizeDistribution};
use fabric_sim::engine::World;
use fabric_sim::ids::FlowId;
use fabric_sim::insight::{Report, ideal_fct, report_schema};
use fabric_sim::spec::{Limits, Spec};
use fabric_sim::units::Time;
use proptest::prelude::*;

/// Text of a document with eight hosts at two leaves, links of 100 Gb/s, and the workloads `workloads`.
fn text(seed: u64, horizon: &str, workloads: &str) -> String {
    format!(
        r#"{{"format": 1, "model": 1, "seed": {seed}, "horizon": "{horizon}",
            "build": {{"leaf_spine": {{"spines": 2, "leaves": 2, "hosts": 4, "fabric_link": {{"rate": "400G"}}}}}},
            "params": {{"headroom": "40k"}}, "workloads": [{workloads}]}}"#
    )
}

fn compile(text: &str) -> Result<Spec, Problems> {
    Document::parse(text)?.compile()
}

fn spec(seed: u64, horizon: &str, workloads: &str) -> Spec {
    compile(&text(seed, horizon, workloads)).unwrap_or_else(|problems| panic!("{problems}"))
}

fn refused(workloads: &str) -> String {
    compile(&text(1, "1ms", workloads)).expect_err("this should be refused").to_string()
}

fn run(spec: Spec, until: Time) -> World {
    let mut world = World::new(Arc::new(spec));
    world.run_until(until, u64::MAX, &mut ());
    world
}

const STORAGE: &str = r#"{"name": "w", "sizes": "storage", "load": 50}"#;

#[test]
fn hosts_start_the_load_as_a_poisson_process_between_random_pairs() {
    let horizon = Time::from_ms(20);
    let spec = spec(1, "20ms", STORAGE);
    assert_eq!((spec.workloads[0].first, spec.workloads[0].flows as usize), (FlowId(0), spec.flows.len()));
    assert!(
        spec.flows.is_sorted_by_key(|flow| flow.start) && spec.flows.iter().all(|flow| flow.start < horizon)
    );
    let hosts = 8.0;
    // At 100 Gb/s, a host sends 250 MB in 20 ms.
    let offered: u64 = spec.flows.iter().filter_map(|flow| flow.size).sum();
    let load = offered as f64 / (hosts * 250e6);
    assert!((load - 0.5).abs() < 0.02, "{load}");
    let expected = hosts * 250e6 * 0.5 / SizeDistribution::Storage.mean();
    assert!((spec.flows.len() as f64 / expected - 1.0).abs() < 0.02, "{} of {expected}", spec.flows.len());
    for from in (0..8).map(fabric_sim::ids::NodeId::new) {
        let own: Vec<_> = spec.flows.iter().filter(|flow| flow.source == from).collect();
        // The intervals of a Poisson process have a standard deviation that equals their mean.
        let gaps: Vec<f64> = own.windows(2).map(|pair| (pair[1].start - pair[0].start).ps() as f64).collect();
        let mean = gaps.iter().sum::<f64>() / gaps.len() as f64;
        let variance = gaps.iter().map(|gap| (gap - mean).powi(2)).sum::<f64>() / gaps.len() as f64;
        assert!((variance.sqrt() / mean - 1.0).abs() < 0.1, "{mean} ps, {variance}");
        for to in (0..8).map(fabric_sim::ids::NodeId::new) {
            let share = own.iter().filter(|flow| flow.destination == to).count() as f64 / own.len() as f64;
            let due = if from == to { 0.0 } else { 1.0 / 7.0 };
            assert!((share - due).abs() < 0.03, "{share} of {from:?} to {to:?}");
        }
    }
}

#[test]
fn the_seed_decides_the_flows_and_other_traffic_does_not() {
    let of = |seed: u64, workloads: &str| {
        let spec = spec(seed, "1ms", workloads);
        let own = spec.flows.into_iter().filter(|flow| flow.name.starts_with("w "));
        own.map(|flow| (flow.name, flow.start, flow.size)).collect::<Vec<_>>()
    };
    let flows = of(1, STORAGE);
    assert!(flows.len() > 500, "{}", flows.len());
    assert_eq!(of(1, STORAGE), flows);
    assert_ne!(of(2, STORAGE), flows);
    let another = r#"{"name": "other", "sizes": "hadoop", "load": 20, "stop": "100us", "priority": 4}"#;
    assert_eq!(of(1, &format!("{another}, {STORAGE}")), flows);
}

#[test]
fn a_workload_that_cannot_be_is_refused_by_its_field() {
    let most = Limits::FLOWS;
    for (workload, expected) in [
        (
            r#"{"name": "w", "sizes": "storage", "load": 0}"#,
            "workloads[0].load: is 0, but must be a whole number from 1 to 100",
        ),
        (
            r#"{"name": "w", "sizes": "uniform", "load": 1}"#,
            "but must be one of web_search, data_mining, hadoop, storage",
        ),
        (
            r#"{"name": "w", "sizes": "storage", "load": 1, "hosts": ["h1-1"]}"#,
            "workloads[0].hosts: is 1, but must be at least 2",
        ),
        (
            r#"{"name": "w", "sizes": "storage", "load": 1, "hosts": ["h1-1", "h9"]}"#,
            "workloads[0].hosts[1]: there is no host called \"h9\"",
        ),
        (
            r#"{"name": "w", "sizes": "storage", "load": 1, "start": "1ms"}"#,
            "workloads[0].start: is 1ms, but must be before 1ms, where the workload stops",
        ),
        (r#"{"name": "w", "sizes": "storage", "load": 1, "format": "none"}"#, "workloads[0].format"),
    ] {
        let reported = refused(workload);
        assert!(reported.contains(expected), "{workload}\n got {reported}");
    }
    // With eight hosts of 100 Gb/s, a load of 100 % and an hour, there are too many flows. The document is
    // refused before any flow is drawn.
    let reported = compile(&text(1, "3600s", r#"{"name": "w", "sizes": "hadoop", "load": 100}"#))
        .unwrap_err()
        .to_string();
    assert_eq!(
        reported,
        format!(
            "workloads[0].load: makes about 2989518003 flows, and a document has at most {most}; lower it, or stop earlier"
        )
    );
    // Each of the two workloads alone has few enough flows, but not both together.
    let two = r#"{"name": "a", "sizes": "hadoop", "load": 50}, {"name": "b", "sizes": "hadoop", "load": 50}"#;
    let reported = compile(&text(1, "120ms", two)).unwrap_err().to_string();
    assert!(reported.starts_with("workloads[1].load: makes about 49"), "{reported}");
}

#[test]
fn the_report_has_the_slowdown_of_finished_flows_by_size() {
    let world = run(spec(3, "500us", STORAGE), Time::from_us(500));
    let report = Report::of(&world);
    assert_eq!(report.fabric.dropped_frames, 0);
    let [workload] = &report.workloads[..] else { panic!("one") };
    assert_eq!((workload.name.as_str(), workload.sizes), ("w", "storage"));
    assert!(workload.finished <= workload.started && workload.started == workload.flows, "{workload:?}");
    let finished = report.flows.iter().filter(|flow| flow.finished_ps.is_some()).count() as u64;
    assert_eq!(workload.finished, finished);
    assert!(finished > 300, "{finished}");
    assert_eq!(workload.slowdown.iter().map(|range| range.flows).sum::<u64>(), finished);
    assert!(workload.slowdown.len() >= 4, "{workload:?}");
    for range in &workload.slowdown {
        assert!(
            1.0 <= range.p50 && range.p50 <= range.p95 && range.p95 <= range.p99 && range.p99 <= range.max
        );
        assert!(range.mean <= range.max && range.max < 200.0, "{range:?}");
    }
    let json = serde_json::to_value(&report).unwrap();
    assert!(jsonschema::draft202012::is_valid(&report_schema(), &json));
}

#[test]
fn an_incast_has_its_stated_number_of_senders() {
    let of = |fields: &str| {
        let collective = format!(r#"{{"name": "c", "bytes": "1k", {fields}}}"#);
        compile(
            &text(1, "1ms", "").replace(r#""workloads": []"#, &format!(r#""collectives": [{collective}]"#)),
        )
    };
    let spec = of(r#""kind": "incast", "to": "h1-2", "senders": 3"#).unwrap();
    let names: Vec<&str> = spec.flows.iter().map(|flow| flow.name.as_str()).collect();
    assert_eq!(names, ["c h1-1 to h1-2", "c h1-3 to h1-2", "c h1-4 to h1-2"]);
    assert_eq!(
        of(r#""kind": "incast", "senders": 7"#).unwrap().flows,
        of(r#""kind": "incast""#).unwrap().flows
    );
    for (fields, expected) in [
        (
            r#""kind": "incast", "senders": 8"#,
            "collectives[0].senders: is 8, but must be at most 7, the hosts that take part beside the receiver",
        ),
        (
            r#""kind": "permutation", "senders": 2"#,
            "collectives[0].senders: only an incast has senders, permutation has none; remove the field",
        ),
    ] {
        assert_eq!(of(fields).unwrap_err().to_string(), expected);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_flow_alone_takes_its_ideal_completion_time(
        size in 1_u64..60_000,
        frame in 100_u16..2_000,
        rates in [1_u64..9, 1_u64..9, 1_u64..9],
        metres in 1_u64..400,
        cuts in any::<bool>(),
    ) {
        let [host, middle, other] = rates.map(|n| 50 * n);
        let forwarding = if cuts { "cut_through" } else { "store" };
        let text = format!(
            r#"{{"format": 1, "model": 1,
                "hosts": [{{"name": "a"}}, {{"name": "b"}}], "switches": [{{"name": "s1"}}, {{"name": "s2"}}],
                "links": [["a", "s1", "{host}G", "5m"], ["s1", "s2", "{middle}G", "{metres}m"], ["s2", "b", "{other}G", "5m"]],
                "params": {{"forwarding": "{forwarding}", "ingress_latency": "50ns", "headroom": "100k", "xoff": "100k"}},
                "flows": [{{"name": "f", "from": "a", "to": "b", "size": {size}, "frame": {frame}, "start": "1us", "jitter": false}}]}}"#
        );
        let world = run(compile(&text).unwrap_or_else(|problems| panic!("{problems}")), Time::from_ms(1));
        let took = world.counters().flows[0].finished.expect("it is over") - Time::from_us(1);
        let ideal = ideal_fct(world.spec(), &world.path_of(FlowId(0)).unwrap(), &world.spec().flows[0]);
        prop_assert_eq!(Some(took), ideal);
    }
}
