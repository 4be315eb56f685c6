//! Pause lanes: a lane for each queue shows when the queue was paused, with drops and other events. The lanes
//! have the time axis of the charts. Start with [`Lanes`].
//!
//! Queues that were blocked only in run A come last. At most 60 lanes are listed in words. While nothing is
//! under the pointer or the keyboard position, a text counts the paused queues.

mod field;
mod figure;
mod keys;
mod legend;
mod of_run_a;
mod pause_history;
mod row;

use fabric_sim::document::link::Chart;
use fabric_sim::ids::QueueId;
use std::collections::HashSet;

use leptos::prelude::*;

use super::PageContext;
use super::charts::OtherChart;
use super::zoom::ZoomButtons;
use crate::lab::Lab;
use field::Field;
pub use figure::lanes_figure;
use legend::Key;
use pause_history::in_words;

/// Largest number of lanes listed in words for screen readers.
const MAX_LANES_IN_WORDS: usize = 60;

/// Pause lanes with their legend, and a list in words for screen readers. A check box hides the lanes of all
/// nodes but the selected one. Without a lane, a text says that there was no pause.
#[component]
pub fn Lanes(page: PageContext) -> impl IntoView {
    let only = RwSignal::new(false);
    let order = Memo::new(move |_| {
        page.history_changed.track();
        let only = only.get();
        page.read_lab(|lab| ordered(lab, only)).unwrap_or_default()
    });
    let spoken = RwSignal::new(String::new());
    let counted = Memo::new(move |_| {
        page.text_picture.track();
        order.with(|order| page.read_lab(|lab| lab.lanes_summary(order)).unwrap_or_default())
    });
    let summary = move || {
        let words = spoken.get();
        if words.is_empty() { counted.get() } else { words }
    };
    let lines = Memo::new(move |_| {
        page.history_changed.track();
        let order = order.get();
        page.read_lab(|lab| {
            order.iter().take(MAX_LANES_IN_WORDS).map(|queue| in_words(lab, *queue)).collect::<Vec<_>>()
        })
        .unwrap_or_default()
    });
    view! {
        <section class="lanes" aria-label="Pause lanes" data-testid="lanes">
            <header>
                <h2>"Pause lanes"</h2>
                <p class="detail" data-testid="lanes-detail">{summary}</p>
                <OtherChart page words="Queue depth" other=Chart::Queue class="frame-chart"/>
                <Key page/>
                <ZoomButtons page id="zoom"/>
                <label class="lane-filter">
                    <input type="checkbox" data-testid="lanes-filter" prop:checked=only
                        on:change=move |event| only.set(event_target_checked(&event))/>
                    "selected node only"
                </label>
            </header>
            <Field page order spoken/>
            <ul class="visually-hidden" role="list" aria-label="Pause lanes in words" data-testid="lanes-list">
                {move || lines.get().into_iter().map(|line| view! { <li>{line}</li> }).collect_view()}
            </ul>
        </section>
    }
}

/// Queues that have a lane, in the order of lanes. Queues that were blocked only in run A come last, in the
/// order of run A. Queues that run B does not have are left out. If `only` is true, lanes of nodes other than
/// the selected one are left out.
fn ordered(lab: &Lab, only: bool) -> Vec<QueueId> {
    let recording = lab.run().recording();
    let (spec, selected) = (recording.spec(), lab.selected());
    let node = |port: fabric_sim::ids::PortId| spec.ports[port.index()].node;
    let mut order = recording.lanes().order();
    // Queues that were blocked only in run A come last.
    if let Some(a) = lab.distinct_run_a() {
        let there = a.lanes().order();
        let here = there
            .into_iter()
            .filter_map(|queue| Some(QueueId::new(a.port_in(spec, queue.port)?, queue.priority)));
        let known: HashSet<QueueId> = order.iter().copied().collect();
        let alone: Vec<QueueId> = here.filter(|queue| !known.contains(queue)).collect();
        order.extend(alone);
    }
    order.retain(|queue| !only || node(queue.port) == node(selected.port));
    order
}
