//! Loading of lessons: from files of the page, from files of the user, and from share links. Start with
//! [`load`]. If a lesson cannot be opened, the card shows the reason and the present run stays. A share link
//! without a step opens step 1; steps count from 1. A lesson of the user must not have the name of a lesson
//! of the page.

use std::rc::Rc;

use fabric_lessons::{IndexEntry, Lesson, Target};
use fabric_sim::document::link::{LessonPlace, LessonStage};
use fabric_sim::document::{Problems, escape_unprintable};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::list::{listed, predicted};
use super::sequence;
use crate::parts::{self, ProgramPart};
use crate::ui::browser_storage::{recall, remember};
use crate::ui::keys::focus;
use crate::ui::{PageContext, files};

/// Fetches the text of the lesson file `file` of the page.
///
/// # Errors
/// Message for the user, if the file cannot be fetched or does not exist.
pub(super) async fn fetch(file: &str) -> Result<String, String> {
    let text = files::fetch(file).await?;
    text.ok_or_else(|| format!("{file}: there is no such lesson; take one of the list"))
}

/// Key under which the browser stores the text of the last lesson that the user opened from a file. After a
/// reload of the page, share links to this lesson then still work. A stored text that is no valid lesson is
/// ignored.
const OWN: &str = "own-lesson";

/// Opens the lesson `text`, which was read from a file called `file`, at its first step. The browser keeps
/// the text for later share links to the lesson. If this fails, the card shows the reason and the present run
/// stays. A lesson with the name of a listed lesson is refused; if the list cannot be fetched, the name is
/// not checked.
pub fn open_file(page: PageContext, file: &str, text: &str) {
    let lesson = match Lesson::parse(text) {
        Ok(lesson) => Rc::new(lesson),
        Err(problems) => return refuse(page, one_line(file, &problems)),
    };
    let (file, text) = (file.to_owned(), text.to_owned());
    spawn_local(async move {
        // Links and stored progress contain only the name of a lesson, so the name must be unique.
        let is_taken = |all: Vec<IndexEntry>| all.iter().any(|listed| listed.name == lesson.name);
        let opened = if listed().await.is_ok_and(is_taken) {
            let (file, name) = (escape_unprintable(&file), &lesson.name);
            Err(format!("{file}: name: {name} is a lesson of this page; choose another name"))
        } else {
            begin(page, &lesson, LessonStage::Step(1)).map(|()| remember(OWN, Some(&text)))
        };
        page.lesson_state().refused.try_set(opened.err());
    });
}

/// Shows `why` in the card, as the reason why a lesson was not opened.
pub(super) fn refuse(page: PageContext, why: String) {
    page.lesson_state().refused.try_set(Some(why));
}

/// Text about the problems of the file called `name`: the first problem, and the number of further problems.
/// The text has one line, with unprintable characters of the name escaped.
fn one_line(name: &str, problems: &Problems) -> String {
    let list = problems.list();
    let first = list.first().map(ToString::to_string).unwrap_or_default();
    let more = match list.len() {
        0 | 1 => String::new(),
        n => format!(" ({} more by fabric lessons --check)", n - 1),
    };
    format!("{}: {first}{more}", escape_unprintable(name))
}

/// Opens `lesson` at `stage`, with its fabric and cursor, and focuses the main button of the card.
///
/// # Errors
/// Message for the user, if the stage cannot be opened. The present run then stays.
fn begin(page: PageContext, lesson: &Rc<Lesson>, stage: LessonStage) -> Result<(), String> {
    sequence::open(page, lesson, stage)?;
    page.lesson_state().given.try_set(predicted(&lesson.name));
    page.lesson_state().lesson.try_set(Some(Rc::clone(lesson)));
    // The element that opened the lesson has been removed, so that the main button of the card gets the
    // focus.
    request_animation_frame(|| focus(".lesson .primary"));
    Ok(())
}

/// Checks that the open fabric has the object that the step `stage` highlights. Does nothing for other
/// stages.
///
/// # Errors
/// Message for the user, if the object is missing: the share link combines the lesson with another fabric.
fn is_of(page: PageContext, lesson: &Lesson, stage: LessonStage) -> Result<(), String> {
    let LessonStage::Step(n) = stage else { return Ok(()) };
    let Some(step) = lesson.steps.get(usize::from(n).saturating_sub(1)) else { return Ok(()) };
    let found = page.read_lab(|lab| Target::find(&step.highlight, lab.run().recording().world()).map(drop));
    let found = found.unwrap_or(Ok(()));
    found.map_err(|problem| {
        format!("lesson={}.{n}: {problem} in this fabric; open #/lesson/{}", lesson.name, lesson.name)
    })
}

/// Choice of the run that is shown when a lesson is opened.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Run {
    /// Run that the lesson defines for the stage. This run replaces the open one.
    Lesson,
    /// Run that is already open, because the share link names both the run and the lesson. The run stays.
    Open,
}

/// Loads the lesson of `place` and opens it at the stage of `place`. If the user's last file has the name of
/// the lesson, it replaces the file of the page. `run` decides whether the run changes. If the lesson cannot
/// be opened, the card shows the reason and the present run stays. If it is opened, an earlier reason
/// disappears.
pub(super) fn load(page: PageContext, place: LessonPlace, run: Run) {
    spawn_local(async move {
        let LessonPlace { lesson: name, stage } = place;
        if let Err(why) = parts::load(ProgramPart::Lessons).await {
            return refuse(page, why);
        }
        let own = recall(OWN).and_then(|text| Lesson::parse(&text).ok()).filter(|own| own.name == name);
        let read = match own {
            Some(own) => Ok(own),
            None => match fetch(&format!("{name}.json")).await {
                Ok(text) => Lesson::parse(&text).map_err(|problems| one_line(&name, &problems)),
                Err(message) => Err(message),
            },
        };
        let opened = read.and_then(|lesson| {
            let lesson = Rc::new(lesson);
            if run == Run::Lesson {
                return begin(page, &lesson, stage);
            }
            lesson.has(stage).map_err(|problem| problem.to_string())?;
            is_of(page, &lesson, stage)?;
            page.lesson_state().given.try_set(predicted(&lesson.name));
            page.lesson_state().lesson.try_set(Some(lesson));
            Ok(())
        });
        page.lesson_state().refused.try_set(opened.err());
    });
}

/// Lesson and step of a share link such as `#/lesson/headroom?step=3`. Without `step`, the step is 1. `None`
/// if `fragment` is not a share link to a lesson.
///
/// # Errors
/// Message for the user, if the step or the name cannot be read.
fn named(fragment: &str) -> Option<Result<LessonPlace, String>> {
    let rest = fragment.strip_prefix("#/lesson/")?;
    let (name, step) = rest.split_once("?step=").unwrap_or((rest, "1"));
    Some(
        format!("{name}.{step}")
            .parse()
            .map_err(|problem: fabric_sim::document::Problem| problem.to_string()),
    )
}

/// Whether `fragment` is a share link to a lesson, such as `#/lesson/headroom`. The lab cannot open such
/// links.
#[must_use]
pub fn is_link(fragment: &str) -> bool {
    fragment.starts_with("#/lesson/")
}

/// Opens the lesson of `link`, the fragment of the page's address, if it is a share link to a lesson.
/// Afterwards, whenever the page's state names a lesson that is not loaded, loads this lesson and keeps the
/// displayed run.
pub fn follow(page: PageContext, link: &str) {
    go(page, link);
    Effect::new(move |_| {
        let Some(place) = page.settings.with(|settings| settings.lesson.clone()) else { return };
        let is_there =
            |lesson: &Option<Rc<Lesson>>| lesson.as_ref().is_some_and(|one| one.name == place.lesson);
        if !page.lesson_state().lesson.with_untracked(is_there) {
            load(page, place, Run::Open);
        }
    });
}

/// Opens the lesson and the step of `link`. Does nothing if `link` is not a share link to a lesson.
pub fn go(page: PageContext, link: &str) {
    match named(link) {
        Some(Ok(place)) => load(page, place, Run::Lesson),
        Some(Err(message)) => refuse(page, message),
        None => {}
    }
}
