//! Text fields and menus of the form of a new fabric. Each character that is typed changes the form at once.
//! If an entry was refused, the reason appears below its field until the form changes.

use leptos::prelude::*;

use super::Draft;
use crate::lab::{BuildRefusal, FormEntry};

/// Text fields of the form, one for each entry of `entries`.
#[component]
pub(super) fn Fields(draft: Draft, entries: Memo<&'static [FormEntry]>) -> impl IntoView {
    move || entries.get().iter().map(|entry| view! { <Field draft entry/> }).collect_view()
}

/// Text field of one entry of the form. If the entry was refused, the reason appears below it. The
/// placeholder gives an example; an empty field has no value.
#[component]
fn Field(draft: Draft, entry: &'static FormEntry) -> impl IntoView {
    let Draft { form, refused } = draft;
    let words = Memo::new(move |_| {
        let of = |why: &BuildRefusal| (why.field == Some(entry.field)).then(|| why.words.clone());
        refused.with(|why| why.as_ref().and_then(of)).unwrap_or_default()
    });
    let id = format!("build-{}", entry.name);
    let why = format!("{id}-why");
    view! {
        <label>{entry.label}
            <input class="value" type="text" autocomplete="off" placeholder=entry.hint data-testid=id
                value=form.with_untracked(|form| form.get(entry.field).to_owned())
                aria-invalid=move || (!words.with(String::is_empty)).to_string() aria-describedby=why.clone()
                on:input=move |event| draft.change(|form| form.set(entry.field, event_target_value(&event)))/>
            <span class="refusal" role="status" id=why>{words}</span>
        </label>
    }
}

/// Menu of `options`. Each option has its label, and whether it is selected at first.
#[component]
pub(super) fn Choice(
    label: &'static str,
    id: &'static str,
    options: Vec<(&'static str, bool)>,
    /// Callback that runs after a choice, with the index of the selected option, from 0.
    choose: Callback<usize>,
) -> impl IntoView {
    let options = options.into_iter().enumerate();
    let options = options.map(
        |(n, (label, selected))| view! { <option value=n.to_string() selected=selected>{label}</option> },
    );
    let chosen = move |event| {
        if let Ok(n) = event_target_value(&event).parse() {
            choose.run(n);
        }
    };
    view! {
        <label>{label}
            <select class="select" data-testid=id on:change=chosen>{options.collect_view()}</select>
        </label>
    }
}
