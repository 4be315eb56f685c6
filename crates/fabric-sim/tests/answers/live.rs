//! Tests of actions that change PFC, the pause time or weights during a run. Also tests of pauses that have
//! begun before such an action and still last.

use fabric_sim::document::Document;
use fabric_sim::engine::{World, WorldView};
use fabric_sim::ids::Priority;
use fabric_sim::units::{Quanta, Time};

use super::{document, edited, star, world};

/// Document in which two senders congest a port of a switch.
fn congested() -> Document {
    star(
        2,
        2,
        r#""horizon": "300us", "params": {"xoff": "100k", "headroom": "20k"},
        "flows": [{"name": "a", "from": "h0", "to": "r", "frame": 1024}, {"name": "b", "from": "h1", "to": "r", "frame": 1024}]"#,
    )
}

fn at(document: &Document, us: u64) -> World {
    let mut world = world(document);
    world.run_until(Time::from_us(us), u64::MAX, &mut ());
    world
}

/// Numbers of pauses and of resumes that all switches and hosts have sent.
fn pauses(world: &World) -> (u64, u64) {
    (world.counters().totals.pauses, world.counters().totals.resumes)
}

/// Whether priority 3 is paused at the hosts `h0` and `h1`, in this order.
fn paused(world: &World) -> [bool; 2] {
    let mut view = WorldView::default();
    world.snapshot(&mut view);
    ["h0", "h1"].map(|name| {
        let node = world.spec().node(name).expect("a host");
        let port = world.spec().port(node, 0).expect("a port");
        view.ports[port.index()].paused.contains(Priority::P3)
    })
}

#[test]
fn pfc_that_is_switched_off_resumes_its_pauses_and_sends_no_more() {
    let off = edited(congested(), &[("at", "100us:p3.pfc_tx=off")]);
    let (before, after) = (at(&off, 100), at(&off, 300));
    assert!(pauses(&before).0 > 0);
    // A pause that was sent before PFC is switched off may still be in the cable.
    assert!(pauses(&after).0 <= pauses(&before).0, "{:?} {:?}", pauses(&before), pauses(&after));
    assert_eq!(paused(&after), [false; 2]);
    assert!(after.counters().totals.violations > 0, "nothing stops the senders");
    let again = edited(off, &[("at", "200us:p3.pfc_tx=on")]);
    assert!(pauses(&at(&again, 300)).0 > pauses(&at(&again, 200)).0);
}

#[test]
fn a_host_that_no_longer_obeys_forgets_its_pause() {
    // A pause source pauses `h0` without a break.
    let storm = document(&congested().to_json().replace(
        r#""flows": ["#,
        r#""pause_sources": [{"name": "storm", "node": "s", "port": 0, "priorities": [3], "every": "100us"}], "flows": ["#,
    ));
    assert!(paused(&at(&storm, 90))[0]);
    let ignores = edited(storm, &[("at", "50us:host.h0.p3.pfc_rx=off")]);
    assert!(!paused(&at(&ignores, 90))[0]);
    assert!(!paused(&at(&ignores, 290))[0], "later pauses are ignored as well");
    let obeys = edited(ignores, &[("at", "150us:host.h0.p3.pfc_rx=on")]);
    // The congested switch refreshes its own pause after about 180 µs.
    assert!(!paused(&at(&obeys, 170))[0], "a pause that came before is not obeyed");
    assert!(paused(&at(&obeys, 290))[0], "the next one is");
}

#[test]
fn a_new_pause_time_holds_from_the_next_frame_on() {
    let short = edited(congested(), &[("at", "100us:pause_quanta=100")]);
    let quanta = |until: u64| {
        let mut last = Quanta(0);
        let mut world = world(&short);
        let mut event = fabric_sim::engine::FnRecorder(|event: fabric_sim::engine::TraceEvent| {
            if let fabric_sim::engine::EventKind::PfcSent(sent) = event.kind
                && !sent.pauses.is_empty()
            {
                last = sent.quanta;
            }
        });
        world.run_until(Time::from_us(until), u64::MAX, &mut event);
        last
    };
    assert_eq!((quanta(100), quanta(300)), (Quanta::MAX, Quanta(100)));
}

#[test]
fn weights_change_from_the_next_turn_on() {
    let document = star(
        2,
        2,
        r#""horizon": "1ms", "params": {"memory": "8M", "overhead": 0, "p4.lossless": "on", "xoff": "100k", "headroom": "40k",
            "p3.class": "ets", "p3.share": 50, "p4.class": "ets", "p4.share": 50},
        "actions": [{"at": "500us", "set": {"p3.share": 30, "p4.share": 10}}],
        "flows": [{"name": "a", "from": "h0", "to": "r", "priority": 3}, {"name": "b", "from": "h1", "to": "r", "priority": 4}]"#,
    );
    let delivered = |us: u64| {
        let world = at(&document, us);
        [0, 1].map(|n: usize| world.counters().flows[n].delivered_bytes)
    };
    let [early, middle, late] = [100, 500, 1_000].map(delivered);
    #[expect(clippy::cast_precision_loss, reason = "bytes")]
    let ratio = |from: [u64; 2], to: [u64; 2]| (to[0] - from[0]) as f64 / (to[1] - from[1]) as f64;
    assert!((ratio(early, middle) - 1.0).abs() < 0.05, "{}", ratio(early, middle));
    assert!((ratio(middle, late) - 3.0).abs() < 0.15, "{}", ratio(middle, late));
}

/// Numbers of dropped frames in the whole fabric: lossless frames without memory, and all other dropped
/// frames.
fn drops(world: &World) -> (u64, u64) {
    let losses = fabric_sim::insight::Report::of(world).fabric;
    let all: u64 = losses.drops.values().sum();
    (world.counters().totals.violations, all - world.counters().totals.violations)
}

#[test]
fn a_class_that_becomes_lossy_withdraws_its_requests_and_is_limited_as_lossy_ones() {
    // If parameters of the document keep PFC on, the group itself must withdraw its pause request.
    for pfc in [&[][..], &[("p3.pfc_tx", "on"), ("p3.pfc_rx", "on")]] {
        let lossy = edited(edited(congested(), pfc), &[("at", "100us:p3.lossless=off")]);
        let (before, after) = (at(&lossy, 100), at(&lossy, 300));
        assert!(pauses(&before).0 > 0 && drops(&before) == (0, 0), "{:?}", drops(&before));
        assert_eq!(paused(&after), [false; 2]);
        assert!(pauses(&after).0 <= pauses(&before).0, "{:?} {:?}", pauses(&before), pauses(&after));
        let (lossless, lossy_ones) = drops(&after);
        assert!(lossless == 0 && lossy_ones > 0, "{lossless} {lossy_ones}");
        assert!(after.ledger().holds());
    }
}

#[test]
fn a_class_that_becomes_lossless_pauses_at_once_if_above_xoff() {
    let edits = [("p3.lossless", "off"), ("at", "100us:p3.lossless=on")];
    let lossless = edited(congested(), &edits);
    let (before, after) = (at(&lossless, 100), at(&lossless, 300));
    assert!(pauses(&before).0 == 0 && drops(&before).1 > 0, "{:?}", drops(&before));
    let lossy_ones = |world: &World| drops(world).1;
    // The groups of both inputs exceed XOFF. The pool of 12 MB has memory for the frames in flight.
    assert!(pauses(&at(&lossless, 101)).0 >= 2, "{:?}", pauses(&at(&lossless, 101)));
    assert!(lossy_ones(&after) <= lossy_ones(&before) + 2, "{} {}", lossy_ones(&before), lossy_ones(&after));
    assert!(after.ledger().holds());
}

/// A class becomes lossy, and then lossless again. A run of the saved document must have the same state as
/// the original run.
#[test]
fn a_class_that_turns_twice_has_the_same_settings_in_links_and_documents() {
    let twice = edited(
        congested(),
        &[("at", "60us:p3.lossless=off"), ("at", "90us:p3.lossless=on"), ("at", "95us:p3.watchdog=sonic")],
    );
    assert_eq!(document(&twice.to_json()), twice);
    let link = fabric_sim::document::link::ShareLink::new(twice.clone());
    let read = fabric_sim::document::link::ShareLink::parse(&link.fragment()).expect("its own link");
    assert_eq!(read.document.actions, twice.actions);
    let (mut one, mut other) = (world(&twice), world(&read.document));
    one.run_until(Time::from_us(75), u64::MAX, &mut ());
    let (start, mut copy) = (std::sync::Arc::new(world(&twice)), one.clone());
    let mut restored = copy.take_snapshot(&start).restore();
    for world in [&mut one, &mut other, &mut restored] {
        world.run_until(Time::from_us(300), u64::MAX, &mut ());
    }
    assert_eq!((one.hash(), restored.hash()), (other.hash(), other.hash()));
    let group =
        one.group(one.spec().port(one.spec().node("s").expect("a switch"), 0).expect("a port"), Priority::P3);
    assert!(group.lossless && group.headroom == 20_000);
}

/// Runs a document in which a storm pauses the port of the switch to `r` from 100 µs on. Returns the world at
/// the horizon, and the times of the watchdog decisions in µs.
fn stormy(edits: &[(&str, &str)]) -> (World, Vec<u64>) {
    let storm = star(
        2,
        1,
        r#""horizon": "4ms", "params": {"xoff": "200k", "headroom": "40k", "watchdog_scale": 1000},
        "flows": [{"name": "data", "from": "h0", "to": "r", "frame": 1024}],
        "pause_sources": [{"name": "storm", "node": "r", "priorities": [3], "every": "20us", "start": "100us"}]"#,
    );
    let storm = edited(storm, edits);
    let world = at(&storm, 4_000);
    let found = world.watchdog_decisions().list().iter().map(|checked| checked.at.ps() / 1_000_000).collect();
    (world, found)
}

#[test]
fn a_watchdog_that_is_switched_on_begins_its_counts_then() {
    assert_eq!(stormy(&[("p3.watchdog", "sonic")]).1, [400], "polls of 200 µs; paused since 100 µs");
    assert_eq!(stormy(&[("at", "1500us:p3.watchdog=sonic")]).1, [1_800], "the part of a poll counts not");
    assert_eq!(stormy(&[("at", "1500us:p3.watchdog=timer")]).1[0], 1_750, "250 µs from then on");
    let (world, none) = stormy(&[("at", "1500us:p3.watchdog=sonic"), ("at", "1700us:p3.watchdog=off")]);
    assert!(none.is_empty() && world.watchdog_count() == 0, "{none:?}");
}

#[test]
fn a_watchdog_that_is_switched_off_enables_pfc_again() {
    for action in ["drop", "forward", "drain", "disable"] {
        let edits = [("p3.watchdog", "sonic"), ("p3.watchdog_action", action)];
        let delivered = |world: &World| world.counters().flows[0].delivered_frames;
        let (acting, found) = stormy(&edits);
        assert_eq!(found, [400], "{action}");
        let off = [&edits[..], &[("at", "1ms:p3.watchdog=off")]].concat();
        let (obeys, _) = stormy(&off);
        let mut view = WorldView::default();
        obeys.snapshot(&mut view);
        let port = obeys.spec().port(obeys.spec().node("s").expect("a switch"), 1).expect("a port");
        assert!(
            view.ports[port.index()].paused.contains(Priority::P3),
            "{action}: the storm pauses it again"
        );
        let lost = |world: &World| world.counters().totals.drops;
        assert!(lost(&obeys) <= lost(&acting), "{action}");
        assert!(action == "drop" || delivered(&obeys) <= delivered(&acting), "{action}");
        // An action arms the port, because its watchdog no longer exists.
        assert!(obeys.watchdog(port, Priority::P3).is_none());
    }
}
