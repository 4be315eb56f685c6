//! The paused queues, those that are worst off first.

use fabric_sim::engine::Queue;
use leptos::prelude::*;

use crate::lab::{Command, Paused};
use crate::scene::{FILLS, Fate, digit_colour};
use crate::ui::Desk;

/// Queues of a list that are shown.
const MOST: usize = 60;

/// The list.
#[component]
pub fn Queues(desk: Desk) -> impl IntoView {
    let queues = Memo::new(move |_| {
        desk.waiting.with(|waiting| waiting.queues.iter().map(|queue| queue.queue).collect::<Vec<Queue>>())
    });
    let more = move || match queues.with(Vec::len).saturating_sub(MOST) {
        0 => None,
        n => Some(view! { <p>{format!("and {n} more")}</p> }),
    };
    view! {
        <Show when=move || queues.with(|queues| !queues.is_empty())>
            <h3>"Queues that wait"</h3>
            <ul class="queues" data-testid="waits-queues">
                <For each=move || queues.get().into_iter().take(MOST) key=|queue| *queue let:queue>
                    <Row desk queue/>
                </For>
            </ul>
            {more}
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
        <li>
            <button class=class aria-current=move || selected.get().then_some("true")
                on:click=move |_| desk.act(Command::Select(port, priority))>
                <i class="badge" style=style>{priority}</i>
                <b>{say(|row| row.name.clone())}</b>
                <em>{say(|row| row.role.to_owned())}</em>
                <span>{say(|row| row.why.clone())}</span>
            </button>
        </li>
    }
}
