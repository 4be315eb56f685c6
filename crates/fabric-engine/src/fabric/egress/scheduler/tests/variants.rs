//! Tests of the variants of ETS: quanta in frames, counted bytes of a frame, and size of a round.

use super::*;
use crate::ids::Priority;

const HALVES: [Class; PRIORITIES] = {
    let mut classes = [STRICT; PRIORITIES];
    (classes[3], classes[4]) = (ets(50), ets(50));
    classes
};

fn config(classes: &[Class; PRIORITIES], ets: EtsConfig) -> SchedulerConfig {
    SchedulerConfig::new(classes, ets, 9_000, 20)
}

/// Serves 200 000 frames of two classes. Frames of the first class have `short` bytes, frames of the second
/// class have `long` bytes.
fn short_and_long(config: SchedulerConfig, short: u32, long: u32) -> Backlog {
    let mut backlog = Backlog::new(config, &[short]);
    backlog.sizes[4] = vec![long];
    (0..200_000).for_each(|_| assert!(backlog.serve(RDMA | STORAGE).is_some()));
    backlog
}

/// WRR with equal weights sends one frame of each class in turn. A class of 64 B frames gets 0.7 %
/// of the bytes if the other class has 9000 B frames, not 50 %.
#[test]
fn turns_in_frames_give_a_class_of_short_frames_next_to_nothing() {
    let frames = EtsConfig { algorithm: Algorithm::Wrr, ..EtsConfig::DEFAULT };
    let short = short_and_long(config(&HALVES, frames), 64, 9_000).percent(3);
    assert!((short - 6_400.0 / 9_064.0).abs() < 0.01, "{short}");
    let fair = short_and_long(config(&HALVES, EtsConfig::DEFAULT), 64, 9_000).percent(3);
    assert!((fair - 50.0).abs() < 0.1, "{fair}");
}

#[test]
fn turns_in_frames_are_as_short_as_the_shares_allow() {
    let frames = EtsConfig { algorithm: Algorithm::Wrr, ..EtsConfig::DEFAULT };
    let mut classes = [STRICT; PRIORITIES];
    (classes[3], classes[4], classes[0]) = (ets(80), ets(15), ets(5));
    let config = config(&classes, frames);
    assert_eq!([Priority::P3, Priority::P4, Priority::P0].map(|n| config.quantum(n)), [16, 3, 1]);
    let mut backlog = Backlog::new(config, &[1_500]);
    let order: Vec<Priority> = (0..40).filter_map(|_| backlog.serve(ALL)).collect();
    assert_eq!(order[..20], order[20..], "a round is 20 frames");
    assert_eq!(
        [Priority::P3, Priority::P4, Priority::P0].map(|n| order
            .iter()
            .take(20)
            .filter(|class| **class == n)
            .count()),
        [16, 3, 1]
    );
}

/// Frames of 64 B and 9000 B take 84 B and 9020 B of wire time. The classes have equal shares
/// either of frame bytes or of wire time, not of both.
#[test]
fn ets_counting_wire_bytes_shares_wire_time() {
    let (short, long) = (64.0 / 84.0, 9_000.0 / 9_020.0);
    for (counts, expected) in
        [(CountedBytes::Frame, 50.0), (CountedBytes::Wire, 100.0 * short / (short + long))]
    {
        let backlog = short_and_long(config(&HALVES, EtsConfig { counts, ..EtsConfig::DEFAULT }), 64, 9_000);
        let percent = backlog.percent(3);
        assert!((percent - expected).abs() < 0.1, "{counts:?}: {percent} % of frame bytes for {expected}");
    }
}

#[test]
fn configured_quantum_is_independent_of_the_longest_frame() {
    let given = EtsConfig { quantum: Some(4_096), ..EtsConfig::DEFAULT };
    for longest in [64, 1_500, 9_000] {
        let config = SchedulerConfig::new(&HALVES, given, longest, 20);
        assert_eq!(
            [Priority::P3, Priority::P4].map(|n| config.quantum(n)),
            [4_100, 4_100],
            "82 B for each percent"
        );
    }
    let wire = EtsConfig { counts: CountedBytes::Wire, ..EtsConfig::DEFAULT };
    assert_eq!(config(&HALVES, wire).quantum(Priority::P3), 9_050, "9020 B, in whole bytes for each percent");
}

/// A class with a frame waits at most for the quanta of all classes in a round and one frame of each class.
/// Shares and frame sizes are random.
#[test]
fn none_of_eight_backlogged_classes_starves() {
    let mut x = 1u64;
    let mut dice = |below: u64| {
        x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (x >> 33) % below
    };
    for case in 0..60 {
        let mut shares = [1u8; PRIORITIES];
        (0..92).for_each(|_| shares[usize::try_from(dice(1 + case % 8)).unwrap()] += 1);
        let algorithm = if case % 3 == 0 { Algorithm::Wrr } else { Algorithm::Dwrr };
        let config = config(&shares.map(ets), EtsConfig { algorithm, ..EtsConfig::DEFAULT });
        let bound = config.round() + 8 * u64::from(config.cost(9_000));
        let mut backlog = Backlog::new(config, &[]);
        backlog.sizes =
            std::array::from_fn(|_| (0..7).map(|_| u32::try_from(64 + dice(8_937)).unwrap()).collect());
        let mut waited = [0u64; PRIORITIES];
        for _ in 0..5_000 {
            let costs: [u32; PRIORITIES] =
                std::array::from_fn(|n| config.cost(backlog.head(Priority::from_index(n))));
            let class = backlog.serve(PrioritySet::ALL).unwrap().index();
            for (n, waited) in waited.iter_mut().enumerate() {
                *waited = if n == class { 0 } else { *waited + u64::from(costs[class]) };
                assert!(*waited <= bound, "{shares:?}: class {n} waits for {waited}, bound {bound}");
            }
        }
    }
}
