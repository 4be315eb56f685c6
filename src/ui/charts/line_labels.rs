//! Labels of the lines of a chart, in HTML. The name of a flow is a button that selects the flow. A click on
//! the selected flow ends the selection. The button acts at the press, because the label may change before
//! the release.

use fabric_sim::ids::FlowId;
use leptos::prelude::*;
use web_sys::{MouseEvent, PointerEvent};

use crate::charts::LineLabel;
use crate::lab::Command;
use crate::ui::PageContext;

/// Labels beside the ends of their lines. A click on the name of a flow selects the flow; a click on the name
/// of the selected flow ends the selection.
#[component]
pub fn LineLabels(page: PageContext, labels: RwSignal<Vec<LineLabel>>) -> impl IntoView {
    let label = move |n: usize| {
        let y = move || labels.with(|labels| labels.get(n).map_or(0.0, |label| label.y));
        let class = move || labels.with(|labels| labels.get(n).map_or("", |label| label.class));
        // Buttons are created again only if the names change, so that a button stays while its line moves.
        let names = Memo::new(move |_| {
            labels.with(|labels| labels.get(n).map(|label| (label.names.clone(), label.shown())))
        });
        let parts = move || names.get().map(|(names, shown)| parts(page, names, &shown));
        view! {
            <span class=move || format!("line-label {}", class()) style=move || format!("--y:{:.1}px", y())>{parts}</span>
        }
    };
    view! { <For each=move || 0..labels.with(Vec::len) key=|n| *n children=label/> }
}

/// Contents of the label of a line: a button for each of the first names. `shown` has the texts of these
/// buttons, in the same order. If some names have no text in `shown`, a last button shows their number and
/// selects the flow of the first of them. A name without a flow is plain text.
fn parts(page: PageContext, names: Vec<(String, Option<FlowId>)>, shown: &[String]) -> impl IntoView + use<> {
    let (count, fitting) = (names.len(), shown.len());
    let part = move |(n, (name, flow)): (usize, (String, Option<FlowId>))| {
        let Some(flow) = flow else { return name.into_any() };
        let before = if n == fitting { " " } else { ", " };
        let before = (n > 0).then_some(before);
        let words = shown.get(n).cloned().unwrap_or_else(|| format!("+{}", count - n));
        let is_chosen = Memo::new(move |_| page.static_picture.with(|picture| picture.chosen == Some(flow)));
        let choose = move || {
            let is_chosen = is_chosen.get_untracked();
            page.act(if is_chosen { Command::NoFlow } else { Command::Flow(flow) });
        };
        // A press acts before the release, because the label may change in between. A click without a press
        // comes from the keyboard.
        let pressed = move |event: PointerEvent| {
            event.stop_propagation();
            if event.button() == 0 {
                choose();
            }
        };
        let clicked = move |event: MouseEvent| {
            event.stop_propagation();
            if event.detail() == 0 {
                choose();
            }
        };
        view! {
            {before}
            <button title=format!("Choose flow {name}") aria-label=format!("Flow {name}") aria-pressed=move || is_chosen.get().to_string()
                on:pointerdown=pressed on:click=clicked>{words}</button>
        }
        .into_any()
    };
    names.into_iter().enumerate().take(fitting + 1).map(part).collect_view()
}
