//! Chain of reasons why the selected queue is paused, down to the root: the queue or device where the waits
//! begin. Deeper reasons are indented further, up to 8 levels. A click on a row selects its queue.

use fabric_sim::ids::QueueId;
use leptos::prelude::*;

use crate::lab::{Command, Reason};
use crate::ui::PageContext;
use crate::ui::rows::{RowList, nth, numbered};

/// Chain of reasons, with a row for each queue; absent if the selected queue is not paused. A click on a row
/// selects its queue.
#[component]
pub fn Reasons(page: PageContext) -> impl IntoView {
    let chain = Memo::new(move |_| {
        page.text_picture.track();
        let queue = page.static_picture.with(|static_picture| {
            QueueId::new(static_picture.selected.port, static_picture.selected.priority)
        });
        page.read_lab(|lab| lab.reasons(queue)).unwrap_or_default()
    });
    let row = Callback::new(move |n| {
        let reason = Memo::new(move |_| chain.with(|chain| nth(chain, n)));
        (move || reason.get().map(|reason| view! { <Line page reason/> })).into_any()
    });
    view! {
        <Show when=move || chain.with(|chain| !chain.is_empty())>
            <h3>"Why is the selected queue paused?"</h3>
            <RowList items=numbered(move || chain.with(Vec::len)) row height=46.0
                class="reasons" label="Why it is paused" id="waits-reasons"/>
        </Show>
    }
}

#[component]
fn Line(page: PageContext, reason: Reason) -> impl IntoView {
    let QueueId { port, priority } = reason.queue;
    view! {
        <div class="reason" style=format!("--depth:{}", reason.depth.min(8))>
            <button class:root=reason.is_root on:click=move |_| page.act(Command::Select(port, priority))>
                {reason.words}
            </button>
        </div>
    }
}
