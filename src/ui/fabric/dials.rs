//! Dials of watchdogs in the picture. A ring around each port with a watchdog fills while the detection time
//! elapses. While the watchdog mitigates, a word beside the ring names the mitigation.

use std::sync::Arc;

use fabric_sim::ids::NodeId;
use leptos::prelude::*;

use crate::lab::{Clock, Waiting};
use crate::scene::{Layout, Point, beside_port};
use crate::ui::PageContext;

/// Dials of all ports with a PFC watchdog. The text `note` says that the detection times are shortened; it is
/// empty if they are not. The note is drawn at [`Layout::note`]. If the layout has no place for the note, the
/// note is left out; the tab on waits also has it.
#[component]
pub fn Dials(page: PageContext, layout: Memo<Option<Arc<Layout>>>, note: Memo<String>) -> impl IntoView {
    let clocks = Memo::new(move |_| page.waiting.with(|waiting| nearest(waiting)));
    let place = Memo::new(move |_| {
        let place = layout.get()?.note().copied()?;
        Some(format!("left:{:.0}px;top:{:.0}px", place.left(), place.top()))
    });
    view! {
        <svg class="watchdog-timers" aria-hidden="true" data-testid="watchdog-timers">
            {move || {
                let layout = layout.get()?;
                Some(clocks.with(|clocks| clocks.iter().filter_map(|clock| dial(&layout, clock)).collect_view()))
            }}
        </svg>
        {move || place.get().map(|place| view! { <p class="timer-note" style=place aria-hidden="true">{note}</p> })}
    }
}

/// Watchdog timer of each port with a watchdog, in the order of ports: one timer for each port. If several
/// priorities of a port have a watchdog, the timer of a watchdog that mitigates is taken. If none mitigates,
/// the timer is taken of which the greatest fraction has elapsed.
fn nearest(waiting: &Waiting) -> Vec<Clock> {
    let mut nearest: Vec<Clock> = Vec::new();
    for clock in &waiting.clocks {
        match nearest.last_mut().filter(|last| last.port == clock.port) {
            Some(last)
                if (clock.mitigation.is_some(), clock.share) > (last.mitigation.is_some(), last.share) =>
            {
                last.clone_from(clock);
            }
            Some(_) => {}
            None => nearest.push(clock.clone()),
        }
    }
    nearest
}

/// Ring of a watchdog timer around its port. `None` if the port is not in the layout.
fn dial(layout: &Layout, clock: &Clock) -> Option<impl IntoView + use<>> {
    let port = clock.port.index();
    let at = *layout.ports.get(port)?;
    // The ports of a closed group are drawn as one.
    if layout.closed_group(NodeId::new(layout.node_of(clock.port))).is_some() {
        return None;
    }
    let radius = 8.0 * layout.scale.max(0.75);
    let word = clock.mitigation.map(|word| {
        let Point { x, y } = beside_port(layout, port, radius, word);
        view! { <text x=x y=y>{word}</text> }
    });
    Some(view! {
        <g class="watchdog-timer" class:mitigates=clock.mitigation.is_some() class:runs=clock.has_elapsed_or_mitigates()>
            <circle class="track" cx=at.x cy=at.y r=radius/>
            <circle class="arc" cx=at.x cy=at.y r=radius pathLength="100"
                stroke-dasharray=format!("{:.2} 100", 100.0 * clock.share.min(1.0))
                transform=format!("rotate(-90 {:.1} {:.1})", at.x, at.y)/>
            {word}
        </g>
    })
}
