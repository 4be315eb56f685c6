//! Chart of queue depth for the selected port and priority. The legend explains only the drawn curves: the
//! ingress group and the egress queue. Both have the colour of the priority; if both are drawn, the legend
//! names the panel of each.

use fabric_sim::document::link::Chart;
use leptos::prelude::*;
use plotters::style::RGBColor;

use super::OtherChart;
use super::canvas::PlotCanvas;
use super::depth::{Depth, depth};
use super::run_a_legend::{Replaying, RunALegend, Topic};
use crate::charts::{Margins, flow_colour};
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
    let colour = Memo::new(move |_| {
        let priority = page.static_picture.with(|static_picture| static_picture.selected.priority);
        let RGBColor(red, green, blue) = flow_colour(page.theme.get(), priority, 0, false);
        format!("background:rgb({red},{green},{blue})")
    });
    let panel = move |place: &'static str, name: &'static str| {
        if shown.get() == (true, true) { format!("{place}: {name}") } else { name.to_owned() }
    };
    view! {
        <section class="queues" aria-label="Queue depth">
            <header>
                <h2>"Queue depth"</h2>
                <span>{title}</span>
                <span class="legend-entry ingress" class:hidden=move || !shown.get().0
                    title="What came in at this port and has not left the switch: this is what XOFF and XON look at"><i style=colour></i>{move || panel("above", "ingress group")}</span>
                <span class="legend-entry egress" class:hidden=move || !shown.get().1><i style=colour></i>{move || panel("below", "egress queue")}</span>
                <RunALegend page of=Topic::Queues/>
                <Replaying page of=Topic::Queues/>
                <OtherChart page words="Rates" other=Chart::Rates/>
                <OtherChart page words="Lanes" other=Chart::Lanes class="frame-chart"/>
                <ZoomButtons page id="chart-zoom"/>
            </header>
            <PlotCanvas page id="chart-queue" plot/>
        </section>
    }
}
