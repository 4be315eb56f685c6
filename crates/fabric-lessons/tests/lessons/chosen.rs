//! Tests that each control of a challenge shows the setting that a document has.

use fabric_lessons::{Change, Control, Lesson};
use fabric_sim::document::Document;

use super::kit::lessons;

/// Document of the challenge of `lesson`, after `change`.
fn after(lesson: &Lesson, change: &Change) -> Document {
    let mut document = lesson.challenge_document().expect("the challenge has a document");
    change.apply(&mut document).unwrap_or_else(|problems| panic!("{}: {problems}", lesson.name));
    document
}

#[test]
fn each_setting_of_each_control_is_found_in_the_document_that_has_it() {
    for lesson in lessons() {
        for control in &lesson.challenge.controls {
            for (n, change) in control.settings().iter().enumerate() {
                let found = control.setting_in(&after(&lesson, change));
                match control {
                    Control::Actions { .. } => assert_eq!(found, None, "{}", lesson.name),
                    _ => assert_eq!(found, Some(n), "{}: {change:?}", lesson.name),
                }
            }
        }
    }
}

/// The page offers only the settings of controls, so each sample solution must consist of such settings.
#[test]
fn every_answer_is_made_by_settings_of_the_controls() {
    for lesson in lessons() {
        for answer in &lesson.challenge.answers {
            let made = after(&lesson, &answer.change);
            for control in &lesson.challenge.controls {
                let is_of_actions = matches!(control, Control::Actions { .. });
                assert!(
                    is_of_actions || control.setting_in(&made).is_some(),
                    "{}: {control:?} has no setting as in \"{}\"",
                    lesson.name,
                    answer.says
                );
            }
        }
    }
}
