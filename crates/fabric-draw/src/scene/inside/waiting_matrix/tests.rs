//! Tests of the heat map: levels of colour, one priority compared with all, and figures that fit into cells.

use fabric_sim::ids::{LocalPort, Priority, PrioritySet};
use std::sync::Arc;

use fabric_sim::document::link::ShareLink;
use fabric_sim::engine::World;
use fabric_sim::units::Time;

use super::*;

fn inside(link: &str, switch: &str) -> SwitchView {
    let link = ShareLink::parse(link).expect("a link");
    let mut world = World::new(Arc::new(link.document.compile().expect("compiles")));
    world.run_until(link.cursor.map_or(Time::ZERO, |cursor| cursor.time), u64::MAX, &mut ());
    let mut inside = SwitchView::default();
    world.view_switch(world.spec().node(switch).expect("is there"), &mut inside);
    inside
}

#[test]
fn colours_are_proportional_and_a_nonzero_value_is_visible() {
    for fabric in ["ideal", "crossbar"] {
        let matrix = WaitingMatrix::of(
            &inside(&format!("#/preset/incast?fabric={fabric}&t=20us"), "leaf1"),
            PrioritySet::ALL,
        );
        assert!(matrix.most > 0 && matrix.total >= u64::from(matrix.most), "{fabric}");
        for pair in &matrix.pairs {
            assert!(pair.bytes > 0 && pair.bytes == matrix.bytes(pair.input, pair.output));
            assert!((1..=LEVELS).contains(&pair.level), "{pair:?}");
            assert_eq!(pair.level == LEVELS, pair.bytes > matrix.most / 7 * 6, "{pair:?} of {}", matrix.most);
        }
    }
}

#[test]
fn a_priority_is_a_part_of_all() {
    let inside = inside("#/preset/incast?t=20us", "leaf1");
    let all = WaitingMatrix::of(&inside, PrioritySet::ALL);
    let each: u64 =
        Priority::ALL.into_iter().map(|n| WaitingMatrix::of(&inside, PrioritySet::of(n)).total).sum();
    assert_eq!(each, all.total);
    assert_eq!(
        WaitingMatrix::of(&inside, PrioritySet::of(Priority::P6)),
        WaitingMatrix::default(),
        "nothing waits, nothing is drawn"
    );
}

#[test]
fn figures_fit_into_cells() {
    let figure = |bytes| WaitingPair { input: LocalPort(0), output: LocalPort(0), bytes, level: 1 }.figure();
    let all = [0, 640, 999, 1_000, 12_400, 999_499, 999_500, 4_250_000].map(figure);
    assert_eq!(all, ["0", "640", "999", "1k", "12k", "999k", "1.0M", "4.2M"]);
    assert!(all.iter().all(|text| text.len() <= 4));
}

#[test]
fn behind_a_crossbar_more_is_charged_to_outputs_than_waits_in_front_of_it() {
    for (fabric, more) in [("ideal", false), ("crossbar", true)] {
        let link =
            ShareLink::parse(&format!("#/preset/incast?fabric={fabric}&ingress_latency=0")).expect("a link");
        let mut world = World::new(Arc::new(link.document.compile().expect("compiles")));
        world.run_until(Time::from_us(20), u64::MAX, &mut ());
        let leaf = world.spec().node("leaf1").expect("is there");
        let mut inside = SwitchView::default();
        world.view_switch(leaf, &mut inside);
        let mut snapshot = fabric_sim::engine::WorldView::default();
        world.snapshot(&mut snapshot);
        let ports = world.spec().nodes[leaf.index()].ports.clone();
        let charged = queued(&snapshot.ports[ports.start as usize..ports.end as usize], PrioritySet::ALL);
        assert_eq!(charged > WaitingMatrix::of(&inside, PrioritySet::ALL).total, more, "{fabric}: {charged}");
    }
}
