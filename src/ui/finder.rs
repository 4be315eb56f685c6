//! Menu of any number of choices, with a search field if there are many. If more choices match than the menu
//! can list, a text gives both numbers. A search without a match lists only the selected choice.

use leptos::prelude::*;
use web_sys::KeyboardEvent;

use crate::scene::{Choice, MAX_ROWS, offered};

/// Menu of `choices`. With more than [`MAX_ROWS`] choices, the menu has a search field. It then lists at most
/// [`MAX_ROWS`] choices: the selected one, and those that match the search. Enter in the search field selects
/// the first listed choice; in an empty list, Enter does nothing. `choose` gets the value of the choice, or
/// an empty text for the entry `none`.
#[component]
pub fn Finder(
    choices: Memo<Vec<Choice>>,
    /// Value of the choice that is selected in the menu; empty if none is selected.
    #[prop(into)]
    chosen: Signal<String>,
    choose: Callback<String>,
    label: &'static str,
    id: &'static str,
    /// Label of the entry that selects nothing. `None` if the menu has no such entry.
    #[prop(optional)]
    none: Option<&'static str>,
    /// Whether the menu keeps the keyboard focus after a choice, as is usual in a form. If `false`, the menu
    /// loses the focus, so that keyboard shortcuts work again.
    #[prop(optional)]
    keeps_focus: bool,
) -> impl IntoView {
    let sought = RwSignal::new(String::new());
    let is_long = Memo::new(move |_| choices.with(|choices| choices.len() > MAX_ROWS));
    let found = Memo::new(move |_| {
        let (sought, chosen) = (sought.get(), chosen.get());
        choices.with(|choices| offered(choices, &sought, &chosen, MAX_ROWS - usize::from(none.is_some())))
    });
    let options = move || {
        let option = |(value, name): Choice| {
            let own = value.clone();
            view! { <option value=value selected=move || chosen.with(|chosen| *chosen == own)>{name}</option> }
        };
        found.with(|(offered, _)| offered.iter().cloned().map(option).collect_view())
    };
    let picked = move |event: web_sys::Event| {
        choose.run(event_target_value(&event));
        if !keeps_focus {
            let _ = event_target::<web_sys::HtmlSelectElement>(&event).blur();
        }
    };
    let pressed = move |event: KeyboardEvent| {
        if event.key() == "Enter" {
            event.prevent_default();
            if let Some(value) = found.with_untracked(|(offered, _)| offered.first().map(|one| one.0.clone()))
            {
                choose.run(value);
            }
        }
    };
    let count = move || {
        found.with(|(offered, all)| match *all {
            0 => "None is called that.".to_owned(),
            all if all > offered.len() => format!("{} of {all}: type part of a name.", offered.len()),
            all => format!("{all} found."),
        })
    };
    view! {
        <div class="finder">
            <Show when=move || is_long.get()>
                <input type="search" class="value" placeholder="part of its name" aria-label=format!("Find: {label}") autocomplete="off"
                    data-testid=format!("{id}-find") on:input=move |event| sought.set(event_target_value(&event)) on:keydown=pressed/>
                <small role="status" data-testid=format!("{id}-found")>{count}</small>
            </Show>
            <select class="select" aria-label=label data-testid=id on:change=picked>
                {none.map(|words| view! { <option value="" selected=move || chosen.with(String::is_empty)>{words}</option> })}
                {options}
            </select>
        </div>
    }
}
