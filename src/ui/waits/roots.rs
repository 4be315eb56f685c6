//! The roots of waiting, and what each holds up.

use leptos::prelude::*;

use crate::lab::{Command, Lab, Root};
use crate::ui::Desk;

/// Roots that are shown.
const MOST: usize = 12;

/// The list.
#[component]
pub fn Roots(desk: Desk) -> impl IntoView {
    let roots = Memo::new(move |_| {
        desk.words.track();
        desk.look(Lab::roots).unwrap_or_default()
    });
    let places = Memo::new(move |_| roots.with(Vec::len));
    let more = move || places.get().checked_sub(MOST).filter(|n| *n > 0);
    view! {
        <Show when=move || places.get() != 0>
            <h3>"At the root, and what it holds up"</h3>
            <ul class="queues roots" data-testid="waits-blast">
                <For each=move || 0..places.get().min(MOST) key=|place| *place let:place>
                    <Row desk roots place/>
                </For>
            </ul>
            {move || more().map(|n| view! { <p>{format!("and {n} more")}</p> })}
        </Show>
    }
}

#[component]
fn Row(desk: Desk, roots: Memo<Vec<Root>>, place: usize) -> impl IntoView {
    let root = Memo::new(move |_| roots.with(|roots| roots.get(place).cloned()));
    let say =
        move |say: fn(&Root) -> String| move || root.with(|root| root.as_ref().map(say).unwrap_or_default());
    let select = move |_| {
        if let Some((port, priority)) = root.with_untracked(|root| root.as_ref().map(|root| root.queue)) {
            desk.act(Command::Select(port, priority));
        }
    };
    view! {
        <li>
            <button class="blocked" on:click=select title="Select the queue where it begins">
                <i class="badge">{say(|root| root.queue.1.to_string())}</i>
                <b>{say(|root| root.name.clone())}</b>
                <em>{say(|root| root.cause.to_owned())}</em>
                <span>{say(|root| format!("{}.", root.holds))}</span>
            </button>
        </li>
    }
}
