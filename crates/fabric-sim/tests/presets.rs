//! Tests that each preset is a valid document and shows the effect in its description.
#![cfg(not(target_arch = "wasm32"))]

use fabric_sim::ids::Priority;
use std::sync::Arc;

use fabric_sim::document::link::ShareLink;
use fabric_sim::document::{Arrival, Document, PRESETS, schema};
use fabric_sim::engine::{EventKind, TraceEvent, World};
use fabric_sim::insight::{Report, WindowStart};
use fabric_sim::units::Time;

#[test]
fn every_preset_compiles_and_is_written_as_it_is_read() {
    for preset in &PRESETS {
        let document =
            Document::parse(preset.json).unwrap_or_else(|problems| panic!("{}: {problems}", preset.name));
        assert_eq!(document.name, preset.name);
        assert!(!document.title.is_empty() && document.about.ends_with('.'), "{}", preset.name);
        let spec = document.compile().unwrap_or_else(|problems| panic!("{}: {problems}", preset.name));
        assert_eq!(
            document.view.positions.len(),
            spec.nodes.len(),
            "{}: every node has its place",
            preset.name
        );
        assert_eq!(Document::parse(&document.to_json()).unwrap(), document, "{}", preset.name);
    }
}

#[test]
fn every_preset_is_valid_by_the_schema() {
    let schema = schema();
    let validator = jsonschema::draft202012::new(&schema).expect("the schema is one of draft 2020-12");
    for preset in &PRESETS {
        let json = serde_json::from_str(preset.json).unwrap();
        let errors: Vec<String> =
            validator.iter_errors(&json).map(|error| format!("{}: {error}", error.instance_path())).collect();
        assert!(errors.is_empty(), "{}: {errors:?}", preset.name);
    }
}

fn run(name: &str, until: Time) -> World {
    let preset = PRESETS.iter().find(|preset| preset.name == name).unwrap();
    let mut world = World::new(Arc::new(preset.document().compile().unwrap()));
    world.run_until(until, u64::MAX, &mut ());
    world
}

/// Throughput of each flow of the preset `name` in bit/s, between `from` and `until` in microseconds, in the
/// order of the flow numbers.
fn throughput(name: &str, from: u64, until: u64) -> Vec<u64> {
    let mut world = run(name, Time::from_us(from));
    let window_start = WindowStart::of(&world);
    world.run_until(Time::from_us(until), u64::MAX, &mut ());
    Report::since(&world, &window_start).flows.iter().map(|flow| flow.throughput_bps).collect()
}

#[test]
fn pause_shows_its_first_pause_well_within_five_seconds() {
    let document = PRESETS[0].document();
    // A viewer needs one second to load the page, and then sees the run for four seconds.
    let until = Time(document.view.speed.unwrap().ps() * 4);
    let mut events: Vec<TraceEvent> = Vec::new();
    let mut world = World::new(Arc::new(document.compile().unwrap()));
    let when = |events: &[TraceEvent], kind: fn(&EventKind) -> bool| {
        events.iter().find(|event| kind(&event.kind)).map(|event| event.at)
    };
    world.run_until(until, u64::MAX, &mut events);
    let sent = when(&events, |kind| matches!(kind, EventKind::PfcSent(_))).unwrap();
    let stopped = when(&events, |kind| matches!(kind, EventKind::Paused(Priority::P3))).unwrap();
    assert!(stopped - sent >= Time::from_ns(500), "its way is long enough to be seen: {sent}, {stopped}");
    world.run_until(document.horizon, u64::MAX, &mut events);
    assert!(when(&events, |kind| matches!(kind, EventKind::Resumed(Priority::P3))).is_some(), "and it ends");
    assert_eq!(world.counters().totals.drops, 0);
}

/// On the page, runs of milliseconds last 20 to 30 seconds, so that a viewer can follow them.
#[test]
fn presets_of_rates_play_20_to_30_seconds_and_begin_within_five() {
    for name in ["dcqcn-on", "dcqcn-off", "parking-lot", "ecn-before-pfc"] {
        let preset = PRESETS.iter().find(|preset| preset.name == name).unwrap();
        let document = preset.document();
        let speed = document.view.speed.unwrap();
        assert!((20..=30).contains(&(document.horizon.ps() / speed.ps())), "{name}");
        let totals = run(name, Time(speed.ps() * 4)).counters().totals;
        assert!(totals.pauses + totals.marks > 0, "{name}: four seconds, and one for loading the page");
    }
}

#[test]
fn incast_reaches_senders_behind_the_other_leaf_and_drops_nothing() {
    let report = Report::of(&run("incast", Time::from_us(200)));
    let paused = |name: &str| report.ports.iter().any(|port| port.node == name && port.paused_ps > 0);
    for name in ["h2", "h3", "h4", "h5", "h6", "h7", "h8", "leaf2", "spine1", "spine2"] {
        assert!(paused(name), "{name}");
    }
    assert_eq!((report.fabric.dropped_frames, report.flows.len()), (0, 7));
    assert!(report.flows.iter().all(|flow| flow.finished_ps.is_some()), "within the time line");
}

#[test]
fn the_victim_flow_slows_when_the_incast_begins() {
    let (before, after) = (throughput("victim", 5, 20), throughput("victim", 100, 400));
    assert!(before[0] > 95_000_000_000, "{before:?}");
    assert!(after[0] < 25_000_000_000, "{after:?}");
    let report = Report::of(&run("victim", Time::from_us(400)));
    assert_eq!(report.fabric.dropped_frames, 0);
    let idle = report.ports.iter().find(|port| port.node == "s2" && port.port == 4).unwrap();
    assert_eq!((idle.paused_ps, idle.egress_peak_bytes < 20_000), (0, true), "its own way is free");
}

#[test]
fn loop_ends_in_a_permanent_deadlock() {
    let preset = PRESETS.iter().find(|preset| preset.name == "loop").unwrap();
    let end = preset.document().horizon;
    // A viewer of the page reaches this time of the run after twenty seconds.
    let seen = Time(preset.document().view.speed.unwrap().ps() * 20);
    let mut world = run("loop", seen);
    let hops = world.counters().hops;
    world.run_until(Time(end.ps() * 4), u64::MAX, &mut ());
    assert_eq!(world.counters().hops, hops, "not a frame moves any more");
    let mut slow = preset.document();
    slow.flows[0].arrival = Arrival::Constant("4.8G".parse().unwrap());
    let mut world = World::new(Arc::new(slow.compile().unwrap()));
    world.run_until(end, u64::MAX, &mut ());
    let hops = world.counters().hops;
    world.run_until(Time(end.ps() + 100_000_000), u64::MAX, &mut ());
    assert!(world.counters().hops > hops + 100, "below its bound the loop drains");
}

#[test]
fn crossbar_halves_only_the_flow_behind_a_blocked_head() {
    let others = |edit: &str| {
        let link = ShareLink::parse(&format!("#/preset/crossbar?{edit}")).unwrap();
        let mut world = World::new(Arc::new(link.document.compile().unwrap()));
        world.run_until(Time::from_us(20), u64::MAX, &mut ());
        let window_start = WindowStart::of(&world);
        world.run_until(link.document.horizon, u64::MAX, &mut ());
        let report = Report::since(&world, &window_start);
        assert_eq!(report.fabric.dropped_frames, 0);
        report.flows.iter().skip(4).map(|flow| flow.throughput_bps / 1_000_000_000).collect::<Vec<_>>()
    };
    let (voq, fifo) = (others("crossbar_inputs=voq"), others("crossbar_inputs=fifo"));
    assert!(voq.iter().all(|rate| *rate >= 44), "{voq:?}");
    assert!(fifo[..4].iter().all(|rate| *rate < 30), "{fifo:?}");
    assert!(fifo[4] >= 89, "h6 sends nothing to h1: {fifo:?}");
}

#[test]
fn ets_gives_each_class_its_share_of_the_server_s_link() {
    let rates = throughput("ets", 50, 200);
    let all: u64 = rates.iter().sum();
    for (rate, share) in rates.iter().zip([80, 15, 5]) {
        let measured = rate * 1_000 / all;
        assert!(measured.abs_diff(share * 10) <= 5, "{share} %: {measured} of 1000");
    }
}

/// The shares are 60, 30 and 10. Without the second class, the other two share the whole link in the ratio 60
/// : 10. Each frame of 1500 B takes 20 B more on the wire, so the link carries 98.68 Gb/s of frame bytes.
#[test]
fn ets_lend_gives_the_part_of_a_class_that_stops_to_the_others_by_their_shares() {
    let shares = |from, until, parts: [u64; 3]| {
        let [roce, storage, again, management] = throughput("ets-lend", from, until)[..] else {
            panic!("four flows")
        };
        for (got, part) in [roce, storage + again, management].into_iter().zip(parts) {
            let due = 98_680_000 * part;
            assert!(got.abs_diff(due) <= 2_000_000_000, "{from} to {until} us: {got} for {due}");
        }
    };
    shares(20, 80, [600, 300, 100]);
    shares(90, 140, [857, 0, 143]);
    shares(160, 200, [600, 300, 100]);
}

/// With one iteration and full VOQs, the pointers desynchronise, and each slot has a full match (`McKeown`
/// 1999).
#[test]
fn islip_pointers_comes_to_full_matches_after_the_first_slots() {
    let total = |from, until| throughput("islip-pointers", from, until).iter().sum::<u64>();
    let (first, later) = (total(0, 2), total(20, 40));
    assert!(first < 350_000_000_000, "the first slots are not full: {first}");
    assert!((399_000_000_000..=400_000_000_000).contains(&later), "{later}");
}

#[test]
fn ecn_before_pfc_marks_and_never_pauses() {
    let world = run("ecn-before-pfc", Time::from_ms(1));
    let totals = world.counters().totals;
    assert!(totals.marks > 10 && world.counters().flows.iter().all(|flow| flow.cnps_received > 1));
    assert_eq!((totals.pauses, totals.drops), (0, 0));
    let mut deaf = PRESETS.iter().find(|preset| preset.name == "ecn-before-pfc").unwrap().document();
    deaf.params.0.insert("rate_control".to_owned(), "none".to_owned());
    let mut world = World::new(Arc::new(deaf.compile().unwrap()));
    world.run_until(Time::from_ms(1), u64::MAX, &mut ());
    assert!(world.counters().totals.pauses > 100, "it is the senders that hear, who spare PFC");
}

/// Number of pauses that were sent in a run of the preset `name` between `from` and `until`, in microseconds.
fn pauses(name: &str, from: u64, until: u64) -> u64 {
    let (before, after) = (run(name, Time::from_us(from)), run(name, Time::from_us(until)));
    assert_eq!(after.counters().totals.drops, 0, "{name}");
    after.counters().totals.pauses - before.counters().totals.pauses
}

#[test]
fn dcqcn_on_and_off_are_one_incast_and_only_one_of_them_pauses_on() {
    let [mut off, on] = ["dcqcn-off", "dcqcn-on"]
        .map(|name| PRESETS.iter().find(|preset| preset.name == name).unwrap().document());
    off.params.0.insert("rate_control".to_owned(), "dcqcn".to_owned());
    assert_eq!(
        (&off.params, &off.flows, &off.links, &off.horizon),
        (&on.params, &on.flows, &on.links, &on.horizon)
    );
    let late = |name| pauses(name, 1_000, 5_000);
    let (off, on) = (late("dcqcn-off"), late("dcqcn-on"));
    assert!(pauses("dcqcn-on", 0, 1_000) > 0, "the first burst is PFC's");
    assert!(off > 500 && on * 100 <= off, "{on} of {off}");
    // The first rate cuts are deep. After a few milliseconds, the senders use the free bandwidth again.
    let used = |from, until| throughput("dcqcn-on", from, until).iter().sum::<u64>() / 1_000_000_000;
    let (early, late) = (used(1_000, 5_000), used(20_000, 25_000));
    println!("{early} and {late} Gb/s");
    assert!(early > 28 && late > 37, "{early} and {late} Gb/s");
}

#[test]
fn parking_lot_is_unfair_by_pfc_and_less_so_by_dcqcn() {
    let gbps: Vec<f64> = throughput("parking-lot", 1_000, 5_000)
        .iter()
        .map(|bps| f64::from(u32::try_from(bps / 1_000_000).unwrap()) / 1e3)
        .collect();
    println!("{gbps:?}");
    // A frame of 1000 B takes 1020 B on the wire.
    for (rate, share) in gbps.iter().zip([6.54, 6.54, 6.54, 19.6]) {
        assert!((rate - share).abs() < 0.05 * share, "{gbps:?}");
    }
    let link = ShareLink::parse("#/preset/parking-lot?rate_control=dcqcn").unwrap();
    let mut world = World::new(Arc::new(link.document.compile().unwrap()));
    world.run_until(Time::from_ms(50), u64::MAX, &mut ());
    let window_start = WindowStart::of(&world);
    world.run_until(Time::from_ms(150), u64::MAX, &mut ());
    let report = Report::since(&world, &window_start);
    assert!(report.fabric.fairness.unwrap() > 0.9, "{:?}", report.fabric.fairness);
    assert!(report.flows.iter().all(|flow| flow.alpha.is_some() && flow.rate_bps.is_some()));
}

/// Closed form: over 1 km, credits allow 63 frames of 1000 B in each 10.080 64 µs. Over 20 m, the flow has
/// the rate of the link. Of 1020 B on the wire, 1000 B are frame bytes.
#[test]
fn cbfc_gives_the_long_way_half_of_the_line_and_drops_and_pauses_nothing() {
    let near = |measured: u64, expected: f64| {
        let measured = f64::from(u32::try_from(measured / 1_000_000).unwrap()) / 1e3;
        assert!((measured - expected).abs() < 0.005 * expected, "{measured} for {expected} Gb/s");
    };
    // The measured time is 100 whole round trips, with 63 frames in each.
    let rates = throughput("cbfc", 50, 1_058);
    near(rates[0], 63.0 * 8.0 / 10.080_64);
    near(rates[1], 100.0 / 1.02);
    let totals = run("cbfc", Time::from_us(300)).counters().totals;
    assert_eq!((totals.drops, totals.pauses), (0, 0));
    let link = ShareLink::parse("#/preset/cbfc?credits=126k").unwrap();
    let mut world = World::new(Arc::new(link.document.compile().unwrap()));
    world.run_until(Time::from_us(50), u64::MAX, &mut ());
    let window_start = WindowStart::of(&world);
    world.run_until(Time::from_us(300), u64::MAX, &mut ());
    near(Report::since(&world, &window_start).flows[0].throughput_bps, 100.0 / 1.02);
}

#[test]
fn scene_a_sends_at_the_rate_of_the_receiver_s_memory_bus() {
    let rates = throughput("scene-a", 50, 200);
    assert!(rates[0].abs_diff(40_000_000_000) < 200_000_000, "{rates:?}");
    assert!(rates[1].abs_diff(98_039_215_686) < 490_000_000, "{rates:?}");
    let report = Report::of(&run("scene-a", Time::from_us(200)));
    assert_eq!((report.fabric.dropped_frames, report.fabric.pause_sent), (0, 0));
    let x = report.ports.iter().find(|port| (port.node.as_str(), port.priority) == ("x", 3)).unwrap();
    assert!(x.credits.unwrap().starved_ps > 100_000_000, "{:?}", x.credits);
    assert!(report.hosts.iter().all(|host| host.receive_peak_bytes <= 32_000));
}

#[test]
fn request_response_deadlocks_on_one_priority_and_not_on_two() {
    let preset = PRESETS.iter().find(|preset| preset.name == "request-response").unwrap();
    let run = |response: Option<&str>| {
        let mut document = preset.document();
        if let Some(priority) = response {
            document.params.0.insert("response_priority".to_owned(), priority.to_owned());
        }
        let spec = document.compile().unwrap();
        let can = !fabric_sim::insight::dependency_cycles(&spec, &spec.routes).is_empty();
        let mut world = World::new(Arc::new(spec));
        world.run_until(document.horizon, u64::MAX, &mut ());
        let goodput: Vec<u64> = Report::of(&world).flows.iter().map(|flow| flow.goodput_bps).collect();
        (can, world.cycles().standing().iter().any(fabric_sim::engine::Cycle::is_deadlock), goodput)
    };
    let (can, is_dead, goodput) = run(None);
    assert!(can && is_dead && goodput.iter().all(|bps| *bps < 20_000_000_000), "{goodput:?}");
    let (can, is_dead, goodput) = run(Some("2"));
    assert!(!can && !is_dead && goodput.iter().all(|bps| *bps > 85_000_000_000), "{goodput:?}");
}

#[test]
fn mixed_types_share_the_rate_left_by_acks_50_40_10() {
    let mut world = run("mixed-types", Time::from_us(100));
    let before = world.counters().ports.clone();
    world.run_until(Time::from_us(400), u64::MAX, &mut ());
    let server = world.spec().port(world.spec().node("s1").unwrap(), 3).unwrap().index();
    let sent = |n: usize| world.counters().ports[server][n].tx_bytes - before[server][n].tx_bytes;
    let classes = [4, 3, 2].map(sent);
    let all: u64 = classes.iter().sum();
    // Shares are in parts per thousand. The standard allows a deviation of ten percent; the measured
    // deviation is much smaller.
    for (bytes, share) in classes.into_iter().zip([500, 400, 100]) {
        assert!((bytes * 1_000 / all).abs_diff(share) <= share / 100, "{classes:?}");
    }
    assert!(sent(6) > 0, "acks go first");
    // Each frame takes 20 B more on the wire, which carries 3.75 MB in 300 µs.
    let on_wire = |lanes: &[fabric_sim::engine::PriorityCounters; 8]| {
        lanes.iter().map(|lane| lane.tx_bytes + 20 * lane.tx_frames).sum::<u64>()
    };
    let wire = on_wire(&world.counters().ports[server]) - on_wire(&before[server]);
    assert!(wire > 3_740_000, "the link is full: {wire}");
    let report = Report::of(&world);
    assert!(report.flows.iter().all(|flow| flow.dropped_bytes == 0));
    // On the link of the other host, two classes with weights 50 and 10 share the bandwidth. The multicast
    // could get a sixth of this link.
    let other = world.spec().port(world.spec().node("s1").unwrap(), 4).unwrap().index();
    let there = |n: usize| world.counters().ports[other][n].tx_bytes - before[other][n].tx_bytes;
    assert!(there(4) > 0 && there(2).abs_diff(sent(2)) * 100 < sent(2), "no more there than here");
    assert!(there(2) * 6 < (there(2) + there(4)) * 9 / 10, "{} beside {}", there(2), there(4));
    let multicast = &report.flows[2];
    let [server, other] = &multicast.receivers[..] else { panic!("two receivers") };
    assert_eq!((server.node.as_str(), other.node.as_str()), ("server", "other"));
    assert!((server.goodput_bps + other.goodput_bps).abs_diff(multicast.goodput_bps) <= 1);
    assert!(server.goodput_bps < 10_000_000_000 && other.goodput_bps < 10_000_000_000, "{multicast:?}");
}
