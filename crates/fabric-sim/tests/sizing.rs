//! Tests of the recommended headroom and thresholds: runs with these sizes lose no lossless frame.

use std::sync::Arc;

use fabric_sim::document::Document;
use fabric_sim::engine::World;
use fabric_sim::ids::{PortId, Priority};
use fabric_sim::insight::{GroupSize, Report, SizeReport, need, warnings};
use fabric_sim::sizing::charge;
use fabric_sim::worst_case::worst_case;
use rand_pcg::Pcg32;
use rand_pcg::rand_core::{Rng, SeedableRng};

/// World of `document` with a headroom of `headroom` bytes, at the end of the run.
fn run(document: &Document, headroom: u64) -> World {
    let mut document = document.clone();
    let value = headroom.to_string();
    document.edit_all([("headroom", value.as_str())].into_iter()).unwrap();
    let spec = document.compile().unwrap();
    let until = spec.horizon;
    let mut world = World::new(Arc::new(spec));
    world.run(until, u64::MAX);
    world
}

/// Text of a document with a lossless group at `s.0`. Rates, frame lengths and delays are random.
fn random_port(random: &mut Pcg32) -> String {
    let mut below = |limit: u32| random.next_u32() % limit;
    let rate = [1, 10, 25, 40, 50, 100, 200, 400, 800, 1_600][below(10) as usize];
    let (frame, back) = (64 + below(9_150), 64 + below(9_150));
    let delay = below(2_000_000);
    let (response, order) = match below(4) {
        0 => (String::from("0"), "from_indication"),
        1 => (format!("{}q", below(906)), "from_indication"),
        2 => (format!("{}ps", below(3_000_000)), "from_indication"),
        _ => (format!("{}ps", 1 + below(3_000_000)), "after_wait"),
    };
    let cell = [1, 1, 80, 96, 144, 192, 208, 254, 256][below(9) as usize];
    let overhead = [20, 20, 20, 0, 8, 12, 24][below(7) as usize];
    let priority = below(8);
    let lossless = if priority == 3 { "" } else { r#""p3.lossless": "off","# };
    let other = (priority + 1) % 8;
    let xoff = 64 + below(400_000);
    let back = if below(3) == 0 {
        String::new()
    } else {
        format!(r#", {{"name": "back", "from": "b", "to": "a", "frame": {back}, "priority": {other}}}"#)
    };
    format!(
        r#"{{"format": 1, "model": 2, "hosts": [{{"name": "a"}}, {{"name": "b"}}], "switches": [{{"name": "s"}}],
        "links": [{{"a": "a", "b": "s", "rate": "{rate}G", "delay": "{delay}ps"}}, ["b", "s", "{rate}G"]],
        "params": {{{lossless} "p{priority}.lossless": "on", "xoff": {xoff}, "cell_bytes": {cell}, "overhead": {overhead},
                    "host.a.pfc_delay": "{response}", "host.a.pfc_order": "{order}"}},
        "flows": [{{"name": "f", "from": "a", "to": "b", "frame": {frame}, "priority": {priority}}}{back}]}}"#
    )
}

#[test]
fn the_recommended_headroom_loses_nothing_and_one_frame_less_does() {
    let mut random = Pcg32::seed_from_u64(0x512E);
    for case in 0..200 {
        let text = random_port(&mut random);
        let world = World::new(Arc::new(Document::parse(&text).unwrap().compile().unwrap()));
        let (port, priority) = (PortId(0), lossless(&world));
        let port = if world.spec().switch_of(port).is_some() { port } else { world.spec().ports[0].peer };
        let need = need(&world, port, Priority::new(priority)).expect(&text);
        let worst = worst_case(&world, port, Priority::new(priority)).unwrap();
        let enough = need.bound.bytes;
        let violations = |headroom| run(&worst, headroom).counters().totals.violations;
        assert_eq!(violations(enough), 0, "case {case}, {enough} B: {text}\n{}", worst.to_json());
        let short = enough - charge(need.largest, need.cell_bytes);
        assert!(violations(short) > 0, "case {case}, {short} B: {text}\n{}", worst.to_json());
    }
}

/// Number of the lowest priority that is lossless at port 1 of the fabric.
fn lossless(world: &World) -> u8 {
    let lanes = &world.spec().ports[1].config.priorities;
    u8::try_from(lanes.iter().position(|lane| lane.pg.lossless).unwrap()).unwrap()
}

/// World of the document `text`, at the end of the run.
fn world(text: &str) -> World {
    let spec = Document::parse(text).unwrap().compile().unwrap();
    let until = spec.horizon;
    let mut world = World::new(Arc::new(spec));
    world.run(until, u64::MAX);
    world
}

/// Recommended sizes of the first group in the report: priority 3 at `s.0`.
fn first_group(world: &World) -> GroupSize {
    SizeReport::of(world, None).groups.swap_remove(0)
}

/// Text of a document with two senders and a receiver at one switch. `rate` is the rate of the senders in
/// Gb/s, `out` the rate of the receiver. `delay` is the delay of the senders' cables in ns, and `frame` the
/// frame length in bytes. `params` has further parameters.
fn two_into_one(rate: u64, out: u64, delay: u64, frame: u32, params: &str) -> String {
    format!(
        r#"{{"format": 1, "model": 2, "horizon": "2ms", "hosts": [{{"name": "a"}}, {{"name": "b"}}, {{"name": "r"}}],
        "switches": [{{"name": "s"}}], "links": [{{"a": "a", "b": "s", "rate": "{rate}G", "delay": "{delay}ns"}},
        {{"a": "b", "b": "s", "rate": "{rate}G", "delay": "{delay}ns"}}, ["r", "s", "{out}G"]],
        "params": {{"pfc_delay": "394q", "memory": "64M"{params}}},
        "flows": [{{"name": "f", "from": "a", "to": "r", "frame": {frame}}}, {{"name": "g", "from": "b", "to": "r", "frame": {frame}}}]}}"#
    )
}

#[test]
fn the_recommended_thresholds_keep_the_output_busy_and_lose_nothing() {
    let mut random = Pcg32::seed_from_u64(0x0FF);
    for case in 0..20 {
        let mut below = |limit: u32| random.next_u32() % limit;
        let rate = [25, 100, 400][below(3) as usize];
        let out = [25, 100, 400][below(3) as usize];
        let (delay, frame) = (u64::from(below(2_000)), 64 + below(4_000));
        let group = first_group(&world(&two_into_one(rate, out, delay, frame, "")));
        let GroupSize { headroom_bytes, xon_bytes, xoff_bytes, .. } = group;
        let params = format!(r#", "headroom": {headroom_bytes}, "xon": {xon_bytes}, "xoff": {xoff_bytes}"#);
        let text = two_into_one(rate, out, delay, frame, &params);
        let report = Report::of(&world(&text));
        assert_eq!(report.fabric.lossless_violations, 0, "case {case}: {text}");
        let sink = report.ports.iter().find(|port| port.node == "r").unwrap();
        let ideal = 2_000_000_000 / 8 * out.min(2 * rate) / 1_000 * u64::from(frame) / u64::from(frame + 20);
        assert!(sink.rx_bytes * 100 >= ideal * 98, "case {case}: {} of {ideal} B: {text}", sink.rx_bytes);
    }
}

#[test]
fn a_headroom_of_auto_is_the_worst_case_of_each_cable() {
    let text = two_into_one(100, 100, 500, 1_518, r#", "headroom": "auto""#);
    let world = world(&text);
    for group in SizeReport::of(&world, None).groups {
        assert_eq!(group.headroom_set_bytes, group.headroom_bytes, "{}.{}", group.node, group.port);
        assert!(group.headroom_bytes > 20_000, "more than the default");
    }
    assert!(warnings(&world).iter().all(|warning| !warning.contains("headroom")), "{:?}", warnings(&world));
}

#[test]
fn an_auto_that_does_not_fit_is_refused_with_the_rule() {
    let text = two_into_one(400, 400, 5_000, 9_000, r#", "headroom": "auto""#).replace("64M", "1M");
    let message = Document::parse(&text).unwrap().compile().unwrap_err().to_string();
    assert!(message.contains("not fit in the memory (1M)"), "{message}");
}

#[test]
fn an_auto_in_an_action_is_the_same_as_in_the_parameters() {
    let spec = |text: &str| Document::parse(text).unwrap().compile().unwrap();
    let auto = spec(&two_into_one(100, 100, 500, 1_518, r#", "headroom": "auto""#));
    let text = two_into_one(100, 100, 500, 1_518, r#", "headroom": "1k""#);
    let text =
        text.replace(r#""flows""#, r#""actions": [{"at": "1us", "set": {"headroom": "auto"}}], "flows""#);
    let mut world = World::new(Arc::new(spec(&text)));
    world.run(fabric_sim::units::Time::from_us(2), u64::MAX);
    for port in (0..auto.ports.len()).map(PortId::new).filter(|port| auto.switch_of(*port).is_some()) {
        let first = auto.ports[port.index()].config.priorities[3].pg.headroom;
        assert_eq!(world.group(port, Priority::P3).headroom, first);
    }
}

/// Document from a user's report: an action adds a flow with longer frames, in the reverse direction of
/// another flow.
const ADDED: &str = r#"{"format": 1, "horizon": "400us", "hosts": [{"name": "a"}, {"name": "r"}, {"name": "x"}], "switches": [{"name": "s1"}],
    "links": [["a", "s1", "400G", "300m"], ["r", "s1", "400G", "5m"], ["x", "s1", "400G", "5m"]],
    "params": {"xoff": "100k", "xon": "90k", "headroom": 159744},
    "flows": [{"name": "a>r", "from": "a", "to": "r", "frame": 4096}],
    "actions": [{"at": "1us", "flow": {"name": "x>a", "from": "x", "to": "a", "frame": 9216, "priority": 1, "arrival": {"poisson": "390G"}}}]}"#;

#[test]
fn the_bound_and_the_warning_follow_a_flow_that_is_added_while_it_runs() {
    let low = |world: &World| warnings(world).iter().any(|warning| warning.contains("is too small"));
    let added = world(ADDED);
    assert_eq!(first_group(&added).headroom_bytes, 163_840);
    assert!(low(&added), "{:?}", warnings(&added));
    let (before, _) = ADDED
        .split_once(
            r#",
    "actions""#,
        )
        .unwrap();
    let without = world(&format!("{before}}}"));
    assert!(first_group(&without).headroom_bytes < 159_744);
    assert!(!low(&without), "{:?}", warnings(&without));
}

#[test]
fn only_frames_that_cross_a_port_count_there() {
    // Another host sends short frames. A long frame crosses the link of another port, and not the link of
    // `s.0`.
    let text = two_into_one(100, 100, 500, 1_024, r#", "cell_bytes": 208"#).replace(
        r#"{"name": "g", "from": "b", "to": "r", "frame": 1024}"#,
        r#"{"name": "g", "from": "b", "to": "r", "frame": 64}, {"name": "h", "from": "r", "to": "b", "frame": 9000}"#,
    );
    let report = SizeReport::of(&world(&text), None);
    let sizes = |n: usize| report.groups[n].frames.iter().map(|one| one.frame_bytes).collect::<Vec<_>>();
    assert_eq!((sizes(0), sizes(1)), (vec![1_024], vec![64]));
    assert_eq!((report.groups[0].reverse_frame_bytes, report.groups[1].reverse_frame_bytes), (64, 9_000));
}

#[test]
fn the_last_frame_of_a_message_counts_as_a_size() {
    let text = two_into_one(100, 100, 500, 1_000, "")
        .replace(r#""frame": 1000"#, r#""frame": 1000, "payload": 900, "size": 1000"#);
    let frames = first_group(&world(&text)).frames;
    assert_eq!(frames.iter().map(|one| one.frame_bytes).collect::<Vec<_>>(), [200, 1_000]);
}

#[test]
fn flows_and_outputs_are_calculated_beside_the_groups() {
    let report = SizeReport::of(&world(&two_into_one(100, 100, 500, 1_518, "")), None);
    let output = report.outputs.iter().find(|output| output.port == 2).unwrap();
    assert_eq!((output.inputs, output.arriving_bps, output.least_bytes), (2, 200_000_000_000, 3_036));
    assert_eq!(report.flows[0].switches, 1);
    assert!(report.flows[0].propagation_ps.unwrap() > 500_000);
    assert_eq!(report.switches[0].voqs, 72);
}

/// The document of the worst case reserves the headroom at each of its three ports, for any length of the
/// cable. So the memory of the switch must be large enough.
#[test]
fn a_worst_case_of_much_headroom_fits_in_its_memory() {
    let text = two_into_one(400, 400, 5_000, 9_000, r#", "headroom": 2500000"#);
    let world = world(&text);
    let port = world.spec().port(world.spec().node("s").unwrap(), 0).unwrap();
    let worst = worst_case(&world, port, Priority::new(lossless(&world))).unwrap();
    assert_eq!(run(&worst, 2_500_000).counters().totals.violations, 0);
}
