//! Buttons that select a matching stage of a crossbar match, or another match. The stages are request, grant
//! and accept of each iteration. Stages that the match did not reach are disabled. If no stage is chosen, the
//! last stage is shown, also of the next match.

use leptos::prelude::*;
use web_sys::KeyboardEvent;

use super::board::Board;
use crate::lab::{Command, EventTarget};
use crate::ui::PageContext;
use crate::ui::icon::{Glyph, Icon};

/// Buttons that select a stage of a match, the stage before or after, and the previous or next match. Arrow
/// keys, Home and End also select a stage while a button has the focus. The buttons of matches move the
/// cursor to the previous or next match of the selected switch. Buttons never disappear; a button without
/// effect is marked as disabled and keeps the focus.
#[component]
pub fn Stepper(page: PageContext, board: Memo<Board>) -> impl IntoView {
    let all = Memo::new(move |_| board.with(|board| board.all.clone()));
    let here = Memo::new(move |_| board.with(|board| board.stage));
    let last = Memo::new(move |_| board.with(|board| board.stages.len().saturating_sub(1)));
    let is_first = Memo::new(move |_| board.with(|board| !board.has_before));
    // A choice of the last stage is stored as `None`, so that the next match is also shown at its last stage.
    let stand = move |at: usize| {
        let stage = board.with_untracked(|board| board.stages.get(at).copied());
        let short = stage.filter(|_| at < last.get_untracked());
        page.act(Command::MatchStep(short.map(Into::into)));
    };
    let back = move || stand(here.get_untracked().saturating_sub(1));
    let on = move || stand(here.get_untracked() + 1);
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
    let stages = move || {
        let stage = |(at, stage): (usize, crate::scene::MatchStage)| {
            let is_there = move || at <= last.get();
            let choose = move |_| {
                if at <= last.get_untracked() {
                    stand(at);
                }
            };
            view! {
                <button aria-pressed=move || (here.get() == at).to_string() on:click=choose
                    aria-disabled=move || (!is_there()).to_string()
                    title=move || (!is_there()).then_some("This match was over before")
                    data-testid=format!("stage-{at}")>{stage.name()}</button>
            }
        };
        all.get().into_iter().enumerate().map(stage).collect_view()
    };
    let jump = move |id: &'static str,
                     label: &'static str,
                     glyph: Glyph,
                     off: Memo<bool>,
                     command: fn() -> Command| {
        view! {
            <button class="button icon plain" aria-label=label title=label data-testid=id
                aria-disabled=move || off.get().to_string()
                on:click=move |_| if !off.get_untracked() { page.act(command()) }><Icon glyph/></button>
        }
    };
    let never = Memo::new(|_| false);
    view! {
        <div class="stepper" role="group" aria-label="Steps of the match" data-testid="stepper" on:keydown=pressed>
            {jump("match-before", "To the match before (shift M)", Glyph::Home, is_first, || Command::Last(EventTarget::Match))}
            <button class="button icon plain" aria-label="Step back in the match" title="Step back in the match"
                aria-disabled=move || (here.get() == 0).to_string()
                data-testid="stage-back" on:click=move |_| back()><Icon glyph=Glyph::Back/></button>
            <div class="segmented stages">{stages}</div>
            <button class="button icon plain" aria-label="Step on in the match" title="Step on in the match"
                aria-disabled=move || (here.get() == last.get()).to_string()
                data-testid="stage-on" on:click=move |_| on()><Icon glyph=Glyph::Step/></button>
            {jump("match-next", "To the next match (M)", Glyph::End, never, || Command::Next(EventTarget::Match))}
        </div>
    }
}
