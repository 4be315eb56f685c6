//! The charts: plotters on a canvas, titles and labels in HTML. Beside each
//! other where there is room, else the one that belongs to the tab.

mod a_key;
mod beside;
mod canvas;
mod depth;
mod figure;
mod labels;
mod number;
mod queue;
mod rates;

use fabric_sim::document::Tab;
use leptos::prelude::*;

use super::Desk;
pub use figure::{queue_figure, rates_figure};
use queue::QueueChart;
pub use rates::AllowedWish;
use rates::RateChart;

/// The charts.
#[component]
pub fn Charts(desk: Desk) -> impl IntoView {
    let of_flow = Memo::new(move |_| desk.still.with(|still| still.tab == Tab::Flow));
    let any = Memo::new(move |_| desk.still.with(|still| still.flow.is_some()));
    view! {
        <div class="chart" class:of-flow=of_flow class:alone=move || !any.get()>
            <QueueChart desk/>
            <RateChart desk/>
        </div>
    }
}
