//! Tests of files that complete a configuration: buffer sizes of the dynamic buffer model, and neighbours
//! that LLDP found.

use fabric_interop::any_import;
use fabric_interop::sonic::{
    File, Import, NicFile, Request, SwitchFile, buffer_tables, import, import_with_nics, lldp_tables,
};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};
use serde_json::{Map, Value, json};

/// Ports of a switch.
const PORTS: [&str; 3] = ["Ethernet0", "Ethernet4", "Ethernet8"];

fn all(value: &Value) -> Map<String, Value> {
    PORTS.iter().map(|port| ((*port).to_owned(), value.clone())).collect()
}

/// Configuration of a switch in the dynamic buffer model: without the size of a pool, and without lossless
/// profiles.
fn dynamic(name: &str) -> Value {
    let aliases = PORTS.iter().enumerate().map(|(n, port)| {
        let entry =
            json!({"speed": "100000", "admin_status": "up", "mtu": "9100", "alias": format!("etp{}", n + 1)});
        ((*port).to_owned(), entry)
    });
    json!({
        "DEVICE_METADATA": {"localhost": {"hostname": name, "platform": "x86_64-mlnx_msn4600c-r0", "buffer_model": "dynamic"}},
        "PORT": aliases.collect::<Map<_, _>>(),
        "CABLE_LENGTH": {"AZURE": all(&json!("5m"))},
        "BUFFER_POOL": {"ingress_lossless_pool": {"mode": "dynamic", "type": "ingress"}},
        "BUFFER_PG": {"Ethernet0,Ethernet4,Ethernet8|3-4": {"profile": "NULL"}},
        "PORT_QOS_MAP": all(&json!({"pfc_enable": "3,4"}))
    })
}

fn with_neighbours(mut config: Value, neighbours: [(&str, &str); 3]) -> Value {
    let entries = PORTS.iter().zip(neighbours);
    let entries = entries.map(|(port, (name, far))| ((*port).to_owned(), json!({"name": name, "port": far})));
    config["DEVICE_NEIGHBOR"] = Value::Object(entries.collect());
    config
}

fn servers() -> Value {
    with_neighbours(dynamic("leaf1"), [("server1", "eth0"), ("server2", "eth0"), ("server3", "eth0")])
}

fn imported(configs: &[Value], parts: Vec<(Option<&str>, File)>) -> Result<Import, String> {
    let files =
        configs.iter().enumerate().map(|(n, config)| File::new(format!("{n}.json"), config.to_string()));
    let parts =
        parts.into_iter().map(|(switch, file)| SwitchFile { switch: switch.map(str::to_owned), file });
    let request = Request { files: files.collect(), parts: parts.collect(), ..Request::default() };
    import(&request).map_err(|why| why.to_string())
}

#[test]
fn profiles_of_the_dynamic_model_are_worked_out_where_the_configuration_has_their_inputs() {
    let lossless = |config: Value| {
        let import = imported(&[config], Vec::new()).unwrap();
        let spec = import.document.compile().unwrap();
        let switch = spec.nodes.iter().find(|node| node.switch().is_some()).unwrap();
        let pg = spec.ports[switch.ports.start as usize].config.priorities[3].pg;
        pg.lossless.then_some((pg.headroom, pg.reserve, pg.xon))
    };
    let mut config = servers();
    assert_eq!(lossless(config.clone()), None, "without LOSSLESS_TRAFFIC_PATTERN");
    config["LOSSLESS_TRAFFIC_PATTERN"] = json!({"AZURE": {"mtu": "1024", "small_packet_percentage": "50"}});
    config["DEFAULT_LOSSLESS_BUFFER_PARAMETER"] = json!({"AZURE": {"default_dynamic_th": "0"}});
    config["CABLE_LENGTH"]["AZURE"] = all(&json!("40m")).into();
    assert_eq!(lossless(config.clone()), Some((66_560, 19_456, 0)));
    config["CABLE_LENGTH"]["AZURE"] = all(&json!("300m")).into();
    assert_eq!(lossless(config.clone()), Some((118_784, 19_456, 0)));
    config["DEVICE_METADATA"]["localhost"]["platform"] = json!("x86_64-dellemc_z9332f_d1508-r0");
    assert_eq!(lossless(config), None, "the script is of another vendor");
}

const BUFFERS: &str = "\
admin@leaf1:~$ show buffer information
Pool: ingress_lossless_pool
----  --------
type  ingress
mode  dynamic
size  17170432
xoff  2000000
----  --------

Pool: egress_lossless_pool
----  --------
type  egress
mode  dynamic
size  34340822
----  --------

Profile: pg_lossless_100000_5m_profile
----------  -----------------------------------
xon         18432
dynamic_th  0
xoff        21504
pool        [BUFFER_POOL:ingress_lossless_pool]
size        18432
----------  -----------------------------------
admin@leaf1:~$ show uptime
size 7
";

/// Dump of `APPL_DB` with the sizes of [`BUFFERS`], and with the profile of a priority group.
fn dump() -> Value {
    let hash = |fields: Value| json!({"type": "hash", "ttl": -0.001, "value": fields});
    json!({
        "BUFFER_POOL_TABLE:ingress_lossless_pool": hash(json!({"type": "ingress", "mode": "dynamic", "size": "17170432", "xoff": "2000000"})),
        "BUFFER_POOL_TABLE:egress_lossless_pool": hash(json!({"type": "egress", "mode": "dynamic", "size": "34340822"})),
        "BUFFER_PROFILE_TABLE:pg_lossless_100000_5m_profile": hash(json!({
            "xon": "18432", "dynamic_th": "0", "xoff": "21504", "pool": "[BUFFER_POOL_TABLE:ingress_lossless_pool]", "size": "18432"
        })),
        "BUFFER_PG_TABLE:Ethernet0:3-4": hash(json!({"profile": "pg_lossless_100000_5m_profile"})),
        "PORT_TABLE:Ethernet0": hash(json!({"speed": "1"}))
    })
}

#[test]
fn numbers_of_the_dynamic_buffer_model_come_from_the_switch() {
    let without = imported(&[servers()], vec![]).unwrap();
    assert!(without.warnings.iter().any(|warning| warning.contains("No priority is lossless")));
    let text = buffer_tables(&File::new("buffers.txt", BUFFERS)).unwrap();
    let import = imported(&[servers()], vec![(None, text)]).unwrap();
    let spec = import.document.compile().unwrap();
    // Sum of the shared memory, the headroom pool, and the reserves of two groups at each of three ports.
    assert_eq!(spec.switches[0].pool.memory, 17_170_432 + 2_000_000 + 6 * 18_432);
    let port = spec.ports.iter().find(|port| spec.nodes[port.node.index()].name == "leaf1").unwrap();
    let group = port.config.priorities[4].pg;
    assert_eq!((group.lossless, group.headroom, group.reserve), (true, 21_504, 18_432));
    let dumped = buffer_tables(&File::new("appl_db.json", dump().to_string())).unwrap();
    let again = imported(&[servers()], vec![(Some("leaf1"), dumped)]).unwrap();
    assert_eq!(again.document.to_json(), import.document.to_json());
}

#[test]
fn a_value_that_a_file_beside_has_twice_is_reported() {
    let field = BUFFERS.to_owned() + "Pool: ingress_lossless_pool\nxoff 7\nxoff 2000000\n";
    let tables = buffer_tables(&File::new("buffers.txt", &field)).unwrap();
    let lldp = LLDP_TABLE.replace(
        "Ethernet8 ",
        "Ethernet4    server9            eth0               O             eth0\nEthernet8 ",
    );
    let neighbours = lldp_tables(&File::new("lldp.txt", &lldp)).unwrap();
    let import = imported(&[servers()], vec![(None, tables), (None, neighbours)]).unwrap();
    for (place, values) in [
        ("buffers.txt: BUFFER_POOL|ingress_lossless_pool.xoff", &["2000000", "7"][..]),
        ("lldp.txt: LLDP_ENTRY_TABLE|Ethernet4.lldp_rem_sys_name", &["server2"]),
    ] {
        let mut found = import.findings.iter().filter(|one| one.place.to_string() == place);
        let finding = found.next().unwrap();
        for value in values {
            let expected = format!("left out: {value}, since the file has the field again");
            assert!(finding.reason.contains(&expected), "{}", finding.reason);
        }
    }
    let twice = r#"{"LLDP_ENTRY_TABLE:Ethernet0": {}, "LLDP_ENTRY_TABLE:Ethernet0": {}}"#;
    let reported = lldp_tables(&File::new("x", twice)).unwrap_err().to_string();
    assert!(reported.contains("named twice in one object"), "{reported}");
}

#[test]
fn a_file_beside_must_have_its_kind_and_its_switch() {
    for (text, reason) in [
        ("hello", "there is no buffer pool or profile"),
        ("{", "this is not JSON"),
        (r#"{"PORT_TABLE:Ethernet0": {}}"#, "there is no buffer pool or profile"),
    ] {
        let reported = buffer_tables(&File::new("x", text)).unwrap_err().to_string();
        assert!(reported.contains(reason), "{text}: {reported}");
    }
    for text in ["hello", "{}", r#"{"lldp": {"interface": []}}"#] {
        let reported = lldp_tables(&File::new("x", text)).unwrap_err().to_string();
        assert!(reported.contains("there is no neighbour"), "{text}: {reported}");
    }
    let buffers = || buffer_tables(&File::new("buffers.txt", BUFFERS)).unwrap();
    let reported = imported(&[servers()], vec![(Some("leaf7"), buffers())]).unwrap_err();
    assert_eq!(reported, "buffers.txt: no file is of a switch called leaf7; there are leaf1");
    let lookup =
        SwitchFile { switch: Some("zz".to_owned()), file: File::new("x.ini", "100000 40m 1 2 3000 0") };
    let files = vec![File::new("leaf1.json", servers().to_string())];
    let reported = import(&Request { files, lookups: vec![lookup], ..Request::default() }).unwrap_err();
    assert_eq!(reported.to_string(), "x.ini: --pg-lookup zz: there is no such switch among leaf1");
    let other = with_neighbours(dynamic("leaf2"), [("a", "eth0"), ("b", "eth0"), ("c", "eth0")]);
    let reported = imported(&[servers(), other], vec![(None, buffers())]).unwrap_err();
    assert!(reported.contains("call it leaf1-buffers.txt if it is of leaf1"), "{reported}");
}

const LLDP_TABLE: &str = "\
Capability codes: (R) Router, (B) Bridge, (O) Other
LocalPort    RemoteDevice       RemotePortID       Capability    RemotePortDescr
-----------  -----------------  -----------------  ------------  -----------------
Ethernet0    server1.dc.net     0c:42:a1:00:00:01  O             eth0
Ethernet4    server2            eth0               O             eth0
Ethernet8    leaf2              etp1               BR            Ethernet0
eth0         mgmt               Gi1/7              BR            a port of the management network
--------------------------------------------------
Total entries displayed:  4
";

/// Neighbours of [`LLDP_TABLE`] in two other formats: output of `lldpctl -f json`, and a dump of `APPL_DB`.
fn other_forms() -> [Value; 2] {
    let found = [
        ("Ethernet0", "server1.dc.net", "0c:42:a1:00:00:01", "eth0"),
        ("Ethernet4", "server2", "eth0", "eth0"),
        ("Ethernet8", "leaf2", "etp1", "Ethernet0"),
        ("eth0", "mgmt", "Gi1/7", "a port of the management network"),
    ];
    let interfaces = found.map(|(port, name, id, description)| {
        json!({port: {"via": "LLDP", "chassis": {name: {"id": {"type": "mac", "value": "00:00:00:00:00:01"}}},
            "port": {"id": {"type": "local", "value": id}, "descr": description}}})
    });
    let entries = found.map(|(port, name, id, description)| {
        let fields =
            json!({"lldp_rem_sys_name": name, "lldp_rem_port_id": id, "lldp_rem_port_desc": description});
        (format!("LLDP_ENTRY_TABLE:{port}"), json!({"type": "hash", "value": fields}))
    });
    [json!({"lldp": {"interface": interfaces}}), entries.into_iter().collect::<Map<_, _>>().into()]
}

#[test]
fn lldp_gives_the_neighbours_that_the_configuration_lacks() {
    let leaf2 =
        with_neighbours(dynamic("leaf2"), [("leaf1", "Ethernet8"), ("server4", "eth0"), ("server5", "eth0")]);
    let texts = [LLDP_TABLE.to_owned()].into_iter().chain(other_forms().map(|form| form.to_string()));
    let documents: Vec<_> = texts
        .map(|text| {
            let file = lldp_tables(&File::new("lldp", text)).unwrap();
            imported(&[dynamic("leaf1"), leaf2.clone()], vec![(Some("leaf1"), file)]).unwrap()
        })
        .collect();
    let document = &documents[0].document;
    let hosts: Vec<&str> = document.hosts.iter().map(|host| host.name.as_str()).collect();
    assert_eq!(hosts, ["server1-eth0", "server2-eth0", "server4-eth0", "server5-eth0"]);
    assert!(document.links.iter().any(|link| (link.a.as_str(), link.b.as_str()) == ("leaf1", "leaf2")));
    for other in &documents[1..] {
        assert_eq!(other.document.to_json(), document.to_json());
    }
}

#[test]
fn names_and_aliases_of_ports_are_compared_without_case() {
    let leaf2 =
        |port| with_neighbours(dynamic("leaf2"), [("leaf1", port), ("server4", "eth0"), ("server5", "eth0")]);
    let document = |leaf2: Value, alias: &str| {
        // The identifier alone names the port of the neighbour.
        let text =
            LLDP_TABLE.replace("etp1", alias).replace("BR            Ethernet0", "BR            to leaf1");
        let file = lldp_tables(&File::new("lldp", text)).unwrap();
        imported(&[dynamic("leaf1"), leaf2], vec![(Some("leaf1"), file)]).unwrap()
    };
    let import = document(leaf2("ethernet8"), "ETP1");
    assert_eq!(import.mismatches, []);
    assert_eq!(import.document, document(leaf2("Ethernet8"), "etp1").document);
    assert!(import.document.links.iter().any(|link| link.b == "leaf2"));
}

#[test]
fn a_cable_that_differs_from_the_plan_is_a_mismatch() {
    let leaf2 =
        with_neighbours(dynamic("leaf2"), [("server8", "eth0"), ("leaf1", "Ethernet8"), ("server5", "eth0")]);
    let planned =
        with_neighbours(dynamic("leaf1"), [("server1", "eth0"), ("server9", "eth0"), ("leaf2", "Ethernet4")]);
    let file = lldp_tables(&File::new("lldp.txt", LLDP_TABLE)).unwrap();
    let import = imported(&[planned, leaf2], vec![(Some("leaf1"), file)]).unwrap();
    let reasons: Vec<&str> = import.mismatches.iter().map(|mismatch| mismatch.reason.as_str()).collect();
    let starts = |start: &str| reasons.iter().filter(|reason| reason.starts_with(start)).count();
    assert_eq!(starts("leaf1 Ethernet0"), 0, "{reasons:?}");
    assert_eq!(
        starts("leaf1 Ethernet4 leads to server9 eth0 by DEVICE_NEIGHBOR, but LLDP found server2 eth0"),
        1,
        "{reasons:?}"
    );
    assert_eq!(
        starts("leaf1 Ethernet8 leads to leaf2 Ethernet4 by DEVICE_NEIGHBOR, but LLDP found leaf2 etp1"),
        1,
        "{reasons:?}"
    );
}

#[test]
fn files_of_any_kind_may_have_buffers_and_neighbours() {
    let file = |name: &str, text: String| File::new(name, text);
    let [one, other] = ["leaf1", "leaf2"]
        .map(|name| with_neighbours(dynamic(name), [("a", "eth0"), ("b", "eth0"), ("c", "eth0")]));
    let configs = [one, other];
    let configurations =
        || configs.iter().enumerate().map(|(n, config)| file(&n.to_string(), config.to_string()));
    let [lldpctl, _] = other_forms();
    let unprompted = BUFFERS.replace("admin@leaf1:~$", "");
    for (name, text, has_buffers) in [
        ("x.txt", BUFFERS.to_owned(), true),
        ("leaf1-buffers.txt", unprompted.clone(), true),
        ("leaf1.txt", LLDP_TABLE.to_owned(), false),
        ("leaf1.json", lldpctl.to_string(), false),
    ] {
        let of_any =
            any_import::import(configurations().chain([file(name, text.clone())]).collect(), Vec::new());
        let tables = if has_buffers { buffer_tables } else { lldp_tables };
        let part = (Some("leaf1"), tables(&file(name, text)).unwrap());
        let request = Request {
            files: configurations().collect(),
            parts: vec![SwitchFile { switch: part.0.map(str::to_owned), file: part.1 }],
            ..Request::default()
        };
        assert_eq!(of_any.unwrap(), import(&request).unwrap(), "{name}");
    }
    let alone = any_import::import(vec![file("x.txt", unprompted.clone())], Vec::new()).unwrap_err();
    assert!(alone.to_string().starts_with("x.txt: no configuration of a switch is with it"), "{alone}");
    let files = configurations().chain([file("x.txt", unprompted)]).collect();
    let unnamed = any_import::import(files, Vec::new()).unwrap_err().to_string();
    assert!(unnamed.contains("call it leaf1-buffers.txt if it is of leaf1"), "{unnamed}");
}

/// Copy of a text in which some characters are changed, removed or repeated.
fn damaged(text: &str, random: &mut Pcg64Mcg) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=random.next_u32() % 4 {
        if chars.is_empty() {
            break;
        }
        let at = random.next_u32() as usize % chars.len();
        match random.next_u32() % 3 {
            0 => {
                chars[at] =
                    ['9', ':', ',', '.', '-', ' ', '\n', '{', '"', 'é'][random.next_u32() as usize % 10];
            }
            1 => drop(chars.drain(at..(at + 1 + random.next_u32() as usize % 30).min(chars.len()))),
            _ => {
                let piece = chars[at..(at + 40).min(chars.len())].to_vec();
                chars.splice(at..at, piece);
            }
        }
    }
    chars.into_iter().collect()
}

#[test]
fn no_damaged_file_beside_the_configuration_makes_the_importer_panic() {
    let mut random = Pcg64Mcg::seed_from_u64(34);
    let [lldpctl, lldp_dump] = other_forms();
    let dcb = r#"{"prio_pfc":[false,false,false,true,false,false,false,false],"prio_tc":[0,1,2,3,4,5,6,7],
        "tc_tsa":["ets","ets","ets","ets","strict","strict","strict","strict"],"tc_bw":[10,10,10,70,0,0,0,0],
        "prio_buffer":[0,0,0,1,0,0,0,0],"buffer_size":[10240,1048576,0,0,0,0,0,512],"dscp_prio":[[0,0],[24,3]]}"#;
    let mlnx_qos = "Priority trust state: dscp\ndscp2prio mapping:\n prio:0 dscp:07,06,05,\n prio:3 dscp:26,\nReceive buffer size \
                    (bytes): 20016,140032,0,0,0,0,0,0,max_buffer_size=262016\nCable len: 9\nPFC configuration:\n priority 0 1 2 3 4 5 6 7\n \
                    enabled 0 0 0 1 0 0 0 0\n buffer 0 0 0 1 0 0 0 0\ntc: 0 ratelimit: unlimited, tsa: ets, bw: 40%\n priority:  0\ntc: 3 \
                    ratelimit: 10.0 Gbps, tsa: vendor\n priority:  3\n";
    let texts = [
        BUFFERS,
        &dump().to_string(),
        LLDP_TABLE,
        &lldpctl.to_string(),
        &lldp_dump.to_string(),
        dcb,
        mlnx_qos,
    ];
    let (mut read, mut refused) = (0, 0);
    for n in 0..2_100 {
        let kind = n % texts.len();
        let file = File::new("damaged", damaged(texts[kind], &mut random));
        let outcome = match kind {
            0 | 1 => buffer_tables(&file)
                .map_err(|why| why.to_string())
                .and_then(|part| imported(&[servers()], vec![(None, part)])),
            2..=4 => lldp_tables(&file)
                .map_err(|why| why.to_string())
                .and_then(|part| imported(&[servers()], vec![(None, part)])),
            _ => {
                let files = vec![File::new("0.json", servers().to_string())];
                let nics = [NicFile { host: Some("server1".to_owned()), file }];
                import_with_nics(&Request { files, ..Request::default() }, &nics)
                    .map_err(|why| why.to_string())
            }
        };
        match outcome {
            Ok(import) => {
                read += 1;
                assert!(import.document.compile().is_ok());
            }
            Err(why) => {
                refused += 1;
                assert!(why.starts_with("damaged") || why.starts_with("0.json"), "{why}");
            }
        }
    }
    assert!(read > 100 && refused > 100, "{read} read, {refused} refused");
}
