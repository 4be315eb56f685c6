//! Tests of the shares of ETS classes at an output, and of the shares that the report gives.

use fabric_sim::engine::{World, WorldView};
use fabric_sim::fabric::buffer::Threshold;
use fabric_sim::fabric::egress::{Algorithm, Class, CountedBytes, Discipline};
use fabric_sim::ids::Priority;
use fabric_sim::insight::{EtsReport, Report, WindowStart};
use fabric_sim::spec::Arrival;
use fabric_sim::units::{Rate, Time};

use crate::kit::{self, Net, close};

/// Fabric with one sender for each class in `sending`, and one output. All links have 400 Gb/s. `shares` has
/// the ETS shares by priority. The senders use the frame lengths in `sizes` in turn. All classes are
/// lossless, with groups so large that no queue ever runs empty.
fn classes(shares: &[(Priority, u8)], sending: &[Priority], sizes: &[u16]) -> Net {
    let senders = vec![400; sending.len()];
    let lossless = shares.iter().map(|(n, _)| *n).collect();
    let mut net = Net::star(&senders, 400).ports(|port| {
        port.sender.enabled = lossless;
        port.receiver.enabled = lossless;
        let group = fabric_sim::fabric::buffer::PgConfig {
            threshold: Threshold::Static(2_000_000),
            xon: 1_900_000,
            headroom: 400_000,
            ..port.priorities[3].pg
        };
        for (n, share) in shares {
            let lane = &mut port.priorities[n.index()];
            (lane.pg, lane.egress_limit) = (group, None);
            lane.class = Class { discipline: Discipline::Ets, share: *share };
        }
    });
    for (n, priority) in sending.iter().enumerate() {
        for bytes in sizes {
            let flow = net.flow(&format!("h{n}"), "r");
            (flow.priority, flow.frame_bytes, flow.payload_bytes) = (*priority, *bytes, 42);
        }
    }
    net
}

const TEXTBOOK: [(Priority, u8); 3] = [(Priority::P3, 80), (Priority::P4, 15), (Priority::P0, 5)];
const MIXED: [u16; 3] = [64, 1_500, 9_000];

/// Bytes of each of `priorities` that the output sends in 10⁴ rounds, after the first 200 µs. A round is the
/// sum of all quanta. A quantum has 9000 B for each 5 % of share.
fn served(net: &Net, priorities: &[Priority], quanta: &[u64]) -> Vec<u64> {
    let output = net.port("s", "r");
    let sent = |world: &World| -> Vec<u64> {
        priorities.iter().map(|n| world.counters().ports[output.index()][n.index()].tx_bytes).collect()
    };
    let mut world = net.run(Time::from_us(200));
    let before = sent(&world);
    // At 400 Gb/s, a byte takes 20 ps.
    let span = Time(quanta.iter().sum::<u64>() * 10_000 * 20);
    let until = world.now() + span;
    kit::run(&mut world, until);
    assert_eq!(world.counters().totals.drops, 0);
    let served: Vec<u64> = sent(&world).iter().zip(&before).map(|(after, before)| after - before).collect();
    let total: u64 = served.iter().sum();
    assert!(total.abs_diff(span.ps() / 20) <= 2 * 9_000, "work conserving: {total} B in {span}");
    served
}

#[test]
fn saturated_classes_are_served_within_a_frame_and_a_quantum_of_80_15_5() {
    let quanta = [144_000, 27_000, 9_000];
    let served = served(
        &classes(&TEXTBOOK, &[Priority::P3, Priority::P4, Priority::P0], &MIXED),
        &[Priority::P3, Priority::P4, Priority::P0],
        &quanta,
    );
    let total: u64 = served.iter().sum();
    for ((bytes, percent), quantum) in served.iter().zip([80, 15, 5]).zip(quanta) {
        let error = bytes.abs_diff(total * percent / 100);
        println!("{percent} %: {error} B off, bound {}", 9_000 + quantum);
        assert!(error < 9_000 + quantum, "{percent} %: {error} B off");
    }
}

#[test]
fn the_share_of_an_idle_class_is_divided_among_the_others() {
    // Shares of the whole link in the ratios 15 : 5 and 80 : 5.
    for (sending, quanta, shares) in [
        ([Priority::P4, Priority::P0], [27_000, 9_000], [0.75, 0.25]),
        ([Priority::P3, Priority::P0], [144_000, 9_000], [80.0 / 85.0, 5.0 / 85.0]),
    ] {
        let served = served(&classes(&TEXTBOOK, &sending, &MIXED), &sending, &quanta);
        for (bytes, share) in served.iter().zip(shares) {
            let measured = kit::ratio(*bytes, served.iter().sum());
            println!("{measured:.6} for {share:.6}");
            assert!((measured - share).abs() < 1e-3, "{measured} for {share}");
        }
    }
}

/// ETS reports of the priorities `sending` at the output of the switch `s`, in this order, over 2 ms.
fn reported(net: &Net, sending: &[Priority]) -> Vec<EtsReport> {
    let mut world = net.run(Time::from_us(200));
    let window_start = WindowStart::of(&world);
    kit::run(&mut world, Time::from_us(2_200));
    let report = Report::since(&world, &window_start);
    let of = |n: &Priority| {
        let port = report.ports.iter().find(|port| {
            (port.node.as_str(), port.priority) == ("s", n.get()) && port.ets.is_some() && port.tx_bytes > 0
        });
        port.and_then(|port| port.ets).expect("an ETS class that sent")
    };
    sending.iter().map(of).collect()
}

#[test]
fn the_report_has_target_and_measured_share_of_each_class() {
    for (sending, targets) in [
        (vec![Priority::P3, Priority::P4, Priority::P0], vec![80.0, 15.0, 5.0]),
        (vec![Priority::P4, Priority::P0], vec![75.0, 25.0]),
    ] {
        let shares = reported(&classes(&TEXTBOOK, &sending, &MIXED), &sending);
        for (ets, target) in shares.iter().zip(targets) {
            println!("{ets:?}");
            close("target", ets.target_percent, target, 1e-6);
            let within = ets.within_percent.unwrap();
            assert!((ets.measured_percent - ets.target_percent).abs() < within && within < 0.5, "{ets:?}");
            assert!(ets.contended_bytes > 99_000_000, "2 ms of 400G: {ets:?}");
            // The shares in a round are exact to within a quantum and a frame.
            assert!(ets.round_error_peak_bytes < 144_000 + 9_000, "{ets:?}");
            assert!(ets.round_error_bytes.unsigned_abs() <= ets.round_error_peak_bytes);
        }
    }
}

/// A class with few frames can send all its frames. The report must not call this class above its share, nor
/// the other class below. Rounding errors must not add up from frame to frame.
#[test]
fn the_share_of_a_sparse_class_is_compared_with_its_load() {
    for (gbps, bytes, expected) in
        [(8, 1_500, 8.0), (8, 64, 8.0), (2, 9_000, 2.0), (90, 1_500, 90.0), (300, 1_500, 100.0)]
    {
        let mut net = classes(&TEXTBOOK, &[Priority::P4, Priority::P0], &[1_500]);
        let sparse = net.spec.flows.last_mut().unwrap();
        (sparse.frame_bytes, sparse.arrival) = (bytes, Arrival::Constant(Rate::gbps(gbps)));
        let shares = reported(&net, &[Priority::P4, Priority::P0]);
        for (ets, quantum) in shares.iter().zip([27_000, 9_000]) {
            println!("{gbps} Gb/s of {bytes} B: {ets:?}");
            let off = (ets.measured_percent - ets.target_percent).abs();
            assert!(off <= ets.within_percent.unwrap(), "{off} % off: {ets:?}");
            assert!(ets.error_bytes.unsigned_abs() <= quantum + 9_000, "{ets:?}");
            assert!(ets.round_error_peak_bytes <= quantum + 9_000, "{ets:?}");
        }
        // The class sends at its own rate, or at a quarter of 400 Gb/s if that is less.
        let served = shares[1].measured_percent * to_f64(shares[1].contended_bytes) / 100.0;
        let gbps = served * 8.0 / 2_000_000.0;
        close("served, in Gb/s", gbps, expected, 0.03);
        assert!(shares[1].target_percent <= 25.001, "{shares:?}");
    }
}

#[expect(clippy::cast_precision_loss, reason = "for display")]
fn to_f64(bytes: u64) -> f64 {
    bytes as f64
}

/// A class of short frames and a class of long frames have equal shares. WRR serves one frame of 64 B for
/// each frame of 9000 B. On the wire, these frames have 84 and 9020 B.
#[test]
fn wrr_by_frames_starves_the_class_of_short_frames_and_dwrr_does_not() {
    let halves = [(Priority::P3, 50), (Priority::P4, 50)];
    for (algorithm, counts, short) in [
        (Algorithm::Dwrr, CountedBytes::Frame, 50.0),
        (Algorithm::Dwrr, CountedBytes::Wire, 50.0),
        (Algorithm::Wrr, CountedBytes::Frame, 100.0 * 64.0 / 9_064.0),
    ] {
        let mut net = classes(&halves, &[Priority::P3, Priority::P4], &[64]).ports(|port| {
            port.overhead = 20;
            (port.ets.algorithm, port.ets.counts) = (algorithm, counts);
        });
        net.spec.flows[1].frame_bytes = 9_000;
        let shares = reported(&net, &[Priority::P3, Priority::P4]);
        close(&format!("{algorithm:?} by {counts:?}"), shares[0].measured_percent, short, 0.005);
        close("target", shares[0].target_percent, 50.0, 1e-6);
        assert_eq!(shares[0].within_percent.is_some(), algorithm == Algorithm::Dwrr);
    }
}

/// Eight ETS classes, the smallest with a share of 1 %. Each class gets its share. No class waits longer than
/// a round and a frame of each other class.
#[test]
fn all_eight_classes_are_served_and_none_starves() {
    let sending = Priority::ALL;
    let percents = [1, 2, 5, 40, 20, 20, 10, 2];
    let shares: [(Priority, u8); 8] = std::array::from_fn(|n| (sending[n], percents[n]));
    let net = classes(&shares, &sending, &[1_500]);
    for (ets, (n, share)) in reported(&net, &sending).iter().zip(shares) {
        assert_eq!(ets.share_percent, share);
        close(&format!("class {n}"), ets.measured_percent, f64::from(share), 0.01);
    }
    let output = net.port("s", "r");
    let mut world = net.run(Time::from_us(200));
    let mut last = [Time::from_us(200); 8];
    // A quantum is 1500 B for each percent, and a byte takes 20 ps.
    let longest = Time((150_000 + 8 * 1_500) * 20);
    kit::observe(&mut world, Time::from_ms(1), |event| {
        if let (fabric_sim::engine::EventKind::Started(frame), true) = (event.kind, event.port == output) {
            let last = &mut last[frame.priority.index()];
            assert!(
                event.at - *last <= longest,
                "class {} waited from {last} to {}",
                frame.priority,
                event.at
            );
            *last = event.at;
        }
    });
    assert!(last.iter().all(|at| *at > Time::from_us(990)));
}

#[test]
fn the_snapshot_shows_quanta_deficits_and_bytes_sent() {
    let net = classes(&TEXTBOOK, &[Priority::P3, Priority::P4, Priority::P0], &MIXED);
    let output = net.port("s", "r");
    let mut world = net.run(Time::from_us(200));
    let mut snapshot = WorldView::default();
    let mut deficits = std::collections::BTreeSet::new();
    for _ in 0..1_000 {
        world.step(&mut ());
        world.snapshot(&mut snapshot);
        let lanes = &snapshot.ports[output.index()].priorities;
        for ((n, share), quantum) in TEXTBOOK.into_iter().zip([144_000, 27_000, 9_000]) {
            let class = &lanes[n.index()].class;
            assert_eq!((class.share, class.quantum), (share, quantum));
            assert!(class.deficit < quantum + 9_000);
            assert!(class.sent_bytes >= class.got.served && class.got.served > 0);
            deficits.insert(class.deficit);
        }
        assert_eq!((lanes[7].class.share, lanes[7].class.quantum), (0, 0), "strict");
    }
    assert!(deficits.len() > 10, "they move");
}

/// If a quantum is given, a flow with longer frames elsewhere in the fabric does not change the quantum.
#[test]
fn an_explicit_quantum_does_not_depend_on_frames_elsewhere() {
    for (quantum, same) in [(Some(4_000), true), (None, false)] {
        let order = |stranger: bool| {
            let mut net = classes(&TEXTBOOK, &[Priority::P3, Priority::P4], &[1_500])
                .ports(|port| port.ets.quantum = quantum);
            if stranger {
                let flow = net.flow("r", "h0");
                (flow.frame_bytes, flow.payload_bytes) = (9_000, 8_978);
            }
            let output = net.port("s", "r");
            let mut world = net.world();
            let mut order = Vec::new();
            kit::observe(&mut world, Time::from_us(100), |event| {
                if let (fabric_sim::engine::EventKind::Started(frame), true) =
                    (event.kind, event.port == output)
                {
                    order.push(frame.priority);
                }
            });
            order
        };
        assert_eq!(order(false) == order(true), same, "quantum {quantum:?}");
    }
}
