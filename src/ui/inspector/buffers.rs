//! Tab on the buffers of the selected port and priority. Start with [`Buffers`].
//!
//! The ingress bar and the headroom calculation are absent for hosts, and for priorities whose frames are not
//! charged to switch memory. The headroom calculation is also absent for lossy priorities and for priorities
//! with credits. The calculation of the largest burst is absent for ports of hosts.

use leptos::prelude::*;

use super::bar::BarView;
use super::figures::Figures;
use super::platform::PlatformHeadroom;
use crate::lab::{Command, Lab};
use crate::scene::BarKind;
use crate::ui::PageContext;
use crate::ui::inside::PoolView;
use crate::ui::sum::{Sum, SumView};

const HEADROOM: Sum = Sum {
    title: "How much headroom this cable needs",
    name: "headroom-sum",
    work: Lab::headroom_sum,
    empty: "Nothing to hold: no flow has frames of this priority, or no PFC pauses are sent for it.",
};

const CROWD: Sum = Sum {
    title: "Largest burst for this output",
    name: "crowd-sum",
    work: Lab::arrivals_sum,
    empty: "No flow of this priority leaves here.",
};

/// Tab on the buffers of the selected port and priority: bars, calculations of headroom and of the largest
/// burst, and figures. A button changes the document so that the worst case of the headroom occurs; undo
/// restores the document. A note appears while the egress queue has more bytes than XOFF and the run has had
/// no pause. Another note says where the frames of a paused host wait.
#[component]
pub fn Buffers(page: PageContext) -> impl IntoView {
    let takes_memory = Memo::new(move |_| page.text_picture.with(|picture| picture.takes_memory()));
    let can_pause = Memo::new(move |_| {
        page.text_picture.with(|picture| {
            picture.selected_priority_view().pg.lossless && picture.granted_credits().is_none()
        })
    });
    let on_switch = Memo::new(move |_| {
        page.static_picture.with(|static_picture| {
            static_picture.document_picture.spec.switch_of(static_picture.selected.port).is_some()
        })
    });
    let in_host_memory = Memo::new(move |_| page.text_picture.with(|picture| picture.waits_in_host_memory()));
    let over = Memo::new(move |_| {
        page.text_picture.with(|picture| {
            let lane = picture.selected_priority_view();
            let xoff = lane.pg.reserve_size.saturating_add(lane.pg.xoff);
            takes_memory.get()
                && can_pause.get()
                && lane.egress_bytes > xoff
                && picture.view.totals.pauses == 0
        })
    });
    view! {
        <Show when=move || takes_memory.get()>
            <BarView page kind=BarKind::Ingress/>
            <Show when=move || can_pause.get()>
                <SumView page sum=HEADROOM>
                    <button type="button" class="button" data-testid="worst-case" title="Exact phases, the largest frames, nothing drains; undo goes back"
                        on:click=move |_| page.act(Command::WorstCase)>"Provoke the worst case"</button>
                    <PlatformHeadroom page/>
                </SumView>
            </Show>
        </Show>
        <BarView page kind=BarKind::Egress/>
        {move || over.get().then(|| view! {
            <p class="subheading">"More than XOFF waits here without a pause: XOFF counts by input, Kmin and Kmax by output."</p>
        })}
        <Show when=move || in_host_memory.get()>
            <p class="subheading" data-testid="host-memory">"Paused: frames of this priority wait in the memory of the host, not in this queue."</p>
        </Show>
        <Show when=move || on_switch.get()>
            <SumView page sum=CROWD/>
        </Show>
        <Figures page/>
        <PoolView page/>
    }
}
