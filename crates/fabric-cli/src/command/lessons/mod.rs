//! `fabric lessons`: lists, checks and grades lessons, and writes worksheets and answers. Start with
//! [`Lessons::run`].

mod answers;
mod check;
mod grade;
mod included;
mod picture;
mod sheet;

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use fabric_lessons::{Lesson, Proof};

use crate::Outcome;

/// Arguments of `fabric lessons`.
#[derive(Args)]
pub struct Lessons {
    /// Print the JSON of this lesson
    #[arg(value_name = "NAME", conflicts_with_all = ["check", "grade", "sheet", "answers"])]
    name: Option<String>,
    /// Check lesson files: names exist, answers meet the goals, documents at the start do not meet them,
    /// and random settings rarely meet them. Exit status 1: a lesson is refused
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["grade", "sheet", "answers"])]
    check: Vec<PathBuf>,
    /// Grade the links of students in a file, or `-` for standard input. Each line has one link, optionally
    /// after a name
    #[arg(long, value_name = "LINKS", conflicts_with_all = ["sheet", "answers"])]
    grade: Option<PathBuf>,
    /// Lesson of the graded links: a name or a file; can be repeated. If it is the only one, links that name
    /// no lesson belong to it
    #[arg(long, value_name = "LESSON", requires = "grade")]
    lesson: Vec<String>,
    /// Write the grades as CSV
    #[arg(long, requires = "grade")]
    csv: bool,
    /// Print the worksheet of a lesson as HTML, for paper: a name or a file
    #[arg(long, value_name = "LESSON", conflicts_with = "answers")]
    sheet: Option<String>,
    /// Print the answers of the named lessons, or of all lessons, as one HTML page
    #[arg(long, value_name = "LESSON", num_args = 0..)]
    answers: Option<Vec<String>>,
}

impl Lessons {
    /// Performs the action of the chosen option. Without an option, lists the lessons with their ideas. A
    /// lesson whose JSON is printed must be a lesson of the program; the other options also accept lesson
    /// files.
    ///
    /// # Errors
    /// If a lesson does not exist, cannot be read or is refused. Exit status 1: `--check` refuses a lesson.
    pub fn run(&self, out: &mut dyn Write) -> Outcome {
        if let Some(name) = &self.name {
            out.write_all(included::text(name)?.as_bytes())?;
        } else if !self.check.is_empty() {
            check::check(&self.check, out)?;
        } else if let Some(links) = &self.grade {
            grade::grade(links, &self.lesson, self.csv, out)?;
        } else if let Some(name) = &self.sheet {
            write!(out, "{}", sheet::sheet(&included::find(name)?)?)?;
        } else if let Some(names) = &self.answers {
            let lessons: Vec<Lesson> = if names.is_empty() {
                included::all()?
            } else {
                names.iter().map(|name| included::find(name)).collect::<Result<_, _>>()?
            };
            write!(out, "{}", answers::answers(&lessons, Proof::WHOLE.events)?)?;
        } else {
            for lesson in included::all()? {
                let minutes = lesson.teacher.minutes.get();
                writeln!(
                    out,
                    "{:12} {} ({minutes} min)\n{:12} {}",
                    lesson.name, lesson.title, "", lesson.idea
                )?;
            }
        }
        Ok(())
    }
}
