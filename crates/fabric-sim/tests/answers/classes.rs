//! Tests of class mismatches: the frames of a flow have different classes at the two ends of a link.

use super::*;
use fabric_sim::insight::roots;

#[test]
fn a_flow_charged_to_another_lossless_class_is_named_with_both_and_the_reason() {
    let reported = warned(&document(CLASS_MISMATCH));
    let rest = "leaves a.0 in priority 3, which is lossless, but its DSCP 24 by the DSCP map makes it priority 4 here, \
                which is lossless: pauses of priority 4 do not stop priority 3";
    says(&reported, &format!("dut.0: flow a to r {rest}"));
    says(&reported, "dut.1: flow b to r leaves b.0 in priority 3");
}

/// The switch pauses priority 4 at the NICs, but the NICs send no frames in priority 4. So these pauses hold
/// up no flow.
#[test]
fn a_root_holds_up_only_flows_whose_own_queue_is_paused() {
    let (world, report) = ran(&document(CLASS_MISMATCH));
    assert!(report.fabric.lossless_violations > 3_000, "{}", report.fabric.lossless_violations);
    assert!(report.fabric.pause_sent > 0);
    for root in roots(&world) {
        assert_eq!((root.queues.len(), root.flows.len(), root.hosts.len()), (0, 0, 0), "{root:?}");
    }
    assert_eq!(report.causes, [], "no queue that held a frame was paused");
}

#[test]
fn each_reason_for_a_mismatch_is_reported() {
    for (edits, tagged, reason) in [
        (
            &[("switch.dut.port.0.trust", "port"), ("switch.dut.port.0.default_priority", "4")][..],
            true,
            "the port's default priority (trust port reads neither PCP nor DSCP)",
        ),
        (
            &[("switch.dut.port.0.trust", "pcp")],
            false,
            "the port's default priority (trust pcp reads a tag, and it has none)",
        ),
        (
            &[("switch.dut.port.0.trust", "dscp")],
            true,
            "its DSCP 24 by the DSCP map, which trust dscp reads instead of its PCP,",
        ),
    ] {
        let mut document = edited(document(CLASS_MISMATCH), edits);
        document.flows.iter_mut().for_each(|flow| flow.tagged = Some(tagged));
        says(
            &warned(&document),
            &format!("dut.0: flow a to r leaves a.0 in priority 3, which is lossless, but {reason} makes it"),
        );
    }
}

#[test]
fn equal_classes_and_lossy_ones_are_not_named() {
    let mut matched = document(CLASS_MISMATCH);
    matched.maps.clear();
    assert_eq!(warned(&matched), [""; 0]);
    let lossy = edited(document(CLASS_MISMATCH), &[("p3.lossless", "off"), ("p4.lossless", "off")]);
    says_nothing_of(&warned(&lossy), "leaves");
}

#[test]
fn traffic_that_comes_back_is_followed_too() {
    let mut document = document(CLASS_MISMATCH);
    document.maps[0] = serde_json::from_str(r#"{"switch": "dut", "dscp": [[40, 3]]}"#).unwrap();
    document.flows[0].acks = serde_json::from_str(r#"{"every": 4, "priority": 5}"#).unwrap();
    let document = edited(document, &[("p5.lossless", "on")]);
    says(
        &warned(&document),
        "dut.2: traffic back to the source of flow a to r leaves r.0 in priority 5, which is lossless, but its DSCP 40",
    );
}

/// An 802.3x pause stops all classes of the sender. So frames that the receiver charges to another class are
/// lost only if that class is lossy.
#[test]
fn a_mismatch_on_a_link_with_link_pause_is_named_only_if_the_charged_class_is_lossy() {
    let document = |charged: u8| {
        star(
            2,
            2,
            &format!(
                r#""horizon": "300us", "params": {{"p3.lossless": "on", "p4.lossless": "on", "link_pause": "on",
                    "headroom": "40k"}},
                "flows": [{{"name": "a", "from": "h0", "to": "r", "priority": 3, "pcp": {charged}}},
                    {{"name": "b", "from": "h1", "to": "r", "priority": 3}}]"#
            ),
        )
    };
    let (_, report) = ran(&document(4));
    says_nothing_of(&report.warnings, "makes it priority");
    assert!(report.fabric.lossless_violations == 0 && report.fabric.pause_sent > 0);
    assert_eq!(report.fabric.dropped_frames, 0);
    let (_, report) = ran(&document(5));
    says(&report.warnings, "makes it priority 5 here, which is lossy: it may be dropped here");
}
