//! Tests of the lab as a whole: presets, share links, steps, edits, undo and playing.

use fabric_sim::document::link::ShareLink;
use fabric_sim::document::params::Key;
use fabric_sim::document::{PRESETS, Preset, Tab};
use fabric_sim::ids::{PortId, Priority};
use fabric_sim::units::Time;

use super::*;

/// Advances the lab by `seconds` of wall time, at 60 video frames per second. Returns the picture of each
/// video frame.
fn watch(lab: &mut Lab, seconds: f64) -> Vec<Picture> {
    let mut pictures = Vec::new();
    let mut left = seconds;
    while left > 0.0 {
        lab.advance(1.0 / 60.0, &mut || false);
        pictures.push(lab.picture());
        left -= 1.0 / 60.0;
    }
    pictures
}

/// Advances the lab until the cursor has arrived.
fn settle(lab: &mut Lab) {
    while lab.has_pending_move() {
        lab.advance(0.0, &mut || false);
    }
}

/// Hash of the state at the cursor.
fn hash(lab: &Lab) -> String {
    lab.run().recording().world().hash().to_string()
}

#[test]
fn the_first_minute() {
    let mut lab = Lab::open("");
    let pictures = watch(&mut lab, 5.0);
    let spec = &pictures[0].static_picture.document_picture.spec;
    let selected = pictures[0].static_picture.selected;
    assert!(spec.switch_of(selected.port).is_some(), "the receiving port is selected");
    let sender = spec.ports[selected.port.index()].peer;
    assert!(pictures.iter().any(|picture| picture.view.totals.pauses > 0), "a pause was sent");
    let pauses_h1 = |picture: &Picture| picture.sentence.starts_with("s1 sends h1 a pause of priority 3");
    assert!(pictures.iter().any(pauses_h1), "a sentence said so");
    // A sentence stays long enough to be read, for about a second.
    let pictures = watch(&mut lab, 6.0);
    let stopped = pictures.iter().any(|picture| !picture.view.ports[sender.index()].paused.is_empty());
    assert!(stopped, "its sender was stopped");
    let reported = pictures.iter().any(|picture| picture.sentence.contains("has stopped sending priority 3"));
    assert!(reported, "a sentence said so; the last was: {}", pictures.last().unwrap().sentence);
}

#[test]
fn without_a_link_the_page_plays_by_events_and_links_retain_their_pace() {
    for link in ["", "#", "#/"] {
        let lab = Lab::open(link);
        assert_eq!(lab.picture().static_picture.pace, Pace::Events(1.0), "{link}");
        assert!(lab.is_as_opened());
    }
    for (link, pace) in [
        ("#/preset/pause", Pace::Speed(1e6)),
        ("#/?theme=dark", Pace::Speed(1e6)),
        ("#/preset/pause?speed=2us", Pace::Speed(2e6)),
        ("#/preset/pause?pace=2", Pace::Events(2.0)),
        ("#/preset/nonsense", Pace::Speed(1e6)),
    ] {
        assert_eq!(Lab::open(link).picture().static_picture.pace, pace, "{link}");
    }
    let mut lab = Lab::open("");
    assert!(lab.fragment().contains("pace=1&"), "{}", lab.fragment());
    lab.act(Command::Reset);
    assert_eq!(lab.picture().static_picture.pace, Pace::Events(1.0), "a reset keeps the pace of its link");
    lab.act(Command::Preset("incast".to_owned()));
    assert!(matches!(lab.picture().static_picture.pace, Pace::Speed(_)));
}

#[test]
fn at_the_pace_of_events_each_step_of_the_first_pause_is_narrated() {
    let mut lab = Lab::open("");
    let stated: Vec<String> = watch(&mut lab, 20.0).into_iter().map(|picture| picture.sentence).collect();
    let mut rest = stated.iter();
    for step in [
        "s1 sends h1 a pause of priority 3",
        "s1 was over its XOFF threshold: a frame of priority 3 that was already on its way from h1 goes to headroom",
        "The pause frame from s1 reaches h1",
        "h1 has stopped sending priority 3",
        "s1 sends h1 a resume of priority 3",
        "h1 resumes priority 3",
    ] {
        assert!(rest.any(|reported| reported.starts_with(step)), "{step}: {stated:#?}");
    }
}

#[test]
fn every_preset_opens_and_plays() {
    for preset in PRESETS {
        let mut lab = Lab::open(&format!("#/preset/{}", preset.name));
        let pictures = watch(&mut lab, 1.0);
        let last = pictures.last().unwrap();
        assert_eq!(last.static_picture.error, None);
        assert!(last.now > Time::ZERO && last.events > 0, "{}", preset.name);
    }
}

#[test]
fn a_bad_link_leaves_the_current_run_alone() {
    let mut lab = Lab::open("#/preset/incast");
    watch(&mut lab, 0.5);
    let before = (lab.picture().now, lab.picture().static_picture.document_picture.preset.clone());
    for link in ["#/preset/nonsense", "#/preset/pause?seed=-1", "#/d/1.zzzz", "#/preset/pause?seed=1&seed=2"]
    {
        lab.act(Command::Link(link.to_owned()));
        let picture = lab.picture();
        let error = picture.static_picture.error.clone().expect("it is refused");
        assert!(error.message.len() > 10, "{link}");
        assert_eq!(error.attempt, Attempt::Link { link: link.to_owned(), instead: None });
        assert_eq!((picture.now, picture.static_picture.document_picture.preset.clone()), before, "{link}");
    }
    lab.act(Command::Dismiss);
    assert_eq!(lab.picture().static_picture.error, None);
}

#[test]
fn a_bad_link_is_reported_with_the_document_shown_instead() {
    let error =
        Lab::open("#/preset/incast?seed=x").picture().static_picture.error.clone().expect("it is refused");
    let instead = Some("A pause is a message".to_owned());
    assert_eq!(error.attempt, Attempt::Link { link: "#/preset/incast?seed=x".to_owned(), instead });
    assert!(error.message.contains("seed: is \"x\", but must be"), "{}", error.message);
}

#[test]
fn steps_forward_and_back_lead_to_the_same_states() {
    let mut lab = Lab::open("#/preset/pause?run=0");
    let mut hashes = vec![hash(&lab)];
    for _ in 0..40 {
        lab.act(Command::Step);
        hashes.push(hash(&lab));
    }
    for expected in hashes.iter().rev().skip(1) {
        lab.act(Command::StepBack);
        settle(&mut lab);
        assert_eq!(&hash(&lab), expected);
    }
}

#[test]
fn a_setting_from_now_is_the_same_run_as_its_link() {
    let mut lab = Lab::open("#/preset/pause");
    watch(&mut lab, 2.0);
    lab.act(Command::Set { key: Key::Xoff, value: "20k".into() });
    assert_eq!(lab.picture().static_picture.error, None);
    watch(&mut lab, 2.0);
    lab.act(Command::Pause);
    let fragment = lab.fragment();
    assert!(fragment.contains("at=") && fragment.contains("xoff") && fragment.contains("t="), "{fragment}");
    let mut again = Lab::open(&fragment);
    settle(&mut again);
    assert_eq!(again.picture().static_picture.error, None);
    assert_eq!((hash(&again), again.picture().events), (hash(&lab), lab.picture().events), "{fragment}");
    assert_eq!(again.fragment(), fragment);
}

#[test]
fn a_drag_is_one_edit_and_undo_does_not_move_the_cursor() {
    let mut lab = Lab::open("#/preset/pause");
    watch(&mut lab, 2.0);
    lab.act(Command::Pause);
    let (before, now) = (hash(&lab), lab.picture().now);
    let value = |lab: &Lab| {
        lab.picture().static_picture.values.iter().find(|one| one.key == Key::Xoff).unwrap().value
    };
    let first = value(&lab);
    for (value, done) in [("17k", false), ("18k", false), ("30k", false), ("30k", true)] {
        lab.act(Command::Slide { key: Key::Xoff, value: value.into(), done });
        lab.advance(0.06, &mut || false);
        settle(&mut lab);
    }
    lab.act(Command::Step);
    lab.advance(0.0, &mut || false);
    assert_eq!(value(&lab), 30_000);
    assert_eq!(lab.fragment().matches("xoff").count(), 1, "{}", lab.fragment());
    lab.act(Command::StepBack);
    settle(&mut lab);
    lab.act(Command::Undo);
    settle(&mut lab);
    assert_eq!((value(&lab), lab.picture().now), (first, now));
    assert_eq!(hash(&lab), before);
    assert_eq!(lab.picture().static_picture.edits, (false, true));
}

#[test]
fn from_the_start_the_scenario_changes() {
    let mut lab = Lab::open("#/preset/pause");
    watch(&mut lab, 1.0);
    lab.act(Command::FromStart(true));
    lab.act(Command::Set { key: Key::Xoff, value: "24k".into() });
    settle(&mut lab);
    assert!(lab.fragment().contains("&xoff=24k&end="), "{}", lab.fragment());
    assert!(lab.run().is_playing());
    lab.act(Command::Reset);
    assert_eq!(lab.fragment(), ShareLink::new(PRESETS[0].document()).fragment());
}

/// A document with the name of a preset, but other contents, is not treated as the preset.
#[test]
fn reset_restores_the_document_that_was_opened() {
    for name in ["pause", "mine"] {
        let mut own = Preset::find("incast").unwrap().document();
        own.name = name.to_owned();
        let opened = ShareLink::new(own).fragment();
        let mut lab = Lab::open(&opened);
        lab.act(Command::FromStart(true));
        lab.act(Command::Set { key: Key::Headroom, value: "90k".into() });
        settle(&mut lab);
        assert_ne!(lab.fragment(), opened);
        lab.act(Command::Reset);
        assert_eq!(lab.fragment(), opened, "{name}");
        assert_eq!(
            lab.picture().static_picture.document_picture.spec.nodes.len(),
            lab.run().recording().spec().nodes.len()
        );
        lab.act(Command::Undo);
        settle(&mut lab);
        assert_ne!(lab.fragment(), opened, "the edit can be had again");
    }
}

#[test]
fn settings_fixed_in_a_run_are_replayed_from_the_start() {
    let mut lab = Lab::open("#/preset/incast?t=20us&sel=leaf1.0.p3");
    settle(&mut lab);
    lab.act(Command::Set { key: Key::Fabric, value: "crossbar".into() });
    settle(&mut lab);
    assert_eq!(lab.picture().static_picture.error, None);
    assert_eq!(lab.picture().now, Time::from_us(20), "to the same cursor");
    assert!(lab.fragment().contains("fabric=crossbar"), "{}", lab.fragment());
    assert!(lab.run().recording().spec().switches[0].crossbar.is_some());
    lab.act(Command::Undo);
    assert!(!lab.fragment().contains("fabric"), "{}", lab.fragment());
}

#[test]
fn the_tab_is_in_the_link_and_a_link_without_a_tab_does_not_change_it() {
    let mut lab = Lab::open("#/preset/incast?tab=islip");
    assert_eq!(lab.picture().static_picture.tab, Tab::Islip);
    lab.act(Command::Tab(Tab::Ets));
    assert!(lab.fragment().contains("tab=ets"), "{}", lab.fragment());
    lab.act(Command::Link("#/preset/pause".into()));
    assert_eq!(lab.picture().static_picture.tab, Tab::Ets, "the viewer's choice");
    assert!(!lab.fragment().contains("tab"), "{}", lab.fragment());
    lab.act(Command::Link("#/preset/pause?tab=buffers".into()));
    assert_eq!(lab.picture().static_picture.tab, Tab::Buffers);
    lab.prefer(Tab::Frame);
    assert_eq!(lab.picture().static_picture.tab, Tab::Buffers, "the tab of the document comes first");
}

#[test]
fn undo_does_not_change_the_selection() {
    let mut lab = Lab::open("#/preset/incast?t=20us&sel=leaf1.0.p3");
    settle(&mut lab);
    lab.act(Command::Set { key: Key::Xoff, value: "20k".into() });
    lab.act(Command::Tab(Tab::Ets));
    lab.act(Command::Select(PortId(2), Priority::P3));
    let looked_at = |lab: &Lab| lab.compiled.document.view.select.clone();
    let select = looked_at(&lab);
    lab.act(Command::Undo);
    assert_eq!(lab.picture().static_picture.tab, Tab::Ets);
    assert!(select.is_some() && looked_at(&lab) == select);
    assert!(lab.fragment().contains("sel="), "{}", lab.fragment());
}

#[test]
fn a_step_in_a_fabric_that_is_stuck_for_ever_ends() {
    // The watchdog polls for ever, but its limit forbids it to act.
    let mut document = Preset::find("watchdog-true").unwrap().document();
    document.flows.retain(|flow| !flow.name.ends_with("again"));
    let mut lab = Lab::open(&format!("{}&run=0", ShareLink::new(document).fragment()));
    lab.act(Command::Seek(Time::from_ms(100)));
    while lab.has_pending_move() {
        lab.advance(0.016, &mut || false);
    }
    let before = lab.picture().now;
    lab.act(Command::Step);
    assert!(lab.picture().now > before);
    assert!(lab.picture().sentence.contains("nothing happens but timers"), "{}", lab.picture().sentence);
}

/// A run whose events end before the horizon plays to its last event, at any speed.
#[test]
fn at_full_speed_playing_stops_at_the_end_of_the_run() {
    let mut lab = test_lab::at("#/preset/incast?run=0");
    lab.act(Command::Pace(Pace::Speed(1e12)));
    lab.act(Command::PlayOrPause);
    watch(&mut lab, 0.5);
    let run = lab.run();
    let (world, horizon) = (run.recording().world(), run.recording().spec().horizon);
    assert!(!run.is_playing() && run.recording().is_over());
    assert!(world.ran_now() > 0 && world.now() < horizon, "it stands at its last event, {}", world.now());
    assert_eq!(lab.end(), horizon);
}
