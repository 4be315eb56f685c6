use super::*;
use crate::engine::{PausedQueue, Pauser};

/// Paused queues of ports 0 to 5, in these circles; `stuck` of them cannot drain.
fn waits(cycles: &[&[usize]], stuck: &[usize]) -> Waits {
    let queue = |n: usize| PausedQueue {
        port: PortId::new(n),
        priority: 3,
        bytes: 1,
        since: Time::ZERO,
        by: Pauser::Group,
        stormed: false,
    };
    Waits {
        queues: (0..6).map(queue).collect(),
        holds: vec![Vec::new(); 6],
        stuck: (0..6).map(|n| stuck.contains(&n)).collect(),
        hopeless: (0..6).map(|n| stuck.contains(&n)).collect(),
        cut_off: Vec::new(),
        cycles: cycles.iter().map(|cycle| cycle.to_vec()).collect(),
        looks: 0,
    }
}

fn cause(us: u64) -> Cause {
    Cause { at: Time::from_us(us), queue: (PortId::new(0), 3), how: How::Paused }
}

fn ports(circle: &Circle) -> Vec<u32> {
    circle.queues.iter().map(|(port, _)| port.0).collect()
}

#[test]
fn a_circle_closes_dies_and_opens_and_the_deadlock_is_remembered() {
    let mut circles = Circles::default();
    let turn = circles.turn(&waits(&[&[0, 1]], &[]), &[cause(1)]);
    assert_eq!(turn, Turn { closed: 1, ..Turn::default() });
    assert!(!circles.standing()[0].is_deadlock());
    let turn = circles.turn(&waits(&[&[0, 1]], &[0, 1]), &[cause(2)]);
    assert_eq!(turn, Turn { died: 1, ..Turn::default() });
    assert_eq!(
        (circles.standing()[0].closed.at, circles.standing()[0].died),
        (Time::from_us(1), Some(cause(2)))
    );
    assert_eq!(circles.turn(&waits(&[&[0, 1]], &[0, 1]), &[cause(3)]), Turn::default());
    let turn = circles.turn(&waits(&[], &[]), &[cause(4)]);
    assert_eq!(turn, Turn { opened: 1, freed: 1, ..Turn::default() });
    assert_eq!((circles.standing().len(), circles.past().len()), (0, 1));
    assert_eq!(circles.past()[0].opened, Some(Time::from_us(4)));
    assert_eq!((circles.closed(), circles.deadlocks()), (1, 1));
}

#[test]
fn a_circle_that_grows_goes_on_and_one_that_drains_is_only_counted() {
    let mut circles = Circles::default();
    circles.turn(&waits(&[&[2, 3]], &[]), &[cause(1)]);
    circles.turn(&waits(&[&[1, 2, 3], &[4, 5]], &[4, 5]), &[cause(2)]);
    let standing: Vec<_> =
        circles.standing().iter().map(|circle| (ports(circle), circle.closed.at)).collect();
    assert_eq!(standing, [(vec![1, 2, 3], Time::from_us(1)), (vec![4, 5], Time::from_us(2))]);
    circles.turn(&waits(&[&[4, 5]], &[4, 5]), &[cause(3)]);
    assert_eq!((circles.standing().len(), circles.past().len(), circles.closed()), (1, 0, 2));
}

#[test]
fn what_is_remembered_is_bounded() {
    let mut circles = Circles::default();
    for n in 0..Circles::KEPT as u64 + 10 {
        circles.turn(&waits(&[&[0, 1]], &[0, 1]), &[cause(2 * n)]);
        circles.turn(&waits(&[], &[]), &[cause(2 * n + 1)]);
    }
    assert_eq!(circles.past().len(), Circles::KEPT);
    assert_eq!(circles.deadlocks(), Circles::KEPT as u64 + 10);
}

#[test]
fn deadlocks_that_merge_go_on_as_one_and_none_of_them_is_free() {
    let mut circles = Circles::default();
    circles.turn(&waits(&[&[0, 1]], &[0, 1]), &[cause(1)]);
    circles.turn(&waits(&[&[0, 1], &[2, 3]], &[0, 1, 2, 3]), &[cause(2)]);
    let turn = circles.turn(&waits(&[&[0, 1, 2, 3]], &[0, 1, 2, 3]), &[cause(3)]);
    assert_eq!(turn, Turn::default());
    assert_eq!(circles.past(), []);
    let one = &circles.standing()[0];
    assert_eq!((ports(one), one.closed, one.died), (vec![0, 1, 2, 3], cause(1), Some(cause(1))));
}

#[test]
fn a_deadlock_that_can_drain_again_is_none_any_more() {
    let mut circles = Circles::default();
    circles.turn(&waits(&[&[0, 1]], &[0, 1]), &[cause(1)]);
    let turn = circles.turn(&waits(&[&[0, 1]], &[]), &[cause(2)]);
    assert_eq!(turn, Turn { freed: 1, ..Turn::default() });
    assert_eq!(circles.past()[0].opened, Some(Time::from_us(2)));
    assert_eq!((circles.standing()[0].closed, circles.standing()[0].died), (cause(1), None));
}
