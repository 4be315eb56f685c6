//! Tests of deadlocks in rings of switches: rings that deadlock, and rings that do not.

use fabric_sim::engine::{Pauser, Waits};
use fabric_sim::ids::{PortId, Priority, QueueId};
use fabric_sim::spec::Action;
use fabric_sim::units::Time;

use crate::kit::{Net, close, rates, run};

/// Ring of switches `sa`, `sb` … with links of `gbps` Gb/s, and a host `ha`, `hb` … at each switch.
pub fn ring(switches: usize, gbps: u64) -> Net {
    let letters = &["a", "b", "c", "d"][..switches];
    let names: Vec<[String; 3]> = (0..switches)
        .map(|n| {
            [
                format!("s{}", letters[n]),
                format!("s{}", letters[(n + 1) % switches]),
                format!("h{}", letters[n]),
            ]
        })
        .collect();
    let mut links: Vec<_> = names.iter().map(|[from, to, _]| (from.as_str(), to.as_str(), gbps)).collect();
    links.extend(names.iter().map(|[switch, _, host]| (host.as_str(), switch.as_str(), gbps)));
    Net::new(&links)
}

/// Adds a saturating flow from host to host that follows the switches in `way`, such as `abc` for `sa`, `sb`,
/// `sc`.
pub fn flow(net: &mut Net, way: &str) {
    let letters: Vec<char> = way.chars().collect();
    let path = letters.windows(2).map(|pair| net.port(&format!("s{}", pair[0]), &format!("s{}", pair[1])));
    let path = path.collect();
    let (from, to) = (format!("h{}", letters[0]), format!("h{}", letters[letters.len() - 1]));
    net.flow(&from, &to).path = path;
}

fn ports(net: &Net, pairs: &[(&str, &str)]) -> Vec<PortId> {
    let mut ports: Vec<PortId> = pairs.iter().map(|(from, to)| net.port(from, to)).collect();
    ports.sort_unstable();
    ports
}

fn cycle(waits: &Waits, queues: &[usize]) -> Vec<PortId> {
    queues.iter().map(|queue| waits.queues[*queue].port).collect()
}

fn us(us: u64) -> Time {
    Time::from_us(us)
}

/// Two flows share two links of a ring. Only the links that both flows use are ever paused.
#[test]
fn two_flows_round_a_ring_of_four_do_not_deadlock() {
    let mut net = ring(4, 40);
    flow(&mut net, "abcd");
    flow(&mut net, "cdab");
    for rate in net.rates(us(2_000), us(20_000)) {
        close("each of two flows", rate, 20.0, 0.01);
    }
    let mut world = net.world();
    for n in 1..2_000 {
        run(&mut world, us(10 * n));
        assert_eq!(world.waits().deadlocks().count(), 0, "{}", world.now());
    }
    let paused =
        |from: &str, to: &str| world.counters().ports[net.port(from, to).index()][3].paused > Time::ZERO;
    let ring = [("sa", "sb"), ("sb", "sc"), ("sc", "sd"), ("sd", "sa")];
    assert_eq!(ring.map(|(from, to)| paused(from, to)), [false, true, false, true]);
}

#[test]
fn a_third_flow_round_a_ring_of_four_deadlocks_all_four_links_within_a_millisecond() {
    let mut net = ring(4, 40);
    flow(&mut net, "abcd");
    flow(&mut net, "cdab");
    flow(&mut net, "bc");
    let mut world = net.run(us(1_000));
    let waits = world.waits();
    let found: Vec<_> = waits.deadlocks().map(|queues| cycle(&waits, queues)).collect();
    let ring = ports(&net, &[("sa", "sb"), ("sb", "sc"), ("sc", "sd"), ("sd", "sa")]);
    assert_eq!(found, std::slice::from_ref(&ring));
    // The cycle of waits was detected at the event that closed it.
    let [cycle] = world.cycles().standing() else { panic!("one cycle stands") };
    assert_eq!(cycle.queues, ring.iter().map(|port| QueueId::new(*port, Priority::P3)).collect::<Vec<_>>());
    let died = cycle.deadlock.unwrap();
    assert!(cycle.closed.at <= died.at && died.at < us(1_000), "{cycle:?}");
    assert!(cycle.queues.contains(&died.queue));
    let before = world.counters().clone();
    run(&mut world, us(50_000));
    assert!(rates(&before, world.counters(), us(49_000)).iter().all(|rate| *rate == 0.0));
    assert_eq!(world.waits().deadlocks().count(), 1, "and stays so");
}

#[test]
fn three_flows_of_two_links_each_freeze_a_ring_of_three_within_300_us() {
    let mut net = ring(3, 40);
    for way in ["abc", "bca", "cab"] {
        flow(&mut net, way);
    }
    let mut world = net.run(us(300));
    let waits = world.waits();
    assert_eq!(waits.deadlocks().count(), 1);
    // The queues of the hosts wait for queues of the ring. No queue of the ring waits for them.
    let stuck = (0..waits.queues.len()).filter(|queue| waits.is_stuck(*queue)).count();
    assert_eq!((stuck, waits.cycles()[0].len()), (6, 3));
    assert!(waits.queues.iter().all(|queue| queue.by == Pauser::Group));
    let before = world.counters().clone();
    run(&mut world, us(5_000));
    assert!(rates(&before, world.counters(), us(4_700)).iter().all(|rate| *rate == 0.0));
    // The deadlock remains after all sources have stopped.
    for n in 0..3 {
        world.act(Action::StopFlow(crate::kit::flow(n)));
    }
    run(&mut world, us(50_000));
    assert_eq!(world.waits().deadlocks().count(), 1);
}

#[test]
fn three_flows_of_one_link_each_run_at_line_rate_without_a_pause() {
    let mut net = ring(3, 40);
    for way in ["ab", "bc", "ca"] {
        flow(&mut net, way);
    }
    for rate in net.rates(us(100), us(2_000)) {
        close("a flow of one link", rate, 40.0, 0.001);
    }
    let world = net.run(us(2_000));
    assert_eq!(world.counters().totals.pauses, 0);
    assert!(world.waits().queues.is_empty());
}

/// A storm blocks all queues behind it, but is no deadlock.
#[test]
fn a_storm_is_no_deadlock() {
    let mut net = Net::new(&[("h", "sa", 40), ("sa", "sb", 40), ("sb", "r", 40)]);
    net.flow("h", "r");
    net.block("r", "sb");
    let world = net.run(us(2_000));
    let waits = world.waits();
    let by: Vec<Pauser> = waits.queues.iter().map(|queue| queue.by).collect();
    assert_eq!(by.iter().filter(|by| **by == Pauser::Storm).count(), 1);
    assert_eq!((by.len(), waits.cycles().len()), (3, 0));
    assert!((0..3).all(|queue| !waits.is_stuck(queue)));
}

/// A storm at the end of a chain of switches stops the switches one after the other. The buffer of each
/// switch fills to XOFF at the rate of the link. The previous switch stops when the pause from this switch
/// has arrived. Deviations have two reasons: buffers contain up to about one frame at the start, and a frame
/// ends before a pause takes effect.
#[test]
fn a_storm_fills_a_chain_of_switches_buffer_by_buffer() {
    for gbps in [40, 100] {
        let mut net = Net::new(&[
            ("h", "sa", gbps),
            ("sa", "sb", gbps),
            ("sb", "sc", gbps),
            ("sc", "sd", gbps),
            ("sd", "r", gbps),
        ]);
        net.flow("h", "r");
        let source = net.pause("r", "sd", u16::MAX);
        (source.every, source.start) = (Some(us(10)), us(100));
        let world = net.run(us(400));
        let stopped = |from: &str, to: &str| {
            let since = world.counters().ports[net.port(from, to).index()][3].paused_since;
            since.expect("it stands").ps()
        };
        // Each switch adds the time to fill 40 kB, the delay of 1 µs in the cable, and the PFC frame of 64 B.
        let hop = 40_000 * 8_000 / gbps + 1_000_000 + 64 * 8_000 / gbps;
        let first = stopped("sd", "r");
        for (k, (from, to)) in (1..).zip([("sc", "sd"), ("sb", "sc"), ("sa", "sb")]) {
            let measured = crate::kit::ratio(stopped(from, to) - first, k * hop);
            assert!((0.975..=1.01).contains(&measured), "{gbps}G, switch {k}: {measured}");
        }
    }
}
