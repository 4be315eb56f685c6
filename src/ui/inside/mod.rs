//! Contents of the inspector tabs: crossbar match and waiting bytes, ETS classes, memory, flow, and frame.

mod board;
mod control;
mod ets;
mod flow;
mod frame;
mod heat_map;
mod marks;
mod matching;
mod matrix;
mod outline;
mod pool;
mod share_form;
mod stepper;
mod strokes;

use fabric_sim::document::params::Key;
use fabric_sim::fabric::crossbar::Inputs;
use fabric_sim::wire::PRIORITIES;
use leptos::prelude::*;

use super::PageContext;
use crate::lab::{Command, Picture};
use control::Control;
pub use ets::{Ets, badge};
pub use flow::FlowView;
pub use frame::FrameView;
use heat_map::HeatMap;
use matching::MatchView;
pub use pool::PoolView;

/// Contents of the crossbar tab, depending on the selected node.
#[derive(Clone, PartialEq)]
enum InsideView {
    /// Name of a host, which has no crossbar.
    Host(String),
    /// Name of a switch without a crossbar: each arriving frame joins its egress queue without delay.
    Ideal(String),
    /// Text about the number of queues at the inputs of the crossbar.
    Crossbar(String),
}

fn inside_view(picture: &Picture) -> InsideView {
    let spec = &picture.static_picture.document_picture.spec;
    let node = spec.owner(picture.static_picture.selected.port);
    match node.switch() {
        None => InsideView::Host(node.name.clone()),
        Some(switch) => match spec.switches[switch.index()].crossbar {
            None => InsideView::Ideal(node.name.clone()),
            Some(crossbar) => InsideView::Crossbar(queues(crossbar.inputs, node.ports.len())),
        },
    }
}

/// Text about the number of queues at the inputs of a crossbar with `ports` ports.
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

/// Tab on the crossbar of the selected switch. If the switch has no crossbar, a button gives a crossbar to
/// all switches, from the start of the run. The heat map of waiting bytes is shown with and without a
/// crossbar. For a host, a text says that hosts have no crossbar.
#[component]
pub fn Islip(page: PageContext) -> impl IntoView {
    let inside_view = Memo::new(move |_| page.text_picture.with(|picture| inside_view(picture)));
    let give = move |_| {
        page.act(Command::Set { key: Key::Fabric, value: "crossbar".to_owned() });
    };
    move || {
        match inside_view.get() {
        InsideView::Host(name) => view! {
            <p class="empty">{format!("{name} is a host: it has one port, so nothing is matched inside it. Select a switch.")}</p>
        }
        .into_any(),
        InsideView::Ideal(name) => view! {
            <div class="empty">
                <p>{format!("{name} has an ideal fabric: a frame that comes in waits for nothing but its output, so there is nothing to match.")}</p>
                <button class="button" data-testid="use-crossbar" on:click=give
                    title="The run is worked out again from its start, with a crossbar in every switch">
                    "Give the switches a crossbar"
                </button>
            </div>
            <HeatMap page/>
        }
        .into_any(),
        InsideView::Crossbar(queues) => view! {
            <MatchView page/>
            <HeatMap page/>
            <p class="detail" data-testid="voqs">{queues}</p>
            <Control page/>
        }
        .into_any(),
    }
    }
}
