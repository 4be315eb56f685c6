//! List of flows with their figures. A button starts or stops each flow; a form adds or changes a flow. A
//! long list has a search field.
//!
//! A flow is found if its name contains every word of the search text, in upper or lower case. Flows of an
//! incast or a collective have no form. A flow of a collective without bytes to send cannot be started. Start
//! with [`Flows`].

use fabric_sim::ids::FlowId;
use leptos::prelude::*;

use super::flow_form::FlowForm;
use crate::charts::bytes_label;
use crate::lab::{Command, FlowRow, Lab};
use crate::scene::{MAX_ROWS, shade_digit, shade_fill, stripe_count};
use crate::ui::PageContext;
use crate::ui::details::toggled;
use crate::ui::rows::{RowList, nth};

/// Height of a row of a long list in pixels, including the gap below the row.
const ROW_HEIGHT: f64 = 60.0;

/// Subject of the open form: a new flow, or an existing one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    New,
    Of(FlowId),
}

/// List of the flows of the document, in its order, followed by flows that actions add. The list is created
/// only while it is unfolded. Buttons open the form of a new flow or of an existing one; at most one form is
/// open. With more than [`MAX_ROWS`] flows there is a search field.
#[component]
pub fn Flows(page: PageContext) -> impl IntoView {
    let compiled = page.compiled();
    let flows = Memo::new(move |_| {
        // The memo is read here, because tracking alone does not compute it.
        compiled.with(|_| ());
        page.read_lab(Lab::flows).unwrap_or_default()
    });
    let form = RwSignal::new(None::<Form>);
    let count = move || flows.with(Vec::len);
    // The bytes that each flow has delivered are read only while the list is unfolded.
    let open = RwSignal::new(false);
    let sought = RwSignal::new(String::new());
    let is_long = Memo::new(move |_| flows.with(|flows| flows.len() > MAX_ROWS));
    let items = Memo::new(move |_| {
        // A short list has no search field, so that an earlier search text is ignored.
        let sought =
            if is_long.get() { sought.with(|sought| sought.to_ascii_lowercase()) } else { String::new() };
        let is_meant = |flow: &&FlowRow| {
            let name = flow.name.to_ascii_lowercase();
            sought.split_whitespace().all(|word| name.contains(word))
        };
        flows.with(|flows| flows.iter().filter(is_meant).map(|flow| u64::from(flow.id.0)).collect::<Vec<_>>())
    });
    let displayed = Memo::new(move |_| {
        page.static_picture.with(|static_picture| static_picture.flow.map(|flow| u64::from(flow.0)))
    });
    let rows = move || {
        let shown = Selector::new(move || page.static_picture.with(|static_picture| static_picture.flow));
        let row = Callback::new(move |id: u64| {
            let flow = Memo::new(move |_| flows.with(|flows| nth(flows, id)));
            let shown = shown.clone();
            (move || flow.get().map(|flow| view! { <FlowItem page flow form shown=shown.clone()/> }))
                .into_any()
        });
        view! { <RowList items row height=ROW_HEIGHT class="list" label="Flows" id="flow-list" reveal=displayed/> }
    };
    let found = move || {
        items.with(|items| match items.len() {
            0 => "No flow is called that.".to_owned(),
            n => format!("{n} of {}", count()),
        })
    };
    let find = move || {
        view! {
            <Show when=move || is_long.get()>
                <input class="find" type="search" placeholder="Find a flow" aria-label="Find a flow"
                    data-testid="flow-find" on:input=move |event| sought.set(event_target_value(&event))/>
                <p class="note" role="status" data-testid="flow-found">{found}</p>
            </Show>
        }
    };
    let filled = move || {
        let form_of = form.get()?;
        let found = |id: FlowId| flows.with_untracked(|flows| flows.get(id.index()).cloned());
        let (of, draft, name) = match form_of {
            Form::New => (None, page.read_lab(Lab::new_draft)?, None),
            Form::Of(id) => found(id).and_then(|flow| Some((Some(id), flow.draft?, Some(flow.name))))?,
        };
        Some(view! { <FlowForm page of draft name close=move || form.set(None)/> })
    };
    view! {
        <details class="group flows" data-testid="flows" on:toggle=toggled(open)>
            <summary><h2>{move || format!("Flows ({})", count())}</h2></summary>
            <p class="note">"A flow begins, changes or stops at the cursor."</p>
            <Show when=move || open.get()>{find} {rows}</Show>
            <button class="button add" data-testid="flow-add" class:hidden=move || form.get() == Some(Form::New)
                on:click=move |_| form.set(Some(Form::New))>"Add a flow"</button>
            {filled}
        </details>
    }
}

/// Row of a flow, with the bytes that it has delivered up to the cursor. A click on its name selects the flow
/// and opens the drawer with its figures. Further buttons start or stop the flow at the cursor, or open its
/// form. The button for the form is absent if the flow belongs to an incast or a collective.
#[component]
fn FlowItem(
    page: PageContext,
    flow: FlowRow,
    form: RwSignal<Option<Form>>,
    /// Selector of the displayed flow, whose row is marked.
    shown: Selector<Option<FlowId>>,
) -> impl IntoView {
    let FlowRow { id, name, priority, shade, offers, is_member, draft } = flow;
    let now = Memo::new(move |_| {
        page.text_picture.with(|picture| {
            picture
                .view
                .flows
                .get(id.index())
                .map(|view| (view.active, view.delivered_bytes, view.left_bytes))
        })
    });
    let active = Memo::new(move |_| {
        page.text_picture.track();
        page.read_lab(|lab| lab.is_running(id)).unwrap_or_default()
    });
    let active = move || active.get();
    // A flow of a collective can be started only while it has bytes to send.
    let idle = move || is_member && now.get().is_none_or(|(active, _, left)| !active && left == 0);
    let label = {
        let name = name.clone();
        move || if active() { format!("Stop {name}") } else { format!("Start {name}") }
    };
    let change = draft.map(|_| {
        let label = format!("Change {name}");
        view! {
            <button class="button icon plain" aria-label=label.clone() title=label data-testid=format!("flow-change-{}", id.index())
                on:click=move |_| form.set(Some(Form::Of(id)))>"✎"</button>
        }
    });
    let (fill, digit) = (shade_fill(priority, shade), shade_digit(priority, shade));
    let style = format!("--fill:{fill};--digit:{digit};--stripes:{}", stripe_count(shade));
    let switch = move |_| {
        page.act(if active() { Command::StopFlow(id) } else { Command::StartFlow(id) });
    };
    let look = move |_| {
        page.act(Command::Flow(id));
        page.drawer.set(true);
    };
    view! {
        <i class="badge" style=style>{priority.get()}</i>
        <p>
            <button class="name" title="How it fares" aria-current=move || shown.selected(&Some(id)).then_some("true")
                data-testid=format!("flow-name-{}", id.index()) on:click=look>{name}</button>
            <small>{offers}", "<span>{move || now.get().map(|(_, bytes, _)| bytes_label(bytes))}</span>" delivered"</small>
        </p>
        {change}
        <button class="button" aria-label=label data-testid=format!("flow-{}", id.index())
            disabled=idle on:click=switch>
            {move || if active() { "Stop" } else { "Start" }}
        </button>
    }
}
