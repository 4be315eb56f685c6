//! Choice of the run whose fabric is drawn, B or A, and the caption of the picture of run A. Start with
//! [`RunChoice`].

use fabric_sim::document::link::DrawnRun;
use leptos::prelude::*;

use crate::lab::Command;
use crate::ui::PageContext;

/// Two buttons that choose whether the picture of the fabric shows run B or run A. Absent without a run A
/// that can be drawn. The buttons have the test ids `id-b` and `id-a`.
#[component]
pub fn RunChoice(page: PageContext, id: &'static str) -> impl IntoView {
    let can_choose = Memo::new(move |_| {
        page.text_picture.with(|picture| picture.run_a.as_ref().is_some_and(|a| a.can_draw_fabric))
    });
    let of_a = page.draws_fabric_of_a();
    let choice = move |run: DrawnRun, name: &'static str, title: &'static str| {
        let is_a = run == DrawnRun::A;
        view! {
            <button data-testid=format!("{id}-{}", run.name()) class:run-a=is_a title=title aria-label=title
                aria-pressed=move || (of_a.get() == is_a).to_string() on:click=move |_| page.act(Command::Picture(run))>{name}</button>
        }
    };
    view! {
        <Show when=move || can_choose.get()>
            <div class="run-choice" role="group" aria-label="Fabric of run">
                <span>"Fabric of"</span>
                <div class="segmented">
                    {choice(DrawnRun::B, "B", "Fabric of run B, the run that is shown")}
                    {choice(DrawnRun::A, "A", "Fabric of run A, with which B is compared")}
                </div>
            </div>
        </Show>
    }
}

/// Caption of the picture of run A, in the colour of run A; absent while the picture shows run B.
#[component]
pub fn Caption(page: PageContext) -> impl IntoView {
    let caption =
        Memo::new(move |_| page.text_picture.with(|picture| picture.run_a.as_ref()?.caption.clone()));
    move || {
        caption.get().map(
            |words| view! { <p class="run-caption" role="status" data-testid="fabric-caption">{words}</p> },
        )
    }
}
