//! List of paused queues, in order of severity. Queues that can never send again come first. A row has the
//! priority, the name of the queue, its role in the wait-for graph, and the cause. The row of the selected
//! queue is marked.

use fabric_sim::ids::{PortId, Priority, QueueId};
use leptos::prelude::*;

use crate::lab::{Command, Paused};
use crate::scene::QueueFate;
use crate::ui::PageContext;
use crate::ui::inside::badge;
use crate::ui::rows::RowList;

/// List of the paused queues; absent if no queue is paused. A click on a queue selects its port and priority.
#[component]
pub fn Queues(page: PageContext) -> impl IntoView {
    let queues = Memo::new(move |_| {
        page.waiting.with(|waiting| {
            waiting
                .queues
                .iter()
                .map(|queue| number_of(queue.queue.port, Some(queue.queue.priority)))
                .collect::<Vec<_>>()
        })
    });
    let row = Callback::new(move |n| {
        let (port, priority) = queue_of(n);
        priority.map(|priority| view! { <QueueRow page queue=QueueId::new(port, priority)/> }).into_any()
    });
    view! {
        <Show when=move || queues.with(|queues| !queues.is_empty())>
            <h3>"Queues that wait"</h3>
            <RowList items=queues row height=64.0
                class="queues" label="Queues that wait" id="waits-queues"/>
        </Show>
    }
}

/// Row key made from a port and a priority; `None` stands for all priorities.
pub(super) fn number_of(port: PortId, priority: Option<Priority>) -> u64 {
    u64::from(port.0) << 8 | priority.map_or(u64::from(u8::MAX), |priority| u64::from(priority.get()))
}

/// Returns the port and priority from which [`number_of`] made the row key `number`; `None` stands for all
/// priorities.
pub(super) fn queue_of(number: u64) -> (PortId, Option<Priority>) {
    let [priority, ..] = number.to_le_bytes();
    (PortId(u32::try_from(number >> 8).unwrap_or(u32::MAX)), Priority::checked_new(priority.into()))
}

#[component]
fn QueueRow(page: PageContext, queue: QueueId) -> impl IntoView {
    let QueueId { port, priority } = queue;
    let row = Memo::new(move |_| {
        page.waiting.with(|waiting| waiting.queues.iter().find(|one| one.queue == queue).cloned())
    });
    let say =
        move |say: fn(&Paused) -> String| move || row.with(|row| row.as_ref().map(say).unwrap_or_default());
    let class = move || {
        row.with(|row| match row.as_ref().map(|row| row.fate) {
            Some(QueueFate::Stuck) => "stuck",
            Some(QueueFate::Blocked) => "blocked",
            _ => "passing",
        })
    };
    let selected = Memo::new(move |_| {
        page.static_picture.with(|static_picture| {
            QueueId::new(static_picture.selected.port, static_picture.selected.priority) == queue
        })
    });
    view! {
            <button class=class aria-current=move || selected.get().then_some("true")
                on:click=move |_| page.act(Command::Select(port, priority))>
                {badge(priority)}
                <b>{say(|row| row.name.clone())}</b>
                <em>{say(|row| row.role.to_owned())}</em>
                <span>{say(|row| row.why.clone())}</span>
            </button>
    }
}
