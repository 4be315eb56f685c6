//! A sum, unfolded below what it is about.

use leptos::prelude::*;

use super::Desk;
use super::details::toggled;
use crate::lab::{Lab, Term};

/// A sum: what it is of, the name that tests know it by, how it is worked out, and
/// what is said where there is nothing to work out.
#[derive(Clone, Copy)]
pub struct Sum {
    /// Title of the sum.
    pub title: &'static str,
    /// Its name for tests.
    pub name: &'static str,
    /// How it is worked out.
    pub work: fn(&Lab) -> Vec<Term>,
    /// Text if the sum has no terms.
    pub empty: &'static str,
}

/// A sum that unfolds.
#[component]
pub fn SumView(desk: Desk, sum: Sum) -> impl IntoView {
    // It looks at every flow: not while it is folded.
    let open = RwSignal::new(false);
    let terms = Memo::new(move |_| {
        open.get().then(|| {
            desk.words.track();
            desk.look(sum.work).unwrap_or_default()
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
        </details>
    }
}
