//! Calculation of a quantity, such as the headroom that a port needs. Its terms and result are listed when
//! the user unfolds it.

use leptos::prelude::*;

use super::PageContext;
use super::details::toggled;
use crate::lab::{Lab, Term};

/// Calculation that [`SumView`] shows.
#[derive(Clone, Copy)]
pub struct Sum {
    /// Title of the calculation.
    pub title: &'static str,
    /// Test id of the HTML element with the calculation.
    pub name: &'static str,
    /// Function that computes the terms of the calculation, in the order in which they are shown.
    pub work: fn(&Lab) -> Vec<Term>,
    /// Text that is shown if the calculation has no terms.
    pub empty: &'static str,
}

/// Calculation that the user can unfold. The terms are computed only while the calculation is unfolded, and
/// follow the cursor. `children` are shown even if there are no terms.
#[component]
pub fn SumView(
    page: PageContext,
    sum: Sum,
    /// Contents that are shown below the terms of the calculation.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    // The terms need all flows, so that they are computed only while they are visible.
    let open = RwSignal::new(false);
    let terms = Memo::new(move |_| {
        open.get().then(|| {
            page.text_picture.track();
            page.read_lab(sum.work).unwrap_or_default()
        })
    });
    let rows = move || match terms.get() {
        Some(terms) if terms.is_empty() => view! { <p>{sum.empty}</p> }.into_any(),
        terms => {
            view! { <dl class="properties">{terms.into_iter().flatten().map(term_row).collect_view()}</dl> }
                .into_any()
        }
    };
    view! {
        <details class="calculation" data-testid=sum.name on:toggle=toggled(open)>
            <summary>{sum.title}</summary>
            {rows}
            {children.map(|children| children())}
        </details>
    }
}

/// Row of a calculation: name, value and source of the term.
pub fn term_row(term: Term) -> impl IntoView {
    view! { <div><dt>{term.name}</dt><dd>{term.value}</dd><dd class="source">{term.source}</dd></div> }
}
