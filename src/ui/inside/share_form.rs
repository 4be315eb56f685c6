//! Form of the ETS shares of the selected port. All shares are applied together, because their sum must be
//! 100 percent. Changes apply from the start of the run. The displayed sum counts a share that is no whole
//! number as 0.

use fabric_sim::ids::Priority;
use leptos::prelude::*;

use super::ets::badge;
use crate::lab::Command;
use crate::ui::PageContext;

/// ETS setting of a priority: its share in percent; `None` for strict priority.
type ClassSetting = (Priority, Option<u8>);

/// Form with a row for each priority in `current`, in the same order. The button, or Enter in a field,
/// applies all rows. If the shares are refused, nothing changes and an error appears below the form until the
/// next edit. A change of `current` replaces all edits that are not applied.
#[component]
pub fn Classes(page: PageContext, current: Memo<Vec<ClassSetting>>) -> impl IntoView {
    // Edited rows: priority, whether it has a share, and the text of the share. The text may not be a number
    // yet.
    let drafts = RwSignal::new(Vec::<(Priority, bool, String)>::new());
    let refused = RwSignal::new(None::<String>);
    let rows = move || {
        let rows = current.get();
        let draft = |(class, share): &ClassSetting| {
            (*class, share.is_some(), share.map(|share| share.to_string()).unwrap_or_default())
        };
        drafts.set(rows.iter().map(draft).collect());
        rows.into_iter().enumerate().map(|(n, row)| view! { <li><Line drafts n row/></li> }).collect_view()
    };
    let sum = move || {
        let shares = |drafts: &Vec<(Priority, bool, String)>| {
            let sharing = drafts.iter().filter(|draft| draft.1);
            sharing.map(|draft| draft.2.trim().parse::<u32>().unwrap_or(0)).sum::<u32>()
        };
        drafts.with(shares)
    };
    let apply = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let drafts = drafts.get_untracked().into_iter();
        let wanted = drafts.map(|(class, shares, text)| (class, shares.then_some(text))).collect();
        refused.set(page.try_act(Command::Classes(wanted)));
    };
    view! {
        <form class="shares" data-testid="classes-form" on:submit=apply on:input=move |_| refused.set(None)>
            <header><h3>"Classes and shares"</h3><span>"changes act from the start"</span></header>
            <ul>{rows}</ul>
            <p class="sum">
                <span data-testid="classes-sum">{move || format!("shares add up to {}\u{202f}%", sum())}</span>
                <button class="button" data-testid="classes-apply">"Apply"</button>
            </p>
            <p class="refusal" role="status" data-testid="classes-refusal">
                {move || refused.get().map(|why| format!("Not done: {why}."))}
            </p>
        </form>
    }
}

/// Row of a priority in the form of the ETS shares: a menu for strict priority or a share, and a text field
/// for the share in percent. For strict priority, the text field is hidden, but keeps its text.
#[component]
fn Line(drafts: RwSignal<Vec<(Priority, bool, String)>>, n: usize, row: ClassSetting) -> impl IntoView {
    let (class, share) = row;
    let change = move |edit: &dyn Fn(&mut (Priority, bool, String))| {
        drafts.update(|drafts| drafts.get_mut(n).into_iter().for_each(edit));
    };
    let chosen = move |event: web_sys::Event| {
        let shares = event_target_value(&event) == "ets";
        change(&|draft| draft.1 = shares);
    };
    let typed = move |event: web_sys::Event| {
        let text = event_target_value(&event);
        change(&|draft| draft.2.clone_from(&text));
    };
    let is_strict = move || drafts.with(|drafts| drafts.get(n).is_none_or(|draft| !draft.1));
    view! {
        {badge(class)}
        <select class="select" aria-label=format!("Class of priority {class}") data-testid=format!("class-{class}") on:change=chosen>
            <option value="strict" selected=share.is_none()>"strict"</option>
            <option value="ets" selected=share.is_some()>"ETS, with a share of"</option>
        </select>
        <label class:hidden=is_strict>
            <input type="text" inputmode="numeric" class="value" aria-label=format!("Share of priority {class} in percent")
                value=share.map(|share| share.to_string()) data-testid=format!("share-{class}") on:input=typed/>
            "\u{202f}%"
        </label>
    }
}
