//! Transport bar: the buttons to play, to step and to jump, with clock and speed. The button that steps back
//! by one event is disabled at the start of the run. If the run has ended, play begins again at the start.

mod clock;
mod jumps;
mod speed;

use leptos::prelude::*;

use super::PageContext;
use super::icon::{Glyph, Icon};
use crate::lab::Command;
use clock::Clock;
use jumps::Jumps;
use speed::Speed;

/// Transport bar. Its buttons play or pause the run, move the cursor by one event, and move it to the start
/// or the end. If the run has ended, play begins again at the start.
#[component]
pub fn Transport(page: PageContext) -> impl IntoView {
    let playing = Memo::new(move |_| page.static_picture.with(|static_picture| static_picture.playing));
    let at_start = Memo::new(move |_| page.picture.with(|picture| picture.events == 0));
    let button = move |glyph: Glyph, label: &'static str, id: &'static str, command: fn() -> Command| {
        view! {
            <button class="button icon plain" aria-label=label title=label data-testid=id on:click=move |_| page.act(command())>
                <Icon glyph/>
            </button>
        }
    };
    view! {
        <footer class="transport">
            <div class="controls" role="group" aria-label="Playback">
                <button class="button primary play" data-testid="play"
                    aria-label=move || if playing.get() { "Pause" } else { "Play" }
                    title=move || if playing.get() { "Pause (space)" } else { "Play (space)" }
                    on:click=move |_| page.act(Command::PlayOrPause)>
                    <Icon glyph=Signal::derive(move || if playing.get() { Glyph::Pause } else { Glyph::Play })/>
                </button>
                {button(Glyph::Home, "To the start (home)", "home", || Command::Home)}
                <button class="button icon plain" aria-label="One event back (,)" title="One event back (,)"
                    data-testid="step-back" disabled=at_start on:click=move |_| page.act(Command::StepBack)>
                    <Icon glyph=Glyph::Back/>
                </button>
                {button(Glyph::Step, "One event forward (.)", "step", || Command::Step)}
                {button(Glyph::End, "To the end (end)", "end", || Command::End)}
            </div>
            <Jumps page/>
            <Clock page/>
            <Speed page/>
        </footer>
    }
}
