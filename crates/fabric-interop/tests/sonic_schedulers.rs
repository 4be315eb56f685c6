//! Tests of classes, shares and rates of `SCHEDULER`, for queues and for ports.

mod round_trip;

use fabric_interop::Treatment;
use fabric_interop::sonic::{Import, export};
use fabric_sim::document::Document;
use fabric_sim::spec::{PortConfig, PriorityConfig};
use fabric_sim::units::Rate;
use round_trip::{check_round_trip, imported};
use serde_json::{Map, Value, json};

/// Configuration of a switch with two ports of 25 Gb/s. `of_queues` names the schedulers of the queues 0 to 7
/// of each port. Both ports have the scheduler called `port` if `schedulers` has an entry of this name.
fn switch(schedulers: &Value, of_queues: &[&str]) -> Value {
    let queues: Map<_, _> = of_queues
        .iter()
        .enumerate()
        .map(|(queue, name)| (format!("Ethernet0,Ethernet4|{queue}"), json!({"scheduler": name})))
        .collect();
    let mut qos = json!({"dscp_to_tc_map": "M"});
    if schedulers.get("port").is_some() {
        qos["scheduler"] = json!("[SCHEDULER|port]");
    }
    let port = json!({"speed": "25000", "admin_status": "up"});
    json!({
        "DEVICE_METADATA": {"localhost": {"hostname": "leaf"}},
        "PORT": {"Ethernet0": port, "Ethernet4": port},
        "DEVICE_NEIGHBOR": {"Ethernet0": {"name": "a", "port": "eth0"}, "Ethernet4": {"name": "b", "port": "eth0"}},
        "DSCP_TO_TC_MAP": {"M": {"3": "3"}},
        "PORT_QOS_MAP": {"Ethernet0,Ethernet4": qos},
        "QUEUE": queues,
        "SCHEDULER": schedulers
    })
}

/// Settings of the first port of the switch.
fn first_port(import: &Import) -> PortConfig {
    let spec = import.document.compile().unwrap();
    let node = &spec.nodes[spec.node("leaf").unwrap().index()];
    spec.ports[node.ports.start as usize].config
}

/// Findings on a field of `SCHEDULER`.
fn findings<'a>(import: &'a Import, key: &str, field: &str) -> Vec<(Treatment, &'a str)> {
    let of_field = import.findings.iter().filter(|finding| {
        let place = &finding.place;
        (place.table.as_str(), place.key.as_str(), place.field.as_str()) == ("SCHEDULER", key, field)
    });
    of_field.map(|finding| (finding.treatment, finding.reason.as_str())).collect()
}

/// Minimum rate and maximum rate of a queue, in this order. Each rate is a pair: the rate in bits per second,
/// and the burst in bytes. `None`: the queue has no minimum rate, or no maximum rate.
fn rates(queue: &PriorityConfig) -> [Option<(u64, u64)>; 2] {
    [queue.min_rate, queue.max_rate].map(|bucket| bucket.map(|b| (b.rate().bps(), b.burst())))
}

#[test]
fn weights_up_to_100_are_imported_unchanged() {
    let weights = [10, 10, 10, 20, 10, 10, 70];
    let names = weights.map(|weight| format!("w{weight}"));
    let schedulers = json!({
        "w10": {"type": "DWRR", "weight": "10"}, "w20": {"type": "DWRR", "weight": "20"},
        "w70": {"type": "DWRR", "weight": "70"}
    });
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let config = switch(&schedulers, &names);
    let import = imported(std::slice::from_ref(&config));
    let shares = first_port(&import).priorities.map(|queue| queue.class.share);
    assert_eq!(shares, [10, 10, 10, 20, 10, 10, 70, 0]);
    assert_eq!(findings(&import, "w70", "weight"), [(Treatment::Taken, "share = 70")]);
    check_round_trip(&[config]);
}

#[test]
fn weights_above_the_largest_share_scale_all_of_their_port() {
    let schedulers = json!({
        "a": {"type": "WRR", "weight": "200"}, "b": {"type": "WRR", "weight": "100"}, "c": {"type": "WRR", "weight": "1"}
    });
    let config = switch(&schedulers, &["a", "b", "c"]);
    let import = imported(std::slice::from_ref(&config));
    assert_eq!(first_port(&import).priorities.map(|queue| queue.class.share)[..4], [100, 50, 1, 0]);
    assert_eq!(
        findings(&import, "b", "weight"),
        [(Treatment::Changed, "share = 50: weight 100, where the largest of the port, 200, is 100")]
    );
    let [(treatment, reason)] = findings(&import, "c", "weight")[..] else { panic!("one finding") };
    assert!(
        treatment == Treatment::Changed && reason.ends_with("rounded by more than 1 % of it"),
        "{reason}"
    );
    check_round_trip(&[config]);
}

/// Examples from SONiC's design document on shapers: a queue of 10 Gb/s and a port of 8 Gb/s.
#[test]
fn rates_are_in_bytes_per_second_and_a_scheduler_without_a_type_is_wrr() {
    let schedulers = json!({
        "queue": {"meter_type": "bytes", "pir": "1250000000", "pbs": "8192"},
        "port": {"meter_type": "bytes", "pir": "1000000000", "pbs": "8192"}
    });
    let config = switch(&schedulers, &["queue"]);
    let import = imported(std::slice::from_ref(&config));
    let port = first_port(&import);
    assert_eq!(rates(&port.priorities[0]), [None, Some((10_000_000_000, 8_192))]);
    assert_eq!(rates(&port.priorities[1]), [None, None]);
    let max = port.max_rate.unwrap();
    assert_eq!((max.rate(), max.burst()), (Rate::gbps(8), 8_192));
    assert_eq!(findings(&import, "port", "pir"), [(Treatment::Taken, "port_pir = 8G")]);
    let [(treatment, reason)] = findings(&import, "queue", "type")[..] else { panic!("one finding") };
    assert!(treatment == Treatment::Changed && reason.contains("ets = wrr"), "{reason}");
    check_round_trip(&[config]);
}

#[test]
fn rates_out_of_range_are_changed_with_a_reason() {
    for (fields, expected, field, treatment, reason) in [
        (json!({"pir": "0", "cir": "0"}), [None, None], "pir", Treatment::Taken, "pir = off"),
        (
            json!({"pir": "3125000001"}),
            [None, None],
            "pir",
            Treatment::Changed,
            "pir = off: the rate is above 25G, that of the port",
        ),
        (
            json!({"pir": "3125000000"}),
            [None, Some((25_000_000_000, 8_000))],
            "pbs",
            Treatment::Changed,
            "pbs = 8000: the scheduler has no burst",
        ),
        (
            json!({"cir": "9999999999999", "cbs": "64"}),
            [Some((25_000_000_000, 64)), None],
            "cir",
            Treatment::Changed,
            "cir = 25G: the rate is above that of the port",
        ),
        (
            json!({"cir": "125000000", "cbs": "9000", "pir": "1250000"}),
            [Some((10_000_000, 9_000)), Some((10_000_000, 9_000))],
            "cir",
            Treatment::Changed,
            "cir = 10M: the rate is above its pir",
        ),
        (
            json!({"pir": "1", "pbs": "1"}),
            [None, Some((1_000_000, 64))],
            "pir",
            Treatment::Changed,
            "pir = 1M, the least rate of the simulator",
        ),
        (
            json!({"pir": "125000", "pbs": "4294967295"}),
            [None, Some((1_000_000, 100_000_000))],
            "pbs",
            Treatment::Changed,
            "pbs = 100000000, the nearest burst of the simulator",
        ),
        (
            json!({"cbs": "9000"}),
            [None, None],
            "cbs",
            Treatment::Changed,
            "left out: a burst has no effect without cir",
        ),
        (
            json!({"meter_type": "packets", "pir": "1000000"}),
            [None, None],
            "pir",
            Treatment::NotModelled,
            "in packets (meter_type): rates of the simulator are in bytes",
        ),
        (
            json!({"meter_type": "packets", "pir": "1000000"}),
            [None, None],
            "meter_type",
            Treatment::NotModelled,
            "rates are in bytes: a rate in packets is left out",
        ),
    ] {
        let mut scheduler = json!({"type": "STRICT"});
        scheduler.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        let config = switch(&json!({"s": scheduler}), &["s"]);
        let import = imported(std::slice::from_ref(&config));
        assert_eq!(rates(&first_port(&import).priorities[0]), expected, "{fields}");
        assert_eq!(findings(&import, "s", field), [(treatment, reason)], "{fields}");
        check_round_trip(&[config]);
    }
}

#[test]
fn a_port_has_a_maximum_rate_only() {
    let schedulers =
        json!({"port": {"type": "DWRR", "weight": "3", "cir": "125000000", "pir": "1250000000"}});
    let import = imported(&[switch(&schedulers, &[])]);
    let port = first_port(&import);
    assert_eq!(port.max_rate.map(|max| max.rate()), Some(Rate::gbps(10)));
    assert!(port.priorities.iter().all(|queue| rates(queue) == [None, None]));
    let [(treatment, reason)] = findings(&import, "port", "cir")[..] else { panic!("one finding") };
    assert!(treatment == Treatment::Changed && reason.contains("SAI ignores it"), "{reason}");
}

#[test]
fn weights_and_rates_are_exported_as_they_are() {
    let params = [
        ("trust", "dscp"),
        ("class", "ets"),
        ("share", "10"),
        ("p6.share", "70"),
        ("p6.cir", "10G"),
        ("p6.cbs", "9216"),
        ("p6.pir", "40G"),
        ("p6.pbs", "16k"),
        ("switch.s1.port.1.port_pir", "80G"),
    ];
    let params: Map<String, Value> =
        params.iter().map(|(name, value)| ((*name).into(), json!(value))).collect();
    let text = json!({
        "format": 1, "model": 1, "hosts": [{"name": "h1"}, {"name": "h2"}], "switches": [{"name": "s1"}],
        "links": [["h1", "s1", "100G", "5m"], ["h2", "s1", "100G", "5m"]], "params": params
    });
    let spec = Document::parse(&text.to_string()).unwrap().compile().unwrap();
    let patch = export(&spec, "s1", &[]).unwrap().patch;
    let scheduler = |name: &Value| &patch["SCHEDULER"][name.as_str().unwrap()];
    assert_eq!(
        scheduler(&patch["QUEUE"]["Ethernet0|0-5"]["scheduler"]),
        &json!({"type": "DWRR", "weight": "10"})
    );
    let shaped = json!({
        "type": "DWRR", "weight": "70", "meter_type": "bytes",
        "cir": "1250000000", "cbs": "9216", "pir": "5000000000", "pbs": "16000"
    });
    assert_eq!(scheduler(&patch["QUEUE"]["Ethernet0|6"]["scheduler"]), &shaped);
    let of_port = json!({"meter_type": "bytes", "pir": "10000000000", "pbs": "8000"});
    assert_eq!(scheduler(&patch["PORT_QOS_MAP"]["Ethernet4"]["scheduler"]), &of_port);
    assert_eq!(patch["PORT_QOS_MAP"]["Ethernet0"]["scheduler"], Value::Null);
}
