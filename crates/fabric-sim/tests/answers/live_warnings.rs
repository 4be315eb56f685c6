//! Tests of warnings and checks after changes of settings during a run.

use super::*;
use fabric_sim::check::check;

/// Document with two senders in priority `sent`, which the switch classifies as `class`. Both send to the
/// same port of 100 Gb/s.
fn senders(sent: u8, class: u8, fields: &str) -> Document {
    star(
        2,
        2,
        &format!(
            r#""horizon": "300us", {fields}
            "flows": [{{"name": "a", "from": "h0", "to": "r", "priority": {sent}, "pcp": {class}}},
                {{"name": "b", "from": "h1", "to": "r", "priority": {sent}, "pcp": {class}}}]"#
        ),
    )
}

fn failed(document: &Document) -> Vec<String> {
    let results = check(document, u64::MAX).unwrap();
    results.into_iter().filter(|one| !one.holds).flat_map(|one| one.found).collect()
}

#[test]
fn a_mismatch_that_begins_or_ends_in_the_run_is_named_with_its_times_and_fails_the_check() {
    let lossy = senders(1, 2, "");
    let (_, quiet) = ran(&lossy);
    says_nothing_of(&quiet.warnings, "makes it priority");
    let begins = edited(lossy, &[("at", "50us:p2.lossless=on")]);
    let (_, report) = ran(&begins);
    says(&report.warnings, "makes it priority 2 here, which is lossless");
    says(&report.warnings, "what does not fit is lost (from 50 µs on)");
    assert!(report.fabric.lossless_violations > 0);
    says(&failed(&begins), "(from 50 µs on)");
    let ends =
        edited(senders(1, 2, r#""params": {"p2.lossless": "on"},"#), &[("at", "60us:p2.lossless=off")]);
    says(&ran(&ends).1.warnings, "what does not fit is lost (up to 60 µs, no longer)");
    says(&failed(&ends), "(up to 60 µs, no longer)");
}

/// A flow that an action adds later is no mismatch of the time before it.
#[test]
fn a_mismatch_does_not_begin_before_its_flow() {
    let late =
        r#""params": {"p2.lossless": "on"}, "actions": [{"at": "50us", "set": {"p5.lossless": "on"}}],"#;
    let mut document = senders(1, 2, late);
    document.flows.iter_mut().for_each(|flow| flow.start = Time::from_us(100));
    says(&ran(&document).1.warnings, "is lost (from 50 µs on)");
}

#[test]
fn pauses_that_one_end_stops_are_named_with_the_time() {
    for (edit, said) in [
        (
            "50us:host.h0.p3.pfc_rx=off",
            "s.0 (to h0.0): pauses of priority 3 are sent to a peer that does not obey them",
        ),
        ("50us:switch.s.p3.pfc_tx=off", "priority 3 is lossless, but no pauses are sent for it"),
        ("50us:p3.pfc_rx=off", "pauses of priority 3 are sent to a peer that does not obey them"),
    ] {
        let (_, report) = ran(&edited(senders(3, 3, ""), &[("at", edit)]));
        assert!(report.fabric.lossless_violations > 0, "{edit}");
        let named = |warning: &&String| warning.contains(said) && warning.ends_with("(from 50 µs on)");
        assert!(report.warnings.iter().any(|warning| named(&warning)), "{edit}: {:#?}", report.warnings);
    }
}

#[test]
fn a_lossless_class_without_pauses_at_both_ends_is_named() {
    let off = edited(senders(3, 3, ""), &[("p3.pfc_tx", "off"), ("p3.pfc_rx", "off")]);
    says(
        &warned(&off),
        "priority 3 is lossless, but no pauses are sent for it, and the peer would not obey them",
    );
    assert!(ran(&off).1.fabric.lossless_violations > 0);
}

#[test]
fn pfc_of_the_whole_fabric_is_no_pause_of_lossy_classes() {
    says_nothing_of(&warned(&edited(senders(3, 3, ""), &[("pfc_tx", "on")])), "that does not obey them");
}

#[test]
fn changes_without_effect_are_named_with_their_time() {
    for (edit, said) in [
        ("switch.s.p0.pfc_tx=on", "pfc_tx asks for nothing: a lossy class never pauses"),
        ("switch.s.p0.pfc_rx=on", "pfc_rx obeys pauses of a class that is lossy"),
    ] {
        let (_, report) = ran(&edited(senders(3, 3, ""), &[("at", &format!("50us:{edit}"))]));
        let named = |warning: &&String| warning.contains(said) && warning.ends_with("(set at 50 µs)");
        assert!(report.warnings.iter().any(|warning| named(&warning)), "{edit}: {:#?}", report.warnings);
    }
    let (_, report) = ran(&edited(senders(3, 3, ""), &[("at", "50us:p3.headroom=40k")]));
    says_nothing_of(&report.warnings, "set at");
}
