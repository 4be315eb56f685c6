//! Calculation with its terms, unfolded on demand.

use leptos::prelude::*;

use super::Desk;
use super::details::toggled;
use crate::lab::{Lab, Term};

/// Calculation that can be displayed.
#[derive(Clone, Copy)]
pub struct Sum {
    /// Title of the calculation.
    pub title: &'static str,
    /// Test id of the element.
    pub name: &'static str,
    /// Function that computes the terms.
    pub work: fn(&Lab) -> Vec<Term>,
    /// Text if the sum has no terms.
    pub empty: &'static str,
}

/// Calculation that unfolds; its terms are computed only while it is open.
#[component]
pub fn SumView(
    desk: Desk,
    sum: Sum,
    /// Contents below the terms.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    // It looks at every flow: not while it is folded.
    let open = RwSignal::new(false);
    let terms = Memo::new(move |_| {
        open.get().then(|| {
            desk.text_picture.track();
            desk.read_lab(sum.work).unwrap_or_default()
        })
    });
    let row = |term: Term| {
        view! { <div><dt>{term.name}</dt><dd>{term.value}</dd><dd class="why">{term.source}</dd></div> }
    };
    let rows = move || match terms.get() {
        Some(terms) if terms.is_empty() => view! { <p>{sum.empty}</p> }.into_any(),
        terms => view! { <dl class="figures">{terms.into_iter().flatten().map(row).collect_view()}</dl> }
            .into_any(),
    };
    view! {
        <details class="need" data-testid=sum.name on:toggle=toggled(open)>
            <summary>{sum.title}</summary>
            {rows}
            {children.map(|children| children())}
        </details>
    }
}
