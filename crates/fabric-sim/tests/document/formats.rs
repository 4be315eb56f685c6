//! Tests of the frame formats of flows. Also tests that a field is refused if it contradicts the frame format
//! of its flow.

use std::sync::Arc;

use fabric_sim::document::Document;
use fabric_sim::engine::{DropCause, EventKind, TraceEvent, World};
use fabric_sim::insight::Report;
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;
use fabric_sim::wire::Ecn;

use super::{compile, good, refused, with};

fn flow(rest: &str) -> String {
    format!(r#", "flows": [{{"name": "f", "from": "h1", "to": "h2", {rest}}}]"#)
}

fn sizes(rest: &str) -> (u16, u16) {
    let spec = good(&flow(rest));
    (spec.flows[0].frame_bytes, spec.flows[0].payload_bytes)
}

#[test]
fn the_length_of_a_frame_is_payload_plus_overhead_of_its_format() {
    for (rest, expected) in [
        (r#""priority": 3"#, (1_000, 978)),
        (r#""payload": 1000"#, (1_022, 1_000)),
        (r#""format": "rocev2", "payload": 4096"#, (4_162, 4_096)),
        (r#""format": "rocev2", "tagged": false, "payload": 1024"#, (1_086, 1_024)),
        (r#""format": "rocev2", "frame": 1086"#, (1_086, 1_020)),
        (r#""format": "standard", "payload": 1344, "icrc": true"#, (1_344 + 54 + 8, 1_344)),
        (r#""format": "afh_gen1", "payload": 1344"#, (1_344 + 26 + 4, 1_344)),
        (r#""format": "afh_gen2_16b", "tagged": false, "payload": 1344"#, (1_344 + 22 + 4, 1_344)),
        (r#""format": "afh_lite", "payload": 1344"#, (1_360, 1_344)),
        (r#""format": "raw", "payload": 9216"#, (9_238, 9_216)),
        (r#""payload": 1"#, (64, 1)),
        (r#""payload": 1000, "frame": 1044"#, (1_044, 1_000)),
    ] {
        assert_eq!(sizes(rest), expected, "{rest}");
    }
}

#[test]
fn invalid_frames_are_refused_with_the_reason() {
    for (rest, expected) in [
        (
            r#""format": "rocev3""#,
            "flows[0].format: there is no format \"rocev3\"; there are ip, rocev2, standard",
        ),
        (r#""format": "afh_lite", "tagged": true"#, "flows[0].tagged: afh_lite frames cannot carry a tag"),
        (r#""format": "afh_lite", "pcp": 3"#, "flows[0].pcp: a frame without a tag has no PCP"),
        (r#""tagged": false, "pcp": 3"#, "flows[0].pcp: a frame without a tag has no PCP"),
        (r#""format": "afh_gen1", "dscp": 24"#, "flows[0].dscp: afh_gen1 frames have no IP header"),
        (r#""dscp": 64"#, "flows[0].dscp: is 64, but must be a whole number from 0 to 63"),
        (r#""icrc": true"#, "flows[0].icrc: ip frames have no ICRC"),
        (r#""format": "rocev2", "icrc": true"#, "flows[0].icrc: rocev2 frames always have an ICRC"),
        (
            r#""format": "standard", "payload": 1345"#,
            "flows[0].payload: is 1345, but must be at most 1344, the longest payload of standard frames",
        ),
        (
            r#""format": "rocev2", "frame": "9k""#,
            "flows[0].frame: is 9000, but must be from 67 to 4162: rocev2 frames have 66 bytes around",
        ),
        (r#""format": "rocev2", "frame": 64"#, "flows[0].frame: is 64, but must be from 67 to 4162"),
        (
            r#""format": "afh_lite", "acks": {"priority": 5}"#,
            "flows[0].acks: afh_lite frames are not acknowledged",
        ),
    ] {
        let reported = refused(&with(&flow(rest)));
        assert!(reported.contains(expected), "{rest}\n got {reported}\n not  {expected}");
    }
}

#[test]
fn only_frames_with_an_ip_header_can_be_marked() {
    let ecn = |rest: &str| good(&flow(rest)).flows[0].ecn;
    assert_eq!(ecn(r#""format": "rocev2""#), Ecn::Capable);
    for format in ["afh_gen1", "afh_gen2_16b", "afh_lite", "raw"] {
        assert_eq!(ecn(&format!(r#""format": "{format}""#)), Ecn::NotCapable, "{format}");
        // A flow in a format without IP that requests ECN marks causes a warning, and its frames are not
        // marked.
        let spec = good(&flow(&format!(r#""format": "{format}", "ecn": true"#)));
        let mut events: Vec<TraceEvent> = Vec::new();
        World::new(Arc::new(spec)).run_until(Time::from_us(5), u64::MAX, &mut events);
        let sent = events.iter().filter_map(|event| match event.kind {
            EventKind::Started(frame) => Some(frame.ecn),
            _ => None,
        });
        let sent: Vec<Ecn> = sent.collect();
        assert!(!sent.is_empty() && sent.iter().all(|ecn| *ecn == Ecn::NotCapable), "{format}");
    }
}

#[test]
fn a_document_has_formats_of_its_own() {
    let own = |format: &str, flow: &str| {
        with(&format!(
            r#", "formats": [{format}], "flows": [{{"name": "f", "from": "h1", "to": "h2", {flow}}}]"#
        ))
    };
    let mine = r#"{"name": "mine", "header": 40, "trailer": 8, "ip": true, "max_payload": 500}"#;
    let spec = compile(&own(mine, r#""format": "mine", "payload": 500"#)).unwrap();
    assert_eq!((spec.flows[0].frame_bytes, spec.flows[0].ecn), (500 + 40 + 4 + 8, Ecn::Capable));
    for (format, flow, expected) in [
        (mine, r#""format": "mine", "payload": 501"#, "at most 500"),
        (r#"{"name": "raw", "header": 14}"#, "\"priority\": 3", "formats[0].name: there is another format"),
        (r#"{"name": "a b", "header": 14}"#, "\"priority\": 3", "formats[0].name: is \"a b\""),
        (r#"{"name": "x", "header": 11}"#, "\"priority\": 3", "formats[0].header: is 11"),
        (
            r#"{"name": "x", "header": 20, "ip": true}"#,
            "\"priority\": 3",
            "formats[0].header: is 20, but must be at least 34",
        ),
        (
            r#"{"name": "x", "header": 20, "tag": false}"#,
            r#""format": "x", "tagged": true"#,
            "cannot carry a tag",
        ),
    ] {
        let reported = refused(&own(format, flow));
        assert!(reported.contains(expected), "{format} {flow}\n got {reported}\n not  {expected}");
    }
}

#[test]
fn maps_name_switches_and_ports_that_are_there() {
    let reported = |map: &str| refused(&with(&format!(r#", "maps": [{map}]"#)));
    assert!(reported(r#"{"switch": "h1"}"#).contains("maps[0].switch: \"h1\" is no switch"));
    assert!(reported(r#"{"switch": "s1", "port": 2}"#).contains("maps[0].port: is 2, but must be below 2"));
    assert!(reported(r#"{"switch": "s1", "pcp": [[8, 0]]}"#).contains("maps[0].pcp[0][0]: is 8"));
}

/// Priority to which the switch charges the frames of the flow, read from the counters of the switch.
fn class(fields: &str) -> usize {
    let spec = good(fields);
    let input = spec.ports[0].peer.index();
    let world = ran(spec);
    let lanes = &world.counters().ports[input];
    let used: Vec<usize> = (0..8).filter(|n| lanes[*n].rx_frames > 0).collect();
    assert_eq!(used.len(), 1, "{fields}: {used:?}");
    used[0]
}

fn ran(spec: Spec) -> World {
    let mut world = World::new(std::sync::Arc::new(spec));
    world.run_until(Time::from_us(30), u64::MAX, &mut ());
    world
}

#[test]
fn a_port_classifies_by_tag_then_dscp_then_its_default() {
    let with_params =
        |flow_fields: &str, params: &str| format!(r#"{}, "params": {{{params}}}"#, flow(flow_fields));
    for (flow, params, expected) in [
        (r#""priority": 4"#, "", 4),
        (r#""priority": 4, "pcp": 2"#, "", 2),
        (r#""priority": 4, "tagged": false"#, "", 4),
        (r#""priority": 4, "tagged": false, "dscp": 46"#, "", 5),
        (r#""format": "afh_lite""#, "", 0),
        (r#""format": "afh_lite""#, r#""default_priority": 3"#, 3),
        (r#""priority": 4, "dscp": 8"#, r#""trust": "dscp""#, 1),
        (r#""priority": 4"#, r#""trust": "port", "switch.s1.port.0.default_priority": 6"#, 6),
        (r#""priority": 4, "tagged": false"#, r#""trust": "pcp""#, 0),
    ] {
        assert_eq!(class(&with_params(flow, params)), expected, "{flow} {params}");
    }
}

/// The host sends the flow in a lossless class, but the DSCP map of the switch assigns the flow to a lossy
/// class. An output of 40 Gb/s then drops frames of this flow of 100 Gb/s. The report gives the place and the
/// cause.
#[test]
fn a_mismapped_lossless_flow_is_reported_in_its_lossy_class() {
    let fields = r#", "params": {"memory": "100k"},
        "flows": [{"name": "f", "from": "h1", "to": "h2", "tagged": false, "dscp": 26, "jitter": false}]"#;
    let good_run = ran(good(fields));
    assert_eq!(good_run.counters().totals.drops, 0);
    assert!(Report::of(&good_run).warnings.iter().all(|warning| !warning.contains("lossy")));

    let mapped = format!(r#"{fields}, "maps": [{{"switch": "s1", "port": 0, "dscp": [[26, 1]]}}]"#);
    let world = ran(good(&mapped));
    let report = Report::of(&world);
    assert!(report.fabric.dropped_frames > 20, "{}", report.fabric.dropped_frames);
    assert_eq!(report.fabric.lossless_violations, 0, "nothing lossless was lost");
    assert_eq!(report.fabric.pause_sent, 0);
    let lost = report.ports.iter().find(|port| port.node == "s1" && port.port == 0 && port.priority == 1);
    assert_eq!(lost.unwrap().drops[DropCause::EgressTailDrop.name()], report.fabric.dropped_frames);
    let reported = "s1.0: flow f leaves h1.0 in priority 3, which is lossless, but its DSCP 26 by the DSCP map makes it priority 1 here, which is lossy: it may be dropped here; give DSCP 26 one priority at both ends, by the maps of switches and the priority of the flow";
    assert!(report.warnings.iter().any(|warning| warning == reported), "{:?}", report.warnings);
}

#[test]
fn a_document_without_a_format_gives_the_default_frames() {
    let text = with(&flow(r#""frame": 1000"#));
    let document = Document::parse(&text).unwrap();
    assert_eq!(Document::parse(&document.to_json()), Ok(document));
    assert_eq!(good(&flow(r#""frame": 1000"#)).flows, good(&flow(r#""priority": 3"#)).flows);
}
