//! Tests of warnings about settings with which a healthy load loses frames or throughput. Each test shows the
//! harm with the setting. Without the setting, it shows neither harm nor warning.

use super::*;
use fabric_sim::ids::Priority;
use fabric_sim::insight::SizeReport;
use fabric_sim::worst_case::worst_case;

/// Asserts that `document` with the settings `edits` has a warning with the text `expected`, and that `harm`
/// is true of its report. Also asserts that without `edits`, it has no such warning, and `harm` is false.
#[track_caller]
fn harms_only_with_its_warning(
    document: &Document,
    edits: &[(&str, &str)],
    expected: &str,
    harm: impl Fn(&Report) -> bool,
) {
    let set = edited(document.clone(), edits);
    says(&warned(&set), expected);
    assert!(harm(&ran(&set).1), "{edits:?} do no harm");
    says_nothing_of(&warned(document), expected);
    assert!(!harm(&ran(document).1), "the scene is harmed without {edits:?}");
}

fn delivered(report: &Report) -> u64 {
    report.flows.iter().map(|flow| flow.delivered_bytes).sum()
}

/// Input that feeds three slow outputs. The queue of each output stays below the threshold. The ingress group
/// of the input contains the sum of the three queues, which exceeds the threshold.
#[test]
fn an_egress_trigger_without_headroom_for_all_outputs_is_named() {
    let slow = document(
        r#"{"format": 1, "model": 2, "horizon": "300us", "hosts": [{"name": "h"}, {"name": "r0"}, {"name": "r1"}, {"name": "r2"}],
        "switches": [{"name": "s"}], "links": [["h", "s", "100G", "5m"], ["s", "r0", "25G", "5m"], ["s", "r1", "25G", "5m"], ["s", "r2", "25G", "5m"]],
        "params": {"headroom": "12k"}, "flows": [{"name": "a", "from": "h", "to": "r0"}, {"name": "b", "from": "h", "to": "r1"}, {"name": "c", "from": "h", "to": "r2"}]}"#,
    );
    let loses = |report: &Report| report.fabric.lossless_violations > 0;
    let expected = "its 3 outputs may hold 40 kB each before one of them requests a pause, so it needs headroom for 82 kB";
    harms_only_with_its_warning(&slow, &[("pfc_trigger", "egress")], expected, loses);
    let enough = edited(slow.clone(), &[("pfc_trigger", "egress"), ("headroom", "auto")]);
    says_nothing_of(&warned(&enough), "pfc_trigger");
    let (run, report) = ran(&enough);
    assert_eq!(report.fabric.lossless_violations, 0);
    let sizes = SizeReport::of(&run, None);
    let group = sizes.groups.iter().find(|group| group.node == "s" && group.port == 0).expect("a group");
    assert_eq!(group.further_outputs, 2);
    assert_eq!((group.headroom_bytes, group.headroom_set_bytes), (82_000, 82_000));
    let input = run.spec().port(run.spec().ports[0].node, 0).map(|port| run.spec().ports[port.index()].peer);
    let refusal = worst_case(&run, input.expect("the input"), Priority::P3).map(|_| ());
    assert!(refusal.is_err_and(|why| why.contains("set pfc_trigger to ingress first")));
    let ingress = SizeReport::of(&ran(&slow).0, None);
    let group = ingress.groups.iter().find(|group| group.node == "s" && group.port == 0).expect("a group");
    assert_eq!((group.further_outputs, group.headroom_bytes), (0, 2_000));
}

/// At 100 Gb/s, a pipeline of 5 µs holds 62.5 kB, more than the XOFF of 40 kB.
#[test]
fn an_xoff_below_the_pipeline_of_its_switch_is_named() {
    let scene = star(
        2,
        1,
        r#""horizon": "200us", "params": {"headroom": "auto"}, "flows": [{"name": "a", "from": "h0", "to": "r"}]"#,
    );
    let expected = "XOFF 40 kB is below the 63.5 kB that its pipeline holds at the rate of its link (ingress_latency 5us)";
    harms_only_with_its_warning(&scene, &[("ingress_latency", "5us")], expected, |report| {
        report.fabric.pause_sent > 0 && delivered(report) < 1_800_000
    });
    let enough = edited(scene, &[("ingress_latency", "5us"), ("xoff", "150k"), ("xon", "140k")]);
    says_nothing_of(&warned(&enough), "pipeline");
    assert_eq!(ran(&enough).1.fabric.pause_sent, 0);
}

#[test]
fn pauses_without_a_resume_that_outlast_their_group_are_named() {
    let scene = star(
        2,
        2,
        r#""horizon": "300us", "params": {"headroom": "auto"},
            "flows": [{"name": "a", "from": "h0", "to": "r"}, {"name": "b", "from": "h1", "to": "r"}]"#,
    );
    let expected = "a pause lasts 335539.2ns and no resume ends it (explicit_xon off)";
    let is_slow = |report: &Report| delivered(report) < 1_000_000;
    harms_only_with_its_warning(&scene, &[("explicit_xon", "off")], expected, is_slow);
}

#[test]
fn lossy_frames_that_share_a_receive_buffer_with_lossless_ones_are_named() {
    let scene = star(
        2,
        2,
        r#""horizon": "400us", "params": {"headroom": "auto", "host.r.drain": "50G"},
            "flows": [{"name": "a", "from": "h0", "to": "r"}, {"name": "b", "from": "h1", "to": "r", "priority": 3}]"#,
    );
    let mut lossy = scene.clone();
    lossy.flows[1].priority = Priority::P1;
    let lost = |document: &Document| {
        ran(document).1.fabric.lossless_drops.get("receive_full").copied().unwrap_or_default()
    };
    let expected = "frames of lossy priority 1 share its receive buffer and are not paused";
    says(&warned(&lossy), expected);
    assert!(lost(&lossy) > 0);
    says_nothing_of(&warned(&scene), "share its receive buffer");
    assert_eq!(lost(&scene), 0);
    // A bus at the rate of all flows together fills no receive buffer.
    for flow in &mut lossy.flows {
        flow.arrival = serde_json::from_str(r#"{"constant": "25G"}"#).unwrap();
    }
    says_nothing_of(&warned(&lossy), "share its receive buffer");
    assert_eq!(lost(&lossy), 0);
    lossy.flows[0].arrival = serde_json::from_str(r#"{"constant": "26G"}"#).unwrap();
    says(&warned(&lossy), expected);
}

/// Priority 3 is lossless by default, and the document has no setting for it and no flow in it.
#[test]
fn a_lossless_class_without_frames_is_not_reported_beside_ets_classes() {
    let fields = |priority: u8| {
        format!(
            r#""horizon": "50us", "params": {{"p0.class": "ets", "p0.share": 60, "p1.class": "ets", "p1.share": 40}},
            "flows": [{{"name": "a", "from": "h0", "to": "r", "priority": 0}},
                {{"name": "b", "from": "h1", "to": "r", "priority": {priority}}}]"#
        )
    };
    says_nothing_of(&warned(&star(2, 2, &fields(1))), "is lossless and strict");
    says(&warned(&star(2, 2, &fields(3))), "priority 3 is lossless and strict");
}
