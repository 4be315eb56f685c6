//! Admission, charging and pause requests of a priority group.

use super::super::{HeadroomPool, PoolConfig};
use super::*;

/// Lossless group: 2 kB of reserve, XOFF threshold of 10 kB, 5 kB of headroom.
const LOSSLESS: PgConfig = PgConfig {
    lossless: true,
    counted: true,
    reserve: 2_000,
    threshold: Threshold::Static(10_000),
    scope: Scope::Group,
    xon: 8_000,
    xon_offset: None,
    headroom: 5_000,
};

const LOSSY: PgConfig = PgConfig { lossless: false, headroom: 0, ..LOSSLESS };

/// Lossless group with a dynamic threshold of α = 1 and without reserve and headroom.
const DYNAMIC: PgConfig =
    PgConfig { threshold: Threshold::Dynamic(Threshold::ONE), reserve: 0, xon: 0, headroom: 0, ..LOSSLESS };

fn setup(config: PgConfig, memory: u64) -> (Pg, Pool) {
    (
        Pg::new(config),
        Pool::new(PoolConfig { memory, cell_bytes: 1, headroom: HeadroomPool::Private }, [&config]),
    )
}

/// Bytes of the group in reserve, shared memory and headroom.
fn parts(group: &Pg) -> [u64; 3] {
    [group.reserve(), group.shared(), group.headroom()]
}

mod admission {
    use super::*;

    #[test]
    fn the_reserve_fills_first_and_costs_the_pool_nothing() {
        let (mut group, mut pool) = setup(LOSSLESS, 100_000);
        let free = pool.free();
        assert_eq!(free, 93_000, "reserve and headroom are set aside");
        assert_eq!(group.admit(&mut pool, 1_500, None), Admission::Shared);
        assert_eq!((parts(&group), pool.free()), ([1_500, 0, 0], free));
    }

    #[test]
    fn a_frame_may_straddle_reserve_and_shared() {
        let (mut group, mut pool) = setup(LOSSLESS, 100_000);
        group.admit(&mut pool, 1_500, None);
        assert_eq!(group.admit(&mut pool, 1_500, None), Admission::Shared);
        assert_eq!((parts(&group), pool.free()), ([2_000, 1_000, 0], 92_000));
    }

    #[test]
    fn shared_use_reaches_but_never_exceeds_the_threshold() {
        let (mut group, mut pool) = setup(LOSSLESS, 100_000);
        assert_eq!(group.admit(&mut pool, 12_000, None), Admission::Shared);
        assert_eq!(parts(&group), [2_000, 10_000, 0]);
        assert_eq!(group.admit(&mut pool, 1, None), Admission::Headroom);
    }

    #[test]
    fn a_lossless_frame_that_does_not_fit_is_charged_whole_to_headroom() {
        let (mut group, mut pool) = setup(LOSSLESS, 100_000);
        group.admit(&mut pool, 11_500, None);
        let free = pool.free();
        assert_eq!(group.admit(&mut pool, 1_500, None), Admission::Headroom, "500 B would have fitted");
        assert_eq!((parts(&group), pool.free()), ([2_000, 9_500, 1_500], free));
        assert_eq!(group.admit(&mut pool, 400, None), Admission::Shared, "a smaller one still fits below");
    }

    #[test]
    fn headroom_may_be_filled_to_the_last_byte() {
        let (mut group, mut pool) = setup(LOSSLESS, 100_000);
        group.admit(&mut pool, 12_000, None);
        assert_eq!(group.admit(&mut pool, 5_000, None), Admission::Headroom);
        assert_eq!(group.admit(&mut pool, 1, None), Admission::Violation);
        assert_eq!(parts(&group), [2_000, 10_000, 5_000], "what is lost is not charged");
    }

    #[test]
    fn a_lossless_frame_under_its_threshold_is_charged_to_headroom_if_the_pool_is_empty() {
        // The shared pool has 3 kB.
        let (mut group, mut pool) = setup(LOSSLESS, 10_000);
        assert_eq!(group.admit(&mut pool, 5_000, None), Admission::Shared);
        assert_eq!(pool.free(), 0);
        assert_eq!(group.admit(&mut pool, 1_000, None), Admission::Headroom);
        assert!(group.must_pause(&pool));
    }

    #[test]
    fn a_lossy_frame_over_its_threshold_is_dropped() {
        let (mut group, mut pool) = setup(LOSSY, 100_000);
        group.admit(&mut pool, 12_000, None);
        assert_eq!(group.admit(&mut pool, 1, None), Admission::TailDrop);
        assert_eq!(parts(&group), [2_000, 10_000, 0]);
    }

    #[test]
    fn a_lossy_frame_that_finds_the_pool_empty_is_dropped() {
        let (mut group, mut pool) = setup(LOSSY, 5_000);
        assert_eq!(group.admit(&mut pool, 5_000, None), Admission::Shared);
        assert_eq!(group.admit(&mut pool, 1, None), Admission::TailDrop);
    }
}

mod extensions {
    use super::*;

    const VOQ: PgConfig = PgConfig { scope: Scope::Voq, ..LOSSLESS };

    #[test]
    fn where_the_threshold_limits_something_else_the_group_s_own_use_does_not_count() {
        let (mut group, mut pool) = setup(VOQ, 100_000);
        for used in [0, 5_000, 5_000] {
            let limited = Some(Occupancy { used, limit: 10_000 });
            assert_eq!(group.admit(&mut pool, 5_000, limited), Admission::Shared);
        }
        assert_eq!(parts(&group), [2_000, 13_000, 0], "above the threshold of a group");
        let limited = Some(Occupancy { used: 5_001, limit: 10_000 });
        assert_eq!(group.admit(&mut pool, 5_000, limited), Admission::Headroom);
    }

    #[test]
    fn reserve_is_admitted_even_if_the_egress_queue_is_full() {
        let (mut group, mut pool) = setup(PgConfig { lossless: false, headroom: 0, ..VOQ }, 100_000);
        let full = Some(Occupancy { used: 10_000, limit: 10_000 });
        assert_eq!(group.admit(&mut pool, 2_000, full), Admission::Shared);
        assert_eq!(group.admit(&mut pool, 1, full), Admission::TailDrop);
    }

    #[test]
    fn uncounted_group_uses_no_memory_and_admits_every_frame() {
        let config = PgConfig { counted: false, lossless: false, headroom: 0, reserve: 0, ..LOSSLESS };
        let (mut group, mut pool) = setup(config, 1_000);
        for _ in 0..100 {
            assert_eq!(group.admit(&mut pool, 9_000, None), Admission::Shared);
        }
        assert_eq!((group.held(), group.is_idle(), pool.free()), (0, false, 1_000));
        (0..100).for_each(|_| group.release(&mut pool, 9_000));
        assert_eq!((group.held(), group.is_idle(), pool.free()), (0, true, 1_000));
    }
}

mod release {
    use super::*;

    #[test]
    fn headroom_is_released_first_then_shared_then_reserve() {
        let (mut group, mut pool) = setup(LOSSLESS, 100_000);
        group.admit(&mut pool, 12_000, None);
        group.admit(&mut pool, 3_000, None);
        let mut seen = Vec::new();
        for bytes in [2_000, 2_000, 9_500, 1_500] {
            group.release(&mut pool, bytes);
            seen.push((parts(&group), pool.free()));
        }
        let expected = [
            ([2_000, 10_000, 1_000], 83_000),
            ([2_000, 9_000, 0], 84_000),
            ([1_500, 0, 0], 93_000),
            ([0, 0, 0], 93_000),
        ];
        assert_eq!(seen, expected);
    }

    #[test]
    fn release_of_all_frames_restores_group_and_pool() {
        let (mut group, mut pool) = setup(LOSSLESS, 100_000);
        let before = (group, pool);
        let mut held = Vec::new();
        for n in 0..40u64 {
            let bytes = 64 + n * 37 % 1_400;
            if matches!(group.admit(&mut pool, bytes, None), Admission::Shared | Admission::Headroom) {
                held.push(bytes);
            }
        }
        assert_eq!(group.held(), held.iter().sum::<u64>());
        for bytes in held {
            group.release(&mut pool, bytes);
        }
        assert_eq!((group, pool), before);
    }
}

mod asking {
    use super::*;

    #[test]
    fn group_must_pause_at_but_not_below_the_threshold() {
        let (mut group, mut pool) = setup(LOSSLESS, 100_000);
        group.admit(&mut pool, 11_999, None);
        assert!(!group.must_pause(&pool), "shared use is one byte short; the reserve does not count");
        group.admit(&mut pool, 1, None);
        assert!(group.must_pause(&pool));
    }

    #[test]
    fn group_must_pause_with_any_byte_in_headroom() {
        let (mut group, mut pool) = setup(LOSSLESS, 100_000);
        group.admit(&mut pool, 11_000, None);
        group.admit(&mut pool, 1_500, None);
        assert_eq!(parts(&group), [2_000, 9_000, 1_500]);
        assert!(group.must_pause(&pool));
    }

    #[test]
    fn group_resumes_at_xon_with_empty_headroom() {
        let (mut group, mut pool) = setup(LOSSLESS, 100_000);
        group.admit(&mut pool, 12_000, None);
        group.admit(&mut pool, 1_000, None);
        group.release(&mut pool, 1_000);
        assert!(!group.may_resume(&pool), "headroom is empty, shared use above XON");
        group.release(&mut pool, 1_999);
        assert!(!group.may_resume(&pool));
        group.release(&mut pool, 1);
        assert_eq!(group.shared(), 8_000);
        assert!(group.may_resume(&pool));
    }

    #[test]
    fn group_with_xon_offset_resumes_at_the_greater_of_xon_and_threshold_minus_offset() {
        for (xon, offset, expected) in [(8_000, Some(500), 9_500), (8_000, Some(3_000), 8_000)] {
            let (mut group, mut pool) =
                setup(PgConfig { reserve: 0, xon, xon_offset: offset, ..LOSSLESS }, 100_000);
            group.admit(&mut pool, expected + 1, None);
            assert!(!group.may_resume(&pool), "{offset:?}");
            group.release(&mut pool, 1);
            assert!(group.may_resume(&pool), "{offset:?}");
        }
    }

    #[test]
    fn an_offset_above_the_threshold_never_resumes_early() {
        let config = PgConfig { reserve: 0, xon: 100, xon_offset: Some(20_000), ..LOSSLESS };
        let (mut group, mut pool) = setup(config, 100_000);
        group.admit(&mut pool, 101, None);
        assert!(!group.may_resume(&pool), "threshold - offset is not below zero");
    }

    #[test]
    fn free_memory_at_which_a_group_resumes_is_predicted() {
        // α = 1/2: the threshold is half of the free memory.
        let config = PgConfig {
            threshold: Threshold::Dynamic(Threshold::ONE / 2),
            xon_offset: Some(1_000),
            ..DYNAMIC
        };
        let (mut group, mut pool) = setup(config, 100_000);
        group.admit(&mut pool, 20_000, None);
        // From 42 000 free bytes on: 20 000 ≤ free / 2 − 1 000.
        assert_eq!(group.resumes_at_free(), Some(42_000));
        pool.charge(pool.free() - 41_999);
        assert!(!group.may_resume(&pool));
        pool.release(1);
        assert!(group.may_resume(&pool));
    }

    #[test]
    fn free_memory_cannot_help_a_static_threshold_or_a_group_in_headroom() {
        let (mut group, mut pool) = setup(PgConfig { xon_offset: Some(500), ..LOSSLESS }, 100_000);
        group.admit(&mut pool, 12_000, None);
        assert_eq!(group.resumes_at_free(), None);
        let (mut group, mut pool) =
            setup(PgConfig { headroom: 60_000, xon_offset: Some(1), ..DYNAMIC }, 100_000);
        group.admit(&mut pool, 20_000, None);
        assert!(group.resumes_at_free().is_some());
        assert_eq!(group.admit(&mut pool, 20_000, None), Admission::Headroom);
        assert_eq!(group.resumes_at_free(), None);
    }
}

mod thresholds {
    use super::*;

    #[test]
    fn a_dynamic_threshold_is_alpha_times_the_free_memory() {
        for (alpha, expected) in [(Threshold::ONE / 8, 12_500), (Threshold::ONE, 100_000), (8 << 16, 800_000)]
        {
            assert_eq!(Threshold::Dynamic(alpha).bytes(100_000), expected);
        }
    }

    #[test]
    fn dynamic_threshold_falls_as_the_pool_fills() {
        let (mut group, mut pool) = setup(DYNAMIC, 100_000);
        assert_eq!(group.threshold(&pool), 100_000);
        assert_eq!(group.admit(&mut pool, 40_000, None), Admission::Shared);
        assert_eq!(group.threshold(&pool), 60_000);
    }

    #[test]
    fn a_reserve_in_use_counts_neither_as_shared_nor_against_the_free_memory() {
        let (mut group, mut pool) = setup(PgConfig { reserve: 30_000, ..DYNAMIC }, 130_000);
        assert_eq!(group.admit(&mut pool, 30_000, None), Admission::Shared);
        assert_eq!((group.threshold(&pool), group.shared()), (100_000, 0));
        assert!(!group.must_pause(&pool));
    }

    /// Choudhury and Hahne (1998): n queues with equal overload settle at a length q with q = α·(B
    /// − n·q). Each queue then has αB/(1+αn) bytes, and B/(1+αn) bytes stay free. The test offers
    /// one byte at a time, so that the result is within n·α bytes of the formula.
    #[test]
    fn equally_loaded_lossy_groups_settle_at_the_fixed_point() {
        const B: u64 = 160_000;
        // α, n, then bytes of each queue αB/(1+αn) and free bytes B/(1+αn), rounded down.
        for (alpha, n, each, free) in [
            (Threshold::ONE, 4, 32_000, 32_000),
            (2 * Threshold::ONE, 4, 35_555, 17_777),
            (Threshold::ONE / 2, 10, 13_333, 26_666),
        ] {
            let config = PgConfig { lossless: false, threshold: Threshold::Dynamic(alpha), ..DYNAMIC };
            let mut pool = setup(config, B).1;
            let mut groups = vec![Pg::new(config); n];
            let mut dropped = true;
            while std::mem::take(&mut dropped) {
                for group in &mut groups {
                    dropped |= group.admit(&mut pool, 1, None) == Admission::Shared;
                }
            }
            for group in &groups {
                assert!(group.shared().abs_diff(each) <= 2, "{}", group.shared());
            }
            assert!(pool.free().abs_diff(free) <= 20, "{}", pool.free());
        }
    }
}

mod the_pool {
    use super::*;

    #[test]
    fn a_frame_is_charged_whole_cells() {
        let charge = |cell_bytes, bytes| {
            let config = PoolConfig { memory: 0, cell_bytes, headroom: HeadroomPool::Private };
            Pool::new(config, []).charged_bytes(bytes)
        };
        assert_eq!([charge(1, 65), charge(96, 64), charge(96, 96), charge(96, 97)], [65, 96, 96, 192]);
        assert_eq!([charge(254, 1_518), charge(208, 9_238)], [6 * 254, 45 * 208]);
    }

    #[test]
    fn a_reserve_that_grows_is_taken_from_the_pool() {
        let (mut group, mut pool) = setup(LOSSLESS, 100_000);
        group.reconfigure(&mut pool, PgConfig { reserve: 4_000, headroom: 9_000, ..LOSSLESS });
        assert_eq!(pool.free(), 87_000);
        group.reconfigure(&mut pool, LOSSLESS);
        assert_eq!(pool.free(), 93_000);
    }

    #[test]
    fn a_setting_raised_under_load_leaves_nothing_free_until_the_pool_drains() {
        let (mut group, mut pool) = setup(LOSSLESS, 20_000);
        group.admit(&mut pool, 12_000, None);
        assert_eq!(pool.free(), 3_000);
        group.reconfigure(&mut pool, PgConfig { headroom: 10_000, ..LOSSLESS });
        assert_eq!(pool.free(), 0, "2 000 B are owed");
        group.release(&mut pool, 5_000);
        assert_eq!(pool.free(), 3_000, "5 000 B came back, 2 000 of them were owed");
    }

    #[test]
    fn bytes_above_a_lowered_reserve_or_headroom_are_charged_to_shared() {
        let config = PgConfig { reserve: 4_000, threshold: Threshold::Static(6_000), ..LOSSLESS };
        let (mut group, mut pool) = setup(config, 100_000);
        let empty = pool.free();
        while group.headroom() == 0 {
            group.admit(&mut pool, 1_000, None);
        }
        let held = group.held();
        assert_eq!((group.reserve(), group.headroom()), (4_000, 1_000));
        group.reconfigure(&mut pool, PgConfig { reserve: 1_000, headroom: 0, ..config });
        assert_eq!((group.reserve(), group.shared(), group.headroom()), (1_000, held - 1_000, 0));
        let set_aside = 1_000;
        assert_eq!(pool.free(), 100_000 - set_aside - group.shared(), "no byte is promised twice");
        group.release(&mut pool, held);
        group.reconfigure(&mut pool, config);
        assert_eq!((pool.free(), pool.headroom_used(), group.held()), (empty, 0, 0));
    }

    #[test]
    fn a_threshold_lowered_under_load_is_above_the_threshold_at_once() {
        let (mut group, mut pool) = setup(LOSSLESS, 100_000);
        group.admit(&mut pool, 8_000, None);
        assert!(!group.must_pause(&pool));
        group.reconfigure(&mut pool, PgConfig { threshold: Threshold::Static(6_000), ..LOSSLESS });
        assert!(group.must_pause(&pool));
        assert_eq!(group.held(), 8_000, "what it holds it keeps");
    }
}
