//! Tests of warnings on the thresholds of 802.3x pause (`link_xoff`, `link_xon`) that do not fit the memory
//! of the port.

use fabric_sim::insight::SizeReport;

use super::*;

/// Document with `senders` senders at a switch, and a receiver whose link has the rate of one sender. All
/// frames have the same size. `length` is the length of the cables.
fn sized(senders: usize, length: &str, edits: &[(&str, &str)]) -> Document {
    let mut document = star(
        2,
        senders,
        r#""horizon": "300us", "params": {"lossless": "on", "link_pause": "on"},
        "flows": [{"name": "a", "from": "h0", "to": "r", "frame": 1024}]"#,
    );
    if senders == 2 {
        let mut second = document.flows[0].clone();
        (second.name, second.from) = ("b".to_owned(), "h1".to_owned());
        document.flows.push(second);
    }
    for link in &mut document.links {
        link.length = Some(serde_json::from_str(&format!("{length:?}")).expect("a length"));
    }
    edited(document, edits)
}

fn is_named(document: &Document) -> bool {
    let reasons = ["lossless frames may be lost", "it never requests a pause"];
    warned(document).iter().any(|reported| reasons.iter().any(|reason| reported.contains(reason)))
}

#[test]
fn a_link_whose_lossless_frames_are_lost_is_named_beforehand() {
    for scope in ["pg", "voq", "queue"] {
        let mut by_scope = (0, 0);
        for length in ["5m", "300m", "10km"] {
            for headroom in ["0", "5k", "20k", "200k"] {
                for (delay, xoff) in [("0s", "10k"), ("394q", "40k"), ("0s", "100k"), ("394q", "16M")] {
                    let edits = [
                        ("threshold_scope", scope),
                        ("headroom", headroom),
                        ("pfc_delay", delay),
                        ("link_xoff", xoff),
                    ];
                    let document = sized(2, length, &edits);
                    let (_, report) = ran(&document);
                    let named = is_named(&document);
                    assert!(named || report.fabric.lossless_violations == 0, "{length} {edits:?}");
                    by_scope.0 += u32::from(report.fabric.lossless_violations > 0);
                    by_scope.1 += u32::from(!named);
                }
            }
        }
        println!("{scope}: {} lost, {} quiet", by_scope.0, by_scope.1);
        assert!(by_scope.0 > 5 && by_scope.1 > 5, "{scope}: {} lost, {} quiet", by_scope.0, by_scope.1);
    }
}

/// While nothing drains, the smallest headroom without a warning loses no frame. A headroom that is two
/// frames smaller loses frames.
#[test]
fn the_bound_of_a_paused_link_is_that_of_its_worst_case() {
    for (length, xoff) in [("5m", "40k"), ("300m", "60k"), ("1km", "20k")] {
        let with = |frames: u64| {
            let headroom = (frames * 1024).to_string();
            let mut document = sized(1, length, &[("link_xoff", xoff), ("headroom", &headroom)]);
            document.pause_sources = serde_json::from_str(
                r#"[{"name": "blocked", "node": "r", "priorities": [3], "every": "100us"}]"#,
            )
            .expect("a source");
            document
        };
        let least = (0..400).find(|frames| !is_named(&with(*frames))).expect("enough headroom");
        let lost = |frames: u64| ran(&with(frames)).1.fabric.lossless_violations;
        assert_eq!(lost(least), 0, "{length}");
        assert!(least < 3 || lost(least - 3) > 0, "{length}: {least} frames");
    }
}

#[test]
fn a_link_xoff_above_all_that_its_groups_hold_is_named() {
    for (xoff, lossless) in [("500k", "on"), ("16M", "off")] {
        let document = sized(2, "5m", &[("link_xoff", xoff), ("lossless", lossless), ("p3.lossless", "on")]);
        says(&warned(&document), "is above all that its groups can hold");
        let (_, report) = ran(&document);
        assert_eq!(report.fabric.pause_sent, 0, "{xoff}: it never requests a pause");
        assert!(report.fabric.lossless_violations > 0);
    }
}

#[test]
fn a_receive_buffer_without_room_above_the_link_s_xoff_is_named() {
    let document = |xoff: &str| sized(1, "5m", &[("host.r.drain", "20G"), ("host.r.link_xoff", xoff)]);
    let expected = "has no room for the worst case of its cable";
    says(&warned(&document("1M")), expected);
    assert!(ran(&document("1M")).1.fabric.dropped_frames > 0);
    says_nothing_of(&warned(&document("40k")), expected);
    assert_eq!(ran(&document("40k")).1.fabric.dropped_frames, 0);
}

#[test]
fn a_link_whose_xon_equals_its_xoff_is_named() {
    let document = |xon: &str| sized(2, "5m", &[("link_xoff", "30k"), ("link_xon", xon)]);
    says(&warned(&document("30k")), "the link's XON equals its XOFF (30 kB)");
    says_nothing_of(&warned(&document("29k")), "XON equals");
}

#[test]
fn link_pauses_that_no_end_sends_are_reported_with_the_loss() {
    let everywhere = sized(2, "5m", &[("link_pause", "rx")]);
    let one_end = sized(
        2,
        "5m",
        &[("link_pause", "off"), ("host.h0.link_pause", "on"), ("switch.s.port.0.link_pause", "rx")],
    );
    for document in [everywhere, one_end] {
        says(
            &warned(&document),
            "lossless frames of priority 3 arrive, but no 802.3x pauses are sent for them",
        );
        let (_, report) = ran(&document);
        let group = report.drops_without_pause.iter().find(|group| group.port == "s.0").expect("losses");
        assert_eq!(group.why, "its port sends no 802.3x pauses (link_pause is rx)");
    }
    let lossy = sized(2, "5m", &[("link_pause", "rx"), ("lossless", "off")]);
    says(&warned(&lossy), "the peer obeys 802.3x pauses, but none are sent");
    says_nothing_of(&warned(&sized(2, "5m", &[])), "802.3x");
}

#[test]
fn one_lost_pause_of_a_link_counts_once() {
    let (_, report) = ran(&document(LINK_PAUSE));
    assert_eq!(report.fabric.pfc_lost, 1);
    let lanes: Vec<u64> =
        report.ports.iter().filter(|port| port.node == "a").map(|port| port.pfc_lost).collect();
    assert!(lanes.len() > 1 && lanes.iter().all(|lost| *lost == 1), "each priority has it: {lanes:?}");
}

#[test]
fn a_port_that_pauses_its_link_is_named_as_not_sized() {
    let report = SizeReport::of(&world(&document(LINK_PAUSE)), None);
    assert_eq!((report.groups.len(), report.link_pauses), (0, vec!["s.0".to_owned(), "s.1".to_owned()]));
    let pfc = SizeReport::of(&world(&sized(2, "5m", &[("link_pause", "off")])), None);
    assert!(!pfc.groups.is_empty() && pfc.link_pauses.is_empty(), "{:?}", pfc.link_pauses);
}

/// The greatest recommended `link_xoff` causes no warning, and loses no frame even if nothing drains. A
/// `link_xoff` that is three frames higher loses frames. The margin is three frames, because the bound is
/// rounded up by a frame for each part of the memory.
#[test]
fn a_link_at_its_recommended_thresholds_loses_nothing() {
    for (length, headroom) in [("5m", "20k"), ("300m", "200k"), ("1km", "400k")] {
        let with = |xoff: u64, xon: u64| {
            let (xoff, xon) = (xoff.to_string(), xon.to_string());
            sized(1, length, &[("link_xoff", &*xoff), ("link_xon", &*xon), ("headroom", headroom)])
        };
        let size = |document: &Document| {
            let sizes = SizeReport::of(&world(document), None).link_pause_sizes;
            sizes.into_iter().find(|size| size.port == 0).expect("the port of the sender")
        };
        let found = size(&with(10_000, 5_000));
        let most = found.link_xoff_most_bytes;
        assert_eq!((found.link_xoff_set_bytes, found.link_xon_set_bytes), (10_000, 5_000));
        assert!(found.link_xoff_bytes == found.link_xon_bytes + 2 * 1_024 && most > 0, "{found:#?}");
        assert!(!is_named(&with(most, 5_000)) && is_named(&with(most + 1_024, 5_000)), "{length}: {most}");
        let lost = |xoff: u64| {
            let mut document = with(xoff, 5_000);
            document.pause_sources = serde_json::from_str(
                r#"[{"name": "blocked", "node": "r", "priorities": [3], "every": "100us"}]"#,
            )
            .expect("a source");
            ran(&document).1.fabric.lossless_violations
        };
        assert_eq!(lost(most), 0, "{length}: {most}");
        assert!(lost(most + 3 * 1_024) > 0, "{length}: {most}");
    }
}
