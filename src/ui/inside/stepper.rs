//! Goes through a match: request, grant, accept, and again.

use leptos::prelude::*;
use web_sys::KeyboardEvent;

use super::board::Board;
use crate::ui::icon::{Glyph, Icon};

/// A button for each stage, and one back and one forward. `stage` is the one
/// that is stood at; `None` for the last, whichever that is.
#[component]
pub fn Stepper(board: Memo<Board>, stage: RwSignal<Option<usize>>) -> impl IntoView {
    let stages = Memo::new(move |_| board.with(|board| board.stages.clone()));
    let here = Memo::new(move |_| board.with(|board| board.stage));
    let last = move || stages.with(Vec::len).saturating_sub(1);
    // At the end it stays at the end, of the next match too.
    let stand = move |at: usize| stage.set((at < last()).then_some(at));
    let back = move || stand(here.get_untracked().saturating_sub(1));
    let on = move || stand(here.get_untracked() + 1);
    let is_last = move || here.get() == last();
    let pressed = move |event: KeyboardEvent| {
        match event.key().as_str() {
            "ArrowLeft" => back(),
            "ArrowRight" => on(),
            "Home" => stand(0),
            "End" => stand(usize::MAX),
            _ => return,
        }
        event.prevent_default();
    };
    let buttons =
        move || {
            stages
            .get()
            .into_iter()
            .enumerate()
            .map(|(at, stage)| view! {
                <button aria-pressed=move || (here.get() == at).to_string() on:click=move |_| stand(at)
                    data-testid=format!("stage-{at}")>{stage.name()}</button>
            })
            .collect_view()
        };
    view! {
        <div class="stepper" role="group" aria-label="Steps of the match" data-testid="stepper" on:keydown=pressed>
            <button class="button icon plain" aria-label="Step back in the match" disabled=move || here.get() == 0
                data-testid="stage-back" on:click=move |_| back()><Icon glyph=Glyph::Back/></button>
            <div class="switch">{buttons}</div>
            <button class="button icon plain" aria-label="Step on in the match" disabled=is_last
                data-testid="stage-on" on:click=move |_| on()><Icon glyph=Glyph::Step/></button>
        </div>
    }
}
