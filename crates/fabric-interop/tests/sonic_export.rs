//! Tests of the export: contents of a patch, and refusals of settings that SONiC lacks.

use fabric_interop::sonic::export;
use fabric_sim::document::Document;
use fabric_sim::spec::Spec;
use serde_json::{Map, Value, json};

fn compiled(params: &[(&str, &str)]) -> Spec {
    let params: Map<String, Value> =
        params.iter().map(|(name, value)| ((*name).into(), json!(value))).collect();
    let text = json!({
        "format": 1, "model": 1, "hosts": [{"name": "h1"}, {"name": "h2"}], "switches": [{"name": "s1"}],
        "links": [["h1", "s1", "100G", "5m"], ["h2", "s1", "100G", "2.5m"]], "params": params
    });
    Document::parse(&text.to_string()).unwrap().compile().unwrap()
}

fn refused(params: &[(&str, &str)]) -> String {
    let mut all = vec![("trust", "dscp")];
    all.extend(params);
    export(&compiled(&all), "s1", &[]).unwrap_err().to_string()
}

#[test]
fn values_that_sonic_cannot_express_are_refused_with_address_and_advice() {
    for (params, address, reason) in [
        (
            &[("p3.alpha", "3"), ("p3.threshold", "dynamic")][..],
            "switch.s1.port.0.p3.alpha (and 1 more): 3 is no power of two",
            "take 1/2",
        ),
        (
            &[("threshold_scope", "voq")],
            "switch.s1.port.0.p3.threshold_scope (and 1 more): ",
            "set threshold_scope=pg",
        ),
        (&[("credits", "64k")], "switch.s1.port.0.credits (and 1 more): ", "set credits=off"),
        (&[("link_pause", "on")], "switch.s1.port.0.link_pause (and 1 more): ", "set link_pause off"),
        (&[("fabric", "crossbar")], "switch.s1.fabric: ", "set fabric=ideal"),
        (
            &[("pfc_trigger", "egress")],
            "switch.s1.port.0.pfc_trigger (and 1 more): ",
            "set pfc_trigger=ingress",
        ),
        (&[("forwarding", "cut_through")], "switch.s1.forwarding: ", "set forwarding=store"),
        (
            &[("p3.counted", "off"), ("p3.lossless", "off")],
            "switch.s1.port.0.p3.counted (and 1 more): ",
            "set counted=on",
        ),
        (
            &[("p3.watchdog", "sonic"), ("p3.watchdog_detection", "99ms"), ("p3.watchdog_poll", "100ms")],
            "switch.s1.port.0.p3.watchdog_detection (and 1 more): ",
            "from 100 to 5000",
        ),
        (&[("p3.watchdog", "timer")], "switch.s1.port.0.p3.watchdog (and 1 more): ", "set sonic"),
        (
            &[("p3.watchdog", "sonic"), ("p3.watchdog_action", "flush")],
            "switch.s1.port.0.p3.watchdog_action (and 1 more): flush",
            "set drop",
        ),
        (&[("p5.pfc_rx", "on")], "switch.s1.port.0.p5.pfc_rx (and 1 more): ", "pfc_asym"),
        (&[("p3.pfc_tx", "off")], "switch.s1.port.0.p3.pfc_tx (and 1 more): ", "alike"),
        (&[("kmin", "30k"), ("pmax", "12.5%")], "switch.s1.port.0.p0.pmax (and 15 more): ", "round it"),
        (&[("headroom_ratio", "3/2")], "switch.s1.headroom_ratio: ", "whole number"),
        (
            &[("p3.pir", "1000001")],
            "switch.s1.port.0.p3.pir (and 1 more): ",
            "set a multiple of 8 bits per second",
        ),
        (
            &[("p3.cir", "1G"), ("p3.cbs", "16k"), ("p3.pir", "2G"), ("p3.pbs", "15k")],
            "switch.s1.port.0.p3.pbs (and 1 more): ",
            "raise pbs",
        ),
        (&[("mtu", "85")], "mtu: ", "set 86 to 9234"),
        (&[("mtu", "9235")], "mtu: ", "set 86 to 9234"),
    ] {
        let refusal = refused(params);
        assert!(
            refusal.lines().any(|line| line.starts_with(address) && line.contains(reason)),
            "{params:?}: {refusal}"
        );
    }
    let spec = compiled(&[("trust", "dscp")]);
    let unknown = export(&spec, "s2", &[]).unwrap_err().to_string();
    assert_eq!(unknown, "s2: the document has no such switch; there are s1");
    let host = export(&spec, "h1", &[]).unwrap_err().to_string();
    assert!(host.starts_with("h1: is a host"), "{host}");
    let twice = export(&spec, "s1", &["a".to_owned(), "a".to_owned()]).unwrap_err().to_string();
    assert!(twice.contains("cannot be called \"a\""), "{twice}");
}

/// Star of two hosts with `trust=pcp_then_dscp`. Each of `flows` gives further fields of a flow from `h1` to
/// `h2`.
fn of_flows(flows: &[Value]) -> Spec {
    let flow = |(n, fields): (usize, &Value)| {
        let mut flow = json!({"name": format!("f{n}"), "from": "h1", "to": "h2"});
        flow.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        flow
    };
    let flows: Vec<Value> = flows.iter().enumerate().map(flow).collect();
    let text = json!({"format": 1, "model": 1, "build": {"star": {"hosts": 2}}, "flows": flows});
    Document::parse(&text.to_string()).unwrap().compile().unwrap()
}

#[test]
fn a_port_that_trusts_pcp_then_dscp_gets_a_map_with_the_same_class_for_every_frame() {
    for (flows, expected) in [
        (&[][..], Some("dscp_to_tc_map")),
        (&[json!({}), json!({"priority": 4})], Some("dscp_to_tc_map")),
        (&[json!({"tagged": false})], Some("dscp_to_tc_map")),
        (&[json!({"dscp": 0})], Some("dot1p_to_tc_map")),
        (&[json!({"pcp": 3, "dscp": 0}), json!({})], Some("dot1p_to_tc_map")),
        (&[json!({"dscp": 0}), json!({"tagged": false})], None),
    ] {
        let export = export(&of_flows(flows), "s1", &[]);
        let Some(field) = expected else {
            let refusal = export.unwrap_err().to_string();
            assert!(refusal.starts_with("switch.s1.port.0.trust (and 1 more): "), "{refusal}");
            assert!(refusal.contains("set trust=dscp"), "{refusal}");
            continue;
        };
        let export = export.unwrap_or_else(|why| panic!("{flows:?}: {why}"));
        let map = &export.patch["PORT_QOS_MAP"]["Ethernet0"];
        assert!(map[field].is_string(), "{flows:?}: {map}");
        let note = "switch.s1.port.0.trust (and 1 more) is exported as ";
        assert!(export.notes.iter().any(|one| one.starts_with(note)), "{:?}", export.notes);
    }
}

#[test]
fn a_patch_has_the_tables_of_a_switch_and_notes_list_missing_settings() {
    let spec = compiled(&[
        ("trust", "dscp"),
        ("cell_bytes", "144"),
        ("p3.headroom", "40k"),
        ("memory", "8M"),
        ("mtu", "1518"),
    ]);
    let export = export(&spec, "s1", &["Ethernet8".to_owned()]).unwrap();
    let patch = &export.patch;
    assert_eq!(patch["BUFFER_PG"]["Ethernet8|3"]["profile"], "pg_lossless_100000_5m_profile");
    assert_eq!(patch["BUFFER_PROFILE"]["pg_lossless_100000_5m_profile"]["xoff"], "40000");
    assert_eq!(patch["CABLE_LENGTH"]["AZURE"]["Ethernet4"], "3m", "the second port has SONiC's usual name");
    assert_eq!(patch["PORT_QOS_MAP"]["Ethernet8"]["pfc_enable"], "3");
    assert_eq!(patch["PORT"]["Ethernet4"]["mtu"], "1500");
    let notes = export.notes.join("\n");
    for words in [
        "values of a simulation",
        "cell_bytes",
        "whole metres",
        "size of a lossless profile",
        "pfc_to_pg_map for ASICs of Mellanox and Barefoot only",
        "such as Ethernet8|3-4 beside Ethernet8|3",
    ] {
        assert!(notes.contains(words), "{words}: {notes}");
    }
}

#[test]
fn a_document_without_an_mtu_writes_none_and_a_note() {
    let export = export(&compiled(&[("trust", "dscp"), ("mtu", "off")]), "s1", &[]).unwrap();
    assert!(export.patch["PORT"]["Ethernet0"].get("mtu").is_none(), "{}", export.patch);
    assert!(export.notes.iter().any(|note| note.starts_with("mtu=off: ")), "{:?}", export.notes);
}
