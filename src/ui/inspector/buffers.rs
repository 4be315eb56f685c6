//! What the memory behind the selection holds.

use leptos::prelude::*;

use super::bar::BarView;
use super::figures::Figures;
use super::need::HeadroomSum;
use crate::scene::BarKind;
use crate::ui::Desk;
use crate::ui::inside::PoolView;

/// The tab of buffers.
#[component]
pub fn Buffers(desk: Desk) -> impl IntoView {
    let takes_memory = Memo::new(move |_| desk.words.with(|picture| picture.takes_memory()));
    view! {
        <Show when=move || takes_memory.get()>
            <BarView desk kind=BarKind::Ingress/>
            <HeadroomSum desk/>
        </Show>
        <BarView desk kind=BarKind::Egress/>
        <Figures desk/>
        <PoolView desk/>
    }
}
