//! Tests that each field of a configuration is in one list of the report, and that the report agrees with the
//! document.

#[path = "mutants/shapes.rs"]
mod shapes;

use std::collections::{BTreeMap, BTreeSet};

use fabric_interop::sonic::{File, Import, Request, import};
use fabric_interop::{FilePlace, Finding, Treatment};
use fabric_sim::engine::World;
use serde_json::{Value, json};
use shapes::{Kind, Shapes};

/// Places of all fields of a configuration, including empty fields.
fn leaves(file: &str, config: &Value) -> BTreeSet<FilePlace> {
    let mut leaves = BTreeSet::new();
    let mut add = |table: &str, key: &str, entry: &Value| {
        for field in entry.as_object().into_iter().flat_map(|fields| fields.keys()) {
            leaves.insert(FilePlace::new(file, table, key, field));
        }
    };
    for (name, content) in config.as_object().unwrap() {
        match name.split_once('|') {
            Some((table, key)) => add(table, key, content),
            None => content.as_object().unwrap().iter().for_each(|(key, entry)| add(name, key, entry)),
        }
    }
    leaves
}

fn imported(configs: &[Value], ports: &[&str]) -> Import {
    let files = configs.iter().enumerate();
    let files = files.map(|(n, config)| File::new(format!("{n}.json"), config.to_string())).collect();
    let ports = ports.iter().map(|port| (*port).to_owned()).collect();
    import(&Request { files, ports, ..Request::default() }).unwrap_or_else(|why| panic!("{why}"))
}

/// Checks that each field is in exactly one list, and that no absent field is reported as taken.
fn check(configs: &[Value], import: &Import) {
    let files = configs.iter().enumerate();
    let all: BTreeSet<FilePlace> =
        files.flat_map(|(n, config)| leaves(&format!("{n}.json"), config)).collect();
    let mut lists: BTreeMap<&FilePlace, BTreeSet<Treatment>> = BTreeMap::new();
    for finding in &import.findings {
        lists.entry(&finding.place).or_default().insert(finding.treatment);
    }
    for leaf in &all {
        assert_eq!(lists.get(leaf).map_or(0, BTreeSet::len), 1, "{leaf}: {:?}", lists.get(leaf));
    }
    let taken = import.findings_with(Treatment::Taken).filter(|one| !one.place.field.is_empty());
    for finding in taken.filter(|one| !one.place.key.is_empty()) {
        assert!(all.contains(&finding.place), "absent, but taken: {}: {}", finding.place, finding.reason);
    }
}

fn shape(number: usize) -> Value {
    serde_json::from_str(Shapes::new(None).of(Kind::Sonic)[number]).unwrap()
}

/// Configuration of a switch with unknown fields and keys, contradicting entries, and entries without effect.
fn odd() -> Value {
    let mut config = shape(0);
    config["PORT"]["Ethernet8"] = json!({"speed": "100000", "admin_status": "up", "mtu": "9100"});
    config["PORT"]["Ethernet12"] =
        json!({"speed": "100000", "lanes": "1,2", "index": "3", "frobnicate": "1"});
    config["PORT"]["Ethernet0"]["frobnicate"] = json!("1");
    config["PORT_QOS_MAP"]["global"] = json!({"dscp_to_tc_map": "AZURE", "pfc_enable": "3"});
    config["PORT_QOS_MAP"]["Ethernet0,Ethernet4"] = json!({"pfc_enable": "5", "dot1p_to_tc_map": "D"});
    config["PORT_QOS_MAP"]["Ethernet0"]["dot1p_to_tc_map"] = json!("D");
    config["DOT1P_TO_TC_MAP"] = json!({"D": {"3": "3"}});
    config["BUFFER_PG"]["Ethernet0|3"] = json!({"profile": "lossy"});
    config["BUFFER_PG"]["Ethernet8|3"] = json!({"profile": "lossless"});
    config["BUFFER_PG"]["Ethernet999|3"] = json!({"profile": "lossless"});
    config["BUFFER_PG"]["Ethernet4,Ethernet999|4"] = json!({"profile": "lossless"});
    config["BUFFER_PROFILE"]["lossless"]["frobnicate"] = json!("1");
    config["BUFFER_PROFILE"]["unused"] = json!({"size": "0", "pool": "p", "dynamic_th": "1"});
    config["QUEUE"]["Ethernet4|0-6"] = json!({"scheduler": "scheduler.0"});
    config["QUEUE"]["Ethernet4|2"] = json!({"scheduler": "absent", "wred_profile": "none"});
    config["WRED_PROFILE"]["none"] = json!({
        "ecn": "ecn_none", "green_min_threshold": "1", "green_max_threshold": "2", "yellow_drop_probability": "3",
    });
    config["SCHEDULER"]["scheduler.0"].as_object_mut().unwrap().remove("weight");
    config["SCHEDULER"]["scheduler.1"]["priority"] = json!("1");
    config["LOSSLESS_TRAFFIC_PATTERN"] = json!({"AZURE": {"mtu": "1024", "small_packet_percentage": "50"}});
    config["DEFAULT_LOSSLESS_BUFFER_PARAMETER"] = json!({"AZURE": {"default_dynamic_th": "0"}});
    config["BUFFER_FROB"] = json!({"x": {"y": "z"}});
    config["TC_TO_DSCP_MAP"] = json!({"AZURE": {"1": "2"}});
    config["PFC_WD"]["Ethernet8"] = json!({"action": "drop", "detection_time": "200"});
    config["PORTCHANNEL_MEMBER"] = json!({"PortChannel1|Ethernet4": {}});
    config["BUFFER_PORT_INGRESS_PROFILE_LIST"] = json!({"Ethernet0,Ethernet8": {"profile_list": "lossy"}});
    config
}

#[test]
fn every_field_stands_in_one_list_and_no_absent_field_is_taken() {
    let mut odd_pair = [odd(), shape(1)];
    odd_pair[1]["DEVICE_NEIGHBOR"]["Ethernet4"]["name"] = json!("other");
    let mut static_mode = odd();
    static_mode["BUFFER_POOL"]["ingress_lossless_pool"]["mode"] = json!("static");
    let mut null = odd();
    null["BUFFER_PG"]["Ethernet0|3-4"]["profile"] = json!("NULL");
    null["BUFFER_PG"].as_object_mut().unwrap().remove("Ethernet0|3");
    let mut nameless = odd();
    nameless["DEVICE_METADATA"].as_object_mut().unwrap().remove("localhost");
    let mut bare = odd();
    for table in ["PORT_QOS_MAP", "QUEUE", "WRED_PROFILE", "CABLE_LENGTH", "BUFFER_POOL"] {
        bare.as_object_mut().unwrap().remove(table);
    }
    let replaced = json!({"BUFFER_PROFILE": {"lossless": {"xoff": "70000"}}});
    for (configs, ports) in [
        (vec![shape(0), shape(1)], &[][..]),
        (vec![shape(0), shape(2)], &[]),
        (vec![shape(3), shape(4)], &[]),
        (vec![odd()], &[]),
        (odd_pair.to_vec(), &[]),
        (vec![odd()], &["Ethernet0", "Ethernet12"]),
        (vec![static_mode], &[]),
        (vec![null], &[]),
        (vec![nameless], &[]),
        (vec![bare], &[]),
        (vec![odd(), replaced], &[]),
    ] {
        check(&configs, &imported(&configs, ports));
    }
}

#[test]
fn a_field_without_a_counterpart_is_known_to_the_importer() {
    let mut config = odd();
    config["SYSTEM_PORT"] = json!({"host|asic0|Ethernet0": {"speed": "100000"}});
    let pool = json!({"size": "1000000", "type": "egress", "mode": "dynamic"});
    config["BUFFER_POOL"]["egress_lossy_pool"] = pool;
    config["QUEUE"]["Ethernet4|2"]["wred_profile"] = json!("none");
    let import = imported(&[config], &[]);
    let is_unknown = |one: &&Finding| one.reason.starts_with("the importer does not know");
    let unknown: Vec<String> =
        import.findings.iter().filter(is_unknown).map(|one| one.place.to_string()).collect();
    let expected = ["BUFFER_FROB|x.y", "BUFFER_PROFILE|lossless.frobnicate", "PORT|Ethernet0.frobnicate"];
    assert_eq!(unknown, expected.map(|place| format!("0.json: {place}")));
    for place in [
        "SYSTEM_PORT|host|asic0|Ethernet0.speed",
        "BUFFER_POOL|egress_lossy_pool.size",
        "PORTCHANNEL_MEMBER|PortChannel1|Ethernet4",
        "WRED_PROFILE|none.yellow_drop_probability",
    ] {
        let found = reasons(&import, &format!("0.json: {place}"));
        assert!(matches!(found[..], [(Treatment::NotModelled, _)]), "{place}: {found:?}");
    }
}

/// Findings at a place: treatment and reason of each finding.
fn reasons<'a>(import: &'a Import, place: &str) -> Vec<(Treatment, &'a str)> {
    let of_place = import.findings.iter().filter(|one| one.place.to_string() == place);
    of_place.map(|one| (one.treatment, one.reason.as_str())).collect()
}

#[test]
fn the_report_names_which_of_several_values_the_document_has() {
    let import = imported(&[odd()], &[]);
    for (place, list, part) in [
        ("BUFFER_PG|Ethernet0|3", Treatment::Changed, "for index 3 the key Ethernet0|3-4 counts"),
        (
            "PORT_QOS_MAP|Ethernet0,Ethernet4",
            Treatment::Changed,
            "left out for Ethernet0: the key Ethernet0 counts",
        ),
        ("PORT_QOS_MAP|Ethernet0.dot1p_to_tc_map", Treatment::Changed, "dscp_to_tc_map, too, which counts"),
        ("PORT_QOS_MAP|global.pfc_enable", Treatment::Changed, "SONiC uses dscp_to_tc_map only"),
        ("BUFFER_PG|Ethernet999|3.profile", Treatment::Changed, "PORT has no such port"),
        ("BUFFER_PG|Ethernet4,Ethernet999|4", Treatment::Changed, "PORT has no port Ethernet999"),
        ("BUFFER_PG|Ethernet8|3.profile", Treatment::WithoutLink, "the port has no link here"),
        ("BUFFER_PROFILE|lossless.frobnicate", Treatment::NotModelled, "does not know the field frobnicate"),
        ("BUFFER_FROB|x.y", Treatment::NotModelled, "does not know this table"),
        ("SCHEDULER|scheduler.0.weight", Treatment::Changed, "the field is absent: share = 1"),
    ] {
        let found = reasons(&import, &format!("0.json: {place}"));
        let is_said = |(of, reason): &(Treatment, &str)| *of == list && reason.contains(part);
        assert!(found.iter().any(is_said), "{place}: {found:?}");
    }
    let mut config = odd();
    config["BUFFER_POOL"]["ingress_lossless_pool"]["mode"] = json!("static");
    let found = imported(&[config], &[]);
    let place = "0.json: BUFFER_POOL|ingress_lossless_pool.mode";
    let reason = "mode static, but profiles have a dynamic threshold, which counts: threshold = dynamic";
    assert_eq!(reasons(&found, place), [(Treatment::Changed, reason)]);
}

#[test]
fn a_value_that_its_file_replaces_is_reported() {
    let config = shape(0);
    let entry = |size: &str| json!({"BUFFER_POOL": {"ingress_lossless_pool": {"size": size}}});
    let patches = json!([config, entry("20000000"), entry("30000000")]);
    let mut flat = config.clone();
    flat["BUFFER_POOL|ingress_lossless_pool"] = json!({"size": "30000000"});
    for (config, expected) in [(patches, &["20000000"][..]), (flat, &[])] {
        let import = imported(&[config], &[]);
        let of_size = reasons(&import, "0.json: BUFFER_POOL|ingress_lossless_pool.size");
        let [(Treatment::Changed, reason)] = of_size[..] else { panic!("{of_size:?}") };
        for value in expected {
            let text =
                format!("left out: {value}, since the file has the field again, and the last value counts");
            assert!(reason.contains(&text), "{reason}");
        }
        assert!(reason.contains("since the file has the field again"), "{reason}");
    }
}

#[test]
fn fields_of_ports_without_a_link_have_a_list_of_their_own() {
    let mut config = odd();
    config["PORT"]["Ethernet8"].as_object_mut().unwrap().remove("admin_status");
    for (configs, ports) in [(vec![odd()], &[][..]), (vec![odd()], &["Ethernet0"]), (vec![config], &[])] {
        let import = imported(&configs, ports);
        let without: Vec<&Finding> = import.findings_with(Treatment::WithoutLink).collect();
        assert!(
            without.iter().any(|one| one.place.table == "PORT" && one.place.key == "Ethernet8"),
            "{ports:?}"
        );
        let linked = &import.document.interfaces["leaf"];
        for finding in without {
            let names = finding.place.key.split('|').next().unwrap_or_default();
            assert!(names.split(',').all(|name| !linked.contains(&name.to_owned())), "{finding:?}");
        }
        for treatment in [Treatment::Changed, Treatment::NotModelled] {
            for finding in import.findings_with(treatment) {
                assert!(!finding.reason.contains("no link"), "{finding:?}");
            }
        }
    }
}

#[test]
fn a_field_with_several_treatments_has_one_finding_that_names_them() {
    let mut config = shape(0);
    config["TC_TO_PRIORITY_GROUP_MAP"] = json!({"P": {"3": "0", "4": "4"}});
    config["PORT_QOS_MAP"]["Ethernet0"]["tc_to_pg_map"] = json!("P");
    config["DSCP_TO_TC_MAP"]["AZURE"]["10"] = json!("9");
    let import = imported(&[config], &[]);
    let lossless = "priority 3 is lossy here: TC 3 has PG 0 in TC_TO_PRIORITY_GROUP_MAP, but TC, PG, queue and PFC priority are one number in the \
                    simulator; taken in part: lossless = on for 4";
    let found = reasons(&import, "0.json: PORT_QOS_MAP|Ethernet0.pfc_enable");
    assert_eq!(found, [(Treatment::NotModelled, lossless)]);
    let found = reasons(&import, "0.json: DSCP_TO_TC_MAP|AZURE.10");
    assert_eq!(found, [(Treatment::NotModelled, "the simulator has no class 9")]);
}

#[test]
fn entries_of_maps_with_another_number_than_that_of_the_simulator_are_not_modelled() {
    let mut config = shape(0);
    config["TC_TO_QUEUE_MAP"] = json!({"Q": {"2": "1", "3": "3"}});
    config["TC_TO_PRIORITY_GROUP_MAP"] =
        json!({"P": {"0": "0", "1": "0", "2": "1", "3": "4", "4": "4", "5": "9"}});
    config["MAP_PFC_PRIORITY_TO_QUEUE"] = json!({"A": {"3": "3", "6": "5"}});
    config["PFC_PRIORITY_TO_PRIORITY_GROUP_MAP"] = json!({"B": {"3": "3", "6": "5"}});
    let maps = [("queue", "Q"), ("pg", "P")].map(|(to, map)| (format!("tc_to_{to}_map"), map));
    let of_pfc = [("queue", "A"), ("pg", "B")].map(|(to, map)| (format!("pfc_to_{to}_map"), map));
    for (field, map) in maps.into_iter().chain(of_pfc) {
        config["PORT_QOS_MAP"]["Ethernet0"][field] = json!(map);
    }
    let import = imported(&[config], &[]);
    let same = "checked: TC, PG, queue and PFC priority are one number here";
    let (taken, not_modelled) = (Treatment::Taken, Treatment::NotModelled);
    for (entry, treatment, reason) in [
        ("TC_TO_QUEUE_MAP|Q.2", taken, "maps: TC 2 has queue 1"),
        ("TC_TO_QUEUE_MAP|Q.3", taken, same),
        ("TC_TO_PRIORITY_GROUP_MAP|P.0", taken, same),
        (
            "TC_TO_PRIORITY_GROUP_MAP|P.1",
            not_modelled,
            "here frames of TC 1 are counted in PG 1, the number of their queue, not in PG 0",
        ),
        // TC 2 has queue 1, so its frames are of priority 1, with PG 1.
        ("TC_TO_PRIORITY_GROUP_MAP|P.2", taken, same),
        (
            "TC_TO_PRIORITY_GROUP_MAP|P.3",
            not_modelled,
            "here frames of TC 3 are counted in PG 3, the number of their queue, not in PG 4",
        ),
        ("TC_TO_PRIORITY_GROUP_MAP|P.4", taken, same),
        ("TC_TO_PRIORITY_GROUP_MAP|P.5", not_modelled, "the simulator has no class 9"),
        ("MAP_PFC_PRIORITY_TO_QUEUE|A.3", taken, same),
        (
            "MAP_PFC_PRIORITY_TO_QUEUE|A.6",
            not_modelled,
            "here a pause of PFC priority 6 pauses queue 6, not queue 5",
        ),
        ("PFC_PRIORITY_TO_PRIORITY_GROUP_MAP|B.3", taken, same),
        (
            "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP|B.6",
            not_modelled,
            "here PG 6, not PG 5, requests pauses of PFC priority 6",
        ),
    ] {
        assert_eq!(reasons(&import, &format!("0.json: {entry}")), [(treatment, reason)], "{entry}");
    }
}

#[test]
fn a_pool_of_unknown_size_is_a_warning_at_the_head_of_the_report() {
    let mut config = shape(0);
    assert!(
        imported(&[config.clone()], &[])
            .warnings
            .iter()
            .all(|text| !text.contains("size of the lossless pool"))
    );
    config["BUFFER_POOL"]["ingress_lossless_pool"].as_object_mut().unwrap().remove("size");
    let import = imported(&[config.clone()], &[]);
    let text = import.text().to_string();
    assert!(
        text.starts_with("Warnings (")
            && text.contains("No file gives the size of the lossless pool of leaf"),
        "{text}"
    );
    config.as_object_mut().unwrap().remove("BUFFER_POOL");
    assert!(imported(&[config], &[]).warnings.iter().any(|text| text.contains("size of the lossless pool")));
}

/// Configuration of a switch with a server at each port. `speeds` are in Mb/s.
fn star(speeds: &[&str]) -> Value {
    let mut config = shape(0);
    for (n, speed) in speeds.iter().enumerate() {
        let port = format!("Ethernet{}", 4 * n);
        config["PORT"][&port] = json!({"speed": speed, "admin_status": "up", "mtu": "9100"});
        config["DEVICE_NEIGHBOR"][&port] = json!({"name": format!("server{n}"), "port": "eth0"});
        config["CABLE_LENGTH"]["AZURE"][&port] = json!("5m");
        config["BUFFER_PG"][format!("{port}|3-4")] = json!({"profile": "lossless"});
        config["PORT_QOS_MAP"][&port] = config["PORT_QOS_MAP"]["Ethernet0"].clone();
    }
    config
}

#[test]
fn hosts_of_any_two_rates_have_a_load_with_a_pause() {
    for speeds in [
        &["25000", "100000"][..],
        &["100000", "50000", "25000"],
        &["800000", "400000", "200000", "50000", "25000", "10000"],
        &["25000", "25000", "100000"],
        &["100000", "100000", "100000"],
    ] {
        let import = imported(&[star(speeds)], &[]);
        let mut world = World::new(import.document.compile().unwrap().into());
        let horizon = world.spec().horizon;
        world.run(horizon, u64::MAX);
        let pauses: u64 = world.counters().ports.iter().flatten().map(|priority| priority.pauses_sent).sum();
        assert!(pauses > 0, "{speeds:?}: {} flows, {:?}", import.document.flows.len(), import.warnings);
    }
    let mut alone = star(&["100000", "100000"]);
    alone["DEVICE_NEIGHBOR"].as_object_mut().unwrap().remove("Ethernet4");
    let import = imported(&[alone], &[]);
    assert!(import.document.flows.is_empty());
    assert!(import.warnings.iter().any(|text| text.contains("has 1 host, and an example load needs two")));
}

#[test]
fn a_long_list_of_names_has_few_findings() {
    let mut config = shape(0);
    let known = vec!["Ethernet0"; 20_000].join(",");
    let unknown: Vec<String> = (0..20_000).map(|n| format!("Ethernet{}", 1_000 + n)).collect();
    let list = format!("{known},{}", unknown.join(","));
    config["PORT_QOS_MAP"][&list] = json!({"pfc_enable": "3"});
    config["BUFFER_PG"][format!("{list}|5")] = json!({"profile": "lossy"});
    let import = imported(&[config], &[]);
    let findings = import.findings.iter().filter(|one| one.place.key.len() > 200);
    let reasons: Vec<&str> = findings.map(|one| one.reason.as_str()).collect();
    assert!(reasons.contains(&"PORT has no port Ethernet1000 and 19999 more: left out"), "{reasons:?}");
    assert!(reasons.contains(&"left out for Ethernet0: the key Ethernet0 counts"), "{reasons:?}");
    assert!(reasons.len() < 10 && reasons.iter().all(|reason| reason.len() < 400), "{reasons:?}");
}

#[test]
fn an_empty_field_counts_as_absent_and_is_reported_as_changed() {
    for empty in [json!(""), json!(null), json!([])] {
        let mut config = shape(0);
        let key = config["BUFFER_PROFILE"].as_object().unwrap().keys().next().unwrap().clone();
        config["BUFFER_PROFILE"][&key]["xon_offset"] = empty.clone();
        let import = imported(std::slice::from_ref(&config), &[]);
        check(&[config], &import);
        let place = FilePlace::new("0.json", "BUFFER_PROFILE", &key, "xon_offset");
        let found = import.findings.iter().find(|finding| finding.place == place).unwrap();
        assert_eq!(found.treatment, Treatment::Changed, "{empty}: {}", found.reason);
        assert!(found.reason.contains("empty, which counts as absent"), "{empty}: {}", found.reason);
    }
}

#[test]
fn an_empty_field_of_a_later_file_removes_the_value_of_an_earlier_one() {
    let config = shape(0);
    let ports = config["PORT_QOS_MAP"].as_object().unwrap().keys();
    let off: Value =
        ports.map(|port| (port.clone(), json!({"pfc_enable": ""}))).collect::<serde_json::Map<_, _>>().into();
    let [before, after] = [&[config.clone()][..], &[config, json!({"PORT_QOS_MAP": off})]].map(|files| {
        let spec = imported(files, &[]).document.compile().unwrap();
        spec.ports.iter().filter(|port| !port.config.sender.enabled.is_empty()).count()
    });
    assert!(before > 0);
    assert_eq!(after, 0);
}
