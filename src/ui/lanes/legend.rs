//! Legend of the pause lanes, drawn with the shapes of the lanes. The bar `Paused` is always explained. The
//! bar `No credits` is explained only if a port uses credits, and marks only if they occur in the run.

use leptos::prelude::*;

use super::pause_history::HALF;
use crate::lab::{Lab, RunAView};
use crate::scene::LaneMark;
use crate::ui::PageContext;

/// Legend of the bars and marks that occur in the run, in the order of [`LaneMark::ALL`]. The bar of run A is
/// absent if there is no run A that differs from run B.
#[component]
pub fn Key(page: PageContext) -> impl IntoView {
    let shown = Memo::new(move |_| {
        page.history_changed.track();
        let seen = |lab: &Lab| {
            let all = lab.run().recording().lanes().everywhere();
            let is = |mark: &LaneMark| all.iter().any(|event| event.mark == *mark);
            let done = !lab.action_times().is_empty();
            LaneMark::ALL
                .into_iter()
                .filter(|mark| is(mark) || *mark == LaneMark::Action && done)
                .collect::<Vec<_>>()
        };
        page.read_lab(seen).unwrap_or_default()
    });
    let credits = Memo::new(move |_| {
        page.static_picture.with(|static_picture| {
            static_picture
                .document_picture
                .spec
                .ports
                .iter()
                .any(|port| !port.config.credit_channels().is_empty())
        })
    });
    let other = Memo::new(move |_| {
        page.text_picture
            .with(|picture| picture.run_a.as_ref().filter(|other| !other.is_same).map(RunAView::name))
    });
    let sample = |mark: LaneMark| {
        let (class, path) = (format!("lane-mark {}", mark.name()), mark.path((7.0, 7.0), HALF));
        view! { <li><svg width="14" height="14" aria-hidden="true"><path class=class d=path/></svg>{mark.title()}</li> }
    };
    view! {
        <ul class="lanes-legend" tabindex="0" aria-label="What bars and marks mean">
            <li title="The port may not start frames of this priority; low bars: on and off, too fast to be drawn one by one">
                <svg width="20" height="14" aria-hidden="true">
                    <path class="whole" d="M0 1h11v12h-11z"/>
                    <path class="dense" d="M12 4h8v6h-8z"/>
                </svg>
                "Paused"
            </li>
            {move || credits.get().then(|| view! {
                <li title="No credits cover the next frame: it waits for the buffer at the other end; solid: on and off, too fast to be drawn one by one">
                    <svg width="20" height="14" aria-hidden="true">
                        <path class="starved whole" d="M0.5 5h11v7h-11z"/>
                        <path class="starved dense" d="M12 5h8v7h-8z"/>
                    </svg>
                    "No credits"
                </li>
            })}
            {move || other.get().map(|name| view! {
                <li title="Hollow and below: when the same queue was stopped in the run that this one is compared with; a line: on and off, too fast to be drawn one by one; a small cross: a frame was lost there" data-testid="lanes-a">
                    <svg width="20" height="14" aria-hidden="true">
                        <path class="a whole" d="M0.5 5h11v4h-11z"/>
                        <path class="a dense" d="M12 7h8"/>
                    </svg>
                    {name}
                </li>
            })}
            {move || shown.get().into_iter().map(sample).collect_view()}
        </ul>
    }
}
