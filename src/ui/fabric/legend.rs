//! The legend, drawn from the shapes of the scene.

use fabric_sim::ids::priorities;
use fabric_sim::spec::Spec;
use leptos::html::Canvas;
use leptos::prelude::*;

use super::paint::paint_shape;
use super::pen::Pen;
use crate::scene::{Credits, Returns, Shape, legend};
use crate::ui::Desk;

/// The legend.
#[component]
pub fn Legend(desk: Desk) -> impl IntoView {
    let returns = Memo::new(move |_| {
        desk.still.with(|still| Returns {
            acks: still.stage.spec.flows.iter().find_map(|flow| flow.acks).map(|acks| acks.priority),
            credits: credits(&still.stage.spec),
            cnps: still.stage.spec.flows.iter().find_map(|flow| flow.rate.cnp_priority()),
        })
    });
    let priority = Memo::new(move |_| desk.still.with(|still| still.selected.priority));
    view! {
        <ul class="legend" aria-label="Legend" tabindex="0">
            {move || {
                legend(priority.get(), returns.get())
                    .into_iter()
                    .map(|entry| view! {
                        <li title=entry.meaning><Sample desk shape=entry.shape/><span>{entry.name}</span></li>
                    })
                    .collect_view()
            }}
        </ul>
    }
}

/// Whether anything has credits: links before flows.
fn credits(spec: &Spec) -> Option<Credits> {
    let of_links = spec.ports.iter().find_map(|port| priorities(port.config.credit_channels()).next());
    let updates = spec.flows.iter().filter_map(|flow| flow.credits?.update);
    of_links.map(Credits::OfLink).or_else(|| updates.map(|update| Credits::OfFlow(update.priority)).next())
}

#[component]
fn Sample(desk: Desk, shape: Shape) -> impl IntoView {
    let canvas = NodeRef::<Canvas>::new();
    Effect::new(move |_| {
        let palette = desk.theme.get().palette();
        let Some(canvas) = canvas.get() else { return };
        if let Some(pen) = Pen::new(&canvas, (44.0, 24.0)) {
            paint_shape(&pen, &shape, &palette);
        }
    });
    view! { <canvas node_ref=canvas aria-hidden="true"></canvas> }
}
