//! Tests of reports: the names in a report, the part of the run that a report covers, and the schema of
//! reports.
#![cfg(not(target_arch = "wasm32"))]

use std::sync::Arc;

use fabric_sim::document::{Document, PRESETS, Preset};
use fabric_sim::engine::World;
use fabric_sim::ids::FlowId;
use fabric_sim::insight::latency::Waterfalls;
use fabric_sim::insight::{Report, WindowStart, report_schema};
use fabric_sim::units::Time;

fn world(document: &Document) -> World {
    World::new(Arc::new(document.compile().unwrap_or_else(|problems| panic!("{problems}"))))
}

fn preset(name: &str) -> Document {
    Preset::find(name).unwrap().document()
}

#[test]
fn reports_of_all_presets_are_valid_by_their_schema_and_conserve_bytes() {
    let schema = report_schema();
    let validator = jsonschema::draft202012::new(&schema).expect("a schema of draft 2020-12");
    for preset in &PRESETS {
        let mut world = world(&preset.document());
        world.run_until(Time::from_us(150), u64::MAX, &mut ());
        let report = Report::of(&world);
        assert!(report.conservation.holds && report.conservation.sent_bytes > 0, "{}", preset.name);
        let json = serde_json::to_value(&report).unwrap();
        let errors: Vec<String> = validator.iter_errors(&json).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{}: {errors:?}", preset.name);
    }
}

#[test]
fn the_names_are_those_that_are_documented() {
    let mut world = world(&preset("pause"));
    world.run_until(Time::from_us(20), u64::MAX, &mut ());
    let json = serde_json::to_value(Report::of(&world)).unwrap();
    for name in ["time_ps", "events", "hash", "warnings", "flows", "ports", "conservation"] {
        assert!(json.get(name).is_some(), "{name}");
    }
    for name in ["name", "sent_bytes", "delivered_bytes", "dropped_bytes", "throughput_bps", "goodput_bps"] {
        assert!(json["flows"][0].get(name).is_some(), "{name}");
    }
    for name in [
        "node",
        "port",
        "priority",
        "tx_bytes",
        "tx_frames",
        "rx_bytes",
        "rx_frames",
        "pause_sent",
        "resume_sent",
        "pause_received",
        "paused_ps",
        "reserve_peak_bytes",
        "shared_peak_bytes",
        "headroom_peak_bytes",
        "ecn_marked",
        "drops",
    ] {
        assert!(json["ports"][0].get(name).is_some(), "{name}");
    }
    assert_eq!(json["conservation"]["holds"], true);
    assert_eq!(json["hash"].as_str().unwrap().len(), 16);
}

#[test]
fn a_window_counts_only_its_own_events() {
    let document = preset("pause");
    let (a, b) = (Time::from_us(15), Time::from_us(35));
    let mut world = world(&document);
    world.run_until(a, u64::MAX, &mut ());
    let first = Report::of(&world);
    let window_start = WindowStart::of(&world);
    world.run_until(b, u64::MAX, &mut ());
    let (whole, window) = (Report::of(&world), Report::since(&world, &window_start));
    assert_eq!((window.window.from_ps, window.time_ps), (a.ps(), b.ps()));
    for n in 0..2 {
        assert_eq!(whole.flows[n].sent_bytes, first.flows[n].sent_bytes + window.flows[n].sent_bytes);
        // The link of the receiver has 100 Gb/s, of which 1500 of 1520 B are frame bytes. Two flows share
        // this rate.
        let share = 50_000_000_000 / 1520 * 1500;
        assert!(window.flows[n].throughput_bps.abs_diff(share) < share / 20, "{:?}", window.flows[n]);
    }
    for (whole, (first, window)) in whole.ports.iter().zip(first.ports.iter().zip(&window.ports)) {
        assert_eq!(whole.paused_ps, first.paused_ps + window.paused_ps);
        assert_eq!(whole.pause_sent, first.pause_sent + window.pause_sent);
    }
    assert_eq!(whole.hash, window.hash);
}

#[test]
fn flows_of_actions_are_named_in_the_order_of_their_actions() {
    let json = preset("pause").to_json().replace(
        "\"params\"",
        r#""actions": [{"at": "9us", "incast": {"to": "h2", "bytes": "10k"}}, {"at": "5us", "incast": {"to": "h3", "bytes": "10k"}}], "params""#,
    );
    let document = Document::parse(&json).unwrap();
    let mut world = world(&document);
    world.run_until(Time::from_us(30), u64::MAX, &mut ());
    let names: Vec<String> = Report::of(&world).flows.into_iter().map(|flow| flow.name).collect();
    assert_eq!(
        names[2..],
        ["incast 5us h1 to h3", "incast 5us h2 to h3", "incast 9us h1 to h2", "incast 9us h3 to h2"]
    );
}

fn changed(params: &[(&str, &str)], until: u64) -> Report {
    let mut document = preset("pause");
    for (address, value) in params {
        document.edit(address, value).unwrap();
    }
    let mut world = world(&document);
    world.run_until(Time::from_us(until), u64::MAX, &mut ());
    Report::of(&world)
}

#[test]
fn drops_at_a_full_receive_buffer_are_lossless_drops_but_no_violations() {
    let slow = [("host.h3.drain", "10G"), ("receive_buffer", "20k"), ("host.h3.pfc_tx", "off")];
    let fabric = changed(&slow, 40).fabric;
    assert!(fabric.dropped_frames > 0);
    assert_eq!(fabric.lossless_violations, 0);
    assert_eq!(fabric.lossless_drops, [("receive_full", fabric.dropped_frames)].into());
    let lossless = changed(&[("headroom", "0")], 40).fabric;
    assert!(lossless.lossless_violations > 0);
    assert_eq!(lossless.lossless_drops, [("lossless_violation", lossless.lossless_violations)].into());
    let lossy = changed(&[("p3.lossless", "off"), ("p3.egress_limit", "20k")], 40).fabric;
    assert!(lossy.dropped_frames > 0 && lossy.lossless_drops.is_empty());
}

#[test]
fn flooded_copies_are_counted_apart_from_losses() {
    let report = changed(&[("mac_table", "learnt")], 10);
    let by_port: u64 = report.ports.iter().map(|port| port.drops["flood_copy"]).sum();
    assert!(by_port > 0);
    assert_eq!((report.fabric.flood_copies, report.fabric.dropped_frames), (by_port, 0));
    assert!(report.conservation.holds);
}

/// Flooded copies of a frame pass the same port several times. The components of each latency must still sum
/// to the whole latency.
#[test]
fn with_flooding_the_components_of_a_latency_still_sum_to_it() {
    let mut spec = preset("deadlock-flood").compile().unwrap();
    spec.horizon = Time::from_ms(1);
    let spec = Arc::new(spec);
    let (mut world, mut waterfalls) = (World::new(Arc::clone(&spec)), Waterfalls::means(Arc::clone(&spec)));
    world.run_until(spec.horizon, u64::MAX, &mut waterfalls);
    let several = world.counters().flows.iter().filter(|flow| flow.delivered_frames > 100).count();
    assert!(several > 2, "most of them come to somebody");
    for (n, flow) in (0..).zip(&world.counters().flows) {
        let (parts, count) = waterfalls.flow(FlowId(n));
        assert_eq!(count, flow.delivered_frames, "flow {n}");
        let mean = parts.total().ps().checked_div(count).unwrap_or(0);
        assert!(mean.abs_diff(flow.latency.mean().ps()) <= 1, "flow {n}: {mean}");
    }
}

#[test]
fn rates_are_averages_over_the_duration_of_the_flow() {
    let rates = |us: u64| {
        let mut world = world(&preset("incast"));
        world.run_until(Time::from_us(us), u64::MAX, &mut ());
        let report = Report::of(&world);
        let of = |flow: &fabric_sim::insight::FlowReport| (flow.throughput_bps, flow.goodput_bps);
        assert!(
            report
                .flows
                .iter()
                .all(|flow| flow.finished_ps.is_some() && flow.goodput_bps < flow.throughput_bps)
        );
        report.flows.iter().map(of).collect::<Vec<_>>()
    };
    let soon = rates(200);
    assert_eq!(rates(900), soon);
    // Each flow starts at time 0 and sends 200 kB. Its last byte arrives between 80 and 115 µs.
    assert!(
        soon.iter().all(|(throughput, _)| (13_000_000_000..21_000_000_000).contains(throughput)),
        "{soon:?}"
    );
}
