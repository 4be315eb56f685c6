//! Tests of warnings about settings that have no effect, or can only do harm. Each warning names the place.

use fabric_sim::document::Flow;

use super::*;

#[test]
fn wred_of_a_lossless_class_is_named_and_of_a_lossy_one_is_not() {
    let given = document(WRED_ON_LOSSLESS);
    let reported = warned(&given);
    says(&reported, "p3.wred_min: 50k has no effect on a lossless class, which WRED never drops");
    says(&reported, "p3.wred_max: 100k has no effect on a lossless class");
    let lossy = edited(given, &[("p3.lossless", "off")]);
    says_nothing_of(&warned(&lossy), "wred");
}

#[test]
fn defaults_of_the_fabric_are_never_named() {
    let pause = preset("pause");
    for (key, value) in [
        ("wred_min", "50k"),
        ("kmax", "100k"),
        ("egress_limit", "50k"),
        ("pfc_rx", "on"),
        ("watchdog_poll", "1ms"),
        ("kmin", "1k"),
    ] {
        let reported = warned(&edited(pause.clone(), &[(key, value)]));
        says_nothing_of(&reported, &format!("{key}:"));
    }
}

#[test]
fn settings_without_effect_are_named_at_their_place() {
    let pause = preset("pause");
    for (edits, expected) in [
        (&[("switch.s1.p0.headroom", "20k")][..], "switch.s1.p0.headroom: 20k is kept for no lossy class"),
        (&[("switch.s1.p0.xon", "5k")], "switch.s1.p0.xon: 5k resumes nothing"),
        (&[("switch.s1.p3.egress_limit", "30k")], "switch.s1.p3.egress_limit: 30k limits no lossless queue"),
        (&[("switch.s1.p3.egress_alpha", "2")], "switch.s1.p3.egress_alpha: 2 limits no lossless queue"),
        (
            &[("switch.s1.port.0.p0.wred_max", "30k")],
            "switch.s1.port.0.p0.wred_max: 30k has no effect without wred_min",
        ),
        (&[("switch.s1.p3.kmax", "30k")], "switch.s1.p3.kmax: 30k has no effect without kmin"),
        (&[("switch.s1.p0.kmin", "3k")], "switch.s1.p0.kmin: 3k marks nothing: no flow that is ECN-capable"),
        (&[("switch.s1.p0.pfc_tx", "on")], "switch.s1.p0.pfc_tx: on has no effect"),
        (
            &[("switch.s1.port.2.p3.watchdog_poll", "1ms")],
            "switch.s1.port.2.p3.watchdog_poll: 1ms has no effect without watchdog",
        ),
        (&[("host.h3.drain", "400G")], "host.h3.drain: 400G slows nothing"),
        (
            &[("host.h3.drain", "99G")],
            "host.h3.drain: 99G slows nothing: with preambles and gaps, the host's link brings no more",
        ),
        (
            &[("switch.s1.port.2.p3.watchdog", "sonic"), ("host.h3.pfc_tx", "off")],
            "switch.s1.port.2.p3.watchdog: sonic watches a class that nothing at the other end",
        ),
    ] {
        says(&warned(&edited(pause.clone(), edits)), expected);
    }
}

#[test]
fn rates_and_bursts_that_cannot_act_are_named_at_their_place() {
    let pause = preset("pause");
    let port = "switch.s1.port.2";
    for (key, value, beside, reason) in [
        ("p3.cbs", "9k", ("p3.cir", "1G"), "has no effect without cir"),
        ("p3.pbs", "9k", ("p3.pir", "1G"), "has no effect without pir"),
        ("port_pbs", "9k", ("port_pir", "1G"), "has no effect without port_pir"),
        ("link_xoff", "30k", ("link_pause", "on"), "has no effect without link_pause"),
        ("link_xon", "3k", ("link_pause", "on"), "has no effect without link_pause"),
        ("link_xoff", "30k", ("link_pause", "rx"), ""),
    ] {
        let alone = edited(pause.clone(), &[(&format!("{port}.{key}"), value)]);
        if reason.is_empty() {
            let reported = warned(&edited(alone, &[(&format!("{port}.{}", beside.0), beside.1)]));
            says(&reported, "switch.s1.port.2.link_xoff: 30k has no effect: the port sends no 802.3x pauses");
            continue;
        }
        says(&warned(&alone), &format!("{port}.{key}: {value} {reason}"));
        let both = edited(alone, &[(&format!("{port}.{}", beside.0), beside.1)]);
        says_nothing_of(&warned(&both), &format!("{key}:"));
    }
    for key in ["p3.cir", "p3.pir", "port_pir"] {
        let at = |rate: &str| warned(&edited(pause.clone(), &[(&format!("{port}.{key}"), rate)]));
        says(&at("900G"), "above the rate of its link");
        says_nothing_of(&at("1G"), "above the rate of its link");
        let default = edited(pause.clone(), &[(key.trim_start_matches("p3."), "900G")]);
        says_nothing_of(&warned(&default), "above the rate of its link");
    }
}

#[test]
fn settings_of_pfc_on_a_link_with_link_pause_are_named() {
    let link = [("host.h3.link_pause", "on"), ("host.h3.drain", "5G"), ("switch.s1.port.2.link_pause", "on")];
    for (address, value, reason) in [
        ("switch.s1.port.2.p3.xon", "3k", "resumes nothing on a link with 802.3x pause"),
        ("switch.s1.port.2.pfc_trigger", "egress", "has no effect on a link with 802.3x pause"),
        ("host.h3.p3.receive_high", "100k", "has no effect on a link with 802.3x pause"),
        ("host.h3.nic_watchdog", "100us", "watches for PFC on a link with 802.3x pause"),
    ] {
        let set = edited(preset("pause"), &[("host.h3.drain", "5G"), (address, value)]);
        says_nothing_of(&warned(&set), &format!("{address}:"));
        let paused = edited(preset("pause"), &[&link[..], &[(address, value)]].concat());
        says(&warned(&paused), &format!("{address}: {value} {reason}"));
    }
}

#[test]
fn settings_that_act_at_one_of_their_places_are_not_named() {
    let pause = preset("pause");
    for (key, value) in [
        // A setting of a whole switch has an effect at some of its priorities. The lossless priority has
        // headroom; the lossy priorities have limits and early drops.
        ("switch.s1.headroom", "20k"),
        ("switch.s1.egress_limit", "30k"),
        ("switch.s1.wred_min", "30k"),
        ("switch.s1.kmin", "3k"),
        ("switch.s1.p3.kmin", "3k"),
        ("switch.s1.port.2.p3.watchdog", "sonic"),
        ("host.h3.drain", "10G"),
    ] {
        says_nothing_of(&warned(&edited(pause.clone(), &[(key, value)])), &format!("{key}:"));
    }
}

/// Real switches give a lossless queue without a limit a limit as large as the memory. No warning may name
/// such a limit.
#[test]
fn a_lossless_limit_without_effect_is_not_reported() {
    for limit in ["16M", "1G", "off"] {
        let reported = warned(&edited(preset("pause"), &[("switch.s1.p3.egress_limit", limit)]));
        says_nothing_of(&reported, "egress_limit");
    }
}

#[test]
fn a_later_kmin_makes_kmax_act() {
    let mut document = edited(preset("pause"), &[("switch.s1.p3.kmax", "30k")]);
    document.edit_all([("at", "5us:switch.s1.p3.kmin=3k")].into_iter()).unwrap();
    says_nothing_of(&warned(&document), "kmax");
}

#[test]
fn pauses_obeyed_for_a_class_that_can_only_drop_are_named() {
    let reported = warned(&document(OBEYS_LOSSY));
    says(&reported, "switch.dut.p0.pfc_rx: on obeys pauses of a class that is lossy at every input");
    let (_, report) = ran(&document(OBEYS_LOSSY));
    assert!(report.fabric.dropped_frames > 0, "and that is what it costs");
}

#[test]
fn a_rate_above_its_link_is_named() {
    let mut document = document(STARVED_BY_STRICT);
    says_nothing_of(&warned(&document), "above its link");
    document.flows[1].arrival = serde_json::from_str(r#"{"constant": "120G"}"#).unwrap();
    says(&warned(&document), "flow lossless: its rate 120G is above its link's, 100G");
    document.flows[1].arrival = serde_json::from_str(r#"{"constant": "99G"}"#).unwrap();
    says(
        &warned(&document),
        "flow lossless: its rate 99G is above what its link of 100G carries in frames of",
    );
    // A frame of 1024 B takes 1044 B on the wire.
    document.flows[1].frame = serde_json::from_str("1024").unwrap();
    document.flows[1].arrival = serde_json::from_str(r#"{"constant": "98G"}"#).unwrap();
    says_nothing_of(&warned(&document), "above");
}

#[test]
fn a_dcqcn_flow_that_meets_no_marking_queue_is_named() {
    let document = edited(preset("pause"), &[("rate_control", "dcqcn")]);
    says(&warned(&document), "DCQCN never slows it down: no queue on its way marks");
    for place in ["kmin", "switch.s1.port.2.p3.kmin"] {
        says_nothing_of(&warned(&edited(document.clone(), &[(place, "3k")])), "no queue on its way marks");
    }
    // No flow leaves by this port.
    says(&warned(&edited(document, &[("switch.s1.port.0.p3.kmin", "3k")])), "no queue on its way marks");
}

#[test]
fn headroom_below_one_frame_is_named_beforehand() {
    let reported = warned(&document(HEADROOM_ZERO));
    says(&reported, "it does not hold one frame of 1024 B (1.024 kB of memory)");
    let reported = warned(&edited(document(HEADROOM_ZERO), &[("cell_bytes", "256"), ("headroom", "1023")]));
    says(&reported, "it does not hold one frame of 1024 B (1.024 kB of memory)");
    let reported = warned(&edited(document(HEADROOM_ZERO), &[("headroom", "1024")]));
    says_nothing_of(&reported, "does not hold one frame");
}

/// A lossless group without headroom can drop a frame before it reaches XOFF. Such a group requests no pause.
/// Groups always reach an XOFF that is a multiple of the frame length, but not every other XOFF.
#[test]
fn a_lossless_group_that_dropped_without_a_pause_is_reported() {
    let (_, report) = ran(&document(HEADROOM_ZERO));
    assert_eq!(report.fabric.pause_sent, 0);
    let [first, second] = report.drops_without_pause.as_slice() else {
        panic!("{:#?}", report.drops_without_pause)
    };
    assert_eq!((first.port.as_str(), first.priority, second.port.as_str()), ("dut.0", 3, "dut.1"));
    assert_eq!(first.lost_frames + second.lost_frames, report.fabric.lossless_violations);
    assert_eq!((first.shared_peak_bytes, first.xoff_bytes, first.headroom_bytes), (99_328, Some(100_000), 0));
    assert!(first.why.starts_with("its shared use came to 99 328 of 100 000 B"), "{}", first.why);
    let (_, report) = ran(&edited(document(HEADROOM_ZERO), &[("xoff", "102400")]));
    assert!(report.fabric.pause_sent > 100, "{}", report.fabric.pause_sent);
    assert_eq!(report.drops_without_pause, [], "the group requested pauses");
}

/// SONiC sets `dynamic_th` to 7 (α = 128) for lossless egress queues. This value means no limit, so no
/// warning names it.
#[test]
fn an_alpha_that_stands_for_no_limit_is_not_named() {
    let named = |alpha: &str| {
        let reported = warned(&edited(preset("pause"), &[("p3.egress_alpha", alpha)]));
        reported.iter().any(|reported| reported.contains("limits no lossless queue"))
    };
    assert!(named("64"));
    assert!(!named("128"));
}

/// The DCQCN paper compares XOFF with the sum of Kmin over the outputs that mark ECN-capable frames. For one
/// output, a Kmin below XOFF is within the bound; for two outputs, the sum may exceed XOFF.
#[test]
fn kmin_is_compared_by_the_outputs_that_mark() {
    let xoff_20k = [("xoff", "20k"), ("xon", "10k")];
    let bound = |document: Document, marking: &[(&str, &str)]| {
        let document = edited(document, &[&xoff_20k[..], marking].concat());
        warned(&document).into_iter().find(|reported| reported.contains("DCQCN paper's bound"))
    };
    let at = |n: u8| format!("switch.s1.port.{n}.p3.kmin");
    // Both flows of the preset go to the host at port 2. The added flow goes to the host at port 1.
    let mut both = preset("pause");
    let back = Flow {
        name: "back".to_owned(),
        from: both.flows[0].to.clone(),
        to: "h2".to_owned(),
        ..both.flows[0].clone()
    };
    both.flows.push(back);
    let named = |marking: &[(&str, &str)]| bound(both.clone(), marking);
    assert_eq!(named(&[(&at(2), "12k")]), None);
    assert_eq!(bound(preset("pause"), &[(&at(1), "12k"), (&at(2), "12k")]), None);
    let two = named(&[(&at(1), "12k"), (&at(2), "12k")]).expect("24 kB at two outputs");
    assert!(two.contains("Kmin 12 kB times 2 outputs is above XOFF 20 kB"), "{two}");
    let unequal = named(&[(&at(1), "9k"), (&at(2), "12k")]).expect("21 kB at two outputs");
    assert!(unequal.contains("the sum of Kmin over the 2 outputs that mark, 21 kB, is above XOFF 20 kB"));
    assert_eq!(named(&[(&at(1), "8k"), (&at(2), "12k")]), None);
}

/// Each minimum rate is below the rate of the link, but their sum is above the rate.
#[test]
fn minimum_rates_above_their_link_together_are_named() {
    let port = "switch.s1.port.2";
    let rates = |first: &str, second: &str| {
        let edits = [(&*format!("{port}.p3.cir"), first), (&*format!("{port}.p4.cir"), second)];
        warned(&edited(preset("pause"), &edits))
    };
    says(&rates("60G", "50G"), "s1.2: the minimum rates (cir) of its classes are 110G together");
    says_nothing_of(&rates("60G", "40G"), "together");
    says_nothing_of(&warned(&edited(preset("pause"), &[("cir", "50G")])), "together");
}

#[test]
fn traffic_that_begins_after_the_end_of_the_run_is_named() {
    let mut late = preset("pause");
    for flow in &mut late.flows {
        flow.start = Time::from_us(41);
    }
    says(
        &warned(&late),
        "flow h1 to h3 and flow h2 to h3 start after the end of the run (40 µs), so they send nothing",
    );
    late.flows.iter_mut().for_each(|flow| flow.start = Time::from_us(40));
    says_nothing_of(&warned(&late), "after the end of the run");
}

/// A lossy class that obeys pauses does no harm. A warning names the setting only if the document gives it
/// for a place (a node, port or priority).
#[test]
fn pfc_rx_of_a_lossy_class_is_named_only_for_a_place() {
    let given = |address: &str| warned(&edited(preset("pause"), &[(address, "on")]));
    says_nothing_of(&given("pfc_rx"), "but none are sent");
    says(&given("host.h1.p5.pfc_rx"), "obeys pauses of priority 5, but none are sent; set pfc_rx off there");
}
