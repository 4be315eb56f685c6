//! Tests of the displayed match: the match is the last one before the cursor, after moves of the cursor in
//! both directions.

use fabric_sim::ids::NodeId;

use super::test_lab::{at, rest};
use super::*;
use crate::scene::{Match, MatchStage};

const CROSSED: &str = "#/preset/incast?fabric=crossbar&t=20us&sel=leaf1.0.p3";

/// Switch `leaf1` of [`CROSSED`].
fn leaf(lab: &Lab) -> NodeId {
    lab.run().recording().spec().node("leaf1").expect("is there")
}

/// Match of [`leaf`] that is shown. Panics before the first request.
fn last(lab: &Lab) -> Match {
    let recording = lab.run().recording();
    recording.matches().of(recording.spec(), leaf(lab)).cloned().expect("it has matched")
}

/// Crossbar match as text, with all fields.
fn sentence_of(last: &Match) -> String {
    format!("{last:?}")
}

#[test]
fn the_shown_match_is_never_later_than_the_cursor() {
    let mut lab = at(CROSSED);
    let first = last(&lab);
    assert!(first.at <= lab.picture().now && first.event <= lab.picture().events);
    assert!(first.stages().any(|stage| stage == MatchStage::Grant(0)));
    while last(&lab).event == first.event {
        lab.act(Command::Step);
    }
    let second = last(&lab);
    assert_eq!((second.event, second.at), (lab.picture().events, lab.picture().now), "of this very event");
}

#[test]
fn a_step_back_shows_the_match_before_and_a_new_run_the_same() {
    let mut lab = at(CROSSED);
    let mut trail = vec![sentence_of(&last(&lab))];
    for _ in 0..12 {
        lab.act(Command::Step);
        trail.push(sentence_of(&last(&lab)));
    }
    assert!(trail.first() != trail.last());
    while let Some(after) = trail.pop() {
        assert_eq!(sentence_of(&last(&lab)), after);
        lab.act(Command::StepBack);
        rest(&mut lab);
    }
    lab.act(Command::Seek(fabric_sim::units::Time::from_us(20)));
    rest(&mut lab);
    assert_eq!(sentence_of(&last(&lab)), sentence_of(&last(&at(CROSSED))));
}

#[test]
fn retained_and_new_matches_are_those_that_transfer() {
    let mut lab = at(CROSSED);
    for _ in 0..40 {
        lab.act(Command::Step);
        let slot = last(&lab);
        if slot.event != lab.picture().events {
            continue;
        }
        let world = lab.run().recording().world();
        let mut transfer: Vec<_> = world.transfers(leaf(&lab)).map(|transfer| transfer.voq).collect();
        let mut drawn: Vec<_> = slot.retained.iter().copied().chain(slot.accepted(u8::MAX)).collect();
        let key = |voq: &fabric_sim::fabric::crossbar::VoqId| (voq.input, voq.output);
        transfer.sort_by_key(key);
        drawn.sort_by_key(key);
        assert_eq!(drawn, transfer);
    }
}

#[test]
fn every_shown_match_has_a_pair_and_steps_lead_to_the_next_and_back() {
    let mut lab = at(&format!("{CROSSED}&crossbar_iterations=4"));
    let mut trail = Vec::new();
    for _ in 0..12 {
        lab.act(Command::Next(EventTarget::Match));
        rest(&mut lab);
        let slot = last(&lab);
        assert_eq!((slot.event, slot.at), (lab.picture().events, lab.picture().now));
        assert!(slot.accepted(u8::MAX).next().is_some());
        trail.push(sentence_of(&slot));
    }
    while let Some(after) = trail.pop() {
        assert_eq!(sentence_of(&last(&lab)), after);
        lab.act(Command::Last(EventTarget::Match));
        rest(&mut lab);
    }
}

#[test]
fn slots_without_a_match_do_not_replace_the_last_match() {
    let mut lab = at(&format!("{CROSSED}&crossbar_iterations=4"));
    let mut unmatched_slots = 0;
    for _ in 0..200 {
        let before = last(&lab).event;
        lab.act(Command::Step);
        let has_request = lab
            .run()
            .recording()
            .last_events()
            .iter()
            .any(|note| matches!(note.kind, fabric_sim::engine::EventKind::Requested { .. }));
        unmatched_slots += u32::from(has_request && last(&lab).event == before);
        assert!(last(&lab).accepted(u8::MAX).next().is_some());
    }
    assert!(unmatched_slots > 0, "there are such slots");
}

#[test]
fn the_step_of_the_match_is_in_the_link() {
    let mut lab = at(CROSSED);
    assert_eq!(lab.picture().static_picture.step, None);
    let step = fabric_sim::document::MatchStep::Grant(2);
    lab.act(Command::MatchStep(Some(step)));
    assert!(lab.fragment().contains("step=grant2"), "{}", lab.fragment());
    assert_eq!(at(&lab.fragment()).picture().static_picture.step, Some(step));
    lab.act(Command::MatchStep(None));
    assert!(!lab.fragment().contains("step"), "{}", lab.fragment());
}

#[test]
fn an_ideal_fabric_has_no_matches() {
    let lab = at("#/preset/incast?t=20us");
    let recording = lab.run().recording();
    assert!(recording.matches().of(recording.spec(), leaf(&lab)).is_none());
    let host = recording.spec().node("h1").expect("is there");
    assert!(recording.matches().of(recording.spec(), host).is_none());
}
