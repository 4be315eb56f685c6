//! Tests of neighbours: both ends of each cable are compared, and each port without a link is reported.

use fabric_interop::Treatment;
use fabric_interop::sonic::{File, Import, Neighbours, Request, import};
use serde_json::{Map, Value, json};

/// Neighbour of a port: name of the neighbour device, and name of its port.
type Neighbour = (&'static str, &'static str);

/// Configuration of a switch. All `ports` are up and have a lossless priority. `None`: the port has no entry
/// in `DEVICE_NEIGHBOR`.
fn switch(name: &str, ports: &[(&str, Option<Neighbour>)]) -> Value {
    let all = |value: &Value| -> Map<String, Value> {
        ports.iter().map(|(port, _)| ((*port).to_owned(), value.clone())).collect()
    };
    let neighbours = ports.iter().filter_map(|(port, neighbour)| {
        let (name, far) = (*neighbour)?;
        Some(((*port).to_owned(), json!({"name": name, "port": far})))
    });
    json!({
        "DEVICE_METADATA": {"localhost": {"hostname": name}},
        "PORT": all(&json!({"speed": "100000", "admin_status": "up"})),
        "CABLE_LENGTH": {"AZURE": all(&json!("5m"))},
        "DEVICE_NEIGHBOR": neighbours.collect::<Map<_, _>>(),
        "PORT_QOS_MAP": all(&json!({"pfc_enable": "3"})),
    })
}

const SERVER: Option<Neighbour> = Some(("server", "eth0"));

/// Configuration of a leaf with a server, and with two cables to the spine.
fn leaf(name: &str) -> Value {
    let ports = [
        ("Ethernet0", Some(("spine1", "Ethernet0"))),
        ("Ethernet4", Some(("spine1", "Ethernet4"))),
        ("Ethernet8", SERVER),
    ];
    switch(name, &ports)
}

fn spine(first: Option<Neighbour>, second: Option<Neighbour>) -> Value {
    switch("spine1", &[("Ethernet0", first), ("Ethernet4", second)])
}

fn request(files: &[Value]) -> Request {
    let files = files.iter().enumerate().map(|(n, file)| File::new(format!("{n}.json"), file.to_string()));
    Request { files: files.collect(), ..Request::default() }
}

#[test]
fn a_list_or_a_unit_in_place_of_a_number_is_refused() {
    let refused_with = |table: &str, key: &str, field: &str, value: Value| {
        let mut leaf = switch("leaf", &[("Ethernet0", SERVER), ("Ethernet4", Some(("server2", "eth0")))]);
        leaf[table][key][field] = value;
        refused(&request(&[leaf]))
    };
    assert_eq!(
        refused_with("PORT", "Ethernet0", "speed", json!([1])),
        "0.json: PORT|Ethernet0.speed: [1] is a list, but must be one value; write it without brackets"
    );
    assert_eq!(
        refused_with("PORT", "Ethernet0", "speed", json!("40G")),
        "0.json: PORT|Ethernet0.speed: \"40G\" has a unit, but must be in Mb/s; write 40000"
    );
    let mtu = refused_with("PORT", "Ethernet0", "mtu", json!("9k"));
    assert!(mtu.ends_with(", without a unit"), "{mtu}");
    let length = refused_with("CABLE_LENGTH", "AZURE", "Ethernet0", json!(["5m"]));
    assert!(length.contains("CABLE_LENGTH|AZURE.Ethernet0: [5m] is a list"), "{length}");
    let mut leaf = switch("leaf", &[("Ethernet0", SERVER), ("Ethernet4", Some(("server2", "eth0")))]);
    leaf["PORT_QOS_MAP"]["Ethernet0"]["pfc_enable"] = json!([3, 4]);
    assert!(import(&request(&[leaf])).is_ok(), "pfc_enable is a list");
}

fn imported(files: &[Value]) -> Import {
    import(&request(files)).unwrap_or_else(|why| panic!("{why}"))
}

fn refused(request: &Request) -> String {
    import(request).expect_err("it is refused").to_string()
}

/// Places of both ends of each mismatch of neighbours.
fn places(import: &Import) -> Vec<[String; 2]> {
    let of_neighbours = import.mismatches.iter().filter(|one| one.reason.contains("leads to"));
    of_neighbours.map(|one| [one.near.to_string(), one.far.to_string()]).collect()
}

#[test]
fn ends_of_a_cable_that_do_not_name_each_other_are_a_mismatch_of_both_entries() {
    let both = |first, second| {
        [
            ["0.json: DEVICE_NEIGHBOR|Ethernet0".to_owned(), format!("1.json: DEVICE_NEIGHBOR|{first}")],
            ["0.json: DEVICE_NEIGHBOR|Ethernet4".to_owned(), format!("1.json: DEVICE_NEIGHBOR|{second}")],
        ]
    };
    let right = [Some(("leaf1", "Ethernet0")), Some(("leaf1", "Ethernet4"))];
    for (first, second, wrong) in [
        (right[0], right[1], &[][..]),
        (Some(("LEAF1", "")), right[1], &[]),
        (right[1], right[0], &both("Ethernet0", "Ethernet4")),
        (None, None, &both("Ethernet0", "Ethernet4")),
        (Some(("leaf9", "Ethernet0")), right[1], &both("Ethernet0", "Ethernet4")[..1]),
        (right[0], Some(("leaf1", "Ethernet8")), &both("Ethernet0", "Ethernet4")[1..]),
        (right[0], Some(("leaf1", "Ethernet999")), &both("Ethernet0", "Ethernet4")[1..]),
    ] {
        let import = imported(&[leaf("leaf1"), spine(first, second)]);
        assert_eq!(places(&import), wrong, "{first:?} {second:?}");
        assert_eq!(import.document.links.len(), 3);
        for (port, entry) in [("Ethernet0", first), ("Ethernet4", second)] {
            let lists: Vec<Treatment> = import
                .findings
                .iter()
                .filter(|one| one.place.file == "1.json" && one.place.table == "DEVICE_NEIGHBOR")
                .filter(|one| one.place.key == port && one.place.field == "name")
                .map(|one| one.treatment)
                .collect();
            let is_wrong = wrong.iter().any(|[_, far]| far.ends_with(port));
            let list = if is_wrong { Treatment::Changed } else { Treatment::Taken };
            assert_eq!(lists, if entry.is_some() { vec![list] } else { Vec::new() }, "{port} {entry:?}");
        }
    }
}

#[test]
fn of_two_cables_to_one_port_the_one_on_which_both_ends_agree_is_taken() {
    let leaf2 = switch("leaf2", &[("Ethernet0", Some(("spine1", "Ethernet0"))), ("Ethernet8", SERVER)]);
    let spine = spine(Some(("leaf1", "Ethernet0")), Some(("leaf1", "Ethernet4")));
    let import = imported(&[leaf2, leaf("leaf1"), spine]);
    let between: Vec<&str> =
        import.document.links.iter().filter(|link| link.b == "spine1").map(|link| &link.a[..]).collect();
    assert_eq!(between, ["leaf1", "leaf1"]);
    let [near, far] = ["0.json: DEVICE_NEIGHBOR|Ethernet0", "2.json: DEVICE_NEIGHBOR|Ethernet0"];
    assert_eq!(places(&import), [[near.to_owned(), far.to_owned()]]);
    assert!(import.mismatches[0].reason.ends_with("this link is left out"));
}

#[test]
fn a_linked_port_has_no_entry_about_a_missing_link() {
    let reason = |import: &Import, place: &str| -> String {
        let found = import.findings.iter().filter(|one| one.place.to_string() == place);
        found.map(|one| one.reason.as_str()).collect::<Vec<_>>().join("; ")
    };
    // The entry of the first leaf names a port that the spine lacks. The entry of the spine gives the link.
    let far = [("Ethernet0", Some(("spine1", "Ethernet99"))), ("Ethernet8", SERVER)];
    let spine = switch("spine1", &[("Ethernet0", Some(("leaf1", "Ethernet0")))]);
    let import = imported(&[switch("leaf1", &far), spine]);
    assert_eq!(import.document.links.len(), 2);
    let reported = reason(&import, "0.json: DEVICE_NEIGHBOR|Ethernet0.name");
    let expected = "left out: spine1 has no port Ethernet99: another entry gives the link of the port";
    assert!(reported.contains(expected) && !reported.contains("no link"), "{reported}");
    // LLDP names the neighbour whose entry has no name.
    let mut leaf = switch("leaf1", &[("Ethernet0", Some(("a", "eth0"))), ("Ethernet4", SERVER)]);
    leaf["DEVICE_NEIGHBOR"]["Ethernet0"] = json!({"port": "eth0"});
    leaf["LLDP_ENTRY_TABLE"] = json!({"Ethernet0": {"lldp_rem_sys_name": "a", "lldp_rem_port_id": "eth0"}});
    let import = imported(&[leaf]);
    assert_eq!(import.document.links.len(), 2);
    let linked = import.findings.iter().filter(|one| one.place.key == "Ethernet0");
    assert!(linked.clone().all(|one| !one.reason.contains("no link")), "{:#?}", linked.collect::<Vec<_>>());
}

#[test]
fn ports_that_are_up_and_have_no_neighbour_are_listed() {
    let ports = [
        ("Ethernet0", SERVER),
        ("Ethernet4", None),
        ("Ethernet8", Some(("server2", "eth0"))),
        ("Ethernet12", None),
    ];
    let mut config = switch("leaf1", &ports);
    config["PORT"]["Ethernet12"]["admin_status"] = json!("down");
    let import = imported(&[config]);
    let places: Vec<String> = import
        .findings_with(Treatment::WithoutLink)
        .filter(|one| one.reason.contains("no neighbour is named"))
        .map(|one| one.place.to_string())
        .collect();
    assert_eq!(places, ["0.json: PORT|Ethernet4"]);
}

#[test]
fn a_fabric_without_hosts_is_refused_with_the_option_that_gives_it_one() {
    let ends = [Some(("leaf1", "Ethernet0")), Some(("leaf1", "Ethernet4"))];
    let files = [leaf("leaf1"), spine(ends[0], ends[1])];
    let none = Request { neighbours: Neighbours::None, ..request(&files) };
    let refusal = refused(&none);
    assert!(refusal.starts_with("0.json: DEVICE_NEIGHBOR: --neighbours none leaves no host"), "{refusal}");
    let ports = ["leaf1:Ethernet0", "leaf1:Ethernet8", "spine1:Ethernet0"].map(str::to_owned).to_vec();
    let document = import(&Request { ports, ..none }).unwrap().document;
    assert_eq!((document.hosts.len(), document.links.len()), (1, 2));
    let mut alone = leaf("leaf1");
    alone["DEVICE_NEIGHBOR"].as_object_mut().unwrap().remove("Ethernet8");
    let refusal = refused(&request(&[alone, files[1].clone()]));
    assert!(refusal.contains("no port leads to a host"), "{refusal}");
}

#[test]
fn a_switch_whose_ports_are_all_down_is_refused_with_their_states() {
    let mut config = leaf("leaf1");
    for (_, port) in config["PORT"].as_object_mut().unwrap() {
        port.as_object_mut().unwrap().remove("admin_status");
    }
    assert_eq!(
        refused(&request(&[config.clone()])),
        "0.json: PORT|Ethernet0.admin_status (and 2 more): the field is missing, and SONiC's default is down; set it to up, \
         or select the port with `fabric import sonic --ports`"
    );
    config["PORT"]["Ethernet0"]["admin_status"] = json!("down");
    let refusal = refused(&request(&[config.clone()]));
    assert!(
        refusal.starts_with("0.json: PORT|Ethernet0.admin_status: the port is down; set it to up"),
        "{refusal}"
    );
    config["PORT"]["Ethernet0"]["admin_status"] = json!("up");
    let import = imported(&[config]);
    let reasons: Vec<&str> =
        import.findings_with(Treatment::WithoutLink).map(|one| &one.reason[..]).collect();
    assert!(
        reasons.contains(&"PORT.admin_status is missing, and SONiC's default is down: no link"),
        "{reasons:?}"
    );
    let refusal = refused(&request(&[json!({})]));
    assert_eq!(refusal, "0.json: PORT: no port is here; give the file that has the table PORT, too");
}

#[test]
fn a_refusal_of_an_option_has_no_file_in_front() {
    let ports = vec!["Ethernet3".to_owned()];
    let refusal = refused(&Request { ports, ..request(&[leaf("leaf1")]) });
    assert_eq!(
        refusal,
        "selected port Ethernet3: no file has such a port; select keys or aliases of PORT, such as Ethernet0, or SWITCH:PORT"
    );
    let ports = ["Ethernet0", "Ethernet4", "Ethernet0"].map(str::to_owned).to_vec();
    let refusal = refused(&Request { ports, ..request(&[leaf("leaf1")]) });
    assert!(refusal.contains("selected port Ethernet0: named twice; name it once"), "{refusal}");
}

#[test]
fn too_many_ports_are_refused_with_a_possible_selection() {
    let names: Vec<String> = (0..96).map(|n| format!("Ethernet{n}")).collect();
    let ports: Vec<(&str, Option<Neighbour>)> = names.iter().map(|name| (&name[..], SERVER)).collect();
    let all = request(&[switch("leaf1", &ports)]);
    let refusals = import(&all).unwrap_err();
    assert!(refusals.to_string().contains("select ports, such as leaf1:PORT"), "{refusals}");
    assert_eq!((refusals.ports().len(), &refusals.ports()[0][..]), (64, "leaf1:Ethernet0"));
    let chosen = Request { ports: refusals.ports().to_vec(), ..all };
    assert_eq!(import(&chosen).unwrap().document.links.len(), 64);
    let other = import(&request(&[json!({"PORT": {"Ethernet0": 1}})])).unwrap_err();
    assert!(other.ports().is_empty(), "another refusal offers no ports");
}
