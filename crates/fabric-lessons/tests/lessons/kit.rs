//! Reads the files of the lessons that come with the program.

use std::fs;
use std::path::Path;

use fabric_lessons::{Index, Lesson};

pub fn text(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/lessons");
    fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

pub fn lesson(name: &str) -> Lesson {
    Lesson::parse(&text(&format!("{name}.json"))).unwrap_or_else(|problems| panic!("{name}: {problems}"))
}

/// All lessons of the list, in its order.
pub fn lessons() -> Vec<Lesson> {
    let index = Index::parse(&text("index.json")).expect("the list is read");
    assert!(!index.lessons.is_empty(), "the list was read");
    index.lessons.iter().map(|one| lesson(&one.name)).collect()
}
