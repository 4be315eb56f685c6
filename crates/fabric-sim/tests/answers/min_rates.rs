//! Tests of minimum rates of other classes as causes of pauses.

use super::*;

/// Report of a run with two senders to a port of 100 Gb/s. Class 0 saturates its link and has the minimum
/// rate `cir` at the port. Class 3 sends 50 Gb/s. Of 1020 B on the wire, 1000 B are frame bytes, so the port
/// carries 98.04 Gb/s of frame bytes.
fn beside(cir: &str, edits: &[(&str, &str)]) -> Report {
    let document = star(
        2,
        2,
        r#""horizon": "1ms", "flows": [{"name": "a", "from": "h0", "to": "r", "priority": 0},
            {"name": "b", "from": "h1", "to": "r", "priority": 3, "arrival": {"constant": "50G"}}]"#,
    );
    let edits = [&[("switch.s.port.2.p0.cir", cir)][..], edits].concat();
    ran(&edited(document, &edits)).1
}

#[test]
fn a_minimum_rate_of_a_lower_class_is_the_root_where_it_leaves_too_little() {
    // For the 50 Gb/s of class 3, 98.04 − 80 Gb/s are left.
    let report = beside("80G", &[]);
    let [cause] = &report.causes[..] else { panic!("{:#?}", report.causes) };
    assert_eq!((cause.root.as_str(), cause.kind, cause.by_class), ("s.2.3", "min_rate", Some(0)));
    assert!((cause.sent_percent[&0] - 100.0 * 80.0 / 98.04).abs() < 1.0, "{:?}", cause.sent_percent);
    let root = report.blocked.roots.iter().find(|root| root.queue == "s.2.3");
    assert!(root.is_none_or(|root| (root.kind, root.by_class) == ("min_rate", Some(0))), "{root:?}");
    // For the 50 Gb/s of class 3, 98.04 − 45 Gb/s are enough.
    assert_eq!(beside("45G", &[]).causes, []);
}

#[test]
fn a_minimum_rate_outranks_a_share_only_by_the_bytes_that_it_takes() {
    let ets = [("p0.class", "ets"), ("p3.class", "ets"), ("p0.share", "80"), ("p3.share", "20")];
    let kind = |cir: &str| beside(cir, &ets).causes.iter().map(|cause| cause.kind).collect::<Vec<_>>();
    assert_eq!(kind("70G"), ["min_rate"]);
    // Class 0 gets 10 Gb/s by its minimum rate, and more than that by its ETS share.
    assert_eq!(kind("10G"), ["ets_share"]);
}
