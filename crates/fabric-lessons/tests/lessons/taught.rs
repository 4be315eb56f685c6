//! Each lesson that comes with the program teaches what it says, in the simulator, for 20 seeds.

use std::fs;
use std::path::Path;

use super::kit::{EVENTS, lessons, text};
use fabric_lessons::{Challenge, Change, Index, Lesson};
use fabric_sim::document::{Document, Seed};

const SEEDS: u64 = 20;

/// Settings that are drawn, and how many of them may pass.
const DRAWN: usize = 50;
const PASSING: usize = 5;

fn seeded(document: &Document, seed: u64) -> Document {
    Document { seed: Seed::new(seed).expect("a seed"), ..document.clone() }
}

fn with(document: &Document, changes: &[Change]) -> Option<Document> {
    let mut made = document.clone();
    changes.iter().all(|change| change.apply(&mut made).is_ok()).then_some(made)
}

fn passes(challenge: &Challenge, start: &Document, made: &Document) -> bool {
    challenge.judge(start, made, EVENTS).is_ok_and(|goals| goals.iter().all(|goal| goal.holds))
}

fn values(challenge: &Challenge, start: &Document, made: &Document) -> Vec<String> {
    let judged = challenge.judge(start, made, EVENTS).expect("it runs to its end");
    let goals = challenge.goals.iter().zip(judged);
    goals.map(|(goal, came)| format!("{}: {} ({})", goal.says, came.value, came.holds)).collect()
}

#[test]
fn the_list_has_every_lesson_as_its_file_says() {
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

/// Steps, highlights, goals, controls and answers are checked as the lesson is read; this says that each is tested.
#[test]
fn every_lesson_is_read_without_a_refusal() {
    for lesson in lessons() {
        assert_eq!(lesson.check().list(), [], "{}", lesson.name);
        assert!(lesson.steps.iter().any(|step| step.play.is_some()), "{} plays", lesson.name);
    }
}

#[test]
fn the_start_and_doing_nothing_fail() {
    for lesson in lessons() {
        let nothing = lesson.challenge_document().expect("it starts");
        let last = u8::try_from(lesson.steps.len()).expect("few steps");
        let seen = lesson.document_at(last).expect("it is shown");
        let start = lesson.start.document().expect("it starts");
        for seed in 1..=SEEDS {
            for document in [&nothing, &start, &seen] {
                let made = seeded(document, seed);
                assert!(!passes(&lesson.challenge, &nothing, &made), "{}, seed {seed}", lesson.name);
            }
        }
    }
}

#[test]
fn every_answer_passes_for_every_seed_and_changes_controls_only() {
    for lesson in lessons() {
        let challenge = &lesson.challenge;
        let start = lesson.challenge_document().expect("it starts");
        for (n, answer) in challenge.answers.iter().enumerate() {
            let made = with(&start, std::slice::from_ref(&answer.change)).expect("it applies");
            assert_eq!(challenge.beyond(&start, &made), None, "{}, answer {n}", lesson.name);
            for seed in 1..=SEEDS {
                let made = seeded(&made, seed);
                assert!(
                    passes(challenge, &start, &made),
                    "{}, answer {n}, seed {seed}: {:?}",
                    lesson.name,
                    values(challenge, &start, &made)
                );
            }
        }
    }
}

#[test]
fn of_random_settings_few_pass() {
    for lesson in lessons() {
        let challenge = &lesson.challenge;
        let start = lesson.challenge_document().expect("it starts");
        // What the fabric refuses cannot be set on the page either: it counts as no setting.
        let drawn = (0..500).filter_map(|n| {
            let made = with(&start, &challenge.random(n))?;
            made.compile().is_ok().then_some(made)
        });
        let drawn: Vec<Document> = drawn.take(DRAWN).collect();
        assert_eq!(drawn.len(), DRAWN, "{}: there are settings to draw", lesson.name);
        for made in &drawn {
            assert_eq!(challenge.beyond(&start, made), None, "{}", lesson.name);
        }
        let passing = drawn.iter().filter(|made| passes(challenge, &start, made)).count();
        assert!(passing <= PASSING, "{}: {passing} of {DRAWN} pass", lesson.name);
    }
}

/// What is called right is what the simulator computes.
#[test]
fn one_choice_holds_or_the_number_is_there_for_every_seed() {
    for lesson in lessons() {
        let predicted = lesson.predicted_document().expect("it is shown");
        let first = lesson.outcome_of(&seeded(&predicted, 1), EVENTS).expect("it runs");
        for seed in 1..=SEEDS {
            let outcome = lesson.outcome_of(&seeded(&predicted, seed), EVENTS).expect("it runs");
            let name = format!("{}, seed {seed}", lesson.name);
            match &lesson.prediction.number {
                None => {
                    assert_eq!(outcome.holding.len(), 1, "{name}: one choice holds: {:?}", outcome.holding);
                    assert_eq!(outcome.holding, first.holding, "{name}: it is the same one");
                }
                Some(number) => {
                    let right = outcome.figures.text(&number.metric);
                    let verdict = number.verdict(&right, &first.figures).expect("it is a number");
                    assert!(verdict.is_right, "{name}: {right} is within what is right for seed 1");
                }
            }
            for came in &lesson.prediction.came {
                assert_ne!(outcome.figures.text(&came.metric), "none", "{name}: {}", came.says);
            }
        }
        misconceptions(&lesson, &first.holding);
    }
}

/// Every wrong choice names its misconception and the right one names none; numbers likewise.
fn misconceptions(lesson: &Lesson, holding: &[usize]) {
    for (n, choice) in lesson.prediction.choices.iter().enumerate() {
        let is_right = holding.contains(&n);
        assert_eq!(choice.misconception.is_none(), is_right, "{}: {}", lesson.name, choice.says);
        assert!(!choice.feedback.is_empty(), "{}: {}", lesson.name, choice.says);
    }
    if let Some(number) = &lesson.prediction.number {
        let outcome = lesson.outcome(EVENTS).expect("it runs");
        assert!(!number.wrong.is_empty(), "{} names misconceptions", lesson.name);
        for wrong in &number.wrong {
            let bounds = [&wrong.from, &wrong.to];
            for text in bounds.into_iter().flatten() {
                let verdict = number.verdict(text, &outcome.figures).expect("it is a number");
                assert_eq!(verdict.misconception, Some(wrong.misconception.as_str()), "{}", lesson.name);
            }
        }
    }
}
