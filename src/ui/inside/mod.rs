//! The inside of the selection: its crossbar's last match step by step, who
//! waits for whom, its memory, its classes, the way of a frame, how a flow fares.

mod board;
mod classes;
mod control;
mod ets;
mod flow;
mod frame;
mod heat;
mod marks;
mod matching;
mod matrix;
mod outline;
mod pool;
mod stepper;
mod strokes;

use fabric_sim::document::params::Key;
use fabric_sim::fabric::crossbar::Inputs;
use fabric_sim::wire::PRIORITIES;
use leptos::prelude::*;

use super::Desk;
use crate::lab::{Command, Picture};
use control::Control;
pub use ets::Ets;
pub use flow::FlowView;
pub use frame::FrameView;
use heat::HeatMap;
use matching::MatchView;
pub use pool::PoolView;

/// Contents inside the selection.
#[derive(Clone, PartialEq)]
enum Within {
    /// A host: nothing.
    Host(String),
    /// A switch whose outputs take everything at once.
    Ideal(String),
    /// A switch with a crossbar, and how many queues are in front of that, in words.
    Crossbar(String),
}

fn within(picture: &Picture) -> Within {
    let spec = &picture.still.stage.spec;
    let node = spec.owner(picture.still.selected.port);
    match node.switch() {
        None => Within::Host(node.name.clone()),
        Some(switch) => match spec.switches[switch].crossbar {
            None => Within::Ideal(node.name.clone()),
            Some(crossbar) => Within::Crossbar(queues(crossbar.inputs, node.ports.len())),
        },
    }
}

/// The queues in front of a crossbar, counted.
fn queues(inputs: Inputs, ports: usize) -> String {
    match inputs {
        Inputs::SingleFifo => format!("{ports} inputs, a single FIFO each"),
        Inputs::Voq => {
            let all = ports * ports * PRIORITIES;
            format!(
                "{ports} inputs \u{d7} {ports} outputs \u{d7} {PRIORITIES} priorities = {all} virtual output queues"
            )
        }
    }
}

/// The tab of the crossbar.
#[component]
pub fn Islip(desk: Desk) -> impl IntoView {
    let within = Memo::new(move |_| desk.words.with(|picture| within(picture)));
    let give = move |_| {
        desk.act(Command::Set { key: Key::Fabric, value: "crossbar".to_owned() });
    };
    move || {
        match within.get() {
        Within::Host(name) => view! {
            <p class="empty">{format!("{name} is a host: it has one port, so nothing is matched inside it. Select a switch.")}</p>
        }
        .into_any(),
        Within::Ideal(name) => view! {
            <div class="empty">
                <p>{format!("{name} has an ideal fabric: a frame that comes in waits for nothing but its output, so there is nothing to match.")}</p>
                <button class="button" data-testid="give-crossbar" on:click=give
                    title="The run is worked out again from its start, with a crossbar in every switch">
                    "Give the switches a crossbar"
                </button>
            </div>
            <HeatMap desk/>
        }
        .into_any(),
        Within::Crossbar(queues) => view! {
            <MatchView desk/>
            <HeatMap desk/>
            <p class="detail" data-testid="voqs">{queues}</p>
            <Control desk/>
        }
        .into_any(),
    }
    }
}
