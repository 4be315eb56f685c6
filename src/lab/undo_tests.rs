//! Tests of undo: undo restores the state and the position of the cursor, also between two events of the same
//! time.

use fabric_sim::document::params::Key;
use fabric_sim::units::Time;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};

use super::test_lab::{at, rest};
use super::*;

/// Time of the cursor, number of events of this time that have happened, and hash of the state.
fn stands(lab: &Lab) -> (Time, u64, String) {
    let world = lab.run().recording().world();
    (world.now(), world.ran_now(), world.hash().to_string())
}

/// Performs `command`, and advances the lab until the cursor has arrived. Ignores a refusal of the command.
fn go(lab: &mut Lab, command: Command) {
    lab.act(command);
    rest(lab);
}

/// Command that sets a parameter for the selected port and priority.
fn set(key: Key, value: &str) -> Command {
    Command::Set { key, value: value.into() }
}

/// Performs `commands` one after the other, undoes all, redoes all, and undoes all again. Checks position and
/// state after each. Panics if a command is refused.
fn there_and_back(lab: &mut Lab, commands: &[Command]) {
    let mut stages = vec![stands(lab)];
    for command in commands {
        go(lab, command.clone());
        assert_eq!(lab.picture().static_picture.error, None, "{command:?}");
        stages.push(stands(lab));
    }
    for stage in stages.iter().rev().skip(1) {
        go(lab, Command::Undo);
        assert_eq!(&stands(lab), stage, "taken back, of {commands:?}");
    }
    for stage in &stages[1..] {
        go(lab, Command::Redo);
        assert_eq!(&stands(lab), stage, "done again, of {commands:?}");
    }
    for _ in commands {
        go(lab, Command::Undo);
    }
    assert_eq!(stands(lab), stages[0]);
}

#[test]
fn undo_of_an_action_at_an_event_returns_to_that_event() {
    let mut lab = at("#/preset/incast?t=5603.828ns%2B2&run=0");
    go(&mut lab, Command::Step);
    for command in [set(Key::Xoff, "60k"), Command::SwitchLink(false), Command::Incast] {
        there_and_back(&mut lab, &[command]);
    }
    let mut lab = at("#/preset/incast?t=12us&run=0");
    there_and_back(&mut lab, &[Command::Incast, set(Key::Xoff, "60k"), Command::SwitchLink(false)]);
}

#[test]
fn undo_of_a_drag_returns_to_its_start() {
    let mut lab = at("#/preset/incast?t=12us&run=0");
    go(&mut lab, Command::Step);
    let first = stands(&lab);
    for (value, done) in [("90k", false), ("60k", false), ("64k", true)] {
        lab.act(Command::Slide { key: Key::Xoff, value: value.into(), done });
        lab.advance(0.2, &mut || false);
        rest(&mut lab);
    }
    let second = stands(&lab);
    assert_ne!(first, second);
    go(&mut lab, Command::Undo);
    assert_eq!(stands(&lab), first);
    go(&mut lab, Command::Redo);
    assert_eq!(stands(&lab), second);
}

#[test]
fn undo_leaves_a_cursor_that_was_sent_elsewhere() {
    let mut lab = at("#/preset/incast?t=12us&run=0");
    go(&mut lab, Command::Step);
    go(&mut lab, Command::Incast);
    go(&mut lab, Command::Seek(Time::from_us(20)));
    go(&mut lab, Command::Undo);
    assert_eq!(lab.picture().now, Time::from_us(20));
    go(&mut lab, Command::Redo);
    assert_eq!(lab.picture().now, Time::from_us(20));
}

/// A share link to the state before an edit undoes the edit; the browser opens this share link when it goes
/// back. A redo then moves the cursor to the effect of the edit.
#[test]
fn redo_of_an_edit_undone_by_a_link_moves_to_its_effect() {
    let mut lab = at("#/preset/incast?t=12us&run=0");
    go(&mut lab, Command::Step);
    let (first, link) = (stands(&lab), lab.fragment());
    go(&mut lab, Command::SwitchLink(false));
    let second = stands(&lab);
    go(&mut lab, Command::Link(link));
    assert_eq!(stands(&lab), first);
    go(&mut lab, Command::Redo);
    assert_eq!(stands(&lab), second, "it is felt");
}

/// The start of a run is a cursor position before the events of time 0.
#[test]
fn the_start_of_a_run_is_a_moment_of_its_own() {
    for preset in ["pause", "incast", "ets"] {
        let mut lab = at(&format!("#/preset/{preset}?run=0"));
        let first = stands(&lab);
        assert_eq!((first.0, first.1), (Time::ZERO, 0));
        let again = at(&lab.fragment());
        assert_eq!((stands(&again), again.picture().static_picture.error.clone()), (first, None), "{preset}");
        there_and_back(&mut lab, &[set(Key::Xon, "2k"), Command::Incast]);
    }
}

#[test]
fn every_edit_at_every_moment_can_be_undone_and_redone() {
    let mut chance = Pcg64Mcg::seed_from_u64(61);
    let mut below = |most: u64| u64::from(chance.next_u32()) % most;
    for round in 0..24 {
        let preset = ["pause", "incast", "ets", "dcqcn-on"][round % 4];
        let mut lab = at(&format!("#/preset/{preset}?run=0&t={}ns", 500 + below(30_000)));
        for _ in 0..below(4) {
            go(&mut lab, Command::Step);
        }
        let commands: Vec<Command> = (0..=below(4))
            .map(|_| match below(6) {
                0 => set(Key::Xoff, &format!("{}k", 60 + below(60))),
                1 => Command::Incast,
                2 => Command::SwitchLink(false),
                3 => Command::Corrupt,
                4 => Command::StopFlow(fabric_sim::ids::FlowId(0)),
                _ => set(Key::Refresh, &format!("{}us", 1 + below(50))),
            })
            .collect();
        let mut commands = commands;
        // Each kind of command occurs once, because a repetition would be no edit.
        let mut seen = Vec::new();
        commands.retain(|command| {
            let kind = std::mem::discriminant(command);
            let is_new = matches!(command, Command::Incast) || !seen.contains(&kind);
            seen.push(kind);
            is_new
        });
        lab.act(Command::FromStart(below(3) == 0));
        there_and_back(&mut lab, &commands);
    }
}
