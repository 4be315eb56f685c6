//! Tests of the order of service, and of the long-run shares of the classes.

use super::*;

mod variants;

const STRICT: Class = Class { discipline: Discipline::Strict, share: 0 };

const fn ets(share: u8) -> Class {
    Class { discipline: Discipline::Ets, share }
}

/// DWRR in frame bytes; the smallest quantum is at least `max_frame` bytes.
fn dwrr(classes: &[Class; PRIORITIES], max_frame: u16) -> SchedulerConfig {
    SchedulerConfig::new(classes, EtsConfig::DEFAULT, max_frame, 20)
}

/// ETS configuration in which priority 3 has 80 %, priority 4 has 15 % and priority 0 has 5 %. The
/// other priorities are strict.
fn textbook(max_frame: u16) -> SchedulerConfig {
    let mut classes = [STRICT; PRIORITIES];
    (classes[3], classes[4], classes[0]) = (ets(80), ets(15), ets(5));
    dwrr(&classes, max_frame)
}

const RDMA: PrioritySet = PrioritySet::of(Priority::P3);
const STORAGE: PrioritySet = PrioritySet::of(Priority::P4);
const MANAGEMENT: PrioritySet = PrioritySet::of(Priority::P0);
const ALL: PrioritySet = PrioritySet::from_bits(0b1_1001);

/// Classes that always have a frame, and the bytes that they have transmitted.
struct Backlog {
    scheduler: Scheduler,
    config: SchedulerConfig,
    /// Frame sizes of each class, repeated for ever.
    sizes: [Vec<u32>; PRIORITIES],
    at: [usize; PRIORITIES],
    served: [u64; PRIORITIES],
    frames: u64,
}

impl Backlog {
    fn new(config: SchedulerConfig, sizes: &[u32]) -> Self {
        Self {
            scheduler: Scheduler::default(),
            config,
            sizes: std::array::from_fn(|_| sizes.to_vec()),
            at: [0; PRIORITIES],
            served: [0; PRIORITIES],
            frames: 0,
        }
    }

    fn head(&self, class: Priority) -> u32 {
        let n = class.index();
        self.sizes[n][self.at[n] % self.sizes[n].len()]
    }

    fn serve(&mut self, eligible: PrioritySet) -> Option<Priority> {
        let mut scheduler = self.scheduler;
        let class = scheduler.select(&self.config, eligible, |class| self.head(class), PrioritySet::EMPTY)?;
        self.scheduler = scheduler;
        self.served[class.index()] += u64::from(self.head(class));
        self.at[class.index()] += 1;
        self.frames += 1;
        Some(class)
    }

    /// Serves the classes in `eligible` until they have sent `rounds` times the sum of their quanta. Returns
    /// the bytes that were sent.
    fn rounds(&mut self, eligible: PrioritySet, rounds: u64) -> u64 {
        let round: u64 = eligible.iter().map(|n| u64::from(self.config.quantum(n))).sum();
        let goal = rounds * round;
        while self.served.iter().sum::<u64>() < goal {
            assert!(self.serve(eligible).is_some(), "a backlogged scheduler is never idle");
        }
        self.served.iter().sum()
    }

    /// Percentage of `priority` in the bytes of all classes.
    #[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
    fn percent(&self, priority: usize) -> f64 {
        100.0 * self.served[priority] as f64 / self.served.iter().sum::<u64>() as f64
    }
}

mod strict_classes {
    use super::*;

    #[test]
    fn the_highest_is_served_first_and_before_ets() {
        let mut backlog = Backlog::new(textbook(1_500), &[1_500]);
        assert_eq!(
            backlog.serve(ALL | PrioritySet::of(Priority::P7) | PrioritySet::of(Priority::P5)),
            Some(Priority::P7)
        );
        assert_eq!(
            backlog.serve(ALL | PrioritySet::of(Priority::P5) | PrioritySet::of(Priority::P1)),
            Some(Priority::P5)
        );
        assert_eq!(backlog.serve(ALL | PrioritySet::of(Priority::P1)), Some(Priority::P1));
        assert_eq!(backlog.serve(PrioritySet::EMPTY), None);
    }

    #[test]
    fn strict_classes_have_no_deficit() {
        let mut backlog = Backlog::new(textbook(1_500), &[1_500]);
        backlog.serve(PrioritySet::of(Priority::P7));
        assert_eq!(backlog.scheduler, Scheduler::default());
        assert_eq!(backlog.config.quantum(Priority::P7), 0);
    }

    #[test]
    fn strict_frame_between_ets_frames_leaves_the_deficit_unchanged() {
        let mut plain = Backlog::new(textbook(1_500), &[1_500]);
        let mut interrupted = Backlog::new(textbook(1_500), &[1_500]);
        for n in 0..200 {
            if n % 3 == 0 {
                assert_eq!(interrupted.serve(ALL | PrioritySet::of(Priority::P7)), Some(Priority::P7));
            }
            assert_eq!(plain.serve(ALL), interrupted.serve(ALL), "frame {n}");
        }
    }
}

mod quanta {
    use super::*;

    #[test]
    fn the_smallest_share_gets_one_maximum_frame_a_round() {
        // 9000 / 5 = 1800 bytes per percent.
        let config = textbook(9_000);
        assert_eq!(
            [Priority::P3, Priority::P4, Priority::P0].map(|n| config.quantum(n)),
            [144_000, 27_000, 9_000]
        );
        // 1518 / 5 = 303.6, rounded up: the smallest quantum still covers a frame.
        assert_eq!(textbook(1_518).quantum(Priority::P0), 1_520);
    }

    #[test]
    fn a_class_without_a_share_still_sends() {
        let mut classes = [STRICT; PRIORITIES];
        (classes[1], classes[2]) = (ets(100), ets(0));
        let mut backlog = Backlog::new(dwrr(&classes, 64), &[64]);
        assert_eq!(
            backlog.serve(PrioritySet::of(Priority::P2)),
            Some(Priority::P2),
            "alone, it has the whole line"
        );
    }
}

mod ets_shares {
    use super::*;

    const MIXED: [u32; 3] = [64, 1_500, 9_000];

    /// DWRR serves each class within one maximum frame and one quantum of its
    /// share (Shreedhar and Varghese 1995, lemma 2 and its corollary).
    #[test]
    fn saturated_classes_are_within_a_frame_and_a_quantum_of_80_15_5_after_10_000_rounds() {
        let mut backlog = Backlog::new(textbook(9_000), &MIXED);
        let total = backlog.rounds(ALL, 10_000);
        for (n, percent) in [(3, 80), (4, 15), (0, 5)] {
            let share = total * percent / 100;
            let error = backlog.served[n].abs_diff(share);
            let bound = 9_000 + u64::from(backlog.config.quantum(Priority::from_index(n)));
            assert!(error < bound, "class {n}: {error} B from its share, bound {bound}");
        }
    }

    #[test]
    fn an_idle_first_class_leaves_75_25() {
        // The shares 15 and 5 divide the whole bandwidth.
        let mut backlog = Backlog::new(textbook(9_000), &MIXED);
        backlog.rounds(STORAGE | MANAGEMENT, 10_000);
        assert!((backlog.percent(4) - 75.0).abs() < 0.1, "{}", backlog.percent(4));
        assert!((backlog.percent(0) - 25.0).abs() < 0.1, "{}", backlog.percent(0));
    }

    #[test]
    fn an_idle_middle_class_leaves_94_12_and_5_88() {
        // The shares 80 and 5 divide the whole bandwidth: 80/85 and 5/85.
        let mut backlog = Backlog::new(textbook(9_000), &MIXED);
        backlog.rounds(RDMA | MANAGEMENT, 10_000);
        assert!((backlog.percent(3) - 8_000.0 / 85.0).abs() < 0.1, "{}", backlog.percent(3));
        assert!((backlog.percent(0) - 500.0 / 85.0).abs() < 0.1, "{}", backlog.percent(0));
    }

    #[test]
    fn dwrr_shares_bytes_for_any_frame_sizes() {
        let mut backlog = Backlog::new(textbook(9_000), &MIXED);
        backlog.sizes[3] = vec![64];
        backlog.sizes[4] = vec![1_500];
        backlog.sizes[0] = vec![9_000];
        backlog.rounds(ALL, 1_000);
        for (n, percent) in [(3, 80.0), (4, 15.0), (0, 5.0)] {
            assert!((backlog.percent(n) - percent).abs() < 0.1, "class {n}: {}", backlog.percent(n));
        }
    }

    #[test]
    fn scheduler_is_work_conserving() {
        let mut backlog = Backlog::new(textbook(9_000), &MIXED);
        let mut x = 1u32;
        for _ in 0..10_000 {
            x = x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let eligible = ALL & PrioritySet::from_bits(u8::try_from(x >> 24).unwrap());
            assert_eq!(backlog.serve(eligible).is_some(), !eligible.is_empty());
        }
    }
}

mod paused_and_emptied {
    use super::*;

    /// Scheduler with a quantum of 1500 B. The first frame of the class `STORAGE` has 9000 B, so that it did
    /// not fit in the first turn. The deficit of `STORAGE` is one quantum.
    fn saved() -> Backlog {
        let mut classes = [STRICT; PRIORITIES];
        (classes[3], classes[4]) = (ets(50), ets(50));
        let mut backlog = Backlog::new(dwrr(&classes, 1_500), &[1_500]);
        backlog.sizes[4] = vec![9_000];
        for _ in 0..2 {
            assert_eq!(backlog.serve(RDMA | STORAGE), Some(Priority::P3));
        }
        assert_eq!(backlog.scheduler.deficit(Priority::P4), 1_500);
        backlog
    }

    #[test]
    fn a_paused_class_retains_its_deficit_and_earns_none() {
        let mut backlog = saved();
        for _ in 0..50 {
            assert_eq!(backlog.serve(RDMA), Some(Priority::P3));
        }
        assert_eq!(backlog.scheduler.deficit(Priority::P4), 1_500);
    }

    #[test]
    fn resumed_class_continues_with_its_deficit() {
        let mut backlog = saved();
        backlog.serve(RDMA);
        // The deficit of 1500 B and five more turns give 9000 B.
        let order: Vec<_> = (0..6).filter_map(|_| backlog.serve(RDMA | STORAGE)).collect();
        assert_eq!(order.iter().position(|class| *class == Priority::P4), Some(4), "{order:?}");
    }

    /// A pause interrupts every turn of the class with the large share. The unused rest of each quantum must
    /// not accumulate; otherwise the class would take the whole link after the pauses.
    #[test]
    fn turns_that_a_pause_cuts_short_save_up_nothing() {
        let mut classes = [STRICT; PRIORITIES];
        (classes[3], classes[4]) = (ets(99), ets(1));
        let config = dwrr(&classes, 9_000);
        let mut backlog = Backlog::new(config, &[9_000]);
        for _ in 0..10_000 {
            // Class 3 sends one frame of its 99, then is paused for a turn of class 4.
            while backlog.serve(RDMA | STORAGE) != Some(Priority::P3) {}
            assert_eq!(backlog.serve(STORAGE), Some(Priority::P4));
            assert!(
                backlog.scheduler.deficit(Priority::P3) <= config.quantum(Priority::P3),
                "{}",
                backlog.scheduler.deficit(Priority::P3)
            );
        }
    }

    /// The class with the large share has a frame at every third selection only, because the
    /// crossbar is slow. The other class always has a frame.
    #[test]
    fn turn_interrupted_by_a_slow_crossbar_continues() {
        let shares = |awaited: PrioritySet| {
            let mut classes = [STRICT; PRIORITIES];
            (classes[3], classes[4]) = (ets(90), ets(10));
            let (config, mut scheduler, mut served) =
                (dwrr(&classes, 1_000), Scheduler::default(), [0u32; 2]);
            let bytes = |class: Priority| if class == Priority::P3 { 1_000 } else { 64 };
            for n in 0..30_000 {
                let eligible = if n % 3 == 0 { RDMA | STORAGE } else { STORAGE };
                let class = scheduler.select(&config, eligible, bytes, awaited);
                let class = class.expect("the small class always has a frame");
                served[class.index() - 3] += bytes(class);
            }
            f64::from(served[0]) / f64::from(served[0] + served[1])
        };
        // A round has nine frames of 1000 B. Two frames of 64 B are sent between each and the next;
        // then follows a turn of 15 frames of 64 B.
        let whole = 9_000.0 / (9_000.0 + 33.0 * 64.0);
        assert!((whole..whole + 0.01).contains(&shares(RDMA)), "{} for {whole}", shares(RDMA));
        // Without the rule, the class with the small share has a turn after each frame of the other
        // class.
        assert!(shares(PrioritySet::EMPTY) < 0.25, "{}", shares(PrioritySet::EMPTY));
    }

    #[test]
    fn emptied_class_loses_its_deficit() {
        let mut backlog = saved();
        backlog.scheduler.emptied(Priority::P4);
        assert_eq!(backlog.scheduler.deficit(Priority::P4), 0);
    }

    #[test]
    fn no_class_ever_saves_more_than_a_quantum_and_a_frame() {
        let mut backlog = Backlog::new(textbook(9_000), &[64, 1_500, 9_000]);
        for _ in 0..20_000 {
            backlog.serve(ALL);
            for n in [Priority::P0, Priority::P3, Priority::P4] {
                assert!(backlog.scheduler.deficit(n) < backlog.config.quantum(n) + 9_000);
            }
        }
    }
}
