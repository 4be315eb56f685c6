//! Tests of the checks of assertions: statements in a document that the run of the document must fulfil.

use super::*;
use fabric_sim::check::{CheckError, check};

fn checked(document: &Document) -> Vec<(bool, String)> {
    let checked = check(document, u64::MAX).unwrap();
    checked.into_iter().map(|one| (one.holds, one.found.join("; "))).collect()
}

fn with(text: &str, assertions: &str) -> Document {
    let mut document = document(text);
    document.assertions = serde_json::from_str(assertions).unwrap();
    document
}

#[test]
fn a_document_without_assertions_is_judged_by_loss_deadlock_and_class() {
    let reported = checked(&document(CLASS_MISMATCH));
    assert_eq!(reported.iter().map(|one| one.0).collect::<Vec<_>>(), [false, true, false]);
    assert!(reported[0].1.contains("lossless frames were lost"), "{reported:?}");
    assert!(reported[2].1.contains("leaves a.0 in priority 3"), "{reported:?}");
    assert!(checked(&preset("incast")).iter().all(|one| one.0));
    assert!(!checked(&preset("deadlock-ring"))[1].0);
}

#[test]
fn a_measure_is_judged_by_its_bounds_in_its_unit() {
    let fits = r#"[{"measure": {"name": "drops", "below": "1"}}, {"measure": {"name": "p99_ps", "of": "high", "below": "1ms"}},
        {"measure": {"name": "goodput_bps", "of": "high", "above": "50G"}}, "no_lossless_loss"]"#;
    let reported = checked(&with(STARVED_BY_STRICT, fits));
    assert!(reported.iter().all(|one| one.0), "{reported:?}");
    let reported = checked(&with(
        STARVED_BY_STRICT,
        r#"[{"measure": {"name": "goodput_bps", "above": "1G"}}, "no_warning"]"#,
    ));
    assert!(!reported[0].0 && reported[0].1.starts_with("goodput_bps of lossless is "), "{reported:?}");
}

#[test]
fn the_reading_nearest_to_a_bound_is_shown() {
    let bounds = r#"[{"measure": {"name": "goodput_bps", "above": "1", "below": "1T"}}]"#;
    let reported = checked(&with(STARVED_BY_STRICT, bounds));
    assert!(reported[0].0 && reported[0].1.starts_with("goodput_bps of lossless is "), "{reported:?}");
}

#[test]
fn a_bound_on_a_missing_reading_fails() {
    let late = star(
        2,
        2,
        r#""horizon": "50us", "flows": [{"name": "late", "from": "h0", "to": "r", "start": "1ms"}]"#,
    );
    let mut late = late;
    late.assertions = serde_json::from_str(r#"[{"measure": {"name": "p99_ps", "below": "5us"}}]"#).unwrap();
    assert_eq!(checked(&late), [(false, "p99_ps of late has no value".to_owned())]);
}

/// A sender of 120 Gb/s at a link of 100 Gb/s fills its own send queue. Frames that the host drops in this
/// queue do not count as lost by the fabric.
#[test]
fn the_full_queue_of_a_sender_is_no_loss_of_the_fabric() {
    let fast = star(
        2,
        2,
        r#""horizon": "500us", "flows": [{"name": "fast", "from": "h0", "to": "r", "priority": 3, "frame": 1024,
        "arrival": {"constant": "120G"}}, {"name": "other", "from": "h1", "to": "r", "priority": 3}]"#,
    );
    let (_, report) = ran(&fast);
    assert!(report.fabric.drops.get("source_full").is_some_and(|drops| *drops > 100), "{:?}", report.fabric);
    assert!(report.fabric.lossless_drops.is_empty(), "{:?}", report.fabric.lossless_drops);
    assert!(checked(&fast)[0].0);
}

#[test]
fn wrong_assertions_are_refused_at_their_place() {
    for (assertions, expected) in [
        (
            r#"[{"measure": {"name": "speed", "below": "1"}}]"#,
            "assertions[0].measure.name: there is no measure \"speed\"",
        ),
        (r#"["no_deadlock", {"measure": {"name": "drops"}}]"#, "assertions[1].measure.below: is missing"),
        (
            r#"[{"measure": {"name": "p99_ps", "below": "12"}}]"#,
            "assertions[0].measure.below: \"12\" is not a time such as 20us",
        ),
        (
            r#"[{"measure": {"name": "p99_ps", "of": "nobody", "below": "1us"}}]"#,
            "assertions[0].measure: of is \"nobody\", but the run did not measure p99_ps",
        ),
    ] {
        let reported = check(&with(STARVED_BY_STRICT, assertions), u64::MAX).unwrap_err().to_string();
        assert!(reported.starts_with(expected), "{reported}");
    }
    let text =
        STARVED_BY_STRICT.trim_end().trim_end_matches('}').to_owned() + r#", "assertions": ["no_loss"]}"#;
    let reported = Document::parse(&text).unwrap_err().to_string();
    assert!(reported.contains("assertions[0]") && reported.contains("no_lossless_loss"), "{reported}");
}

#[test]
fn a_run_that_is_too_long_is_not_judged() {
    let reported = check(&document(STARVED_BY_STRICT), 100).unwrap_err();
    assert!(matches!(reported, CheckError::TooLong { events: 100, .. }), "{reported:?}");
}

#[test]
fn assertions_are_written_as_they_are_read() {
    let document =
        with(STARVED_BY_STRICT, r#"["no_deadlock", {"measure": {"name": "drops", "below": "1"}}]"#);
    assert_eq!(Document::parse(&document.to_json()).unwrap(), document);
}

/// The limit of an assertion is text with a unit, or a number in the base unit of its measure.
#[test]
fn a_bound_is_text_or_a_number() {
    let bounded = |bound: &str| format!(r#"[{{"measure": {{"name": "drops", "below": {bound}}}}}]"#);
    for (number, text) in [("1", "\"1\""), ("0", "\"0\""), ("1000000", "\"1000000\"")] {
        let found = [number, text].map(|bound| checked(&with(CLASS_MISMATCH, &bounded(bound))));
        assert_eq!(found[0], found[1], "{number}");
    }
    let wrong = format!(r#"{{"format": 1, "assertions": {}}}"#, bounded("[1]"));
    let reported = Document::parse(&wrong).unwrap_err().to_string();
    assert_eq!(reported, "assertions[0].measure.below: is a list, but must be text or a number");
}
