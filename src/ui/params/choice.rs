//! Menu of a parameter whose values are words, such as the matching `islip`. Underscores are shown as spaces.
//! After a choice the menu loses the focus, so that keyboard shortcuts work again. If the value is refused,
//! the menu returns to the old value.

use fabric_sim::document::params::Param;
use leptos::prelude::*;

use super::refusal::{Refusal, Refused};
use super::slider::{capital, title};
use crate::lab::Command;
use crate::ui::PageContext;

/// Words that are the allowed values of a parameter, in the order of the table. If a value has several words,
/// only its first word is returned.
fn words(param: &'static Param) -> Vec<&'static str> {
    let mut seen = Vec::new();
    let first = |(_, value): &&(&str, u64)| {
        let fresh = !seen.contains(value);
        seen.push(*value);
        fresh
    };
    param.words.iter().filter(first).map(|(word, _)| *word).collect()
}

/// Menu of the values of `param`. A choice sets the parameter. If the value is refused, the menu shows the
/// old value and a message appears below. If the value does not hold for the whole fabric from the start, a
/// text says where and when it was set.
#[component]
pub fn Choice(
    page: PageContext,
    param: &'static Param,
    /// Prefix of the HTML ids in the menu. If the page has several menus of the same parameter, their
    /// prefixes differ.
    #[prop(default = "param")]
    place: &'static str,
) -> impl IntoView {
    let id = format!("{place}-{}", param.name);
    let value = Memo::new(move |_| {
        page.static_picture
            .with(|static_picture| static_picture.values.iter().find(|one| one.key == param.key).cloned())
    });
    let shown = Memo::new(move |_| value.get().map(|one| param.show(one.value)).unwrap_or_default());
    let origin = Memo::new(move |_| value.get().and_then(|value| value.origin()));
    let changed = Memo::new(move |_| value.get().is_some_and(|one| one.changed));
    let options = words(param)
        .into_iter()
        .map(|word| view! { <option value=word selected=move || shown.with(|shown| shown == word)>{word.replace('_', " ")}</option> })
        .collect_view();
    let refused = Refused::here();
    let chosen = move |event: web_sys::Event| {
        let value = event_target_value(&event);
        let select = event_target::<web_sys::HtmlSelectElement>(&event);
        let _ = select.blur();
        refused.try_act(page, param, Command::Set { key: param.key, value });
        // After a refusal the menu shows the old value.
        select.set_value(&shown.get_untracked());
    };
    view! {
        <div class="param" class:changed=changed title=move || title(param, value.get())>
            <label for=id.clone()>{capital(param.label)}</label>
            <select class="select" id=id.clone() aria-describedby=format!("{id}-why") data-testid=id.clone()
                prop:value=shown on:change=chosen>
                {options}
            </select>
            <small id=format!("{id}-why")>{origin}</small>
            <Refusal page param/>
        </div>
    }
}
