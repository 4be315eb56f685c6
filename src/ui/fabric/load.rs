//! Utilisation of the links over the recent past, drawn over them.

use std::sync::Arc;

use leptos::prelude::*;

use crate::charts::time_label;
use crate::lab::Lab;
use crate::scene::Layout;
use crate::ui::Desk;

/// Most ports whose utilisation is written beside them, too.
const MOST_NAMED: usize = 64;
/// Where along its cable the utilisation of a port is written.
const PLACE: f64 = 0.32;

/// The button that shows the utilisation of the links, and the drawing.
#[component]
pub fn Loads(desk: Desk, layout: Memo<Option<Arc<Layout>>>) -> impl IntoView {
    let on = RwSignal::new(false);
    let loads = Memo::new(move |_| {
        desk.words.track();
        if on.get() { desk.look(Lab::utilisation).flatten() } else { None }
    });
    let title = move || match loads.with(|loads| loads.as_ref().map(|loads| time_label(loads.0))) {
        Some(span) => format!("Share of its rate that each link carried in the last {span}"),
        None => "Share of its rate that each link carried lately; unknown before".to_owned(),
    };
    view! {
        <button class="button load-switch" data-testid="load-switch" aria-pressed=move || on.get().to_string() title=title
            on:click=move |_| on.update(|on| *on = !*on)>"Link load"</button>
        <svg class="loads" aria-hidden="true" data-testid="loads">
            {move || {
                let layout = layout.get()?;
                loads.with(|loads| Some(drawn(&layout, &loads.as_ref()?.1)))
            }}
        </svg>
    }
}

fn drawn(layout: &Layout, loads: &[u8]) -> AnyView {
    let is_named = loads.len() <= MOST_NAMED;
    let one = |(cable, load): (&crate::scene::Cable, &u8)| {
        let (line, at) = (cable.middle, cable.middle.at(PLACE));
        let opacity = format!("{:.2}", f64::from(*load) / 130.0);
        let words = is_named.then(|| view! { <text x=at.x y=at.y>{format!("{load}\u{202f}%")}</text> });
        view! {
            <line x1=line.from.x y1=line.from.y x2=line.to.x y2=line.to.y stroke-width=cable.width stroke-opacity=opacity/>
            {words}
        }
    };
    layout.cables.iter().zip(loads).map(one).collect_view().into_any()
}
