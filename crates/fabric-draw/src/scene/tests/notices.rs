//! Tests of the picture of CNPs.

use fabric_sim::fabric::frame::Frame;
use fabric_sim::ids::{Priority, PrioritySet};

use super::*;

#[test]
fn a_cnp_is_a_diamond_in_the_lane_of_its_priority_and_an_ack_is_hollow() {
    let spec = star();
    let layout = Layout::new(&spec, &[], VIEW);
    let cable = port(&spec, "h3");
    let now = Time::from_ns(600);
    let body = |kind| {
        let shot = snapshot(&spec, now, vec![in_flight(cable, kind)]);
        let shapes = scene(&layout, &spec, &shot, &Motion::new(&spec)).shapes;
        let id = ShapeId::Frame { cable, flow: FlowId(0), sequence: 7, kind };
        shapes.into_iter().find(|shape| shape.id == id).expect("it is drawn").body
    };
    let Body::Diamond { at, priority: Priority::P3, lingers: false, .. } = body(FrameKind::Cnp) else {
        panic!("{:?}", body(FrameKind::Cnp));
    };
    let (lane, _) = layout.lane(cable, Priority::P3);
    assert!(lane.distance(at) < 1e-6);
    let shot = snapshot(&spec, now, vec![in_flight(cable, FrameKind::Cnp)]);
    let scene = scene(&layout, &spec, &shot, &Motion::new(&spec));
    let id = ShapeId::Frame { cable, flow: FlowId(0), sequence: 7, kind: FrameKind::Cnp };
    assert_eq!(hit(&layout, &scene, at), Some(Target::Shape(id)), "it can be pointed at");
    assert!(matches!(body(FrameKind::Ack), Body::Frame { hollow: true, .. }));
    assert!(matches!(body(FrameKind::Data), Body::Frame { hollow: false, .. }));
}

#[test]
fn a_cnp_that_is_too_fast_to_see_stays_a_while_beside_a_pause() {
    let spec = star();
    let layout = Layout::new(&spec, &[], VIEW);
    let mut motion = Motion::new(&spec);
    let (cable, fast) = (port(&spec, "s1"), 1e9);
    let mut cnp = Frame::EMPTY;
    (cnp.flow, cnp.sequence, cnp.kind, cnp.priority) = (FlowId(1), 4, FrameKind::Cnp, Priority::P3);
    let says = Indication {
        pauses: PrioritySet::of(Priority::P3),
        resumes: PrioritySet::EMPTY,
        quanta: Quanta::MAX,
    };
    let now = Time::from_us(1);
    for kind in [EventKind::Started(cnp), EventKind::PfcSent(says), EventKind::Started(cnp)] {
        motion.record(&spec, &TraceEvent { at: now, port: cable, kind }, fast);
    }
    let shot = snapshot(&spec, now, Vec::new());
    motion.advance(&spec, &shot, 0.016, fast, false);
    let shapes = scene(&layout, &spec, &shot, &motion).shapes;
    let held = |wanted: fn(&Body) -> bool| shapes.iter().filter(|shape| wanted(&shape.body)).count();
    assert_eq!(held(|body| matches!(body, Body::Diamond { lingers: true, .. })), 1);
    assert_eq!(held(|body| matches!(body, Body::Octagon { lingers: true, .. })), 1);
    for _ in 0..20 {
        motion.advance(&spec, &shot, 0.016, fast, false);
    }
    assert!(motion.glyphs.is_empty(), "336 ms after");
}
