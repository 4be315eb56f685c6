//! Roots of waits, and the queues that each root blocks. A root is a queue, or a cycle of queues, at which
//! waits begin.

use fabric_sim::ids::QueueId;
use leptos::prelude::*;

use crate::lab::{Command, Lab, Root};
use crate::ui::PageContext;
use crate::ui::rows::{RowList, nth, numbered};

/// List of the roots at the cursor; absent if there is no root. A click on a root selects the queue where the
/// waits begin.
#[component]
pub fn Roots(page: PageContext) -> impl IntoView {
    let roots = Memo::new(move |_| {
        page.text_picture.track();
        page.read_lab(Lab::roots).unwrap_or_default()
    });
    let places = numbered(move || roots.with(Vec::len));
    view! {
        <Show when=move || places.with(|places| !places.is_empty())>
            <h3>"At the root, and what it holds up"</h3>
            <RowList items=places row=Callback::new(move |place| view! { <RootRow page roots place/> }.into_any()) height=64.0
                class="queues roots" label="Roots" id="waits-roots"/>
        </Show>
    }
}

#[component]
fn RootRow(page: PageContext, roots: Memo<Vec<Root>>, place: u64) -> impl IntoView {
    let root = Memo::new(move |_| roots.with(|roots| nth(roots, place)));
    let say =
        move |say: fn(&Root) -> String| move || root.with(|root| root.as_ref().map(say).unwrap_or_default());
    let select = move |_| {
        if let Some(QueueId { port, priority }) =
            root.with_untracked(|root| root.as_ref().map(|root| root.queue))
        {
            page.act(Command::Select(port, priority));
        }
    };
    view! {
            <button class="blocked" on:click=select title="Select the queue where it begins">
                <i class="badge">{say(|root| root.queue.priority.to_string())}</i>
                <b>{say(|root| root.name.clone())}</b>
                <em>{say(|root| root.cause.to_owned())}</em>
                <span>{say(|root| format!("{}.", root.holds))}</span>
            </button>
    }
}
