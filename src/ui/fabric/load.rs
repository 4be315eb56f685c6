//! Utilisation of the links in the recent past, drawn over the links. A more opaque line means a higher
//! utilisation. Numbers in percent appear in fabrics of at most 64 ports, except for links of 0 %. At the
//! start of a run the utilisation is not known.

use std::sync::Arc;

use leptos::prelude::*;

use crate::charts::time_label;
use crate::lab::Lab;
use crate::scene::Layout;
use crate::ui::Desk;

/// Greatest number of ports of a fabric at which the utilisation of each link is also written as a number.
const MAX_LABELLED_PORTS: usize = 64;
/// Position of the number along the cable of its port; 0 is at the port, 1 at the other end.
const PLACE: f64 = 0.32;

/// Utilisation of every link in the recent past, drawn over the links while `on` is `true`. Nothing is drawn
/// while `on` is `false`.
#[component]
pub fn Loads(desk: Desk, layout: Memo<Option<Arc<Layout>>>, on: RwSignal<bool>) -> impl IntoView {
    let loads = Memo::new(move |_| {
        desk.text_picture.track();
        if on.get() { desk.read_lab(Lab::utilisation).flatten() } else { None }
    });
    // Text with the length of the recent past. At the start of a run, the text states that the load is not
    // known yet.
    let span = move || {
        let span = loads.with(|loads| loads.as_ref().map(|loads| time_label(loads.0)));
        on.get().then(|| {
            span.map_or_else(|| "Load: not known yet".to_owned(), |span| format!("Load in the last {span}"))
        })
    };
    view! {
        <svg class="loads" aria-hidden="true" data-testid="loads">
            {move || {
                let layout = layout.get()?;
                loads.with(|loads| Some(drawn(&layout, &loads.as_ref()?.1)))
            }}
        </svg>
        {move || span().map(|words| view! { <p class="load-span" data-testid="load-span">{words}</p> })}
    }
}

/// Lines over the links. `loads` has the utilisation of each port as a transmitter, in percent, by port.
fn drawn(layout: &Layout, loads: &[u8]) -> AnyView {
    let is_named = loads.len() <= MAX_LABELLED_PORTS;
    let one = |(cable, load): (&crate::scene::Cable, &u8)| {
        let (line, at) = (cable.middle, cable.middle.at(PLACE));
        let opacity = format!("{:.2}", f64::from(*load) / 130.0);
        let words = (is_named && *load > 0)
            .then(|| view! { <text x=at.x y=at.y>{format!("{load}\u{202f}%")}</text> });
        view! {
            <line x1=line.from.x y1=line.from.y x2=line.to.x y2=line.to.y stroke-width=cable.width stroke-opacity=opacity/>
            {words}
        }
    };
    layout.cables.iter().zip(loads).map(one).collect_view().into_any()
}
