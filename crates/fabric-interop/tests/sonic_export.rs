//! Tests of the export: round trips of random switches, and refusals.

mod round_trip;

use fabric_interop::sonic::export;
use fabric_sim::document::Document;
use fabric_sim::spec::{PortConfig, PortSpec, PriorityConfig, Spec};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};
use round_trip::{check_round_trip, imported};
use serde_json::{Map, Value, json};

/// Source of random numbers for one configuration.
struct Dice(Pcg64Mcg);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0.next_u64() % n
    }

    fn is_one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    fn pick<T: Clone>(&mut self, of: &[T]) -> T {
        of[usize::try_from(self.below(of.len() as u64)).unwrap()].clone()
    }

    fn text(&mut self, low: u64, high: u64) -> String {
        (low + self.below(high - low + 1)).to_string()
    }
}

/// JSON object with an entry for each of `count` ports. `value` makes the entry from the name of the port.
fn by_port(count: usize, mut value: impl FnMut(&str) -> Value) -> Value {
    let names = (0..count).map(|n| format!("Ethernet{}", 8 * n));
    names.map(|name| (name.clone(), value(&name))).collect::<Map<_, _>>().into()
}

/// Random tables of buffers and queues, in this order: pools, profiles, priority groups, limits of queues,
/// and queues.
fn random_buffers(dice: &mut Dice, ports: usize, pfc: &[u64]) -> [Value; 5] {
    let has_pool = dice.is_one_in(2);
    let is_static = dice.is_one_in(3);
    let threshold = |dice: &mut Dice| {
        if is_static {
            ("static_th", dice.text(64, 3_000_000))
        } else {
            ("dynamic_th", dice.pick(&["-4", "-3", "0", "2", "7"]).to_owned())
        }
    };
    let mut pools = json!({
        "ingress_lossless_pool": {"type": "ingress", "mode": if is_static {"static"} else {"dynamic"}, "size": dice.text(6_000_000, 40_000_000)},
        "egress_lossy_pool": {"type": "egress", "mode": "dynamic", "size": "9000000"}
    });
    if has_pool {
        pools["ingress_lossless_pool"]["xoff"] = json!(dice.text(100_000, 5_000_000));
    }
    let mut profiles = Map::new();
    for n in 0..3 {
        let (field, value) = threshold(dice);
        let mut lossless = json!({"pool": "ingress_lossless_pool", "size": dice.text(0, 60_000), "xoff": dice.text(20_000, 50_000), "xon": dice.text(0, 60_000)});
        lossless[field] = json!(value);
        if dice.is_one_in(2) {
            lossless["xon_offset"] = json!(dice.text(0, 5_000));
        }
        profiles.insert(format!("lossless{n}"), lossless);
        let fixed = if dice.is_one_in(2) {
            ("static_th", dice.text(64, 6_000_000))
        } else {
            ("dynamic_th", dice.text(0, 6))
        };
        let mut lossy = json!({"pool": "ingress_lossless_pool", "size": "0"});
        lossy[fixed.0] = json!(fixed.1);
        profiles.insert(format!("lossy{n}"), lossy);
        let (field, value) = if dice.is_one_in(2) {
            ("static_th", dice.text(1, 10_000_000))
        } else {
            ("dynamic_th", dice.text(0, 6))
        };
        let mut queue = json!({"pool": "egress_lossy_pool", "size": "0"});
        queue[field] = json!(value);
        profiles.insert(format!("queue{n}"), queue);
    }
    let mut groups = Map::new();
    let mut limits = Map::new();
    let mut queues = Map::new();
    for n in 0..ports {
        for priority in 0..8 {
            let key = format!("Ethernet{}|{priority}", 8 * n);
            let kind = if pfc.contains(&priority) && !dice.is_one_in(6) { "lossless" } else { "lossy" };
            if !dice.is_one_in(4) {
                groups.insert(key.clone(), json!({"profile": format!("{kind}{}", dice.below(3))}));
            }
            if !dice.is_one_in(4) {
                limits.insert(key.clone(), json!({"profile": format!("queue{}", dice.below(3))}));
            }
            let mut queue = json!({"scheduler": format!("scheduler.{}", dice.below(3))});
            if dice.is_one_in(2) {
                queue["wred_profile"] = json!(format!("wred{}", dice.below(3)));
            }
            if !dice.is_one_in(4) {
                queues.insert(key, queue);
            }
        }
    }
    [pools, profiles.into(), groups.into(), limits.into(), queues.into()]
}

/// Adds random rates in bytes per second within the rules of sonic-scheduler.yang: `pir` not below `cir`,
/// `pbs` not below `cbs`, and no burst without its rate. Some rates are above the rates of all links.
fn random_rates(dice: &mut Dice, mut scheduler: Value) -> Value {
    if dice.is_one_in(2) {
        scheduler["meter_type"] = json!(dice.pick(&["bytes", "bytes", "packets"]));
    }
    let (cir, cbs) = (dice.below(3) * dice.below(4_000_000_000), dice.below(200_000));
    if dice.is_one_in(2) {
        scheduler["cir"] = json!(cir.to_string());
        if cir > 0 && dice.is_one_in(2) {
            scheduler["cbs"] = json!(cbs.to_string());
        }
    }
    if dice.is_one_in(2) {
        let pir = cir + dice.below(60_000_000_000) / dice.pick(&[1, 10, 1_000_000]);
        scheduler["pir"] = json!(pir.to_string());
        if pir > 0 && dice.is_one_in(2) {
            scheduler["pbs"] = json!(dice.text(cbs, 200_000_000));
        }
    }
    scheduler
}

/// A valid configuration of a switch with random values in all tables that are modelled.
fn random_switch(dice: &mut Dice) -> Value {
    let ports = usize::try_from(2 + dice.below(6)).unwrap();
    let pfc: Vec<u64> = (0..8).filter(|_| dice.is_one_in(3)).collect();
    let [pools, profiles, groups, limits, queues] = random_buffers(dice, ports, &pfc);
    let wred = |dice: &mut Dice| {
        let min = dice.below(1_000_000);
        json!({
            "ecn": dice.pick(&["ecn_all", "ecn_none", "ecn_green", "ecn_red"]),
            "wred_green_enable": dice.pick(&["true", "false"]),
            "green_min_threshold": min.to_string(),
            "green_max_threshold": dice.text(min, 2_000_000),
            "green_drop_probability": dice.text(0, 100)
        })
    };
    let identity: Map<_, _> = (0..8).map(|n| (n.to_string(), json!(n.to_string()))).collect();
    let dscp: Vec<Map<String, Value>> =
        (0..2).map(|_| (0..64).map(|n| (n.to_string(), json!(dice.text(0, 7)))).collect()).collect();
    let dot1p: Map<_, _> = (0..8).map(|n| (n.to_string(), json!(dice.text(0, 7)))).collect();
    let enabled = pfc.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
    let turns = dice.pick(&["DWRR", "WRR"]);
    let qos = by_port(ports, |_| {
        let mut map = match dice.below(4) {
            0 => json!({"dot1p_to_tc_map": "M"}),
            1 => json!({}),
            n => json!({"dscp_to_tc_map": format!("M{}", n - 2)}),
        };
        map["pfc_enable"] = json!(enabled);
        map["tc_to_queue_map"] = json!("M");
        if dice.is_one_in(2) {
            map["scheduler"] = json!("port");
        }
        if dice.is_one_in(2) {
            map["pfcwd_sw_enable"] = json!(enabled);
        }
        map
    });
    let watchdogs = by_port(ports, |_| {
        let mut entry = json!({"detection_time": dice.text(100, 5_000), "action": dice.pick(&["drop", "forward", "alert"])});
        if dice.is_one_in(2) {
            entry["restoration_time"] = json!(dice.text(100, 60_000));
        }
        entry
    });
    let [any_weight, weight] = [255, 100].map(|most| dice.text(1, most));
    let mut config = json!({
        "DEVICE_METADATA": {"localhost": {"hostname": "leaf", "platform": dice.pick(&["x86_64-mlnx_msn4600c-r0", "x86_64-kvm_x86_64-r0", "x86_64-arista_7260cx3_64"])}},
        "PORT": by_port(ports, |_| json!({
            "speed": dice.pick(&["25000", "100000", "400000"]), "admin_status": "up", "pfc_asym": dice.pick(&["on", "off"]),
            "mtu": dice.pick(&["9100", "9216", "4300", "68"])
        })),
        "DEVICE_NEIGHBOR": by_port(ports, |name| json!({"name": format!("server{name}"), "port": "eth0"})),
        "CABLE_LENGTH": {"AZURE": by_port(ports, |_| json!(format!("{}m", dice.pick(&[0, 1, 5, 40, 300]))))},
        "BUFFER_POOL": pools, "BUFFER_PROFILE": profiles, "BUFFER_PG": groups, "BUFFER_QUEUE": limits,
        "DSCP_TO_TC_MAP": {"M0": dscp[0], "M1": dscp[1]}, "DOT1P_TO_TC_MAP": {"M": dot1p}, "TC_TO_QUEUE_MAP": {"M": identity},
        "PORT_QOS_MAP": qos,
        "SCHEDULER": {
            "scheduler.0": random_rates(dice, json!({"type": turns, "weight": any_weight})),
            "scheduler.1": random_rates(dice, json!({"type": turns, "weight": weight})),
            "scheduler.2": random_rates(dice, json!({"type": "STRICT"})),
            "port": random_rates(dice, json!({}))
        },
        "QUEUE": queues,
        "WRED_PROFILE": {"wred0": wred(dice), "wred1": wred(dice), "wred2": wred(dice)}
    });
    if dice.is_one_in(2) {
        config["PFC_WD"] = watchdogs;
        config["PFC_WD"]["GLOBAL"] = json!({"POLL_INTERVAL": dice.text(100, 3_000)});
    }
    config
}

#[test]
fn import_export_import_is_the_identity_on_random_configurations() {
    let (mut lossless, mut rates) = (0, [0; 3]);
    for seed in 0..200 {
        let mut dice = Dice(Pcg64Mcg::seed_from_u64(seed));
        let config = random_switch(&mut dice);
        let document = imported(std::slice::from_ref(&config)).document;
        let spec = document.compile().unwrap();
        lossless += spec.ports.iter().filter(|port| !port.config.sender.enabled.is_empty()).count();
        for config in spec.ports.iter().map(|port| &port.config) {
            let queues = || config.priorities.iter();
            rates[0] += queues().filter(|queue| queue.min_rate.is_some()).count();
            rates[1] += queues().filter(|queue| queue.max_rate.is_some()).count();
            rates[2] += usize::from(config.max_rate.is_some());
        }
        check_round_trip(&[config]);
    }
    assert!(lossless > 200, "{lossless} ports with a lossless priority");
    assert!(rates.iter().all(|count| *count > 50), "minimum, maximum and port rates: {rates:?}");
}

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

/// Patch of the switch of [`everything_on`] with further parameters, and the settings that it describes.
fn patch_with(config: &Value, params: &[(&str, &str)]) -> (fabric_interop::sonic::Export, Spec) {
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
