//! Chart of queue depth for the selected port and priority. The legend explains only the drawn curves: the
//! ingress group and the egress queue.

use fabric_sim::document::link::Chart;
use leptos::prelude::*;

use super::OtherChart;
use super::canvas::PlotCanvas;
use super::depth::{Depth, depth};
use super::run_a_legend::{Refilling, RunALegend, Topic};
use crate::charts::Margins;
use crate::lab::Lab;
use crate::ui::PageContext;
use crate::ui::zoom::ZoomButtons;

/// Chart of queue depth, with title, legend and canvas. The title names the selected port and priority.
#[component]
pub fn QueueChart(page: PageContext) -> impl IntoView {
    let shown = RwSignal::new((true, true));
    let plot = move |lab: &Lab, size: (f64, f64), theme| {
        let selected = page.static_picture.with_untracked(|static_picture| static_picture.selected);
        let Depth { plot, named, shown: drawn } =
            depth(lab, selected, (size, Margins::shared(size.0)), theme);
        if shown.get_untracked() != drawn {
            shown.set(drawn);
        }
        (plot, named)
    };
    let title = Memo::new(move |_| {
        page.static_picture.with(|static_picture| {
            let spec = &static_picture.document_picture.spec;
            format!(
                "{}, priority {}",
                spec.port_name(static_picture.selected.port),
                static_picture.selected.priority
            )
        })
    });
    view! {
        <section class="queues" aria-label="Queue depth">
            <header>
                <h2>"Queue depth"</h2>
                <span>{title}</span>
                <span class="legend-entry ingress" class:hidden=move || !shown.get().0
                    title="What came in at this port and has not left the switch: this is what XOFF and XON look at"><i></i>"ingress group"</span>
                <span class="legend-entry egress" class:hidden=move || !shown.get().1><i></i>"egress queue"</span>
                <RunALegend page of=Topic::Queues/>
                <Refilling page of=Topic::Queues/>
                <OtherChart page words="Rates" other=Chart::Rates/>
                <ZoomButtons page id="chart-zoom"/>
            </header>
            <PlotCanvas page id="chart-queue" plot/>
        </section>
    }
}
