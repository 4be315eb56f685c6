//! Public incidents in lossless networks. The simulation must show the documented behaviour, with the figures
//! that follow from the settings.

use fabric_sim::document::Document;
use fabric_sim::insight::{PortReport, Report};

use super::{document, edited, ran, ran_until, star};

/// Entry of `report` for the priority `priority` at port number `port` of `node`. Panics if the report has no
/// such entry.
fn at<'a>(report: &'a Report, node: &str, port: u32, priority: u8) -> &'a PortReport {
    let found =
        report.ports.iter().find(|row| (row.node.as_str(), row.port, row.priority) == (node, port, priority));
    found.unwrap_or_else(|| panic!("no row {node}.{port} priority {priority}"))
}

/// A receiver sends pauses of 65535 quanta, at half the rate that would pause the sender without a break. The
/// sender therefore transmits half of the time. At 100 Gb/s, 65535 quanta are 335.5392 µs.
#[test]
fn pauses_at_half_the_rate_halve_the_throughput() {
    let (_, report) = ran(&star(
        2,
        1,
        r#""horizon": "13421568ns", "params": {"xoff": "200k", "headroom": "40k", "memory": "16M"},
        "flows": [{"name": "line rate", "from": "h0", "to": "r", "frame": 1024}],
        "pause_sources": [{"name": "tester", "node": "r", "priorities": [3], "quanta": 65535, "every": "671.0784us"}]"#,
    ));
    assert_eq!(report.fabric.dropped_frames, 0);
    // Twenty pauses end within the horizon. Each pause begins at the end of a frame, and lasts its quanta,
    // with an error of up to 84 ns.
    let paused = at(&report, "s", 1, 3).paused_ps;
    let expected = 20 * 335_539_200;
    assert!(paused.abs_diff(expected) < 20 * 100_000, "{paused} for {expected}");
    // Each frame takes 20 B more on the wire for preamble and gap.
    let half = 100_000_000_000 * 1024 / (1024 + 20) / 2;
    let throughput = report.flows[0].throughput_bps;
    assert!(throughput.abs_diff(half) < half / 500, "{throughput} for {half}");
}

/// With SONiC's asymmetric PFC, a port obeys pauses of all priorities, but the watchdog of the port checks
/// only lossless priorities.
#[test]
fn a_watchdog_of_lossless_classes_ignores_a_storm_in_the_others() {
    let obeys: Vec<String> =
        [0, 1, 2, 5, 6, 7].map(|p| format!(r#""switch.s.port.1.p{p}.pfc_rx": "on""#)).into();
    let (_, report) = ran(&star(
        2,
        1,
        &format!(
            r#""horizon": "1500us", "params": {{"p3.lossless": "on", "p4.lossless": "on", "memory": "4M", "watchdog": "sonic",
                "watchdog_scale": 1000, {}}},
            "flows": [{{"name": "p0", "from": "h0", "to": "r", "priority": 0, "arrival": {{"constant": "15G"}}}},
                {{"name": "p3", "from": "h0", "to": "r", "priority": 3, "arrival": {{"constant": "15G"}}}},
                {{"name": "p4", "from": "h0", "to": "r", "priority": 4, "arrival": {{"constant": "15G"}}}}],
            "pause_sources": [{{"name": "server", "node": "r", "priorities": [0, 1, 2, 3, 4, 5, 6, 7], "every": "100us",
                "start": "20us"}}]"#,
            obeys.join(", ")
        ),
    ));
    let detected: Vec<&str> =
        report.watchdogs.verdicts.iter().map(|decision| decision.queue.as_str()).collect();
    assert_eq!(detected, ["s.1.3", "s.1.4"]);
    // The pause lasts from the first PFC frame, after its delay in the cable, to the horizon.
    for priority in [0, 1, 2, 5, 6, 7] {
        let paused = at(&report, "s", 1, priority).paused_ps;
        assert!((1_479_000_000..1_480_000_000).contains(&paused), "priority {priority}: {paused}");
    }
}

/// Only one DSCP is mapped to the lossless class. Frames of a program that leaves the DSCP at 0 are in a
/// lossy class and are dropped.
#[test]
fn frames_without_the_lossless_dscp_are_lost_and_keep_their_share() {
    let (_, report) = ran(&star(
        2,
        4,
        r#""horizon": "2ms", "params": {"p3.lossless": "off", "p5.lossless": "on", "xoff": "300k", "headroom": "60k",
            "memory": "4M", "p0.class": "ets", "p5.class": "ets", "p0.share": 20, "p5.share": 80},
        "maps": [{"switch": "s", "dscp": [[59, 5]]}],
        "flows": [
            {"name": "a", "from": "h0", "to": "r", "format": "rocev2", "tagged": false, "priority": 5, "dscp": 59},
            {"name": "b", "from": "h1", "to": "r", "format": "rocev2", "tagged": false, "priority": 5, "dscp": 59},
            {"name": "c", "from": "h2", "to": "r", "format": "rocev2", "tagged": false, "priority": 0, "dscp": 0},
            {"name": "d", "from": "h3", "to": "r", "format": "rocev2", "tagged": false, "priority": 0, "dscp": 0}]"#,
    ));
    let [a, b, c, d] = report.flows.as_slice() else { panic!("four flows") };
    assert_eq!(a.dropped_frames + b.dropped_frames, 0);
    assert!(c.dropped_frames > 1_000 && d.dropped_frames > 1_000);
    assert!(report.fabric.lossless_drops.is_empty(), "{:?}", report.fabric.lossless_drops);
    let lossy = c.throughput_bps + d.throughput_bps;
    let all = lossy + a.throughput_bps + b.throughput_bps;
    assert!((lossy * 1000 / all).abs_diff(200) <= 5, "{lossy} of {all}");
}

/// A watchdog drops the frames of a queue that a storm pauses. The switch then requests no pauses upstream. A
/// flow that starts after the storm loses nothing.
#[test]
fn a_watchdog_that_drops_requests_no_pauses_upstream() {
    let incident = star(
        2,
        1,
        r#""horizon": "3600us", "params": {"xoff": "200k", "headroom": "40k", "watchdog": "sonic", "watchdog_action": "drop",
            "watchdog_scale": 1000, "frame_jitter": "off"},
        "flows": [
            {"name": "storm", "from": "h0", "to": "r", "frame": 1024, "arrival": {"constant": "50G"}, "start": "1100us", "stop": "2100us"},
            {"name": "after", "from": "h0", "to": "r", "frame": 1024, "arrival": {"constant": "50G"}, "start": "2400us", "stop": "3400us"}],
        "pause_sources": [{"name": "tester", "node": "r", "priorities": [3], "quanta": 65535, "every": "10us", "start": "1ms", "stop": "2ms"}]"#,
    );
    let (_, before) = ran_until(&incident, "1200us".parse().unwrap());
    let (_, report) = ran(&incident);
    assert_eq!(
        report.watchdogs.verdicts[0].at_ps, 1_200_000_000,
        "detected at the first poll after 200 µs of storm"
    );
    assert_eq!(at(&report, "s", 0, 3).pause_sent, at(&before, "s", 0, 3).pause_sent);
    let after = &report.flows[1];
    assert_eq!((after.dropped_frames, after.delivered_frames), (0, after.sent_frames));
    // At 50 Gb/s, 6103.5 frames of 1024 B fit in 1 ms. The first frame leaves at the start.
    assert_eq!(after.sent_frames, 6104);
}

/// An output is paused for one class. This causes pauses of the same class upstream, but no pauses of other
/// classes at the ports upstream.
#[test]
fn only_the_paused_class_is_paused_upstream() {
    let (_, report) = ran(&star(
        2,
        2,
        r#""horizon": "6ms", "params": {"p3.lossless": "on", "p4.lossless": "on", "alpha": 1, "headroom": "40k", "memory": "2M"},
        "flows": [
            {"name": "h0 p3", "from": "h0", "to": "r", "frame": 1024, "priority": 3, "arrival": {"constant": "8G"}},
            {"name": "h0 p4", "from": "h0", "to": "r", "frame": 1024, "priority": 4, "arrival": {"constant": "8G"}},
            {"name": "h1 p3", "from": "h1", "to": "r", "frame": 1024, "priority": 3, "arrival": {"constant": "8G"}},
            {"name": "h1 p4", "from": "h1", "to": "r", "frame": 1024, "priority": 4, "arrival": {"constant": "8G"}}],
        "pause_sources": [{"name": "tester", "node": "r", "priorities": [3], "every": "50us", "start": "10us"}]"#,
    ));
    for port in [0, 1] {
        assert!(at(&report, "s", port, 3).pause_sent > 0);
        assert_eq!(at(&report, "s", port, 4).pause_sent, 0);
    }
    assert_eq!(report.fabric.dropped_frames, report.fabric.unsent_frames);
    for flow in [&report.flows[1], &report.flows[3]] {
        assert!(flow.throughput_bps.abs_diff(8_000_000_000) < 8_000_000, "{}", flow.throughput_bps);
    }
}

/// A link fails while its peer sends pauses. Both ends count the same PFC frames, except the frames lost in
/// the cable. The pause ends when the link fails.
#[test]
fn pfc_counters_of_both_ends_differ_by_the_frames_lost_in_the_cable() {
    let flap = document(
        r#"{"format": 1, "model": 2, "horizon": "2ms", "hosts": [{"name": "tx"}, {"name": "rx"}],
        "switches": [{"name": "t1"}, {"name": "t0"}],
        "links": [["tx", "t1", "100G", "5m"], ["t1", "t0", "100G", "300m"], ["t0", "rx", "100G", "5m"]],
        "params": {"xoff": "100k", "headroom": "60k"},
        "flows": [{"name": "data", "from": "tx", "to": "rx", "frame": 1024}],
        "pause_sources": [{"name": "storm", "node": "t0", "port": 0, "priorities": [3], "every": "1us", "start": "20us", "stop": "1500us"}],
        "actions": [{"at": "700us", "link_down": "t1.1"}, {"at": "900us", "link_up": "t1.1"}]}"#,
    );
    let (_, report) = ran(&flap);
    let (sender, receiver) = (at(&report, "t0", 0, 3), at(&report, "t1", 1, 3));
    assert!(report.fabric.pfc_lost > 0);
    assert_eq!(sender.pause_sent, receiver.pause_received + report.fabric.pfc_lost);
    // The port is paused from 20 µs, plus 1.5 µs in the cable, to the failure. After the repair, it is paused
    // until the time of the last pause ends.
    let (end, cable, quanta) = (1_500, 2, 335);
    let expected = (700 - 20 - cable) + (end + cable + quanta - 900 - cable);
    let paused = receiver.paused_ps / 1_000_000;
    assert!(paused.abs_diff(expected) <= 4, "{paused} µs for {expected} µs");
}

/// Two top-of-rack switches return traffic for each other to the aggregation switch, in the class in which it
/// arrived. A short pause of both servers closes a cycle of paused queues that never dissolves.
#[test]
fn bounced_traffic_of_two_racks_deadlocks() {
    let bounced = document(
        r#"{"format": 1, "model": 2, "horizon": "3ms",
        "hosts": [{"name": "src1"}, {"name": "src2"}, {"name": "srv1"}, {"name": "srv2"}],
        "switches": [{"name": "t1"}, {"name": "torA"}, {"name": "torB"}],
        "links": [["src1", "t1", "100G", "5m"], ["src2", "t1", "100G", "5m"], ["t1", "torA", "100G", "40m"],
            ["t1", "torB", "100G", "40m"], ["torA", "srv1", "100G", "5m"], ["torB", "srv2", "100G", "5m"]],
        "params": {"xoff": "100k", "headroom": "20k"},
        "flows": [
            {"name": "by B", "from": "src1", "to": "srv1", "path": ["src1", "t1", "torB", "t1", "torA", "srv1"]},
            {"name": "by A", "from": "src2", "to": "srv2", "path": ["src2", "t1", "torA", "t1", "torB", "srv2"]},
            {"name": "to srv1", "from": "src2", "to": "srv1", "path": ["src2", "t1", "torA", "srv1"]},
            {"name": "to srv2", "from": "src1", "to": "srv2", "path": ["src1", "t1", "torB", "srv2"]}],
        "pause_sources": [
            {"name": "p1", "node": "srv1", "priorities": [3], "time": "50us", "every": "50us", "start": "100us", "stop": "600us"},
            {"name": "p2", "node": "srv2", "priorities": [3], "time": "50us", "every": "50us", "start": "100us", "stop": "600us"}]}"#,
    );
    let (_, report) = ran(&bounced);
    assert!(
        report.blocked.cycles.iter().any(|cycle| cycle.deadlock_ps.is_some()),
        "{:#?}",
        report.blocked.cycles
    );
    assert_eq!(report.fabric.dropped_frames, 0);
    let (_, later) = ran_until(&edited(bounced, &[("horizon", "6ms")]), "6ms".parse().unwrap());
    let delivered = |report: &Report| report.conservation.delivered_bytes;
    assert_eq!(delivered(&later), delivered(&report), "nothing moves any more");
}

/// Congested reads make the reader send CNPs to the responder, the host that sends the data. DCQCN slows the
/// responder like any sender. Two responders share the port of the reader almost without pauses.
#[test]
fn dcqcn_slows_the_responders_of_reads() {
    let reads = |control: &str| -> Document {
        document(&format!(
            r#"{{"format": 1, "model": 2, "horizon": "10ms", "hosts": [{{"name": "s1"}}, {{"name": "s2"}}, {{"name": "reader"}}],
            "switches": [{{"name": "sw"}}],
            "links": [["s1", "sw", "100G", "10m"], ["s2", "sw", "100G", "10m"], ["sw", "reader", "100G", "10m"]],
            "params": {{"xoff": "400k", "headroom": "40k", "kmin": "20k", "kmax": "200k", "pmax": "10%", "rate_control": "{control}",
                "read_outstanding": 64}},
            "flows": [
                {{"name": "1", "from": "s1", "to": "reader", "operation": "read", "format": "rocev2", "frame": 1086, "response_priority": 3, "priority": 2}},
                {{"name": "2", "from": "s2", "to": "reader", "operation": "read", "format": "rocev2", "frame": 1086, "response_priority": 3, "priority": 2}}]}}"#
        ))
    };
    let (_, governed) = ran(&reads("dcqcn"));
    let (_, free) = ran(&reads("none"));
    assert!(governed.flows.iter().all(|flow| flow.cnp_received > 0));
    assert!(free.fabric.pause_sent > 100 * governed.fabric.pause_sent.max(1), "{}", free.fabric.pause_sent);
    let total: u64 = governed.flows.iter().map(|flow| flow.throughput_bps).sum();
    assert!(total > 90_000_000_000, "{total}");
    assert!(
        governed.fabric.fairness.is_some_and(|fairness| fairness > 0.99),
        "{:?}",
        governed.fabric.fairness
    );
}
