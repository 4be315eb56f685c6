//! Tests of collectives: starts of their flows, completion times, and no loss.

use std::sync::Arc;

use fabric_sim::document::Document;
use fabric_sim::engine::{EventKind, TraceEvent, World};
use fabric_sim::fabric::frame::FrameKind;
use fabric_sim::insight::Report;
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;

/// Fabric with six hosts, two leaves and two spines, and the collective `collective`. All headrooms have the
/// required size.
fn spec(collective: &str) -> Arc<Spec> {
    spec_over("100G", collective)
}

/// Fabric with six hosts, two leaves and two spines, and the collective `collective`. `spines` is the rate of
/// the links to the spines.
fn spec_over(spines: &str, collective: &str) -> Arc<Spec> {
    let text = format!(
        r#"{{"format": 1, "model": 1,
        "hosts": [{{"name": "h0"}}, {{"name": "h1"}}, {{"name": "h2"}}, {{"name": "h3"}}, {{"name": "h4"}}, {{"name": "h5"}}],
        "switches": [{{"name": "l1"}}, {{"name": "l2"}}, {{"name": "s1"}}, {{"name": "s2"}}],
        "links": [["h0", "l1", "100G", "5m"], ["h1", "l1", "100G", "5m"], ["h2", "l1", "100G", "5m"],
            ["h3", "l2", "100G", "5m"], ["h4", "l2", "100G", "5m"], ["h5", "l2", "100G", "5m"],
            ["l1", "s1", "{spines}", "100m"], ["l1", "s2", "{spines}", "100m"],
            ["l2", "s1", "{spines}", "100m"], ["l2", "s2", "{spines}", "100m"]],
        "params": {{"xoff": "4k", "xon": "2k", "headroom": "30k", "overhead": 0}},
        "collectives": [{{"name": "c", "frame": 1000, {collective}}}]}}"#
    );
    let document = Document::parse(&text).unwrap_or_else(|problems| panic!("{problems}"));
    Arc::new(document.compile().unwrap_or_else(|problems| panic!("{problems}")))
}

fn run(spec: &Arc<Spec>, until: Time) -> World {
    let mut world = World::new(Arc::clone(spec));
    world.run_until(until, u64::MAX, &mut ());
    world
}

const KINDS: [&str; 5] = ["incast", "all_to_all", "ring_all_reduce", "permutation", "uniform_random"];

#[test]
fn no_collective_loses_a_frame() {
    for kind in KINDS {
        let spec = spec_over("50G", &format!(r#""kind": "{kind}", "bytes": "200k", "repeats": 5"#));
        let world = run(&spec, Time::from_ms(5));
        let report = Report::of(&world);
        let [collective] = &report.collectives[..] else { panic!("one") };
        assert_eq!((collective.completion_ps.len(), report.fabric.dropped_frames), (5, 0), "{kind}");
        assert!(report.warnings.is_empty(), "{:?}", report.warnings);
        assert!(report.fabric.pause_sent > 0, "{kind}");
    }
}

/// Four hosts at one switch, with links of 100 Gb/s and cables of 25 ns. A message of F frames that never
/// waits takes F frame times of 80 ns. One more frame time at the switch, and two cable delays, are added.
#[test]
fn each_collective_at_one_switch_takes_its_closed_form() {
    let took = |collective: &str| {
        let text = format!(
            r#"{{"format": 1, "model": 1, "hosts": [{{"name": "a"}}, {{"name": "b"}}, {{"name": "c"}}, {{"name": "d"}}],
            "switches": [{{"name": "s"}}],
            "links": [["a", "s", "100G", "5m"], ["b", "s", "100G", "5m"], ["c", "s", "100G", "5m"], ["d", "s", "100G", "5m"]],
            "params": {{"overhead": 0, "headroom": "30k"}},
            "collectives": [{{"name": "c", "start": "3us", {collective}}}]}}"#
        );
        let document = Document::parse(&text).unwrap_or_else(|problems| panic!("{problems}"));
        let world = run(&Arc::new(document.compile().unwrap()), Time::from_ms(1));
        let report = Report::of(&world);
        assert_eq!((report.collectives[0].start_ps, report.fabric.dropped_frames), (3_000_000, 0));
        report.collectives[0].completion_ps.clone()
    };
    // A message of 20 frames: each frame of 1000 B carries 978 B.
    let message = |frames: u64| frames * 80_000 + 80_000 + 2 * 25_000;
    let each =
        |kind: &str, more: &str| took(&format!(r#""kind": "{kind}", "bytes": 19560, "repeats": 3{more}"#));
    assert_eq!(each("permutation", ""), [message(20); 3]);
    // Three hosts send 20 frames each to one output, which transmits without gaps from the first frame on.
    assert_eq!(each("incast", r#", "to": "c""#), [message(3 * 20); 3]);
    // Each host sends to the next host, then to the host after that, and so on. No two hosts send to the same
    // output at the same time.
    assert_eq!(each("all_to_all", ""), [message(3 * 20); 3]);
    // The collective has 2(n − 1) phases, each with a quarter of the bytes.
    assert_eq!(each("ring_all_reduce", ""), [6 * message(5); 3]);
    let of_two = each("ring_all_reduce", r#", "hosts": ["d", "b"]"#);
    assert_eq!(of_two, [2 * message(10); 3]);
}

/// Five hosts send 200 frames each over one link.
#[test]
fn an_incast_takes_as_long_as_its_link_needs() {
    let spec = spec(r#""kind": "incast", "to": "h2", "bytes": "195600", "start": "3us", "repeats": 3"#);
    let report = Report::of(&run(&spec, Time::from_ms(1)));
    // The link transmits 5 × 200 frames of 80 ns. The first frame crosses one switch only.
    for completion in &report.collectives[0].completion_ps {
        let (least, most) = (1_000 * 80_000, 1_000 * 80_000 + 2_500_000);
        assert!((least..=most).contains(completion), "{completion}");
    }
    assert_eq!(report.flows.len(), 5);
    assert!(report.flows.iter().all(|flow| flow.name.starts_with("c h") && flow.name.ends_with(" to h2")));
}

/// Each host sends 1/n of the bytes to the next host in each of the 2(n − 1) phases. With many bytes, the
/// transmission time of the bytes determines the completion time.
#[test]
fn a_ring_all_reduce_takes_2_n_1_phases() {
    let spec = spec(r#""kind": "ring_all_reduce", "bytes": "5868k", "repeats": 2"#);
    let report = Report::of(&run(&spec, Time::from_ms(3)));
    let collective = &report.collectives[0];
    assert_eq!((collective.flows, collective.message_bytes), (6, 978_000));
    for completion in &collective.completion_ps {
        // Ten phases of 1000 frames of 80 ns take this time; the delays between the phases come on top.
        let ideal = 10 * 1_000 * 80_000;
        assert!((ideal..ideal * 103 / 100).contains(completion), "{completion} for {ideal}");
    }
    assert_eq!(collective.completion_ps.len(), 2);
}

#[test]
fn a_phase_of_a_ring_begins_when_the_data_of_the_one_before_is_there() {
    let spec = spec(r#""kind": "ring_all_reduce", "bytes": "58680""#);
    let mut events: Vec<TraceEvent> = Vec::new();
    World::new(Arc::clone(&spec)).run_until(Time::from_ms(1), u64::MAX, &mut events);
    let mut arrived = [0; 6];
    let (mut begun, mut done) = (0, 0);
    for event in &events {
        match event.kind {
            EventKind::Delivered(frame) => arrived[frame.flow.index()] += 1,
            EventKind::Started(frame)
                if frame.kind == FrameKind::Data
                    && frame.sequence.is_multiple_of(10)
                    && spec.switch_of(event.port).is_none() =>
            {
                // A message has 10 frames. Before a host sends a message, the flow of the previous host must
                // have delivered as many messages.
                let before = (frame.flow.index() + 5) % 6;
                assert!(arrived[before] >= frame.sequence, "{frame:?}: {arrived:?}");
                begun += 1;
            }
            EventKind::CollectiveOver(_) => done += 1,
            _ => {}
        }
    }
    assert_eq!((begun, done, arrived), (6 * 10, 1, [100; 6]));
}

/// With a permutation, each host sends one flow per round. With uniform random traffic, a host may receive no
/// flow or several. The seed determines the draws, and each round has new draws.
#[test]
fn draws_are_of_the_seed_and_anew_each_round() {
    let drawn = |kind: &str| {
        let spec = spec(&format!(r#""kind": "{kind}", "bytes": 1000, "repeats": 20"#));
        spec.flows.iter().map(|flow| flow.destination).collect::<Vec<_>>()
    };
    let targets = |round: &[fabric_sim::ids::NodeId]| {
        let mut seen: Vec<usize> = round.iter().map(|node| node.index()).collect();
        seen.sort_unstable();
        seen.dedup();
        seen.len()
    };
    let permutations = drawn("permutation");
    assert_eq!(permutations, drawn("permutation"));
    assert!(permutations.chunks(6).all(|round| targets(round) == 6));
    assert_ne!(permutations[..6], permutations[6..12]);
    let uniform = drawn("uniform_random");
    assert_eq!(uniform.len(), 120);
    assert!(uniform.chunks(6).filter(|round| targets(round) < 6).count() > 10);
}

/// A stopped flow of a collective delays the collective. When the flow is started again, it continues, and
/// sends no more than its size in total.
#[test]
fn a_stopped_flow_of_a_collective_continues_where_it_stopped() {
    let spec = |actions: &str| {
        let text = format!(
            r#"{{"format": 1, "model": 1, "hosts": [{{"name": "a"}}, {{"name": "b"}}, {{"name": "c"}}], "switches": [{{"name": "s"}}],
            "links": [["a", "s", "100G", "5m"], ["b", "s", "100G", "5m"], ["c", "s", "100G", "5m"]],
            "collectives": [{{"name": "c", "kind": "ring_all_reduce", "bytes": "300k", "repeats": 2}}], "actions": [{actions}]}}"#
        );
        let document = Document::parse(&text).unwrap_or_else(|problems| panic!("{problems}"));
        Arc::new(document.compile().unwrap_or_else(|problems| panic!("{problems}")))
    };
    let delivered = |world: &World| -> Vec<u64> {
        Report::of(world).flows.iter().map(|flow| flow.delivered_frames).collect()
    };
    let never = run(&spec(""), Time::from_ms(2));
    let stop = r#"{"at": "3us", "stop": "c b to c"}"#;
    let stopped = run(&spec(stop), Time::from_ms(2));
    assert_eq!(Report::of(&stopped).collectives[0].completion_ps, [0; 0]);
    let again =
        format!(r#"{stop}, {{"at": "200us", "start": "c b to c"}}, {{"at": "1900us", "start": "c b to c"}}"#);
    let again = run(&spec(&again), Time::from_ms(2));
    assert_eq!(Report::of(&again).collectives[0].completion_ps.len(), 2);
    assert_eq!(delivered(&again), delivered(&never));
}

/// Data that is lost and not retransmitted stops a collective forever. Retransmission only delays the
/// collective.
#[test]
fn a_loss_without_retransmission_stops_a_collective() {
    let lossy = |reliability: &str| {
        let text = format!(
            r#"{{"format": 1, "model": 1, "hosts": [{{"name": "a"}}, {{"name": "b"}}, {{"name": "c"}}], "switches": [{{"name": "s"}}],
            "links": [["a", "s", "100G", "5m"], ["b", "s", "100G", "5m"], ["c", "s", "100G", "5m"]],
            "collectives": [{{"name": "c", "kind": "ring_all_reduce", "bytes": "300k"}}],
            "actions": [{{"at": "3us", "lossy": {{"link": "a", "ways": "out", "drop_every": 40}}}}, {{"at": "8us", "mend": "a"}}],
            "params": {{"reliability": "{reliability}"}}}}"#
        );
        let document = Document::parse(&text).unwrap_or_else(|problems| panic!("{problems}"));
        let world = run(&Arc::new(document.compile().unwrap()), Time::from_ms(1));
        assert!(world.counters().totals.drops > 0);
        let report = Report::of(&world);
        let stated = report.warnings.iter().any(|reported| {
            reported.starts_with("collective c waits for ever: data of its flow c a to b were lost")
        });
        (report.collectives[0].completion_ps.len(), stated)
    };
    assert_eq!([lossy("none"), lossy("go_back_n")], [(0, true), (1, false)]);
}
