use super::*;
use fabric_sim::fabric::buffer::Threshold;
use fabric_sim::fabric::egress::EcnConfig;
use fabric_sim::ids::{PortId, Priority};
use fabric_sim::spec::PriorityConfig;
use fabric_sim::units::Rate;
use fabric_sim::wire::{MIN_FRAME_BYTES, PRIORITIES};

/// Bytes of a data frame, header through FCS.
const FRAME: u64 = 1_044;
/// Bytes in the switch from one ingress port at or above which the switch pauses the sender at that port.
const XOFF: u64 = 45 * FRAME;
/// Bytes in the switch from one ingress port at or below which the switch resumes the sender at that port.
const XON: u64 = 30 * FRAME;

fn spec(name: &str) -> Arc<Spec> {
    Workload::find(name).unwrap().spec().unwrap()
}

/// Settings of a priority at all switch ports, which must be equal.
fn at_switches(spec: &Spec, priority: usize) -> PriorityConfig {
    let at_switch = (0..spec.ports.len()).filter(|port| spec.switch_of(PortId::new(*port)).is_some());
    let mut configs = at_switch.map(|port| spec.ports[port].config.priorities[priority]);
    let first = configs.next().unwrap();
    assert!(configs.all(|config| config == first), "priority {priority} differs");
    first
}

/// Closed form: the link of the receiver carries 16 × 10 000 data frames of 1064 B on the wire. At 100 Gb/s
/// this takes 13.62 ms, and the delay of a link is added. The run must be within 0.2 % of this time, and lose
/// nothing.
#[test]
fn w1_is_its_documented_workload() {
    let figures = run(&spec("w1"));
    assert_eq!((figures.hops, figures.drops), (640_000, 0));
    let ideal = 160_000 * 1_064 * 80;
    assert!(figures.finished.ps() >= ideal && figures.finished.ps() <= ideal + ideal / 500);
}

/// Each flow sends a thousand data frames, and its receiver a thousand acks. The shortest paths of the
/// permutation have 738 links in total, and each flow keeps its path.
#[test]
fn w2_is_its_documented_workload() {
    let figures = run(&spec("w2"));
    assert_eq!((figures.hops, figures.drops), (738 * 2 * 1_000, 0));
}

/// At 0.9 of 100 Gb/s for 5 ms, 64 ports send 3.6 million frames of four cells. Each frame takes two hops,
/// except frames that are in flight at the end.
#[test]
fn crossbar_is_its_documented_workload() {
    let figures = run(&spec("crossbar"));
    let frames = 64.0 * 90e9 * 5e-3 / 8_000.0;
    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
    let [cells, hops] = [figures.cells, figures.hops].map(|count| count as f64 / frames);
    assert!((cells - 4.0).abs() < 0.01 && (hops - 2.0).abs() < 0.01, "{cells} cells, {hops} hops a frame");
    assert_eq!(figures.drops, 0);
}

/// The fabric freezes within a millisecond. The later events are refreshes of pauses, at half of the pause
/// time, and polls of watchdogs.
#[test]
fn deadlock_250ms_is_its_documented_workload() {
    let spec = spec("deadlock-250ms");
    let mut world = World::new(Arc::clone(&spec));
    world.run_until(Time::from_ms(1), u64::MAX, &mut ());
    let hops = world.counters().hops;
    assert!(world.cycles().standing().iter().any(fabric_sim::engine::Cycle::is_deadlock));
    world.run_until(spec.horizon, u64::MAX, &mut ());
    assert_eq!((world.counters().hops, world.counters().totals.drops), (hops, 0));
}

#[test]
fn w1l_is_ten_times_w1() {
    let [w1, w1l] = ["w1", "w1l"].map(spec);
    assert_eq!(w1.flows.len(), w1l.flows.len());
    assert!(w1.flows.iter().zip(&w1l.flows).all(|(a, b)| a.size.map(|size| size * 10) == b.size));
}

/// W1, W1D, W1L and W2 have equal frames and links. Data frames have 1044 B and priority 3; each gets an ack
/// on a higher priority. All flows begin at time 0.
#[test]
fn frames_links_and_priorities_are_those_of_the_workloads() {
    for name in ["w1", "w1d", "w1l", "w2"] {
        let spec = spec(name);
        for flow in &spec.flows {
            assert_eq!((flow.frame_bytes, flow.payload_bytes), (1_044, 1_000), "{name}");
            assert_eq!((flow.priority, flow.start, flow.jitter), (Priority::P3, Time::ZERO, false), "{name}");
            let acks = flow.acks.unwrap();
            assert!(acks.every == 1 && acks.priority > flow.priority, "{name}: {acks:?}");
        }
        for port in &spec.ports {
            assert_eq!((port.clock.rate(), port.delay), (Rate::gbps(100), Time::from_us(1)), "{name}");
            assert_eq!(port.config.overhead, 20, "{name}");
        }
    }
}

#[test]
fn thresholds_are_static_and_of_the_data_alone() {
    for name in ["w1", "w1d", "w1l", "w2"] {
        let spec = spec(name);
        for priority in 0..PRIORITIES {
            let pg = at_switches(&spec, priority).pg;
            assert_eq!(pg.lossless, priority == 3, "{name}, priority {priority}");
        }
        let pg = at_switches(&spec, 3).pg;
        assert_eq!((pg.threshold, pg.xon, pg.xon_offset), (Threshold::Static(XOFF), XON, None), "{name}");
    }
}

/// Number of hops: 640 000, as in W1, since CNPs do not count as hops.
#[test]
fn w1d_is_its_documented_workload() {
    let workload = Workload::find("w1d").unwrap();
    let document = workload.document().unwrap();
    assert_eq!(document.flows, W1.document().unwrap().flows);
    let spec = spec("w1d");
    let EcnConfig { kmin, kmax, pmax, .. } = at_switches(&spec, 3).ecn;
    assert_eq!((kmin, kmax, pmax), (400_000, 1_600_000, EcnConfig::CERTAIN / 5));
    let mut world = World::new(Arc::clone(&spec));
    world.run(spec.horizon, u64::MAX);
    let counters = world.counters();
    assert_eq!((counters.hops, counters.totals.drops), (640_000, 0));
    let cnps: u64 = counters.flows.iter().map(|flow| flow.cnps_received).sum();
    assert!(counters.totals.marks > 100 && cnps > 100, "{} marks, {cnps} CNPs", counters.totals.marks);
}

/// Checks that every host sends to one other host and receives from one. A path to the same edge switch has 2
/// links, a path in the same pod 4, and every other path 6.
#[test]
fn w2_is_its_documented_permutation() {
    let document = Workload::find("w2").unwrap().document().unwrap();
    let number = |name: &str| name.trim_start_matches('h').parse::<usize>().unwrap();
    let pairs: Vec<_> = document.flows.iter().map(|flow| (number(&flow.from), number(&flow.to))).collect();
    let (mut from, mut to): (Vec<usize>, Vec<usize>) = pairs.iter().copied().unzip();
    from.sort_unstable();
    to.sort_unstable();
    assert!(from.iter().copied().eq(0..128) && to.iter().copied().eq(0..128));
    assert!(pairs.iter().all(|(from, to)| from != to));
    let (edge, pod) = (|host: usize| host / 4, |host: usize| host / 16);
    let links = |(from, to): &(usize, usize)| {
        2 + 2 * usize::from(edge(*from) != edge(*to)) + 2 * usize::from(pod(*from) != pod(*to))
    };
    assert_eq!(pairs.iter().map(links).sum::<usize>(), 738);
}

/// Compares the constants of the bare loop, which has no document, with those of W1L.
#[test]
fn the_bare_loop_runs_w1l() {
    let spec = spec("w1l");
    let (flow, port) = (&spec.flows[0], &spec.ports[0]);
    let pg = at_switches(&spec, flow.priority.index()).pg;
    let Threshold::Static(xoff) = pg.threshold else { panic!("{:?}", pg.threshold) };
    let wire_ps = |bytes: u16| port.clock.time(u32::from(bytes) + port.config.overhead).ps();
    let of_w1l = Incast {
        senders: u16::try_from(spec.flows.len()).unwrap(),
        frames: u32::try_from(flow.size.unwrap().div_ceil(flow.payload_bytes.into())).unwrap(),
        data_ps: wire_ps(flow.frame_bytes),
        ack_ps: wire_ps(MIN_FRAME_BYTES),
        delay_ps: port.delay.ps(),
        data_bytes: flow.frame_bytes,
        xoff,
        xon: pg.xon,
    };
    assert_eq!(BARE_LOOP, of_w1l);
    let figures = run(&self::spec("w1"));
    assert_eq!(bare_loop::run(SHORT_BARE_LOOP).hops, figures.hops);
}
