//! What the selected priority is doing, in words.

use leptos::prelude::*;

use crate::lab::{Picture, credits_left};
use crate::ui::Desk;

/// The state: a word and a sentence.
#[component]
pub fn State(desk: Desk) -> impl IntoView {
    let state = Memo::new(move |_| desk.words.with(|picture| state(picture)));
    view! {
        <div class="state" class:stop=move || state.with(|state| state.0) data-testid="state">
            <strong>{move || state.with(|state| state.1)}</strong>
            <span>{move || state.with(|state| state.2.clone())}</span>
        </div>
    }
}

/// Whether something is stopped, the word for it, and why.
fn state(picture: &Picture) -> (bool, &'static str, String) {
    let spec = &picture.stage.spec;
    let selected = picture.selected;
    let (Some(view), Some(port)) =
        (picture.ports.get(selected.port.index()), spec.ports.get(selected.port.index()))
    else {
        return (false, "", String::new());
    };
    let peer = &spec.owner(port.peer).name;
    let bit = 1 << selected.priority;
    let n = selected.priority;
    if view.paused & bit != 0 {
        return (true, "PAUSED", format!("{peer} asked this port to stop sending priority {n}."));
    }
    let credits = view.priorities[usize::from(n)].credits;
    if let Some(credits) = credits.filter(|_| view.starved & bit != 0) {
        let words = format!("Credits of {peer}: {}.", credits_left(&credits));
        return (true, "NO CREDITS", words);
    }
    let obeyed = spec.ports[port.peer.index()].config.receiver.enabled & bit != 0;
    if view.asked & bit != 0 && !obeyed {
        return (
            true,
            "ASKS IN VAIN",
            format!("{peer} is asked not to send priority {n}, but does not obey PFC: it goes on."),
        );
    }
    if view.asked & bit != 0 {
        return (
            true,
            "ASKS FOR A PAUSE",
            format!("{peer} must not send priority {n} until this buffer has drained."),
        );
    }
    if let Some(credits) = credits {
        return (false, "FREE", format!("Credits of {peer}: {}.", credits_left(&credits)));
    }
    let lossless = view.priorities[usize::from(n)].pg.lossless || spec.switch_of(selected.port).is_none();
    let words = if lossless {
        "No pause in either direction."
    } else {
        "Lossy: above its threshold, frames are dropped."
    };
    (false, "FREE", words.to_owned())
}
