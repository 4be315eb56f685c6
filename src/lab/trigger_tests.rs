//! Tests of faults that the user begins at the selection, and of their repair.

use fabric_sim::document::PRESETS;
use fabric_sim::document::params::Key;
use fabric_sim::ids::{PortId, Priority};
use fabric_sim::units::Time;

use super::test_lab::{act, at, rest};
use super::*;

/// Document of a ring of three switches with a host each, and no traffic.
const RING: &str = r#"{"format": 1, "model": 1, "name": "ring", "horizon": "400us",
    "hosts": [{"name": "h1"}, {"name": "h2"}, {"name": "h3"}],
    "switches": [{"name": "s1"}, {"name": "s2"}, {"name": "s3"}],
    "links": [{"a": "h1", "b": "s1", "rate": "40G", "length": "5m"}, {"a": "h2", "b": "s2", "rate": "40G", "length": "5m"},
              {"a": "h3", "b": "s3", "rate": "40G", "length": "5m"}, {"a": "s1", "b": "s2", "rate": "40G", "length": "5m"},
              {"a": "s2", "b": "s3", "rate": "40G", "length": "5m"}, {"a": "s3", "b": "s1", "rate": "40G", "length": "5m"}],
    "params": {"headroom": "24k", "xoff": "20k", "xon": "19k"},
    "routes": [{"switch": "s1", "to": "h3", "via": "s2"}, {"switch": "s2", "to": "h1", "via": "s3"},
               {"switch": "s3", "to": "h2", "via": "s1"}],
    "flows": FLOWS}"#;

fn ring(flows: &str) -> Lab {
    let document = fabric_sim::document::Document::parse(&RING.replace("FLOWS", flows)).expect("a document");
    let mut lab = at(&fabric_sim::document::link::ShareLink::new(document).fragment());
    lab.act(Command::Pause);
    lab.act(Command::Seek(Time::from_us(1)));
    rest(&mut lab);
    lab
}

#[test]
fn a_receiver_becomes_slow_and_then_fast_again() {
    let mut lab = at("#/preset/pause?t=5us");
    let (host, port) = lab.selected_host().expect("the selected port leads to a host");
    let rate = lab.run().recording().spec().ports[port.index()].clock.rate().bps();
    act(&mut lab, Command::Slow(true));
    assert!(
        lab.is_slow() && lab.fragment().contains(&format!("host.{host}.drain={}G", rate / 10_000_000_000)),
        "{}",
        lab.fragment()
    );
    act(&mut lab, Command::Seek(Time::from_us(6)));
    act(&mut lab, Command::Slow(false));
    assert!(
        !lab.is_slow()
            && lab.fragment().contains(&format!(
                "host.{host}.drain={}",
                Key::Drain.param().show(Key::Drain.param().default)
            )),
        "{}",
        lab.fragment()
    );
    act(&mut lab, Command::Undo);
    assert!(lab.is_slow());
}

#[test]
fn the_selected_link_is_taken_down_and_up() {
    let mut lab = at("#/preset/pause?t=5us");
    let port = lab.selected().port;
    let down = |lab: &Lab| lab.picture().view.ports[port.index()].down;
    act(&mut lab, Command::SwitchLink(false));
    assert!(down(&lab), "{}", lab.picture().sentence);
    act(&mut lab, Command::Seek(Time::from_us(6)));
    act(&mut lab, Command::SwitchLink(true));
    assert!(!down(&lab));
    lab.act(Command::SwitchLink(true));
    assert!(lab.picture().static_picture.error.is_some(), "it is up");
}

#[test]
fn a_lossy_cable_and_a_wrong_route_can_be_repaired() {
    let mut lab = at("#/preset/incast?t=5us&sel=leaf1.1.p3");
    act(&mut lab, Command::Corrupt);
    act(&mut lab, Command::LoseResume);
    assert!(lab.is_bad());
    act(&mut lab, Command::Seek(Time::from_us(6)));
    act(&mut lab, Command::Mend);
    assert!(!lab.is_bad());
    act(&mut lab, Command::Misroute(true));
    assert!(lab.misrouted().is_some());
    act(&mut lab, Command::Seek(Time::from_us(7)));
    act(&mut lab, Command::Misroute(false));
    assert_eq!(lab.misrouted(), None);
    (0..5).for_each(|_| act(&mut lab, Command::Undo));
    assert!(!lab.fragment().contains("at="), "{}", lab.fragment());
}

#[test]
fn where_the_routes_have_no_cycle_a_preset_is_offered_that_has_one() {
    let mut lab = at("#/preset/incast?t=5us");
    let before = lab.fragment();
    lab.act(Command::Deadlock);
    let error = lab.picture().static_picture.error.clone().expect("it says so");
    assert!(error.message.contains("cannot deadlock"), "{}", error.message);
    let there = PRESETS.iter().any(|preset| preset.name.starts_with("deadlock"));
    assert_eq!(error.offer.is_some(), there);
    assert_eq!(lab.fragment(), before);
}

#[test]
fn traffic_round_a_cycle_of_the_routes_deadlocks() {
    let mut lab = ring(r#"[{"name": "one", "from": "h1", "to": "h2"}]"#);
    act(&mut lab, Command::Deadlock);
    let reported = lab.picture().sentence;
    assert!(reported.contains("3 flows start round the cycle"), "{reported}");
    act(&mut lab, Command::Seek(Time::from_us(400)));
    let cycles = lab.run().recording().world().cycles();
    assert!(cycles.standing().iter().any(|cycle| cycle.deadlock.is_some()), "{cycles:?}");
    let events: Vec<_> = lab.run().recording().lanes().everywhere().iter().map(|event| event.mark).collect();
    assert!(events.contains(&crate::scene::LaneMark::Deadlock));
    act(&mut lab, Command::Undo);
    act(&mut lab, Command::Seek(Time::from_us(400)));
    assert!(lab.run().recording().world().cycles().standing().is_empty());
}

#[test]
fn the_stopped_flow_is_started_first() {
    let flows = r#"[{"name": "a", "from": "h1", "to": "h3"}, {"name": "b", "from": "h2", "to": "h1"},
                    {"name": "missing", "from": "h3", "to": "h2", "start": "400us"}]"#;
    let mut lab = ring(flows);
    act(&mut lab, Command::Deadlock);
    assert!(lab.fragment().starts_with("#/d/"));
    assert_eq!(
        lab.action_labels().iter().map(|action| action.1.as_str()).collect::<Vec<_>>(),
        ["flow missing starts"]
    );
    act(&mut lab, Command::Seek(Time::from_us(2)));
    assert!(lab.picture().view.flows[2].active);
}

#[test]
fn a_host_that_its_document_makes_slow_gets_its_full_speed() {
    let mut lab = at("#/preset/slow-receiver?t=50us&sel=s2.1.p3");
    assert!(lab.is_slow());
    act(&mut lab, Command::Slow(false));
    assert!(!lab.is_slow() && lab.fragment().contains("host.slow.drain=off"), "{}", lab.fragment());
    act(&mut lab, Command::Seek(Time::from_us(60)));
    act(&mut lab, Command::Slow(true));
    assert!(lab.is_slow() && lab.fragment().contains("host.slow.drain=10G"), "{}", lab.fragment());
}

#[test]
fn pfc_frames_are_lost_where_some_come_in() {
    // h1 never sends a pause to s1, so the lost resume is one from s1 to h1.
    let mut lab = at("#/preset/pause?t=12us&sel=s1.0.p3");
    act(&mut lab, Command::LoseResume);
    assert_eq!(lab.action_labels()[0].1, "PFC frames are lost at h1");
    act(&mut lab, Command::Undo);
    act(&mut lab, Command::LosePauses);
    assert!(lab.is_bad());
    let reported = lab.picture().sentence;
    assert_eq!(reported, "No pause frame from s1 reaches h1 from now on.");
    act(&mut lab, Command::Mend);
    // s1 never sends a pause to r, because r sends nothing.
    let names = |lab: &Lab| lab.pfc_destination().map(|port| lab.run().recording().spec().port_name(port));
    assert_eq!(names(&at("#/preset/storm?t=30us&sel=leaf1.0.p3")).as_deref(), Some("leaf1.0"));
}

#[test]
fn a_wrong_route_is_wrong() {
    let ports = at("#/preset/storm?t=30us").run().recording().spec().ports.len();
    for port in (0..ports).map(PortId::new) {
        let mut lab = at("#/preset/storm?t=30us");
        lab.act(Command::Select(port, Priority::P3));
        let Some(switch) = lab.run().recording().spec().switch_of(port) else { continue };
        let to = lab.host_to_misroute().expect("no port leads to every host");
        let host = lab
            .run()
            .recording()
            .spec()
            .nodes
            .iter()
            .find(|node| node.name == to)
            .and_then(fabric_sim::spec::Node::host);
        let before = lab.run().recording().world().routes().ports(switch, host.expect("a host")).to_vec();
        assert!(!before.contains(&port), "{to}");
        act(&mut lab, Command::Misroute(true));
        assert_eq!(lab.run().recording().world().routes().ports(switch, host.expect("a host")), [port]);
        assert_eq!(lab.misrouted(), Some(to));
        act(&mut lab, Command::Misroute(false));
        assert_eq!(lab.run().recording().world().routes().ports(switch, host.expect("a host")), before);
    }
}

#[test]
fn the_flow_that_a_preset_holds_back_starts_at_once() {
    let mut lab = at("#/preset/deadlock-4?t=100us");
    act(&mut lab, Command::Deadlock);
    assert_eq!(
        lab.action_labels().iter().map(|action| action.1.as_str()).collect::<Vec<_>>(),
        ["flow the third starts"]
    );
    act(&mut lab, Command::Seek(Time::from_us(190)));
    assert!(lab.picture().view.flows[2].sent_bytes > 0);
    act(&mut lab, Command::Seek(Time::from_us(1000)));
    let before = lab.fragment();
    act(&mut lab, Command::Deadlock);
    let reported = lab.picture().sentence;
    assert!(reported.starts_with("It is deadlocked already: "), "{reported}");
    assert_eq!(lab.fragment(), before, "nothing was done");
    act(&mut lab, Command::Next(EventTarget::Deadlock));
    let reported = lab.picture().sentence;
    assert!(reported.starts_with("There is no other deadlock up to "), "{reported}");
}

#[test]
fn a_watchdog_that_has_switched_pfc_off_is_armed_again() {
    let link = "#/preset/watchdog-cried-wolf?watchdog_action=disable";
    let mut lab = at(&format!("{link}&t=100us"));
    assert_eq!(lab.disarmed(), None);
    lab.act(Command::RearmWatchdog);
    assert!(lab.picture().static_picture.error.is_some());
    act(&mut lab, Command::Seek(Time::from_us(200)));
    let port = lab.disarmed().expect("it has cried wolf");
    assert_eq!(lab.run().recording().spec().port_name(port), "s1.1");
    act(&mut lab, Command::RearmWatchdog);
    assert_eq!(lab.disarmed(), None);
    let reported = lab.picture().sentence;
    assert_eq!(reported, "The watchdog of s1 is armed again, and PFC is on.");
}

#[test]
fn the_named_cycle_is_the_one_that_deadlocks() {
    for (preset, starts) in [("deadlock-4", "the third"), ("deadlock-flood", "a1 to silent")] {
        let mut lab = at(&format!("#/preset/{preset}?t=10us&run=0"));
        act(&mut lab, Command::Deadlock);
        let reported = lab.picture().sentence;
        assert!(reported.starts_with(&format!("\u{201c}{starts}\u{201d} starts now")), "{reported}");
        act(&mut lab, Command::Next(EventTarget::Deadlock));
        let spec = lab.run().recording().spec().clone();
        let world = lab.run().recording().world();
        let dead = world.cycles().standing().iter().find(|cycle| cycle.is_deadlock()).expect("it dies");
        let next = |at: fabric_sim::ids::PortId| {
            let node = spec.ports[spec.ports[at.index()].peer.index()].node;
            dead.queues.iter().map(|queue| queue.port).find(|port| spec.ports[port.index()].node == node)
        };
        let mut at = dead.queues[0].port;
        let mut names = Vec::new();
        for _ in 0..4 {
            names.push(spec.owner(at).name.clone());
            at = next(at).expect("the next of the cycle");
        }
        let turned = (0..4).any(|_| {
            names.rotate_left(1);
            reported.contains(&format!("the cycle {} waits for", names.join(" \u{2192} ")))
        });
        assert!(turned, "{preset}: {reported} but {names:?}");
    }
}

#[test]
fn a_deadlock_is_detected_at_the_destination_of_the_cursor() {
    // The command is given while the cursor still moves to the time of the link.
    let mut lab = Lab::open("#/preset/deadlock-ring?t=300us&run=0");
    assert!(lab.run().is_seeking());
    lab.act(Command::Deadlock);
    rest(&mut lab);
    lab.advance(0.0, &mut || false);
    let picture = lab.picture();
    assert_eq!((picture.static_picture.error.clone(), picture.now), (None, Time::from_us(300)));
    assert!(picture.sentence.starts_with("It is deadlocked already: "), "{}", picture.sentence);
    assert!(lab.action_labels().is_empty());
}

#[test]
fn a_later_wrong_route_can_be_set_now() {
    let mut lab = at("#/preset/deadlock-loop?t=10us&run=0");
    assert!(lab.picture().static_picture.buffer_dependencies.is_empty());
    act(&mut lab, Command::Deadlock);
    let reported = lab.picture().sentence;
    assert!(reported.starts_with("The wrong route that was to come later is set now"), "{reported}");
    assert!(lab.fragment().contains("10us"), "{}", lab.fragment());
    assert_eq!(lab.picture().static_picture.buffer_dependencies.len(), 1);
    act(&mut lab, Command::Seek(Time::from_us(45)));
    assert!(!lab.waiting().cycles.is_empty(), "before the 50 µs of the preset");
    act(&mut lab, Command::Undo);
    assert!(lab.picture().static_picture.buffer_dependencies.is_empty());
}
