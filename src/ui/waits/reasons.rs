//! Why the selected queue is paused, down to the root.

use leptos::prelude::*;

use crate::lab::{Command, Reason};
use crate::ui::Desk;
use crate::ui::rows::RowList;

/// The chain, a line for each queue.
#[component]
pub fn Reasons(desk: Desk) -> impl IntoView {
    let chain = Memo::new(move |_| {
        desk.words.track();
        let queue = desk.still.with(|still| (still.selected.port, still.selected.priority));
        let chain = desk.look(|lab| lab.reasons(queue)).unwrap_or_default();
        chain.into_iter().enumerate().collect::<Vec<_>>()
    });
    view! {
        <Show when=move || chain.with(|chain| !chain.is_empty())>
            <h3>"Why is the selected queue paused?"</h3>
            <RowList items=chain row=move |(_, reason)| view! { <Line desk reason/> } height=46.0
                class="reasons" label="Why it is paused" id="waits-why"/>
        </Show>
    }
}

#[component]
fn Line(desk: Desk, reason: Reason) -> impl IntoView {
    let (port, priority) = reason.queue;
    view! {
        <div class="reason" style=format!("--depth:{}", reason.depth.min(8))>
            <button class:root=reason.root on:click=move |_| desk.act(Command::Select(port, priority))>
                {reason.words}
            </button>
        </div>
    }
}
