//! Legend of the picture of the fabric, drawn with the shapes of the picture. Samples have the colour of the
//! selected priority. Acks, CNPs, credits and the signs of a crossbar are explained only if the document uses
//! them.

use fabric_sim::spec::Spec;
use leptos::html::Canvas;
use leptos::prelude::*;

use crate::scene::{Credits, LegendEntry, Pen, Returns, Shape, legend, paint_shape};
use crate::ui::PageContext;
use crate::ui::painter::{Painter, WorkerCanvas};

/// Legend of the shapes that can occur in the open document. A click on a name explains it.
#[component]
pub fn Legend(page: PageContext) -> impl IntoView {
    let returns = Memo::new(move |_| {
        page.static_picture.with(|static_picture| Returns {
            acks: static_picture
                .document_picture
                .spec
                .flows
                .iter()
                .find_map(|flow| flow.acks)
                .map(|acks| acks.priority),
            credits: credits(&static_picture.document_picture.spec),
            cnps: static_picture.document_picture.spec.flows.iter().find_map(|flow| flow.rate.cnp_priority()),
        })
    });
    let has_crossbar = Memo::new(move |_| {
        page.static_picture.with(|static_picture| {
            static_picture.document_picture.spec.switches.iter().any(|switch| switch.crossbar.is_some())
        })
    });
    let priority =
        Memo::new(move |_| page.static_picture.with(|static_picture| static_picture.selected.priority));
    let item = move |entry: LegendEntry| {
        let spelled_out = entry.spelled_out().map(|words| view! { <small>{words}</small> });
        view! { <li><Sample page shape=entry.shape/><button class="term" title=entry.meaning>{entry.name}</button>{spelled_out}</li> }
    };
    view! {
        <ul class="legend" aria-label="Legend" tabindex="0">
            // An entry with another shape gets a new canvas, because the browser hands each canvas to the
            // painting worker only once.
            <For each=move || legend(priority.get(), returns.get(), has_crossbar.get()) key=|entry| format!("{:?}", entry.shape) children=item/>
        </ul>
    }
}

/// Kind of credits that the document uses: credits of links if any link has them, otherwise credits of flows;
/// `None` without credits.
fn credits(spec: &Spec) -> Option<Credits> {
    let of_links = spec.ports.iter().find_map(|port| port.config.credit_channels().iter().next());
    let updates = spec.flows.iter().filter_map(|flow| flow.credits?.update);
    of_links.map(Credits::OfLink).or_else(|| updates.map(|update| Credits::OfFlow(update.priority)).next())
}

/// Canvas of 44 × 24 CSS pixels with a sample of `shape`, in the theme of the page.
#[component]
fn Sample(page: PageContext, shape: Shape) -> impl IntoView {
    let canvas = NodeRef::<Canvas>::new();
    let painter = expect_context::<Painter>();
    let worker_canvas = StoredValue::new_local(None::<WorkerCanvas>);
    Effect::new(move |_| {
        painter.again.track();
        let palette = page.theme.get().palette();
        let Some(canvas) = canvas.get() else { return };
        let mut pen = Pen::default();
        paint_shape(&mut pen, &shape, &palette);
        worker_canvas.try_update_value(|worker_canvas| {
            painter.show(worker_canvas, &canvas, &pen.into_drawing(), (44.0, 24.0));
        });
    });
    view! { <canvas node_ref=canvas aria-hidden="true"></canvas> }
}
