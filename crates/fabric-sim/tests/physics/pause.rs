//! Tests of pauses: their duration, the throughput that they leave, and the effects of each option of the
//! sending and the receiving end.

use fabric_sim::ids::{Priority, PrioritySet};
use std::sync::Arc;

use fabric_sim::document::Document;
use fabric_sim::engine::{EventKind, World};
use fabric_sim::fabric::buffer::Threshold;
use fabric_sim::fabric::egress::{Class, Discipline};
use fabric_sim::fabric::pfc::DelayOrder;
use fabric_sim::spec::Arrival;
use fabric_sim::units::{Quanta, Rate, Time};

use crate::kit::{self, Net, close};

/// A pause of 65535 quanta of 512 bits lasts 33 553 920 bit times. At 100, 400 and 40 Gb/s, a bit takes 10,
/// 2.5 and 25 ps, so the duration is exact in picoseconds.
#[test]
fn the_longest_pause_lasts_65535_times_512_bit_times() {
    for (gbps, expected) in [(100, 335_539_200), (400, 83_884_800), (40, 838_848_000)] {
        let mut net = Net::star(&[gbps], gbps);
        net.flow("h0", "r");
        net.pause("r", "s", u16::MAX).start = Time::from_us(10);
        let gate = net.port("s", "r");
        let (world, events) = net.events(Time::from_ms(1));
        let at = |matches: fn(&EventKind) -> bool| {
            let here = events.iter().filter(|event| event.port == gate);
            here.filter(|event| matches(&event.kind)).map(|event| event.at).collect::<Vec<_>>()
        };
        let entered = at(|kind| matches!(kind, EventKind::Paused(Priority::P3)));
        let left = at(|kind| matches!(kind, EventKind::Expired(Priority::P3)));
        assert_eq!((entered.len(), left.len()), (1, 1), "{gbps}G");
        assert_eq!(left[0] - entered[0], Time(expected), "{gbps}G");
        assert_eq!(world.counters().ports[gate.index()][3].paused, Time(expected), "{gbps}G: as counted");
        let sent_while_paused = events.iter().any(|event| {
            event.port == gate
                && matches!(event.kind, EventKind::Started(_))
                && (entered[0]..left[0]).contains(&event.at)
        });
        assert!(!sent_while_paused, "{gbps}G");
    }
}

/// A pause source pauses a transmitter for a time q in each interval I. The throughput is 1 − q/I of the
/// rate.
#[test]
fn a_pause_source_leaves_one_minus_q_over_i_of_the_line() {
    // At 100 Gb/s, 1000 quanta take 5.12 µs.
    for (quanta, every_ns) in [(1_000, 8_000), (1_000, 10_240), (1_000, 51_200), (100, 777)] {
        let mut net = Net::star(&[100], 100);
        net.flow("h0", "r");
        net.pause("r", "s", quanta).every = Some(Time::from_ns(every_ns));
        let rates = net.rates(Time::from_us(100), Time::from_us(2_100));
        let expected = 100.0 * (1.0 - f64::from(quanta) * 5.12 / kit::ratio(every_ns, 1));
        close(&format!("Gb/s left by {quanta} quanta every {every_ns} ns"), rates[0], expected, 0.01);
    }
}

/// A new pause that arrives before the previous pause has expired replaces the previous pause. So the
/// transmitter is paused forever.
#[test]
fn a_pause_source_that_repeats_in_time_leaves_nothing() {
    let mut net = Net::star(&[100], 100);
    net.flow("h0", "r");
    net.pause("r", "s", 1_000).every = Some(Time::from_ns(5_120));
    let gate = net.port("s", "r");
    let world = net.run(Time::from_ms(1));
    // The first PFC frame arrives before any data, after 5.12 ns for its 64 B and 1 µs of delay.
    assert_eq!(world.counters().flows[0].delivered_frames, 0);
    let paused = world.counters().ports[gate.index()][3].paused_until(Time::from_ms(1));
    assert_eq!(paused, Time::from_ms(1) - Time(1_005_120));
}

/// A pause source with 0 quanta resumes a priority that another source has paused.
#[test]
fn a_resume_ends_a_pause_early() {
    let mut net = Net::star(&[100], 100);
    net.flow("h0", "r");
    net.pause("r", "s", u16::MAX);
    net.pause("r", "s", 0).start = Time::from_us(50);
    let gate = net.port("s", "r");
    let world = net.run(Time::from_us(100));
    assert_eq!(world.counters().ports[gate.index()][3].paused, Time::from_us(50));
}

/// Fabric with a sender whose group at the switch stays blocked for much longer than a pause lasts. `quanta`
/// of 100 are 512 ns at 100 Gb/s. Only the refreshes, each after half of the pause time, keep the sender
/// paused. Headroom is 40 kB: 25 kB that arrive in 2 µs at 100 Gb/s, and a few frames.
fn blocked_for_long(quanta: u16) -> Net {
    let mut net = Net::star(&[100], 100).ports(|port| {
        port.sender.quanta = Quanta(quanta);
        port.sender.refresh = Some(Time(u64::from(quanta) * 5_120 / 2));
        port.priorities[3].pg.headroom = 40_000;
    });
    net.flow("h0", "r");
    net.block("r", "s");
    net
}

#[test]
fn a_refresh_extends_a_long_pause_without_a_gap() {
    let net = blocked_for_long(100);
    let (sender, switch) = (net.port("h0", "s"), net.port("s", "h0"));
    let (world, events) = net.events(Time::from_us(500));
    let paused: Vec<_> = events.iter().filter(|event| event.port == sender).collect();
    assert_eq!(
        paused.iter().filter(|event| matches!(event.kind, EventKind::Paused(Priority::P3))).count(),
        1
    );
    assert!(!paused.iter().any(|event| matches!(
        event.kind,
        EventKind::Expired(Priority::P3) | EventKind::Resumed(Priority::P3)
    )));
    assert_eq!(world.counters().totals.violations, 0);
    // The switch sends the first pause about 5 µs after the start, and then a PFC frame every 256 ns.
    let sent = world.counters().ports[switch.index()][3].pauses_sent;
    let first =
        events.iter().find(|event| matches!(event.kind, EventKind::PfcSent(_)) && event.port == switch);
    let span = Time::from_us(500) - first.unwrap().at;
    assert_eq!(sent, 1 + span.ps() / 256_000);
}

/// Without a refresh, the pause expires after 512 ns, while the group is still above XOFF. Headroom fills,
/// and frames are lost.
#[test]
fn without_a_refresh_a_pause_expires_too_early_and_frames_are_lost() {
    let net = blocked_for_long(100).ports(|port| port.sender.refresh = None);
    let (sender, switch) = (net.port("h0", "s"), net.port("s", "h0"));
    let world = net.run(Time::from_us(500));
    let counters = world.counters();
    assert_eq!(counters.ports[switch.index()][3].pauses_sent, 1, "the pause is sent once");
    assert_eq!(counters.ports[sender.index()][3].paused, Time(512_000));
    assert_eq!(counters.ports[switch.index()][3].headroom_peak, 40_000, "headroom is full");
    assert!(counters.totals.violations > 0);
}

/// Without pause timers, as in HPCC's switches, one PFC frame pauses until the resume arrives.
#[test]
fn without_a_timer_a_pause_lasts_until_its_xon() {
    let net = blocked_for_long(1).ports(|port| {
        port.sender.refresh = None;
        port.receiver.timer = false;
    });
    let (sender, switch) = (net.port("h0", "s"), net.port("s", "h0"));
    let (world, events) = net.events(Time::from_us(500));
    let counters = world.counters();
    assert_eq!(counters.ports[switch.index()][3].pauses_sent, 1);
    assert_eq!(counters.totals.violations, 0);
    let entered = events
        .iter()
        .find(|event| event.port == sender && matches!(event.kind, EventKind::Paused(Priority::P3)));
    let paused = counters.ports[sender.index()][3].paused_until(Time::from_us(500));
    assert_eq!(paused, Time::from_us(500) - entered.unwrap().at);
}

/// Without an explicit XON, a pause ends only when it expires, and the output runs empty. At 100 Gb/s, 4000
/// quanta are 20.48 µs. The input has 100 Gb/s and the output 40 Gb/s. So the group grows at 60 Gb/s, and
/// reaches 40 kB after 5.33 µs. The sender transmits for a further round trip of 2 µs and two frames. It is
/// then paused for 20.48 µs, in which the 55 kB of the group drain within 11 µs. So the sender transmits at
/// 100 Gb/s for 7.4 of every 27.9 µs: 26.5 Gb/s on average. No refresh is sent, because the group has fallen
/// to XON before the refresh at 10.24 µs.
#[test]
fn without_an_xon_pauses_end_by_expiry_only() {
    let build = |explicit_xon| {
        let mut net = Net::star(&[100], 40).ports(|port| {
            port.sender.quanta = Quanta(4_000);
            port.sender.refresh = Some(Time::from_ns(10_240));
            port.sender.explicit_xon = explicit_xon;
        });
        net.flow("h0", "r");
        net
    };
    let (with, without) = (build(true), build(false));
    let (sender, switch) = (with.port("h0", "s"), with.port("s", "h0"));
    let (world, events) = without.events(Time::from_ms(1));
    assert_eq!(world.counters().ports[switch.index()][3].resumes_sent, 0);
    let here = || events.iter().filter(|event| event.port == sender);
    assert!(!here().any(|event| matches!(event.kind, EventKind::Resumed(_))));
    assert!(here().any(|event| matches!(event.kind, EventKind::Expired(Priority::P3))));
    let (with_xon, events) = with.events(Time::from_ms(1));
    assert!(with_xon.counters().ports[switch.index()][3].resumes_sent > 0);
    let expired =
        events.iter().any(|event| event.port == sender && matches!(event.kind, EventKind::Expired(_)));
    assert!(!expired, "with an XON no pause lasts its whole time");
    assert_eq!([&world, &with_xon].map(|world| world.counters().totals.drops), [0, 0]);
    let rate = |net: &Net| net.rates(Time::from_us(100), Time::from_us(5_100))[0];
    close("Gb/s with XON", rate(&with), 40.0, 1e-3);
    close("Gb/s without XON", rate(&without), 26.5, 0.02);
}

/// Only the switch uses PFC, and the host does not obey. When group and headroom are full, the switch drops
/// the excess of 100 over 40 Gb/s.
#[test]
fn pfc_on_the_switch_only_loses_frames() {
    let mut net = Net::star(&[100], 40);
    net.config("h0", "s").receiver.enabled = PrioritySet::EMPTY;
    net.flow("h0", "r");
    let (sender, switch) = (net.port("h0", "s"), net.port("s", "h0"));
    let world = net.run(Time::from_ms(1));
    let counters = world.counters();
    assert!(counters.ports[sender.index()][3].pauses_received > 0, "it receives them");
    assert_eq!(counters.ports[sender.index()][3].paused_until(world.now()), Time::ZERO);
    assert_eq!(counters.ports[switch.index()][3].headroom_peak, 20_000);
    // 60 of 100 Gb/s are lost, except the 60 kB in the buffer (0.8 % of 7.5 MB) and the first microseconds.
    let lost = kit::ratio(counters.flows[0].dropped_bytes * 8_000, world.now().ps());
    close("Gb/s lost", lost, 60.0, 0.02);
}

/// Only the host uses PFC. The switch sends no pauses to the host and drops frames.
#[test]
fn pfc_on_the_host_only_loses_frames() {
    let mut net = Net::star(&[100], 40);
    net.config("s", "h0").sender.enabled = PrioritySet::EMPTY;
    net.flow("h0", "r");
    let world = net.run(Time::from_ms(1));
    let totals = world.counters().totals;
    assert_eq!((totals.pauses, totals.resumes), (0, 0));
    assert!(totals.violations > 0);
}

/// The two ends use PFC for different priorities: the switch pauses priority 4, and the host obeys pauses of
/// priority 3.
#[test]
fn pfc_on_different_priorities_loses_frames() {
    let mut net = Net::star(&[100], 40);
    net.config("h0", "s").receiver.enabled = PrioritySet::of(Priority::P4);
    net.flow("h0", "r");
    assert!(net.run(Time::from_ms(1)).counters().totals.violations > 0);
    // If both ends use PFC for both priorities, no frame is lost.
    net.config("h0", "s").receiver.enabled = PrioritySet::from_iter([Priority::P4, Priority::P3]);
    assert_eq!(net.run(Time::from_ms(1)).counters().totals.violations, 0);
}

/// During its response time, the sender continues to transmit.
#[test]
fn an_implementation_delay_costs_headroom() {
    // A response time of 1 µs at 100 Gb/s, with frames of 80 ns, adds 12 or 13 frames.
    let peak = |delay| {
        let mut net = Net::star(&[100], 100).ports(|port| {
            port.receiver.delay = delay;
            port.priorities[3].pg.headroom = 100_000;
        });
        net.flow("h0", "r").start = Time::from_us(10);
        net.block("r", "s");
        let switch = net.port("s", "h0");
        net.run(Time::from_us(100)).counters().ports[switch.index()][3].headroom_peak
    };
    let more = peak(Time::from_us(1)) - peak(Time::ZERO);
    assert!((12_000..=13_000).contains(&more), "{more}");
}

/// With the order `AfterWait`, the response time starts after the frame in transmission. So one more frame is
/// sent, however short the response time is (10 ns here, with frames of 80 ns).
#[test]
fn after_the_wait_costs_one_frame_more_than_from_the_indication() {
    let peak = |order| {
        let mut net = Net::star(&[100], 100).ports(|port| {
            port.receiver.delay = Time::from_ns(10);
            port.receiver.order = order;
            port.priorities[3].pg.headroom = 100_000;
        });
        net.flow("h0", "r").start = Time::from_us(10);
        net.block("r", "s");
        let switch = net.port("s", "h0");
        net.run(Time::from_us(100)).counters().ports[switch.index()][3].headroom_peak
    };
    assert_eq!(peak(DelayOrder::AfterWait), peak(DelayOrder::FromIndication) + 1_000);
}

/// While the port is busy, a pause request and the resume after it cancel each other. No PFC frame is sent,
/// and the cancellation is counted. The reverse link of `h0` is busy with frames of 9000 B (7.2 µs at 10
/// Gb/s). In this time, a group with one frame crosses XOFF and XON.
#[test]
fn a_pause_and_resume_that_cancel_send_nothing() {
    let mut net = Net::star(&[10, 10], 10).priority(3, |lane| {
        lane.pg.threshold = Threshold::Static(1_000);
        lane.pg.xon = 0;
    });
    // The output can carry the rate of the flow, so each frame is alone in its group and leaves at once. When
    // the flow starts, the reverse link is busy without gaps. Frames of the flow come every 8 µs, frames of
    // the reverse link every 7.2 µs. No frame of the flow arrives at the boundary of two reverse frames.
    let stream = net.flow("h0", "r");
    stream.arrival = Arrival::Constant(Rate::gbps(1));
    stream.start = Time::from_ns(20_100);
    let reverse = net.flow("h1", "h0");
    (reverse.priority, reverse.frame_bytes, reverse.payload_bytes) = (Priority::P0, 9_000, 8_978);
    let switch = net.port("s", "h0");
    let world = net.run(Time::from_ms(1));
    let counters = &world.counters().ports[switch.index()][3];
    assert_eq!((counters.pauses_sent, counters.resumes_sent), (0, 0));
    // A frame arrives every 8 µs. Each frame causes a pause request and its cancellation.
    assert_eq!(counters.cancelled, world.counters().ports[switch.index()][3].rx_frames);
    assert!(counters.cancelled >= 120, "{}", counters.cancelled);
}

/// Changes of several priorities travel in a single PFC frame. The NIC sends nine frames of priority 3 and
/// nine of priority 4 in turn (ETS 50/50 with quanta of 9000 B). Frame n has arrived at 1.08 + 0.08 n µs.
/// Group 3 reaches its 40 kB with frame 75 (7.08 µs), group 4 its 36 kB with frame 71 (6.76 µs). One frame
/// keeps the reverse link busy from 6.54 to 7.26 µs, so both pause requests wait until this frame has been
/// sent.
#[test]
fn priorities_that_change_while_a_frame_waits_share_one_pfc_frame() {
    let both = PrioritySet::from_iter([Priority::P3, Priority::P4]);
    let mut net = Net::star(&[100, 100], 100).ports(|port| {
        port.sender.enabled = both;
        port.receiver.enabled = both;
        port.priorities[3].class = Class { discipline: Discipline::Ets, share: 50 };
        port.priorities[4] = port.priorities[3];
        port.priorities[4].pg.threshold = Threshold::Static(36_000);
    });
    for priority in [3, 4] {
        net.flow("h0", "r").priority = Priority::new(priority);
    }
    let reverse = net.flow("h1", "h0");
    (reverse.priority, reverse.frame_bytes, reverse.payload_bytes) = (Priority::P0, 9_000, 8_978);
    reverse.start = Time::from_ns(500);
    net.pause("r", "s", u16::MAX).priorities = both;
    let switch = net.port("s", "h0");
    let (_, events) = net.events(Time::from_us(50));
    let sent: Vec<_> = events
        .iter()
        .filter(|event| event.port == switch)
        .filter_map(|event| {
            if let EventKind::PfcSent(reported) = event.kind {
                Some((event.at, reported.pauses))
            } else {
                None
            }
        })
        .collect();
    assert_eq!(sent, [(Time::from_ns(7_260), both)]);
}

/// While one priority of a link is paused, the other priorities of this link continue.
#[test]
fn a_pause_stops_its_own_priority_only() {
    let mut net = Net::star(&[100], 100);
    net.flow("h0", "r");
    net.flow("h0", "r").priority = Priority::P1;
    net.block("r", "s");
    let rates = net.rates(Time::from_us(50), Time::from_us(250));
    assert!(rates[0].abs() < 1e-9, "{}", rates[0]);
    close("Gb/s of the other priority", rates[1], 100.0, 1e-3);
}

/// The reverse link is busy with long frames, so a resume waits. The queue fills again, which cancels the
/// resume. Meanwhile, a refresh of the pause has become due. The switch sends this refresh at once.
#[test]
fn a_pause_that_cancels_its_resume_is_refreshed_at_once_if_due() {
    let text = r#"{"format": 1, "model": 1, "hosts": [{"name": "a"}, {"name": "b"}, {"name": "c"}],
        "switches": [{"name": "s"}],
        "links": [{"a": "a", "b": "s", "rate": "10G", "length": "1m"},
                  {"a": "b", "b": "s", "rate": "10G", "length": "1m"},
                  {"a": "c", "b": "s", "rate": "10G", "length": "1m"}],
        "params": {"xoff": "6k", "xon": "5k", "headroom": "40k", "pause_quanta": 100, "jitter": "off",
                   "pfc_trigger": "egress"},
        "flows": [{"name": "a to c", "from": "a", "to": "c", "frame": 700},
                  {"name": "b to c", "from": "b", "to": "c", "frame": 900},
                  {"name": "c to a", "from": "c", "to": "a", "priority": 0, "frame": 9000}]}"#;
    let spec = Document::parse(text).unwrap().compile().unwrap();
    let mut world = World::new(Arc::new(spec));
    world.run_until(Time::from_ms(1), u64::MAX, &mut ());
    let taken_back: u64 = world.counters().ports.iter().map(|port| port[3].cancelled).sum();
    assert!(taken_back > 10, "{taken_back}");
}
