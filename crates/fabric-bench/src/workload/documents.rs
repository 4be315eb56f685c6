//! Generates the documents of the workloads, as JSON in one line. Links have 100 Gb/s in the incasts, in W2
//! and in the crossbar workload, and 400 Gb/s in the deadlock workload. Start with [`w1`].
//!
//! A function returns the same text at each call: nothing is random.

use serde_json::{Value, json};

/// Number of senders of the incast workloads.
const SENDERS: u32 = 16;
/// Number of ports of the switch of the crossbar workload.
const CROSSBAR_PORTS: u32 = 64;
/// Rate of each flow of the crossbar workload in bits per second: 0.9 of 100 Gb/s, divided over the 63
/// flows of a port. Acks and headers do not count.
const CROSSBAR_FLOW_BPS: &str = "1428571428";
/// Number of ports of each switch, and number of pods, of the fat tree in W2 (Al-Fares et al., SIGCOMM
/// 2008).
const K: u32 = 8;
/// Destination of each host of W2, by index of the host: a random permutation in which no host sends to
/// itself.
#[rustfmt::skip]
const PERMUTATION: [u32; 128] = [
    34, 43, 42, 54, 80, 25, 127, 108, 123, 13, 44, 97, 16, 60, 124, 33, 113, 7, 39, 89, 49, 62,
    96, 121, 2, 48, 119, 37, 57, 91, 102, 82, 116, 66, 40, 90, 77, 74, 112, 53, 81, 100, 22, 69,
    1, 115, 63, 125, 64, 93, 86, 6, 122, 29, 8, 114, 84, 38, 94, 47, 110, 72, 105, 59, 0, 28,
    68, 24, 5, 83, 55, 67, 98, 120, 109, 21, 41, 4, 10, 26, 75, 106, 87, 50, 52, 107, 46, 65,
    71, 99, 51, 27, 95, 88, 92, 76, 79, 58, 15, 20, 56, 9, 36, 78, 31, 45, 104, 117, 70, 23, 73,
    14, 35, 126, 101, 118, 19, 30, 85, 61, 111, 103, 11, 12, 18, 17, 32, 3,
];

/// Document of W1: an incast with 10 MB from each sender.
pub(super) fn w1() -> String {
    let about = "16 senders of 10 MB each in frames that carry 1000 B, one ack a frame, PFC and a buffer that never limits.";
    incast("w1", "W1: 16 to 1 over one switch", about, "10M", &pfc())
}

/// Document of W1L: an incast with 100 MB from each sender.
pub(super) fn w1l() -> String {
    let about = "16 senders of 100 MB each in frames that carry 1000 B, one ack a frame, PFC and a buffer that never limits.";
    incast("w1l", "W1L: 16 to 1 over one switch", about, "100M", &pfc())
}

/// Document of W1D: W1 with ECN and DCQCN.
pub(super) fn w1d() -> String {
    let about = "16 senders of 10 MB each in frames that carry 1000 B, one ack a frame, PFC, ECN and DCQCN, and a buffer that never limits.";
    let mut params = pfc();
    for (name, value) in [("kmin", "400k"), ("kmax", "1600k"), ("pmax", "20%"), ("rate_control", "dcqcn")] {
        params[name] = value.into();
    }
    incast("w1d", "W1D: 16 to 1 over one switch, with DCQCN", about, "10M", &params)
}

/// Document of an incast of [`SENDERS`] senders to one receiver, the host with the highest number. `size` is
/// the number of bytes of each flow.
fn incast(name: &str, title: &str, about: &str, size: &str, params: &Value) -> String {
    let to_receiver = |sender: u32| flow(sender, SENDERS, size);
    let document = json!({
        "format": 1, "model": 1, "name": name, "title": title, "about": about, "horizon": "1s",
        "hosts": nodes("h", SENDERS + 1),
        "switches": [{"name": "s"}],
        "links": list(SENDERS + 1, |host| link(&format!("h{host}"), "s")),
        "params": params,
        "flows": list(SENDERS, to_receiver),
    });
    document.to_string()
}

/// Document of W2: each host of a fat tree sends to another host, and receives from one.
///
/// Each of the 8 pods has 4 edge switches with 4 hosts each, and 4 aggregation switches. Aggregation
/// switch n (from 0) of a pod is linked to the core switches 4n to 4n + 3.
pub(super) fn w2() -> String {
    let half = K / 2;
    let edges = K * half;
    let hosts = edges * half;
    let host_links = (0..hosts).map(|host| link(&format!("h{host}"), &format!("e{}", host / half)));
    let pairs = move |count: u32| (0..count).flat_map(move |low| (0..half).map(move |n| (low, n)));
    let edge_links =
        pairs(edges).map(|(edge, n)| link(&format!("e{edge}"), &format!("a{}", edge / half * half + n)));
    let core_links =
        pairs(edges).map(|(agg, n)| link(&format!("a{agg}"), &format!("c{}", agg % half * half + n)));
    let flows: Vec<Value> = (0..).zip(PERMUTATION).map(|(from, to)| flow(from, to, "1M")).collect();
    let switches = [nodes("e", edges), nodes("a", edges), nodes("c", half * half)].concat();
    let document = json!({
        "format": 1, "model": 1, "name": "w2", "title": "W2: a permutation over a fat tree",
        "about": "128 hosts under a fat tree of k = 8, each sends 1 MB to another one over one hashed path.",
        "horizon": "1s",
        "hosts": nodes("h", hosts),
        "switches": switches,
        "links": host_links.chain(edge_links).chain(core_links).collect::<Vec<_>>(),
        "params": pfc(),
        "flows": flows,
    });
    document.to_string()
}

/// Document of the crossbar workload: a flow from each port to each other port. The flows from a port use
/// the priorities 0 to 7 in turn.
pub(super) fn crossbar() -> String {
    let pairs = (0..CROSSBAR_PORTS).flat_map(|from| (1..CROSSBAR_PORTS).map(move |step| (from, step)));
    let flows = pairs.map(|(from, step)| {
        let to = (from + step) % CROSSBAR_PORTS;
        json!({
            "name": format!("{from}-{to}"), "from": format!("h{from}"), "to": format!("h{to}"),
            "priority": step % 8, "arrival": {"poisson": CROSSBAR_FLOW_BPS},
        })
    });
    let document = json!({
        "format": 1, "model": 1, "name": "crossbar", "title": "64 ports through a crossbar",
        "about": "Uniform Poisson traffic of load 0.9 on 8 priorities through one crossbar of 64 ports: 1000 B frames, 256 B cells, iSLIP in 2 iterations, strict precedence, speedup 1.5.",
        "horizon": "5ms",
        "hosts": nodes("h", CROSSBAR_PORTS),
        "switches": [{"name": "s"}],
        "links": list(CROSSBAR_PORTS, |host| json!([format!("h{host}"), "s", "100G"])),
        "params": {
            "fabric": "crossbar", "crossbar_cell_bytes": 256, "crossbar_iterations": 2,
            "crossbar_priority": "strict", "crossbar_speedup": "1.5", "overhead": 0, "memory": "64M",
        },
        "flows": flows.collect::<Vec<_>>(),
    });
    document.to_string()
}

/// Document of the deadlock workload: a ring of 4 switches with 4 hosts each. Each host sends to a host two
/// switches further along the ring. The watchdogs detect paused queues but do not act.
pub(super) fn deadlock_250ms() -> String {
    let ring = list(
        4,
        |n| json!({"a": format!("s{n}"), "b": format!("s{}", (n + 1) % 4), "rate": "400G", "length": "200m"}),
    );
    let access = list(
        16,
        |n| json!({"a": format!("h{n}"), "b": format!("s{}", n / 4), "rate": "400G", "length": "20m"}),
    );
    let links = [ring, access].concat();
    let around = |host: u32| {
        let (to, at) = ((host + 8) % 16, host / 4);
        let path = [at, at + 1, at + 2].map(|switch| format!("s{}", switch % 4));
        json!({"name": format!("h{host} to h{to}"), "from": format!("h{host}"), "to": format!("h{to}"), "path": path})
    };
    let document = json!({
        "format": 1, "model": 1, "name": "deadlock-250ms", "title": "A frozen ring for 250 ms",
        "about": "Sixteen hosts round a ring of four switches of 400G: it freezes at once, and the watchdogs look at their real times.",
        "horizon": "250ms",
        "hosts": nodes("h", 16),
        "switches": nodes("s", 4),
        "links": links,
        "params": {
            "headroom": "200k", "jitter": "off", "overhead": "0", "watchdog": "sonic", "watchdog_action": "alert",
            "xoff": "200k", "xon": "190k",
        },
        "flows": list(16, around),
    });
    document.to_string()
}

/// Parameters of W1, W1L, W1D and W2: a buffer that is never full, and static thresholds of 45 frames
/// (XOFF) and 30 frames (XON).
fn pfc() -> Value {
    json!({"jitter": "off", "memory": "1G", "xoff": 46_980, "xon": 31_320, "headroom": "1M"})
}

/// Flow of `size` bytes between two hosts, in frames that carry 1000 B each. The receiver acknowledges
/// each frame.
fn flow(from: u32, to: u32, size: &str) -> Value {
    json!({
        "name": format!("f{from}"), "from": format!("h{from}"), "to": format!("h{to}"),
        "frame": 1_044, "payload": 1_000, "size": size, "acks": {"every": 1, "priority": 5},
    })
}

/// Link of 100 Gb/s with a delay of 1 µs.
fn link(a: &str, b: &str) -> Value {
    json!({"a": a, "b": b, "rate": "100G", "delay": "1us"})
}

/// `count` hosts or switches, each called `letter` and a number from 0.
fn nodes(letter: &str, count: u32) -> Vec<Value> {
    list(count, |n| json!({"name": format!("{letter}{n}")}))
}

fn list(count: u32, item: impl Fn(u32) -> Value) -> Vec<Value> {
    (0..count).map(item).collect()
}
