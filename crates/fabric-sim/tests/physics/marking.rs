//! Tests of ECN: probability of marks, place of marking, and marked frames.

use fabric_sim::document::Document;
use fabric_sim::engine::{World, WorldView};
use fabric_sim::fabric::buffer::Threshold;
use fabric_sim::fabric::egress::{EcnConfig, MarkAt};
use fabric_sim::units::Time;
use fabric_sim::wire::Ecn;

use crate::kit::{self, Net};

const KMIN: u64 = 10_000;
const KMAX: u64 = 30_000;

/// Fabric with an egress queue of constant length. First, `h1` sends a burst of `frames` frames; then `h0`
/// sends at the rate of the output. Pmax is 40 %.
fn standing(frames: u64) -> Net {
    standing_marked(frames, MarkAt::Dequeue)
}

fn standing_marked(frames: u64, at: MarkAt) -> Net {
    let mut net = Net::star(&[100, 100], 100).priority(3, |lane| {
        lane.pg.threshold = Threshold::Static(1_000_000);
        lane.ecn = EcnConfig { kmin: KMIN, kmax: KMAX, pmax: EcnConfig::CERTAIN * 2 / 5, at };
    });
    net.flow("h0", "r").ecn = Ecn::Capable;
    if frames > 0 {
        net.flow("h1", "r").size = Some(frames * 978);
    }
    net
}

/// Queue length in bytes, number of marked frames, and number of sent frames, after the burst. Fails if the
/// queue length changes.
fn marked(net: &Net) -> (u64, u64, u64) {
    let output = net.port("s", "r").index();
    let read = |world: &World| {
        let counters = &world.counters().ports[output][3];
        (counters.marked, counters.tx_frames)
    };
    let mut snapshot = WorldView::default();
    let mut world = net.run(Time::from_us(20));
    let before = read(&world);
    let mut lengths = Vec::new();
    for _ in 0..100 {
        let until = world.now() + Time::from_us(40);
        kit::run(&mut world, until);
        world.snapshot(&mut snapshot);
        lengths.push(snapshot.ports[output].priorities[3].egress_bytes);
    }
    assert!(lengths.iter().all(|length| *length == lengths[0]), "{lengths:?}");
    let after = read(&world);
    (lengths[0], after.0 - before.0, after.1 - before.1)
}

/// Between Kmin and Kmax, the probability of a mark is Pmax·(q − Kmin)/(Kmax − Kmin). q is the queue length
/// without the frame itself, after it leaves (marking at dequeue) or before it arrives (marking at enqueue).
/// A frame arrives whenever another leaves, so q is the same in both cases. The draws of 50 000 frames are
/// independent. A deviation of four binomial standard deviations occurs once in 16 000 tests.
fn binomial(standing: impl Fn(u64) -> Net) {
    for burst in [13, 20, 28] {
        let mut net = standing(burst);
        // Each burst has another seed, and so other random draws.
        net.spec.seed = burst;
        let (queue, marks, frames) = marked(&net);
        let p = 0.4 * kit::ratio(queue - KMIN, KMAX - KMIN);
        let n = kit::ratio(frames, 1);
        let sigma = (n * p * (1.0 - p)).sqrt();
        println!("{queue} B: {marks} of {frames}, expected {:.0} ± {sigma:.0}", n * p);
        assert!(frames >= 49_990 && p > 0.01, "{frames} frames, p = {p}");
        assert!((kit::ratio(marks, 1) - n * p).abs() < 4.0 * sigma);
    }
}

#[test]
fn marks_are_binomial_with_the_stated_probability() {
    binomial(standing);
}

#[test]
fn marks_at_enqueue_are_binomial_with_the_stated_probability() {
    binomial(|burst| standing_marked(burst, MarkAt::Enqueue));
}

/// The fabric of this test comes from a document, in which the switch has the profile of HPCC's simulator.
#[test]
fn the_marks_of_hpcc_s_switch_are_binomial_with_the_stated_probability() {
    let text = r#"{"format": 1, "model": 1, "hosts": [{"name": "h0"}, {"name": "h1"}, {"name": "r"}],
        "switches": [{"name": "s", "profile": "hpcc"}],
        "links": [["h0", "s", "100G", "200m"], ["h1", "s", "100G", "200m"], ["s", "r", "100G", "200m"]],
        "params": {"overhead": 0, "kmin": 10000, "kmax": 30000, "pmax": "40%"}}"#;
    let spec = Document::parse(text).unwrap().compile().unwrap();
    binomial(|burst| {
        let mut net = Net { spec: spec.clone() };
        net.flow("h0", "r").ecn = Ecn::Capable;
        net.flow("h1", "r").size = Some(burst * 978);
        net
    });
}

/// Thirty frames wait at a blocked output, with Kmin = Kmax = 10 kB. At dequeue, a frame is marked if it
/// leaves at least 10 kB in the queue: the first twenty frames. At enqueue, a frame is marked if it finds at
/// least 10 kB in the queue: the last twenty frames.
#[test]
fn at_dequeue_the_first_of_a_burst_are_marked_and_at_enqueue_the_last() {
    for (at, expected) in [(MarkAt::Dequeue, 0..20), (MarkAt::Enqueue, 10..30)] {
        let mut net = Net::star(&[100], 100)
            .priority(3, |lane| lane.ecn = EcnConfig { kmin: 10_000, kmax: 10_000, pmax: 0, at });
        let flow = net.flow("h0", "r");
        (flow.ecn, flow.size, flow.start) = (Ecn::Capable, Some(30 * 978), Time::from_us(5));
        net.block("r", "s");
        net.spec.pause_sources[0].stop = Some(Time::from_us(50));
        net.pause("r", "s", 0).start = Time::from_us(50);
        let (_, events) = net.events(Time::from_us(100));
        let marked: Vec<u32> = events
            .iter()
            .filter_map(|event| match event.kind {
                fabric_sim::engine::EventKind::Delivered(frame) if frame.ecn == Ecn::Marked => {
                    Some(frame.sequence)
                }
                _ => None,
            })
            .collect();
        assert_eq!(marked, expected.collect::<Vec<u32>>(), "{at:?}");
    }
}

#[test]
fn below_kmin_nothing_is_marked_and_from_kmax_everything() {
    let (queue, marks, _) = marked(&standing(9));
    assert!(queue < KMIN, "{queue}");
    assert_eq!(marks, 0);
    let (queue, marks, frames) = marked(&standing(40));
    assert!(queue >= KMAX, "{queue}");
    assert_eq!(marks, frames);
}

/// If exactly Kmax bytes wait when a frame leaves, the frame is always marked. The test first searches for
/// the burst that gives this queue length.
#[test]
fn kmax_itself_marks_everything() {
    let exact = (25..40).find(|burst| marked(&standing(*burst)).0 == KMAX).unwrap();
    let (_, marks, frames) = marked(&standing(exact));
    assert_eq!(marks, frames);
}

#[test]
fn only_frames_that_can_carry_a_mark_are_marked() {
    let mut net = standing(40);
    net.spec.flows[0].ecn = Ecn::NotCapable;
    assert_eq!(marked(&net).1, 0);
}

/// A marked frame stays marked up to its destination. The next switch does not count it as marked again.
#[test]
fn a_mark_stays_to_the_end_of_the_way() {
    let mut net = Net::new(&[("a", "s1", 100), ("b", "s1", 100), ("s1", "s2", 100), ("r", "s2", 100)])
        .priority(3, |lane| {
            lane.pg.threshold = Threshold::Static(1_000_000);
            lane.ecn = EcnConfig { kmin: 0, kmax: 0, pmax: 0, at: MarkAt::Dequeue };
        });
    net.flow("a", "r").ecn = Ecn::Capable;
    let world = net.run(Time::from_us(100));
    let at = |from: &str, to: &str| world.counters().ports[net.port(from, to).index()][3];
    let (first, second) = (at("s1", "s2"), at("s2", "r"));
    assert_eq!(first.marked, first.tx_frames);
    assert_eq!(second.marked, 0, "they are marked already");
    let flow = &world.counters().flows[0];
    assert_eq!(flow.marked_frames, flow.delivered_frames);
}

/// Marks depend on the egress queue, and pauses on the ingress groups. With n inputs and one output, marking
/// starts before any group reaches XOFF if and only if Kmin < n·XOFF.
#[test]
fn marking_starts_before_pfc_if_kmin_is_below_n_times_xoff() {
    // There are two inputs with an XOFF of 40 kB each. The egress queue contains the bytes of both groups.
    for (kmin, marks_first) in [(76_000, true), (90_000, false)] {
        let mut net = Net::star(&[100, 100], 100)
            .priority(3, |lane| lane.ecn = EcnConfig { kmin, kmax: kmin, pmax: 0, at: MarkAt::Dequeue });
        net.flow("h0", "r").ecn = Ecn::Capable;
        net.flow("h1", "r").ecn = Ecn::Capable;
        let mut world = net.world();
        while world.counters().totals.marks == 0 && world.counters().totals.pauses == 0 {
            assert!(world.step(&mut ()));
        }
        assert_eq!(world.counters().totals.marks > 0, marks_first, "Kmin {kmin}");
    }
}
