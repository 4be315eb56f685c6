//! The lessons that come with the program, and those in files.

use std::error::Error;
use std::fs::File;
use std::path::Path;

use fabric_lessons::Lesson;

use crate::input;

/// File of a lesson that comes with the program.
struct IncludedLesson {
    name: &'static str,
    json: &'static str,
}

macro_rules! lesson {
    ($name:literal) => {
        IncludedLesson {
            name: $name,
            json: include_str!(concat!("../../../../../assets/lessons/", $name, ".json")),
        }
    };
}

/// Lessons in the order in which they are taught.
const INCLUDED: [IncludedLesson; 11] = [
    lesson!("pause"),
    lesson!("headroom"),
    lesson!("thresholds"),
    lesson!("victim"),
    lesson!("ets"),
    lesson!("ecn"),
    lesson!("storm"),
    lesson!("deadlock"),
    lesson!("watchdog"),
    lesson!("islip"),
    lesson!("credits"),
];

/// The file of the lesson of this name.
///
/// # Errors
/// If there is none.
pub(super) fn text(name: &str) -> Result<&'static str, String> {
    let known = || INCLUDED.iter().map(|one| one.name).collect::<Vec<_>>().join(", ");
    let found = INCLUDED.iter().find(|one| one.name == name);
    found.map(|one| one.json).ok_or_else(|| format!("there is no lesson \"{name}\"; there are {}", known()))
}

/// The lesson of this name, or else of this file.
///
/// # Errors
/// If it cannot be read, or is refused.
pub(super) fn find(name: &str) -> Result<Lesson, Box<dyn Error>> {
    match text(name) {
        Ok(json) => Ok(Lesson::parse(json)?),
        Err(_) if Path::new(name).exists() => {
            let json = input::document(File::open(name)?)?;
            Ok(Lesson::parse(&json).map_err(|problems| placed(name, &problems))?)
        }
        Err(unknown) => Err(format!("{unknown}; and no file is called so").into()),
    }
}

/// All lessons that come with the program.
///
/// # Errors
/// Never: every one is read by a test.
pub(super) fn all() -> Result<Vec<Lesson>, Box<dyn Error>> {
    INCLUDED.iter().map(|one| Ok(Lesson::parse(one.json)?)).collect()
}

/// Each problem with the file in front: `lesson.json: steps[2].highlight: …`.
pub(super) fn placed(file: &str, problems: &fabric_sim::document::Problems) -> String {
    let lines: Vec<String> = problems.list().iter().map(|problem| format!("{file}: {problem}")).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use fabric_lessons::Index;

    use super::INCLUDED;

    #[test]
    fn included_lessons_have_the_order_of_the_list() {
        let list =
            Index::parse(include_str!("../../../../../assets/lessons/index.json")).expect("it is read");
        let listed: Vec<&str> = list.lessons.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(INCLUDED.each_ref().map(|one| one.name).to_vec(), listed);
    }
}
