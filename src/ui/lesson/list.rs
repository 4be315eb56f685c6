//! The list of lessons, with what is done.

use fabric_lessons::{Index, Listed};
use fabric_sim::document::link::Stage;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::load::{fetch, load};
use crate::parts::{self, Part};
use crate::ui::Desk;
use crate::ui::dialog::{Dialog, Modal};
use crate::ui::memory::recall;

/// Start of the keys under which it is remembered what is done.
pub const SAVED: &str = "lesson.";

/// Key under which it is remembered that the lesson of this name is done.
pub(super) fn key(name: &str) -> String {
    format!("{SAVED}{name}")
}

/// Fetches the list of lessons.
async fn listed() -> Result<Vec<Listed>, String> {
    parts::load(Part::Lessons).await?;
    let index = Index::parse(&fetch("index.json").await?);
    index.map(|index| index.lessons).map_err(|problem| problem.to_string())
}

/// Begins the first lesson of the list.
pub async fn begin_first(desk: Desk) {
    match listed().await {
        Ok(all) => {
            if let Some(first) = all.into_iter().next() {
                load(desk, first.name, Some(Stage::Step(1)));
            }
        }
        Err(message) => drop(desk.learning().refused.try_set(Some(message))),
    }
}

/// The dialog with the list.
#[component]
pub fn Lessons(desk: Desk) -> impl IntoView {
    let list = RwSignal::new_local(None::<Result<Vec<Listed>, String>>);
    Effect::new(move |_| {
        if desk.dialog.get() != Some(Modal::Lessons)
            || list.with_untracked(|list| matches!(list, Some(Ok(_))))
        {
            return;
        }
        spawn_local(async move {
            list.try_set(Some(listed().await));
        });
    });
    let row = move |one: Listed| {
        let name = one.name.clone();
        // Each time that the list is opened, what was done meanwhile is marked.
        let done = desk.dialog.with_untracked(Option::is_some) && recall(&key(&name)).is_some();
        let words = format!("{} min{}", one.minutes.get(), if done { " · done" } else { "" });
        let id = format!("lesson-{name}");
        let open = move |_| {
            desk.dialog.set(None);
            load(desk, name.clone(), Some(Stage::Step(1)));
        };
        view! { <li><button class="button" data-testid=id on:click=open>{one.title}<small>{words}</small></button></li> }
    };
    let rows = move || {
        desk.dialog.track();
        match list.get() {
            Some(Ok(all)) => {
                view! { <ol class="lesson-list">{all.into_iter().map(row).collect_view()}</ol> }.into_any()
            }
            Some(Err(message)) => view! { <p role="alert">{message}</p> }.into_any(),
            None => view! { <p>"The list is on its way."</p> }.into_any(),
        }
    };
    view! { <Dialog which=Modal::Lessons title="Lessons" open=desk.dialog>{rows}</Dialog> }
}
