//! Counts of pauses, ECN marks and drops up to the cursor, in the whole fabric that the picture shows. Only
//! PFC frames that pause at least one priority count as pauses. Drops count for all causes.

use leptos::prelude::*;

use crate::ui::PageContext;

/// Numbers of pauses, ECN marks and drops in the whole fabric, up to the cursor. The numbers are of the run
/// that the picture shows, A or B.
#[component]
pub fn Counts(page: PageContext) -> impl IntoView {
    let total = move |count: fn(&fabric_sim::engine::Totals) -> u64| {
        Memo::new(move |_| page.text_picture.with(|picture| count(&picture.drawn_view().totals)))
    };
    let pauses = total(|totals| totals.pauses);
    let marks = total(|totals| totals.marks);
    let drops = total(|totals| totals.drops);
    view! {
        <dl class="counts">
            <div title="PFC frames sent that pause at least one priority"><dt>"pauses"</dt><dd data-testid="count-pauses">{pauses}</dd></div>
            <div class:zero=move || marks.get() == 0 title="Frames marked with ECN"><dt>"marks"</dt><dd data-testid="count-marks">{marks}</dd></div>
            <div class:has-drops=move || drops.get() != 0 class:zero=move || drops.get() == 0 title="Frames lost, all causes">
                <dt>"drops"</dt><dd data-testid="count-drops">{drops}</dd>
            </div>
        </dl>
    }
}
