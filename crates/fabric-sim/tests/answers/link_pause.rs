//! Tests of 802.3x pause, which pauses all priorities of a link together.

use std::cell::Cell;

use fabric_sim::document::Document;
use fabric_sim::engine::{EventKind, Recorder, World};
use fabric_sim::fabric::frame::Frame;
use fabric_sim::ids::{PortId, Priority, PrioritySet, QueueId};
use fabric_sim::insight::{roots, why_paused};
use fabric_sim::units::Time;

use super::{document, edited, preset, ran, star, warned, world};

/// Document with a sender of two priorities, and a receiver whose bus takes 78.3 % of the rate of its link.
fn slow_bus() -> Document {
    document(
        r#"{"format": 1, "model": 2, "horizon": "1ms", "hosts": [{"name": "tx"}, {"name": "rx"}], "switches": [{"name": "s"}],
        "links": [["tx", "s", "400G", "5m"], ["s", "rx", "400G", "5m"]],
        "params": {"lossless": "on", "xoff": "400k", "headroom": "80k", "link_pause": "on", "link_xoff": "300k", "host.rx.drain": "313.2G"},
        "flows": [{"name": "raw 0", "from": "tx", "to": "rx", "format": "raw", "frame": 8000, "operation": "raw", "priority": 0},
            {"name": "other 1", "from": "tx", "to": "rx", "format": "raw", "frame": 8000, "operation": "raw", "priority": 1, "arrival": {"constant": "1G"}}]}"#,
    )
}

fn port(world: &World, node: &str, number: u32) -> PortId {
    let spec = world.spec();
    spec.port(spec.node(node).expect("a node"), number).expect("a port")
}

#[test]
#[expect(clippy::cast_precision_loss, reason = "rates")]
fn a_slow_receiver_pauses_the_whole_link_and_nothing_is_lost() {
    let (world, report) = ran(&slow_bus());
    assert_eq!(report.fabric.dropped_frames, 0);
    let gbps = report.flows.iter().map(|flow| flow.throughput_bps as f64 / 1e9).sum::<f64>();
    assert!((gbps - 313.2).abs() < 3.0, "{gbps}");
    let paused = |node: &str, number: u32| {
        let counters = &world.counters().ports[port(&world, node, number).index()];
        let times = [0, 1, 7].map(|n: usize| counters[n].paused_until(world.now()));
        assert!(times.iter().all(|time| *time == times[0]), "{node}: one machine: {times:?}");
        times[0].ps() as f64 / world.now().ps() as f64
    };
    // The bus takes 313.2 of 400 Gb/s. Of 8020 B on the wire, 8000 B are frame bytes.
    assert!((paused("s", 1) - 0.215).abs() < 0.01, "{}", paused("s", 1));
    assert!(paused("tx", 0) > 0.15);
    assert!(report.causes.iter().all(|cause| cause.kind == "slow_host"), "{:#?}", report.causes);
    let held = |flow: &str| report.causes.iter().any(|cause| cause.flows.iter().any(|held| held == flow));
    assert!(held("raw 0") && held("other 1"), "{:#?}", report.causes);
    assert_eq!(document(&slow_bus().to_json()), slow_bus());
}

/// Recorder that checks after each event that either all priorities of a port are paused, or none.
#[derive(Default)]
struct Together {
    events: Cell<u64>,
}

impl Recorder for Together {
    const RECORDS_EVENTS: bool = true;
    const RECORDS_ADMISSIONS: bool = false;

    fn records_event(&mut self, world: &World, _: PortId, kind: &EventKind) -> bool {
        if matches!(kind, EventKind::Started(_) | EventKind::Ended | EventKind::PfcReceived(_)) {
            self.events.set(self.events.get() + 1);
            for port in (0..world.spec().ports.len()).map(PortId::new) {
                assert!(
                    matches!(world.paused(port), PrioritySet::EMPTY | PrioritySet::ALL),
                    "{:?}",
                    world.paused(port)
                );
                assert!((0..8).all(|n| world.requests_pause(port, Priority::new(n))
                    == world.requests_pause(port, Priority::P0)));
            }
        }
        false
    }

    fn records_frame(&mut self, _: &World, _: PortId, _: &Frame, _: fabric_sim::engine::FrameStep) -> bool {
        false
    }

    fn record(&mut self, _: fabric_sim::engine::TraceEvent) {}
}

/// Parameters with equal ETS shares for the priorities of [`mixed`], so that all three priorities drain.
const EQUAL: [(&str, &str); 6] = [
    ("p0.class", "ets"),
    ("p3.class", "ets"),
    ("p5.class", "ets"),
    ("p0.share", "1"),
    ("p3.share", "1"),
    ("p5.share", "1"),
];

/// Document with flows to `r` in priorities 3, 5 and 0. A further flow of priority 5 goes to the host `h3`,
/// to which no other flow goes. `edits` are applied to the document.
fn mixed(edits: &[(&str, &str)]) -> Document {
    let document = star(
        2,
        4,
        r#""horizon": "300us", "params": {"lossless": "on", "xoff": "200k", "headroom": "40k", "link_xoff": "60k"},
        "flows": [{"name": "a", "from": "h0", "to": "r", "priority": 3}, {"name": "b", "from": "h1", "to": "r", "priority": 5},
            {"name": "c", "from": "h2", "to": "r", "priority": 0},
            {"name": "victim", "from": "h0", "to": "h3", "priority": 5, "arrival": {"constant": "10G"}}]"#,
    );
    edited(document, edits)
}

/// Priority 3 fills the output to `r`. Frames of priority 0 to `r` wait in hosts whose links are paused,
/// although this output serves the queue of priority 0 first.
#[test]
fn flows_of_another_priority_are_victims_of_a_link_pause() {
    let starved = star(
        2,
        2,
        r#""horizon": "300us", "params": {"lossless": "on", "xoff": "200k", "headroom": "40k", "link_pause": "on",
        "link_xoff": "60k", "switch.s.port.2.p3.pir": "10G"},
        "flows": [{"name": "limited", "from": "h0", "to": "r", "priority": 3},
            {"name": "other", "from": "h0", "to": "r", "priority": 0, "arrival": {"constant": "5G"}}]"#,
    );
    let (_, report) = ran(&starved);
    let cause = report.causes.iter().find(|cause| cause.root == "s.2.3").expect("a cause at the output");
    assert_eq!(cause.flows, ["limited"], "{cause:#?}");
    assert_eq!(cause.victims, ["other"], "{cause:#?}");
}

#[test]
fn all_priorities_of_a_port_are_paused_together() {
    for delay in ["0s", "500ns", "394q"] {
        for order in ["from_indication", "after_wait"] {
            for timer in [&[][..], &[("pause_quanta", "4000"), ("explicit_xon", "off")]] {
                let edits =
                    [&[("link_pause", "on"), ("pfc_delay", delay), ("pfc_order", order)], timer].concat();
                let mut world = world(&mixed(&edits));
                let mut together = Together::default();
                world.run_until(Time::from_us(200), u64::MAX, &mut together);
                assert!(together.events.get() > 1_000 && world.counters().totals.pauses > 0);
                assert_eq!(world.counters().totals.drops, 0, "{edits:?}");
            }
        }
    }
}

#[test]
fn occupancy_of_the_whole_port_pauses_at_link_xoff() {
    let pauses = |xoff: &str, xon: &str| {
        let edits = [("link_pause", "on"), ("link_xoff", xoff), ("link_xon", xon)];
        let (_, report) = ran(&mixed(&[&edits, &EQUAL[..]].concat()));
        assert_eq!(report.fabric.dropped_frames, 0);
        report.fabric.pause_sent
    };
    assert!(pauses("60k", "10k") > 0 && pauses("60k", "10k") < pauses("60k", "50k"));
    let (_, report) = ran(&mixed(&[("link_pause", "on"), ("link_xoff", "500M"), ("link_xon", "1k")]));
    assert_eq!(report.fabric.pause_sent, 0, "the XOFF of groups requests no pause");
    assert!(
        report.drops_without_pause.iter().all(|group| group.why.contains("the link's XOFF")),
        "{:?}",
        report.drops_without_pause
    );
}

#[test]
fn a_link_pause_also_blocks_priorities_below_their_own_xoff() {
    let delivered = |edits: &[(&str, &str)]| {
        let (world, report) = ran(&mixed(edits));
        (world, report.flows[3].delivered_bytes)
    };
    let (_, alone) = delivered(&[]);
    let (mut world, held) = delivered(&[("link_pause", "on")]);
    assert!(held < alone * 4 / 5, "{held} of {alone}");
    let nic = port(&world, "h0", 0);
    while world.paused(nic).is_empty() {
        world.run_until(Time(world.now().ps() + 10_000), u64::MAX, &mut ());
    }
    // A queue of another priority blocks the queue in the NIC.
    let chain = why_paused(&world, QueueId::new(nic, Priority::P5)).expect("paused");
    let output = port(&world, "s", 4);
    assert_eq!(
        chain.main_root().queue,
        QueueId::new(output, Priority::P3),
        "{:?}",
        chain.lines(world.spec())
    );
    let root = roots(&world)
        .into_iter()
        .find(|root| root.root == QueueId::new(output, Priority::P3))
        .expect("a root");
    assert!(root.queues.contains(&QueueId::new(nic, Priority::P5)), "{:?}", root.queues);
}

/// A triangle of switches has three flows, each in its own priority. With PFC, no priority waits for another.
/// With 802.3x pause, a flow stops the flow of the previous switch, and the three flows deadlock.
#[test]
fn the_graph_of_waits_holds_all_priorities() {
    let ring = |link_pause: &str| {
        let mut document = preset("deadlock-ring");
        let edits = [
            ("p4.lossless", "on"),
            ("p5.lossless", "on"),
            ("switch.leafA.port.0.p5.class", "ets"),
            ("switch.leafA.port.0.p5.share", "1"),
            ("link_pause", link_pause),
        ];
        for (flow, priority) in document.flows.iter_mut().zip([3, 4, 5]) {
            flow.priority = serde_json::from_str(&priority.to_string()).expect("a priority");
        }
        ran(&edited(document, &edits))
    };
    let (_, apart) = ring("off");
    assert!(apart.blocked.deadlocks.is_empty(), "{:?}", apart.blocked.deadlocks);
    let (world, together) = ring("on");
    assert_eq!(together.blocked.deadlocks.len(), 1, "{:#?}", together.blocked);
    assert_eq!(together.causes[0].kind, "circle");
    assert!(world.cycles().standing().iter().any(|cycle| cycle.deadlock.is_some()));
}

#[test]
fn link_pause_and_pfc_on_one_link_are_refused_with_their_place() {
    let refused = |edits: &[(&str, &str)]| mixed(edits).compile().unwrap_err().to_string();
    let pfc = refused(&[("link_pause", "on"), ("host.h0.p3.pfc_rx", "on")]);
    assert!(
        pfc.contains("pfc_rx") && pfc.contains("802.3x pause (link_pause) and PFC (priority 3)"),
        "{pfc}"
    );
    let credits = refused(&[("host.h0.link_pause", "on"), ("switch.s.port.0.p3.credits", "100k")]);
    assert!(credits.contains("802.3x pause (link_pause) and credits (priority 3)"), "{credits}");
    let marks = refused(&[("link_pause", "on"), ("link_xoff", "10k"), ("link_xon", "20k")]);
    assert!(marks.contains("the link's XON (20k) is above its XOFF (10k)"), "{marks}");
    let mut live = mixed(&[("link_pause", "on")]);
    live.edit("at", "10us:p3.pfc_tx=on").unwrap();
    let live = live.compile().unwrap_err().to_string();
    assert!(live.contains("802.3x pause (link_pause) and PFC"), "{live}");
    // Another link of the same switch may use PFC.
    assert!(mixed(&[("host.h0.link_pause", "on"), ("switch.s.port.0.link_pause", "on")]).compile().is_ok());
}

#[test]
fn link_pause_on_one_end_only_is_warned_of() {
    let reported = warned(&mixed(&[("switch.s.port.0.link_pause", "on")]));
    assert!(
        reported.iter().any(|reported| reported.contains("802.3x pauses are sent to a peer")),
        "{reported:#?}"
    );
    let reported = warned(&mixed(&[("switch.s.port.0.link_pause", "tx"), ("host.h0.link_pause", "rx")]));
    assert!(!reported.iter().any(|reported| reported.contains("802.3x")), "{reported:#?}");
}

#[test]
fn watchdogs_of_pfc_ignore_link_pauses() {
    let storm = |link_pause: &str| {
        let document = star(
            2,
            1,
            r#""horizon": "3ms", "params": {"xoff": "200k", "headroom": "40k", "watchdog": "sonic", "watchdog_action": "drop", "watchdog_scale": 1000},
            "flows": [{"name": "data", "from": "h0", "to": "r"}],
            "pause_sources": [{"name": "storm", "node": "r", "priorities": [3], "every": "20us"}]"#,
        );
        let (world, _) = ran(&edited(document, &[("link_pause", link_pause)]));
        assert!(world.paused(port(&world, "s", 1)).contains(Priority::P3) == (link_pause == "on"));
        world.watchdog_decisions().list().len()
    };
    assert_eq!(storm("on"), 0);
    assert!(storm("off") > 0);
}

/// A queue fills while its inputs are not paused. The reported share must include this time, even if 802.3x
/// pauses stop all priorities of an input. The strict class 7 takes 8 of 100 Gb/s.
#[test]
fn shares_of_a_root_include_frames_sent_while_it_filled() {
    let document = star(
        2,
        2,
        r#""horizon": "2ms",
        "params": {"lossless": "on", "xoff": "200k", "headroom": "60k", "link_pause": "on", "link_xoff": "150k"},
        "flows": [{"name": "strict", "from": "h0", "to": "r", "priority": 7, "arrival": {"constant": "8G"}},
            {"name": "starved", "from": "h1", "to": "r", "priority": 3, "arrival": {"constant": "97G"}}]"#,
    );
    let (world, report) = ran(&document);
    let cause = report.causes.iter().find(|cause| cause.root == "s.2.3").expect("pauses of class 3");
    assert_eq!((cause.kind, cause.by_class), ("strict", Some(7)), "{cause:?}");
    assert!((cause.sent_percent[&7] - 8.0).abs() < 0.5, "{:?}", cause.sent_percent);
    assert!(cause.sent_over_ps > world.now().ps() * 4 / 5, "{cause:?}");
}
