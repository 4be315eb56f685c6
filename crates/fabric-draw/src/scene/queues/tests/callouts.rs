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
