//! Tests of causes that follow each other at one root. Each pause belongs to the cause that was present when
//! the pause began.

use super::*;
use fabric_sim::engine::PriorityCounters;
use fabric_sim::ids::{PortId, Priority, QueueId};
use fabric_sim::insight::{CauseReport, ChainOutcome, why_paused};

/// Causes in `report` of the kind `kind`.
fn of_kind<'a>(report: &'a Report, kind: &'a str) -> impl Iterator<Item = &'a CauseReport> {
    report.causes.iter().filter(move |cause| cause.kind == kind)
}

/// Sum of the pauses of `queue` over all causes in `report`, in picoseconds.
fn paused_by_causes(report: &Report, queue: &str) -> u64 {
    let queues = report.causes.iter().flat_map(|cause| &cause.queues);
    queues.filter(|held| held.queue == queue).map(|held| held.paused_ps).sum()
}

/// Three switches in a row: host `a` at the first, hosts `b` and `r` at the last. Host `a` sends to `r` from
/// the start, host `b` from 200 µs on.
fn row(params: &str, fields: &str) -> Document {
    document(&format!(
        r#"{{"format": 1, "model": 2, "horizon": "400us", "hosts": [{{"name": "a"}}, {{"name": "b"}}, {{"name": "r"}}],
        "switches": [{{"name": "s1"}}, {{"name": "s2"}}, {{"name": "s3"}}],
        "links": [["a", "s1", "100G", "5m"], ["b", "s3", "100G", "5m"], ["r", "s3", "100G", "5m"], ["s1", "s2", "100G", "5m"], ["s2", "s3", "100G", "5m"]],
        "params": {{{params}}}, "flows": [{{"name": "f1", "from": "a", "to": "r"}},
            {{"name": "f2", "from": "b", "to": "r", "start": "200us", "arrival": {{"constant": "60G"}}}}]{fields}}}"#
    ))
}

/// The queues of the switches stay full after the storm, or after the host was slow. Until the second flow
/// starts, the output to `r` carries all arriving frames.
#[test]
fn a_cause_that_has_ended_claims_no_later_pause() {
    let storm = row(
        "",
        r#", "pause_sources": [{"name": "st", "node": "r", "priorities": [3], "every": "40us", "time": "40us", "start": "5us", "stop": "100us"}]"#,
    );
    let slow =
        row(r#""host.r.drain": "30G""#, r#", "actions": [{"at": "150us", "set": {"host.r.drain": "off"}}]"#);
    for (document, kind) in [(storm, "storm"), (slow, "slow_host")] {
        let (_, report) = ran(&document);
        let ended = of_kind(&report, kind).map(|cause| cause.until_ps).max().expect("a first cause");
        assert!(ended < Time::from_us(160).ps(), "{kind}: {:#?}", report.causes);
        let later = of_kind(&report, "oversubscribed").find(|cause| cause.queue_count == 4);
        assert!(later.is_some_and(|cause| cause.from_ps > Time::from_us(200).ps()), "{:#?}", report.causes);
        assert!(report.causes.iter().all(|cause| [kind, "oversubscribed"].contains(&cause.kind)));
    }
}

/// After each pause by the slow host, the switch sends it the backlog at the rate of the link. Pauses that
/// this backlog causes belong to the slow host.
#[test]
fn pauses_by_the_backlog_of_a_slow_host_belong_to_the_slow_host() {
    let scene = star(
        2,
        2,
        r#""horizon": "1ms", "params": {"profile": "per-edge", "host.r.drain": "20G"},
            "flows": [{"name": "x", "from": "h0", "to": "r"}, {"name": "v", "from": "h0", "to": "h1", "arrival": {"constant": "10G"}}]"#,
    );
    let (world, report) = ran(&scene);
    let kinds: Vec<&str> = report.causes.iter().map(|cause| cause.kind).collect();
    assert_eq!(kinds, ["slow_host"]);
    let held = report.causes[0].queues.iter().find(|held| held.queue == "h0.0.3").expect("the sender");
    assert_eq!(held.pauses, counters_of(&world, "h0.0").pauses_received);
}

/// From 150 µs on, no flow sends in class 4. The waiting frames of class 4 take its share of the port until
/// they have left.
#[test]
fn frames_of_an_ended_flow_still_take_their_share_of_the_port() {
    let scene = star(
        2,
        2,
        r#""horizon": "300us", "params": {"p3.class": "ets", "p4.class": "ets", "p3.share": "20", "p4.share": "80"},
            "flows": [{"name": "x", "from": "h0", "to": "r", "priority": 4, "stop": "150us"},
                {"name": "l", "from": "h1", "to": "r", "priority": 3, "arrival": {"constant": "60G"}}]"#,
    );
    let (_, report) = ran(&scene);
    let kinds: Vec<&str> = report.causes.iter().map(|cause| cause.kind).collect();
    assert_eq!(kinds, ["ets_share"], "{:#?}", report.causes);
    assert!(report.causes[0].until_ps > Time::from_us(180).ps());
}

/// Read requests take 128 B of the receive buffer. Frames of the flow `x` take nearly all of the buffer.
#[test]
fn a_slow_host_that_also_answers_reads_is_called_slow() {
    for arrival in [r#""saturate""#, r#"{"constant": "25G"}"#] {
        let scene = star(
            2,
            2,
            &format!(
                r#""horizon": "300us", "params": {{"host.r.drain": "20G"}},
                "flows": [{{"name": "rd", "from": "r", "to": "h0", "operation": "read"}}, {{"name": "x", "from": "h1", "to": "r", "arrival": {arrival}}}]"#
            ),
        );
        let (_, report) = ran(&scene);
        assert!(report.fabric.pause_sent > 0);
        let kinds: Vec<&str> = report.causes.iter().map(|cause| cause.kind).collect();
        assert_eq!(kinds, ["slow_host"], "{:#?}", report.causes);
        assert!(report.causes[0].flows.contains(&"x".to_owned()));
    }
}

#[test]
fn storms_of_different_sources_at_different_times_are_two_causes() {
    let scene = star(
        2,
        1,
        r#""horizon": "800us", "flows": [{"name": "f", "from": "h0", "to": "r", "arrival": {"constant": "60G"}}],
        "pause_sources": [{"name": "st", "node": "r", "priorities": [3], "every": "30us", "time": "30us", "start": "10us", "stop": "130us"},
            {"name": "st2", "node": "r", "priorities": [3], "every": "30us", "time": "30us", "start": "600us"}]"#,
    );
    let (_, report) = ran(&scene);
    let mut storms: Vec<(u64, Vec<&str>)> = of_kind(&report, "storm")
        .map(|cause| (cause.from_ps, cause.pause_sources.iter().map(|source| source.name.as_str()).collect()))
        .collect();
    storms.sort_unstable();
    let sources: Vec<&[&str]> = storms.iter().map(|(_, sources)| &sources[..]).collect();
    assert_eq!(sources, [&["st"], &["st2"]], "{:#?}", report.causes);
    assert!(storms[1].0 >= Time::from_us(600).ps());
}

/// The queue is empty before the pause. A watchdog drops the frames that wait in this queue during the pause.
#[test]
fn a_pause_counts_although_a_watchdog_drops_the_frames_that_waited() {
    let scene = star(
        2,
        1,
        r#""horizon": "400us", "params": {"p3.watchdog": "sonic", "watchdog_scale": "10000"},
        "flows": [{"name": "l", "from": "h0", "to": "r", "arrival": {"constant": "50G"}}],
        "pause_sources": [{"name": "st", "node": "r", "priorities": [3], "every": "40us", "time": "60us", "start": "5us", "stop": "200us"}]"#,
    );
    let (world, report) = ran(&scene);
    assert!(report.fabric.drops.get("watchdog").is_some_and(|frames| *frames > 0), "the watchdog drops");
    let paused = counters_of(&world, "s.1").paused_until(world.now()).ps();
    assert_eq!(paused_by_causes(&report, "s.1.3"), paused);
}

/// A link fails at 100 µs. From 120 µs on, the flows take other links. A cause of pauses that lies before the
/// failure must be reported with the flows that used the old links.
#[test]
fn a_cause_before_a_link_failure_has_the_flows_of_the_old_links() {
    let text = r#"{"format": 1, "model": 2, "horizon": "400us", "hosts": [{"name": "a"}, {"name": "b"}, {"name": "r"}],
        "switches": [{"name": "s1"}, {"name": "s2"}],
        "links": [["a", "s1", "100G", "5m"], ["b", "s1", "100G", "5m"], ["r", "s2", "100G", "5m"], ["s1", "s2", "100G", "5m"], ["s1", "s2", "100G", "5m"], ["s1", "s2", "100G", "5m"]],
        "params": {"reroute_delay": "20us"},
        "flows": [{"name": "f1", "from": "a", "to": "r", "arrival": {"constant": "60G"}}, {"name": "f2", "from": "b", "to": "r", "arrival": {"constant": "60G"}}],
        "actions": [{"at": "100us", "link_down": "s1.3"}]}"#;
    let scene = document(text);
    let flows = |until| {
        let (_, report) = ran_until(&scene, until);
        let cause =
            report.causes.iter().find(|cause| cause.root == "s1.3.3" && cause.kind == "oversubscribed");
        let cause = cause.expect("an oversubscribed output").clone();
        (cause.flows, cause.victims)
    };
    let before = flows(Time::from_us(100));
    assert_eq!(before, (vec!["f1".to_owned(), "f2".to_owned()], Vec::new()));
    assert_eq!(flows(Time::from_us(400)), before);
}

/// Counters of priority 3 at the port named `name`.
fn counters_of<'a>(world: &'a World, name: &str) -> &'a PriorityCounters {
    let mut ports = (0..world.spec().ports.len()).map(PortId::new);
    let port = ports.find(|port| world.spec().port_name(*port) == name).expect("a port");
    &world.counters().ports[port.index()][Priority::P3.index()]
}

/// A slow host pauses the path of both flows until about 110 µs. Then an output with a maximum rate pauses
/// this path. From then on, the backlog of leaf 1 no longer belongs to the slow host.
#[test]
fn a_backlog_belongs_to_the_cause_that_paused_its_queue_last() {
    let document = document(
        r#"{"format": 1, "model": 2, "horizon": "600us", "build": {"leaf_spine": {"spines": 1, "leaves": 3, "hosts": 3,
            "host_link": {"rate": "100G"}, "fabric_link": {"rate": "100G", "length": "30m"}}},
        "params": {"headroom": "60k", "host.h3-1.drain": "20G", "host.h3-1.receive_buffer": "200k", "switch.leaf3.port.1.p3.pir": "10G"},
        "flows": [{"name": "d", "from": "h1-1", "to": "h3-1", "arrival": {"constant": "40G"}},
            {"name": "v", "from": "h1-2", "to": "h3-2", "arrival": {"constant": "20G"}},
            {"name": "w", "from": "h1-1", "to": "h1-3", "arrival": {"constant": "10G"}}]}"#,
    );
    let (_, report) = ran(&document);
    let slow: Vec<_> = of_kind(&report, "slow_host").collect();
    let at_host =
        slow[0].queues.iter().find(|held| held.queue == "leaf3.0.3").expect("the link to the slow host");
    assert!(at_host.until_ps < 120_000_000, "{at_host:?}");
    assert!(slow.iter().all(|cause| cause.until_ps < at_host.until_ps + 20_000_000), "{slow:#?}");
    let rate = of_kind(&report, "max_rate").next().expect("the maximum rate");
    assert_eq!((rate.root.as_str(), rate.until_ps), ("leaf3.1.3", 600_000_000));
}

/// The host is slow until 150 µs. Then `s1` sends its backlog, and pauses both senders. After a pause, the
/// senders send the delayed frames at the rate of their links. On average, the two flows together need only
/// 60 % of the output, so the report must not blame them.
#[test]
fn the_chain_of_a_backlog_does_not_blame_its_flows() {
    let document = document(
        r#"{"format": 1, "model": 2, "horizon": "200us", "hosts": [{"name": "h0"}, {"name": "h1"}, {"name": "r"}],
        "switches": [{"name": "s1"}, {"name": "s2"}],
        "links": [["h0", "s1", "100G", "5m"], ["h1", "s1", "100G", "5m"], ["s1", "s2", "100G", "30m"], ["s2", "r", "100G", "5m"]],
        "params": {"headroom": "80k", "xoff": "100k", "host.r.receive_buffer": "100k"},
        "actions": [{"at": "20us", "set": {"host.r.drain": "10G"}}, {"at": "150us", "set": {"host.r.drain": "off"}}],
        "flows": [{"name": "a", "from": "h0", "to": "r", "arrival": {"constant": "30G"}},
            {"name": "b", "from": "h1", "to": "r", "arrival": {"constant": "30G"}}]}"#,
    );
    let mut world = world(&document);
    let mut causes = Causes::of(&world);
    let port = world.spec().port(world.spec().node("h0").expect("a host"), 0).expect("a port");
    let mut chains = 0;
    for until in (160..200).map(Time::from_us) {
        world.run_until(until, u64::MAX, &mut causes);
        let Some(mut chain) = why_paused(&world, QueueId::new(port, Priority::P3)) else { continue };
        causes.refine(&world, &mut chain);
        if chain.main_root().end == ChainOutcome::Passing {
            continue;
        }
        assert_eq!(chain.main_root().end, ChainOutcome::Draining, "at {until}");
        let report = Report::of(&world).with_causes(&causes, &world);
        let kinds: Vec<&str> = report.causes.iter().map(|cause| cause.kind).collect();
        assert_eq!((report.blocked.roots[0].kind, kinds), ("draining", vec!["slow_host"]), "at {until}");
        chains += 1;
    }
    assert!(chains >= 3, "{chains}");
}
