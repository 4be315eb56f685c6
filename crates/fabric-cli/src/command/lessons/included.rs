//! Search for a lesson by name, among the lessons in the program and in files.

use std::error::Error;
use std::path::Path;

use fabric_lessons::Lesson;

use crate::input;

/// Lesson that is part of the program, as JSON.
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

/// Lessons of the program, in the order in which a course teaches them.
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

/// JSON of the lesson of the program with this name.
///
/// # Errors
/// If the program has no lesson of this name. The message lists all names.
pub(super) fn text(name: &str) -> Result<&'static str, String> {
    let known = || INCLUDED.iter().map(|one| one.name).collect::<Vec<_>>().join(" or ");
    let found = INCLUDED.iter().find(|one| one.name == name);
    found.map(|one| one.json).ok_or_else(|| format!("NAME: is \"{name}\", but must be {}", known()))
}

/// Finds the lesson called `name` in the program. If the program has no lesson of this name, reads the lesson
/// file with the path `name`.
///
/// # Errors
/// If the file does not exist or cannot be read, or if its lesson is refused.
pub(super) fn find(name: &str) -> Result<Lesson, Box<dyn Error>> {
    match text(name) {
        Ok(json) => Ok(Lesson::parse(json)?),
        Err(_) if Path::new(name).exists() => {
            let json = input::text(Path::new(name), "a lesson")?;
            Ok(Lesson::parse(&json).map_err(|problems| placed(name, &problems))?)
        }
        Err(unknown) => Err(format!("{unknown}, or give the path of a file").into()),
    }
}

/// All lessons of the program, in the order of [`INCLUDED`].
///
/// # Errors
/// Never, because a test reads every lesson of the program.
pub(super) fn all() -> Result<Vec<Lesson>, Box<dyn Error>> {
    INCLUDED.iter().map(|one| Ok(Lesson::parse(one.json)?)).collect()
}

/// Problems of a lesson file as text, one in each line: `lesson.json: steps[2].highlight: …`.
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
