//! Starvation guard of four ports: an input is overdue after 16 frames of other inputs.

use super::*;

const ALL: PortSet = PortSet::ALL;

const fn voq(input: u8, output: u8, priority: Priority) -> VoqId {
    VoqId { input: LocalPort(input), output: LocalPort(output), priority }
}

/// Set of one input.
fn only(input: u8) -> PortSet {
    LocalPort(input).into()
}

fn requests(rows: &[(usize, u8)]) -> Requests {
    let mut requests = Requests::new(4);
    for (input, priority) in rows {
        requests.set(LocalPort::new(*input), LocalPort(0), Priority::new(*priority), true);
    }
    requests
}

/// Output 0 transfers `n` frames of `input` while the inputs in `free` are free.
fn takes(
    turns: &mut StarvationGuard,
    requests: &Requests,
    (input, priority): (u8, u8),
    free: PortSet,
    n: usize,
) {
    (0..n).for_each(|_| turns.taken(requests, voq(input, 0, Priority::new(priority)), free));
}

#[test]
fn output_reserves_itself_for_a_queue_passed_over_for_four_rounds_of_ports() {
    let requests = requests(&[(0, 3), (1, 3)]);
    let mut turns = StarvationGuard::new(Precedence::Strict, 4);
    takes(&mut turns, &requests, (1, 3), !only(0), 15);
    assert_eq!(turns.overdue(&requests, LocalPort(0), ALL), None);
    takes(&mut turns, &requests, (1, 3), !only(0), 1);
    assert_eq!(
        turns.overdue(&requests, LocalPort(0), !only(0)),
        Some(voq(0, 0, Priority::P3)),
        "for an input that is not free, too"
    );
    assert_eq!(turns.overdue(&requests, LocalPort(1), ALL), None, "other outputs do not");
    takes(&mut turns, &requests, (0, 3), ALL, 1);
    assert_eq!(turns.overdue(&requests, LocalPort(0), ALL), None, "now it is the turn of input 1");
    takes(&mut turns, &requests, (0, 3), ALL, 16);
    assert_eq!(turns.overdue(&requests, LocalPort(0), ALL), Some(voq(1, 0, Priority::P3)));
}

#[test]
fn free_queue_of_a_higher_strict_priority_precedes_an_overdue_queue() {
    let requests = requests(&[(0, 3), (1, 3), (2, 5)]);
    let mut turns = StarvationGuard::new(Precedence::Strict, 4);
    takes(&mut turns, &requests, (1, 3), only(1), 16);
    takes(&mut turns, &requests, (2, 5), ALL, 1);
    assert_eq!(turns.overdue(&requests, LocalPort(0), only(2)), None);
    assert_eq!(
        turns.overdue(&requests, LocalPort(0), only(1)),
        Some(voq(0, 0, Priority::P3)),
        "what is not free does not"
    );
}

#[test]
fn only_matches_of_lower_precedence_make_a_queue_overdue() {
    let requests = requests(&[(0, 5), (1, 3)]);
    let mut turns = StarvationGuard::new(Precedence::Strict, 4);
    takes(&mut turns, &requests, (0, 5), only(0), 100);
    assert_eq!(turns.overdue(&requests, LocalPort(0), ALL), None, "the lower one has to wait");
    takes(&mut turns, &requests, (1, 3), only(1), 16);
    assert_eq!(turns.overdue(&requests, LocalPort(0), only(1)), Some(voq(0, 0, Priority::P5)));

    // With weights no priority precedes another.
    let mut turns = StarvationGuard::new(Precedence::Weighted, 4);
    takes(&mut turns, &requests, (0, 5), only(0) | only(1), 100);
    assert_eq!(turns.overdue(&requests, LocalPort(0), ALL), None, "the weights chose");
    takes(&mut turns, &requests, (0, 5), only(0), 16);
    assert_eq!(turns.overdue(&requests, LocalPort(0), ALL), Some(voq(1, 0, Priority::P3)));
}

#[test]
fn emptied_queue_is_not_overdue() {
    let mut requests = requests(&[(0, 3), (1, 3)]);
    let mut turns = StarvationGuard::new(Precedence::Strict, 4);
    takes(&mut turns, &requests, (1, 3), !only(0), 16);
    requests.set(LocalPort(0), LocalPort(0), Priority::P3, false);
    assert_eq!(
        turns.overdue(&requests, LocalPort(0), ALL),
        Some(voq(1, 0, Priority::P3)),
        "it is the turn of the next"
    );
    requests.set(LocalPort(1), LocalPort(0), Priority::P3, false);
    turns.begin(LocalPort(0), Priority::P3);
    requests.set(LocalPort(0), LocalPort(0), Priority::P3, true);
    assert_eq!(turns.overdue(&requests, LocalPort(0), ALL), None);
}
