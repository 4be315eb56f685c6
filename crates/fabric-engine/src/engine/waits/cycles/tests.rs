use super::*;
use crate::engine::{PausedQueue, Pauser};
use crate::ids::{Priority, QueueId};

/// Test value: waits of six paused queues at ports 0 to 5. The queues in each list of `cycles` form a cycle;
/// the queues in `stuck` cannot drain.
fn waits(cycles: &[&[usize]], stuck: &[usize]) -> Waits {
    let queue = |n: usize| PausedQueue {
        port: PortId::new(n),
        priority: Priority::P3,
        bytes: 1,
        since: Time::ZERO,
        by: Pauser::Group,
        is_storm: false,
    };
    Waits {
        queues: (0..6).map(queue).collect(),
        edges: vec![Vec::new(); 6],
        stuck: (0..6).map(|n| stuck.contains(&n)).collect(),
        needs_intervention: (0..6).map(|n| stuck.contains(&n)).collect(),
        cut_off: Vec::new(),
        cycles: cycles.iter().map(|cycle| cycle.to_vec()).collect(),
        visits: 0,
    }
}

fn cause(us: u64) -> TriggeringEvent {
    TriggeringEvent {
        at: Time::from_us(us),
        queue: QueueId::new(PortId::new(0), Priority::P3),
        how: CycleTrigger::Paused,
    }
}

fn ports(cycle: &Cycle) -> Vec<u32> {
    cycle.queues.iter().map(|queue| queue.port.0).collect()
}

#[test]
fn a_cycle_becomes_a_deadlock_and_ends_and_the_deadlock_is_recorded() {
    let mut cycles = Cycles::default();
    let change = cycles.update(&waits(&[&[0, 1]], &[]), &[cause(1)]);
    assert_eq!(change, CycleChange { closed: 1, ..CycleChange::default() });
    assert!(!cycles.standing()[0].is_deadlock());
    let change = cycles.update(&waits(&[&[0, 1]], &[0, 1]), &[cause(2)]);
    assert_eq!(change, CycleChange { deadlocks: 1, ..CycleChange::default() });
    assert_eq!(
        (cycles.standing()[0].closed.at, cycles.standing()[0].deadlock),
        (Time::from_us(1), Some(cause(2)))
    );
    assert_eq!(cycles.update(&waits(&[&[0, 1]], &[0, 1]), &[cause(3)]), CycleChange::default());
    let change = cycles.update(&waits(&[], &[]), &[cause(4)]);
    assert_eq!(change, CycleChange { opened: 1, freed: 1, ..CycleChange::default() });
    assert_eq!((cycles.standing().len(), cycles.past().len()), (0, 1));
    assert_eq!(cycles.past()[0].opened, Some(Time::from_us(4)));
    assert_eq!((cycles.closed(), cycles.deadlocks()), (1, 1));
}

#[test]
fn a_cycle_that_grows_continues_and_one_that_drains_is_only_counted() {
    let mut cycles = Cycles::default();
    cycles.update(&waits(&[&[2, 3]], &[]), &[cause(1)]);
    cycles.update(&waits(&[&[1, 2, 3], &[4, 5]], &[4, 5]), &[cause(2)]);
    let standing: Vec<_> = cycles.standing().iter().map(|cycle| (ports(cycle), cycle.closed.at)).collect();
    assert_eq!(standing, [(vec![1, 2, 3], Time::from_us(1)), (vec![4, 5], Time::from_us(2))]);
    cycles.update(&waits(&[&[4, 5]], &[4, 5]), &[cause(3)]);
    assert_eq!((cycles.standing().len(), cycles.past().len(), cycles.closed()), (1, 0, 2));
}

#[test]
fn number_of_recorded_past_cycles_is_bounded() {
    let mut cycles = Cycles::default();
    for n in 0..Cycles::KEPT as u64 + 10 {
        cycles.update(&waits(&[&[0, 1]], &[0, 1]), &[cause(2 * n)]);
        cycles.update(&waits(&[], &[]), &[cause(2 * n + 1)]);
    }
    assert_eq!(cycles.past().len(), Cycles::KEPT);
    assert_eq!(cycles.deadlocks(), Cycles::KEPT as u64 + 10);
}

#[test]
fn deadlocks_that_merge_go_on_as_one_and_none_of_them_is_free() {
    let mut cycles = Cycles::default();
    cycles.update(&waits(&[&[0, 1]], &[0, 1]), &[cause(1)]);
    cycles.update(&waits(&[&[0, 1], &[2, 3]], &[0, 1, 2, 3]), &[cause(2)]);
    let change = cycles.update(&waits(&[&[0, 1, 2, 3]], &[0, 1, 2, 3]), &[cause(3)]);
    assert_eq!(change, CycleChange::default());
    assert_eq!(cycles.past(), []);
    let one = &cycles.standing()[0];
    assert_eq!((ports(one), one.closed, one.deadlock), (vec![0, 1, 2, 3], cause(1), Some(cause(1))));
}

#[test]
fn a_deadlock_that_can_drain_again_is_none_any_more() {
    let mut cycles = Cycles::default();
    cycles.update(&waits(&[&[0, 1]], &[0, 1]), &[cause(1)]);
    let change = cycles.update(&waits(&[&[0, 1]], &[]), &[cause(2)]);
    assert_eq!(change, CycleChange { freed: 1, ..CycleChange::default() });
    assert_eq!(cycles.past()[0].opened, Some(Time::from_us(2)));
    assert_eq!((cycles.standing()[0].closed, cycles.standing()[0].deadlock), (cause(1), None));
}
