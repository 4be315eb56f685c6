//! Tests of free play: the user leaves a step of a lesson and returns to the same state. Undo does not lead
//! out of a step.

use fabric_sim::document::params::Key;
use fabric_sim::units::Time;

use super::test_lab::{at, rest};
use super::*;

const STEP: &str = "#/preset/pause?t=12us%2B1&run=0&lesson=pause.2";

/// Performs `command`, and advances the lab until the cursor has arrived. Ignores a refusal of the command.
fn go(lab: &mut Lab, command: Command) {
    lab.act(command);
    rest(lab);
}

/// Step of a lesson that is open, as share links name it; `None` outside the steps of a lesson.
fn place(lab: &Lab) -> Option<String> {
    lab.picture().static_picture.page.lesson.as_ref().map(ToString::to_string)
}

/// Step to which free play returns; `None` outside free play.
fn left(lab: &Lab) -> Option<String> {
    lab.picture().static_picture.left.as_ref().map(ToString::to_string)
}

/// Share link to the present state, and two flags: whether an edit can be undone (first) and redone (second).
fn as_it_is(lab: &Lab) -> (String, (bool, bool)) {
    (lab.fragment(), lab.picture().static_picture.edits)
}

/// Command that sets XOFF for the selected port and priority.
fn set(value: &str) -> Command {
    Command::Set { key: Key::Xoff, value: value.into() }
}

#[test]
fn free_play_returns_to_the_step_after_other_documents() {
    let tries: [&[Command]; 5] = [
        &[],
        &[Command::Home, set("20k"), Command::Incast],
        &[Command::Preset("incast".into())],
        &[Command::Preset("incast".into()), Command::Preset("pause".into()), Command::Undo, Command::Undo],
        &[Command::Link("#/preset/ets?t=3us".into())],
    ];
    for commands in tries {
        let mut lab = at(STEP);
        go(&mut lab, set("30k"));
        let before = as_it_is(&lab);
        go(&mut lab, Command::FreePlay);
        assert_eq!((place(&lab), left(&lab).as_deref()), (None, Some("pause.2")));
        for command in commands {
            go(&mut lab, command.clone());
            assert_eq!((place(&lab), left(&lab).as_deref()), (None, Some("pause.2")), "{command:?}");
        }
        go(&mut lab, Command::FreePlay);
        assert_eq!((place(&lab).as_deref(), left(&lab)), (Some("pause.2"), None));
        assert_eq!(as_it_is(&lab), before, "{commands:?}");
        go(&mut lab, Command::Undo);
        assert_eq!(lab.picture().static_picture.edits, (false, true), "the step's own edit is taken back");
        assert_eq!(place(&lab).as_deref(), Some("pause.2"));
    }
}

#[test]
fn another_document_leaves_the_lesson_for_free_play() {
    let mut lab = at(STEP);
    let before = as_it_is(&lab);
    go(&mut lab, Command::Preset("incast".into()));
    assert_eq!((place(&lab), left(&lab).as_deref()), (None, Some("pause.2")));
    go(&mut lab, Command::FreePlay);
    assert_eq!(as_it_is(&lab), before);
    // A refused document leaves the lesson open.
    go(&mut lab, Command::File { name: "bad.json".into(), text: "{".into() });
    assert_eq!((place(&lab).as_deref(), left(&lab)), (Some("pause.2"), None));
    go(&mut lab, Command::EndLesson);
    assert_eq!((place(&lab), left(&lab)), (None, None));
    go(&mut lab, Command::FreePlay);
    assert_eq!((place(&lab), left(&lab)), (None, None));
}

#[test]
fn undo_stops_where_the_step_of_a_lesson_began() {
    let mut lab = at(STEP);
    go(&mut lab, set("30k"));
    go(&mut lab, Command::Link("#/preset/pause?xoff=20k&lesson=pause.3&run=0".into()));
    let before = lab.fragment();
    go(&mut lab, Command::Undo);
    assert_eq!(lab.fragment(), before);
    let error = lab.picture().static_picture.error.clone().map(|error| error.message);
    assert!(error.is_some_and(|words| words.contains("this step of the lesson")));
    go(&mut lab, set("25k"));
    go(&mut lab, Command::Undo);
    assert_eq!(lab.fragment(), before);
    assert_eq!(lab.picture().static_picture.error, None);
}

#[test]
fn halt_stops_at_its_event_within_an_instant() {
    let mut lab = at("#/preset/pause?t=0ns&run=0");
    let first = at("#/preset/incast?t=5603.828ns%2B2&run=0");
    go(&mut lab, Command::Link("#/preset/incast?run=0".into()));
    go(&mut lab, Command::Halt("5603.828ns+2".parse().unwrap()));
    let moment = |lab: &Lab| (lab.run().recording().world().now(), lab.run().recording().world().ran_now());
    assert_eq!(moment(&lab), moment(&first));
    assert_eq!(moment(&lab).1, 2);
    go(&mut lab, Command::Halt("6us".parse().unwrap()));
    assert_eq!(moment(&lab).0, Time(6_000_000));
}
