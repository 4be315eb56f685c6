//! Charts of queue depth and of rates: lines drawn by the library plotters on canvases, titles and labels in
//! HTML. A high page shows both charts, one below the other. A low page shows one chart, depending on the
//! open tab. Start with [`Charts`].

mod canvas;
mod depth;
mod figure;
mod line_labels;
mod number;
mod of_run_a;
mod queue;
mod rates;
mod run_a_legend;

use fabric_sim::document::Tab;
use fabric_sim::document::link::Chart;
use leptos::prelude::*;

use super::PageContext;
use crate::lab::Command;
pub use figure::{queue_figure, rates_figure};
use queue::QueueChart;
use rates::RateChart;
pub use rates::RateKindChoice;

/// Button that shows a chart for which a low page has no space. A click shows both charts, each lower; in an
/// embedded page, the click shows this chart in place of the present one. The style sheet shows the button
/// only where a chart is left out. Buttons that switch between a chart and the pause lanes appear only in
/// iframes that have space for one chart.
#[component]
pub fn OtherChart(
    page: PageContext,
    words: &'static str,
    other: Chart,
    /// CSS class of the button, also its test id.
    #[prop(default = "other-chart")]
    class: &'static str,
) -> impl IntoView {
    let is_embedded = move || page.settings.with(|settings| settings.embedded);
    let show = move |_| {
        let has_lanes = || {
            page.settings.with_untracked(|settings| {
                settings.charts.as_ref().is_none_or(|charts| charts.contains(&Chart::Lanes))
            })
        };
        let stays = |chart: &Chart| {
            !untrack(is_embedded) || *chart == other || (*chart == Chart::Lanes && has_lanes())
        };
        page.act(Command::Charts(Some(Chart::ALL.into_iter().filter(stays).collect())));
    };
    view! {
        <button class=class data-testid=class on:click=show
            title=move || if is_embedded() { "This page is too low for both charts" } else { "Show both charts, each lower" }>
            {move || if is_embedded() { format!("{words} instead") } else { format!("+ {words}") }}
        </button>
    }
}

/// Charts of queue depth and of rates, one below the other. A low page shows only one chart: that of rates
/// while the tab on flows is open or rate control limits any flow, otherwise that of queue depth. A chart is
/// hidden if the viewer has not ticked it; the chart of rates also if the document has no flow.
#[component]
pub fn Charts(page: PageContext) -> impl IntoView {
    // A low page shows the chart of rates if rate control limits any flow.
    let of_flow = Memo::new(move |_| {
        let is_controlled =
            || page.text_picture.with(|picture| picture.view.flows.iter().any(|flow| flow.control.is_some()));
        page.static_picture.with(|static_picture| static_picture.tab == Tab::Flow) || is_controlled()
    });
    let any = Memo::new(move |_| page.static_picture.with(|static_picture| static_picture.flow.is_some()));
    let has = move |chart: Chart| {
        page.settings.with(|settings| settings.charts.as_ref().is_none_or(|charts| charts.contains(&chart)))
    };
    view! {
        <div class="chart" class:has-flow=of_flow class:alone=move || !any.get()
            class:chosen-charts=move || page.settings.with(|settings| settings.charts.is_some())
            class:without-queue=move || !has(Chart::Queue) class:without-rates=move || !has(Chart::Rates)>
            <QueueChart page/>
            <RateChart page/>
        </div>
    }
}
