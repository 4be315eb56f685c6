//! Tests of the division of bandwidth by PFC, and of memory by dynamic thresholds.

use fabric_sim::engine::WorldView;
use fabric_sim::fabric::buffer::Threshold;
use fabric_sim::ids::Priority;
use fabric_sim::units::Time;

use crate::kit::{self, Net, close};

/// PFC is fair per ingress port, not per flow. Each of the two inputs gets 20 Gb/s of the output of 40 Gb/s.
/// The three flows at one input share the 20 Gb/s of this input.
#[test]
fn three_senders_behind_one_port_and_one_behind_another_get_6_67_and_20() {
    let mut net = Net::parking_lot();
    for sender in ["a", "b", "c", "d"] {
        net.flow(sender, "r");
    }
    let rates = net.rates(Time::from_ms(1), Time::from_ms(11));
    for (n, expected) in [20.0 / 3.0, 20.0 / 3.0, 20.0 / 3.0, 20.0].into_iter().enumerate() {
        close(&format!("Gb/s of flow {n}"), rates[n], expected, 0.03);
    }
    assert_eq!(net.run(Time::from_ms(2)).counters().totals.drops, 0);
}

/// The sender has 100 Gb/s and the output 40 Gb/s, so the sender must be paused for 60 % of the time.
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

/// With n equally loaded lossy queues in a memory B, each queue settles at αB/(1+αn), and B/(1+αn) stays free
/// (Choudhury and Hahne 1998). For B = 16 MB and n = 4, a queue has 3.2 MB with α = 1, and 32/9 MB with α =
/// 2.
#[test]
fn lossy_queues_settle_at_the_fixed_point_of_their_dynamic_threshold() {
    const B: u64 = 16_000_000;
    for (alpha, each, free) in [(1, 3_200_000, 3_200_000), (2, 3_555_556, 1_777_778)] {
        let names: Vec<_> = (0..4).map(|n| (format!("a{n}"), format!("b{n}"))).collect();
        let links: Vec<_> =
            names.iter().flat_map(|(a, b)| [(a.as_str(), "s", 100), (b.as_str(), "s", 40)]).collect();
        let threshold = Threshold::Dynamic(alpha * Threshold::ONE);
        let mut net = Net::new(&links)
            .priority(3, |lane| lane.pg.headroom = 0)
            .priority(0, |lane| {
                lane.pg.threshold = threshold;
                lane.egress_limit = Some(threshold);
            })
            .memory(B);
        for (a, b) in &names {
            net.flow(a, b).priority = Priority::P0;
        }
        // In half a millisecond, the excess of 60 Gb/s fills 3.6 MB.
        let mut world = net.run(Time::from_ms(2));
        let mut snapshot = WorldView::default();
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

/// A NIC shares its link among the flows of one priority, frame by frame. A higher strict priority takes the
/// whole link. PFC is off.
#[test]
fn a_nic_serves_flows_of_a_priority_in_turn_and_priorities_strictly() {
    let mut net = Net::star(&[100], 100);
    net.flow("h0", "r").priority = Priority::P1;
    net.flow("h0", "r").priority = Priority::P1;
    net.flow("h0", "r").priority = Priority::P0;
    let rates = net.rates(Time::from_us(10), Time::from_us(110));
    close("first of two", rates[0], 50.0, 1e-3);
    close("second of two", rates[1], 50.0, 1e-3);
    assert!(rates[2].abs() < 1e-9, "the lower class starves");
}
