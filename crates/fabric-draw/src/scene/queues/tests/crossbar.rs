//! Tests of VOQs and matches of a crossbar that is drawn large.

use fabric_sim::ids::LocalPort;

use super::*;
use crate::scene::{Cell, MarkKind, PairState};

/// Cells of a full match of four inputs, ports 0 to 3, with four outputs, ports 4 to 7, after all requests.
fn cells() -> Vec<Cell> {
    let pairs = (0..4).flat_map(|input| (4..8).map(move |output| (input, output)));
    let state = |input, output| if input + 4 == output { PairState::Accepted } else { PairState::Requested };
    let cell = |(input, output): (usize, usize)| Cell {
        input: LocalPort::new(input),
        output: LocalPort::new(output),
        priority: Priority::P3,
        state: state(input, output),
    };
    pairs.map(cell).collect()
}

#[test]
fn wires_of_a_match_are_apart_and_the_match_is_thickest() {
    let (world, positions) = world("#/preset/islip-pointers", Time::from_us(5));
    let layout = Layout::new(world.spec(), &positions, DESK).with_used(world.spec(), UsedPorts::of(&world));
    let switch = world.spec().node("s1").expect("s1");
    let scene = drawn(&world, &layout, &mut QueueMemory::default());
    let scene = scene.with_match(&layout, world.spec(), switch, &cells(), None);
    let wires: Vec<(Line, f64, Option<PairState>)> = scene
        .shapes
        .iter()
        .filter_map(|shape| match shape.body {
            Body::Wire { along, width, pair, .. } => Some((along, width, pair)),
            _ => None,
        })
        .collect();
    assert_eq!(wires.len(), 16, "the wires of waiting frames are gone");
    for (n, (one, ..)) in wires.iter().enumerate() {
        for (other, ..) in &wires[n + 1..] {
            let shares_end = one.from.to(other.from).length() < 1.0 || one.to.to(other.to).length() < 1.0;
            assert!(!shares_end, "{one:?} {other:?}");
        }
    }
    let (matched, others): (Vec<_>, Vec<_>) =
        wires.iter().copied().partition(|(_, _, pair)| *pair == Some(PairState::Accepted));
    assert!(wires[12..].iter().all(|(_, _, pair)| *pair == Some(PairState::Accepted)), "drawn last");
    for (_, width, _) in matched {
        assert!(others.iter().all(|(_, other, _)| 2.0 * *other < width));
    }
}

/// Ports on one side have their queues between them. A straight wire would lie on these queues.
#[test]
fn a_match_of_two_ports_on_one_side_bends_into_the_switch() {
    let (world, positions) = world("#/preset/crossbar", Time::from_us(5));
    let layout = Layout::new(world.spec(), &positions, Viewport { width: 1600.0, height: 1000.0 })
        .with_used(world.spec(), UsedPorts::of(&world));
    let switch = world.spec().node("s1").expect("s1");
    let ports = world.spec().nodes[switch.index()].ports.clone();
    let first = PortId(ports.start).index();
    let outward = |local: usize| layout.outward[first + local];
    let of_side = |input: usize, output: usize| {
        let (one, other) = (outward(input), outward(output));
        one.x * other.x + one.y * other.y
    };
    let is_bent = |input: usize, output: usize| {
        let state = PairState::Accepted;
        let (from, to) = (LocalPort::new(input), LocalPort::new(output));
        let cell = [Cell { input: from, output: to, priority: Priority::P3, state }];
        let scene = drawn(&world, &layout, &mut QueueMemory::default());
        let scene = scene.with_match(&layout, world.spec(), switch, &cell, None);
        let wires = scene.shapes.iter().filter_map(|shape| match shape.body {
            Body::Wire { directions: (from, to), pair: Some(_), .. } => {
                Some(from.x * to.x + from.y * to.y < 0.9)
            }
            _ => None,
        });
        wires.collect::<Vec<bool>>()
    };
    let pairs = (0..ports.len()).flat_map(|one| (0..ports.len()).map(move |other| (one, other)));
    let mut seen = (0, 0);
    for (input, output) in pairs.filter(|(one, other)| one != other) {
        let shares_a_side = of_side(input, output) > 0.9;
        assert_eq!(is_bent(input, output), [shares_a_side], "{input} to {output}");
        if shares_a_side { seen.0 += 1 } else { seen.1 += 1 }
    }
    assert!(seen.0 > 0 && seen.1 > 0, "{seen:?}");
}

#[test]
fn frames_of_voqs_are_long_enough_to_be_seen_while_no_group_reaches_xon() {
    let (world, positions) = world("#/preset/islip-pointers", Time::from_us(5));
    let layout = Layout::new(world.spec(), &positions, DESK).with_used(world.spec(), UsedPorts::of(&world));
    let scene = drawn(&world, &layout, &mut QueueMemory::default());
    let mut checked = 0;
    for port in world.spec().nodes[world.spec().node("s1").expect("s1").index()].ports.clone().map(PortId) {
        let group = layout.queue(port, BarKind::Ingress, 0, layout.lanes.len());
        let mut own =
            blocks(&scene).filter(|(_, along, _)| group.along.distance(along.from) < group.width / 2.0);
        assert!(own.all(|(_, along, _)| along.length() > 0.08 * group.along.length()));
        checked += 1;
    }
    assert_eq!(checked, 8);
    let is_threshold =
        |shape: &Shape| matches!(shape.id, ShapeId::Mark(_, _, MarkKind::Xoff | MarkKind::Xon));
    assert!(!scene.shapes.iter().any(is_threshold), "thresholds lie beyond the end of the bars");
}
