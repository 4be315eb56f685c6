//! Tests of queues inside switches: when they are drawn, the positions of their frames, and their callouts.

use std::sync::Arc;

use fabric_sim::document::link::ShareLink as Address;
use fabric_sim::engine::{PortView, World, WorldView};
use fabric_sim::sizing::UsedPorts;
use fabric_sim::units::Time;

use super::*;
use crate::scene::{Camera, Motion, Rect, Viewport, scene};
use fabric_sim::ids::Priority;

mod callouts;
mod crossbar;
mod opened;

const DESK: Viewport = Viewport { width: 764.0, height: 420.0 };

/// State of the document of `link` at the time `at`, and the position of each node. The position is `None`
/// for a node without a position in the document.
fn world(link: &str, at: Time) -> (World, Vec<Option<(f64, f64)>>) {
    let link = Address::parse(link).expect("a link");
    let spec = link.document.compile().expect("compiles");
    let position = |name: &str| link.document.view.positions.get(name).map(|[x, y]| (x.get(), y.get()));
    let positions = spec.nodes.iter().map(|node| position(&node.name)).collect();
    let mut world = World::new(Arc::new(spec));
    world.run(at, u64::MAX);
    (world, positions)
}

fn drawn(world: &World, layout: &Layout, memory: &mut QueueMemory) -> Scene {
    let mut view = WorldView::default();
    world.snapshot(&mut view);
    let spec = world.spec();
    scene(layout, spec, &view, &Motion::new(spec)).with_queues(layout, spec, &view, world, PortId(0), memory)
}

/// Scene of the document of `link` at the time `at`, with the camera on the node `node`.
fn onto(link: &str, at: Time, node: &str) -> (World, Layout, Scene) {
    let (world, positions) = world(link, at);
    let whole = Layout::new(world.spec(), &positions, DESK);
    let node = world.spec().node(node).expect("a node").index();
    let layout = whole.seen(Camera::onto(&whole.nodes[node], DESK));
    let scene = drawn(&world, &layout, &mut QueueMemory::default());
    (world, layout, scene)
}

fn blocks(scene: &Scene) -> impl Iterator<Item = (ShapeId, Line, f64)> {
    scene.shapes.iter().filter_map(|shape| match shape.body {
        Body::Block { along, width, .. } => Some((shape.id, along, width)),
        _ => None,
    })
}

#[test]
fn a_switch_that_is_large_has_queues_and_a_small_one_has_gauges() {
    let (world, positions) = world("#/preset/pause", Time::from_us(4));
    for (viewport, is_large) in [(DESK, true), (Viewport { width: 360.0, height: 240.0 }, false)] {
        let layout = Layout::new(world.spec(), &positions, viewport);
        let scene = drawn(&world, &layout, &mut QueueMemory::default());
        let has = |check: fn(ShapeId) -> bool| scene.shapes.iter().any(|shape| check(shape.id));
        assert_eq!(has(|id| matches!(id, ShapeId::Group(..))), is_large, "{viewport:?}");
        assert_eq!(has(|id| matches!(id, ShapeId::Gauge(..))), !is_large, "{viewport:?}");
    }
}

#[test]
fn every_frame_that_waits_lies_in_a_queue_of_its_switch() {
    for (link, node) in [
        ("#/preset/pause", "s1"),
        ("#/preset/victim", "s1"),
        ("#/preset/islip-pointers", "s1"),
        ("#/preset/ets", "s1"),
    ] {
        let (world, layout, scene) = onto(link, Time::from_us(30), node);
        let node = world.spec().node(node).expect("a node").index();
        let troughs: Vec<(Line, f64)> = scene
            .shapes
            .iter()
            .filter_map(|shape| match shape.body {
                Body::Trough { along, width, .. } => Some((along, width)),
                _ => None,
            })
            .collect();
        assert!(!troughs.is_empty() && blocks(&scene).next().is_some(), "{link}");
        for (id, along, width) in blocks(&scene) {
            let inside = |trough: &(Line, f64)| {
                [along.from, along.to]
                    .iter()
                    .all(|end| trough.0.distance(*end) + width / 2.0 <= trough.1 / 2.0 + 1e-6)
            };
            assert!(troughs.iter().any(inside), "{link}: {id:?} {along:?}");
        }
        let rect: &Rect = &layout.nodes[node];
        for (along, _) in troughs {
            assert!(rect.holds(along.from) && rect.holds(along.to), "{link}: {along:?} {rect:?}");
        }
    }
}

#[test]
fn frames_of_an_egress_queue_are_as_long_as_their_bytes() {
    let (world, layout, scene) = onto("#/preset/pause", Time::from_us(4), "s1");
    let spec = world.spec();
    let mut checked = 0;
    for port in spec.nodes[spec.node("s1").expect("s1").index()].ports.clone().map(PortId) {
        let view = world.priority(port, Priority::P3);
        let queue = layout.queue(port, BarKind::Egress, 0, layout.lanes.len());
        let length: f64 = blocks(&scene)
            .filter(|(id, along, _)| {
                matches!(id, ShapeId::Queued { output, .. } if *output == port)
                    && queue.along.distance(along.from) < queue.width / 2.0
            })
            .map(|(_, along, _)| queue.along.from.to(along.to).length())
            .fold(0.0, f64::max);
        let mut bytes = 0;
        world.queued_frames(spec.node("s1").expect("s1"), |frame| {
            bytes += if frame.output == port { u64::from(frame.bytes) } else { 0 };
        });
        let expected = share(bytes, egress_limit(&view)) * queue.along.length();
        assert!((length - expected).abs() < 1.0, "{port:?}: {length} {expected}");
        checked += usize::from(bytes > 0);
    }
    assert!(checked > 0, "something waits");
}

#[test]
fn a_queue_has_no_more_blocks_than_can_be_seen() {
    let (world, positions) = world("#/preset/incast", Time::from_us(60));
    let spec = world.spec();
    let leaf = spec.node("leaf1").expect("leaf1");
    let whole = Layout::new(spec, &positions, DESK);
    let at = whole.nodes[leaf.index()].centre;
    let centre = Point::new(at.x / DESK.width, at.y / DESK.height);
    let layout = whole.seen(Camera::new(6.0, centre));
    let scene = drawn(&world, &layout, &mut QueueMemory::default());
    let mut merged = 0;
    for port in spec.nodes[leaf.index()].ports.clone().map(PortId) {
        let queue = layout.queue(port, BarKind::Egress, 0, layout.lanes.len());
        let blocks = blocks(&scene).filter(|(_, block, _)| queue.along.distance(block.from) < 1.0).count();
        assert!(count(blocks) <= queue.along.length() / MIN_LENGTH + 2.0, "{blocks} blocks in {port:?}");
        let mut frames = 0;
        world.queued_frames(leaf, |frame| frames += usize::from(frame.output == port));
        assert_eq!(blocks > 0, frames > 0, "{port:?}");
        merged += frames - blocks.min(frames);
    }
    assert!(merged > 0, "short frames share a block");
}

#[test]
fn memory_of_another_scene_changes_nothing() {
    let mut memory = QueueMemory::default();
    for link in ["#/preset/islip-pointers", "#/preset/pause", "#/preset/victim"] {
        let (world, positions) = world(link, Time::from_us(20));
        let whole = Layout::new(world.spec(), &positions, DESK);
        let layout = whole.seen(Camera::new(4.0, Point::new(0.5, 0.5)));
        let fresh = drawn(&world, &layout, &mut QueueMemory::default());
        assert_eq!(drawn(&world, &layout, &mut memory), fresh, "{link}");
    }
}

/// Rectangle of a queue, reduced a little at its sides against rounding errors.
fn place(bar: &QueueBar) -> Rect {
    let (way, centre) = (bar.along.from.to(bar.along.to), bar.along.at(0.5));
    let across = bar.width - 1e-6;
    let side = way.x.abs() > way.y.abs();
    let (width, height) = if side { (way.x.abs(), across) } else { (across, way.y.abs()) };
    Rect { centre, width, height }
}

#[test]
fn queues_of_the_sides_of_a_switch_do_not_cross() {
    let mut checked = 0;
    for preset in &fabric_sim::document::PRESETS {
        let document = preset.document();
        let spec = document.compile().expect("compiles");
        let at = |name: &str| document.view.positions.get(name).map(|[x, y]| (x.get(), y.get()));
        let positions: Vec<_> = spec.nodes.iter().map(|node| at(&node.name)).collect();
        for (width, height, times) in [(764.0, 420.0, 6.0), (1100.0, 700.0, 16.0), (360.0, 520.0, 16.0)] {
            let camera = Camera::new(times, Point::new(0.5, 0.5));
            let layout = Layout::new(&spec, &positions, Viewport { width, height }).seen(camera);
            let lanes = layout.lanes.len();
            let queues = |port: u32| {
                [BarKind::Ingress, BarKind::Egress]
                    .into_iter()
                    .flat_map(move |kind| (0..lanes).map(move |rank| (port, kind, rank)))
            };
            let is_open = |(index, node): &(usize, &fabric_sim::spec::Node)| {
                node.kind == NodeKind::Switch && layout.shows_queues(*index, false)
            };
            for (_, node) in spec.nodes.iter().enumerate().filter(is_open) {
                let queues = node.ports.clone().flat_map(queues);
                let all: Vec<Rect> = queues
                    .map(|(port, kind, rank)| place(&layout.queue(PortId(port), kind, rank, lanes)))
                    .collect();
                for (n, one) in all.iter().enumerate() {
                    for other in &all[n + 1..] {
                        assert!(!one.meets(other), "{}: {} {one:?} {other:?}", preset.name, node.name);
                    }
                }
                checked += all.len();
            }
        }
    }
    assert!(checked > 100, "{checked}");
}

#[test]
fn a_chosen_flow_dims_the_frames_of_others() {
    let (world, layout, scene) = onto("#/preset/victim", Time::from_us(40), "s1");
    let of = |scene: &Scene, flow: FlowId| -> Vec<(bool, f64)> {
        let own = |id: ShapeId| match id {
            ShapeId::Queued { flow: own, .. } | ShapeId::Frame { flow: own, .. } => Some(own == flow),
            _ => None,
        };
        scene.shapes.iter().filter_map(|shape| Some((own(shape.id)?, shape.alpha))).collect()
    };
    let flow = scene.shapes.iter().find_map(|shape| match shape.id {
        ShapeId::Queued { flow, .. } => Some(flow),
        _ => None,
    });
    let flow = flow.expect("a frame waits");
    let path = world.path_of(flow).expect("it arrives");
    let lit = scene.of_flow(&layout, flow, &path);
    let (own, others): (Vec<_>, Vec<_>) = of(&lit, flow).into_iter().partition(|(own, _)| *own);
    assert!(!own.is_empty() && !others.is_empty());
    assert!(own.iter().all(|(_, alpha)| *alpha > 0.9));
    assert!(others.iter().all(|(_, alpha)| *alpha < 0.3));
}

#[test]
fn a_small_switch_has_a_gauge_of_each_egress_queue_that_has_held_frames() {
    for link in ["#/preset/incast", "#/preset/dcqcn-off", "#/preset/ets"] {
        let (world, positions) = world(link, Time::from_us(60));
        let layout = Layout::new(world.spec(), &positions, Viewport { width: 360.0, height: 240.0 });
        let scene = drawn(&world, &layout, &mut QueueMemory::default());
        let mut checked = 0;
        for shape in &scene.shapes {
            let (ShapeId::Queue(port, priority), Body::Gauge { fill, .. }) = (shape.id, &shape.body) else {
                continue;
            };
            let queue = world.priority(port, priority);
            assert!((fill - share(queue.egress_bytes, egress_limit(&queue))).abs() < 1e-9, "{link}");
            checked += usize::from(*fill > 0.2);
        }
        assert!(checked > 0, "{link}: the full queue is seen");
    }
}

#[test]
fn a_camera_onto_a_switch_reaches_the_size_at_which_its_queues_are_drawn() {
    for (link, name) in [("ets", "s1"), ("ets-lend", "s1"), ("dcqcn-on", "s1"), ("incast", "leaf1")] {
        for viewport in [DESK, Viewport { width: 640.0, height: 250.0 }] {
            let (world, positions) = world(&format!("#/preset/{link}"), Time::ZERO);
            let layout = Layout::new(world.spec(), &positions, viewport);
            let node = world.spec().node(name).expect("a switch").index();
            let camera = layout.onto(node);
            assert!(layout.seen(camera).shows_queues(node, true), "{link}: {camera:?}");
        }
    }
}

/// Port of a switch by name, such as `s2.0`.
fn port_of(spec: &fabric_sim::spec::Spec, name: &str) -> PortId {
    let (node, number) = name.split_once('.').expect("a switch and a number");
    let node = spec.node(node).expect("a switch");
    spec.port(node, number.parse().expect("a number")).expect("a port")
}

/// Boxes of the callouts of a scene, with the ids of their queues.
fn callouts(scene: &Scene) -> Vec<(ShapeId, Rect)> {
    let callout = |shape: &Shape| match shape.body {
        Body::Callout { rect, .. } => Some((shape.id, rect)),
        _ => None,
    };
    scene.shapes.iter().filter_map(callout).collect()
}

/// Scene of the document of `link` at the time `at`, with callouts, in a drawing area of a desktop.
/// `selected` is the name of the selected port.
fn called_out(link: &str, at: Time, selected: &str) -> (World, Layout, Scene) {
    let (world, positions) = world(link, at);
    let layout = Layout::new(world.spec(), &positions, Viewport { width: 800.0, height: 256.0 });
    let mut view = WorldView::default();
    world.snapshot(&mut view);
    let spec = world.spec();
    let selected = port_of(spec, selected);
    let scene = scene(&layout, spec, &view, &Motion::new(spec));
    let scene = scene.with_callouts(&layout, spec, &view, &world, selected, &mut QueueMemory::default());
    (world, layout, scene)
}

#[test]
fn scenes_of_any_size_are_drawn() {
    for preset in &fabric_sim::document::PRESETS {
        let (world, positions) = world(&format!("#/preset/{}", preset.name), Time::from_us(40));
        let (spec, mut view) = (world.spec(), WorldView::default());
        world.snapshot(&mut view);
        for (width, height) in
            [(1.0, 1.0), (20.0, 700.0), (700.0, 20.0), (60.0, 40.0), (320.0, 120.0), (4e3, 2e3)]
        {
            let layout = Layout::new(spec, &positions, Viewport { width, height });
            let scene = scene(&layout, spec, &view, &Motion::new(spec));
            let memory = &mut QueueMemory::default();
            let scene = scene.with_callouts(&layout, spec, &view, &world, PortId::new(0), memory);
            assert!(!scene.shapes.is_empty(), "{} at {width} x {height}", preset.name);
        }
    }
}

#[test]
fn labels_of_horizontal_queues_stay_in_their_half_of_the_switch() {
    let mut labels = 0;
    for link in ["#/preset/islip-pointers", "#/preset/ets", "#/preset/victim", "#/preset/crossbar"] {
        let (world, positions) = world(link, Time::from_us(20));
        let used = UsedPorts::of(&world);
        for (width, height) in [(374.0, 210.0), (600.0, 250.0), (800.0, 257.0), (1_100.0, 500.0)] {
            let layout = Layout::new(world.spec(), &positions, Viewport { width, height })
                .with_used(world.spec(), used.clone());
            let scene = drawn(&world, &layout, &mut QueueMemory::default());
            let switches = world.spec().nodes.iter().zip(&layout.nodes);
            let boxes: Vec<&Rect> =
                switches.filter(|(node, _)| node.switch().is_some()).map(|(_, rect)| rect).collect();
            for shape in &scene.shapes {
                let Body::Words { at, size, ref text, .. } = shape.body else { continue };
                let Some(rect) =
                    boxes.iter().find(|rect| rect.meets(&Rect { centre: at, width: 1.0, height: 1.0 }))
                else {
                    continue;
                };
                // The names of queues at the upper and lower border are centred.
                if !text.ends_with('B') || (at.y - rect.centre.y).abs() > 0.4 * rect.height {
                    continue;
                }
                let half = 0.56 * size * count(text.chars().count()) / 2.0;
                let middle = (at.x - rect.centre.x).abs();
                labels += 1;
                assert!(middle >= half && middle + half <= rect.width / 2.0, "{link} {width}: {text}");
            }
        }
    }
    assert!(labels > 10, "{labels}");
}

/// Texts of all labels of a preset, in a picture of this size, with their rectangles.
fn texts(link: &str, at: Time, (width, height): (f64, f64)) -> Vec<(String, Rect)> {
    let (world, positions) = world(link, at);
    let layout = Layout::new(world.spec(), &positions, Viewport { width, height });
    let layout = layout.with_used(world.spec(), UsedPorts::of(&world));
    let scene = drawn(&world, &layout, &mut QueueMemory::default());
    let words = scene.shapes.into_iter().filter_map(|shape| match shape.body {
        Body::Words { at, size, text, .. } => {
            let width = 0.56 * size * count(text.chars().count());
            Some((text, Rect { centre: at, width, height: size }))
        }
        _ => None,
    });
    words.collect()
}

#[test]
fn the_label_of_a_port_has_the_bytes_of_each_priority() {
    let of_width = |width: f64| -> Vec<String> {
        let all = texts("#/preset/ets-lend", Time::from_us(60), (width, 0.45 * width));
        all.into_iter().map(|(text, _)| text.replace('\u{202f}', " ")).collect()
    };
    let wide = of_width(1_100.0);
    assert!(
        wide.iter().any(|text| text.starts_with("roce \u{2192}  P3 ") && text.ends_with(" kB pauses")),
        "{wide:?}"
    );
    assert!(wide.iter().any(|text| text.starts_with("admin \u{2192}  P0 ")), "{wide:?}");
    // Three priorities wait for the server: without room for a list, the label has their sum.
    assert!(
        wide.iter().any(|text| text.starts_with("\u{2192} server  ") && text.ends_with(" in all")),
        "{wide:?}"
    );
    let narrow = of_width(600.0);
    assert!(narrow.iter().any(|text| text.starts_with("\u{2192} server")), "{narrow:?}");
}

#[test]
fn no_label_of_a_queue_covers_another() {
    let mut labels = 0;
    for link in ["#/preset/incast", "#/preset/ets-lend", "#/preset/crossbar", "#/preset/islip-pointers"] {
        for size in [(600.0, 250.0), (1_100.0, 500.0), (2_400.0, 1_200.0)] {
            let all = texts(link, Time::from_us(20), size);
            labels += all.len();
            for (n, (text, rect)) in all.iter().enumerate() {
                let covered = all[n + 1..].iter().find(|(_, other)| other.meets(rect));
                assert!(covered.is_none(), "{link} {size:?}: {text} and {covered:?}");
            }
        }
    }
    assert!(labels > 20, "{labels}");
}
