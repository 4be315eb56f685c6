//! Tests, by runs, that each lesson that comes with the program is correct.

use std::fs;
use std::path::Path;
use std::thread;

use fabric_lessons::{Change, Control, Index, Lesson, Proof};
use fabric_sim::document::params::ParamMap;
use serde_json::json;

use super::kit::{lesson, lessons, text};

#[test]
fn the_list_of_lessons_agrees_with_their_files() {
    let index = Index::parse(&text("index.json")).expect("the list is read");
    for (listed, lesson) in index.lessons.iter().zip(lessons()) {
        assert_eq!(
            (&listed.name, &listed.title, listed.minutes),
            (&lesson.name, &lesson.title, lesson.teacher.minutes)
        );
        assert!((5..=8).contains(&lesson.teacher.minutes.get()), "{} is 5 to 8 minutes", lesson.name);
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/lessons");
    let files = fs::read_dir(folder).expect("the lessons are there").count();
    assert_eq!(files, index.lessons.len() + 1, "every file is in the list");
}

/// [`Lesson::parse`] has already checked steps, highlights, goals, controls and answers.
#[test]
fn every_lesson_plays_without_a_refusal() {
    for lesson in lessons() {
        assert_eq!(lesson.check().list(), [], "{}", lesson.name);
        assert!(lesson.steps.iter().any(|step| step.play.is_some()), "{} plays", lesson.name);
    }
}

/// The lessons run in parallel, each with the 20 seeds of [`Proof::WHOLE`].
#[test]
fn every_lesson_is_proved_for_twenty_seeds() {
    thread::scope(|scope| {
        for lesson in lessons() {
            scope.spawn(move || {
                let problems = Proof::WHOLE.of(&lesson);
                assert!(problems.list().is_empty(), "{}:\n{problems}", lesson.name);
            });
        }
    });
}

/// Few settings reach the changed goal with the seeds 1 to 5, but too many with seed 6.
#[test]
fn settings_are_drawn_for_each_seed() {
    let mut lesson = lesson("watchdog");
    lesson.challenge.goals[3].when.value = "45G".to_owned();
    let of = |seeds| Proof { seeds, ..Proof::WHOLE }.of(&lesson).to_string();
    assert_eq!(of(5), "");
    assert_eq!(
        of(6),
        "challenge.goals: with seed 6 7 of 50 random settings pass, but at most 5 may; add a goal that opposes the others"
    );
}

/// Text of the problems that the proof finds in the lesson on headroom after `change`. Empty if the proof
/// finds no problem.
fn disproved(change: impl FnOnce(&mut Lesson)) -> String {
    let mut lesson = lesson("headroom");
    change(&mut lesson);
    assert_eq!(lesson.check().list(), [], "it can be judged");
    Proof { seeds: 2, ..Proof::WHOLE }.of(&lesson).to_string()
}

fn set(key: &str, value: &str) -> Change {
    Change { set: ParamMap::from([(key, value)]), ..Change::default() }
}

#[test]
fn a_failing_answer_is_reported_with_goal_and_value() {
    let reported = disproved(|lesson| lesson.challenge.answers[0].change = set("cable", "300m"));
    assert_eq!(
        reported,
        "challenge.answers[0]: with seed 1 it misses \"No lossless frame is dropped\": the value is 9; change the answer or the goal"
    );
}

#[test]
fn a_start_that_already_passes_is_reported() {
    let reported = disproved(|lesson| {
        lesson.challenge.start = lesson.challenge.answers[0].change.clone();
        lesson.challenge.answers[0].change = Change::default();
    });
    assert!(
        reported.starts_with("challenge.start: with seed 1 all goals are met before the student"),
        "{reported}"
    );
}

#[test]
fn a_false_claim_of_a_step_is_reported() {
    let reported = disproved(|lesson| lesson.steps[0].claims[0].value = "1us".to_owned());
    assert_eq!(
        reported,
        "steps[0].claims[0]: with seed 1 the claim is false: the value is 0 ps; correct the claim or the change"
    );
}

#[test]
fn goals_that_many_settings_meet_are_reported() {
    let reported = disproved(|lesson| drop(lesson.challenge.goals.drain(..2)));
    assert!(
        reported.contains("challenge.goals: ") && reported.contains(" of 50 random settings pass"),
        "{reported}"
    );
}

#[test]
fn a_wrong_answer_that_is_correct_is_reported() {
    let reported = disproved(|lesson| {
        let number = lesson.prediction.number.as_mut().expect("the prediction has a number");
        number.wrong[2].to = Some("12k".to_owned());
    });
    assert!(reported.starts_with("prediction.number.wrong[2]: 12k is within the tolerance"), "{reported}");
}

#[test]
fn choices_that_overlap_or_lack_a_misconception_are_reported() {
    let choices = |values: [&str; 2]| {
        let choice = |value: &str| {
            let condition = json!({"metric": {"measure": "pauses"}, "is": ">=", "value": value});
            json!({"says": value, "right_if": [condition], "feedback": "So it is."})
        };
        disproved(|lesson| {
            lesson.prediction.number = None;
            lesson.prediction.choices =
                values.iter().map(|one| serde_json::from_value(choice(one)).expect("a choice")).collect();
        })
    };
    assert!(choices(["1", "1"]).contains("prediction.choices: with seed 1 2 choices hold, but one must"));
    assert!(choices(["900", "901"]).contains("prediction.choices: with seed 1 no choice holds"));
    assert!(choices(["1", "900"]).contains(
        "choices[1].misconception: is missing, although this choice is wrong; name its misconception"
    ));
}

#[test]
fn controls_that_the_fabric_refuses_are_reported() {
    let reported = disproved(|lesson| {
        lesson.challenge.controls =
            vec![Control::Parameter { address: "xon".to_owned(), values: "90k,95k".to_owned() }];
        lesson.shows.parameters.push("xon".to_owned());
        lesson.challenge.answers[0].change = Change::default();
    });
    assert!(reported.contains("challenge.controls: only 0 of "), "{reported}");
}

#[test]
fn a_student_is_graded_by_the_simulator() {
    let lesson = lesson("headroom");
    let start = lesson.challenge_document().expect("it starts");
    let grade = |edits: &[(&str, &str)]| {
        let mut made = start.clone();
        made.edit_all(edits.iter().copied()).expect("values");
        lesson.grade(&made, Proof::WHOLE.events).expect("it runs")
    };
    let passed = grade(&[("headroom", "36k"), ("cable", "285m")]);
    assert!(passed.is_passed(), "{passed:?}");
    assert_eq!(passed.with, ["headroom=36k", "cable=285m"]);
    let failed = grade(&[("headroom", "36k"), ("cable", "300m")]);
    let met: Vec<bool> = failed.goals.iter().map(|goal| goal.holds).collect();
    assert_eq!((met, failed.is_passed()), (vec![true, true, false], false));
    assert_eq!(failed.goals[2].value, "1");
    let beyond = grade(&[("headroom", "36k"), ("cable", "300m"), ("xoff", "8k")]);
    assert!(!beyond.is_passed() && beyond.beyond.is_some(), "{beyond:?}");
    // A shorter run does not help.
    assert!(!grade(&[("headroom", "36k"), ("cable", "300m"), ("horizon", "3us")]).is_passed());
    // More headroom at the congested port alone does not help.
    assert!(
        !grade(&[("headroom", "36k"), ("cable", "300m"), ("switch.s1.port.0.p3.headroom", "60k")])
            .is_passed()
    );
}

/// The page sets a parameter at the selected place, such as a port.
#[test]
fn a_control_of_a_switch_may_be_set_at_one_of_its_ports() {
    let lesson = lesson("storm");
    let start = lesson.challenge_document().expect("it starts");
    let grade = |edits: &[(&str, &str)]| {
        let mut made = start.clone();
        made.edit_all(edits.iter().copied()).expect("values");
        lesson.grade(&made, Proof::WHOLE.events).expect("it runs")
    };
    let narrow = grade(&[("switch.leaf1.port.0.p3.watchdog", "sonic")]);
    assert!(narrow.is_passed(), "{narrow:?}");
    assert_eq!(narrow.with, ["switch.leaf1.port.0.p3.watchdog=sonic"]);
    let wide = grade(&[("watchdog", "sonic")]);
    assert!(wide.beyond.is_some_and(|why| why.starts_with("it changes watchdog, ")));
}

#[test]
fn every_setting_of_a_control_is_a_change_of_its_document() {
    for lesson in lessons() {
        let start = lesson.challenge_document().expect("it starts");
        for control in &lesson.challenge.controls {
            let settings = control.settings();
            assert!(settings.len() > 1, "{}: there is something to choose", lesson.name);
            for change in settings {
                let mut made = start.clone();
                change.apply(&mut made).expect("a value");
                assert_eq!(lesson.challenge.beyond(&start, &made), None, "{}", lesson.name);
            }
        }
    }
}
