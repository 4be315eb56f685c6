//! List of lessons, and the student's progress in each lesson, which the browser stores. A finished lesson
//! stays finished. A click on a lesson opens the stage that was open last; for a new or finished lesson, the
//! first step. The browser stores one prediction, that of the last lesson with a prediction.

use fabric_lessons::{Index, IndexEntry};
use fabric_sim::document::link::{LessonPlace, LessonStage};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::load::{Run, fetch, load, refuse};
use super::stage;
use crate::parts::{self, ProgramPart};
use crate::ui::PageContext;
use crate::ui::browser_storage::{recall, remember};
use crate::ui::dialog::{Dialog, Modal};

/// Prefix of the keys under which the browser stores the progress in lessons.
pub const SAVED: &str = "lesson.";

/// Key under which the browser stores the progress in the lesson `name`. The stored value is the last stage
/// that was open, or [`DONE`].
pub(super) fn key(name: &str) -> String {
    format!("{SAVED}{name}")
}

/// Stores `stage` as the last stage that was open. Does nothing if the lesson is already done, so that it
/// stays done.
pub(super) fn store_stage(name: &str, stage: LessonStage) {
    let key = key(name);
    if recall(&key).is_none_or(|before| before != DONE) {
        remember(&key, Some(&stage.to_string()));
    }
}

/// Key under which the browser stores the last prediction. The value is the name of the lesson, a space, and
/// the prediction. Only one prediction is stored.
const PREDICTED: &str = "predicted";

/// Stores `given`, which may be empty, as the prediction in the lesson `name`. The prediction in another
/// lesson is overwritten.
pub(super) fn keep_prediction(name: &str, given: &str) {
    remember(PREDICTED, Some(&format!("{name} {given}")));
}

/// Last prediction in the lesson `name`. Empty if the student made none, or if a prediction in another lesson
/// overwrote it.
pub(super) fn predicted(name: &str) -> String {
    let stored = recall(PREDICTED).unwrap_or_default();
    stored
        .split_once(' ')
        .filter(|(of, _)| *of == name)
        .map(|(_, given)| given.to_owned())
        .unwrap_or_default()
}

/// Stored value of the progress in a lesson whose challenge the student has passed.
pub(super) const DONE: &str = "done";

/// Fetches the list of lessons, after loading the part of the program for lessons. The lessons are in the
/// order of the list.
///
/// # Errors
/// Message for the user, if the list or the part of the program cannot be fetched, or the list cannot be
/// read.
pub(super) async fn listed() -> Result<Vec<IndexEntry>, String> {
    parts::load(ProgramPart::Lessons).await?;
    let index = Index::parse(&fetch("index.json").await?);
    index.map(|index| index.lessons).map_err(|problem| problem.to_string())
}

/// Opens the first lesson of the list at its first step, independent of the stored progress. If this fails,
/// the card shows the reason. Does nothing if the list is empty.
pub async fn begin_first(page: PageContext) {
    match listed().await {
        Ok(all) => {
            if let Some(first) = all.into_iter().next() {
                load(page, LessonPlace { lesson: first.name, stage: LessonStage::Step(1) }, Run::Lesson);
            }
        }
        Err(message) => refuse(page, message),
    }
}

/// Dialog with the list of lessons, with length and progress of each lesson. A click on a lesson closes the
/// dialog and opens the stage that was open last. A new or finished lesson opens at its first step. If the
/// list cannot be fetched, the dialog has the reason; the next opening tries again.
#[component]
pub fn Lessons(page: PageContext) -> impl IntoView {
    let list = RwSignal::new_local(None::<Result<Vec<IndexEntry>, String>>);
    Effect::new(move |_| {
        if page.dialog.get() != Some(Modal::Lessons)
            || list.with_untracked(|list| matches!(list, Some(Ok(_))))
        {
            return;
        }
        spawn_local(async move {
            list.try_set(Some(listed().await));
        });
    });
    let row = move |one: IndexEntry| {
        let name = one.name.clone();
        // The progress is read each time that the list is opened.
        let saved = recall(&key(&name)).filter(|_| page.dialog.with_untracked(Option::is_some));
        let begun: Option<LessonStage> = saved.as_ref().and_then(|saved| saved.parse().ok());
        let progress = match (&saved, begun) {
            (_, Some(stage)) => format!(" · at {}", stage::name(stage)),
            (Some(_), None) => " · done".to_owned(),
            (None, None) => String::new(),
        };
        let words = format!("{} min{progress}", one.minutes.get());
        let id = format!("lesson-{name}");
        let open = move |_| {
            page.dialog.set(None);
            let stage = begun.unwrap_or(LessonStage::Step(1));
            load(page, LessonPlace { lesson: name.clone(), stage }, Run::Lesson);
        };
        view! { <li><button class="button" data-testid=id on:click=open>{one.title}<small>{words}</small></button></li> }
    };
    let rows = move || {
        page.dialog.track();
        match list.get() {
            Some(Ok(all)) => {
                view! { <ol class="lesson-list">{all.into_iter().map(row).collect_view()}</ol> }.into_any()
            }
            Some(Err(message)) => view! { <p role="alert">{message}</p> }.into_any(),
            None => view! { <p>"The list is on its way."</p> }.into_any(),
        }
    };
    view! { <Dialog which=Modal::Lessons title="Lessons" open=page.dialog>{rows}</Dialog> }
}
