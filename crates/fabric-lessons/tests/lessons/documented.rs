//! Tests of `docs/lessons.md`: its example is a correct lesson, and it lists all measures and targets.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use fabric_lessons::{Lesson, Proof, Target};
use fabric_sim::insight::MEASURES;

fn manual() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/lessons.md");
    fs::read_to_string(path).expect("the manual is there")
}

#[test]
fn the_worked_example_is_a_lesson_that_is_proved() {
    let manual = manual();
    let (_, rest) = manual.split_once("```json\n").expect("the example begins");
    let (json, _) = rest.split_once("```").expect("it ends");
    let lesson = Lesson::parse(json).unwrap_or_else(|problems| panic!("{problems}"));
    let problems = Proof::WHOLE.of(&lesson);
    assert!(problems.list().is_empty(), "{problems}");
}

#[test]
fn the_manual_lists_every_measure_and_only_such() {
    let manual = manual();
    let (_, rest) = manual.split_once("### Measures").expect("the table begins");
    let (table, _) = rest.split_once("\n## ").expect("it ends");
    let cells = table.lines().filter_map(|line| line.split('|').nth(2));
    let listed: BTreeSet<&str> = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect();
    assert_eq!(listed, MEASURES.iter().map(|measure| measure.name).collect());
}

#[test]
fn the_manual_lists_every_target_and_only_such() {
    let manual = manual();
    let (_, rest) = manual.split_once("### What a step can highlight").expect("the table begins");
    let (table, _) = rest.split_once("### Metrics").expect("it ends");
    let lesson = super::kit::lesson("ecn");
    let mut document = lesson.start.document().expect("a document");
    document.flows[0].name = "h1 to h3".to_owned();
    let spec = document.compile().expect("a fabric");
    let world = fabric_sim::engine::World::new(std::sync::Arc::new(spec));
    let first = table.lines().filter_map(|line| line.split('|').nth(1));
    let written: Vec<&str> = first.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect();
    assert!(written.len() > 11, "{written:?}");
    for target in &written {
        let found = Target::find(target, &world);
        assert!(found.is_ok(), "{target}: {found:?}");
    }
    let refusal = Target::find("sky", &world).expect_err("it is none").to_string();
    let known = refusal.split_once("KIND:NAME of a ").expect("it lists the kinds").1;
    let kinds: Vec<&str> = known.split(", ").flat_map(|part| part.split(" or ")).collect();
    assert_eq!(kinds.len(), 11, "{kinds:?}");
    for kind in kinds {
        assert!(
            written.iter().any(|target| target.starts_with(&format!("{kind}:"))),
            "{kind} is in the manual"
        );
    }
}
