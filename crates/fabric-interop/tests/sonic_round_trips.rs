//! Test that import, export and import of random switches give the same settings.

mod by_port;
mod round_trip;

use by_port::by_port;
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
    // Without an MTU at any port, or at some ports.
    let mtus: &[&str] = dice.pick(&[&[""][..], &["9100", "9216", "4300", "68"], &["9100", ""]]);
    let [any_weight, weight] = [255, 100].map(|most| dice.text(1, most));
    let mut config = json!({
        "DEVICE_METADATA": {"localhost": {"hostname": "leaf", "platform": dice.pick(&["x86_64-mlnx_msn4600c-r0", "x86_64-kvm_x86_64-r0", "x86_64-arista_7260cx3_64"])}},
        "PORT": by_port(ports, |_| json!({
            "speed": dice.pick(&["25000", "100000", "400000"]), "admin_status": "up", "pfc_asym": dice.pick(&["on", "off"]),
            "mtu": dice.pick(mtus)
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
    let (mut lossless, mut without_mtu, mut rates) = (0, 0, [0; 3]);
    for seed in 0..200 {
        let mut dice = Dice(Pcg64Mcg::seed_from_u64(seed));
        let config = random_switch(&mut dice);
        let document = imported(std::slice::from_ref(&config)).document;
        let spec = document.compile().unwrap();
        lossless += spec.ports.iter().filter(|port| !port.config.sender.enabled.is_empty()).count();
        without_mtu += usize::from(spec.mtu.is_none());
        for config in spec.ports.iter().map(|port| &port.config) {
            let queues = || config.priorities.iter();
            rates[0] += queues().filter(|queue| queue.min_rate.is_some()).count();
            rates[1] += queues().filter(|queue| queue.max_rate.is_some()).count();
            rates[2] += usize::from(config.max_rate.is_some());
        }
        check_round_trip(&[config]);
    }
    assert!(lossless > 200, "{lossless} ports with a lossless priority");
    assert!((50..150).contains(&without_mtu), "{without_mtu} fabrics without an MTU");
    assert!(rates.iter().all(|count| *count > 50), "minimum, maximum and port rates: {rates:?}");
}
