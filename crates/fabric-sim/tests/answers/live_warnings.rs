//! Tests of warnings, and of checks of assertions, after actions have changed settings.

use super::*;
use fabric_sim::check::check;

/// Document with two senders to the same port of 100 Gb/s. The senders send in priority `sent`; the switch
/// classifies these frames as `class`.
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
    says(&report.warnings, "and the priority of the flow (from 50 µs on)");
    assert!(report.fabric.lossless_violations > 0);
    says(&failed(&begins), "(from 50 µs on)");
    let ends =
        edited(senders(1, 2, r#""params": {"p2.lossless": "on"},"#), &[("at", "60us:p2.lossless=off")]);
    says(&ran(&ends).1.warnings, "and the priority of the flow (up to 60 µs, no longer)");
    says(&failed(&ends), "(up to 60 µs, no longer)");
}

/// A flow that an action adds causes no warning about the time before the action.
#[test]
fn a_mismatch_does_not_begin_before_its_flow() {
    let late =
        r#""params": {"p2.lossless": "on"}, "actions": [{"at": "50us", "set": {"p5.lossless": "on"}}],"#;
    let mut document = senders(1, 2, late);
    document.flows.iter_mut().for_each(|flow| flow.start = Time::from_us(100));
    says(&ran(&document).1.warnings, "of the flow (from 50 µs on)");
}

#[test]
fn pauses_that_one_end_stops_are_named_with_the_time() {
    for (edit, reported) in [
        (
            "50us:host.h0.p3.pfc_rx=off",
            "s.0 (to h0.0): pauses of priority 3 are sent to a peer that does not obey them",
        ),
        ("50us:switch.s.p3.pfc_tx=off", "priority 3 is lossless, but no pauses are sent for it"),
        ("50us:p3.pfc_rx=off", "pauses of priority 3 are sent to a peer that does not obey them"),
    ] {
        let (_, report) = ran(&edited(senders(3, 3, ""), &[("at", edit)]));
        assert!(report.fabric.lossless_violations > 0, "{edit}");
        let named = |warning: &&String| warning.contains(reported) && warning.ends_with("(from 50 µs on)");
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
    for (edit, reported) in [
        ("switch.s.p0.pfc_tx=on", "switch.s.p0.pfc_tx: on has no effect: a lossy class never pauses"),
        ("switch.s.p0.pfc_rx=on", "switch.s.p0.pfc_rx: on obeys pauses of a class that is lossy"),
        ("switch.s.p0.headroom=20k", "switch.s.p0.headroom: 20k is kept for no lossy class"),
        (
            "switch.s.p0.watchdog=sonic",
            "switch.s.p0.watchdog: sonic watches for pauses that are not obeyed here",
        ),
        ("switch.s.p3.pmax=20%", "switch.s.p3.pmax: 20% has no effect without kmin"),
        ("switch.s.p3.kmax=30k", "switch.s.p3.kmax: 30k has no effect without kmin"),
        ("p0.xon=5k", "p0.xon: 5k resumes nothing"),
        ("p5.kmin=10k", "p5.kmin: 10k marks nothing"),
    ] {
        let (_, report) = ran(&edited(senders(3, 3, ""), &[("at", &format!("50us:{edit}"))]));
        let named = |warning: &&String| warning.contains(reported) && warning.ends_with("(set at 50 µs)");
        assert!(report.warnings.iter().any(|warning| named(&warning)), "{edit}: {:#?}", report.warnings);
    }
    for acts in
        ["p3.headroom=40k", "headroom=40k", "switch.s.headroom=40k", "switch.s.p3.watchdog=sonic", "pmax=20%"]
    {
        let (_, report) = ran(&edited(senders(3, 3, ""), &[("at", &format!("50us:{acts}"))]));
        says_nothing_of(&report.warnings, "set at");
    }
    let later = [("at", "50us:switch.s.p3.pmax=20%"), ("at", "60us:switch.s.p3.kmin=5k")];
    says_nothing_of(&ran(&edited(senders(3, 3, ""), &later)).1.warnings, "pmax");
}

/// An action changes a setting during the run. A report before the action has no warning about the setting; a
/// later report has the warning.
#[test]
fn changes_to_come_are_not_named() {
    let document = edited(senders(3, 3, ""), &[("at", "50us:switch.s.p0.headroom=20k")]);
    says_nothing_of(&ran_until(&document, Time::from_us(49)).1.warnings, "set at");
    says(&ran_until(&document, Time::from_us(51)).1.warnings, "(set at 50 µs)");
}

/// The sentence of a warning on several flows names two flows. The report also lists all flows of the
/// warning, at most 64.
#[test]
fn all_flows_of_a_grouped_warning_are_listed() {
    for (count, listed) in [(2, 0), (5, 5), (70, 64)] {
        let mut document = senders(1, 2, r#""params": {"p2.lossless": "on"},"#);
        let flow = document.flows[0].clone();
        document.flows.clear();
        for n in 0..count {
            let mut flow = flow.clone();
            flow.name = format!("f{n}");
            document.flows.push(flow);
        }
        let report = ran_until(&document, Time::from_us(1)).1;
        let places = report.warning_places.iter().find(|all| all.warning.contains("makes it priority 2"));
        let Some(places) = places else {
            assert_eq!(listed, 0, "{:#?}", report.warnings);
            says(&report.warnings, "s.0: flow f0 and flow f1 leave h0.0 in priority 1");
            continue;
        };
        assert!(report.warnings.contains(&places.warning), "{places:#?}");
        assert!(
            places.warning.contains(&format!("flow f0, flow f1 and {} more leave", count - 2)),
            "{places:#?}"
        );
        assert_eq!((places.places.len(), places.place_count), (listed, count));
        assert_eq!(places.places[4], "flow f4");
    }
}

/// Watchdogs ignore 802.3x pauses. With `pfc=off`, the user has switched pauses off on purpose.
#[test]
fn watchdogs_without_pfc_have_no_warning_on_the_times_of_pauses() {
    let with = |params: &str| {
        let watchdog = format!(r#""params": {{"p3.lossless": "on", "watchdog": "sonic", {params}}},"#);
        ran(&senders(3, 3, &watchdog)).1.warnings
    };
    says(&with(r#""watchdog_scale": 1000"#), "watchdog_restoration ends the mitigation");
    says_nothing_of(
        &with(r#""watchdog_scale": 1000, "link_pause": "on""#),
        "watchdog_restoration ends the mitigation",
    );
    says(&with(r#""pfc_rx": "off""#), "watchdog is given, but no pauses are obeyed here");
    let off = with(r#""pfc": "off", "switch.s.p3.xon": "5k""#);
    says_nothing_of(&off, "a watchdog waits for pauses");
    says_nothing_of(&off, "resumes nothing");
}

#[test]
fn a_lossless_class_that_is_strict_beside_ets_classes_is_named() {
    let with = |params: &str| {
        let classes =
            format!(r#""params": {{"p3.lossless": "on", "p0.class": "ets", "p0.share": "50", {params}}},"#);
        ran(&senders(3, 3, &classes)).1.warnings
    };
    says(
        &with(r#""p1.class": "ets", "p1.share": "50""#),
        "priority 3 is lossless and strict, so it is sent before",
    );
    says_nothing_of(&with(r#""p1.class": "strict""#), "is lossless and strict");
}

/// A class is lossless at the host, but lossy at the switch port to this host. The switch drops frames of the
/// class, and a warning names the port.
#[test]
fn a_lossy_port_of_a_host_whose_class_is_lossless_is_named() {
    let flows =
        r#""flows": [{"name": "x", "from": "h0", "to": "r"}, {"name": "y", "from": "h1", "to": "r"}]"#;
    let with =
        |edits: &[(&str, &str)]| warned(&edited(star(2, 2, &format!(r#""horizon": "2ms", {flows}"#)), edits));
    let lossy = ("switch.s.port.0.p3.lossless", "off");
    says(&with(&[lossy]), "the peer obeys pauses of priority 3, but none are sent");
    for healthy in [vec![], vec![("p3.lossless", "off")], vec![lossy, ("host.h0.p3.lossless", "off")]] {
        says_nothing_of(&with(&healthy), "but none are sent");
    }
}
