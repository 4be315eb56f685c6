//! Tests of warnings on settings that change the behaviour of the fabric: lossless priorities that are lossy
//! in the document, and watchdogs.

#[path = "mutants/shapes.rs"]
mod shapes;

use fabric_interop::Treatment;
use fabric_interop::sonic::{File, Import, Request, SwitchFile, export, import};
use fabric_sim::document::Document;
use fabric_sim::engine::World;
use fabric_sim::insight::warnings;
use serde_json::{Value, json};
use shapes::{Kind, Shapes};

/// Configurations of a leaf and a spine. All ports have lossless groups for priorities 3 and 4.
fn pair() -> [Value; 2] {
    let shapes = Shapes::new(None);
    let texts = shapes.of(Kind::Sonic);
    [0, 1].map(|n| {
        let mut config: Value = serde_json::from_str(texts[n]).unwrap();
        config["BUFFER_PG"] = json!({"Ethernet0,Ethernet4|3-4": {"profile": "lossless"}});
        config
    })
}

fn imported(configs: &[Value], lookup: Option<&str>) -> Import {
    let files = configs.iter().enumerate();
    let files = files.map(|(n, config)| File::new(format!("{n}.json"), config.to_string())).collect();
    let lookups =
        lookup.map(|text| SwitchFile { switch: None, file: File::new("pg_profile_lookup.ini", text) });
    let request = Request { files, lookups: lookups.into_iter().collect(), ..Request::default() };
    import(&request).unwrap_or_else(|why| panic!("{why}"))
}

fn has_part(texts: &[String], part: &str) -> bool {
    texts.iter().any(|text| text.contains(part))
}

#[test]
fn a_port_that_loses_its_lossless_priorities_has_a_warning_with_the_reason() {
    let import = imported(&pair(), None);
    assert!(!has_part(&import.warnings, "lossy here"), "{:?}", import.warnings);
    let of_leaf = |profile: Option<Value>, lookup| {
        let mut configs = pair();
        configs[0]["BUFFER_PG"] = json!({"Ethernet0|3-4": {"profile": "lossless"}});
        if let Some(profile) = profile {
            configs[0]["BUFFER_PG"]["Ethernet4|3-4"] = json!({"profile": "x"});
            configs[0]["BUFFER_PROFILE"]["x"] = profile;
        }
        imported(&configs, lookup)
    };
    for (import, cause) in [
        (of_leaf(None, None), "there is no lossless PG"),
        (
            of_leaf(None, Some("100000 40m 1248 2288 53248 0 2288\n")),
            "No PG profile configured for speed 100000 and cable length 5m",
        ),
        (of_leaf(Some(Value::Null), None), "the profile x has no xoff"),
        (of_leaf(Some(json!({"size": "0", "dynamic_th": "0"})), None), "the profile x has no xoff"),
    ] {
        let warning = "leaf Ethernet4: PFC is on for priority 3, 4, but it is lossy here: no pauses are sent";
        assert!(import.warnings[0].starts_with(warning), "{:?}", import.warnings);
        assert!(import.warnings[0].contains(cause), "{cause}: {:?}", import.warnings);
        let reasons: Vec<String> = import.mismatches.iter().map(|one| one.reason.clone()).collect();
        let mismatch =
            "spine Ethernet4 (to leaf Ethernet4): priority 3 has PFC at both ends, but is lossy at the peer";
        assert!(has_part(&reasons, mismatch) && has_part(&reasons, cause), "{reasons:?}");
    }
}

#[test]
fn a_profile_that_does_not_exist_makes_a_port_lossy_with_a_warning() {
    let mut configs = pair();
    configs[0]["BUFFER_PG"] =
        json!({"Ethernet0|3-4": {"profile": "lossless"}, "Ethernet4|3-4": {"profile": "nope"}});
    let import = imported(&configs, None);
    assert!(import.warnings[0].contains("BUFFER_PROFILE has no entry nope"), "{:?}", import.warnings);
}

#[test]
fn pauses_that_the_peer_does_not_obey_are_named_first() {
    let mut configs = pair();
    configs[1]["PORT_QOS_MAP"]["Ethernet4"]["pfc_enable"] = json!("3");
    let reasons = |configs: &[Value]| -> Vec<String> {
        imported(configs, None).mismatches.into_iter().map(|one| one.reason).collect()
    };
    let sent = "leaf Ethernet4 (to spine Ethernet4): pauses of priority 4 are sent to a peer that does not obey them";
    assert!(has_part(&reasons(&configs), sent), "{:?}", reasons(&configs));
    configs[1]["PORT"]["Ethernet4"]["pfc_asym"] = json!("on");
    let obeyed = "the peer obeys pauses of priority 4, but sends none";
    assert!(has_part(&reasons(&configs), obeyed), "{:?}", reasons(&configs));
}

#[test]
fn watchdogs_that_watch_nothing_and_a_big_red_switch_have_warnings() {
    let mut configs = pair();
    configs[0]["PORT_QOS_MAP"]["Ethernet0"].as_object_mut().unwrap().remove("pfcwd_sw_enable");
    let watchdog = json!({"action": "drop", "detection_time": "200", "restoration_time": "200"});
    configs[0]["PFC_WD"] = json!({"Ethernet0": watchdog, "GLOBAL": {"BIG_RED_SWITCH": "enable"}});
    let warnings = imported(&configs, None).warnings;
    assert!(has_part(&warnings, "leaf Ethernet0: PFC_WD has a watchdog, but"), "{warnings:?}");
    assert!(has_part(&warnings, "BIG_RED_SWITCH of leaf is on"), "{warnings:?}");
}

#[test]
fn watchdog_times_outside_the_range_of_the_switch_are_taken_with_a_warning() {
    let mut configs = pair();
    let watchdog = json!({"action": "drop", "detection_time": "99", "restoration_time": "60001"});
    configs[0]["PFC_WD"] = json!({"Ethernet0": watchdog, "GLOBAL": {"POLL_INTERVAL": "3001"}});
    let import = imported(&configs, None);
    let warning = "PFC_WD of leaf has times outside the switch's range: POLL_INTERVAL (100 to 3000 ms), detection_time (100 \
                   to 5000 ms), restoration_time (100 to 60000 ms).";
    assert!(has_part(&import.warnings, warning), "{:?}", import.warnings);
    for (place, reason) in [
        (
            "Ethernet0.detection_time",
            "watchdog_detection = 99ms, outside the switch's range of 100 to 5000 ms",
        ),
        (
            "Ethernet0.restoration_time",
            "watchdog_restoration = 60001ms, outside the switch's range of 100 to",
        ),
        ("GLOBAL.POLL_INTERVAL", "watchdog_poll = 3001ms, outside the switch's range of 100 to 3000 ms"),
    ] {
        let place = format!("0.json: PFC_WD|{place}");
        let finding = import.findings.iter().find(|one| one.place.to_string() == place).unwrap();
        assert!(finding.treatment == Treatment::Taken && finding.reason.starts_with(reason), "{finding:?}");
    }
    // The export refuses the same times.
    let spec = import.document.compile().unwrap();
    let refusal = export(&spec, "leaf", &import.document.interfaces["leaf"]).unwrap_err().to_string();
    for field in ["POLL_INTERVAL", "detection_time", "restoration_time"] {
        assert!(refusal.contains(&format!("{field} must be whole milliseconds from 100 to")), "{refusal}");
    }
    configs[0]["PFC_WD"]["Ethernet0"] = json!({"detection_time": "100", "restoration_time": "60000"});
    configs[0]["PFC_WD"]["GLOBAL"]["POLL_INTERVAL"] = json!("3000");
    let import = imported(&configs, None);
    assert!(!has_part(&import.warnings, "outside the switch's range"), "{:?}", import.warnings);
}

#[test]
fn a_watchdog_of_a_lossy_priority_is_left_out_with_its_reason() {
    let mut configs = pair();
    configs[0]["PFC_WD"] =
        json!({"Ethernet0": {"detection_time": "200"}, "Ethernet4": {"detection_time": "200"}});
    configs[0]["PORT_QOS_MAP"]["Ethernet0"]["pfcwd_sw_enable"] = json!("3,5");
    configs[0]["PORT_QOS_MAP"]["Ethernet4"]["pfcwd_sw_enable"] = json!("5");
    let import = imported(&configs, None);
    let lossy = "watchdog = off for 5, lossy here: the watchdog has no effect";
    for (port, expected) in
        [("Ethernet0", format!("{lossy}; taken in part: watchdog of 3")), ("Ethernet4", lossy.to_owned())]
    {
        let place = format!("0.json: PORT_QOS_MAP|{port}.pfcwd_sw_enable");
        let found: Vec<_> = import.findings.iter().filter(|one| one.place.to_string() == place).collect();
        let [finding] = found[..] else { panic!("{found:?}") };
        assert_eq!((finding.treatment, &finding.reason), (Treatment::Changed, &expected));
    }
}

#[test]
fn pool_sizes_that_no_switch_has_are_named_with_their_place_and_range() {
    let refused = |field: &str, value: &str| {
        let mut configs = pair();
        configs[0]["BUFFER_POOL"]["ingress_lossless_pool"][field] = json!(value);
        import(&Request { files: vec![File::new("0.json", configs[0].to_string())], ..Request::default() })
            .map_err(|refusals| refusals.to_string())
    };
    let place = "0.json: BUFFER_POOL|ingress_lossless_pool";
    for (field, value, range) in [
        ("size", "1099511627777", "must be a whole number from 0 to 1099511627776"),
        ("xoff", "1099511627777", "must be a whole number from 0 to 1099511627776"),
    ] {
        assert_eq!(refused(field, value).unwrap_err(), format!("{place}.{field}: \"{value}\" {range}"));
    }
    for xoff in ["1582033305", "1000000000"] {
        let import = refused("xoff", xoff).unwrap();
        let spec = import.document.compile().unwrap();
        assert_eq!(spec.switches[0].pool.memory, 1_000_000_000);
        let of_field = format!("{place}.xoff");
        let mut found = import.findings.iter().filter(|one| one.place.to_string() == of_field);
        let words = format!("not {xoff}: the memory of the simulator is at most 1000000000 bytes");
        assert!(found.any(|one| one.treatment == Treatment::Changed && one.reason.contains(&words)));
    }
    for (field, value, warning, reason) in [
        (
            "size",
            "6442450944",
            "6442450944 bytes are more than",
            "6442450944 is outside the simulator's range of 0 to 1000000000",
        ),
        ("xoff", "900000000", "900000000 bytes of headroom are more than", "because it is above size ("),
    ] {
        let import = refused(field, value).unwrap();
        assert!(has_part(&import.warnings, &format!("{place}.{field}: {warning}")), "{:?}", import.warnings);
        let of_field = format!("{place}.{field}");
        let mut found = import.findings.iter().filter(|one| one.place.to_string() == of_field);
        assert!(
            found.all(|one| one.treatment == Treatment::Changed && one.reason.contains(reason)),
            "{field}"
        );
    }
}

#[test]
fn the_domain_of_a_neighbour_does_not_matter() {
    let mut configs = pair();
    configs[1]["DEVICE_NEIGHBOR"]["Ethernet4"]["name"] = json!("leaf.example.com");
    let import = imported(&configs, None);
    assert!(import.mismatches.iter().all(|one| !one.reason.contains("leads to")), "{:?}", import.mismatches);
    assert_eq!(import.document.links.len(), 3, "two servers and the link of the switches");
}

#[test]
fn a_setting_is_not_reported_as_taken_and_as_left_out() {
    let mut configs = pair();
    configs[0]["DSCP_TO_TC_MAP"]["AZURE"]["10"] = json!("9");
    configs[0]["TC_TO_PRIORITY_GROUP_MAP"]["AZURE"]["3"] = json!("0");
    let import = imported(&configs, None);
    let of = |place: &str| -> Vec<String> {
        let found = import.findings.iter().filter(|one| one.place.to_string() == format!("0.json: {place}"));
        found.map(|one| one.reason.clone()).collect()
    };
    assert_eq!(of("DSCP_TO_TC_MAP|AZURE.10"), ["the simulator has no class 9"]);
    let enabled = of("PORT_QOS_MAP|Ethernet4.pfc_enable");
    assert!(has_part(&enabled, "lossless = on for 4") && has_part(&enabled, "priority 3 is lossy here"));
    assert!(!has_part(&enabled, "on for 3"), "{enabled:?}");
}

/// Sentences of the warnings on a run of `document`.
fn warnings_of(document: &Document) -> Vec<String> {
    let spec = document.compile().unwrap_or_else(|why| panic!("{why}"));
    warnings(&World::new(spec.into()))
}

#[test]
fn an_import_has_no_warning_on_marks_of_queues_that_its_load_does_not_use() {
    let shapes = Shapes::new(None);
    let texts = shapes.of(Kind::Sonic);
    let parsed = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    let of_port = json!({
        "WRED_PROFILE": {"other": {
            "ecn": "ecn_all", "green_min_threshold": "30000", "green_max_threshold": "60000",
            "green_drop_probability": "10",
        }},
        "QUEUE": {"Ethernet0|3-4": {"wred_profile": "other"}},
    });
    let fabrics = [
        pair().to_vec(),
        vec![parsed(texts[0])],
        vec![parsed(texts[0]), parsed(texts[2])],
        vec![parsed(texts[3]), parsed(texts[4])],
        vec![pair()[0].clone(), of_port],
        vec![parsed(include_str!("../../../docs/examples/leaf1.json"))],
        vec![
            parsed(include_str!("../../../docs/examples/arista7060.json")),
            parsed(include_str!("../../../docs/examples/arista7060-buffers.json")),
        ],
    ];
    let mut marks = 0;
    for configs in fabrics {
        let mut document = imported(&configs, None).document;
        let reported = warnings_of(&document);
        assert!(!has_part(&reported, "kmin"), "{}: {reported:?}", document.title);
        // The same settings in a document that no import made.
        document.interfaces.clear();
        marks += usize::from(has_part(&warnings_of(&document), "marks nothing"));
    }
    assert!(marks > 0, "no fabric has a queue that marks and that the load does not use");
}

#[test]
fn words_that_sonic_does_not_have_are_refused() {
    for (table, key, field) in [
        ("BUFFER_POOL", "ingress_lossless_pool", "mode"),
        ("BUFFER_POOL", "ingress_lossless_pool", "type"),
        ("WRED_PROFILE", "w", "ecn"),
        ("PORT", "Ethernet0", "pfc_asym"),
    ] {
        let mut configs = pair();
        configs[0]["WRED_PROFILE"]["w"]["ecn"] = json!("ecn_all");
        configs[0]["QUEUE"]["Ethernet0|3"] = json!({"wred_profile": "w"});
        configs[0][table][key][field] = json!("foo");
        let files = configs.iter().map(|config| File::new("x.json", config.to_string())).collect();
        let refusal = import(&Request { files, ..Request::default() }).unwrap_err().to_string();
        assert!(refusal.contains(&format!("{table}|{key}.{field}: \"foo\" must be")), "{refusal}");
    }
}

#[test]
fn a_reference_to_another_table_than_the_field_needs_is_refused() {
    for (profile, is_refused) in [("[BUFFER_PROFILE|lossless]", false), ("[BUFFER_POOL|lossless]", true)] {
        let mut configs = pair();
        configs[0]["BUFFER_PG"] = json!({"Ethernet0,Ethernet4|3-4": {"profile": profile}});
        let files = configs.iter().map(|config| File::new("x.json", config.to_string())).collect();
        let result = import(&Request { files, ..Request::default() });
        assert_eq!(result.is_err(), is_refused, "{profile}");
        if let Err(refusals) = result {
            let refusal = refusals.to_string();
            assert!(
                refusal.contains("BUFFER_PG|Ethernet0,Ethernet4|3-4.profile: [BUFFER_POOL|lossless]"),
                "{refusal}"
            );
        }
    }
}

#[test]
fn numbers_that_a_map_lacks_are_reported_as_changed() {
    let mut configs = pair();
    configs[0]["TC_TO_QUEUE_MAP"] =
        json!({"Q": {"0": "0", "1": "1", "2": "2", "4": "4", "5": "5", "6": "6", "7": "7"}});
    configs[0]["TC_TO_PRIORITY_GROUP_MAP"] = configs[0]["TC_TO_QUEUE_MAP"].clone();
    for port in ["Ethernet0", "Ethernet4"] {
        configs[0]["PORT_QOS_MAP"][port]["tc_to_queue_map"] = json!("Q");
        configs[0]["PORT_QOS_MAP"][port]["tc_to_pg_map"] = json!("Q");
    }
    let import = imported(&configs, None);
    for (table, words) in [
        ("TC_TO_QUEUE_MAP", "no entry: TC 3 has queue 3"),
        ("TC_TO_PRIORITY_GROUP_MAP", "no entry: TC 3 has PG 3"),
    ] {
        let of_map: Vec<_> = import
            .findings
            .iter()
            .filter(|one| one.place.file == "0.json" && one.place.table == table)
            .collect();
        let changed: Vec<_> = of_map.iter().filter(|one| one.treatment == Treatment::Changed).collect();
        assert_eq!(changed.len(), 1, "{of_map:?}");
        assert!(changed[0].place.field == "3" && changed[0].reason.starts_with(words), "{changed:?}");
    }
}

#[test]
fn dscps_that_a_map_lacks_are_named_with_the_class_that_sonic_gives_them() {
    for (is_global, missing, words) in [
        (false, &[0u8, 1, 2, 3, 9, 62, 63][..], "no entry for DSCP 0-3, 9, 62-63: such frames have TC 0"),
        (true, &[5], "no entry for DSCP 5: such frames have TC 0"),
        (false, &[], ""),
    ] {
        let mut config = pair()[0].clone();
        let dscps = (0..64u8).filter(|dscp| !missing.contains(dscp));
        let entries = dscps.map(|dscp| (dscp.to_string(), json!(if dscp == 63 { "5" } else { "3" })));
        config["DSCP_TO_TC_MAP"] = json!({"M": entries.collect::<serde_json::Map<_, _>>()});
        for port in ["Ethernet0", "Ethernet4"] {
            config["PORT_QOS_MAP"][port]["dscp_to_tc_map"] = json!(if is_global { "" } else { "M" });
        }
        config["PORT_QOS_MAP"]["global"] = json!({"dscp_to_tc_map": "M"});
        let import = imported(&[config], None);
        let mut found =
            import.findings.iter().filter(|one| one.place.to_string() == "0.json: DSCP_TO_TC_MAP|M");
        let reason = found.next().map_or("", |one| {
            assert_eq!(one.treatment, Treatment::Changed);
            one.reason.as_str()
        });
        assert!(reason.starts_with(words) && reason.is_empty() == words.is_empty(), "{reason}");
        let spec = import.document.compile().unwrap();
        let leaf = spec.ports.iter().find(|port| spec.nodes[port.node.index()].name == "leaf").unwrap();
        for dscp in 0..64u8 {
            let of_map = if missing.contains(&dscp) { 0 } else { [3, 5][usize::from(dscp == 63)] };
            assert_eq!(leaf.config.classifier.dscp[usize::from(dscp)].get(), of_map, "DSCP {dscp}");
        }
    }
}

#[test]
fn a_document_without_lossless_priorities_names_the_map_that_makes_them_lossy() {
    let mut config = pair()[0].clone();
    config["TC_TO_QUEUE_MAP"] = json!({"Q": {"3": "4", "4": "3"}});
    for port in ["Ethernet0", "Ethernet4"] {
        config["PORT_QOS_MAP"][port]["tc_to_queue_map"] = json!("Q");
    }
    let warnings = imported(&[config], None).warnings;
    let reason = "The reason at leaf Ethernet0: TC 3 has queue 4 in TC_TO_QUEUE_MAP, but";
    assert!(has_part(&warnings, "No priority is lossless") && has_part(&warnings, reason), "{warnings:?}");
}
