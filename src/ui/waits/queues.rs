//! The paused queues, those that are worst off first.

use fabric_sim::engine::Queue;
use leptos::prelude::*;

use crate::lab::{Command, Paused};
use crate::scene::{FILLS, Fate, digit_colour};
use crate::ui::Desk;
use crate::ui::rows::RowList;

/// The list.
#[component]
pub fn Queues(desk: Desk) -> impl IntoView {
    let queues = Memo::new(move |_| {
        desk.waiting.with(|waiting| waiting.queues.iter().map(|queue| queue.queue).collect::<Vec<Queue>>())
    });
    view! {
        <Show when=move || queues.with(|queues| !queues.is_empty())>
            <h3>"Queues that wait"</h3>
            <RowList items=queues row=move |queue| view! { <Row desk queue/> } height=64.0
                class="queues" label="Queues that wait" id="waits-queues"/>
        </Show>
    }
}

#[component]
fn Row(desk: Desk, queue: Queue) -> impl IntoView {
    let (port, priority) = queue;
    let row = Memo::new(move |_| {
        desk.waiting.with(|waiting| waiting.queues.iter().find(|one| one.queue == queue).cloned())
    });
    let say =
        move |say: fn(&Paused) -> String| move || row.with(|row| row.as_ref().map(say).unwrap_or_default());
    let class = move || {
        row.with(|row| match row.as_ref().map(|row| row.fate) {
            Some(Fate::Stuck) => "stuck",
            Some(Fate::Blocked) => "blocked",
            _ => "passing",
        })
    };
    let selected =
        Memo::new(move |_| desk.still.with(|still| (still.selected.port, still.selected.priority) == queue));
    let style = format!("--fill:{};--digit:{}", FILLS[usize::from(priority & 7)], digit_colour(priority));
    view! {
            <button class=class aria-current=move || selected.get().then_some("true")
                on:click=move |_| desk.act(Command::Select(port, priority))>
                <i class="badge" style=style>{priority}</i>
                <b>{say(|row| row.name.clone())}</b>
                <em>{say(|row| row.role.to_owned())}</em>
                <span>{say(|row| row.why.clone())}</span>
            </button>
    }
}
