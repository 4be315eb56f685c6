//! Tests of the matching in the picture: the stages, the marks of pairs at each stage, and the pointers.

use fabric_sim::engine::CrossbarView;
use fabric_sim::fabric::crossbar::Precedence;

use super::super::{Pointers, pointers};
use super::*;
use fabric_sim::ids::Priority;

const fn voq(input: u8, output: u8, priority: Priority) -> VoqId {
    VoqId { input: LocalPort(input), output: LocalPort(output), priority }
}

const fn grant(iteration: u8, voq: VoqId) -> MatchEvent {
    MatchEvent::Grant { iteration, voq, is_forced: false }
}

const fn accept(iteration: u8, voq: VoqId, grant_pointer: u8, accept_pointer: u8) -> MatchEvent {
    let (grant_pointer, accept_pointer) = (LocalPort(grant_pointer), LocalPort(accept_pointer));
    MatchEvent::Accept { iteration, voq, grant_pointer, accept_pointer }
}

fn ports(all: &[u8]) -> PortSet {
    all.iter().copied().map(LocalPort).collect()
}

fn requested(priority: Priority, inputs: &[u8], open: bool) -> EventKind {
    EventKind::Requested { priority, inputs: ports(inputs), open }
}

/// Crossbar match of two iterations, in priority 3.
///
/// Inputs 0 and 1 request outputs 2 and 3; input 1 also requests output 2 in priority 0. In the first
/// iteration, outputs 2 and 3 grant to input 0, which accepts output 2. In the second iteration, output 3
/// grants to input 1, which accepts. Output 1 is full. Input 3 already transfers to output 0.
fn two_rounds() -> Match {
    let mut slot = Match::default();
    slot.begin(Time(7), 1);
    slot.record(LocalPort(1), &requested(Priority::P3, &[2], false));
    slot.record(LocalPort(2), &requested(Priority::P0, &[1], true));
    slot.record(LocalPort(2), &requested(Priority::P3, &[0, 1], true));
    slot.record(LocalPort(3), &requested(Priority::P3, &[0, 1], true));
    let events = [
        grant(0, voq(0, 2, Priority::P3)),
        grant(0, voq(0, 3, Priority::P3)),
        accept(0, voq(0, 2, Priority::P3), 3, 1),
        grant(1, voq(1, 3, Priority::P3)),
        accept(1, voq(1, 3, Priority::P3), 0, 0),
    ];
    for event in events {
        slot.record(LocalPort(0), &EventKind::Matched(event));
    }
    slot.record_continuing(
        [voq(0, 2, Priority::P3), voq(1, 3, Priority::P3), voq(3, 0, Priority::P3)].into_iter(),
    );
    slot
}

fn link(cells: &[Cell], input: u8, output: u8) -> Option<PairState> {
    cells.iter().find(|cell| (cell.input.0, cell.output.0) == (input, output)).map(|cell| cell.state)
}

#[test]
fn stages_go_from_the_requests_to_the_last_accept() {
    let names: Vec<String> = two_rounds().stages().map(MatchStage::name).collect();
    assert_eq!(names, ["request", "grant 1", "accept 1", "grant 2", "accept 2"]);
    assert_eq!(Match::default().stages().collect::<Vec<_>>(), [MatchStage::Request]);
}

#[test]
fn pair_state_advances_request_grant_accept() {
    let slot = two_rounds();
    let at = |stage| {
        let cells = slot.cells(stage, Priority::P3);
        [(0, 2), (0, 3), (1, 2), (1, 3), (3, 0)].map(|(input, output)| link(&cells, input, output))
    };
    let [ring, half, full, held] =
        [PairState::Requested, PairState::Granted, PairState::Accepted, PairState::Transferring].map(Some);
    assert_eq!(at(MatchStage::Request), [ring, ring, ring, ring, held]);
    assert_eq!(at(MatchStage::Grant(0)), [half, half, ring, ring, held]);
    assert_eq!(at(MatchStage::Accept(0)), [full, half, ring, ring, held]);
    assert_eq!(at(MatchStage::Grant(1)), [full, half, ring, half, held]);
    assert_eq!(at(MatchStage::Accept(1)), [full, half, ring, full, held]);
}

#[test]
fn requests_of_busy_ports_are_blocked() {
    let mut slot = two_rounds();
    slot.record(LocalPort(2), &requested(Priority::P5, &[3], true));
    slot.record(LocalPort(0), &requested(Priority::P5, &[1], true));
    let cells = slot.cells(MatchStage::Request, Priority::P3);
    let of = |input, output| link(&cells, input, output);
    assert_eq!(
        (of(3, 2), of(1, 0)),
        (Some(PairState::Blocked), Some(PairState::Blocked)),
        "its input, its output"
    );
    assert_eq!((of(3, 0), of(1, 2)), (Some(PairState::Transferring), Some(PairState::Requested)));
}

#[test]
fn stages_and_the_steps_of_links_are_the_same() {
    let all: Vec<MatchStage> = MatchStage::all(4).collect();
    assert_eq!(all.len(), 9);
    for stage in all {
        assert_eq!(MatchStage::from(MatchStep::from(stage)), stage);
        assert_eq!(MatchStep::from(stage).to_string(), stage.name().replace(' ', ""));
    }
}

#[test]
fn a_pair_is_drawn_once_with_the_selected_priority() {
    let slot = two_rounds();
    let priority = |looked_at| {
        let cells = slot.cells(MatchStage::Request, looked_at);
        assert_eq!(cells.iter().filter(|cell| (cell.input.0, cell.output.0) == (1, 2)).count(), 1);
        cells.iter().find(|cell| (cell.input.0, cell.output.0) == (1, 2)).map(|cell| cell.priority)
    };
    assert_eq!(
        (priority(Priority::P0), priority(Priority::P3), priority(Priority::P5)),
        (Some(Priority::P0), Some(Priority::P3), Some(Priority::P3))
    );
}

#[test]
fn pairs_of_earlier_slots_are_retained_and_not_free() {
    let slot = two_rounds();
    assert_eq!(slot.retained, [voq(3, 0, Priority::P3)]);
    assert_eq!(slot.free_inputs(0), !ports(&[3]));
    assert_eq!(slot.free_inputs(1), !ports(&[0, 3]));
    assert_eq!(
        (slot.full_outputs(Priority::P3), slot.full_outputs(Priority::P0)),
        (ports(&[1]), PortSet::EMPTY)
    );
}

#[test]
fn pointers_stand_where_they_stood_until_the_first_offers_are_taken() {
    let slot = two_rounds();
    // Pointers after the match: the grant pointer of output 2 points to input 1, the accept pointer of input
    // 0 to output 3.
    let now = CrossbarView {
        grant: [0, 0, 1, 0].map(|input| [LocalPort(input); 8]).to_vec(),
        accept: [3, 0, 0, 0].map(|output| [LocalPort(output); 8]).to_vec(),
        ..CrossbarView::default()
    };
    let at = |stage, priority| pointers(&now, &slot, stage, priority, Precedence::Strict);
    let of = |ports: [u8; 4]| ports.map(LocalPort).to_vec();
    let before = Pointers { grant: of([0, 0, 3, 0]), accept: of([1, 0, 0, 0]) };
    let after = Pointers { grant: of([0, 0, 1, 0]), accept: of([3, 0, 0, 0]) };
    assert_eq!(
        [at(MatchStage::Request, Priority::P3), at(MatchStage::Grant(0), Priority::P3)],
        [before.clone(), before]
    );
    assert_eq!(
        [at(MatchStage::Accept(0), Priority::P3), at(MatchStage::Accept(1), Priority::P3)],
        [after.clone(), after.clone()]
    );
    assert_eq!(at(MatchStage::Request, Priority::P0), after, "those of another priority never moved");
    let weighted = pointers(&now, &slot, MatchStage::Request, Priority::P0, Precedence::Weighted);
    assert_eq!(
        (weighted.grant[2], weighted.accept[0]),
        (LocalPort(1), LocalPort(1)),
        "with weights inputs have one for all"
    );
}
