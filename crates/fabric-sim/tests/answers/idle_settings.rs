//! Tests of warnings about settings without a function that they need, such as a crossbar or a slow bus.

use super::*;

/// Document of the preset `pause` with the settings `edits`.
fn pause(edits: &[(&str, &str)]) -> Document {
    let mut document = preset("pause");
    document.edit_all(edits.iter().copied()).unwrap_or_else(|problems| panic!("{problems}"));
    document
}

/// Some settings need a function: the times of a watchdog need the watchdog, and the headroom of a class
/// needs a lossless class. If an action switches the function on, the setting has an effect.
#[test]
fn a_setting_whose_function_an_action_switches_on_is_not_idle() {
    let document = document(WATCHDOG_SET_LATER);
    says_nothing_of(&warned(&document), "has no effect without watchdog");
    let (world, _) = ran(&document);
    says_nothing_of(&warnings(&world), "has no effect without watchdog");
    let mut without = document;
    without.actions.clear();
    says(&warned(&without), "has no effect without watchdog");
}

/// Each row of the table has a setting without effect and the beginning of its warning. The row also has a
/// second setting, with which the first one has an effect.
#[test]
fn settings_that_need_another_function_are_named_without_it() {
    for (address, value, reason, beside) in [
        (
            "switch.s1.crossbar_speedup",
            "2",
            "has no effect without a crossbar",
            ("switch.s1.fabric", "crossbar"),
        ),
        (
            "switch.s1.crossbar_iterations",
            "4",
            "has no effect without a crossbar",
            ("switch.s1.fabric", "crossbar"),
        ),
        ("switch.s1.mac_ageing", "1s", "has no effect with a static MAC table", ("mac_table", "learnt")),
        ("switch.s1.unknown", "drop", "has no effect with a static MAC table", ("mac_table", "learnt")),
        ("switch.s1.ets", "wrr", "has no effect where no class is an ETS class", ("p0.class", "ets")),
        ("switch.s1.ets_counts", "wire", "has no effect where no class is an ETS", ("p0.class", "ets")),
        ("host.h1.ets_quantum", "5k", "has no effect where no class is an ETS class", ("p0.class", "ets")),
        ("p3.alpha", "2", "has no effect on a static threshold", ("p3.threshold", "dynamic")),
        ("switch.s1.p3.xoff", "60k", "has no effect on a dynamic", ("switch.s1.p3.threshold", "static")),
        (
            "host.h1.pfc_order",
            "after_wait",
            "has no effect without a response time",
            ("host.h1.pfc_delay", "1us"),
        ),
        ("switch.s1.port.2.p3.cir", "5G", "guarantees nothing: no other class", ("", "")),
        ("switch.s1.p3.ecn_at", "enqueue", "has no effect without kmin", ("p3.kmin", "5k")),
        ("host.h1.receive_buffer", "300k", "has no effect: the host takes", ("host.h1.drain", "5G")),
        ("host.h1.nic_watchdog", "1ms", "watches nothing: the host takes", ("host.h1.drain", "5G")),
        ("host.h1.pause_quanta", "100", "acts on no pause: the host takes", ("host.h1.drain", "5G")),
        ("host.h1.refresh", "1us", "acts on no pause: the host takes", ("host.h1.drain", "5G")),
        ("host.h1.response_queue", "100k", "limits nothing: no flow reads", ("", "")),
        ("host.h1.pfc_trigger", "egress", "has no effect at a host", ("", "")),
        ("switch.s1.pause_quanta", "100", "acts on no pause: the port has no", ("p3.lossless", "on")),
        ("switch.s1.refresh", "1us", "acts on no pause: the port has no", ("p3.lossless", "on")),
        (
            "switch.s1.headroom_pool",
            "90k",
            "has no effect: the switch has no lossless",
            ("p3.lossless", "on"),
        ),
        ("switch.s1.headroom_ratio", "2", "has no effect: the switch has no lossless", ("p3.lossless", "on")),
        ("host.h1.pfc_delay", "1us", "delays nothing: nothing at the other end", ("p3.lossless", "on")),
        ("host.h1.p3.receive_high", "50k", "has no effect: the host takes", ("host.h1.drain", "5G")),
        ("host.h1.p3.receive_low", "5k", "has no effect: the host takes", ("host.h1.drain", "5G")),
        ("host.h1.explicit_xon", "off", "has no effect: the host takes", ("host.h1.drain", "5G")),
        ("switch.s1.port.2.explicit_xon", "off", "has no effect: a lossy class", ("p3.lossless", "on")),
        ("host.h1.clock_ppm", "100", "paces nothing: no flow of the host has a rate", ("", "")),
        ("switch.s1.port.0.default_priority", "4", "classifies nothing", ("switch.s1.port.0.trust", "port")),
        ("host.h1.drain", "5G", "slows nothing: no flow sends frames to the host", ("", "")),
        ("switch.s1.port.2.refresh", "1us", "acts on no pause: no frames arrive at the port", ("", "")),
        ("switch.s1.port.2.p5.pir", "1G", "has no effect: no flow sends frames in this class", ("", "")),
        ("switch.s1.port.2.p5.cir", "1G", "has no effect: no flow sends frames in this class", ("", "")),
        ("switch.s1.p5.wred_min", "9k", "has no effect: no flow sends frames in this class", ("", "")),
        ("switch.s1.p5.egress_limit", "9k", "has no effect: no flow sends frames in this class", ("", "")),
        ("switch.s1.p5.egress_alpha", "1/2", "has no effect: no flow sends frames in this class", ("", "")),
    ] {
        let given = match address {
            "p3.alpha" => vec![("p3.threshold", "static"), (address, value)],
            "switch.s1.p3.xoff" => vec![(address, value), ("switch.s1.p3.threshold", "dynamic")],
            _ if beside.0 == "p3.lossless" => vec![("p3.lossless", "off"), (address, value)],
            _ => vec![(address, value)],
        };
        let expected = format!("{address}: ");
        let reported = warned(&pause(&given));
        let found = reported.iter().find(|reported| reported.starts_with(&expected));
        assert!(found.is_some_and(|reported| reported.contains(reason)), "{address}: {reported:#?}");
        if !beside.0.is_empty() {
            let mut both: Vec<(&str, &str)> = given.into_iter().filter(|one| one.0 != beside.0).collect();
            both.extend([beside].into_iter().chain((beside.0 == "p0.class").then_some(("p0.share", "50"))));
            says_nothing_of(&warned(&pause(&both)), &expected);
        }
    }
}

/// On a link of 100 Gb/s, frames of 1500 B, each with 20 B of preamble and gap, reach at most 98.68 Gb/s.
#[test]
fn a_maximum_rate_that_frames_cannot_reach_is_named_and_changes_nothing() {
    let long = |edits: &[(&str, &str)]| {
        let mut document = pause(edits);
        document.horizon = Time::from_ms(2);
        document
    };
    let delivered = |document: &Document| ran(document).0.counters().totals.delivered;
    let without = delivered(&long(&[]));
    for key in ["p3.pir", "port_pir"] {
        for (rate, acts) in [("98.7G", false), ("98.6G", true)] {
            let document = long(&[(&format!("switch.s1.port.2.{key}"), rate)]);
            let is_named =
                warned(&document).iter().any(|warning| warning.contains("its link carries no more"));
            assert_eq!((is_named, delivered(&document) < without), (!acts, acts), "{key}: {rate}");
        }
        says_nothing_of(&warned(&pause(&[(&format!("switch.s1.port.2.{key}"), "100G")])), key);
    }
}

/// A lossy queue contains at most its static limit, and at most the memory of its switch. A warning names a
/// WRED minimum that is not below these limits.
#[test]
fn a_wred_minimum_that_no_queue_reaches_is_named() {
    let lossy = [("p3.lossless", "off"), ("switch.s1.memory", "200k")];
    for (limit, minimum, is_idle) in
        [("off", "200k", true), ("off", "199k", false), ("50k", "50k", true), ("50k", "49k", false)]
    {
        let at_port =
            [("switch.s1.port.2.p3.egress_limit", limit), ("switch.s1.port.2.p3.wred_min", minimum)];
        let given = warned(&pause(&[&lossy[..], &at_port].concat()));
        let is_named = given.iter().any(|warning| warning.contains("drops nothing: the queue cannot be"));
        assert_eq!(is_named, is_idle, "{limit} {minimum}: {given:#?}");
    }
}

#[test]
fn a_clock_error_acts_on_a_flow_with_a_rate() {
    let mut document = pause(&[("host.h1.clock_ppm", "100")]);
    for flow in &mut document.flows {
        flow.arrival = serde_json::from_str(r#"{"constant": "10G"}"#).unwrap();
    }
    says_nothing_of(&warned(&document), "clock_ppm");
}

/// A frame without a VLAN tag and without an IP header gets the default class of the port.
#[test]
fn a_default_priority_acts_on_frames_without_a_trusted_field() {
    let mut document = pause(&[("switch.s1.port.0.default_priority", "4")]);
    document.flows[0].tagged = Some(false);
    document.flows[0].format = "raw".to_owned();
    says_nothing_of(&warned(&document), "classifies nothing");
}

#[test]
fn a_setting_of_a_class_that_only_a_later_flow_uses_is_not_named() {
    let late = r#"{"at": "20us", "flow": {"name": "late", "from": "h1", "to": "h3", "priority": 5}}"#;
    let mut document = pause(&[("switch.s1.p5.pir", "1G")]);
    says(&warned(&document), "switch.s1.p5.pir");
    document.actions.push(serde_json::from_str(late).unwrap());
    says_nothing_of(&warned(&document), "switch.s1.p5.pir");
}

#[test]
fn default_values_and_values_for_the_whole_fabric_are_not_named() {
    for (address, value) in [
        ("switch.s1.crossbar_speedup", "3/2"),
        ("crossbar_speedup", "2"),
        ("mac_ageing", "1s"),
        ("ets", "wrr"),
        ("explicit_xon", "off"),
        ("clock_ppm", "50"),
        ("default_priority", "4"),
        ("pir", "1G"),
        ("receive_high", "50k"),
    ] {
        says_nothing_of(&warned(&pause(&[(address, value)])), &format!("{address}:"));
    }
}

#[test]
fn thresholds_of_a_class_with_credits_are_named() {
    for (address, value) in [("switch.s2.p3.xoff", "90k"), ("switch.s2.p3.xon", "5k")] {
        let mut document = preset("cbfc");
        says_nothing_of(&warned(&document), address);
        document.edit(address, value).unwrap_or_else(|problems| panic!("{problems}"));
        let expected = format!("{address}: ");
        let reported = warned(&document);
        let found = reported.iter().find(|reported| reported.starts_with(&expected));
        assert!(
            found.is_some_and(|reported| reported.contains("acts on no pause: the class has credits")),
            "{reported:#?}"
        );
    }
}

/// Port 2 of the switch has a maximum rate of 4 Gb/s. A rate of 5 Gb/s for a queue is above this maximum, and
/// a rate of 3 Gb/s is not.
#[test]
fn rates_above_the_maximum_rate_of_their_port_are_named() {
    let with = |key: &str, rate: &str| {
        let address = format!("switch.s1.port.2.p3.{key}");
        warned(&pause(&[("switch.s1.port.2.port_pir", "4G"), (&address, rate)]))
    };
    says(&with("pir", "5G"), "pir: 5G limits nothing: it is above the maximum rate of its port (port_pir)");
    says(&with("cir", "5G"), "cir: 5G is above the maximum rate of its port (port_pir)");
    for key in ["pir", "cir"] {
        says_nothing_of(&with(key, "3G"), "above the maximum rate of its port");
    }
}

#[test]
fn a_least_rate_of_dcqcn_that_no_cnp_can_cut_is_named() {
    let with = |rate: &str| {
        let edits = [("rate_control", "dcqcn"), ("dcqcn_min", rate), ("kmin", "5k"), ("kmax", "50k")];
        edited(preset("incast"), &edits)
    };
    says(&warned(&with("400G")), "no CNP slows it");
    says_nothing_of(&warned(&with("100M")), "no CNP slows it");
}

#[test]
fn a_pause_source_whose_priorities_no_port_obeys_is_named_and_pauses_nothing() {
    const LINK: &str = r#", "link_pause": "on", "xoff": "400k", "headroom": "80k", "link_xoff": "300k""#;
    let with = |priorities: &str, params: &str| {
        document(&format!(
            r#"{{"format": 1, "model": 2, "horizon": "1ms", "hosts": [{{"name": "a"}}, {{"name": "r"}}], "switches": [{{"name": "s"}}],
            "links": [["a", "s", "100G", "5m"], ["s", "r", "100G", "5m"]], "params": {{"p5.lossless": "off"{params}}},
            "pause_sources": [{{"name": "stray", "node": "r", "port": 0, "priorities": [{priorities}], "every": "10us"}}],
            "flows": [{{"name": "f", "from": "a", "to": "r", "priority": 3}}]}}"#
        ))
    };
    let sends_only = format!(r#"{LINK}, "switch.s.port.1.link_pause": "tx""#);
    for (priorities, params, named) in
        [("5", "", true), ("3", "", false), ("3, 5", "", false), ("3", LINK, false), ("3", &sends_only, true)]
    {
        let (world, report) = ran(&with(priorities, params));
        let is_named = warnings(&world)
            .iter()
            .any(|reported| reported.starts_with("pause source stray: pauses nothing"));
        assert_eq!(is_named, named, "{priorities}{params}");
        assert_eq!(report.flows[0].throughput_bps > 90_000_000_000, named, "{priorities}{params}");
    }
}
