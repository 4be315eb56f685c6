//! Grading of the links that students submit. Start with [`grade`].

use std::io::Write;
use std::path::Path;

use fabric_lessons::{Lesson, Proof};
use fabric_sim::document::escape_unprintable;
use fabric_sim::document::link::{LessonStage, ShareLink};
use fabric_sim::sweep::Table;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::included;
use crate::Outcome;
use crate::input;
use crate::summary::table;

/// Largest number of share links that one call of `grade` accepts.
const MAX_LINKS: usize = 10_000;

/// Line of the submitted file: name of the student, and share link.
struct SubmittedLink<'a> {
    name: String,
    link: &'a str,
}

/// Grades each share link in the file `links`, or in standard input for `-`. Writes a table with a row for
/// each link, in the order of the file; empty lines are skipped. `lessons` are names or files of lessons. If
/// `lessons` has exactly one lesson, links that name no lesson belong to this lesson. A link that cannot be
/// graded has a row with the reason.
///
/// A column for a goal has the text of the goal as its title if all links belong to one lesson, otherwise
/// `goal 1`, `goal 2` and so on. If a link has fewer goals, its surplus cells are empty.
///
/// # Errors
/// If the file or a lesson cannot be read, if there is no link, or if there are more than [`MAX_LINKS`].
pub(super) fn grade(links: &Path, lessons: &[String], csv: bool, out: &mut dyn Write) -> Outcome {
    let text = input::text(links, "a file with links")?;
    let own = lessons.iter().map(|name| included::find(name)).collect::<Result<Vec<Lesson>, _>>()?;
    let submitted: Vec<SubmittedLink> = text
        .trim_start_matches('\u{feff}')
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(n, line)| split(n, line.trim()))
        .collect();
    if submitted.is_empty() {
        return Err(format!("{}: the file has no link; write one link in each line", links.display()).into());
    }
    if submitted.len() > MAX_LINKS {
        return Err(format!(
            "{}: {} links are too many: at most {MAX_LINKS}; split the file",
            links.display(),
            submitted.len()
        )
        .into());
    }
    let included = included::all()?;
    let rows: Vec<Vec<String>> = submitted
        .par_iter()
        .map(|one| row(one, &own, &included).unwrap_or_else(|why| refused(one, &why)))
        .collect();
    let goals = rows.iter().map(|row| row.len() - FIXED_COLUMNS).max().unwrap_or(0);
    let named = goals_of_all(&rows, own.iter().chain(&included));
    let titles = (0..goals).map(|n| named.get(n).cloned().unwrap_or_else(|| format!("goal {}", n + 1)));
    let header = ["name", "lesson", "passed", "with"].into_iter().map(str::to_owned).chain(titles).collect();
    let rows = rows.into_iter().map(|mut row| {
        row.resize(FIXED_COLUMNS + goals, String::new());
        row
    });
    let made = Table { header, rows: rows.collect() };
    if csv {
        write!(out, "{}", made.csv())?;
    } else {
        table(out, &made.header.iter().map(String::as_str).collect::<Vec<_>>(), made.rows.into_iter())?;
    }
    Ok(())
}

/// Texts of the goals of the lesson to which all graded links belong, in the order of the lesson. Empty if
/// the links belong to several lessons, or if no link was graded.
fn goals_of_all<'a>(rows: &[Vec<String>], lessons: impl Iterator<Item = &'a Lesson>) -> Vec<String> {
    let mut names = rows.iter().filter(|row| row.len() > FIXED_COLUMNS).map(|row| &row[1]);
    let Some(first) = names.next().filter(|first| names.all(|name| name == *first)) else {
        return Vec::new();
    };
    let mut lessons = lessons.filter(|lesson| lesson.name == *first);
    let goals = lessons.next().map(|lesson| lesson.challenge.goals.iter().map(|goal| goal.says.clone()));
    goals.into_iter().flatten().collect()
}

/// Number of columns before the columns of the goals: name, lesson, passed, changes.
const FIXED_COLUMNS: usize = 4;

/// Splits the line with index `n` into name and share link. The link begins at the word that contains the
/// first `#/` or, without `#/`, the first `://`; otherwise, the whole line is the link. If there is no text
/// before the link, the name is `line` and the number of the line, from 1. Commas, semicolons and colons at
/// the end of a name are removed.
fn split(n: usize, line: &str) -> SubmittedLink<'_> {
    let mark = line.find("#/").or_else(|| line.find("://")).unwrap_or(0);
    let begin = line[..mark].rfind(char::is_whitespace).map_or(0, |at| at + 1);
    let begin = if line.is_char_boundary(begin) { begin } else { 0 };
    let name = line[..begin].trim().trim_end_matches([',', ';', ':']).trim_end();
    let name = if name.is_empty() { format!("line {}", n + 1) } else { escape_unprintable(name).to_string() };
    SubmittedLink { name, link: line[begin..].trim() }
}

/// Grades a share link. The row has the columns of [`FIXED_COLUMNS`], then `yes: VALUE` or `no: VALUE` for
/// each goal. `own` are the lessons of the option `--lesson`, `included` are the lessons of the program.
///
/// # Errors
/// If the link is invalid, names an unknown lesson or a stage that is not the challenge, or its run is too
/// long. If the link names no lesson, and `own` does not have exactly one lesson.
fn row(submitted: &SubmittedLink, own: &[Lesson], included: &[Lesson]) -> Result<Vec<String>, String> {
    let link = ShareLink::parse(submitted.link).map_err(|problems| problems.to_string())?;
    let lesson = match (&link.page.lesson, own) {
        (Some(place), _) => {
            let found = own.iter().chain(included).find(|lesson| lesson.name == place.lesson);
            let found = found.ok_or_else(|| {
                format!("there is no lesson \"{}\"; name its file by --lesson", place.lesson)
            })?;
            found.has(place.stage).map_err(|problem| problem.to_string())?;
            if place.stage != LessonStage::Challenge {
                return Err(format!(
                    "the link is of {place}, not of the challenge; give the link of {}.challenge",
                    place.lesson
                ));
            }
            found
        }
        (None, [lesson]) => lesson,
        (None, _) => return Err("the link names no lesson; name it by --lesson".to_owned()),
    };
    let grade = lesson.grade(&link.document, Proof::WHOLE.events).map_err(|why| why.to_string())?;
    let yes = |holds| if holds { "yes" } else { "no" };
    let with = grade.beyond.clone().unwrap_or_else(|| grade.with.join(" "));
    let mut row = vec![submitted.name.clone(), lesson.name.clone(), yes(grade.is_passed()).to_owned(), with];
    row.extend(grade.goals.iter().map(|goal| format!("{}: {}", yes(goal.holds), goal.value)));
    Ok(row)
}

/// Table row of a link that cannot be graded. The cell `lesson` is empty, the cell `passed` is `no`, and
/// the cell `changes` has the reason.
fn refused(submitted: &SubmittedLink, why: &str) -> Vec<String> {
    vec![submitted.name.clone(), String::new(), "no".to_owned(), why.replace('\n', "; ")]
}
