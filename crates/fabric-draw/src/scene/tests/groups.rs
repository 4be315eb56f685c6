//! Tests of the scene of a fabric with closed groups: racks of 20 hosts below two spines.

use super::*;

/// Fabric of 15 leaves with 20 hosts each, and two spines with three links to each leaf.
fn racks() -> Spec {
    let mut fabric = Builder::new();
    let spines = ["spine1", "spine2"].map(|name| fabric.switch(name).unwrap());
    for leaf in 1..=15 {
        let switch = fabric.switch(&format!("leaf{leaf}")).unwrap();
        for host in 1..=20 {
            let name = if leaf == 1 { format!("h{host}") } else { format!("h{leaf}-{host}") };
            let host = fabric.host(&name).unwrap();
            fabric.link(host, switch, Rate::gbps(100), Time::from_us(1)).unwrap();
        }
        for spine in spines.into_iter().cycle().take(6) {
            fabric.link(switch, spine, Rate::gbps(400), Time::from_us(1)).unwrap();
        }
    }
    let mut spec = fabric.build(SwitchConfig::new(1 << 20), PortConfig::new()).unwrap();
    spec.flows = vec![flow("a", &spec, "h2-1")];
    spec
}

/// Layout in which only the rack of `leaf1` is open.
fn layout(spec: &Spec) -> Layout {
    Layout::with_selected(spec, &[], spec.node("leaf1"), VIEW)
}

/// Ports of `node` that lead to `peer`.
fn ports_to(spec: &Spec, node: &str, peer: &str) -> Vec<PortId> {
    let all = spec.nodes[spec.node(node).unwrap().index()].ports.clone().map(PortId);
    all.filter(|port| Some(peer_node(spec, *port)) == spec.node(peer)).collect()
}

#[test]
fn a_bundle_shows_pfc_frames_and_no_data_and_a_closed_group_shows_neither_inside() {
    let spec = racks();
    let layout = layout(&spec);
    let bundle = ports_to(&spec, "leaf2", "spine1");
    assert_eq!(bundle.len(), 3);
    let (inside, single) = (port(&spec, "h2-1"), port(&spec, "h1"));
    let kinds = [FrameKind::Data, FrameKind::Pfc];
    let all =
        [bundle[1], inside, single].into_iter().flat_map(|cable| kinds.map(|kind| in_flight(cable, kind)));
    let scene =
        scene(&layout, &spec, &snapshot(&spec, Time::from_ns(200), all.collect()), &Motion::new(&spec));
    let is_shown = |id: fn(PortId) -> ShapeId, cable| scene.shapes.iter().any(|shape| shape.id == id(cable));
    let data = |cable| ShapeId::Frame { cable, flow: FlowId(0), sequence: 7, kind: FrameKind::Data };
    assert_eq!([bundle[1], inside, single].map(|cable| is_shown(data, cable)), [false, false, true]);
    assert_eq!([bundle[1], inside, single].map(|cable| is_shown(ShapeId::Pfc, cable)), [true, false, true]);
}

#[test]
fn the_hatch_of_a_bundle_is_as_opaque_as_the_part_of_its_links_that_are_paused() {
    let spec = racks();
    let layout = layout(&spec);
    let bundle = ports_to(&spec, "leaf2", "spine1");
    let mut motion = Motion::new(&spec);
    motion.paused[bundle[2].index()][Priority::P3.index()] = 1.0;
    let scene = scene(&layout, &spec, &snapshot(&spec, Time::ZERO, Vec::new()), &motion);
    let hatches: Vec<&Shape> =
        scene.shapes.iter().filter(|shape| matches!(shape.body, Body::Hatch { .. })).collect();
    assert_eq!(hatches.len(), 1);
    assert_eq!(hatches[0].id, ShapeId::Lane(bundle[0], Priority::P3));
    assert!((hatches[0].alpha - 1.0 / 3.0).abs() < 1e-9, "{}", hatches[0].alpha);
}

#[test]
fn a_closed_group_has_the_gauge_of_its_fullest_priority_group() {
    let spec = racks();
    let layout = layout(&spec);
    let mut view = snapshot(&spec, Time::ZERO, Vec::new());
    let fullest = ports_to(&spec, "leaf2", "h2-4")[0];
    for (port, shared) in [(ports_to(&spec, "leaf2", "h2-1")[0], 400), (fullest, 900)] {
        view.ports[port.index()].priorities[Priority::P3.index()].pg =
            PgView { lossless: true, shared, xoff: 1_000, ..PgView::default() };
    }
    let scene = scene(&layout, &spec, &view, &Motion::new(&spec));
    let gauges: Vec<&Shape> =
        scene.shapes.iter().filter(|shape| matches!(shape.body, Body::Gauge { .. })).collect();
    assert_eq!(gauges.len(), 1, "{gauges:?}");
    assert_eq!(gauges[0].id, ShapeId::Gauge(fullest, Priority::P3));
    assert!(matches!(gauges[0].body, Body::Gauge { fill, .. } if (fill - 0.9).abs() < 1e-9));
}

#[test]
fn the_bundles_on_the_path_of_a_flow_stay_bright() {
    let spec = racks();
    let layout = layout(&spec);
    let bundle = ports_to(&spec, "leaf2", "spine1");
    let mut motion = Motion::new(&spec);
    for port in &bundle {
        motion.paused[port.index()][Priority::P3.index()] = 1.0;
    }
    let alpha = |senders: &[PortId]| {
        let scene = scene(&layout, &spec, &snapshot(&spec, Time::ZERO, Vec::new()), &motion);
        scene.of_flow(&layout, FlowId(0), senders).shapes[0].alpha
    };
    assert!((alpha(&[bundle[2]]) - 1.0).abs() < 1e-9);
    assert!(alpha(&ports_to(&spec, "leaf2", "spine2")) < 0.5);
}

#[test]
fn a_click_on_a_closed_group_hits_its_first_node() {
    let spec = racks();
    let layout = layout(&spec);
    let leaf = spec.node("leaf2").unwrap();
    let group = layout.closed_group(leaf).unwrap();
    let target = hit(&layout, &Scene::default(), layout.nodes[leaf.index()].centre);
    assert_eq!(target, Some(Target::Node(group.members[0])));
}
