//! Who gets how much: by PFC, by dynamic thresholds, by ETS.

use fabric_sim::engine::Snapshot;
use fabric_sim::fabric::buffer::Threshold;
use fabric_sim::fabric::egress::{Class, Discipline};
use fabric_sim::units::Time;

use crate::kit::{self, Net, close};

/// PFC is fair per ingress port, not per flow: the 40G output serves its two
/// inputs alike, 20 each, and the three flows behind one of them share its 20.
#[test]
fn three_senders_behind_one_port_and_one_behind_another_get_6_67_and_20() {
    let links = [
        ("a", "s1", 40),
        ("b", "s1", 40),
        ("c", "s1", 40),
        ("s1", "s2", 40),
        ("d", "s2", 40),
        ("r", "s2", 40),
    ];
    let mut net = Net::new(&links);
    for sender in ["a", "b", "c", "d"] {
        net.flow(sender, "r");
    }
    let rates = net.rates(Time::from_ms(1), Time::from_ms(11));
    for (n, expected) in [20.0 / 3.0, 20.0 / 3.0, 20.0 / 3.0, 20.0].into_iter().enumerate() {
        close(&format!("Gb/s of flow {n}"), rates[n], expected, 0.03);
    }
    assert_eq!(net.run(Time::from_ms(2)).counters().totals.drops, 0);
}

/// The sender must be silent for 60 of 100 Gb/s that the output does not take.
#[test]
fn a_100g_source_into_a_40g_link_is_paused_60_percent_of_the_time() {
    let mut net = Net::star(&[100], 40);
    net.flow("h0", "r");
    let sender = net.port("h0", "s");
    let paused = |world: &fabric_sim::engine::World| {
        world.counters().ports[sender.index()][3].paused_until(world.now()).ps()
    };
    let mut world = net.run(Time::from_us(100));
    let before = paused(&world);
    kit::run(&mut world, Time::from_us(10_100));
    close("part paused", kit::ratio(paused(&world) - before, 10_000_000_000), 0.6, 0.01);
    assert_eq!(world.counters().totals.drops, 0);
    close("Gb/s", net.rates(Time::from_us(100), Time::from_ms(5))[0], 40.0, 1e-3);
}

/// n equally loaded lossy queues settle at αB/(1+αn) each, B/(1+αn) stays
/// free (Choudhury and Hahne 1998): 16 MB, α = 1, n = 4: 3.2 MB; α = 2: 32/9 MB.
#[test]
fn lossy_queues_settle_at_the_fixed_point_of_their_dynamic_threshold() {
    const B: u64 = 16_000_000;
    for (alpha, each, free) in [(1, 3_200_000, 3_200_000), (2, 3_555_556, 1_777_778)] {
        let names: Vec<_> = (0..4).map(|n| (format!("a{n}"), format!("b{n}"))).collect();
        let links: Vec<_> =
            names.iter().flat_map(|(a, b)| [(a.as_str(), "s", 100), (b.as_str(), "s", 40)]).collect();
        let threshold = Threshold::Dynamic(alpha * Threshold::ONE);
        let mut net = Net::new(&links)
            .lane(3, |lane| lane.pg.headroom = 0)
            .lane(0, |lane| {
                lane.pg.threshold = threshold;
                lane.egress_limit = Some(threshold);
            })
            .memory(B);
        for (a, b) in &names {
            net.flow(a, b).priority = 0;
        }
        // 60 Gb/s fill 3.6 MB in half a millisecond.
        let mut world = net.run(Time::from_ms(2));
        let mut snapshot = Snapshot::default();
        for _ in 0..50 {
            world.snapshot(&mut snapshot);
            for (a, b) in &names {
                let held = snapshot.ports[net.port("s", a).index()].priorities[0].pg.shared;
                assert!(held.abs_diff(each) <= 2_000, "α {alpha}: {held} B for {each}");
                let queued = snapshot.ports[net.port("s", b).index()].priorities[0].egress_bytes;
                assert_eq!(queued, held, "one input, one output");
            }
            assert!(snapshot.pool_free[0].abs_diff(free) <= 8_000, "free: {}", snapshot.pool_free[0]);
            let until = world.now() + Time(7_777_777);
            kit::run(&mut world, until);
        }
        assert_eq!(world.counters().totals.violations, 0);
    }
}

/// A sender for each class (priority 3, 4 and 0, each with frames of 64, 1500
/// and 9000 B in turn) into one output with ETS 80/15/5, all at 400G. All are
/// lossless with PGs deep enough that no class ever runs dry.
fn ets(classes: &[u8]) -> Net {
    let senders = vec![400; classes.len()];
    let lossless = 1 << 3 | 1 << 4 | 1 << 0;
    let mut net = Net::star(&senders, 400).ports(|port| {
        port.sender.enabled = lossless;
        port.receiver.enabled = lossless;
        for (n, share) in [(3, 80), (4, 15), (0, 5)] {
            port.priorities[n] = port.priorities[3];
            port.priorities[n].pg.threshold = Threshold::Static(2_000_000);
            port.priorities[n].pg.xon = 1_900_000;
            port.priorities[n].pg.headroom = 400_000;
            port.priorities[n].class = Class { discipline: Discipline::Ets, share };
        }
    });
    for (n, priority) in classes.iter().enumerate() {
        for bytes in [64, 1_500, 9_000] {
            let flow = net.flow(&format!("h{n}"), "r");
            (flow.priority, flow.frame_bytes, flow.payload_bytes) = (*priority, bytes, 42);
        }
    }
    net
}

/// Bytes sent by the output of each of the priorities after 10⁴ rounds more
/// (a round is the sum of the quanta, 9000 B for each 5 %).
fn served(net: &Net, priorities: &[u8], quanta: &[u64]) -> Vec<u64> {
    let output = net.port("s", "r");
    let sent = |world: &fabric_sim::engine::World| -> Vec<u64> {
        priorities.iter().map(|n| world.counters().ports[output.index()][usize::from(*n)].tx_bytes).collect()
    };
    let mut world = net.run(Time::from_us(200));
    let before = sent(&world);
    // Bytes at 20 ps each.
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
fn ets_serves_saturated_classes_within_a_frame_and_a_quantum_of_80_15_5() {
    let quanta = [144_000, 27_000, 9_000];
    let served = served(&ets(&[3, 4, 0]), &[3, 4, 0], &quanta);
    let total: u64 = served.iter().sum();
    for ((bytes, percent), quantum) in served.iter().zip([80, 15, 5]).zip(quanta) {
        let error = bytes.abs_diff(total * percent / 100);
        println!("{percent} %: {error} B off, bound {}", 9_000 + quantum);
        assert!(error < 9_000 + quantum, "{percent} %: {error} B off");
    }
}

#[test]
fn ets_gives_the_share_of_an_idle_class_to_the_others() {
    // 15 : 5 and 80 : 5 of the whole line.
    for (classes, quanta, shares) in
        [([4, 0], [27_000, 9_000], [0.75, 0.25]), ([3, 0], [144_000, 9_000], [80.0 / 85.0, 5.0 / 85.0])]
    {
        let served = served(&ets(&classes), &classes, &quanta);
        for (bytes, share) in served.iter().zip(shares) {
            let measured = kit::ratio(*bytes, served.iter().sum());
            println!("{measured:.6} for {share:.6}");
            assert!((measured - share).abs() < 1e-3, "{measured} for {share}");
        }
    }
}

/// Without PFC in the way a NIC shares its line among flows of one priority
/// frame by frame, and strict classes take all.
#[test]
fn a_nic_takes_turns_within_a_priority_and_obeys_strict_priority() {
    let mut net = Net::star(&[100], 100);
    net.flow("h0", "r").priority = 1;
    net.flow("h0", "r").priority = 1;
    net.flow("h0", "r").priority = 0;
    let rates = net.rates(Time::from_us(10), Time::from_us(110));
    close("first of two", rates[0], 50.0, 1e-3);
    close("second of two", rates[1], 50.0, 1e-3);
    assert!(rates[2].abs() < 1e-9, "the lower class starves");
}
