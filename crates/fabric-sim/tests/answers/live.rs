//! PFC, pause time and weights change in a running fabric; pauses that stand then.

use fabric_sim::document::Document;
use fabric_sim::engine::{World, WorldView};
use fabric_sim::units::{Quanta, Time};

use super::{document, edited, star, world};

/// Two senders congest a port of a switch.
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

/// Pauses and resumes that the switch sent.
fn pauses(world: &World) -> (u64, u64) {
    (world.counters().totals.pauses, world.counters().totals.resumes)
}

/// Priorities paused at the hosts h0 and h1.
fn paused(world: &World) -> [bool; 2] {
    let mut view = WorldView::default();
    world.snapshot(&mut view);
    ["h0", "h1"].map(|name| {
        let node = world.spec().node(name).expect("a host");
        let port = world.spec().port(node, 0).expect("a port");
        view.ports[port.index()].paused >> 3 & 1 == 1
    })
}

#[test]
fn pfc_that_is_switched_off_resumes_its_pauses_and_sends_no_more() {
    let off = edited(congested(), &[("at", "100us:p3.pfc_tx=off")]);
    let (before, after) = (at(&off, 100), at(&off, 300));
    assert!(pauses(&before).0 > 0);
    // A frame may be in the cable as PFC is switched off.
    assert!(pauses(&after).0 <= pauses(&before).0, "{:?} {:?}", pauses(&before), pauses(&after));
    assert_eq!(paused(&after), [false; 2]);
    assert!(after.counters().totals.violations > 0, "nothing stops the senders");
    let again = edited(off, &[("at", "200us:p3.pfc_tx=on")]);
    assert!(pauses(&at(&again, 300)).0 > pauses(&at(&again, 200)).0);
}

#[test]
fn a_host_that_no_longer_obeys_forgets_its_pause() {
    // A storm pauses h0 for good.
    let storm = document(&congested().to_json().replace(
        r#""flows": ["#,
        r#""pause_sources": [{"name": "storm", "node": "s", "port": 0, "priorities": [3], "every": "100us"}], "flows": ["#,
    ));
    assert!(paused(&at(&storm, 90))[0]);
    let deaf = edited(storm, &[("at", "50us:host.h0.p3.pfc_rx=off")]);
    assert!(!paused(&at(&deaf, 90))[0]);
    assert!(!paused(&at(&deaf, 290))[0], "later pauses are ignored as well");
    let hears = edited(deaf, &[("at", "150us:host.h0.p3.pfc_rx=on")]);
    // The switch, which is congested, repeats its own pause after 180 µs.
    assert!(!paused(&at(&hears, 170))[0], "a pause that came before is not obeyed");
    assert!(paused(&at(&hears, 290))[0], "the next one is");
}

#[test]
fn a_new_pause_time_holds_from_the_next_frame_on() {
    let short = edited(congested(), &[("at", "100us:pause_quanta=100")]);
    let quanta = |until: u64| {
        let mut last = Quanta(0);
        let mut world = world(&short);
        let mut note = fabric_sim::engine::FnRecorder(|note: fabric_sim::engine::Note| {
            if let fabric_sim::engine::What::PfcSent(sent) = note.what
                && sent.pauses != 0
            {
                last = sent.quanta;
            }
        });
        world.run_until(Time::from_us(until), u64::MAX, &mut note);
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
