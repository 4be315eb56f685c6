//! Tab that compares run A with run B: differences of the settings, and a table of their figures. Run A is
//! the pinned run, and run B is the displayed one. At most 8 differences are listed; a last entry counts the
//! others. If run A is not simulated up to the cursor, a note states its end.

mod table;

use leptos::prelude::*;

use super::PageContext;
use super::fabric::RunChoice;
use crate::charts::time_label;
use crate::lab::{Command, Lab, RunAView};
use table::Table;

/// Tab that compares runs A and B at the time of the cursor. Without a run A, the tab has a text and a button
/// instead.
#[component]
pub fn CompareView(page: PageContext) -> impl IntoView {
    let other = Memo::new(move |_| page.text_picture.with(|picture| picture.run_a.clone()));
    let any = Memo::new(move |_| other.with(Option::is_some));
    view! {
        <section class="compare" data-testid="compare">
            <header><h3>"A and B at the cursor"</h3></header>
            <Show when=move || any.get() fallback=move || view! { <Nothing page/> }>
                <Heading page other/>
                <Table page/>
            </Show>
        </section>
    }
}

/// Contents of the tab that compares two runs, while there is no run A: a text, and a button that pins the
/// shown run as run A.
#[component]
fn Nothing(page: PageContext) -> impl IntoView {
    view! {
        <div class="empty">
            <p>"Pin this run as A, then change something: what you see then is B, and both are drawn. If you change something in the past, the previous run is kept as A automatically."</p>
            <button class="button" data-testid="compare-pin" on:click=move |_| page.act(Command::Pin)>"Pin this run as A"</button>
        </div>
    }
}

/// Heading of the tab: name of run A, and the settings in which run B differs from it. If both are the same
/// run, a sentence says so. Two buttons choose whether charts draw both runs in one panel or in two. Two more
/// buttons choose the run whose fabric is drawn. Further lines appear if run A belongs to another fabric, or
/// is not simulated up to the cursor.
#[component]
fn Heading(page: PageContext, other: Memo<Option<RunAView>>) -> impl IntoView {
    let apart = Memo::new(move |_| {
        page.text_picture.track();
        page.read_lab(Lab::document_differences).unwrap_or_default()
    });
    let name = move || other.with(|other| other.as_ref().map(RunAView::name));
    let note = move || {
        other.with(|other| {
            let other = other.as_ref()?;
            other.behind.map(|until| format!("A is known until {}.", time_label(until)))
        })
    };
    let mismatch = move || other.with(|other| other.as_ref().and_then(|other| other.mismatch.clone()));
    let is_same = move || other.with(|other| other.as_ref().is_some_and(|other| other.is_same));
    let rows = move || {
        let mut apart = apart.get();
        let rest = apart.len().saturating_sub(MAX_DIFFERENCES);
        apart.truncate(MAX_DIFFERENCES);
        if rest > 0 {
            apart.push(format!("and {rest} more"));
        }
        apart.into_iter().map(|one| view! { <li>{one}</li> }).collect_view()
    };
    let choice = move |on: bool, words: &'static str, id: &'static str| {
        let is_on = move || (page.settings.with(|settings| settings.apart) == on).to_string();
        view! { <button data-testid=id aria-pressed=is_on on:click=move |_| page.act(Command::ChartsApart(on))>{words}</button> }
    };
    view! {
        <div class="heading">
            <p data-testid="compare-name"><i class="hollow" aria-hidden="true"></i><b>{name}</b>
                " \u{b7} " <i class="filled" aria-hidden="true"></i>"B: what is shown"</p>
            <div class="segmented" role="group" aria-label="Charts of A and B">
                {choice(false, "overlaid", "compare-over")}
                {choice(true, "one below the other", "compare-beside")}
            </div>
            <RunChoice page id="compare-fabric"/>
            {move || is_same().then(|| view! { <p>"Both are one run until something is changed."</p> })}
            <ul data-testid="compare-differences">{rows}</ul>
            {move || mismatch().map(|words| view! { <p class="mismatch">{words}</p> })}
            {move || note().map(|words| view! { <p role="status" data-testid="compare-behind">{words}</p> })}
        </div>
    }
}

/// Largest number of listed differences of settings. If there are more differences, a further entry counts
/// the others.
const MAX_DIFFERENCES: usize = 8;
