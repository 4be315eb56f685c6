//! Tests of names of ports and tables: which tables accept an alias, which entry of a port applies, and what
//! a refusal of a port says. Also misspelt tables, and tables without which no priority is lossless.

use fabric_interop::Treatment;
use fabric_interop::sonic::{File, Import, Request, import};
use serde_json::{Map, Value, json};

/// Aliases of `Ethernet0`: the first precedes this name in the order of text, the second follows it.
const ALIASES: [&str; 2] = ["Eth1/1", "etp1"];

/// Configuration of a leaf with three ports and a server at each port. Port `Ethernet0` has the alias
/// `alias`, and an entry in each table.
fn leaf(alias: &str) -> Value {
    let ports = ["Ethernet0", "Ethernet4", "Ethernet8"];
    let all = |value: &dyn Fn(&str) -> Value| -> Map<String, Value> {
        ports.iter().map(|port| ((*port).to_owned(), value(port))).collect()
    };
    let mut config = json!({
        "DEVICE_METADATA": {"localhost": {"hostname": "leaf1"}},
        "PORT": all(&|_| json!({"speed": "100000", "admin_status": "up"})),
        "DEVICE_NEIGHBOR": all(&|port| json!({"name": format!("server-{port}"), "port": "eth0"})),
        "CABLE_LENGTH": {"AZURE": all(&|_| json!("5m"))},
        "PORT_QOS_MAP": all(&|_| json!({"pfc_enable": "3", "pfcwd_sw_enable": "3"})),
        "PFC_WD": all(&|_| json!({"action": "drop", "detection_time": "200"})),
        "BUFFER_POOL": {"p": {"type": "ingress", "mode": "dynamic", "size": "10000000", "xoff": "100000"}},
        "BUFFER_PROFILE": {
            "lossless": {"pool": "p", "size": "0", "xon": "18432", "xoff": "80000", "dynamic_th": "1"},
            "other": {"pool": "p", "size": "0", "xon": "18432", "xoff": "90000", "dynamic_th": "2"},
        },
        "SCHEDULER": {"s": {"type": "DWRR", "weight": "10"}, "t": {"type": "DWRR", "weight": "20"}},
    });
    for (table, entry) in
        [("BUFFER_PG", json!({"profile": "lossless"})), ("QUEUE", json!({"scheduler": "s"}))]
    {
        let keys = ports.map(|port| (format!("{port}|3"), entry.clone()));
        config[table] = Value::Object(keys.into_iter().collect());
    }
    config["PORT"]["Ethernet0"]["alias"] = json!(alias);
    config
}

fn request(configs: &[Value]) -> Request {
    let files = configs.iter().enumerate();
    let files = files.map(|(n, config)| File::new(format!("{n}.json"), config.to_string()));
    Request { files: files.collect(), ..Request::default() }
}

fn imported(config: &Value) -> Import {
    import(&request(std::slice::from_ref(config))).unwrap_or_else(|why| panic!("{why}"))
}

fn refused(request: &Request) -> String {
    import(request).expect_err("it is refused").to_string()
}

/// Finding at a place: treatment and reason.
fn finding<'a>(import: &'a Import, place: &str) -> (Treatment, &'a str) {
    let mut of_place = import.findings.iter().filter(|one| one.place.to_string() == place);
    let found = of_place.next().unwrap_or_else(|| panic!("no finding at {place}"));
    (found.treatment, found.reason.as_str())
}

#[test]
fn a_neighbour_under_the_name_of_a_port_counts_before_one_under_its_alias() {
    let reason = "names the port Ethernet0 a second time; the entry under its name counts";
    for alias in ALIASES {
        let plain = imported(&leaf(alias));
        let mut config = leaf(alias);
        config["DEVICE_NEIGHBOR"][alias] = json!({"name": "other", "port": "eth0"});
        let import = imported(&config);
        assert_eq!(import.document, plain.document, "{alias}");
        let place = format!("0.json: DEVICE_NEIGHBOR|{alias}.name");
        assert_eq!(finding(&import, &place), (Treatment::Changed, reason), "{alias}");

        let neighbour = |name: &str| json!({"lldp_rem_sys_name": name, "lldp_rem_port_id": "eth0"});
        let mut config = leaf(alias);
        config["DEVICE_NEIGHBOR"].as_object_mut().unwrap().remove("Ethernet0");
        config["LLDP_ENTRY_TABLE"] = json!({"Ethernet0": neighbour("found")});
        let plain = imported(&config);
        config["LLDP_ENTRY_TABLE"][alias] = neighbour("other");
        let import = imported(&config);
        assert_eq!(import.document, plain.document, "{alias}");
        assert!(import.mismatches.is_empty(), "{:?}", import.mismatches);
        let place = format!("0.json: LLDP_ENTRY_TABLE|{alias}.lldp_rem_sys_name");
        assert_eq!(finding(&import, &place), (Treatment::Changed, reason), "{alias}");
    }
}

#[test]
fn an_alias_alone_names_the_port_of_a_neighbour_and_of_two_the_last_counts() {
    let mut config = leaf("etp1");
    config["PORT"]["Ethernet0"]["asic_port_name"] = json!("Eth0-ASIC0");
    let server = config["DEVICE_NEIGHBOR"].as_object_mut().unwrap().remove("Ethernet0").unwrap();
    config["DEVICE_NEIGHBOR"]["etp1"] = server;
    assert_eq!(imported(&config).document.links.len(), 3);
    config["DEVICE_NEIGHBOR"]["Eth0-ASIC0"] = json!({"name": "other", "port": "eth0"});
    let reported = "names the port Ethernet0 a second time; the entry etp1 counts";
    let import = imported(&config);
    let found = finding(&import, "0.json: DEVICE_NEIGHBOR|Eth0-ASIC0.name");
    assert_eq!(found, (Treatment::Changed, reported));
}

#[test]
fn an_alias_is_not_taken_in_tables_in_which_sonic_reads_names_only() {
    for alias in ALIASES {
        let plain = imported(&leaf(alias)).document;
        for (table, key, field, value) in [
            ("PORT_QOS_MAP", alias.to_owned(), "pfc_enable", "5"),
            ("PFC_WD", alias.to_owned(), "detection_time", "400"),
            ("BUFFER_PG", format!("{alias}|3"), "profile", "other"),
            ("BUFFER_QUEUE", format!("{alias}|3"), "profile", "other"),
            ("QUEUE", format!("{alias}|3"), "scheduler", "t"),
            ("CABLE_LENGTH", "AZURE".to_owned(), alias, "40m"),
        ] {
            let mut config = leaf(alias);
            config[table][&key][field] = json!(value);
            let import = imported(&config);
            assert_eq!(import.document, plain, "{table} {alias}");
            let reason = format!(
                "left out: {alias} is the alias of Ethernet0; SONiC reads only port names here; write Ethernet0"
            );
            let place = format!("0.json: {table}|{key}.{field}");
            assert_eq!(finding(&import, &place), (Treatment::NotModelled, reason.as_str()), "{table}");
        }
    }
}

#[test]
fn an_alias_in_a_list_of_ports_is_reported_and_the_names_beside_it_are_taken() {
    for alias in ALIASES {
        let mut config = leaf(alias);
        config["PORT_QOS_MAP"].as_object_mut().unwrap().remove("Ethernet4");
        let list = format!("Ethernet4,{alias}");
        config["PORT_QOS_MAP"][&list] = json!({"pfc_enable": "3", "pfcwd_sw_enable": "3"});
        let import = imported(&config);
        assert_eq!(import.document, imported(&leaf(alias)).document, "{alias}");
        let (treatment, reason) = finding(&import, &format!("0.json: PORT_QOS_MAP|{list}"));
        assert_eq!(treatment, Treatment::NotModelled);
        assert!(reason.ends_with("SONiC reads only port names here; write Ethernet0"), "{reason}");
    }
    let mut config = leaf("etp1");
    config["PORT"]["Ethernet4"]["alias"] = json!("etp2");
    config["BUFFER_PG"]["Ethernet8,etp1,etp2|4"] = json!({"profile": "other"});
    let import = imported(&config);
    let (_, reason) = finding(&import, "0.json: BUFFER_PG|Ethernet8,etp1,etp2|4");
    assert!(reason.ends_with("write Ethernet0; names of the key that are no port names: 2"), "{reason}");
    let mut config = leaf("etp1");
    config["BUFFER_PG"]["ethernet0|4"] = json!({"profile": "other"});
    let import = imported(&config);
    let (_, reason) = finding(&import, "0.json: BUFFER_PG|ethernet0|4.profile");
    assert!(reason.contains("ethernet0 differs from Ethernet0 in upper and lower case"), "{reason}");
}

#[test]
fn a_port_that_is_selected_by_name_and_by_alias_is_named_twice() {
    for (ports, refusal) in [
        (["Ethernet0", "etp1"], "selected port etp1: Ethernet0 names the same port; name it once"),
        (["etp1", "Ethernet0"], "selected port Ethernet0: etp1 names the same port; name it once"),
        (
            ["leaf1:Ethernet0", "etp1"],
            "selected port etp1: leaf1:Ethernet0 names the same port; name it once",
        ),
    ] {
        let ports = ports.map(str::to_owned).to_vec();
        assert_eq!(refused(&Request { ports, ..request(&[leaf("etp1")]) }), refusal);
    }
    let ports = ["Ethernet4", "etp1"].map(str::to_owned).to_vec();
    let import = import(&Request { ports, ..request(&[leaf("etp1")]) }).unwrap();
    assert_eq!(import.document.links.len(), 2);
}

#[test]
fn a_refusal_of_a_port_has_the_range_and_the_remedy() {
    let mut config = leaf("etp1");
    config["QUEUE"]["Ethernet0|x"] = json!({"scheduler": "s"});
    assert_eq!(
        refused(&request(&[config])),
        "0.json: QUEUE|Ethernet0|x: the index is \"x\", but must be a whole number from 0; write an index such as 3, or a \
         range such as 3-4"
    );
    let without_speed = |mut config: Value| {
        config["PORT"]["Ethernet0"].as_object_mut().unwrap().remove("speed");
        config
    };
    assert_eq!(
        refused(&request(&[without_speed(leaf("etp1"))])),
        "0.json: PORT|Ethernet0.speed: speed is absent at the port, but must be from 1 to 10000000, in Mb/s; add the \
         field to Ethernet0"
    );
    let mut ends = [("leaf1", "leaf2"), ("leaf2", "leaf1")].map(|(own, other)| {
        let mut config = without_speed(leaf("etp1"));
        config["DEVICE_METADATA"]["localhost"]["hostname"] = json!(own);
        config["DEVICE_NEIGHBOR"]["Ethernet0"] = json!({"name": other, "port": "Ethernet0"});
        config
    });
    let refusal = refused(&request(&ends));
    assert!(
        refusal.contains(
            "PORT|Ethernet0.speed: speed is absent at both ends of the link, but must be from 1 to 10000000, in Mb/s; add \
             the field to leaf1 Ethernet0 or leaf2 Ethernet0"
        ),
        "{refusal}"
    );
    // A malformed speed at one end has one refusal.
    ends[1]["PORT"]["Ethernet0"]["speed"] = json!("fast");
    let refusal = refused(&request(&ends));
    assert!(!refusal.contains("both ends") && refusal.contains("\"fast\" must be"), "{refusal}");
    let refusal = refused(&Request::default());
    assert!(refusal.starts_with("no file is given; give the config_db.json of each switch"), "{refusal}");
}

/// Misspelt tables lose their entries, so the report lists them. Tables of other functions are left out.
#[test]
fn a_table_with_a_misspelt_name_is_not_modelled() {
    for (name, misspelt) in [
        ("BUFFER_PG", "BUFER_PG"),
        ("CABLE_LENGTH", "CABLELENGTH"),
        ("BUFFER_PROFILE", "buffer_profile"),
        ("PFC_WD", "PFCWD"),
        ("DEVICE_NEIGHBOR", "DEVICE_NEIGHBOUR"),
    ] {
        let mut config = leaf("etp1");
        let entries = config.as_object_mut().unwrap().remove(name).unwrap();
        config[misspelt] = entries;
        let import = imported(&config);
        let of_table = import.findings.iter().filter(|one| one.place.table == misspelt);
        let treatments: Vec<Treatment> = of_table.map(|one| one.treatment).collect();
        assert!(!treatments.is_empty(), "{misspelt}");
        assert!(treatments.iter().all(|treatment| *treatment == Treatment::NotModelled), "{misspelt}");
    }
    let mut config = leaf("etp1");
    config["NTP_SERVER"] = json!({"10.0.0.1": {"x": "y"}});
    config["A".repeat(100_000)] = json!({"a": {"x": "y"}});
    assert!(
        imported(&config)
            .findings
            .iter()
            .all(|one| one.place.table.len() < 50 && one.place.table != "NTP_SERVER")
    );
}

/// If no priority is lossless, the warning gives only the first reason.
#[test]
fn a_fabric_without_a_lossless_priority_names_the_reason() {
    let warning = |config: &Value| {
        let import = imported(config);
        let found = import.warnings.iter().find(|one| one.starts_with("No priority is lossless"));
        found.expect("a warning").clone()
    };
    let mut config = leaf("etp1");
    config.as_object_mut().unwrap().remove("PORT_QOS_MAP");
    assert!(warning(&config).ends_with(
        "leaf1 has no table PORT_QOS_MAP, which names the priorities with PFC: give its file, too."
    ));
    let mut config = leaf("etp1");
    for (_, entry) in config["BUFFER_PG"].as_object_mut().unwrap() {
        entry["profile"] = json!("NULL");
    }
    let reason = "The reason at 0.json: BUFFER_PG|Ethernet0|3.profile: dynamic buffer model: the profile is in APPL_DB only";
    assert!(warning(&config).contains(reason), "{}", warning(&config));
}
