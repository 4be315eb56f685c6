use fabric_sim::engine::CrossbarView;
use fabric_sim::fabric::crossbar::Precedence;

use super::super::{Pointers, pointers};
use super::*;

const fn voq(input: u8, output: u8, priority: u8) -> VoqId {
    VoqId { input, output, priority }
}

const fn grant(iteration: u8, voq: VoqId) -> Phase {
    Phase::Grant { iteration, voq, is_forced: false }
}

const fn accept(iteration: u8, voq: VoqId, grant_pointer: u8, accept_pointer: u8) -> Phase {
    Phase::Accept { iteration, voq, grant_pointer, accept_pointer }
}

/// Inputs 0 and 1 ask for outputs 2 and 3, input 1 for output 2 with priority 0,
/// too; outputs 2 and 3 both grant input 0; output 2 is taken; in the second
/// round output 3 gets input 1. Input 3 has held output 0 since before.
fn two_rounds() -> Match {
    let mut slot = Match::default();
    slot.begin(Time(7), 1);
    let asked = |priority, inputs, open| EventKind::Asked { priority, inputs, open };
    slot.record(1, &asked(3, 0b100, false));
    slot.record(2, &asked(0, 0b10, true));
    slot.record(2, &asked(3, 0b11, true));
    slot.record(3, &asked(3, 0b11, true));
    let phases = [
        grant(0, voq(0, 2, 3)),
        grant(0, voq(0, 3, 3)),
        accept(0, voq(0, 2, 3), 3, 1),
        grant(1, voq(1, 3, 3)),
        accept(1, voq(1, 3, 3), 0, 0),
    ];
    for phase in phases {
        slot.record(0, &EventKind::Matched(phase));
    }
    slot.retain([voq(0, 2, 3), voq(1, 3, 3), voq(3, 0, 3)].into_iter());
    slot
}

fn link(cells: &[Cell], input: u8, output: u8) -> Option<PairState> {
    cells.iter().find(|cell| (cell.input, cell.output) == (input, output)).map(|cell| cell.link)
}

#[test]
fn stages_go_from_the_requests_to_the_last_accept() {
    let names: Vec<String> = two_rounds().stages().map(MatchStage::name).collect();
    assert_eq!(names, ["request", "grant 1", "accept 1", "grant 2", "accept 2"]);
    assert_eq!(Match::default().stages().collect::<Vec<_>>(), [MatchStage::Request]);
}

#[test]
fn a_pair_goes_from_ring_to_half_to_full() {
    let slot = two_rounds();
    let at = |stage| {
        let cells = slot.cells(stage, 3);
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
    slot.record(2, &EventKind::Asked { priority: 5, inputs: 0b1000, open: true });
    slot.record(0, &EventKind::Asked { priority: 5, inputs: 0b0010, open: true });
    let cells = slot.cells(MatchStage::Request, 3);
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
fn a_pair_is_drawn_once_with_the_priority_that_is_looked_at() {
    let slot = two_rounds();
    let priority = |looked_at| {
        let cells = slot.cells(MatchStage::Request, looked_at);
        assert_eq!(cells.iter().filter(|cell| (cell.input, cell.output) == (1, 2)).count(), 1);
        cells.iter().find(|cell| (cell.input, cell.output) == (1, 2)).map(|cell| cell.priority)
    };
    assert_eq!((priority(0), priority(3), priority(5)), (Some(0), Some(3), Some(3)));
}

#[test]
fn pairs_of_earlier_slots_are_retained_and_not_free() {
    let slot = two_rounds();
    assert_eq!(slot.retained, [voq(3, 0, 3)]);
    assert_eq!(slot.free_inputs(0) & 0b1111, 0b0111);
    assert_eq!(slot.free_inputs(1) & 0b1111, 0b0110);
    assert_eq!((slot.full_outputs(3), slot.full_outputs(0)), (0b10, 0));
}

#[test]
fn pointers_stand_where_they_stood_until_the_first_offers_are_taken() {
    let slot = two_rounds();
    // After the match: output 2 is past input 0, input 0 past output 2.
    let now = CrossbarView {
        grant: vec![[0; 8], [0; 8], [1; 8], [0; 8]],
        accept: vec![[3; 8], [0; 8], [0; 8], [0; 8]],
        ..CrossbarView::default()
    };
    let at = |stage, priority| pointers(&now, &slot, stage, priority, Precedence::Strict);
    let before = Pointers { grant: vec![0, 0, 3, 0], accept: vec![1, 0, 0, 0] };
    let after = Pointers { grant: vec![0, 0, 1, 0], accept: vec![3, 0, 0, 0] };
    assert_eq!([at(MatchStage::Request, 3), at(MatchStage::Grant(0), 3)], [before.clone(), before]);
    assert_eq!([at(MatchStage::Accept(0), 3), at(MatchStage::Accept(1), 3)], [after.clone(), after.clone()]);
    assert_eq!(at(MatchStage::Request, 0), after, "those of another priority never moved");
    let weighted = pointers(&now, &slot, MatchStage::Request, 0, Precedence::Weighted);
    assert_eq!((weighted.grant[2], weighted.accept[0]), (1, 1), "with weights inputs have one for all");
}
