//! Dialog over the page. The page opens it by a signal. Escape, the close button and the signal close it.
//! Start with [`Dialog`].
//!
//! At most one dialog is open. A closed dialog keeps its contents. If the contents are in a lazily loaded
//! part of the program, a text replaces them until the part is loaded. After an error, the next opening tries
//! again.

use leptos::html;
use leptos::prelude::*;
use leptos::task::{spawn_local, tick};
use wasm_bindgen::JsCast;

use super::icon::{Glyph, Icon};
use crate::parts::{self, ProgramPart};

/// Dialogs of the page; at most one is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Modal {
    /// Share dialog: a share link to the present state of the page, and the document as a file.
    Share,
    /// Dialog for the export of pictures and files.
    Export,
    /// Sweep: the run repeated with other values of a parameter.
    Sweep,
    /// Dialog with the form of a new fabric.
    Build,
    /// Dialog with the report of an import.
    Import,
    /// Dialog with help and keyboard shortcuts.
    Help,
    /// Dialog with the list of lessons.
    Lessons,
    /// Dialog with the gallery of presets.
    Presets,
}

impl Modal {
    /// Name of the dialog in CSS classes and test ids.
    const fn name(self) -> &'static str {
        match self {
            Self::Share => "share",
            Self::Export => "export",
            Self::Sweep => "sweep",
            Self::Build => "build",
            Self::Import => "import",
            Self::Help => "help",
            Self::Lessons => "lessons",
            Self::Presets => "presets",
        }
    }
}

/// Contents of a dialog or `<details>` element that are created when the element is first opened. Before they
/// are created, the part of the program with the contents is loaded.
#[derive(Clone, Copy)]
pub(super) struct LazyContents {
    part: ProgramPart,
    is_loaded: RwSignal<bool>,
    /// Reason why the part of the program could not be loaded; `None` if there was no error.
    wrong: RwSignal<Option<String>>,
}

impl LazyContents {
    pub(super) fn new(part: ProgramPart) -> Self {
        Self { part, is_loaded: RwSignal::new(false), wrong: RwSignal::new(None) }
    }

    /// Loads the part of the program and creates the contents. Then focuses the field of `element` with the
    /// attribute `autofocus`, if `element` has such a field. Does nothing if the contents exist. After an
    /// error, the next call tries again.
    pub(super) fn load(self, element: web_sys::Element) {
        if self.is_loaded.get_untracked() {
            return;
        }
        spawn_local(async move {
            self.wrong.try_set(None);
            match parts::load(self.part).await {
                Ok(()) => {
                    self.is_loaded.try_set(true);
                    tick().await;
                    let field = element.query_selector("[autofocus]").ok().flatten();
                    if let Some(field) = field.and_then(|field| field.dyn_into::<web_sys::HtmlElement>().ok())
                    {
                        let _ = field.focus();
                    }
                }
                Err(why) => drop(self.wrong.try_set(Some(why))),
            }
        });
    }

    /// Contents of the dialog or `<details>` element, once the part of the program is loaded. Before that, a
    /// text says that the part is loading, or why it could not be loaded.
    pub(super) fn view(self, children: Children) -> AnyView {
        let children = StoredValue::new_local(Some(children));
        let waiting = move || self.wrong.get().unwrap_or_else(|| "Loading …".to_owned());
        let contents = move || {
            let children =
                self.is_loaded.get().then(|| children.try_update_value(Option::take)).flatten().flatten();
            children
                .map_or_else(|| view! { <p role="status">{waiting}</p> }.into_any(), |children| children())
        };
        contents.into_any()
    }
}

/// Dialog that shows while `open` is `which`. Escape and the close button set `open` to `None`; a click
/// beside the dialog does not. If another dialog is set, this one closes. A closed dialog keeps its contents.
#[component]
pub fn Dialog(
    which: Modal,
    title: &'static str,
    /// Dialog that the page shows; `None` if the page shows none.
    open: RwSignal<Option<Modal>>,
    /// Callback that runs just before the dialog is shown; with `None`, no callback runs.
    #[prop(optional)]
    before: Option<Callback<()>>,
    /// Part of the program to load when the dialog is first opened. The contents are created after the part
    /// is loaded; without a part, they are created at once.
    #[prop(optional)]
    part: Option<ProgramPart>,
    children: Children,
) -> impl IntoView {
    let dialog = NodeRef::<html::Dialog>::new();
    let lazy = part.map(LazyContents::new);
    Effect::new(move |_| {
        let open = open.get() == Some(which);
        let Some(dialog) = dialog.get() else { return };
        if open && !dialog.open() {
            if let Some(before) = before {
                before.run(());
            }
            let _ = dialog.show_modal();
            if let Some(lazy) = lazy {
                lazy.load(dialog.into());
            }
        } else if !open && dialog.open() {
            dialog.close();
        }
    });
    let name = which.name();
    let id = move || format!("{name}-title");
    let shut = move || {
        if open.get_untracked() == Some(which) {
            open.set(None);
        }
    };
    // Escape closes a dialog at once, but the browser sends the event `close` in a later task. A key pressed
    // before `close` would be lost if the signal still named the dialog; the event `cancel` comes early
    // enough. A file chooser within the dialog also sends `cancel`, which must not close the dialog.
    let cancelled = move |event: web_sys::Event| {
        if event.target() == event.current_target() {
            shut();
        }
    };
    // The dialog may have been opened again before the event `close`.
    let closed = move || {
        if dialog.get_untracked().is_none_or(|dialog| !dialog.open()) {
            shut();
        }
    };
    view! {
        <dialog class=format!("help {name}") node_ref=dialog aria-labelledby=id()
            data-testid=format!("{name}-dialog") on:cancel=cancelled on:close=move |_| closed()>
            <header>
                <h2 id=id()>{title}</h2>
                <button class="button icon plain" aria-label="Close" on:click=move |_| shut()>
                    <Icon glyph=Glyph::Close/>
                </button>
            </header>
            {match lazy { Some(lazy) => lazy.view(children), None => children() }}
        </dialog>
    }
}
