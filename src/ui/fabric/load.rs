//! Utilisation of the links in the recent past, drawn over the links. A more opaque line means a higher
//! utilisation. Numbers in percent appear in fabrics of at most 64 ports, except for links of 0 % and where
//! they would overlap. A cable of several links shows the mean of their utilisations. At the start of a run
//! the utilisation is not known.

use std::sync::Arc;

use fabric_sim::ids::PortId;
use fabric_sim::units::Time;
use leptos::prelude::*;

use crate::charts::time_label;
use crate::lab::Lab;
use crate::scene::{Layout, Point};
use crate::ui::PageContext;

/// Greatest number of ports of a fabric at which the utilisation of each link is also written as a number.
const MAX_LABELLED_PORTS: usize = 64;

/// Length of the measured interval, which ends at the cursor, and utilisation of each link in it, in percent,
/// indexed by transmitting port. `None` if `on` is `false`, or just after the start of the run.
pub fn recent(page: PageContext, on: RwSignal<bool>) -> Memo<Option<(Time, Vec<u8>)>> {
    Memo::new(move |_| {
        page.text_picture.track();
        if on.get() { page.read_lab(Lab::utilisation).flatten() } else { None }
    })
}

/// Lines over the links whose opacity shows the utilisation in the recent past. Nothing is drawn while
/// `loads` is `None`.
#[component]
pub fn Loads(layout: Memo<Option<Arc<Layout>>>, loads: Memo<Option<(Time, Vec<u8>)>>) -> impl IntoView {
    view! {
        <svg class="loads" aria-hidden="true" data-testid="loads">
            {move || {
                let layout = layout.get()?;
                loads.with(|loads| Some(drawn(&layout, &loads.as_ref()?.1)))
            }}
        </svg>
    }
}

/// Button that shows or hides the utilisation of links. While the utilisation is shown, the text of the
/// button gives the length of the measured interval. In the picture, a callout could cover this text.
#[component]
pub fn LoadSwitch(on: RwSignal<bool>, loads: Memo<Option<(Time, Vec<u8>)>>) -> impl IntoView {
    let span = Memo::new(move |_| loads.with(|loads| loads.as_ref().map(|loads| time_label(loads.0))));
    let words = move || {
        if !on.get() {
            return view! { "Link load" }.into_any();
        }
        let span = span.get().map_or_else(|| "not known yet".to_owned(), |span| format!("last {span}"));
        view! { "Load, "<span data-testid="load-span">{span}</span> }.into_any()
    };
    view! {
        <button class="button waits-toggle load-toggle" data-testid="load-toggle" aria-pressed=move || on.get().to_string()
            title="Share of its rate that each link carried lately" on:click=move |_| on.update(|on| *on = !*on)>{words}</button>
    }
}

/// Lines over the links, more opaque for a higher utilisation. `loads` has the utilisation in percent,
/// indexed by transmitting port.
fn drawn(layout: &Layout, loads: &[u8]) -> AnyView {
    let is_named = loads.len() <= MAX_LABELLED_PORTS;
    let words = |load: u8| format!("{load}\u{202f}%");
    let letters = |load: &u8| if is_named && *load > 0 { words(*load).chars().count() } else { 0 };
    let places = layout.load_labels(&loads.iter().map(letters).collect::<Vec<_>>());
    let load_of = |port: PortId| loads.get(port.index()).copied().map_or(0.0, f64::from);
    let one = |(port, place): (usize, Option<Point>)| {
        let mean = layout.mean(PortId::new(port), load_of)?;
        let (line, width) = (layout.cables[port].middle, layout.cables[port].width);
        let opacity = format!("{:.2}", mean / 130.0);
        let words = place.map(|at| view! { <text x=at.x y=at.y>{words(loads[port])}</text> });
        Some(view! {
            <line x1=line.from.x y1=line.from.y x2=line.to.x y2=line.to.y stroke-width=width stroke-opacity=opacity/>
            {words}
        })
    };
    places.into_iter().enumerate().filter_map(one).collect_view().into_any()
}
