//! Tests of `fabric lessons`: list, refusals, grades and worksheets.

use std::fs;
use std::path::PathBuf;

use super::{fabric, json, refused, stdout_of, text};

/// Temporary file, which is removed after the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, content: &str) -> Self {
        let path = std::env::temp_dir().join(format!("fabric-lessons-{}-{name}", std::process::id()));
        fs::write(&path, content).unwrap();
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Share link to the start document of the lesson on headroom, after the edits in `of`. White space
/// separates the edits.
fn made(of: &str) -> String {
    let document = Scratch::new(
        &format!("made-{}.json", of.len()),
        &json(&["lessons", "headroom"])["start"]["document"].to_string(),
    );
    let mut arguments = vec!["link", document.path()];
    of.split_whitespace().for_each(|edit| arguments.extend(["--set", edit]));
    stdout_of(&arguments).trim().to_owned()
}

#[test]
fn every_lesson_is_listed_and_printed() {
    let list = stdout_of(&["lessons"]);
    assert!(list.contains("headroom") && list.contains("(7 min)"), "{list}");
    assert_eq!(json(&["lessons", "headroom"])["name"], "headroom");
    assert!(refused(&["lessons", "nothing"], "").contains("NAME: is \"nothing\", but must be pause or "));
    assert!(json(&["schema", "--lesson"])["properties"]["steps"].is_object());
}

#[test]
fn a_correct_lesson_is_reported_as_correct() {
    let file = Scratch::new("right.json", &stdout_of(&["lessons", "headroom"]));
    assert_eq!(
        stdout_of(&["lessons", "--check", file.path()]),
        format!("{}: headroom is right, for 20 seeds\n", file.path())
    );
}

#[test]
fn a_lesson_is_refused_with_file_step_and_reason() {
    let lesson = stdout_of(&["lessons", "headroom"]);
    for (was, is, reason) in [
        ("node:s1", "node:s9", "steps[0].highlight: there is no host or switch called \"s9\""),
        (
            "\"lossless_drops\"}, \"is\"",
            "\"lost\"}, \"is\"",
            "challenge.goals[2].when.metric.measure: there is no measure \"lost\"",
        ),
        ("\"cable\": \"280m\"", "\"cable\": \"400m\"", "challenge.answers[0]: with seed 1 it misses"),
        (
            "\"before_step\": 4",
            "\"before_step\": 30",
            "prediction.before_step: is 30, but must be a step from 1 to 6",
        ),
    ] {
        assert!(lesson.contains(was), "{was}");
        let file = Scratch::new(&format!("wrong-{}.json", reason.len()), &lesson.replace(was, is));
        let output = fabric(&["lessons", "--check", file.path()]);
        let words = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{words}");
        assert!(
            words.starts_with("fabric: ") && words.contains(&format!("{}: {reason}", file.path())),
            "{words}"
        );
    }
    let output = fabric(&["lessons", "--check", "/nowhere/lesson.json"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn links_of_students_are_judged_one_by_one() {
    let passed = format!("{}&lesson=headroom.challenge", made("headroom=36k cable=280m"));
    let failed = format!("{}&lesson=headroom.challenge", made("headroom=36k cable=400m"));
    let step = format!("{}&lesson=headroom.3", made("headroom=36k cable=280m"));
    let cheated = format!("{}&lesson=headroom.challenge", made("headroom=36k cable=280m xoff=6k xon=2k"));
    let unknown = format!("{}&lesson=nothing", made("cable=90m"));
    let lines = format!(
        "\u{feff}Ada Lovelace: https://example.org/lab/{passed}\n\nBob, {failed}\n{cheated}\nEve {unknown}\nMallory #/d/2.nonsense\n{passed}9\n\u{1b}[2JZoe {step}\n"
    )
    .replace("challenge9", "9");
    let file = Scratch::new("links.txt", &lines);
    let csv = stdout_of(&["lessons", "--grade", file.path(), "--csv"]);
    let mut rows = csv::Reader::from_reader(csv.as_bytes());
    let lesson = json(&["lessons", "headroom"]);
    let goals = lesson["challenge"]["goals"].as_array().unwrap();
    let titles = goals.iter().map(|goal| goal["says"].as_str().unwrap());
    let header: Vec<&str> = ["name", "lesson", "passed", "with"].into_iter().chain(titles).collect();
    assert_eq!(rows.headers().unwrap(), header);
    let rows: Vec<csv::StringRecord> = rows.records().map(Result::unwrap).collect();
    assert_eq!(
        rows[0],
        vec![
            "Ada Lovelace",
            "headroom",
            "yes",
            "headroom=36k cable=280m",
            "yes: 280m",
            "yes: 36 kB",
            "yes: 0"
        ]
    );
    assert_eq!(
        rows[1].iter().take(4).collect::<Vec<_>>(),
        ["Bob", "headroom", "no", "headroom=36k cable=400m"]
    );
    assert!(rows[1][6].starts_with("no: "), "{:?}", rows[1]);
    assert_eq!((&rows[2][0], &rows[2][2]), ("line 4", "no"));
    assert!(rows[2][3].contains("not among the controls"), "{:?}", rows[2]);
    assert!(rows[3][3].contains("there is no lesson \"nothing\""), "{:?}", rows[3]);
    assert!(!rows[4][3].is_empty() && &rows[4][2] == "no", "{:?}", rows[4]);
    assert_eq!(&rows[5][3], "step: 9 is outside 1 to 6; lesson headroom has 6 steps");
    assert_eq!(&rows[6][0], "\\u{1b}[2JZoe", "a name cannot command the terminal");
    assert_eq!(
        &rows[6][3],
        "the link is of headroom.3, not of the challenge; give the link of headroom.challenge"
    );
    let table = stdout_of(&["lessons", "--grade", file.path()]);
    assert_eq!(table.lines().count(), 8, "{table}");
}

#[test]
fn a_lesson_of_ones_own_is_a_file() {
    let own = Scratch::new(
        "own.json",
        &stdout_of(&["lessons", "headroom"]).replace("\"headroom\",\n  \"title\"", "\"mine\",\n  \"title\""),
    );
    let links = Scratch::new("own.txt", &made("headroom=36k cable=280m"));
    let csv = stdout_of(&["lessons", "--grade", links.path(), "--lesson", own.path(), "--csv"]);
    assert!(csv.contains("line 1,mine,yes,"), "{csv}");
    assert!(stdout_of(&["lessons", "--grade", links.path(), "--csv"]).contains("the link names no lesson"));
    assert!(stdout_of(&["lessons", "--sheet", own.path()]).contains("How much headroom"));
    let empty = refused(&["lessons", "--grade", "-"], "\n\n");
    assert!(empty.contains("the file has no link; write one"), "{empty}");
}

#[test]
fn a_sheet_has_the_questions_and_the_answers_stand_apart() {
    let sheet = stdout_of(&["lessons", "--sheet", "headroom"]);
    let answers = stdout_of(&["lessons", "--answers"]);
    for page in [&sheet, &answers] {
        assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>"), "{page}");
    }
    let lesson = json(&["lessons", "headroom"]);
    let answer = lesson["challenge"]["answers"][0]["says"].as_str().unwrap();
    let question = lesson["teacher"]["questions"][0]["ask"].as_str().unwrap();
    assert!(sheet.contains("<svg") && sheet.contains(question) && !sheet.contains(answer), "{sheet}");
    assert!(answers.contains(question) && answers.contains(answer), "{answers}");
    assert!(answers.contains("13.5 kB"), "what is right is computed");
}

#[test]
fn each_answer_is_printed_as_a_link_that_passes() {
    let answers = stdout_of(&["lessons", "--answers", "headroom", "pause"]);
    let links: Vec<String> = answers
        .split("<code>")
        .skip(1)
        .filter_map(|rest| rest.split("</code>").next())
        .map(|link| link.replace("&amp;", "&"))
        .collect();
    let stated: usize = ["headroom", "pause"]
        .map(|name| json(&["lessons", name])["challenge"]["answers"].as_array().map_or(0, Vec::len))
        .iter()
        .sum();
    assert_eq!(links.len(), stated, "{answers}");
    let file = Scratch::new("answers.txt", &links.join("\n"));
    let grades = stdout_of(&["lessons", "--grade", file.path(), "--csv"]);
    let passed = grades.lines().skip(1).filter(|row| row.split(',').nth(2) == Some("yes")).count();
    assert_eq!(passed, stated, "{grades}");
}
