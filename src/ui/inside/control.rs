//! Menus of the crossbar parameters, beside the match: inputs, matching, priority and mode. A change applies
//! from the start of the run.

use fabric_sim::document::params::Key;
use leptos::prelude::*;

use crate::ui::PageContext;
use crate::ui::params::Choice;

/// Crossbar parameters that have a menu beside the match.
const OFFERED: [Key; 4] =
    [Key::CrossbarInputs, Key::CrossbarMatching, Key::CrossbarPriority, Key::CrossbarMode];

/// Menus of the parameters in [`OFFERED`], in this order.
#[component]
pub fn Control(page: PageContext) -> impl IntoView {
    let menus = OFFERED.map(|key| view! { <Choice page param=key.param() place="inside"/> }).collect_view();
    view! {
        <section class="control" data-testid="crossbar-control">
            <header><h3>"This crossbar"</h3><span>"changes act from the start"</span></header>
            {menus}
        </section>
    }
}
