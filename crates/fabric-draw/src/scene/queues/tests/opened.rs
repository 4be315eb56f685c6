//! Tests of callouts of empty queues, and of names of switches whose queues are drawn.

use super::*;

#[test]
fn a_queue_without_frames_has_no_callout() {
    for (preset, time, selected) in [("watchdog-true", 400, "leafA.0"), ("victim", 40, "s2.0")] {
        let (world, _, scene) = called_out(&format!("#/preset/{preset}"), Time::from_us(time), selected);
        for (id, _) in callouts(&scene) {
            let bytes = match id {
                ShapeId::Group(port, priority) => bytes_in_use(&world.priority(port, priority).pg),
                ShapeId::Queue(port, priority) => world.priority(port, priority).egress_bytes,
                other => panic!("{other:?} is no queue"),
            };
            assert!(bytes > 0, "{preset}: {id:?}");
        }
    }
}

#[test]
fn the_name_of_an_opened_switch_covers_no_queue() {
    let mut checked = 0;
    for preset in &fabric_sim::document::PRESETS {
        let (world, positions) = world(&format!("#/preset/{}", preset.name), Time::ZERO);
        for (width, height) in [(765.0, 257.0), (800.0, 360.0), (636.0, 250.0), (390.0, 330.0)] {
            let layout = Layout::new(world.spec(), &positions, Viewport { width, height });
            for (node, _) in
                world.spec().nodes.iter().enumerate().filter(|(_, at)| at.kind == NodeKind::Switch)
            {
                let seen = layout.seen(layout.onto(node));
                if layout.shows_queues(node, false) || !seen.shows_queues(node, true) {
                    continue;
                }
                let name = Rect { centre: seen.name_if_opened(node), ..seen.name(node) };
                let lanes = seen.lanes.len();
                for port in world.spec().nodes[node].ports.clone().map(PortId) {
                    for (kind, rank) in [BarKind::Ingress, BarKind::Egress]
                        .into_iter()
                        .flat_map(|kind| (0..lanes).map(move |rank| (kind, rank)))
                    {
                        let queue = place(&seen.queue(port, kind, rank, lanes));
                        assert!(
                            !queue.meets(&name),
                            "{} at {width} × {height}: {queue:?} {name:?}",
                            preset.name
                        );
                    }
                }
                checked += 1;
            }
        }
    }
    assert!(checked > 20, "{checked}");
}

#[test]
fn a_selected_switch_with_ports_above_and_below_needs_long_queues() {
    for (preset, node, opens) in
        [("incast", "leaf1", false), ("pause", "s1", true), ("deadlock-4", "sb", true)]
    {
        let (world, positions) = world(&format!("#/preset/{preset}"), Time::ZERO);
        let layout = Layout::new(world.spec(), &positions, Viewport { width: 1440.0, height: 655.0 });
        let node = world.spec().node(node).expect("a node").index();
        assert_eq!(layout.shows_queues(node, true), opens, "{preset}");
    }
}
