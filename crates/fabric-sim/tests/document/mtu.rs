//! Tests of the MTU: longer frames are refused, and calculations of headroom use the MTU.

use fabric_sim::ids::Priority;
use std::sync::Arc;

use fabric_sim::engine::World;
use fabric_sim::insight::need;

use super::{good, refused, with};

const FLOW: &str = r#", "flows": [{"name": "f", "from": "h1", "to": "h2", "frame": 1500}]"#;

#[test]
fn longer_frames_are_refused_wherever_they_are_written() {
    let at = |mtu: u16, fields: &str| with(&format!(r#", "params": {{"mtu": "{mtu}"}} {fields}"#));
    let words = "1500 is outside 64 to 1499, the MTU; shorten the frames, or raise `mtu`";
    let incast = r#", "actions": [{"at": "1us", "incast": {"to": "h2", "bytes": "9k", "frame": 1500}}]"#;
    let collective =
        r#", "collectives": [{"name": "c", "kind": "permutation", "bytes": "9k", "frame": 1500}]"#;
    for (place, fields) in
        [("flows[0].frame", FLOW), ("actions[0].incast.frame", incast), ("collectives[0]", collective)]
    {
        let reported = refused(&at(1_499, fields));
        assert!(reported.contains(place) && reported.contains(words), "{reported}");
        good(&format!(r#", "params": {{"mtu": "1500"}} {fields}"#));
    }
}

#[test]
fn flows_with_the_same_long_frames_are_refused_once() {
    let flow =
        |n: usize, bytes: u16| format!(r#"{{"name": "f{n}", "from": "h1", "to": "h2", "frame": {bytes}}}"#);
    let reported = |lengths: &[u16]| {
        let flows: Vec<String> = lengths.iter().enumerate().map(|(n, bytes)| flow(n, *bytes)).collect();
        refused(&with(&format!(r#", "params": {{"mtu": "1000"}}, "flows": [{}]"#, flows.join(", "))))
    };
    let words = "1500 is outside 64 to 1000, the MTU; shorten the frames, or raise `mtu`";
    assert_eq!(reported(&[900, 1_500]), format!("flows[1].frame: {words}"));
    assert_eq!(reported(&[900, 1_500, 1_500]), format!("flows[1].frame: {words} (2 flows: f1, f2)"));
    let several = reported(&[1_500, 1_500, 900, 1_500, 1_500, 1_500, 4_000]);
    let [long, longer] = several.lines().collect::<Vec<_>>()[..] else { panic!("{several}") };
    assert_eq!(long, format!("flows[0].frame: {words} (5 flows: f0, f1, f3 and 2 more)"));
    assert!(longer.starts_with("flows[6].frame: 4000 is outside 64 to 1000"), "{longer}");
}

/// If an MTU is configured, the required headroom must cover frames of MTU size, even if all flows send
/// shorter frames.
#[test]
fn headroom_bounds_include_the_mtu() {
    let bound = |fields: &str| {
        let world = World::new(Arc::new(good(&format!("{fields} {FLOW}"))));
        let spec = world.spec();
        let port = spec.node("s1").and_then(|node| spec.port(node, 0)).expect("s1 has a port");
        need(&world, port, Priority::P3).expect("the group requests pauses")
    };
    let with_mtu = bound(r#", "params": {"mtu": "9216"}"#);
    let without = bound("");
    assert_eq!((without.largest, without.reverse, without.mixed), (1_500, 64, false));
    assert_eq!((with_mtu.largest, with_mtu.reverse, with_mtu.mixed), (9_216, 9_216, true));
    assert!(with_mtu.bound.bytes > without.bound.bytes + 2 * (9_216 - 1_500));
}
