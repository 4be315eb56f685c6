//! Tests of DCQCN in a fabric: lengths of queues, rates of flows, and numbers of pauses.

use fabric_sim::engine::{World, WorldView};
use fabric_sim::fabric::buffer::Threshold;
use fabric_sim::fabric::egress::{EcnConfig, MarkAt};
use fabric_sim::fabric::endpoint::rate::{DcqcnConfig, RateConfig, WindowConfig};
use fabric_sim::ids::PrioritySet;
use fabric_sim::insight::dcqcn::{Bottleneck, fixed_point};
use fabric_sim::units::{Rate, Time};
use fabric_sim::wire::Ecn;

use crate::kit::{self, Net};

/// ECN thresholds of the tests that expect exact times or counts.
const MARKS: EcnConfig =
    EcnConfig { kmin: 5_000, kmax: 200_000, pmax: EcnConfig::CERTAIN / 10, at: MarkAt::Dequeue };

fn jain(rates: &[f64]) -> f64 {
    let sum: f64 = rates.iter().sum();
    let squares: f64 = rates.iter().map(|rate| rate * rate).sum();
    sum * sum / (f64::from(u32::try_from(rates.len()).unwrap()) * squares)
}

fn dcqcn(net: &mut Net, from: &str, to: &str) {
    let flow = net.flow(from, to);
    (flow.ecn, flow.rate) = (Ecn::Capable, RateConfig::Dcqcn(DcqcnConfig::PAPER));
}

/// Mean length in bytes of the egress queue of priority 3 at `output`, up to `until`.
fn mean_queue(world: &mut World, output: usize, until: Time) -> f64 {
    let mut snapshot = WorldView::default();
    let (mut sum, mut samples) = (0, 0);
    // The interval between samples is a prime number of ns, so that it is no multiple of a frame time.
    while world.now() < until {
        let next = world.now() + Time::from_ns(9_973);
        kit::run(world, next);
        world.snapshot(&mut snapshot);
        sum += snapshot.ports[output].priorities[3].egress_bytes;
        samples += 1;
    }
    kit::ratio(sum, samples)
}

/// Runs `senders` saturating flows with frames of 1000 B to a port of 40 Gb/s, without PFC. After 200 ms, the
/// queue must be near `expected` bytes, the fixed point of the fluid model. The link must be full, and all
/// flows must have equal rates.
fn settles(senders: u32, expected: f64) {
    let mut net = Net::star(&vec![40; senders as usize], 40)
        .ports(|port| (port.sender.enabled, port.receiver.enabled) = (PrioritySet::EMPTY, PrioritySet::EMPTY))
        .priority(3, |lane| {
            lane.pg.threshold = Threshold::Static(100_000_000);
            lane.ecn = MARKS;
        });
    for n in 0..senders {
        dcqcn(&mut net, &format!("h{n}"), "r");
    }
    let mut world = net.run(Time::from_ms(200));
    let before = world.counters().clone();
    let until = Time::from_ms(600);
    let queue = mean_queue(&mut world, net.port("s", "r").index(), until);
    let rates = kit::rates(&before, world.counters(), world.now() - Time::from_ms(200));
    let used: f64 = rates.iter().sum::<f64>() / 40.0;
    let shared = Bottleneck { rate: Rate::gbps(40), flows: senders, frame_bytes: 1_000 };
    let fluid = fixed_point(&DcqcnConfig::PAPER, &MARKS, shared).queue;
    println!(
        "{senders}: {queue:.0} B, {:.2} of {fluid:.0}, used {used:.4}, jain {:.4}",
        queue / fluid,
        jain(&rates)
    );
    assert_eq!(world.counters().totals.drops, 0);
    kit::close("bytes that wait", queue, expected, 0.15);
    assert!((0.85..=1.65).contains(&(queue / fluid)), "{queue} for {fluid}");
    assert!(used >= 0.995, "{used}");
    assert!(jain(&rates) >= 0.99, "{rates:?}");
}

#[test]
fn two_flows_settle() {
    settles(2, 5_900.0);
}

#[test]
fn four_flows_settle() {
    settles(4, 9_700.0);
}

#[test]
fn eight_flows_settle() {
    settles(8, 17_300.0);
}

#[test]
fn sixteen_flows_settle() {
    settles(16, 35_500.0);
}

/// Parking lot: three senders share an input port of the last switch, and a fourth sender has its own input
/// port. `controlled` switches DCQCN on.
fn parking_lot(controlled: bool) -> Net {
    let mut net = Net::parking_lot().priority(3, |lane| lane.ecn = MARKS);
    for sender in ["a", "b", "c", "d"] {
        if controlled {
            dcqcn(&mut net, sender, "r");
        } else {
            net.flow(sender, "r");
        }
    }
    net
}

/// With PFC alone, the rates are 6.67, 6.67, 6.67 and 20 Gb/s. With DCQCN, all rates are equal, and few
/// pauses are sent after the rates have settled.
#[test]
fn the_parking_lot_becomes_fair_and_hardly_pauses() {
    let pauses = |world: &World| world.counters().totals.pauses;
    let only_pfc = {
        let mut world = parking_lot(false).run(Time::from_ms(50));
        let before = pauses(&world);
        kit::run(&mut world, Time::from_ms(100));
        pauses(&world) - before
    };
    let mut world = parking_lot(true).run(Time::from_ms(50));
    let at_50 = pauses(&world);
    kit::run(&mut world, Time::from_ms(100));
    let with_dcqcn = pauses(&world) - at_50;
    assert!(only_pfc > 1_000 && with_dcqcn * 100 < only_pfc, "{with_dcqcn} of {only_pfc} from 50 to 100 ms");
    kit::run(&mut world, Time::from_ms(400));
    let before = world.counters().clone();
    kit::run(&mut world, Time::from_ms(600));
    assert!((pauses(&world) - at_50) * 100 < only_pfc * 11, "nor in the 500 ms after");
    let rates = kit::rates(&before, world.counters(), Time::from_ms(200));
    println!("{rates:.2?}, jain {:.4}, {with_dcqcn} pauses of {only_pfc}", jain(&rates));
    assert!(jain(&rates) >= 0.98, "{rates:?}");
    for rate in &rates {
        kit::close("Gb/s", *rate, 10.0, 0.2);
    }
    assert_eq!(world.counters().totals.drops, 0);
}

/// Fabric with `flows` flows under DCQCN, in which the switch marks all arriving frames.
fn all_marked(config: DcqcnConfig, flows: usize) -> Net {
    let mut net = Net::star(&vec![40; flows], 100)
        .priority(3, |lane| lane.ecn = EcnConfig { kmin: 0, kmax: 0, ..MARKS });
    for n in 0..flows {
        dcqcn(&mut net, &format!("h{n}"), "r");
        net.spec.flows[n].rate = RateConfig::Dcqcn(config);
    }
    net
}

/// The first marked frame causes a CNP immediately. Then the receiver sends a CNP every 50 µs. When the
/// frames of a slow flow arrive less often than this, each frame causes a CNP.
#[test]
fn a_receiver_sends_one_cnp_each_50_us_on_its_own_priority() {
    let net = all_marked(DcqcnConfig::PAPER, 1);
    // The first frame arrives after 2.4 µs. Six more CNPs follow, each on the first frame after a further 50
    // µs.
    let world = net.run(Time::from_us(320));
    let flow = &world.counters().flows[0];
    assert_eq!((flow.cnps_sent, flow.cnps_received), (7, 7));
    let lane = |from: &str, to: &str| world.counters().ports[net.port(from, to).index()][6];
    assert_eq!(lane("r", "s").tx_frames, 7);
    assert_eq!(lane("s", "h0").tx_bytes, 7 * 64);
    let control = world.flow_rate(kit::flow(0)).unwrap();
    // The rate does not rise between two CNPs, and α stays near 1. So each of the seven CNPs nearly halves
    // the rate, beginning at 40 Gb/s.
    assert!(control.rate < Rate::gbps(1) && control.alpha().unwrap() > 0.99, "{control:?}");
    assert_eq!(world.counters().flows[0].marked_frames, flow.delivered_frames);
}

/// A receiver with 8 entries remembers 8 flows, and merges the CNPs of these flows. The CNPs of further flows
/// are not merged.
#[test]
fn a_receiver_merges_cnps_of_remembered_flows() {
    let mut config = DcqcnConfig::PAPER;
    config.notification.merge = Some(Time::from_us(400));
    for flows in [8, 9] {
        let world = all_marked(config, flows).run(Time::from_us(350));
        let sum = |count: fn(&fabric_sim::engine::FlowCounters) -> u64| -> u64 {
            world.counters().flows.iter().map(count).sum()
        };
        let (sent, merged) = (sum(|flow| flow.cnps_sent), sum(|flow| flow.cnps_merged));
        println!("{flows}: {sent} sent, {merged} merged");
        if flows == 8 {
            assert_eq!(sent, 8);
            assert!(merged >= 8 * 5, "{merged}");
        } else {
            assert!(sent >= 2 * 9, "the ninth drives the others out: {sent} sent, {merged} merged");
        }
    }
}

/// A random delay of CNPs keeps equal senders from cutting their rates at the same time.
#[test]
fn jitter_moves_cnps_apart() {
    let cnps_received = |jitter: Time| {
        let mut config = DcqcnConfig::PAPER;
        config.notification.jitter = jitter;
        let world = all_marked(config, 4).run(Time::from_us(10));
        world.counters().flows.iter().map(|flow| flow.cnps_received).sum::<u64>()
    };
    assert_eq!(cnps_received(Time::ZERO), 4);
    assert!(cnps_received(Time::from_us(20)) < 4, "some still wait");
}

/// A flow under DCQCN whose frames cannot be marked never reduces its rate.
#[test]
fn a_flow_that_cannot_be_marked_is_never_slowed() {
    let mut net = all_marked(DcqcnConfig::PAPER, 1);
    net.spec.flows[0].ecn = Ecn::NotCapable;
    let world = net.run(Time::from_ms(1));
    assert_eq!(world.flow_rate(kit::flow(0)).unwrap().rate, Rate::gbps(40));
    kit::close("Gb/s", net.rates(Time::from_us(100), Time::from_ms(1))[0], 40.0, 1e-3);
}

/// A window limit lets `length_thr` bytes pass in each window of the length `CC_WINDOW`.
#[test]
fn a_window_limit_lets_length_thr_through_each_cc_window() {
    for (window, bytes) in [(4_096_000, 10_240), (16_384_000, 40_960), (65_536_000, 100_000)] {
        let limit = WindowConfig { window: Time(window), bytes };
        let mut net = Net::star(&[40], 40);
        net.flow("h0", "r").rate = RateConfig::Window(limit);
        // The measurement lasts a whole number of windows.
        let (from, to) = (Time(window * 16), Time(window * 1_016));
        let expected = kit::ratio(bytes * 8_000, window);
        kit::close("Gb/s", net.rates(from, to)[0], expected, 0.005);
    }
}

/// The window limit of a flow stops only this flow. While the flow waits, the other flows of the NIC get its
/// turns.
#[test]
fn a_blocked_flow_leaves_its_turns_to_other_flows() {
    let mut net = Net::star(&[40], 40);
    net.flow("h0", "r").rate = RateConfig::Window(WindowConfig { window: Time(4_096_000), bytes: 5_120 });
    net.flow("h0", "r");
    let rates = net.rates(Time(4_096_000), Time(4_096_000 * 1_001));
    kit::close("Gb/s of the one that is limited", rates[0], 10.0, 0.005);
    kit::close("Gb/s of the other", rates[1], 30.0, 0.005);
}
