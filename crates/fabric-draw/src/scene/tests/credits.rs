//! Tests of the picture of link credits: credit updates, lanes without credits, and bars of available
//! credits.

use fabric_sim::engine::CreditView;
use fabric_sim::ids::{Priority, PrioritySet};

use super::*;

#[test]
fn an_update_is_a_ring_in_the_lane_of_its_channel() {
    let spec = star();
    let layout = Layout::new(&spec, &[], VIEW);
    let cable = port(&spec, "h3");
    for kind in [FrameKind::Credit, FrameKind::CreditReturn, FrameKind::SentTotal] {
        let shot = snapshot(&spec, Time::from_ns(600), vec![in_flight(cable, kind)]);
        let scene = scene(&layout, &spec, &shot, &Motion::new(&spec));
        let rings: Vec<&Shape> =
            scene.shapes.iter().filter(|shape| matches!(shape.body, Body::Ring { .. })).collect();
        let [Shape { body: Body::Ring { at, priority: Priority::P3, .. }, id, .. }] = rings[..] else {
            panic!("{kind:?}: {rings:?}");
        };
        assert!(layout.lane(cable, Priority::P3).0.distance(*at) < 1e-6);
        assert_eq!(hit(&layout, &scene, *at), Some(Target::Shape(*id)), "it can be pointed at");
        assert_eq!(
            *id == ShapeId::Update(cable, Priority::P3),
            kind == FrameKind::Credit,
            "of a link, or of a flow"
        );
    }
}

#[test]
fn remaining_credits_stand_beside_both_cables_of_the_selected_link_only() {
    let spec = star();
    let layout = Layout::new(&spec, &[], VIEW);
    let [from, to] = ["h1", "s1"].map(|name| port(&spec, name));
    let mut shot = snapshot(&spec, Time::ZERO, Vec::new());
    let credits = CreditView { limit: 64_000, available: 16_000, needs: 4_000, ..CreditView::default() };
    shot.ports.iter_mut().for_each(|port| port.priorities[3].credits = Some(credits));
    shot.ports[to.index()].priorities[3].credits = Some(CreditView { available: 800, ..credits });
    for selected in [from, to] {
        let shapes = Scene::default().with_credits(&layout, &shot, selected).shapes;
        let bar = |port| {
            let id = ShapeId::Credits(port, Priority::P3);
            shapes.iter().find(|shape| shape.id == id).expect("it is drawn").body.clone()
        };
        assert_eq!(shapes.len(), 2);
        let Body::Credits { left, short_of: None, priority: Priority::P3, along, .. } = bar(from) else {
            panic!()
        };
        assert!((left - 0.25).abs() < 1e-9);
        let cable = layout.cables[from.index()];
        assert!(cable.middle.distance(along.at(0.5)) > cable.width / 2.0, "off its strand");
        let Body::Credits { short_of: Some(needs), .. } = bar(to) else { panic!("{:?}", bar(to)) };
        assert!((needs - 1.0 / 16.0).abs() < 1e-9, "the next frame waits");
    }
}

#[test]
fn a_lane_without_credits_differs_from_a_paused_lane() {
    let spec = star();
    let layout = Layout::new(&spec, &[], VIEW);
    let mut motion = Motion::new(&spec);
    let [stopped, starved] = ["h1", "h2"].map(|name| port(&spec, name));
    let mut shot = snapshot(&spec, Time::ZERO, Vec::new());
    shot.ports[stopped.index()].paused = PrioritySet::of(Priority::P3);
    shot.ports[starved.index()].starved = PrioritySet::of(Priority::P3);
    motion.advance(&spec, &shot, 0.016, 0.0, true);
    let lanes: Vec<(ShapeId, bool)> = scene(&layout, &spec, &shot, &motion)
        .shapes
        .iter()
        .filter(|shape| shape.body.is_in_lane())
        .map(|shape| (shape.id, matches!(shape.body, Body::Rungs { .. })))
        .collect();
    assert_eq!(
        lanes,
        [(ShapeId::Lane(stopped, Priority::P3), false), (ShapeId::Lane(starved, Priority::P3), true)]
    );
}
