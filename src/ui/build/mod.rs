//! Form of a new fabric: kind of topology, counts, links, priorities and traffic. Start with [`Build`]. The
//! fields depend on the chosen kind and traffic. An error of a field appears at the field, any other error
//! above the button. The error disappears when a field or a menu changes.

mod field;

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::PageContext;
use super::dialog::{Dialog, Modal};
use super::files::Open;
use crate::lab::{BUILD_KINDS, BuildForm, BuildRefusal, Command, PRIORITY_ENTRIES, TRAFFIC_KINDS};
use crate::parts::ProgramPart;
use field::{Choice, Fields};

/// State of the form of a new fabric: its entries, and the last refusal.
#[derive(Clone, Copy)]
struct Draft {
    form: RwSignal<BuildForm>,
    /// Reason why the fabric could not be built when the button was last pressed. `None` if the fabric was
    /// built, or if the form has changed since.
    refused: RwSignal<Option<BuildRefusal>>,
}

impl Draft {
    /// Changes the form and clears the reason for the last refusal. The form and the reason stay when the
    /// dialog is closed.
    fn change(self, change: impl FnOnce(&mut BuildForm)) {
        self.refused.set(None);
        self.form.update(change);
    }
}

/// Dialog with the form of a new fabric. The form keeps its entries while the dialog is closed. The button
/// opens the new fabric and closes the dialog. Entries are checked only when the button is pressed; if an
/// entry is refused, the dialog stays open and the field of the entry gets the focus.
#[component]
pub fn Build(page: PageContext) -> impl IntoView {
    let draft = Draft { form: RwSignal::new(BuildForm::default()), refused: RwSignal::new(None) };
    view! {
        <Dialog which=Modal::Build part=ProgramPart::Dialogs title="Build a fabric" open=page.dialog>
            <Show when=move || page.dialog.get() == Some(Modal::Build)>{contents(page, draft)}</Show>
        </Dialog>
    }
}

/// Contents of the dialog for a new fabric. This function is in a part of the program that is loaded on first
/// use.
#[inline(never)]
fn contents(page: PageContext, draft: Draft) -> AnyView {
    view! { <Form page draft/> }.into_any()
}

/// Focuses the first element in `form` that `selector` matches; does nothing if no element matches.
fn lead_to(form: NodeRef<html::Form>, selector: &str) {
    let found = form.get_untracked().and_then(|form| form.query_selector(selector).ok().flatten());
    if let Some(found) = found {
        let _ = found.unchecked_into::<web_sys::HtmlElement>().focus();
    }
}

/// Form of a new fabric with its button. Enter in a field has the effect of the button. The new fabric
/// replaces the open document; undo restores the earlier document. If the form was refused, a change of its
/// check box leaves the error message visible.
#[component]
fn Form(page: PageContext, draft: Draft) -> impl IntoView {
    let Draft { form, refused } = draft;
    let element = NodeRef::<html::Form>::new();
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let built = form.with_untracked(BuildForm::document).and_then(|document| {
            let words = page.try_act(Command::Build(Box::new(document)));
            words.map_or(Ok(()), |words| Err(BuildRefusal { field: None, words }))
        });
        match built {
            Ok(()) => {
                refused.set(None);
                page.dialog.set(None);
            }
            Err(why) => {
                let mut entries = form.with_untracked(BuildForm::entries);
                if let Some(entry) = entries.find(|entry| Some(entry.field) == why.field) {
                    lead_to(element, &format!("[data-testid=build-{}]", entry.name));
                }
                refused.set(Some(why));
            }
        }
    };
    Effect::new(move |_| {
        // The menu of kinds gets the focus when the form opens.
        element.track();
        lead_to(element, "select");
    });
    let of_kind = Memo::new(move |_| form.with(|form| form.kind.entries));
    let of_traffic = Memo::new(move |_| form.with(|form| form.traffic.entries));
    let choose_kind = Callback::new(move |n: usize| draft.change(|form| form.kind = &BUILD_KINDS[n]));
    let choose_traffic = Callback::new(move |n: usize| draft.change(|form| form.traffic = &TRAFFIC_KINDS[n]));
    let kinds = BUILD_KINDS.iter().map(|one| (one.label, form.with_untracked(|form| form.kind == one)));
    let traffics =
        TRAFFIC_KINDS.iter().map(|one| (one.label, form.with_untracked(|form| form.traffic == one)));
    let general = move || {
        let of_none = |why: &BuildRefusal| why.field.is_none().then(|| format!("Not done: {}.", why.words));
        refused.with(|why| why.as_ref().and_then(of_none))
    };
    view! {
        <form class="build-form" node_ref=element on:submit=submit>
            <Choice label="Kind" id="build-kind" options=kinds.collect() choose=choose_kind/>
            <Fields draft entries=of_kind/>
            <Fields draft entries=Memo::new(|_| PRIORITY_ENTRIES)/>
            <Choice label="Traffic" id="build-traffic" options=traffics.collect() choose=choose_traffic/>
            <Fields draft entries=of_traffic/>
            <label class="check">
                <input type="checkbox" data-testid="build-expand" checked=form.with_untracked(|form| form.expands)
                    on:change=move |event| form.update(|form| form.expands = event_target_checked(&event))/>
                "Expand to plain lists of hosts, switches and links"
            </label>
            <p class="refusal" role="status" data-testid="build-refusal">{general}</p>
            <footer>
                <button type="submit" class="button primary" data-testid="build-run">"Build and run"</button>
                <p>"Undo goes back to what is open now. \u{201c}fabric new\u{201d} does the same on the command line."</p>
                <Open page id="build-open-file"/>
                <p>"Or open a document, configurations of SONiC switches, output of mlnx_qos or dcb of their hosts, or files of HPCC's simulator or htsim: those of one fabric together. They can be dropped on the page, too."</p>
            </footer>
        </form>
    }
}
