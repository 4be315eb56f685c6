//! Tests of layouts of all presets in many viewports: boxes, lanes and names do not cover each other.

use std::cell::Cell;

use fabric_sim::document::PRESETS;
use fabric_sim::spec::NodeKind;

use super::names::AIR;
use super::*;
use crate::scene::BarKind;

/// Sizes of the drawing area on desks, tablets and telephones, upright and on their side, and zoomed.
const VIEWS: [(f64, f64); 14] = [
    (1100.0, 700.0),
    (800.0, 480.0),
    (764.0, 420.0),
    (508.0, 420.0),
    (340.0, 440.0),
    (600.0, 260.0),
    (768.0, 460.0),
    (390.0, 300.0),
    (360.0, 240.0),
    (360.0, 520.0),
    (844.0, 200.0),
    (720.0, 200.0),
    (460.0, 220.0),
    (320.0, 200.0),
];

/// [`Layout::new`] relies on this rule: it tries several growths only if [`can_grow`] is true.
#[test]
fn growths_differ_only_in_a_fabric_whose_switches_can_grow() {
    let fat_tree = r#"{"format": 1, "model": 1, "build": {"fat_tree": {"k": 8}}}"#;
    let large = fabric_sim::document::Document::parse(fat_tree).unwrap();
    for (document, differ) in [(PRESETS[0].document(), true), (large, false)] {
        let spec = document.compile().unwrap();
        let (shares, upright) = layers(&spec, false);
        let view = Viewport { width: 1_100.0, height: 700.0 };
        let grown = |growth| Layout::grown(&spec, (&shares, upright), view, growth);
        assert_eq!(grown(1.0) != grown(0.0), differ, "{}", document.name);
        assert_eq!(can_grow(&spec), differ, "{}", document.name);
    }
}

fn every(check: impl Fn(&str, &Spec, &Layout)) {
    for preset in &PRESETS {
        let document = preset.document();
        let spec = document.compile().unwrap();
        let at = |name: &str| document.view.positions.get(name).map(|[x, y]| (x.get(), y.get()));
        let drawn: Vec<_> = spec.nodes.iter().map(|node| at(&node.name)).collect();
        for (positions, kind) in [(&drawn[..], "drawn"), (&[], "in layers")] {
            for (width, height) in VIEWS {
                let layout = Layout::new(&spec, positions, Viewport { width, height });
                check(&format!("{} {kind} at {width} × {height}", preset.name), &spec, &layout);
            }
        }
    }
}

#[test]
fn no_two_boxes_touch_in_any_viewport() {
    every(|name, spec, layout| {
        for (a, first) in layout.nodes.iter().enumerate() {
            for (b, second) in layout.nodes.iter().enumerate().skip(a + 1) {
                let names = (&spec.nodes[a].name, &spec.nodes[b].name);
                assert!(!first.meets(second), "{name}: {names:?} {first:?} {second:?}");
            }
        }
    });
}

#[test]
fn every_box_is_inside_and_large_enough_to_read() {
    every(|name, spec, layout| {
        let Viewport { width, height } = layout.viewport;
        for (node, at) in layout.nodes.iter().zip(&spec.nodes) {
            let inside = node.left() >= 0.0
                && node.left() + node.width <= width
                && node.top() >= crate::scene::fit::chips(height) - 1e-6
                && node.top() + node.height <= height;
            assert!(inside, "{name}: {} {node:?}", at.name);
            assert!(node.width >= 26.0 && node.height >= 15.0, "{name}: {} {node:?}", at.name);
        }
    });
}

#[test]
fn lanes_end_on_the_borders_of_their_nodes_and_pass_no_others() {
    every(|name, spec, layout| {
        for (index, port) in spec.ports.iter().enumerate() {
            let ends = [port.node, spec.ports[port.peer.index()].node];
            for priority in &layout.lanes {
                let (lane, _) = layout.lane(PortId::new(index), *priority);
                let nodes = ends.map(|node| layout.nodes[node.index()]);
                for (point, node) in [lane.from, lane.to].into_iter().zip(nodes) {
                    let off = ((point.x - node.centre.x).abs() - node.width / 2.0)
                        .max((point.y - node.centre.y).abs() - node.height / 2.0);
                    assert!(off.abs() < 1e-6, "{name}: {point:?} is {off} off {node:?}");
                }
                for (other, node) in layout.nodes.iter().enumerate() {
                    let through = (1..20).any(|step| node.holds(lane.at(f64::from(step) / 20.0)));
                    assert!(!through, "{name}: {index} passes {}", spec.nodes[other].name);
                }
            }
        }
    });
}

/// Whether `place` overlaps no gauge of the switch `node`. All lanes count as lossless, so each port has two
/// gauges for each lane.
fn leave_alone(spec: &Spec, layout: &Layout, node: usize, place: &Rect) -> bool {
    let lanes = layout.lanes.len();
    let ports = spec.nodes[node].ports.clone().map(PortId);
    let of = |port| {
        let kinds = [BarKind::Ingress, BarKind::Egress].into_iter();
        kinds.flat_map(move |kind| (0..lanes).map(move |rank| layout.gauge(port, kind, rank).0))
    };
    let mut gauges = ports.flat_map(of);
    gauges.all(|line| {
        let way = line.from.to(line.to);
        (0..=20u32).all(|n| !place.holds(line.from.plus(way, f64::from(n) / 20.0)))
    })
}

#[test]
fn switches_are_named_beside_their_gauges_where_there_is_room() {
    let (beside, crowded) = (Cell::new(0), Cell::new(0));
    every(|name, spec, layout| {
        for node in (0..spec.nodes.len()).filter(|node| spec.nodes[*node].kind != NodeKind::Host) {
            let (at, rect) = (layout.name(node), layout.nodes[node]);
            assert!(at.top() >= rect.top() && at.top() + at.height <= rect.top() + rect.height, "{name}");
            if leave_alone(spec, layout, node, &at) {
                beside.set(beside.get() + 1);
                continue;
            }
            // No other height of the name in the box keeps it clear of all gauges.
            crowded.set(crowded.get() + 1);
            let room = (rect.height - at.height) / 2.0 - 2.0;
            let free = (0..=100u32).any(|n| {
                let mut place = Rect { width: at.width + 2.0 * AIR, height: at.height + 2.0 * AIR, ..at };
                place.centre.y = rect.centre.y + room * (f64::from(n) / 50.0 - 1.0);
                leave_alone(spec, layout, node, &place)
            });
            assert!(!free, "{name}: {} has room for its name", spec.nodes[node].name);
        }
    });
    assert!(beside.get() > 50 * crowded.get(), "{} beside, {} over", beside.get(), crowded.get());
}

#[test]
fn switches_grow_only_where_lanes_pass_no_node() {
    let view = Viewport { width: 764.0, height: 420.0 };
    let mut grown = 0;
    for preset in &PRESETS {
        let spec = preset.document().compile().unwrap();
        let nodes = u32::try_from(spec.nodes.len()).unwrap();
        for turn in 1..=12 {
            // Nodes at scattered positions.
            let place = |n: u32, step: u32| f64::from(n * step * turn % 11) / 10.0;
            let shares: Vec<_> = (0..nodes).map(|n| (place(n, 3), place(n + turn, 7))).collect();
            let drawn: Vec<_> = shares.iter().copied().map(Some).collect();
            let layout = Layout::new(&spec, &drawn, view);
            let (shares, upright) = super::drawn(&spec, stretched(shares), false);
            let plain = Layout::grown(&spec, (&shares, upright), view, 0.0);
            if layout.nodes != plain.nodes {
                grown += 1;
                assert!(layout.lanes_are_clear(), "{} {turn}", preset.name);
            }
        }
    }
    assert!(grown > 20, "{grown}");
}

#[test]
fn no_name_overlaps_a_gauge_at_the_sizes_of_a_desk_and_a_phone() {
    // Drawing areas of windows of 1440 × 900, 1280 × 720 and 390 × 844 pixels.
    let sizes = [(800.0, 256.0), (640.0, 233.0), (390.0, 230.0)];
    for preset in &PRESETS {
        let document = preset.document();
        let spec = document.compile().unwrap();
        let at = |name: &str| document.view.positions.get(name).map(|[x, y]| (x.get(), y.get()));
        let positions: Vec<_> = spec.nodes.iter().map(|node| at(&node.name)).collect();
        for (width, height) in sizes {
            let layout = Layout::new(&spec, &positions, Viewport { width, height });
            for (node, of) in spec.nodes.iter().enumerate().filter(|(_, of)| of.kind != NodeKind::Host) {
                let name = layout.name(node);
                let rect = layout.nodes[node];
                assert!(
                    name.width <= rect.width && name.height <= rect.height,
                    "{}: {}",
                    preset.name,
                    of.name
                );
                for port in of.ports.clone().map(PortId) {
                    for (kind, rank) in [BarKind::Ingress, BarKind::Egress]
                        .into_iter()
                        .flat_map(|kind| (0..layout.lanes.len()).map(move |rank| (kind, rank)))
                    {
                        // The thick border of a gauge that pauses its peer is drawn outside the gauge.
                        let (line, wide) = layout.gauge(port, kind, rank);
                        let (way, wide) = (line.from.to(line.to), wide + 2.0 * AIR);
                        let long = line.length() + 2.0 * AIR;
                        let is_level = way.x.abs() > way.y.abs();
                        let (width, height) = if is_level { (long, wide) } else { (wide, long) };
                        let gauge = Rect { centre: line.at(0.5), width, height };
                        assert!(
                            !gauge.meets(&name),
                            "{} {width} × {height}: {} {name:?} {gauge:?} {rect:?}",
                            preset.name,
                            of.name
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn the_label_of_a_paused_host_names_its_priorities_inside_its_box_at_any_size() {
    let paused = |all: &[Priority]| all.iter().copied().collect::<PrioritySet>();
    let (p3, several) = (paused(&[Priority::P3]), paused(&[Priority::P3, Priority::P5]));
    every(|name, spec, layout| {
        for (node, at) in spec.nodes.iter().enumerate().filter(|(_, at)| at.kind == NodeKind::Host) {
            for (paused, words) in [(PrioritySet::EMPTY, &[][..]), (p3, &["P3"]), (several, &["P3", "P5"])] {
                let label = layout.host_label(node, &at.name, paused);
                let lines = || label.name.iter().chain(&label.paused);
                let text = lines().map(|line| line.text.as_str()).collect::<Vec<_>>().join(" ");
                assert!(words.iter().all(|word| text.contains(word)), "{name}: {text}");
                assert!(!words.is_empty() || text == at.name, "{name}: {text}");
                let boxes: Vec<Rect> = lines()
                    .map(|line| {
                        let width = LETTER * count(line.text.chars().count()) * line.size;
                        Rect { centre: line.at, width, height: 0.9 * line.size }
                    })
                    .collect();
                let rect = &layout.nodes[node];
                for line in &boxes {
                    let (off, half) = (rect.centre.to(line.centre), (line.width / 2.0, line.height / 2.0));
                    let is_inside = off.x.abs() + half.0 <= rect.width / 2.0 + 1e-6
                        && off.y.abs() + half.1 <= rect.height / 2.0 + 1e-6;
                    assert!(is_inside, "{name}: {text} {rect:?} {line:?}");
                }
                assert!(boxes.len() < 2 || !boxes[0].meets(&boxes[1]), "{name}: {text} {boxes:?}");
            }
        }
    });
}

#[test]
fn numbers_of_the_load_of_links_do_not_overlap() {
    every(|name, _, layout| {
        let labels = layout.load_labels(&vec![4; layout.cables.len()]);
        let boxes: Vec<Rect> =
            labels.iter().flatten().map(|at| Rect { centre: *at, width: 26.0, height: 12.0 }).collect();
        for (n, one) in boxes.iter().enumerate() {
            assert!(!boxes[n + 1..].iter().any(|other| other.meets(one)), "{name}: {one:?}");
        }
        assert!(layout.load_labels(&vec![0; layout.cables.len()]).iter().all(Option::is_none));
    });
    let spec =
        PRESETS.iter().find(|preset| preset.name == "storm").expect("a preset").document().compile().unwrap();
    let layout = Layout::new(&spec, &[], Viewport { width: 800.0, height: 480.0 });
    let placed = layout.load_labels(&vec![4; layout.cables.len()]).iter().flatten().count();
    assert!(placed * 10 >= layout.cables.len() * 8, "{placed} of {}", layout.cables.len());
}

#[test]
fn a_low_box_has_the_name_and_the_paused_priority_in_one_line_or_in_two_lines_of_small_letters() {
    let (mut one, mut two) = (0, 0);
    for name in ["dcqcn-on", "victim"] {
        let document = PRESETS.iter().find(|preset| preset.name == name).expect("a preset").document();
        let spec = document.compile().unwrap();
        let at = |name: &str| document.view.positions.get(name).map(|[x, y]| (x.get(), y.get()));
        let positions: Vec<_> = spec.nodes.iter().map(|node| at(&node.name)).collect();
        for (width, height) in VIEWS.into_iter().chain([(853.0, 205.0), (400.0, 178.0)]) {
            let layout = Layout::new(&spec, &positions, Viewport { width, height });
            for (node, at) in spec.nodes.iter().enumerate().filter(|(_, at)| at.kind == NodeKind::Host) {
                let rect = &layout.nodes[node];
                if rect.height >= 22.0 {
                    continue;
                }
                let label = layout.host_label(node, &at.name, std::iter::once(Priority::P3).collect());
                let text = label.paused.expect("it is paused").text;
                let words = format!("{} \u{2016} P3", at.name);
                let has_room = 8.0 * LETTER * count(words.chars().count()) + 4.0 <= rect.width;
                assert_eq!(text == words, has_room, "{text} at {width} × {height}");
                one += usize::from(has_room);
                two += usize::from(label.name.is_some());
            }
        }
    }
    assert!(one > 0 && two > 0, "{one} in one line, {two} in two");
}

#[test]
fn a_paused_host_of_a_small_frame_is_named() {
    // Drawing area of a frame of 400 × 300 pixels in another page.
    let view = Viewport { width: 400.0, height: 178.0 };
    for name in ["pause", "incast", "victim", "dcqcn-on", "ets", "storm"] {
        let Some(preset) = PRESETS.iter().find(|preset| preset.name == name) else { continue };
        let document = preset.document();
        let spec = document.compile().unwrap();
        let at = |name: &str| document.view.positions.get(name).map(|[x, y]| (x.get(), y.get()));
        let positions: Vec<_> = spec.nodes.iter().map(|node| at(&node.name)).collect();
        let layout = Layout::new(&spec, &positions, view);
        for (node, at) in spec.nodes.iter().enumerate().filter(|(_, at)| at.kind == NodeKind::Host) {
            let label = layout.host_label(node, &at.name, std::iter::once(Priority::P3).collect());
            let lines: Vec<&str> =
                label.name.iter().chain(&label.paused).map(|line| line.text.as_str()).collect();
            assert!(lines.join(" ").starts_with(&at.name), "{name}: {lines:?} {:?}", layout.nodes[node]);
        }
    }
}

#[test]
fn the_name_of_a_switch_lies_over_no_wire_of_its_match() {
    let preset = PRESETS.iter().find(|preset| preset.name == "islip-pointers").expect("a preset");
    let document = preset.document();
    let spec = document.compile().unwrap();
    let at = |name: &str| document.view.positions.get(name).map(|[x, y]| (x.get(), y.get()));
    let positions: Vec<_> = spec.nodes.iter().map(|node| at(&node.name)).collect();
    let switch = spec.nodes.iter().position(|node| node.kind == NodeKind::Switch).expect("a switch");
    for (width, height) in VIEWS.into_iter().chain([(390.0, 230.0)]) {
        let layout = Layout::new(&spec, &positions, Viewport { width, height });
        if !layout.shows_queues(switch, true) {
            continue;
        }
        let name = Rect { centre: layout.name_if_opened(switch), ..layout.name(switch) };
        let ends: Vec<Point> = spec.nodes[switch]
            .ports
            .clone()
            .flat_map(|port| [BarKind::Ingress, BarKind::Egress].map(|kind| (PortId(port), kind)))
            .map(|(port, kind)| layout.queue(port, kind, 0, layout.lanes.len()).inner())
            .collect();
        for (n, from) in ends.iter().enumerate() {
            for to in &ends[n + 1..] {
                let wire = Line { from: *from, to: *to };
                let meets = (0..=40u32).any(|step| name.holds(wire.at(f64::from(step) / 40.0)));
                assert!(!meets, "{width} × {height}: {name:?} {wire:?}");
            }
        }
    }
}

#[test]
fn a_note_covers_no_node_and_no_link() {
    let mut found = 0;
    for preset in &fabric_sim::document::PRESETS {
        let link = fabric_sim::document::link::ShareLink::parse(&format!("#/preset/{}", preset.name));
        let document = link.expect("a link").document;
        let spec = document.compile().expect("compiles");
        let position = |name: &str| document.view.positions.get(name).map(|[x, y]| (x.get(), y.get()));
        let positions: Vec<_> = spec.nodes.iter().map(|node| position(&node.name)).collect();
        for (width, height) in [(800.0, 268.0), (1440.0, 655.0), (390.0, 330.0)] {
            let layout = Layout::new(&spec, &positions, Viewport { width, height });
            let layout = layout.with_note((170.0, 20.0));
            let Some(place) = layout.note().copied() else { continue };
            found += 1;
            assert!(!layout.nodes.iter().any(|node| node.meets(&place)), "{}: {place:?}", preset.name);
            let crosses = |cable: &super::super::Cable| {
                (0..=40u32).any(|n| place.holds(cable.middle.at(f64::from(n) / 40.0)))
            };
            assert!(!layout.cables.iter().any(crosses), "{}: {place:?}", preset.name);
        }
    }
    assert!(found > 20, "{found}");
}
