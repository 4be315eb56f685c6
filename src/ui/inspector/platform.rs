//! Headroom of the selected port by the formula of SONiC, for a platform that the user chooses. Start with
//! [`PlatformHeadroom`].

use fabric_sim::sizing::PLATFORMS;
use leptos::prelude::*;

use crate::parts::ProgramPart;
use crate::ui::PageContext;
use crate::ui::dialog::LazyContents;
use crate::ui::sum::term_row;

/// Section with the headroom of a platform, folded at first. A part of the program with its contents is
/// loaded on first use.
#[component]
pub fn PlatformHeadroom(page: PageContext) -> impl IntoView {
    let lazy = LazyContents::new(ProgramPart::Dialogs);
    let open = move |event: web_sys::Event| lazy.load(event_target(&event));
    view! {
        <details data-testid="platform-headroom" on:toggle=open>
            <summary>"By SONiC's formula, for a platform"</summary>
            {lazy.view(Box::new(move || contents(page)))}
        </details>
    }
}

/// Menu of the platforms, at first with the first of [`PLATFORMS`], and the terms of the headroom formula.
/// This function is in a part of the program that is loaded on first use.
#[inline(never)]
fn contents(page: PageContext) -> AnyView {
    let chosen = RwSignal::new(PLATFORMS[0].name.to_owned());
    let options = PLATFORMS
        .map(|one| view! { <option value=one.name>{format!("{} ({})", one.name, one.switches)}</option> });
    let terms = Memo::new(move |_| {
        page.text_picture.track();
        chosen.with(|chosen| page.read_lab(|lab| lab.platform_headroom(chosen))).unwrap_or_default()
    });
    view! {
        <label>"Platform "
            <select class="select" data-testid="platform"
                on:change=move |event| chosen.set(event_target_value(&event))>{options.collect_view()}</select>
        </label>
        <dl class="properties" data-testid="platform-terms">
            {move || terms.get().into_iter().map(term_row).collect_view()}
        </dl>
    }
    .into_any()
}
