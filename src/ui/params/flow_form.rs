//! Form of a flow: the form of a new flow, or of changes to a flow. Start with [`FlowForm`]. If the flow is
//! refused, an error appears below the form and the fields keep their contents.
//!
//! A new flow begins at the cursor. A changed flow stops at the cursor and continues as a new flow. If the
//! panel applies changes from the start, the run is simulated again from its start. An empty rate means as
//! fast as possible, an empty size means endless.

use fabric_sim::ids::{FlowId, Priority};
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::lab::{CONTROLS, Command, Draft, Lab, OPERATIONS};
use crate::ui::PageContext;
use crate::ui::finder::Finder;

/// Form that adds a flow or changes an existing one. The main button, or Enter in a field, submits the form;
/// on success the form closes and the drawer of the inspector opens. `Cancel` closes the form without a
/// change. When the form opens, it scrolls into view and its first field gets the focus.
#[component]
pub fn FlowForm<C: Fn() + Copy + Send + 'static>(
    page: PageContext,
    /// Flow to change; `None` adds a new flow.
    of: Option<FlowId>,
    /// Initial contents of the fields of the form.
    draft: Draft,
    /// Name of the flow to change; `None` for a new flow.
    name: Option<String>,
    /// Function that closes the form of the flow.
    close: C,
) -> impl IntoView {
    let draft = RwSignal::new(draft);
    let refused = RwSignal::new(None::<String>);
    let (hosts, formats) = page.read_lab(Lab::flow_choices).unwrap_or_default();
    let same = |names: Vec<String>| names.into_iter().map(|name| (name.clone(), name)).collect::<Vec<_>>();
    let priorities = same(Priority::ALL.into_iter().map(|n| n.to_string()).collect());
    let operations = same(OPERATIONS.map(|operation| operation.name().to_owned()).to_vec());
    let controls = CONTROLS.map(|(word, _)| (word.to_owned(), word.to_owned()));
    let controls = std::iter::once((String::new(), "as the fabric".to_owned())).chain(controls).collect();
    let from_start = Memo::new(move |_| page.static_picture.with(|static_picture| static_picture.from_start));
    let when = move || match (of.is_some(), from_start.get()) {
        (_, true) => "The run is worked out again from its start.",
        (true, false) => "At the cursor it stops, and goes on as a new flow.",
        (false, false) => "It begins at the cursor.",
    };
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let wanted = draft.get_untracked();
        let command = match of {
            None => Command::AddFlow(wanted),
            Some(flow) => Command::ChangeFlow(flow, wanted),
        };
        let why = page.try_act(command);
        if why.is_none() {
            page.drawer.set(true);
            close();
        }
        refused.set(why);
    };
    let choice = move |id: &'static str,
                       label: &'static str,
                       options: Vec<(String, String)>,
                       field: Field| {
        let chosen = draft.with_untracked(|draft| field.get(draft).clone());
        let options = options
            .into_iter()
            .map(|(value, words)| view! { <option value=value.clone() selected=value == chosen>{words}</option> })
            .collect_view();
        view! {
            <label><span>{label}</span>
                <select class="select" data-testid=id
                    on:change=move |event| draft.update(|draft| *field.get_mut(draft) = event_target_value(&event))>{options}</select>
            </label>
        }
    };
    let hosts = Memo::new(move |_| same(hosts.clone()));
    let host = move |id: &'static str, label: &'static str, field: Field| {
        let chosen = Signal::derive(move || draft.with(|draft| field.get(draft).clone()));
        let choose = Callback::new(move |value: String| draft.update(|draft| *field.get_mut(draft) = value));
        view! { <div class="field"><span>{label}</span><Finder choices=hosts chosen choose label id keeps_focus=true/></div> }
    };
    let input = move |id: &'static str, label: &'static str, empty: &'static str, field: Field| {
        let value = draft.with_untracked(|draft| field.get(draft).clone());
        view! {
            <label><span>{label}</span>
                <input class="value" type="text" placeholder=empty value=value data-testid=id autocomplete="off"
                    on:input=move |event| draft.update(|draft| *field.get_mut(draft) = event_target_value(&event))/>
            </label>
        }
    };
    // The form scrolls into view and its first field gets the focus.
    let form = NodeRef::<html::Form>::new();
    Effect::new(move |_| {
        let Some(form) = form.get() else { return };
        form.scroll_into_view();
        if let Ok(Some(first)) = form.query_selector("select, input") {
            let _ = first.unchecked_into::<web_sys::HtmlElement>().focus();
        }
    });
    let title = name.map_or_else(|| "A new flow".to_owned(), |name| format!("Change {name}"));
    view! {
        <form class="flow-form" node_ref=form aria-label=title.clone() data-testid="flow-form" on:submit=submit>
            <h3>{title.clone()}</h3>
            {host("flow-from", "From", Field::From)}
            {host("flow-to", "To", Field::To)}
            {choice("flow-operation", "Operation", operations, Field::Operation)}
            {choice("flow-priority", "Priority", priorities, Field::Priority)}
            {input("flow-rate-field", "Rate", "as fast as possible", Field::Rate)}
            {input("flow-size", "Size", "endless", Field::Size)}
            {choice("flow-format", "Format", same(formats), Field::Format)}
            {input("flow-frame", "Frame", "1000", Field::Frame)}
            {choice("flow-control", "Rate control", controls, Field::Control)}
            <p class="note">{when}</p>
            <p class="refusal" role="status" data-testid="flow-refusal">
                {move || refused.get().map(|why| format!("Not done: {why}."))}
            </p>
            <div class="buttons">
                <button class="button primary" type="submit" data-testid="flow-submit">
                    {if of.is_some() { "Change it" } else { "Add it" }}
                </button>
                <button class="button" type="button" on:click=move |_| close()>"Cancel"</button>
            </div>
        </form>
    }
}

/// Text field or menu of the form.
#[derive(Clone, Copy)]
enum Field {
    From,
    To,
    Operation,
    Priority,
    Rate,
    Size,
    Format,
    Frame,
    Control,
}

impl Field {
    const fn get(self, draft: &Draft) -> &String {
        match self {
            Self::From => &draft.from,
            Self::To => &draft.to,
            Self::Operation => &draft.operation,
            Self::Priority => &draft.priority,
            Self::Rate => &draft.rate,
            Self::Size => &draft.size,
            Self::Format => &draft.format,
            Self::Frame => &draft.frame,
            Self::Control => &draft.control,
        }
    }

    const fn get_mut(self, draft: &mut Draft) -> &mut String {
        match self {
            Self::From => &mut draft.from,
            Self::To => &mut draft.to,
            Self::Operation => &mut draft.operation,
            Self::Priority => &mut draft.priority,
            Self::Rate => &mut draft.rate,
            Self::Size => &mut draft.size,
            Self::Format => &mut draft.format,
            Self::Frame => &mut draft.frame,
            Self::Control => &mut draft.control,
        }
    }
}
