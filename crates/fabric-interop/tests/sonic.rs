//! Tests of the import of a fabric of two SONiC switches into a document that runs.

mod round_trip;

use fabric_interop::Treatment;
use fabric_interop::sonic::{File, Request, import};
use fabric_sim::document::Size;
use fabric_sim::engine::World;
use fabric_sim::units::Time;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};
use round_trip::{check_round_trip, imported};
use serde_json::{Map, Value, json};

/// Number of hosts at a leaf.
const HOSTS: usize = 3;

/// Name of the uplink port of a leaf, which follows the ports of the hosts.
fn uplink() -> String {
    format!("Ethernet{}", 4 * HOSTS)
}

/// Configuration of a leaf with three servers, and with a cable to the other leaf.
fn leaf(name: &str, other: &str, cable: &str) -> Value {
    let names: Vec<String> = (0..=HOSTS).map(|n| format!("Ethernet{}", 4 * n)).collect();
    let all = |value: &dyn Fn(&String) -> Value| -> Value {
        names.iter().map(|port| (port.clone(), value(port))).collect::<Map<_, _>>().into()
    };
    let per_range = |range: &str, value: Value| -> Value {
        names.iter().map(|port| (format!("{port}|{range}"), value.clone())).collect::<Map<_, _>>().into()
    };
    let neighbour = |port: &String| {
        if *port == uplink() {
            json!({"name": other, "port": uplink()})
        } else {
            json!({"name": format!("{name}-{port}"), "port": "eth0"})
        }
    };
    let length = |port: &String| json!(if *port == uplink() { cable } else { "5m" });
    let identity: Map<_, _> = (0..8).map(|n| (n.to_string(), json!(n.to_string()))).collect();
    let dscp: Map<_, _> = (0..64)
        .map(|dscp| {
            (dscp.to_string(), json!(if dscp == 3 || dscp == 4 { dscp.to_string() } else { "0".into() }))
        })
        .collect();
    json!({
        "DEVICE_METADATA": {"localhost": {"hostname": name, "platform": "x86_64-mlnx_msn4600c-r0"}},
        "PORT": all(&|_| json!({"speed": "100000", "admin_status": "up", "mtu": "9100"})),
        "CABLE_LENGTH": {"AZURE": all(&length)},
        "DEVICE_NEIGHBOR": all(&neighbour),
        "BUFFER_POOL": {
            "ingress_lossless_pool": {"mode": "dynamic", "size": "4000000", "type": "ingress", "xoff": "1000000"},
            "egress_lossless_pool": {"mode": "dynamic", "size": "5000000", "type": "egress"}
        },
        "BUFFER_PROFILE": {
            "lossless": {"dynamic_th": "0", "pool": "ingress_lossless_pool", "size": "19456", "xon": "19456", "xoff": "66560"}
        },
        "BUFFER_PG": per_range("3-4", json!({"profile": "lossless"})),
        "DSCP_TO_TC_MAP": {"AZURE": dscp},
        "TC_TO_QUEUE_MAP": {"AZURE": identity},
        "PORT_QOS_MAP": all(&|_| json!({"pfc_enable": "3,4", "dscp_to_tc_map": "AZURE", "tc_to_queue_map": "AZURE"}))
    })
}

fn fabric() -> [Value; 2] {
    [leaf("leaf1", "leaf2", "40m"), leaf("leaf2", "leaf1", "300m")]
}

/// Copy of a configuration with flat keys (`TABLE|key`).
fn flat(nested: &Value) -> Value {
    let tables = nested.as_object().unwrap().iter();
    let entries = tables.flat_map(|(table, entries)| {
        entries.as_object().unwrap().iter().map(move |(key, entry)| (format!("{table}|{key}"), entry.clone()))
    });
    entries.collect::<Map<_, _>>().into()
}

#[test]
fn a_cable_that_has_two_lengths_is_found_and_the_longer_is_taken() {
    let import = imported(&fabric());
    let reasons: Vec<&str> = import.mismatches.iter().map(|mismatch| &mismatch.reason[..]).collect();
    assert!(reasons.iter().any(|reason| reason.contains("40m") && reason.contains("300m")), "{reasons:?}");
    let same = [leaf("leaf1", "leaf2", "40m"), leaf("leaf2", "leaf1", "40m")];
    assert!(imported(&same).mismatches.is_empty());
    assert!(import.document.to_json().contains("\"300m\""));
}

#[test]
fn the_document_runs_and_pauses_within_its_horizon() {
    let document = imported(&fabric()).document;
    let mut world = World::new(document.compile().unwrap().into());
    let horizon = world.spec().horizon;
    world.run(horizon, u64::MAX);
    assert_eq!(document.view.speed, Some(Time(horizon.ps() / 20)), "a page plays it in 20 s");
    let pauses: u64 = world.counters().ports.iter().flatten().map(|priority| priority.pauses_sent).sum();
    assert!(pauses > 0);
}

#[test]
fn the_load_has_a_code_point_that_is_lossless_where_most_hosts_send() {
    let [mut leaf, _] = fabric();
    let only: Map<_, _> =
        (0..64).map(|dscp| (dscp.to_string(), json!(if dscp == 2 { "3" } else { "0" }))).collect();
    leaf["DSCP_TO_TC_MAP"]["UPLINK"] = only.into();
    leaf["PORT_QOS_MAP"]["Ethernet0"]["dscp_to_tc_map"] = json!("UPLINK");
    let flows = imported(&[leaf]).document.flows;
    let points: Vec<_> = flows.iter().map(|flow| flow.dscp.map(fabric_sim::document::Whole::get)).collect();
    assert_eq!(points, [Some(3); HOSTS], "DSCP 2 is lossless at the receiver's port only");
}

#[test]
fn asics_of_one_device_are_switches_that_their_internal_ports_join() {
    let mut asics = fabric();
    for (n, asic) in asics.iter_mut().enumerate() {
        let (own, other) = (format!("Eth9-ASIC{n}"), 1 - n);
        asic["DEVICE_METADATA"]["localhost"] = json!({"hostname": "lc1", "asic_name": format!("asic{n}")});
        asic["PORT"][uplink()]["asic_port_name"] = json!(own);
        asic["DEVICE_NEIGHBOR"][uplink()] =
            json!({"name": format!("ASIC{other}"), "port": format!("Eth9-ASIC{other}")});
    }
    let document = imported(&asics).document;
    let names: Vec<&str> = document.switches.iter().map(|switch| &switch.name[..]).collect();
    assert_eq!(names, ["lc1-asic0", "lc1-asic1"]);
    let between: Vec<_> = document.links.iter().filter(|link| names.contains(&&link.b[..])).collect();
    assert!(matches!(between[..], [link] if link.a == names[0] && link.b == names[1]), "{between:?}");
    assert_eq!(document.hosts.len(), 2 * HOSTS);
    let [asic, _] = &asics;
    let twice = [asic, asic].map(|asic| File::new("a.json", asic.to_string())).to_vec();
    let refusal = import(&Request { files: twice, ..Request::default() }).unwrap_err().to_string();
    assert!(
        refusal.starts_with("a.json: DEVICE_METADATA|localhost.hostname: a.json is the switch"),
        "{refusal}"
    );
}

#[test]
fn a_profile_of_an_absent_pool_is_refused_with_the_pools_that_are_there() {
    let refused = |profile: &str, used: bool| {
        let mut fabric = fabric();
        fabric[0]["BUFFER_PROFILE"][profile] = fabric[0]["BUFFER_PROFILE"]["lossless"].clone();
        fabric[0]["BUFFER_PROFILE"][profile]["pool"] = json!("nosuch");
        if used {
            for (_, entry) in fabric[0]["BUFFER_PG"].as_object_mut().unwrap() {
                entry["profile"] = json!(profile);
            }
        }
        let files = fabric.iter().map(|file| File::new("leaf.json", file.to_string())).collect();
        import(&Request { files, ..Request::default() }).err().map(|why| why.to_string()).unwrap_or_default()
    };
    let reported = refused("other", true);
    assert!(
        reported.contains("BUFFER_PROFILE|other.pool: there is no pool nosuch in BUFFER_POOL; name one of "),
        "{reported}"
    );
    assert_eq!(refused("unused", false), "", "SONiC does not need a profile that nothing uses");
}

#[test]
fn every_spelling_of_a_configuration_is_one_document() {
    let nested = imported(&fabric()).document.to_json();
    let flat = fabric().each_ref().map(flat);
    assert_eq!(imported(&flat).document.to_json(), nested, "flat");
    let mut bracketed = fabric();
    for leaf in &mut bracketed {
        for (_, entry) in leaf["BUFFER_PG"].as_object_mut().unwrap() {
            entry["profile"] = json!("[BUFFER_PROFILE|lossless]");
        }
        leaf["BUFFER_PROFILE"]["lossless"]["pool"] = json!("[BUFFER_POOL|ingress_lossless_pool]");
    }
    assert_eq!(imported(&bracketed).document.to_json(), nested, "bracketed");
    let parts: Vec<Value> = fabric()
        .into_iter()
        .flat_map(|mut leaf| {
            let buffers = ["BUFFER_POOL", "BUFFER_PROFILE", "BUFFER_PG"];
            let taken =
                buffers.map(|table| (table.to_owned(), leaf.as_object_mut().unwrap().remove(table).unwrap()));
            [leaf, Value::from(taken.into_iter().collect::<Map<_, _>>())]
        })
        .collect();
    assert_eq!(imported(&parts).document.to_json(), nested, "in parts");
}

#[test]
fn a_fabric_is_exported_as_it_was_imported() {
    let same = [leaf("leaf1", "leaf2", "40m"), leaf("leaf2", "leaf1", "40m")];
    check_round_trip(&same);
    check_round_trip(&fabric());
}

/// Number of ports whose `PORT.mtu` is in each list of the report, in the order of [`Treatment::ALL`].
fn lists_of_mtu(import: &fabric_interop::sonic::Import) -> [usize; 4] {
    let of_mtu =
        || import.findings.iter().filter(|one| one.place.table == "PORT" && one.place.field == "mtu");
    Treatment::ALL.map(|list| of_mtu().filter(|one| one.treatment == list).count())
}

#[test]
fn the_smallest_mtu_of_all_ports_is_that_of_the_fabric_and_both_ends_are_compared() {
    let import = imported(&fabric());
    assert_eq!(import.document.compile().unwrap().mtu, Some(9_118), "with 14 B of header and 4 B of FCS");
    assert_eq!(lists_of_mtu(&import), [8, 0, 0, 0]);
    assert!(import.mismatches.iter().all(|one| !one.reason.contains("MTU")));
    let mut leaves = fabric();
    leaves[1]["PORT"][uplink()]["mtu"] = json!("1500");
    let import = imported(&leaves);
    assert_eq!(import.document.compile().unwrap().mtu, Some(1_518));
    assert_eq!(lists_of_mtu(&import), [1, 7, 0, 0]);
    let reasons: Vec<&str> = import.mismatches.iter().map(|mismatch| &mismatch.reason[..]).collect();
    assert!(reasons.contains(&"leaf1 Ethernet12 has MTU 9100, leaf2 Ethernet12 has 1500"), "{reasons:?}");
    assert!(import.document.flows.iter().all(|flow| flow.payload == Size::new(1_024)), "the load fits");
}

#[test]
fn an_mtu_that_no_frame_of_the_load_fits_leaves_it_out_and_one_that_is_no_mtu_is_reported() {
    let with = |mtu: &str| {
        let mut leaves = fabric();
        leaves[0]["PORT"]["Ethernet0"]["mtu"] = json!(mtu);
        imported(&leaves)
    };
    let import = with("303");
    assert!(import.document.flows.is_empty());
    assert!(import.warnings.iter().any(|warning| warning.contains("below 322 B")), "{:?}", import.warnings);
    assert!(!with("304").document.flows.is_empty());
    for outside in ["67", "9217"] {
        let import = with(outside);
        assert_eq!(
            (lists_of_mtu(&import), import.document.compile().unwrap().mtu),
            ([7, 0, 1, 0], Some(9_118))
        );
        let of_mtu = import.findings.iter().filter(|one| one.place.field == "mtu");
        let reasons: Vec<&str> = of_mtu.map(|one| one.reason.as_str()).collect();
        let reason = format!(
            "mtu is \"{outside}\", but must be from 68 to 9216, in bytes; the port does not limit frames here"
        );
        assert!(reasons.contains(&reason.as_str()), "{reasons:?}");
    }
    assert_eq!(with("68").document.compile().unwrap().mtu, Some(86));
    assert_eq!(lists_of_mtu(&with("9216")), [7, 1, 0, 0]);
}

/// Mutants of a valid file must be refused, or imported to a document that compiles.
#[test]
fn no_damaged_file_makes_the_importer_panic() {
    let mut random = Pcg64Mcg::seed_from_u64(33);
    let (mut read, mut refused) = (0, 0);
    let whole = leaf("leaf1", "leaf2", "40m").to_string().into_bytes();
    for _ in 0..2_000 {
        let mut bytes = whole.clone();
        for _ in 0..=random.next_u32() % 4 {
            let at = random.next_u32() as usize % bytes.len();
            match random.next_u32() % 4 {
                0 => bytes[at] = b"0123456789|,-{}[]\"x"[random.next_u32() as usize % 19],
                1 => drop(bytes.drain(at..(at + 1 + random.next_u32() as usize % 30).min(bytes.len()))),
                2 => bytes.insert(at, b'9'),
                _ => {
                    let piece = bytes[at..(at + 40).min(bytes.len())].to_vec();
                    let to = random.next_u32() as usize % bytes.len();
                    bytes.splice(to..to, piece);
                }
            }
            if bytes.is_empty() {
                break;
            }
        }
        let files = vec![File::new("damaged.json".to_owned(), String::from_utf8_lossy(&bytes))];
        match import(&Request { files, ..Request::default() }) {
            Ok(import) => {
                read += 1;
                assert!(import.document.compile().is_ok());
            }
            Err(why) => {
                refused += 1;
                assert!(why.to_string().starts_with("damaged.json"), "{why}");
            }
        }
    }
    assert!(read > 50 && refused > 50, "{read} read, {refused} refused");
}
