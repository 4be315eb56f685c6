//! List of the cycles in the wait-for graph at the cursor. An entry has the names of the nodes and the time
//! when the cycle formed. A last line counts the queues that wait for the cycle from outside. Without a
//! cycle, the list is empty.

use fabric_sim::ids::QueueId;
use leptos::prelude::*;

use crate::lab::{Command, CurrentCycle};
use crate::ui::PageContext;
use crate::ui::rows::{RowList, nth, numbered};

/// List of the cycles of waits at the cursor. Each entry states whether its cycle is a deadlock. A click
/// selects the first queue of the cycle.
#[component]
pub fn Cycles(page: PageContext) -> impl IntoView {
    let places = numbered(move || page.waiting.with(|waiting| waiting.cycles.len()));
    view! {
        <RowList items=places row=Callback::new(move |place| view! { <Card page place/> }.into_any()) height=120.0
            class="cycles" label="Cycles of waits" id="waits-cycles"/>
    }
}

#[component]
fn Card(page: PageContext, place: u64) -> impl IntoView {
    let cycle = Memo::new(move |_| page.waiting.with(|waiting| nth(&waiting.cycles, place)));
    let say = move |say: fn(&CurrentCycle) -> String| {
        move || cycle.with(|cycle| cycle.as_ref().map(say).unwrap_or_default())
    };
    let select = move |_| {
        if let Some(QueueId { port, priority }) =
            cycle.with_untracked(|cycle| cycle.as_ref().map(|cycle| cycle.queue))
        {
            page.act(Command::Select(port, priority));
        }
    };
    let dead = move || cycle.with(|cycle| cycle.as_ref().is_some_and(|cycle| cycle.dead));
    view! {
        <div class="cycle" class:deadlocked=dead>
            <button on:click=select title="Select its first queue">
                <strong>{move || if dead() { "DEADLOCK" } else { "CYCLIC WAIT" }}</strong>
                <b>{say(|cycle| cycle.name.clone())}</b>
            </button>
            <p>{say(|cycle| if cycle.dead {
                "None of these buffers can drain to XON until another one in the cycle sends.".to_owned()
            } else {
                "Congestion, no deadlock: it can still drain.".to_owned()
            })}</p>
            <p>{say(|cycle| cycle.since().join(" "))}</p>
            <p>{say(|cycle| match cycle.stuck_upstream {
                0 => String::new(),
                1 => "1 queue outside of it is stuck behind it.".to_owned(),
                n => format!("{n} queues outside of it are stuck behind it."),
            })}</p>
        </div>
    }
}
