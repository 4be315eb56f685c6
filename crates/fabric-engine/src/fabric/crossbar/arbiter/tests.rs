//! Matches of small crossbars, calculated by hand by the rules of the paper.

use super::*;
use crate::fabric::crossbar::{Inputs, Mode};
use crate::units::Time;

fn config(matching: Matching, iterations: u8) -> CrossbarConfig {
    CrossbarConfig {
        matching,
        iterations,
        inputs: Inputs::Voq,
        precedence: Precedence::Strict,
        mode: Mode::Packet,
        cell_bytes: 64,
        slot: Time(1_000),
        latency: Time::ZERO,
        egress_frames: 2,
    }
}

fn requests(ports: usize, rows: &[(usize, usize, u8)]) -> Requests {
    let mut requests = Requests::new(ports);
    for (input, output, priority) in rows {
        requests.set(LocalPort::new(*input), LocalPort::new(*output), Priority::new(*priority), true);
    }
    requests
}

const fn voq(input: u8, output: u8, priority: Priority) -> VoqId {
    VoqId { input: LocalPort(input), output: LocalPort(output), priority }
}

fn ports<const N: usize>(all: [u8; N]) -> PortSet {
    all.map(LocalPort).into_iter().collect()
}

fn run(arbiter: &mut Arbiter, requests: &Requests) -> (Vec<(u8, u8)>, Vec<MatchEvent>) {
    let mut events = Vec::new();
    let demand = Demand { requests, inputs: PortSet::ALL, outputs: PortSet::ALL };
    let matches = arbiter.slot(demand, |_, _, _, _| None, || 0, |event| events.push(event));
    (matches.iter().map(|voq| (voq.input.0, voq.output.0)).collect(), events)
}

#[test]
fn pointers_move_one_beyond_an_accepted_grant_and_stay_after_a_refused_one() {
    let requests = requests(4, &[(0, 0, 0), (0, 1, 0), (2, 1, 0), (2, 3, 0), (3, 3, 0)]);
    let mut arbiter = Arbiter::new(&config(Matching::Islip, 1), 4);
    // Outputs 0 and 1 both grant to input 0, which accepts output 0; output 3 grants to input 2.
    assert_eq!(run(&mut arbiter, &requests).0, [(0, 0), (2, 3)]);
    let pointers: Vec<u8> =
        (0..4).map(|output| arbiter.grant_pointer(LocalPort(output), Priority::P0).0).collect();
    assert_eq!(pointers, [1, 0, 0, 3], "output 1 was refused, its pointer stays");
    let pointers: Vec<u8> =
        (0..4).map(|input| arbiter.accept_pointer(LocalPort(input), Priority::P0).0).collect();
    assert_eq!(pointers, [1, 0, 0, 0], "one beyond output 3 is output 0");
}

#[test]
fn second_iteration_matches_remaining_ports_and_moves_no_pointer() {
    let requests = requests(4, &[(0, 0, 0), (0, 1, 0), (2, 1, 0)]);
    let mut arbiter = Arbiter::new(&config(Matching::Islip, 2), 4);
    let (matches, events) = run(&mut arbiter, &requests);
    assert_eq!(matches, [(0, 0), (2, 1)]);
    assert_eq!([0, 1].map(|output| arbiter.grant_pointer(LocalPort(output), Priority::P0).0), [1, 0]);
    assert_eq!(arbiter.accept_pointer(LocalPort(2), Priority::P0), LocalPort(0));
    let grants = |n: u8| {
        let of =
            |event: &&MatchEvent| matches!(event, MatchEvent::Grant { iteration, .. } if *iteration == n);
        events.iter().filter(of).count()
    };
    assert_eq!((grants(0), grants(1)), (2, 1));
}

#[test]
fn under_full_load_the_pointers_come_apart_and_every_output_is_matched_in_every_slot() {
    let all: Vec<_> = (0..16).flat_map(|input| (0..16).map(move |output| (input, output, 0))).collect();
    let requests = requests(16, &all);
    let mut arbiter = Arbiter::new(&config(Matching::Islip, 1), 16);
    let sizes: Vec<usize> = (0..64).map(|_| run(&mut arbiter, &requests).0.len()).collect();
    assert_eq!(sizes[0], 1, "all outputs grant input 0");
    assert!(sizes[16..].iter().all(|size| *size == 16), "{sizes:?}");
}

#[test]
fn every_queue_of_a_full_set_is_served_once_in_every_round_of_ports() {
    let all: Vec<_> = (0..8).flat_map(|input| (0..8).map(move |output| (input, output, 3))).collect();
    let requests = requests(8, &all);
    let mut arbiter = Arbiter::new(&config(Matching::Islip, 1), 8);
    (0..16).for_each(|_| drop(run(&mut arbiter, &requests)));
    let mut served = [[0; 8]; 8];
    for _ in 0..80 {
        for (input, output) in run(&mut arbiter, &requests).0 {
            served[usize::from(input)][usize::from(output)] += 1;
        }
    }
    assert_eq!(served, [[10; 8]; 8]);
}

#[test]
fn the_highest_priority_is_granted_and_accepted_first() {
    let requests = requests(4, &[(0, 0, 1), (1, 0, 5), (0, 2, 3), (1, 2, 3)]);
    let mut arbiter = Arbiter::new(&config(Matching::Islip, 2), 4);
    let demand = Demand { requests: &requests, inputs: PortSet::ALL, outputs: PortSet::ALL };
    let matches = arbiter.slot(demand, |_, _, _, _| None, || 0, |_| ());
    let expected = [voq(0, 2, Priority::P3), voq(1, 0, Priority::P5)];
    assert_eq!(matches, expected);
}

#[test]
fn output_without_room_starts_no_match_but_finishes_partial_frames() {
    let mut requests = requests(4, &[(0, 1, 3), (2, 1, 3)]);
    requests.set_open(LocalPort(1), Priority::P3, false);
    let mut arbiter = Arbiter::new(&config(Matching::Islip, 4), 4);
    assert_eq!(run(&mut arbiter, &requests), (vec![], vec![]));
    requests.set_partly(LocalPort(2), LocalPort(1), Priority::P3, true);
    assert_eq!(run(&mut arbiter, &requests).0, [(2, 1)]);
    requests.set_partly(LocalPort(2), LocalPort(1), Priority::P3, false);
    requests.set_open(LocalPort(1), Priority::P3, true);
    assert_eq!(run(&mut arbiter, &requests).0, [(0, 1)]);
}

#[test]
fn busy_ports_are_left_alone() {
    let requests = requests(4, &[(0, 1, 3), (2, 1, 3), (2, 3, 3)]);
    let mut arbiter = Arbiter::new(&config(Matching::Islip, 4), 4);
    let demand = Demand { requests: &requests, inputs: !ports([0]), outputs: !ports([3]) };
    let matches = arbiter.slot(demand, |_, _, _, _| None, || 0, |_| ());
    assert_eq!(matches, [voq(2, 1, Priority::P3)]);
}

#[test]
fn a_random_pick_is_a_member_and_each_is_as_likely() {
    let set = ports([0, 9, 10, 12, 15]);
    let mut counts = [0; 64];
    for n in 0..1_000u64 {
        let draw = u32::try_from((n << 32).div_ceil(1_000)).unwrap();
        counts[random(set, draw).expect("five ports").index()] += 1;
    }
    for (port, count) in counts.iter().enumerate() {
        assert_eq!(*count, if set.contains(LocalPort::new(port)) { 200 } else { 0 });
    }
    assert_eq!(random(PortSet::EMPTY, 7), None);
}
