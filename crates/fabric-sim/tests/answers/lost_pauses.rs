//! Tests of drops in lossless groups after a pause of the group was lost.

use super::*;
use fabric_sim::fabric::frame::FrameKind;
use fabric_sim::ids::FlowId;
use fabric_sim::insight::{Decisions, ReportRecorder};

fn recorded(document: &Document) -> (World, Report) {
    let mut world = world(document);
    let mut recorder = ReportRecorder::new(&world);
    world.run_until(document.horizon, u64::MAX, &mut recorder);
    let report = Report::of(&world).with_lost_pauses(&recorder.lost_pauses, &world);
    (world, report)
}

#[test]
fn drops_after_a_lost_pause_are_reported_with_the_pause() {
    let (_, report) = recorded(&document(LOST_PAUSES));
    let [lost] = &report.drops_after_lost_pauses[..] else { panic!("{:#?}", report.drops_after_lost_pauses) };
    assert_eq!((lost.port.as_str(), lost.priority, lost.to.as_str()), ("s.1", 3, "h1"));
    assert_eq!(lost.lost_frames, report.fabric.lossless_violations);
    let first_drop = report.flows[1].first_drop_ps.expect("flow b loses frames");
    assert!(Time::from_us(3).ps() < lost.lost_at_ps && lost.lost_at_ps < first_drop, "{lost:?}");
}

#[test]
fn a_lost_pause_without_a_drop_is_not_reported() {
    let roomy = edited(document(LOST_PAUSES), &[("headroom", "1M"), ("memory", "60M"), ("horizon", "50us")]);
    let (_, report) = recorded(&roomy);
    assert!(report.fabric.pfc_lost > 0);
    assert_eq!((report.fabric.dropped_frames, &report.drops_after_lost_pauses[..]), (0, &[][..]));
}

/// The headroom is too small, so frames are dropped although each pause arrives.
#[test]
fn drops_without_a_lost_pause_are_not_linked_to_one() {
    let mut tight = edited(document(&LOST_PAUSES.replace("5m", "300m")), &[("headroom", "5k")]);
    tight.actions.clear();
    let (_, report) = recorded(&tight);
    assert!(report.fabric.lossless_violations > 0);
    assert_eq!(report.drops_after_lost_pauses, []);
}

#[test]
fn the_decision_on_a_dropped_frame_names_the_lost_pause() {
    let document = document(LOST_PAUSES);
    let (_, report) = recorded(&document);
    let lost = Time(report.drops_after_lost_pauses[0].lost_at_ps);
    let start = world(&document);
    let spec = start.spec().clone();
    let sentences = (100..200).flat_map(|frame| {
        Decisions::replay(start.clone(), FlowId::new(1), FrameKind::Data, frame, document.horizon).unwrap()
    });
    let sentences: Vec<String> = sentences.map(|decision| decision.sentence(&spec)).collect();
    let mut dropped =
        sentences.iter().filter(|sentence| sentence.starts_with("dropped at s.1 P3")).peekable();
    assert!(dropped.peek().is_some(), "{sentences:#?}");
    let expected = format!("; a pause of P3 towards h1 was lost at {lost}");
    assert!(dropped.all(|sentence| sentence.ends_with(&expected)), "{sentences:#?}");
}
