//! Dialog with the report of an import: fields that the document contains, fields that were left out, and
//! links whose ends differ. After a refused import, the dialog has a text field for the switch ports that get
//! a link.
//!
//! A list shows at most 200 lines; a last line counts the others. Lists are folded at first. The button
//! imports the files again with the typed ports. If the files are refused again, the text in the field stays.

use std::sync::Arc;

use leptos::prelude::*;

use super::PageContext;
use super::dialog::{Dialog, Modal};
use super::files::open_import;
use crate::lab::{ImportFiles, ImportRefusal, ImportReport, ReportedList, SwitchFile, port_names};
use crate::parts::ProgramPart;

/// Largest number of lines of one list in the report.
const MAX_LINES: usize = 200;

/// Import that was refused, and that may succeed if the user chooses the ports that get a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedImport {
    /// Reasons for the refusal, and ports that the text field offers at first.
    pub refusal: ImportRefusal,
    /// Files of the refused import.
    pub files: Vec<SwitchFile>,
}

/// Dialog with the report of the last import. After a refused import, the dialog has the reason and a field
/// with the ports that get a link. Escape or the close button closes the dialog. After closing, a refused
/// import is forgotten.
#[component]
pub fn Import(page: PageContext) -> impl IntoView {
    let refused = page.refused_import();
    Effect::new(move |_| {
        if page.dialog.get() != Some(Modal::Import) {
            refused.set(None);
        }
    });
    // A second refusal changes only the message, so that the text field stays.
    let is_refused = Memo::new(move |_| refused.with(Option::is_some));
    view! {
        <Dialog which=Modal::Import part=ProgramPart::Import title="Report of the import" open=page.dialog>
            {move || contents(page, is_refused.get())}
        </Dialog>
    }
}

/// Contents of the import dialog. This function is in a part of the program that is loaded on first use.
#[inline(never)]
fn contents(page: PageContext, is_refused: bool) -> AnyView {
    if is_refused {
        view! { <Ports page/> }.into_any()
    } else {
        page.imported().map(|report| view! { <Report report/> }).into_any()
    }
}

/// Form for a refused import: the reason, and a text field with the names of the ports that get a link. The
/// field initially contains the ports that the refusal offers. The button imports the files again with the
/// typed ports. If the import succeeds, the report replaces the form.
#[component]
fn Ports(page: PageContext) -> impl IntoView {
    let refused = page.refused_import();
    let offered = refused.with_untracked(|refused| refused.as_ref().map(|one| one.refusal.ports.join(", ")));
    let typed = RwSignal::new(offered.unwrap_or_default());
    let most = refused.with_untracked(|refused| refused.as_ref().map_or(0, |one| one.refusal.ports.len()));
    let fewer = format!(
        "Name at most {most} ports of the switch, separated by commas. Ports of other switches stay as they are."
    );
    let words = move || refused.with(|refused| refused.as_ref().map(|one| one.refusal.words.clone()));
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        if let Some(RefusedImport { files, .. }) = refused.get_untracked() {
            open_import(page, ImportFiles { files, ports: port_names(&typed.get_untracked()) });
        }
    };
    view! {
        <form class="ports" on:submit=submit>
            <p class="refusal" role="status" data-testid="import-refusal">{words}</p>
            <label>"Ports that get a link"
                <textarea rows="5" spellcheck="false" data-testid="import-ports" prop:value=typed
                    on:input=move |event| typed.set(event_target_value(&event))></textarea>
            </label>
            <p>{fewer}</p>
            <button type="submit" class="button primary" data-testid="import-again">"Import these ports"</button>
        </form>
    }
}

/// Report of an import. A list without entries is left out with its heading, except the list of fields.
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

/// List in the report of an import, such as the fields that were left out. The list is folded at first; a
/// click on its title unfolds or folds it.
#[component]
fn Findings(list: ReportedList) -> impl IntoView {
    let ReportedList { title, fields, lines } = list;
    let left = lines.len().saturating_sub(MAX_LINES);
    let left = (left > 0)
        .then(|| format!("{left} more lines are not shown; the report of the command line has all of them."));
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
