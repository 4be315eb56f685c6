//! Menu that moves the cursor to the previous or the next event of a kind. It also finds the next time at
//! which a queue is longer than a given level.

use fabric_sim::units::Bytes;
use leptos::prelude::*;

use crate::lab::{Command, EventTarget};
use crate::ui::PageContext;
use crate::ui::icon::{Glyph, Icon};

/// Kinds of events in the menu, each with the key that goes to the next event. The key is empty for kinds
/// without a key.
const ROWS: [(EventTarget, &str); 7] = [
    (EventTarget::AnyKeyEvent, ">"),
    (EventTarget::Here, "Q"),
    (EventTarget::Frame, "N"),
    (EventTarget::Pause, "J"),
    (EventTarget::PauseHere, ""),
    (EventTarget::Drop, "X"),
    (EventTarget::Deadlock, "D"),
];

/// Button, and the menu that it opens. Escape, or a click outside, closes the menu; a jump leaves it open.
#[component]
pub fn Jumps(page: PageContext) -> impl IntoView {
    view! {
        <button class="button icon plain jumps-button" popovertarget="jumps" aria-label="Go to (G)" title="Go to (G)"
            data-testid="jumps">
            <Icon glyph=Glyph::Jump/>
        </button>
        <div class="jumps" popover="auto" id="jumps" role="region" aria-label="Go to" data-testid="jumps-menu">
            <ul>{ROWS.map(|row| view! { <JumpRow page row first=row.0 == ROWS[0].0/> }).collect_view()}</ul>
            <Above page/>
        </div>
    }
}

/// Row of a kind of event, with two buttons that move the cursor to the previous and to the next event and
/// stop playing. If there is no such event, the cursor stays and a message says so. If `first` is true, the
/// row gets the focus when the menu opens. The search for the next event ends at the end of the time line.
#[component]
fn JumpRow(page: PageContext, row: (EventTarget, &'static str), first: bool) -> impl IntoView {
    let ((aim, key), name) = (row, row.0.name());
    let id = |direction: &str| format!("{direction}-{}", name.replace(' ', "-"));
    view! {
        <li>
            <button class="button icon plain" aria-label=format!("Last {name}") title=format!("Last {name}")
                data-testid=id("last") on:click=move |_| page.act(Command::Last(aim))>
                <Icon glyph=Glyph::Back/>
            </button>
            <span>{name}</span>
            {(!key.is_empty()).then(|| view! { <kbd>{key}</kbd> })}
            // The first row gets the focus, so that the keyboard can be used at once.
            <button class="button icon plain" aria-label=format!("Next {name}") title=format!("Next {name}") autofocus=first
                data-testid=id("next") on:click=move |_| page.act(Command::Next(aim))>
                <Icon glyph=Glyph::Step/>
            </button>
        </li>
    }
}

/// Text field for a queue level in bytes, at first `20k`. Enter or the button moves the cursor to the next
/// time at which the selected queue is longer than the level. If the queue is already longer, it must first
/// fall to the level or below. A text that is no number of bytes stays; the error below the field disappears
/// at the next accepted text.
#[component]
fn Above(page: PageContext) -> impl IntoView {
    let level = RwSignal::new("20k".to_owned());
    let refused = RwSignal::new(None::<String>);
    let run = move || match level.get_untracked().parse::<Bytes>() {
        Ok(bytes) => {
            refused.set(None);
            page.act(Command::Next(EventTarget::Above(bytes.get())));
        }
        Err(problem) => refused.set(Some(problem.to_string())),
    };
    view! {
        <form on:submit=move |event| {
            event.prevent_default();
            run();
        }>
            <label for="jump-above">"this queue above"</label>
            <input id="jump-above" class="number" type="text" size="6" autocomplete="off" prop:value=level
                data-testid="jump-above" aria-invalid=move || refused.with(Option::is_some).to_string()
                on:input=move |event| level.set(event_target_value(&event))/>
            <button class="button icon plain" aria-label="Run until the queue is above it"
                title="Run until the queue is above it" data-testid="jump-above-go">
                <Icon glyph=Glyph::Step/>
            </button>
            {move || refused.get().map(|why| view! { <p class="refusal" role="alert">{why}</p> })}
        </form>
    }
}
