//! Tests of the wait-for graph in the picture: arrows, marks and captions, and what a deadlock dims.

use fabric_sim::document::Document;
use fabric_sim::spec::Spec;

use super::*;
use crate::scene::Viewport;
use fabric_sim::ids::Priority;

fn ring() -> (Spec, Layout) {
    let text = r#"{
        "format": 1, "model": 1, "name": "ring", "horizon": "200us",
        "hosts": [{"name": "h1"}, {"name": "h2"}],
        "switches": [{"name": "s1"}, {"name": "s2"}, {"name": "s3"}],
        "links": [["s1", "s2", "40G"], ["s2", "s3", "40G"], ["s3", "s1", "40G"], ["h1", "s1", "40G"], ["h2", "s2", "40G"]],
        "flows": [{"name": "a", "from": "h1", "to": "h2"}]
    }"#;
    let spec = Document::parse(text).unwrap().compile().unwrap();
    let at = [(0.5, 0.05), (0.95, 0.95), (0.5, 0.3), (0.8, 0.75), (0.2, 0.75)].map(Some);
    let layout = Layout::new(&spec, &at, Viewport { width: 390.0, height: 400.0 });
    (spec, layout)
}

/// Port of the node `from` whose link leads to the node `to`.
fn port(spec: &Spec, from: &str, to: &str) -> PortId {
    let peer = |port: &PortId| spec.ports[spec.ports[port.index()].peer.index()].node;
    let ports = spec.nodes[spec.node(from).unwrap().index()].ports.clone().map(PortId);
    ports.into_iter().find(|port| peer(port) == spec.node(to).unwrap()).unwrap()
}

fn graph(spec: &Spec, dead: bool) -> WaitGraph {
    let links = [("s1", "s2"), ("s2", "s3"), ("s3", "s1"), ("h1", "s1")];
    let fate = if dead { QueueFate::Stuck } else { QueueFate::Passing };
    let waiter = |(from, to)| Waiter {
        port: port(spec, from, to),
        priority: Priority::P3,
        fate,
        cause: None,
        bytes: 94_000,
    };
    let cycle = WaitCycle {
        queues: vec![0, 1, 2],
        is_deadlock: dead,
        caption: "s1 → s2 → s3 → s1".to_owned(),
        short: "DEADLOCK".to_owned(),
    };
    WaitGraph {
        queues: links.map(waiter).to_vec(),
        waits: vec![(3, 0), (0, 1), (1, 2), (2, 0)],
        cycles: vec![cycle],
    }
}

#[test]
fn a_deadlock_is_drawn_over_the_rest_which_is_dimmed() {
    let (spec, layout) = ring();
    let picture = wait_picture(&layout, &graph(&spec, true));
    let strengths: Vec<ArrowStrength> = picture.arrows.iter().map(|arrow| arrow.strength).collect();
    assert_eq!(
        strengths,
        [ArrowStrength::Dim, ArrowStrength::Dead, ArrowStrength::Dead, ArrowStrength::Dead]
    );
    assert_eq!(picture.spots.iter().map(|spot| spot.dim).collect::<Vec<_>>(), [false, false, false, true]);
    assert_eq!(picture.captions.len(), 1);
    assert!(picture.captions[0].is_deadlock);
}

#[test]
fn queues_of_a_cycle_show_their_bytes() {
    let (spec, layout) = ring();
    let picture = wait_picture(&layout, &graph(&spec, true));
    let labels: Vec<_> =
        picture.spots.iter().map(|spot| spot.label.as_ref().map(|(text, _)| &**text)).collect();
    let bytes = Some("94.0\u{202f}kB");
    assert_eq!(labels, [bytes, bytes, bytes, None]);
}

#[test]
fn a_cycle_that_can_drain_dims_nothing() {
    let (spec, layout) = ring();
    let picture = wait_picture(&layout, &graph(&spec, false));
    let strengths: Vec<ArrowStrength> = picture.arrows.iter().map(|arrow| arrow.strength).collect();
    assert_eq!(
        strengths,
        [ArrowStrength::Plain, ArrowStrength::Cycle, ArrowStrength::Cycle, ArrowStrength::Cycle]
    );
    assert!(picture.spots.iter().all(|spot| !spot.dim));
}

#[test]
fn a_spot_lies_in_its_lane_and_an_arrow_runs_from_one_to_the_next() {
    let (spec, layout) = ring();
    let picture = wait_picture(&layout, &graph(&spec, true));
    for spot in &picture.spots {
        let (lane, width) = layout.lane(spot.port, Priority::P3);
        assert!(lane.distance(spot.at) <= width, "{spot:?}");
    }
    let gap = |a: Point, b: Point| a.to(b).length();
    for arrow in &picture.arrows {
        let near =
            |at: Point| picture.spots.iter().map(|spot| gap(spot.at, at)).fold(f64::INFINITY, f64::min);
        let radius = picture.spots[0].radius;
        assert!(near(arrow.curve.from) >= 0.3 * radius && near(arrow.curve.from) < 3.0 * radius);
        assert!(near(arrow.head[0]) < 4.0 * radius, "{arrow:?}");
    }
}

#[test]
fn names_of_cycles_stay_inside_and_apart() {
    let (spec, layout) = ring();
    let mut graph = graph(&spec, true);
    graph.cycles.push(WaitCycle { is_deadlock: false, ..graph.cycles[0].clone() });
    let captions = wait_picture(&layout, &graph).captions;
    let way = captions[0].at.to(captions[1].at);
    let half = captions[0].half;
    assert!(way.x.abs() >= 2.0 * half.x || way.y.abs() >= 2.0 * half.y, "{captions:?}");
    for Caption { at, half, .. } in captions {
        assert!(at.x >= half.x && at.x <= 390.0 - half.x, "{at:?}");
        assert!(at.y >= 44.0 + half.y && at.y <= 368.0 - half.y, "clear of what stands at the edges: {at:?}");
    }
}

#[test]
fn a_long_name_has_room_for_all_its_lines() {
    let (spec, _) = ring();
    let mut graph = graph(&spec, true);
    graph.cycles[0].caption = "DEADLOCK spine1 → leaf2 → spine2 → leaf1 → spine1 · for 95.2 µs".to_owned();
    for (width, height, lines) in [(390.0, 300.0, 1.0), (1_000.0, 300.0, 3.0)] {
        let at = [(0.5, 0.05), (0.95, 0.95), (0.5, 0.9), (0.8, 0.95), (0.2, 0.95)].map(Some);
        let layout = Layout::new(&spec, &at, Viewport { width, height });
        let caption = &wait_picture(&layout, &graph).captions[0];
        assert!(caption.half.y >= lines * 15.0 / 2.0, "{caption:?}");
        assert!(caption.at.y + caption.half.y <= height - 32.0, "{caption:?}");
    }
}

#[test]
fn only_the_ports_of_a_deadlock_stay_lit() {
    let (spec, _) = ring();
    let mut members = [("s1", "s2"), ("s2", "s3"), ("s3", "s1")].map(|(from, to)| port(&spec, from, to));
    members.sort_unstable();
    assert_eq!(graph(&spec, true).deadlock_ports(), members);
    assert_eq!(graph(&spec, false).deadlock_ports(), []);
}

#[test]
fn a_curve_is_cut_at_the_requested_places() {
    let curve =
        Curve { from: Point::new(0.0, 0.0), bend: Point::new(100.0, 0.0), to: Point::new(100.0, 100.0) };
    let part = curve.part(0.25, 0.75);
    for (whole, share) in [(0.25, 0.0), (0.5, 0.5), (0.75, 1.0)] {
        assert!(curve.at(whole).to(part.at(share)).length() < 1e-9, "{whole}");
    }
    assert!(curve.at(1.0).to(curve.to).length() < 1e-9);
}

/// Calls `check` with each preset that has two or more switches, in drawing areas of desktops and of a
/// telephone.
fn presets(check: impl Fn(&str, &Spec, &Layout)) {
    for preset in &fabric_sim::document::PRESETS {
        let document = preset.document();
        let spec = document.compile().unwrap();
        if spec.switches.len() < 2 {
            continue;
        }
        let at = |name: &str| document.view.positions.get(name).map(|[x, y]| (x.get(), y.get()));
        let drawn: Vec<_> = spec.nodes.iter().map(|node| at(&node.name)).collect();
        for (width, height) in [(780.0, 460.0), (764.0, 420.0), (772.0, 340.0), (390.0, 300.0)] {
            let layout = Layout::new(&spec, &drawn, Viewport { width, height });
            check(&format!("{} at {width} × {height}", preset.name), &spec, &layout);
        }
    }
}

/// Graph of all waits between neighbouring links: each link to a switch waits for all other links that leave
/// this switch, except the one in the opposite direction.
fn every_wait(spec: &Spec) -> WaitGraph {
    let ports: Vec<PortId> = (0..spec.ports.len()).map(PortId::new).collect();
    let to_switch = |port: &PortId| spec.switch_of(spec.ports[port.index()].peer).is_some();
    let ports: Vec<PortId> = ports.into_iter().filter(to_switch).collect();
    let queues: Vec<Waiter> = ports
        .iter()
        .map(|port| Waiter {
            port: *port,
            priority: Priority::P3,
            fate: QueueFate::Passing,
            cause: Some("storm"),
            bytes: 0,
        })
        .collect();
    let next = |a: &PortId, b: &PortId| {
        let peer = spec.ports[a.index()].peer;
        spec.ports[peer.index()].node == spec.ports[b.index()].node && peer != *b
    };
    let pairs = (0..ports.len()).flat_map(|a| (0..ports.len()).map(move |b| (a, b)));
    let waits = pairs.filter(|(a, b)| next(&ports[*a], &ports[*b])).collect();
    WaitGraph { queues, waits, cycles: vec![] }
}

#[test]
fn arrows_pass_beside_the_names_of_nodes() {
    presets(|name, spec, layout| {
        let graph = every_wait(spec);
        for arrow in wait_picture(layout, &graph).arrows {
            for node in 0..layout.nodes.len() {
                let text = layout.name(node);
                let through = (0..=100u32).any(|n| text.holds(arrow.curve.at(f64::from(n) / 100.0)));
                assert!(!through, "{name}: {:?} through {}", arrow.curve, spec.nodes[node].name);
            }
        }
    });
}

#[test]
fn captions_avoid_nodes() {
    let (spec, layout) = ring();
    let beside = |place| beside_spot(&layout, (place, 8.0), "storm", (&[], &[]));
    let at = layout.nodes[spec.node("s3").unwrap().index()];
    let place = Point::new(at.centre.x, at.top() - 12.0);
    assert!(beside(place).y < place.y - 8.0, "above: below is s3");
    let low = Point::new(at.centre.x, at.top() + at.height + 12.0);
    assert!(beside(low).y > low.y + 8.0, "below, as ever");
    // Add an arrow just below the caption.
    let curve = Curve {
        from: Point::new(low.x - 90.0, low.y + 18.0),
        bend: Point::new(low.x, low.y + 18.0),
        to: Point::new(low.x + 90.0, low.y + 18.0),
    };
    let arrow = Arrow { curve, head: [curve.to; 3], strength: ArrowStrength::Plain };
    let there = beside_spot(&layout, (low, 8.0), "storm", (&[], &[arrow]));
    let word = Rect { centre: there, width: 36.0, height: 15.0 };
    assert!(!curve.meets(&word), "{there:?}");
}

#[test]
fn the_mitigation_of_a_watchdog_is_written_beside_its_ring_and_over_no_node() {
    presets(|name, spec, layout| {
        let radius = 8.0 * layout.scale.max(0.75);
        for port in (0..spec.ports.len()).filter(|port| spec.switch_of(PortId::new(*port)).is_some()) {
            let at = beside_port(layout, port, radius, "drops");
            let word = Rect { centre: at, width: 36.0, height: 15.0 };
            let ring = Rect { centre: layout.ports[port], width: 2.0 * radius, height: 2.0 * radius };
            let place = spec.port_name(PortId::new(port));
            assert!(!ring.meets(&word), "{name}: on the ring of {place}");
            for node in 0..layout.nodes.len() {
                assert!(!layout.name(node).meets(&word), "{name}: {place} on {}", spec.nodes[node].name);
            }
        }
    });
}

#[test]
fn the_name_of_a_cycle_covers_no_node_where_there_is_room() {
    presets(|name, spec, layout| {
        if layout.viewport.width < 500.0 {
            return;
        }
        let mut graph = every_wait(spec);
        let queues = graph.waits.iter().take(4).map(|wait| wait.0).collect();
        graph.cycles.push(WaitCycle {
            queues,
            is_deadlock: true,
            caption: "DEADLOCK t1 → l1 → t2 → l2 → t1 · for 95.2 µs".to_owned(),
            short: "DEADLOCK".to_owned(),
        });
        let Caption { at, half, .. } = wait_picture(layout, &graph).captions[0].clone();
        let caption = Rect { centre: at, width: 2.0 * half.x, height: 2.0 * half.y };
        for (n, node) in layout.nodes.iter().enumerate() {
            let place = &spec.nodes[n].name;
            assert!(!layout.name(n).meets(&caption), "{name}: {caption:?} on {place}");
            assert!(
                layout.viewport.height < 400.0 || !node.meets(&caption),
                "{name}: {caption:?} on {place}"
            );
        }
    });
}
