//! Tests of patches over the configuration of a switch: settings that become off, and notes on fields that
//! must be removed.

mod by_port;
mod round_trip;

use by_port::by_port;
use fabric_interop::sonic::{Export, export};
use fabric_sim::spec::{PortConfig, PortSpec, PriorityConfig, Spec};
use round_trip::{check_round_trip, imported};
use serde_json::{Map, Value, json};

/// Configuration of a switch with two servers, on which everything that an export can switch off is on.
fn everything_on() -> Value {
    let identity: Map<_, _> = (0..8).map(|n| (n.to_string(), json!(n.to_string()))).collect();
    let dscp: Map<_, _> = (0..64).map(|n| (n.to_string(), json!((n / 8).to_string()))).collect();
    json!({
        "DEVICE_METADATA": {"localhost": {"hostname": "leaf", "platform": "x86_64-mlnx_msn4600c-r0"}},
        "PORT": by_port(2, |_| json!({"speed": "100000", "admin_status": "up", "pfc_asym": "on"})),
        "DEVICE_NEIGHBOR": by_port(2, |name| json!({"name": format!("server{name}"), "port": "eth0"})),
        "CABLE_LENGTH": {"AZURE": by_port(2, |_| json!("5m"))},
        "BUFFER_POOL": {"ingress_lossless_pool": {
            "type": "ingress", "mode": "dynamic", "size": "8000000", "xoff": "1000000"
        }},
        "BUFFER_PROFILE": {"pg_lossless_100000_5m_profile": {
            "pool": "ingress_lossless_pool", "size": "0", "xoff": "40000", "xon": "2000", "xon_offset": "2000",
            "dynamic_th": "0"
        }},
        "BUFFER_PG": {"Ethernet0|3": {"profile": "pg_lossless_100000_5m_profile"},
                      "Ethernet8|3": {"profile": "pg_lossless_100000_5m_profile"}},
        "DSCP_TO_TC_MAP": {"A": dscp}, "TC_TO_QUEUE_MAP": {"A": identity},
        "PORT_QOS_MAP": by_port(2, |_| json!({
            "dscp_to_tc_map": "A", "tc_to_queue_map": "A", "pfc_enable": "3", "pfcwd_sw_enable": "3",
            "scheduler": "port"
        })),
        "SCHEDULER": {"port": {"pir": "1250000000", "meter_type": "bytes"}},
        "QUEUE": {"Ethernet0|3": {"wred_profile": "W"}, "Ethernet8|3": {"wred_profile": "W"}},
        "WRED_PROFILE": {"W": {
            "ecn": "ecn_all", "green_min_threshold": "1000", "green_max_threshold": "2000",
            "green_drop_probability": "5"
        }},
        "PFC_WD": by_port(2, |_| json!({"detection_time": "200", "restoration_time": "200", "action": "drop"}))
    })
}

/// Exports the switch of `config` with the additional parameters `params`. Returns the patch, and the
/// compiled document from which the patch was written.
fn patch_with(config: &Value, params: &[(&str, &str)]) -> (Export, Spec) {
    let mut document = imported(std::slice::from_ref(config)).document;
    for (address, value) in params {
        document.params.0.insert((*address).to_owned(), (*value).to_owned());
    }
    let spec = document.compile().unwrap();
    (export(&spec, "leaf", &document.interfaces["leaf"]).unwrap(), spec)
}

#[test]
fn a_patch_over_its_configuration_switches_off_each_setting_that_is_off() {
    let config = everything_on();
    for params in [
        &[][..],
        &[("pfc", "off")],
        &[("switch.leaf.p3.lossless", "off")],
        &[("switch.leaf.port.0.p3.lossless", "off")],
        &[("switch.leaf.pfc_rx", "auto")],
        &[("switch.leaf.headroom_pool", "off")],
        &[("switch.leaf.kmin", "off")],
        &[("switch.leaf.port.1.p3.watchdog", "off")],
    ] {
        let (export, spec) = patch_with(&config, params);
        // A note of the export says that keys which overlap with those of the patch must be removed first.
        let mut rest = config.clone();
        for table in ["BUFFER_PG", "QUEUE"] {
            rest.as_object_mut().unwrap().remove(table);
        }
        let other = imported(&[rest, export.patch.clone()]).document.compile().unwrap();
        assert_eq!(spec.switches, other.switches, "{params:?}: {}", export.patch);
        let switched = |spec: &Spec| -> Vec<_> {
            let of_priority = |priority: &PriorityConfig| {
                let PriorityConfig { pg, ecn, wred, watchdog, .. } = *priority;
                (pg.lossless, ecn, wred, watchdog.filter(|_| pg.lossless))
            };
            let of_port = |port: &PortSpec| {
                let PortConfig { sender, receiver, priorities, max_rate, .. } = &port.config;
                (sender.enabled, receiver.enabled, priorities.each_ref().map(of_priority), *max_rate)
            };
            let is_leaf = |port: &&PortSpec| spec.nodes[port.node.index()].name == "leaf";
            spec.ports.iter().filter(is_leaf).map(of_port).collect()
        };
        assert_eq!(switched(&spec), switched(&other), "{params:?}: {}", export.patch);
    }
    let (export, _) = patch_with(&config, &[("switch.leaf.port.0.p3.lossless", "off")]);
    assert_eq!(export.patch["PORT_QOS_MAP"]["Ethernet0"]["pfc_enable"], "");
    assert_eq!(export.patch["PORT_QOS_MAP"]["Ethernet8"]["pfc_enable"], "3");
    let (export, _) = patch_with(&config, &[("switch.leaf.kmin", "off")]);
    assert_eq!(export.patch["QUEUE"]["Ethernet0|0-7"]["wred_profile"], "SIMULATED_OFF");
}

#[test]
fn a_note_lists_fields_that_only_their_removal_switches_off() {
    let config = everything_on();
    for (param, expected) in [
        (("switch.leaf.p3.xon_offset", "off"), "BUFFER_PROFILE|pg_lossless_100000_5m_profile.xon_offset"),
        (
            ("switch.leaf.headroom_pool", "off"),
            "DEFAULT_LOSSLESS_BUFFER_PARAMETER|AZURE.over_subscribe_ratio",
        ),
        (("switch.leaf.port_pir", "off"), "PORT_QOS_MAP|Ethernet0.scheduler (and 1 more)"),
        (("switch.leaf.trust", "pcp"), "PORT_QOS_MAP|Ethernet0.dscp_to_tc_map (and 1 more)"),
        (("switch.leaf.trust", "pcp"), "PORT_QOS_MAP|global.dscp_to_tc_map"),
        (("switch.leaf.trust", "port"), "PORT_QOS_MAP|Ethernet0.dot1p_to_tc_map (and 1 more)"),
        (("switch.leaf.port.1.p3.watchdog", "off"), "PFC_WD|Ethernet8"),
    ] {
        let has = |params: &[(&str, &str)]| patch_with(&config, params).0.notes.join("\n").contains(expected);
        assert!(!has(&[]), "{expected}");
        assert!(has(&[param]), "{expected}");
    }
}

#[test]
fn a_pool_above_the_memory_of_the_simulator_is_exported_as_it_was_imported() {
    for (field, value) in [("size", "2000000000"), ("xoff", "1582033305")] {
        let mut config = everything_on();
        config["BUFFER_POOL"]["ingress_lossless_pool"][field] = json!(value);
        check_round_trip(&[config]);
    }
}

/// Whether each profile of a patch has exactly one threshold.
fn has_one_threshold_each(patch: &Value) -> bool {
    let profiles = patch["BUFFER_PROFILE"].as_object().unwrap().values();
    let mut counts = profiles
        .map(|profile| ["dynamic_th", "static_th"].iter().filter(|th| profile.get(th).is_some()).count());
    counts.all(|count| count == 1)
}

#[test]
fn a_patch_over_its_configuration_changes_the_kind_of_threshold() {
    let of_groups = |spec: &Spec| -> Vec<_> {
        spec.ports.iter().map(|port| port.config.priorities.each_ref().map(|priority| priority.pg)).collect()
    };
    let mut fixed = everything_on();
    fixed["BUFFER_POOL"]["ingress_lossless_pool"]["mode"] = json!("static");
    let profile = &mut fixed["BUFFER_PROFILE"]["pg_lossless_100000_5m_profile"];
    profile.as_object_mut().unwrap().remove("dynamic_th");
    profile["static_th"] = json!("70000");
    for (config, old, new, params) in [
        (
            everything_on(),
            "dynamic_th",
            "static_th",
            [("switch.leaf.threshold", "static"), ("switch.leaf.xoff", "50k")],
        ),
        (
            fixed,
            "static_th",
            "dynamic_th",
            [("switch.leaf.threshold", "dynamic"), ("switch.leaf.alpha", "2")],
        ),
    ] {
        let params = params.map(|(address, value)| (address.replace("leaf.", "leaf.p3."), value));
        let (export, spec) =
            patch_with(&config, &params.each_ref().map(|(address, value)| (address.as_str(), *value)));
        assert!(has_one_threshold_each(&export.patch), "{}", export.patch);
        let profile = "pg_lossless_100000_5m_profile";
        assert!(export.patch["BUFFER_PROFILE"][profile].get(new).is_some(), "{}", export.patch);
        let notes = export.notes.join("\n");
        for words in [format!("BUFFER_PROFILE|{profile}.{old}"), "config save and config reload".to_owned()] {
            assert!(notes.contains(&words), "{words}: {notes}");
        }
        let mut rest = config.clone();
        for table in ["BUFFER_PG", "QUEUE"] {
            rest.as_object_mut().unwrap().remove(table);
        }
        let merged = imported(&[rest, export.patch.clone()]);
        let other = merged.document.compile().unwrap();
        let place = format!("BUFFER_PROFILE|{profile}.{old}");
        let mut findings = merged.findings.iter().filter(|one| one.place.to_string().ends_with(&place));
        assert!(findings.any(|one| one.reason.contains("left out: the profile has")), "{place}");
        assert_eq!(of_groups(&spec), of_groups(&other), "{}", export.patch);
    }
}
