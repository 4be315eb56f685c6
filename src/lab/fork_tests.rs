//! Tests of forks: an edit before the end of the recorded run starts another run, and undo restores the first
//! run.

use fabric_sim::document::params::Key;
use fabric_sim::units::Time;

use super::test_lab::{at, rest};
use super::*;
use fabric_sim::ids::Priority;

/// Hash of the state at the cursor.
fn hash(lab: &Lab) -> String {
    lab.run().recording().world().hash().to_string()
}

/// Performs `command`, and advances the lab until the cursor has arrived. Ignores a refusal of the command.
fn go(lab: &mut Lab, command: Command) {
    lab.act(command);
    rest(lab);
}

/// Lab with the cursor at 12 µs after 60 µs of its run were simulated.
fn back(link: &str) -> Lab {
    let mut lab = at(link);
    go(&mut lab, Command::Seek(Time::from_us(60)));
    go(&mut lab, Command::Seek(Time::from_us(12)));
    assert!(lab.run().recording().has_future());
    lab
}

/// Command that sets a parameter for the selected port and priority.
fn set(key: Key, value: &str) -> Command {
    Command::Set { key, value: value.into() }
}

#[test]
fn acting_in_the_past_drops_the_future_and_undo_brings_it_back() {
    for command in [set(Key::Xoff, "96k"), Command::Incast, Command::SwitchLink(false)] {
        let mut lab = back("#/preset/incast?run=0&sel=leaf1.0.p3");
        let seen = |lab: &Lab| lab.run().recording().events().len();
        let (first, known, events) = (hash(&lab), lab.run().recording().known_until(), seen(&lab));
        assert!(lab.distinct_run_a().is_none());
        go(&mut lab, command.clone());
        let run_a = lab.distinct_run_a().expect("the run before");
        assert_eq!(run_a.known_until(), known);
        assert!(lab.run().recording().known_until() < known, "{command:?}");
        assert_ne!(hash(&lab), first);
        lab.act(Command::Undo);
        rest(&mut lab);
        assert_eq!((hash(&lab), lab.picture().now), (first.clone(), Time::from_us(12)));
        assert_eq!((lab.run().recording().known_until(), seen(&lab)), (known, events), "as it was seen");
        assert!(lab.distinct_run_a().is_none());
        lab.act(Command::Redo);
        rest(&mut lab);
        assert_ne!(hash(&lab), first);
        assert_eq!(lab.distinct_run_a().map(RunA::known_until), Some(known));
        lab.act(Command::Undo);
        go(&mut lab, Command::Seek(Time::from_us(60)));
        let mut straight = at("#/preset/incast?t=60us");
        rest(&mut straight);
        assert_eq!(hash(&lab), hash(&straight));
        assert_eq!(seen(&lab), seen(&straight), "nothing is told twice");
    }
}

#[test]
fn an_action_at_the_end_of_the_run_discards_no_future() {
    let mut lab = at("#/preset/incast?t=12us&sel=leaf1.0.p3");
    go(&mut lab, set(Key::Xoff, "96k"));
    assert!(lab.distinct_run_a().is_none());
}

#[test]
fn a_change_from_the_start_makes_the_run_before_run_a() {
    let mut lab = back("#/preset/incast?run=0");
    let known = lab.run().recording().known_until();
    lab.act(Command::FromStart(true));
    go(&mut lab, set(Key::Xoff, "96k"));
    assert_eq!(lab.distinct_run_a().map(RunA::known_until), Some(known));
    let lane = lab
        .distinct_run_a()
        .and_then(|run_a| run_a.history().lane(lab.selected().port, Priority::P3).cloned());
    assert!(lane.is_some(), "its queues are known");
    lab.act(Command::Undo);
    rest(&mut lab);
    assert_eq!(lab.run().recording().known_until(), known);
}

#[test]
fn run_a_of_a_drag_is_the_run_before_it() {
    let mut lab = back("#/preset/incast?run=0&sel=leaf1.0.p3");
    let known = lab.run().recording().known_until();
    for (value, done) in [("90k", false), ("91k", false), ("96k", false), ("96k", true)] {
        lab.act(Command::Slide { key: Key::Xoff, value: value.into(), done });
        lab.advance(0.2, &mut || false);
        rest(&mut lab);
        assert_eq!(lab.distinct_run_a().map(RunA::known_until), Some(known));
    }
    go(&mut lab, Command::Seek(Time::from_us(30)));
    go(&mut lab, Command::Seek(Time::from_us(13)));
    go(&mut lab, set(Key::Xoff, "99k"));
    assert_eq!(lab.picture().static_picture.error, None);
    assert_eq!(
        lab.distinct_run_a().map(RunA::known_until),
        Some(Time::from_us(30)),
        "of the next edit the next one"
    );
}

#[test]
fn commands_during_a_seek_act_at_its_destination() {
    let link = "#/preset/incast?run=0&t=30us";
    let mut slow = at(link);
    (0..3).for_each(|_| go(&mut slow, Command::StepBack));
    let mut fast = at(link);
    (0..3).for_each(|_| fast.act(Command::StepBack));
    rest(&mut fast);
    assert_eq!(hash(&fast), hash(&slow));
    for lab in [&mut slow, &mut fast] {
        lab.act(Command::StepBack);
    }
    rest(&mut slow);
    slow.act(Command::Incast);
    fast.act(Command::Incast);
    rest(&mut slow);
    rest(&mut fast);
    assert!(fast.fragment().contains("incast"), "{}", fast.fragment());
    assert_eq!(fast.fragment(), slow.fragment());
    assert_eq!(hash(&fast), hash(&slow));
}

#[test]
fn reset_does_not_change_the_seed() {
    let mut lab = at("#/preset/incast?seed=7&xoff=96k&t=12us");
    let seed = lab.run().recording().spec().seed;
    lab.act(Command::Reset);
    rest(&mut lab);
    assert_eq!((lab.run().recording().spec().seed, seed), (7, 7));
    assert!(!lab.fragment().contains("xoff"), "{}", lab.fragment());
}

#[test]
fn a_visited_position_is_shown_at_once_during_a_drag() {
    let mut lab = at("#/preset/parking-lot?run=0&t=3ms");
    assert!(lab.run().recording().seekable_run.checkpoints().0 > 10);
    let goal = Time::from_us(1_560);
    lab.act(Command::Scrub(goal));
    lab.advance(0.0, &mut || true);
    let (now, there) = (lab.picture().now, lab.run().has_pending_move());
    assert!(there && now < goal && now > Time::from_us(1_400), "{now}");
    assert_eq!(lab.picture().aim, goal, "the hand stays where it is");
    rest(&mut lab);
    assert_eq!((lab.picture().now, lab.picture().aim), (goal, goal));
    assert_eq!(hash(&lab), hash(&at("#/preset/parking-lot?run=0&t=1560us")));
}
