//! Outline: the contents of the canvas as text, for keyboard and screen reader. Nodes are in the order of
//! their ids; the ports of a node follow it.
//!
//! The row of a port lists pauses, credits, storms, faults and bytes of each priority, or "nothing waits". A
//! click on the row selects the port and keeps the selected priority.

use std::sync::Arc;

use fabric_sim::ids::{PortId, PrioritySet};
use fabric_sim::spec::Node;
use leptos::prelude::*;

use crate::charts::bytes_label;
use crate::lab::{Command, Picture, credits_left, faults, listed};
use crate::ui::PageContext;
use crate::ui::details::toggled;
use crate::ui::rows::{RowList, nth};

/// Key of a node's row in the list. Rows of nodes have even keys, rows of ports odd keys.
fn row_of_node(node: usize) -> u64 {
    2 * node as u64
}

fn row_of_port(PortId(port): PortId) -> u64 {
    2 * u64::from(port) + 1
}

/// Outline of the fabric, folded at first. A click on the row of a port selects the port; rows of nodes do
/// not react. The rows are created only while the outline is unfolded. A change of the selected port scrolls
/// its row into view.
#[component]
pub fn Outline(page: PageContext) -> impl IntoView {
    let open = RwSignal::new(false);
    let version = Memo::new(move |_| {
        page.static_picture.with(|static_picture| static_picture.document_picture.version)
    });
    let spec = move || {
        page.static_picture.with_untracked(|static_picture| Arc::clone(&static_picture.document_picture.spec))
    };
    let lines = Memo::new(move |_| {
        version.with(|_| ());
        let spec = spec();
        let of = |(n, node): (usize, &Node)| {
            let ports = node.ports.clone().map(|port| row_of_port(PortId(port)));
            std::iter::once(row_of_node(n)).chain(ports).collect::<Vec<_>>()
        };
        spec.nodes.iter().enumerate().flat_map(of).collect::<Vec<_>>()
    });
    // Row of the selected port.
    let selected = Memo::new(move |_| {
        page.static_picture.with(|static_picture| Some(row_of_port(static_picture.selected.port)))
    });
    let row = Callback::new(move |row: u64| {
        if row % 2 == 1 {
            let port = PortId(u32::try_from(row / 2).unwrap_or(u32::MAX));
            return view! { <PortLine page port/> }.into_any();
        }
        let name = nth(&spec().nodes, row / 2).map(|node| node.name);
        view! { <b>{name}</b> }.into_any()
    });
    view! {
        <details class="outline" data-testid="outline" on:toggle=toggled(open)>
            <summary>"Everything in words"</summary>
            <Show when=move || open.get()>
                <p data-testid="outline-waits">{move || page.waiting.with(|waiting| waiting.sentences().join(" "))}</p>
                {move || {
                    // Rows of another fabric may have the same keys, so a new document creates the whole list
                    // again.
                    version.get();
                    view! {
                        <RowList items=lines row height=44.0 class="list" label="Everything in words" id="outline-list"
                            reveal=selected/>
                    }
                }}
            </Show>
        </details>
    }
}

#[component]
fn PortLine(page: PageContext, port: PortId) -> impl IntoView {
    let words = Memo::new(move |_| {
        let words = page.text_picture.with(|picture| in_words(picture, port));
        let waits = page.waiting.with(|waiting| waiting.words_of(port));
        waits.into_iter().fold(words, |words, more| format!("{words}; {more}"))
    });
    let select = move |_| {
        let priority = page.static_picture.with_untracked(|static_picture| static_picture.selected.priority);
        page.act(Command::Select(port, priority));
    };
    let current =
        Memo::new(move |_| page.static_picture.with(|static_picture| static_picture.selected.port == port));
    view! {
        <button aria-current=move || current.get().then_some("true") on:click=select>{words}</button>
    }
}

/// Text about a port and its priorities, with semicolons between the parts. Empty if there is no such port.
fn in_words(picture: &Picture, port: PortId) -> String {
    let spec = &picture.static_picture.document_picture.spec;
    let (Some(view), Some(at)) = (picture.view.ports.get(port.index()), spec.ports.get(port.index())) else {
        return String::new();
    };
    let peer = &spec.owner(at.peer).name;
    let mut words = vec![format!("port {} to {peer}", at.number)];
    if !view.paused.is_empty() {
        words.push(format!("{} paused by {peer}", listed(view.paused)));
    }
    if !view.starved.is_empty() {
        words.push(format!("{} without credits of {peer}", listed(view.starved)));
    }
    if !(view.requested_pauses - view.storms).is_empty() {
        words.push(format!("requests that {peer} pauses {}", listed(view.requested_pauses - view.storms)));
    }
    if !view.storms.is_empty() {
        words.push(format!("storms {peer} with pauses of {}", listed(view.storms)));
    }
    if !view.watchdog_drops.is_empty() {
        words.push(format!("its watchdog throws {} away", listed(view.watchdog_drops)));
    }
    if let Some(there) = picture.view.ports.get(at.peer.index()) {
        words.extend(faults([view, there]).iter().map(|what| format!("its link {what}")));
    }
    for n in PrioritySet::ALL.iter() {
        let lane = &view.priorities[n.index()];
        let held = lane.pg.reserve + lane.pg.shared + lane.pg.headroom;
        if let Some(credits) = lane.credits {
            words.push(format!("priority {n}: credits of {peer}, {}", credits_left(&credits)));
        }
        if held > 0 {
            words.push(format!("priority {n}: {} from {peer} held", bytes_label(held)));
        }
        if lane.egress_bytes > 0 {
            words.push(format!("priority {n}: {} waiting for {peer}", bytes_label(lane.egress_bytes)));
        }
    }
    if words.len() == 1 {
        words.push("nothing waits".to_owned());
    }
    words.join("; ")
}
