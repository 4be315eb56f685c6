//! The flows: what each offers, what of it has arrived, and a switch for each.

use fabric_sim::ids::FlowId;
use leptos::prelude::*;

use crate::charts::bytes_label;
use crate::lab::{Command, offered};
use crate::scene::{FILLS, digit_colour};
use crate::ui::Desk;

/// What does not change of a flow while the document stays.
#[derive(Clone, PartialEq)]
struct Named {
    id: FlowId,
    name: String,
    priority: u8,
    offers: String,
}

/// The flows of the document.
#[component]
pub fn Flows(desk: Desk) -> impl IntoView {
    let flows = Memo::new(move |_| {
        desk.words.with(|picture| picture.stage.version);
        let named = |lab: &crate::lab::Lab| {
            let flow = |(n, flow): (usize, &fabric_sim::document::Flow)| Named {
                id: FlowId::new(n),
                name: flow.name.clone(),
                priority: flow.priority.small(),
                offers: offered(flow),
            };
            lab.flows().iter().enumerate().map(flow).collect::<Vec<_>>()
        };
        desk.look(named).unwrap_or_default()
    });
    let count = move || flows.with(Vec::len);
    let rows = move || flows.get().into_iter().map(|flow| view! { <li><Row desk flow/></li> }).collect_view();
    view! {
        <details class="group flows" data-testid="flows">
            <summary><h2>{move || format!("Flows ({})", count())}</h2></summary>
            <p class="note">"A flow starts or stops at the cursor."</p>
            <ul>{rows}</ul>
        </details>
    }
}

#[component]
fn Row(desk: Desk, flow: Named) -> impl IntoView {
    let Named { id, name, priority, offers } = flow;
    let now = Memo::new(move |_| {
        desk.words
            .with(|picture| picture.flows.get(id.index()).map(|view| (view.active, view.delivered_bytes)))
    });
    let active = move || now.get().is_some_and(|(active, _)| active);
    let label = {
        let name = name.clone();
        move || if active() { format!("Stop {name}") } else { format!("Start {name}") }
    };
    let style = format!("--fill:{};--digit:{}", FILLS[usize::from(priority & 7)], digit_colour(priority));
    let switch = move |_| {
        desk.act(if active() { Command::StopFlow(id) } else { Command::StartFlow(id) });
    };
    view! {
        <i class="badge" style=style>{priority}</i>
        <p><b>{name}</b><small>{offers}", "<span>{move || now.get().map(|(_, bytes)| bytes_label(bytes))}</span>" delivered"</small></p>
        <button class="button" aria-label=label data-testid=format!("flow-{}", id.index()) on:click=switch>
            {move || if active() { "Stop" } else { "Start" }}
        </button>
    }
}
