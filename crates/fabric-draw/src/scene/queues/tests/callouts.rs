//! Tests of queues that are drawn beside their switch, because it is too small for them.

use super::*;

#[test]
fn queues_that_matter_in_a_crowded_switch_are_drawn_beside_it() {
    let (world, _, scene) = called_out("#/preset/victim", Time::from_us(30), "s2.0");
    let spec = world.spec();
    let group = ShapeId::Group(port_of(spec, "s2.0"), Priority::P3);
    let all = callouts(&scene);
    assert!(all.iter().any(|(id, _)| *id == group), "the selected one: {all:?}");
    let titles: Vec<&str> = scene
        .shapes
        .iter()
        .filter_map(|shape| match &shape.body {
            Body::Words { text, .. } => Some(text.as_str()),
            _ => None,
        })
        .collect();
    assert!(titles.iter().any(|title| title.starts_with("s2 pauses s1: ")), "{titles:?}");
    assert!(titles.iter().any(|title| title.starts_with("s2 to sink: ")), "the full queue: {titles:?}");
    assert!(blocks(&scene).count() > 4, "with their frames");
    let (_, _, scene) = called_out("#/preset/victim", Time::from_us(1), "s2.1");
    assert!(callouts(&scene).is_empty(), "nothing was held");
}

#[test]
fn callouts_cover_no_node_no_link_and_no_other_callout() {
    for (link, selected) in [("victim", "s2.0"), ("incast", "leaf1.0"), ("deadlock-4", "sa.0")] {
        let (_, layout, scene) = called_out(&format!("#/preset/{link}"), Time::from_us(60), selected);
        let all = callouts(&scene);
        assert!(!all.is_empty(), "{link}");
        for (n, (id, rect)) in all.iter().enumerate() {
            assert!(all[n + 1..].iter().all(|(_, other)| !rect.meets(other)), "{link}: {id:?}");
            assert!(layout.nodes.iter().all(|node| !rect.meets(node)), "{link}: {id:?}");
            let crosses = |cable: &crate::scene::Cable| {
                (0..=40u32).any(|n| rect.holds(cable.middle.at(f64::from(n) / 40.0)))
            };
            assert!(!layout.cables.iter().any(crosses), "{link}: {id:?}");
        }
    }
}

#[test]
fn leaders_pass_through_no_callout_and_no_node() {
    for (link, selected) in [("dcqcn-off", "s1.8"), ("incast", "leaf1.0"), ("deadlock-4", "sa.0")] {
        let (_, layout, scene) = called_out(&format!("#/preset/{link}"), Time::from_us(60), selected);
        let all = scene.shapes.iter().filter_map(|shape| match &shape.body {
            Body::Callout { rect, leader, .. } => Some((*rect, *leader)),
            _ => None,
        });
        let all: Vec<(Rect, Line)> = all.collect();
        assert!(all.len() > 1, "{link}");
        for (n, (_, leader)) in all.iter().enumerate() {
            // The ends of a leader are on a node border and on the border of its own callout.
            let meets = |rect: &Rect| (2..=38u32).any(|n| rect.holds(leader.at(f64::from(n) / 40.0)));
            let others = all.iter().enumerate().filter(|(other, _)| *other != n);
            assert!(others.into_iter().all(|(_, (rect, _))| !meets(rect)), "{link}: {leader:?}");
            let inner = |rect: &Rect| Rect { width: 0.9 * rect.width, height: 0.9 * rect.height, ..*rect };
            assert!(layout.nodes.iter().all(|node| !meets(&inner(node))), "{link}: {leader:?}");
        }
    }
}

#[test]
fn every_callout_names_its_switch() {
    for (link, selected) in [("dcqcn-off", "s1.8"), ("incast", "leaf1.0"), ("storm", "leaf1.0")] {
        let (world, _, scene) = called_out(&format!("#/preset/{link}"), Time::from_us(30), selected);
        for (id, _) in callouts(&scene) {
            let (ShapeId::Group(port, _) | ShapeId::Queue(port, _)) = id else {
                panic!("{id:?} is no queue")
            };
            let own = &world.spec().owner(port).name;
            let is_title = |shape: &Shape| match &shape.body {
                Body::Words { text, .. } => text == own || text.starts_with(&format!("{own} ")),
                _ => false,
            };
            assert!(scene.shapes.iter().any(is_title), "{link}: {id:?}");
        }
    }
}

#[test]
fn the_fullest_queue_has_a_callout_where_only_a_narrow_gap_is_free() {
    let (world, positions) = world("#/preset/incast", Time::from_us(30));
    let layout = Layout::new(world.spec(), &positions, Viewport { width: 1440.0, height: 655.0 });
    let mut view = WorldView::default();
    world.snapshot(&mut view);
    let (spec, port) = (world.spec(), port_of(world.spec(), "leaf1.0"));
    let mut memory = QueueMemory::default();
    let scene = scene(&layout, spec, &view, &Motion::new(spec)).with_callouts(
        &layout,
        spec,
        &view,
        &world,
        port,
        &mut memory,
    );
    let all = callouts(&scene);
    assert!(all.iter().any(|(id, _)| *id == ShapeId::Queue(port, Priority::P3)), "{all:?}");
    let has = |word: &str| {
        scene.shapes.iter().any(|shape| matches!(&shape.body, Body::Words { text, .. } if text == word))
    };
    assert!(has("to h1"), "{:?}", scene.shapes);
}

#[test]
fn both_causes_of_pauses_of_a_ring_have_callouts() {
    let (world, _, scene) = called_out("#/preset/deadlock-4", Time::from_us(150), "sb.0");
    let all = callouts(&scene);
    for (node, peer) in [("sa", "sb"), ("sc", "sd")] {
        let spec = world.spec();
        let is_cause = |(id, _): &(ShapeId, Rect)| match id {
            ShapeId::Queue(port, _) => {
                spec.owner(*port).name == node && spec.owner(spec.ports[port.index()].peer).name == peer
            }
            _ => false,
        };
        assert!(all.iter().any(is_cause), "{node} to {peer}: {all:?}");
    }
}

#[test]
fn the_fullest_queue_of_crowded_switches_has_a_callout() {
    for (preset, time, selected) in [
        ("victim", 52, "s2.0"),
        ("storm", 75, "leaf1.0"),
        ("incast", 25, "leaf1.0"),
        ("deadlock-4", 60, "sa.0"),
    ] {
        let (world, _, scene) = called_out(&format!("#/preset/{preset}"), Time::from_us(time), selected);
        let mut view = WorldView::default();
        world.snapshot(&mut view);
        let of_port = |(index, port): (usize, &PortView)| {
            let is_switch = world.spec().switch_of(PortId::new(index)).is_some();
            let queues = port.priorities.iter().zip(0..).map(move |(queue, priority)| {
                let at = PortId::new(index);
                let group = queue.pg.reserve + queue.pg.shared + queue.pg.headroom;
                [
                    (group, ShapeId::Group(at, Priority::new(priority))),
                    (queue.egress_bytes, ShapeId::Queue(at, Priority::new(priority))),
                ]
            });
            queues.flatten().filter(move |_| is_switch).collect::<Vec<_>>()
        };
        let queues: Vec<(u64, ShapeId)> = view.ports.iter().enumerate().flat_map(of_port).collect();
        let most = queues.iter().map(|(bytes, _)| *bytes).max().expect("a switch has queues");
        let fullest: Vec<ShapeId> =
            queues.iter().filter(|(bytes, _)| *bytes == most).map(|(_, id)| *id).collect();
        let all = callouts(&scene);
        assert!(all.iter().any(|(id, _)| fullest.contains(id)), "{preset}: {most} B, {all:?}");
    }
}
