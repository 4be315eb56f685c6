//! What the broken line of a chart is.

use leptos::prelude::*;

use crate::charts::time_label;
use crate::lab::Other;
use crate::ui::Desk;

/// A: which run it is, and up to when it is known while the cursor is beyond;
/// nothing while there is no other run.
#[component]
pub fn AKey(desk: Desk) -> impl IntoView {
    let name = Memo::new(move |_| {
        let name = |other: &Other| match other.behind {
            Some(until) => format!("{}, known until {}", other.name(), time_label(until)),
            None => other.name().to_owned(),
        };
        desk.words.with(|picture| picture.other.as_ref().filter(|other| !other.is_same).map(name))
    });
    move || name.get().map(|name| view! { <span class="key a" data-testid="a-key"><i></i>{name}</span> })
}
