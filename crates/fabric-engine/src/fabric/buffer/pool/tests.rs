//! Private headroom of each group, and a headroom pool that all groups share.

use super::super::{Admission, Pg, Scope, Threshold};
use super::*;

/// Group that uses no shared memory, with 1 kB of reserve and 10 kB of headroom.
const GROUP: PgConfig = PgConfig {
    lossless: true,
    counted: true,
    reserve: 1_000,
    threshold: Threshold::Static(0),
    scope: Scope::Group,
    xon: 0,
    xon_offset: None,
    headroom: 10_000,
};

/// Four groups and the pool that they share.
fn switch(headroom: HeadroomPool) -> ([Pg; 4], Pool) {
    let config = PoolConfig { memory: 100_000, cell_bytes: 1, headroom };
    ([Pg::new(GROUP); 4], Pool::new(config, &[GROUP; 4]))
}

#[test]
fn a_shared_headroom_pool_leaves_more_to_share() {
    for (headroom, size) in [
        (HeadroomPool::Private, 40_000),
        (HeadroomPool::Ratio(HeadroomPool::ONE), 40_000),
        (HeadroomPool::Ratio(2 * HeadroomPool::ONE), 20_000),
        (HeadroomPool::Ratio(3 * HeadroomPool::ONE), 13_334),
        (HeadroomPool::Bytes(7_000), 7_000),
    ] {
        let (_, pool) = switch(headroom);
        assert_eq!((pool.headroom_size(), pool.free()), (size, 100_000 - 4_000 - size), "{headroom:?}");
    }
}

#[test]
fn a_group_within_its_headroom_is_refused_by_a_pool_that_is_used_up() {
    let (mut groups, mut pool) = switch(HeadroomPool::Ratio(2 * HeadroomPool::ONE));
    let [a, b, c, _] = &mut groups;
    assert_eq!(a.admit(&mut pool, 10_000, None), Admission::Headroom);
    assert_eq!(a.admit(&mut pool, 1_001, None), Admission::Violation, "its own limit comes first");
    assert_eq!(b.admit(&mut pool, 9_999, None), Admission::Headroom);
    assert_eq!(c.admit(&mut pool, 1_001, None), Admission::PoolViolation);
    assert_eq!((c.held(), pool.headroom_used()), (0, 19_999), "what is lost is not charged");
    a.release(&mut pool, 5_000);
    assert_eq!(c.admit(&mut pool, 1_001, None), Admission::Headroom);
}

#[test]
fn at_ratio_one_the_pool_refuses_nothing_that_the_groups_would_take() {
    let (mut groups, mut pool) = switch(HeadroomPool::Ratio(HeadroomPool::ONE));
    for group in &mut groups {
        assert_eq!(group.admit(&mut pool, 10_000, None), Admission::Headroom);
        assert_eq!(group.admit(&mut pool, 1_001, None), Admission::Violation);
    }
    assert_eq!(pool.headroom_used(), pool.headroom_size());
}

#[test]
fn headroom_in_use_never_takes_shared_memory() {
    for headroom in [HeadroomPool::Private, HeadroomPool::Bytes(15_000)] {
        let (mut groups, mut pool) = switch(headroom);
        let free = pool.free();
        groups[0].admit(&mut pool, 8_000, None);
        assert_eq!(pool.free(), free);
        groups[0].release(&mut pool, 8_000);
        assert_eq!((pool.free(), pool.headroom_used()), (free, 0));
    }
}

#[test]
fn a_headroom_that_changes_moves_the_pool_by_its_part() {
    let more = PgConfig { headroom: 30_000, ..GROUP };
    for (headroom, taken) in [
        (HeadroomPool::Private, 20_000),
        (HeadroomPool::Ratio(2 * HeadroomPool::ONE), 10_000),
        (HeadroomPool::Bytes(15_000), 0),
    ] {
        let (mut groups, mut pool) = switch(headroom);
        let free = pool.free();
        groups[0].reconfigure(&mut pool, more);
        assert_eq!(pool.free(), free - taken, "{headroom:?}");
        groups[0].reconfigure(&mut pool, GROUP);
        assert_eq!(pool.free(), free);
    }
}
