//! Why the selected queue is paused, down to the root.

use leptos::prelude::*;

use crate::lab::{Command, Reason};
use crate::ui::Desk;

/// The chain, a line for each queue.
#[component]
pub fn Reasons(desk: Desk) -> impl IntoView {
    let chain = Memo::new(move |_| {
        desk.words.track();
        let queue = desk.still.with(|still| (still.selected.port, still.selected.priority));
        desk.look(|lab| lab.reasons(queue)).unwrap_or_default()
    });
    view! {
        <Show when=move || chain.with(|chain| !chain.is_empty())>
            <h3>"Why is the selected queue paused?"</h3>
            <ol class="reasons" data-testid="waits-why">
                <For each=move || chain.get().into_iter().enumerate() key=Clone::clone let:link>
                    <Line desk reason=link.1/>
                </For>
            </ol>
        </Show>
    }
}

#[component]
fn Line(desk: Desk, reason: Reason) -> impl IntoView {
    let (port, priority) = reason.queue;
    view! {
        <li style=format!("--depth:{}", reason.depth.min(8))>
            <button class:root=reason.root on:click=move |_| desk.act(Command::Select(port, priority))>
                {reason.words}
            </button>
        </li>
    }
}
