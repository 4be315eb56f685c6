//! Check of lesson files. Start with [`check`].

use std::io::Write;
use std::path::PathBuf;

use fabric_lessons::{Lesson, Proof};

use super::included::placed;
use crate::input;
use crate::{Outcome, Refused};

/// Checks each lesson file, and writes a line for each file without problems. Continues after the problems
/// of a lesson, but not after a file that cannot be read.
///
/// # Errors
/// If a file cannot be read or its lesson is refused. The message has a line for each problem: file, place in
/// the file, and reason.
pub(super) fn check(files: &[PathBuf], out: &mut dyn Write) -> Outcome {
    let mut refused = Vec::new();
    for file in files {
        let name = file.display().to_string();
        let text = input::text(file, "a lesson")?;
        let proved = Lesson::parse(&text).and_then(|lesson| {
            let problems = Proof::WHOLE.of(&lesson);
            if problems.list().is_empty() { Ok(lesson) } else { Err(problems) }
        });
        match proved {
            Ok(lesson) => {
                writeln!(out, "{name}: {} is right, for {} seeds", lesson.name, Proof::WHOLE.seeds)?;
            }
            Err(problems) => refused.push(placed(&name, &problems)),
        }
    }
    if refused.is_empty() { Ok(()) } else { Err(Refused(refused.join("\n")).into()) }
}
