//! Report of an import: which fields of the files the document contains, which fields were left out, and
//! links whose ends differ.

use std::sync::Arc;

use leptos::prelude::*;

use super::Desk;
use super::dialog::{Dialog, Modal};
use crate::lab::{ImportReport, ReportedList};
use crate::parts::ProgramPart;

/// Largest number of lines shown of one list.
const MAX_LINES: usize = 200;

/// Dialog with the report of the last import.
#[component]
pub fn Import(desk: Desk) -> impl IntoView {
    view! {
        <Dialog which=Modal::Import part=ProgramPart::Import title="Report of the import" open=desk.dialog>
            {move || desk.imported().map(contents)}
        </Dialog>
    }
}

/// Contents of the dialog. This function is in a lazily loaded part of the program.
#[inline(never)]
fn contents(report: Arc<ImportReport>) -> AnyView {
    view! { <Report report/> }.into_any()
}

#[component]
fn Report(report: Arc<ImportReport>) -> impl IntoView {
    let fit = report.comparison();
    let has_ends = fit.is_some() || !report.mismatches.is_empty();
    let mismatches = report.mismatches.clone().into_iter().map(|mismatch| {
        view! {
            <li>
                {mismatch.reason}
                {mismatch.places.map(|place| view! { <code>{place}</code> })}
            </li>
        }
    });
    let warnings = report.warnings.clone().into_iter().map(|warning| view! { <li>{warning}</li> });
    let lists = report.lists.clone().into_iter().map(|list| view! { <Findings list/> });
    view! {
        <p class="title" data-testid="import-title">{report.title.clone()}</p>
        <Show when=move || has_ends><h3>"Ends of links that differ"</h3></Show>
        <p data-testid="import-fit">{fit}</p>
        <ul class="mismatches" data-testid="import-mismatches">{mismatches.collect_view()}</ul>
        <Show when={let any = !report.warnings.is_empty(); move || any}><h3>"About this document"</h3></Show>
        <ul data-testid="import-warnings">{warnings.collect_view()}</ul>
        <h3>"Fields of the files"</h3>
        {lists.collect_view()}
    }
}

/// List of fields that is initially folded.
#[component]
fn Findings(list: ReportedList) -> impl IntoView {
    let ReportedList { title, fields, lines } = list;
    let left = lines.len().saturating_sub(MAX_LINES);
    let left = (left > 0).then(|| {
        format!("{left} more lines: \u{201c}fabric import \u{2026} --report -\u{201d} prints all of them.")
    });
    let lines = lines.into_iter().take(MAX_LINES).map(|line| {
        let more = (line.others > 0).then(|| format!(" and {} more", line.others));
        view! { <li><code>{line.place}</code>{more}": "{line.reason}</li> }
    });
    view! {
        <details data-testid="import-list">
            <summary>{title}" ("{fields}")"</summary>
            <ul>{lines.collect_view()}</ul>
            <p>{left}</p>
        </details>
    }
}
