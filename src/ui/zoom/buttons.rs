//! Buttons that zoom charts and lanes, for viewers without a wheel. A click halves or doubles the shown
//! window of time. While the whole time line is shown, the two buttons that would zoom out further are
//! disabled.

use leptos::prelude::*;

use crate::lab::Command;
use crate::ui::PageContext;
use crate::ui::icon::{Glyph, Icon};

/// Factor by which a button or key shortens the shown window of time.
pub const NEARER: f64 = 0.5;

/// Buttons that zoom charts and lanes in, zoom them out, and show the whole time line. The zoom is around the
/// cursor.
#[component]
pub fn ZoomButtons(
    page: PageContext,
    /// Test id of the element with the buttons.
    id: &'static str,
) -> impl IntoView {
    let whole = Memo::new(move |_| page.static_picture.with(|static_picture| static_picture.zoom.is_none()));
    view! {
        <div class="zoom" role="group" aria-label="Time shown">
            <button class="button icon plain" aria-label="Show more of the time (-)" title="Show more of the time (-)"
                data-testid=format!("{id}-out") disabled=whole
                on:click=move |_| page.act(Command::Zoom(None, 1.0 / NEARER))>
                <Icon glyph=Glyph::Further/>
            </button>
            <button class="button icon plain" aria-label="Look closer (+)" title="Look closer (+)"
                data-testid=format!("{id}-in") on:click=move |_| page.act(Command::Zoom(None, NEARER))>
                <Icon glyph=Glyph::Nearer/>
            </button>
            <button class="button icon plain" aria-label="Show all of the time (Z)" title="Show all of the time (Z)"
                data-testid=format!("{id}-whole") disabled=whole on:click=move |_| page.act(Command::Whole)>
                <Icon glyph=Glyph::Whole/>
            </button>
        </div>
    }
}
