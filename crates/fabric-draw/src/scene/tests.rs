//! Tests of the scene: layout, frames, PFC glyphs, buffer bars, legend, and the shape below the pointer.

use fabric_sim::engine::{
    EventKind, FrameInFlight, HeadroomView, PgView, PortView, PriorityView, TraceEvent, WorldView,
};
use fabric_sim::fabric::frame::{FrameKind, Indication};
use fabric_sim::ids::{FlowId, PortId, Priority, PrioritySet};
use fabric_sim::spec::{Arrival, Builder, FlowSpec, Headers, Operation, PortConfig, Spec, SwitchConfig};
use fabric_sim::units::{Quanta, Rate, Time};
use fabric_sim::wire::Ecn;

use super::*;

mod credits;
mod groups;
mod notices;

const VIEW: Viewport = Viewport { width: 800.0, height: 500.0 };

/// Fabric of two senders, a switch and a receiver. Each link has a delay of 1 µs.
fn star() -> Spec {
    let mut fabric = Builder::new();
    let hosts = ["h1", "h2", "h3"].map(|name| fabric.host(name).unwrap());
    let switch = fabric.switch("s1").unwrap();
    for host in hosts {
        fabric.link(host, switch, Rate::gbps(100), Time::from_us(1)).unwrap();
    }
    let mut spec = fabric.build(SwitchConfig::new(1 << 20), PortConfig::new()).unwrap();
    spec.flows = vec![flow("a", &spec, "h1"), flow("b", &spec, "h2")];
    spec
}

fn flow(name: &str, spec: &Spec, source: &str) -> FlowSpec {
    FlowSpec {
        name: name.to_owned(),
        source: spec.node(source).unwrap(),
        destination: spec.node("h3").unwrap(),
        operation: Operation::Write,
        priority: Priority::P3,
        headers: Headers::IP,
        frame_bytes: 1000,
        payload_bytes: 978,
        size: None,
        start: Time::ZERO,
        stop: None,
        arrival: Arrival::Saturate,
        jitter: false,
        frame_jitter: false,
        acks: None,
        reliability: None,
        rate: fabric_sim::fabric::endpoint::rate::RateConfig::None,
        credits: None,
        ecn: Ecn::Capable,
        path: Vec::new(),
    }
}

fn port(spec: &Spec, name: &str) -> PortId {
    PortId(spec.nodes[spec.node(name).unwrap().index()].ports.start)
}

fn in_flight(cable: PortId, kind: FrameKind) -> FrameInFlight {
    FrameInFlight {
        cable,
        starts: Time::from_ns(100),
        ends: Time::from_ns(180),
        arrives: Time::from_ns(1_180),
        bytes: 1000,
        priority: Priority::P3,
        kind,
        ecn: Ecn::Capable,
        flow: FlowId(0),
        sequence: 7,
        indication: Indication {
            pauses: PrioritySet::of(Priority::P3),
            resumes: PrioritySet::EMPTY,
            quanta: Quanta::MAX,
        },
    }
}

fn snapshot(spec: &Spec, now: Time, in_flight: Vec<FrameInFlight>) -> WorldView {
    WorldView { now, in_flight, ports: vec![PortView::default(); spec.ports.len()], ..WorldView::default() }
}

fn frames(scene: &Scene) -> Vec<&Shape> {
    scene.shapes.iter().filter(|shape| matches!(shape.body, Body::Frame { .. })).collect()
}

#[test]
fn one_switch_stands_between_its_senders_and_its_receivers() {
    let spec = star();
    let layout = Layout::new(&spec, &[], VIEW);
    let x = |name: &str| layout.nodes[spec.node(name).unwrap().index()].centre.x;
    assert!(x("h1") < x("s1") && x("h2") < x("s1") && x("s1") < x("h3"));
    for node in &layout.nodes {
        assert!(node.left() >= 0.0 && node.left() + node.width <= VIEW.width, "{node:?}");
        assert!(node.top() >= 0.0 && node.top() + node.height <= VIEW.height, "{node:?}");
    }
}

#[test]
fn the_two_strands_of_a_link_lie_apart() {
    let spec = star();
    let layout = Layout::new(&spec, &[], VIEW);
    let there = layout.cables[port(&spec, "h1").index()];
    let back = layout.cables[spec.ports[port(&spec, "h1").index()].peer.index()];
    assert!(there.middle.distance(back.middle.at(0.5)) >= there.width, "{there:?} {back:?}");
}

#[test]
fn a_frame_is_as_long_as_its_time_on_the_wire_and_is_clipped_to_the_link() {
    let spec = star();
    let layout = Layout::new(&spec, &[], VIEW);
    let motion = Motion::new(&spec);
    let cable = port(&spec, "h1");
    let (lane, width) = layout.lane(cable, Priority::P3);
    let drawn = |now: u64| {
        let shot = snapshot(&spec, Time::from_ns(now), vec![in_flight(cable, FrameKind::Data)]);
        let scene = scene(&layout, &spec, &shot, &motion);
        frames(&scene).first().map(|shape| match shape.body {
            Body::Frame { along, cut, .. } => {
                // The length that the border of a node hides is subtracted.
                let hidden = layout.reach(cable, width);
                let hidden = if cut.0 { hidden.0 } else { 0.0 } + if cut.1 { hidden.1 } else { 0.0 };
                ((along.length() - hidden) / lane.length(), cut)
            }
            _ => unreachable!(),
        })
    };
    assert_eq!(drawn(99), None, "it has not left");
    let (length, cut) = drawn(140).unwrap();
    assert!((length - 0.04).abs() < 1e-6 && cut == (true, false), "half out: {length} {cut:?}");
    let (length, cut) = drawn(600).unwrap();
    assert!((length - 0.08).abs() < 1e-6 && cut == (false, false), "80 of 1000 ns: {length} {cut:?}");
    let (length, cut) = drawn(1_140).unwrap();
    assert!((length - 0.04).abs() < 1e-6 && cut == (false, true), "half in: {length} {cut:?}");
    assert_eq!(drawn(1_180), None, "it is in");
}

#[test]
fn a_frame_longer_than_its_cable_fills_it() {
    let mut frame = in_flight(PortId(0), FrameKind::Data);
    frame.arrives = frame.ends + Time::from_ns(25);
    let ((tail, head), cut) = flight::span(&frame, Time::from_ns(160)).unwrap();
    assert!(tail.abs() < 1e-9 && (head - 1.0).abs() < 1e-9);
    assert_eq!(cut, (true, true));
}

#[test]
fn a_pause_is_an_octagon_with_its_digits_and_a_resume_a_triangle() {
    let spec = star();
    let layout = Layout::new(&spec, &[], VIEW);
    let motion = Motion::new(&spec);
    let pause = in_flight(port(&spec, "s1"), FrameKind::Pfc);
    let mut resume = pause;
    resume.indication =
        Indication { pauses: PrioritySet::EMPTY, resumes: PrioritySet::of(Priority::P3), quanta: Quanta(0) };
    let shot = snapshot(&spec, Time::from_ns(600), vec![pause, resume]);
    let bodies: Vec<Body> =
        scene(&layout, &spec, &shot, &motion).shapes.into_iter().map(|s| s.body).collect();
    assert!(bodies.iter().any(
        |b| matches!(b, Body::Octagon { priorities, lingers: false, .. } if *priorities == PrioritySet::of(Priority::P3))
    ));
    assert!(bodies.iter().any(|b| matches!(b, Body::Triangle { priorities, lingers: false, .. } if *priorities == PrioritySet::of(Priority::P3))));
}

#[test]
fn fast_frames_become_density_and_pause_glyphs_linger() {
    let spec = star();
    let layout = Layout::new(&spec, &[], VIEW);
    let mut motion = Motion::new(&spec);
    let cable = port(&spec, "s1");
    let shot = snapshot(&spec, Time::from_us(1), vec![in_flight(cable, FrameKind::Data)]);
    let fast = 1e9; // a millisecond a second: a crossing takes a thousandth of it
    assert!((density(&spec, cable, fast) - 1.0).abs() < 1e-9);
    assert!(density(&spec, cable, 1e6) < 1e-9, "a microsecond a second shows every frame");
    let pause = Indication {
        pauses: PrioritySet::of(Priority::P3),
        resumes: PrioritySet::EMPTY,
        quanta: Quanta::MAX,
    };
    motion.record(&spec, &TraceEvent { at: Time::ZERO, port: cable, kind: EventKind::PfcSent(pause) }, fast);
    motion.advance(&spec, &shot, 0.016, fast, false);
    let first = motion.blend[cable.index()];
    assert!(first > 0.0 && first < 0.5, "the change is smooth: {first}");
    for _ in 0..16 {
        motion.advance(&spec, &shot, 0.016, fast, false);
    }
    let held = |motion: &Motion| {
        let scene = scene(&layout, &spec, &shot, motion);
        scene.shapes.iter().any(|shape| matches!(shape.body, Body::Octagon { lingers: true, .. }))
    };
    assert!(held(&motion), "272 ms after");
    for _ in 0..3 {
        motion.advance(&spec, &shot, 0.016, fast, false);
    }
    assert!(!held(&motion), "320 ms after");
    assert!(motion.blend[cable.index()] > 0.9);
}

#[test]
fn the_pointer_finds_the_frame_before_the_cable() {
    let spec = star();
    let layout = Layout::new(&spec, &[], VIEW);
    let cable = port(&spec, "h1");
    let shot = snapshot(&spec, Time::from_ns(600), vec![in_flight(cable, FrameKind::Data)]);
    let scene = scene(&layout, &spec, &shot, &Motion::new(&spec));
    let (lane, _) = layout.lane(cable, Priority::P3);
    let id = ShapeId::Frame { cable, flow: FlowId(0), sequence: 7, kind: FrameKind::Data };
    assert_eq!(hit(&layout, &scene, lane.at(0.46)), Some(Target::Shape(id)));
    assert_eq!(hit(&layout, &scene, lane.at(0.7)), Some(Target::Cable(cable)));
    let centre = layout.nodes[spec.node("s1").unwrap().index()].centre;
    assert_eq!(hit(&layout, &scene, centre), Some(Target::Node(spec.node("s1").unwrap())));
}

#[test]
fn shapes_outside_a_deadlock_are_dimmed() {
    let shape = |id| Shape::new(id, Body::Cross { at: Point::default(), radius: 1.0 });
    let spec = star();
    let (from, to) = (port(&spec, "s1"), port(&spec, "h2"));
    let ids = [
        ShapeId::Lane(from, Priority::P3),
        ShapeId::Gauge(from, Priority::P3),
        ShapeId::Lane(to, Priority::P3),
        ShapeId::Gauge(to, Priority::P3),
    ];
    let scene = Scene { shapes: ids.map(shape).to_vec() }.lit(&spec, &[from]);
    let lit: Vec<bool> = scene.shapes.iter().map(|shape| shape.alpha > 0.9).collect();
    assert_eq!(lit, [true, true, false, false]);
    assert!(scene.shapes[2].alpha > 0.2, "dimmed, not gone");
}

#[test]
fn an_ingress_bar_ends_at_its_own_limit() {
    let pg = PgView {
        lossless: true,
        shared: 40_000,
        headroom: 5_000,
        xoff: 40_000,
        xon: 38_000,
        headroom_size: 20_000,
        ..PgView::default()
    };
    let bar = ingress_bar(&pg, HeadroomView::default());
    assert_eq!((bar.limit, bar.used), (60_000, 45_000));
    let mark = |kind| bar.marks.iter().find(|mark| mark.kind == kind).unwrap().at;
    assert!((mark(MarkKind::Xoff) - 2.0 / 3.0).abs() < 1e-9);
    assert!(mark(MarkKind::Xon) < mark(MarkKind::Xoff));
    let headroom = bar.segments.iter().find(|segment| segment.kind == SegmentKind::Headroom).unwrap();
    assert!((headroom.from - 2.0 / 3.0).abs() < 1e-9 && (headroom.to - 0.75).abs() < 1e-9);
}

#[test]
fn headroom_begins_at_the_occupancy_below_a_raised_threshold() {
    let risen = PgView {
        lossless: true,
        shared: 30_000,
        headroom: 6_000,
        xoff: 40_000,
        headroom_size: 20_000,
        ..PgView::default()
    };
    let bar = ingress_bar(&risen, HeadroomView::default());
    let headroom = bar.segments.iter().find(|segment| segment.kind == SegmentKind::Headroom).unwrap();
    assert!((headroom.from - 0.5).abs() < 1e-9 && (headroom.to - 0.6).abs() < 1e-9, "no gap: {headroom:?}");
}

#[test]
fn headroom_lies_above_the_occupancy_over_a_lowered_threshold() {
    let fallen = PgView {
        lossless: true,
        reserve_size: 2_000,
        reserve: 2_000,
        shared: 90_000,
        headroom: 5_000,
        shared_peak: 95_000,
        xoff: 10_000,
        headroom_size: 20_000,
        ..PgView::default()
    };
    let bar = ingress_bar(&fallen, HeadroomView::default());
    assert_eq!((bar.limit, bar.used), (112_000, 97_000), "15 kB of headroom are left");
    let segment = |kind| bar.segments.iter().find(|segment| segment.kind == kind).unwrap();
    let (place, used) = (segment(SegmentKind::HeadroomRange), segment(SegmentKind::Headroom));
    assert!((place.from - bar.place(92_000)).abs() < 1e-9 && (place.to - 1.0).abs() < 1e-9);
    assert!((used.from - place.from).abs() < 1e-9 && (used.to - bar.place(97_000)).abs() < 1e-9);
    let xoff = bar.marks.iter().find(|mark| mark.kind == MarkKind::Xoff).unwrap();
    assert!((xoff.at - bar.place(12_000)).abs() < 1e-9);
}

#[test]
fn an_ingress_bar_has_no_more_headroom_than_the_pool_that_all_share() {
    let pg = PgView { lossless: true, xoff: 40_000, xon: 38_000, headroom_size: 20_000, ..PgView::default() };
    let ends = |pooled, size| {
        let bar = ingress_bar(&pg, HeadroomView { pooled, size, ..HeadroomView::default() });
        let place = bar.segments.iter().find(|segment| segment.kind == SegmentKind::HeadroomRange).unwrap();
        assert!((bar.place(bar.limit) - place.to).abs() < 1e-9, "it ends with the bar");
        (bar.limit, bar.pool)
    };
    assert_eq!(ends(true, 12_000), (52_000, Some(12_000)));
    assert_eq!(ends(true, 80_000), (60_000, None), "others may use the rest");
    assert_eq!(ends(false, 12_000), (60_000, None), "its own");
}

#[test]
fn the_threshold_of_a_lossy_group_is_no_movable_xoff() {
    let pg = PgView { xoff: 40_000, reserve_size: 2_000, ..PgView::default() };
    let bar = ingress_bar(&pg, HeadroomView::default());
    let marks: Vec<_> = bar.marks.iter().map(|mark| (mark.kind, mark.kind.key(), mark.bytes)).collect();
    assert_eq!(marks, [(MarkKind::Limit, None, 40_000)]);
    let lossless = ingress_bar(&PgView { lossless: true, ..pg }, HeadroomView::default());
    assert!(lossless.marks.iter().all(|mark| mark.kind.key().is_some()));
}

#[test]
fn an_egress_bar_carries_only_the_marks_of_ecn() {
    let off = PriorityView { kmin: u64::MAX, kmax: u64::MAX, egress_bytes: 4_000, ..PriorityView::default() };
    assert!(egress_bar(&off).marks.is_empty());
    let on = PriorityView { kmin: 20_000, kmax: 60_000, ..off };
    let bar = egress_bar(&on);
    assert_eq!(bar.limit, 100_000);
    assert_eq!(bar.marks.iter().map(|mark| mark.kind).collect::<Vec<_>>(), [MarkKind::Kmin, MarkKind::Kmax]);
}

#[test]
fn the_legend_has_a_sample_of_every_shape_that_the_fabric_has() {
    let names = |returns| {
        legend(Priority::P3, returns, false).into_iter().map(|entry| entry.name).collect::<Vec<_>>()
    };
    let all = names(Returns {
        acks: Some(Priority::P0),
        cnps: Some(Priority::P6),
        credits: Some(Credits::OfLink(Priority::P3)),
    });
    let always = ["Data", "XOFF", "XON", "Paused", "ECN mark", "Drop", "Stream", "Waiting", "Shown longer"];
    assert!(
        always.iter().chain(&["Ack", "CNP", "Credit", "No credits", "Left"]).all(|name| all.contains(name)),
        "{all:?}"
    );
    assert_eq!(names(Returns::default()), always, "nothing goes back");
    let with_crossbar = legend(Priority::P3, Returns::default(), true);
    let has = |name: &&str| with_crossbar.iter().any(|entry| entry.name == *name);
    assert!(
        ["Request", "Grant", "Match", "Grant pointer", "Accept pointer"].iter().all(has),
        "{with_crossbar:?}"
    );
}
