//! Tests of the bar of latencies: hops follow one another, and sum to the whole latency.

use std::sync::Arc;

use fabric_sim::document::link::ShareLink;
use fabric_sim::engine::World;
use fabric_sim::ids::FlowId;
use fabric_sim::insight::latency::Waterfalls;

use super::*;

#[test]
fn hops_lie_end_to_end_on_one_axis_and_sum_to_the_whole() {
    let link = ShareLink::parse("#/preset/incast").expect("a link");
    let spec = Arc::new(link.document.compile().expect("compiles"));
    // The path is: host, leaf2, a spine, leaf1.
    let mut recorder = Waterfalls::of_frame(Arc::clone(&spec), FlowId(6), 20);
    World::new(Arc::clone(&spec)).run_until(Time::from_us(200), u64::MAX, &mut recorder);
    let waterfall = &recorder.waterfalls()[0];
    let hops = hops(&spec, waterfall);
    let names: Vec<&str> = hops.iter().map(|hop| spec.nodes[hop.node.index()].name.as_str()).collect();
    assert_eq!((names[0], names[1], names[3], names.len()), ("h8", "leaf2", "leaf1", 4), "{names:?}");
    let segments: Vec<&DelaySegment> = hops.iter().flat_map(|hop| &hop.segments).collect();
    assert!(segments[0].from == 0.0 && (segments[segments.len() - 1].to - 1.0).abs() < 1e-12);
    assert!(segments.windows(2).all(|pair| (pair[0].to - pair[1].from).abs() < 1e-12));
    let whole = waterfall.delivered - waterfall.created_at;
    let by_hop = hops.iter().fold(Time::ZERO, |sum, hop| sum + hop.lasts);
    let by_component = components(waterfall).iter().fold(Time::ZERO, |sum, one| sum + one.1);
    assert_eq!((by_hop, by_component), (whole, whole));
}

#[test]
fn every_component_has_a_letter_of_its_own() {
    let mut letters = Component::ALL.map(letter);
    letters.sort_unstable();
    assert!(letters.windows(2).all(|pair| pair[0] != pair[1]));
}
