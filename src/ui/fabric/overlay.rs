//! Wait-for graph drawn over the fabric, and the row of buttons for it. Start with [`Overlay`].
//!
//! Arrows lead from a waiting queue to the queue that it waits for. If there are too many arrows, the least
//! severe waits are left out, and a note counts them. Screen readers skip the drawing; the tab on waits has
//! the same contents.

use std::sync::Arc;

use fabric_sim::document::Tab;
use fabric_sim::units::Time;
use leptos::prelude::*;

use super::load::LoadSwitch;
use crate::charts::time_label;
use crate::lab::{Command, DeadlockStatus, Victims};
use crate::scene::{
    Arrow, ArrowStrength, Caption, FILLS, Layout, QueueFate, WaitPicture, WaitSpot, digit_colour,
    wait_picture,
};
use crate::ui::PageContext;
use crate::ui::page_context::Pane;

/// Wait-for graph over the fabric; empty while it is hidden. A note says how many waits are not drawn;
/// without such waits there is no note.
#[component]
pub fn Overlay(page: PageContext, layout: Memo<Option<Arc<Layout>>>) -> impl IntoView {
    let picture = Memo::new(move |_| {
        let layout = layout.get()?;
        page.shows_waits().then(|| {
            page.waiting.with(|waiting| {
                // The lab may already have opened another document than the one of `layout`.
                let fits = waiting.graph.queues.iter().all(|queue| queue.port.index() < layout.cables.len());
                if fits { wait_picture(&layout, &waiting.graph) } else { WaitPicture::default() }
            })
        })
    });
    let left_out = Memo::new(move |_| {
        picture.with(|picture| picture.as_ref().map(|picture| picture.left_out)).filter(|count| *count > 0)
    });
    view! {
        <svg class="wait-for" aria-hidden="true" data-testid="wait-for">
            {move || picture.with(|picture| picture.as_ref().map(drawn))}
        </svg>
        {move || picture.with(|picture| {
            picture.as_ref().map(|picture| picture.captions.iter().map(named).collect_view())
        })}
        {move || left_out.get().map(|count| view! {
            <div class="waits-left-out" aria-hidden="true" data-testid="waits-left-out">
                {format!("{count} more waits are not drawn; the Waits tab lists the queues")}
            </div>
        })}
    }
}

/// Row of buttons. One button shows or hides the wait-for graph, another the utilisation of links. A button
/// with the deadlock status opens the tab on waits. If flows were victims recently, a last button selects the
/// first victim and gives the number of the others.
#[component]
pub fn Switch(
    page: PageContext,
    load: RwSignal<bool>,
    /// Length of the measured interval, and utilisation of each link in percent, indexed by transmitting
    /// port. `None` if the utilisation is not shown or not known.
    loads: Memo<Option<(Time, Vec<u8>)>>,
) -> impl IntoView {
    let on = Memo::new(move |_| page.shows_waits());
    let places = Memo::new(move |_| {
        page.static_picture.with(|static_picture| static_picture.buffer_dependencies.to_vec())
    });
    let risk = Memo::new(move |_| {
        page.waiting.with(|waiting| places.with(|places| DeadlockStatus::of(&waiting.cycles, places)))
    });
    let title = move || {
        places.with(|places| {
            let answer = risk.get().answer(places);
            let words: Vec<&str> = places.iter().map(|place| place.words.as_str()).collect();
            if words.is_empty() { answer.to_owned() } else { format!("{answer} {}", words.join("; ")) }
        })
    };
    let find = move |before: Option<&Victims>| {
        page.text_picture.track();
        page.read_lab(|lab| lab.victims(before)).unwrap_or_default()
    };
    let recent = Memo::new_with_compare(find, |_, _| true);
    // Length of the recent interval, number of victim flows, and first victim flow with its name.
    let victims = Memo::new(move |_| {
        recent.with(|recent| {
            let (flow, name) = recent.flows().next()?;
            Some((recent.span, recent.flows().len(), flow, name.to_owned()))
        })
    });
    let show = move |_| {
        page.act(Command::Tab(Tab::Waits));
        page.drawer.set(true);
        page.pane.set(Pane::Inspect);
    };
    view! {
        <div class="waits-bar">
            <button class="button waits-toggle" data-testid="waits-toggle" aria-label="Wait-for graph" title="Who waits for whom, over the fabric (W)"
                aria-pressed=move || on.get().to_string() on:click=move |_| page.switch_waits()>
                <span class="long">"Wait-for graph"</span><span class="short">"Waits"</span>
            </button>
            <button class="deadlock-status" data-testid="deadlock-status" class:possible=move || risk.get() == DeadlockStatus::Possible
                class:exists=move || matches!(risk.get(), DeadlockStatus::Dead | DeadlockStatus::Cycle) title=title on:click=show aria-label=move || risk.get().words()>
                <span class="long">{move || risk.get().words()}</span><span class="short">{move || risk.get().short()}</span>
            </button>
            <LoadSwitch on=load loads/>
            {move || victims.get().map(|(span, count, flow, name)| {
                let more = if count > 1 { format!(" +{}", count - 1) } else { String::new() };
                let title = format!(
                    "Held up in the last {} although it does not go through the queue where the waiting begins; choose it to see its path",
                    time_label(span)
                );
                view! {
                    <button class="deadlock-status victims" data-testid="victims" title=title on:click=move |_| page.act(Command::Flow(flow))>
                        {format!("Victim: {name}{more}")}
                    </button>
                }
            })}
        </div>
    }
}

/// Draws the arrows and spots of the wait-for graph. `picture` has at most 256 arrows.
fn drawn(picture: &WaitPicture) -> impl IntoView + use<> {
    let arrows = picture.arrows.iter().map(arrow).collect_view();
    let spots = picture.spots.iter().map(spot).collect_view();
    view! { <g>{arrows} {spots}</g> }
}

fn arrow(arrow: &Arrow) -> impl IntoView + use<> {
    let (curve, [tip, left, right]) = (arrow.curve, arrow.head);
    let class = match arrow.strength {
        ArrowStrength::Dim => "arrow dim",
        ArrowStrength::Plain => "arrow",
        ArrowStrength::Cycle => "arrow cycle",
        ArrowStrength::Dead => "arrow deadlocked",
    };
    let path = format!(
        "M{:.1} {:.1}Q{:.1} {:.1} {:.1} {:.1}",
        curve.from.x, curve.from.y, curve.bend.x, curve.bend.y, curve.to.x, curve.to.y
    );
    let head =
        format!("M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}Z", tip.x, tip.y, left.x, left.y, right.x, right.y);
    view! { <g class=class><path class="halo" d=path.clone()/><path class="shaft" d=path/><path class="head" d=head/></g> }
}

fn spot(spot: &WaitSpot) -> impl IntoView + use<> {
    let (at, r) = (spot.at, spot.radius);
    let points: Vec<String> = spot.outline().iter().map(|at| format!("{:.1},{:.1}", at.x, at.y)).collect();
    let class = match spot.fate {
        QueueFate::Stuck => "vertex stuck",
        QueueFate::Blocked => "vertex blocked",
        QueueFate::Passing => "vertex passing",
    };
    let style = format!(
        "--fill:{};--digit:{};font-size:{:.1}px",
        FILLS[spot.priority.index()],
        digit_colour(spot.priority),
        1.2 * r
    );
    let label = spot.label.clone().map(|(word, at)| view! { <text class="root" x=at.x y=at.y>{word}</text> });
    view! {
        <g class=class class:dim=spot.dim style=style>
            <polygon points=points.join(" ")/>
            <text x=at.x y=at.y>{spot.priority.get()}</text>
            {label}
        </g>
    }
}

fn named(caption: &Caption) -> impl IntoView + use<> {
    let style = format!("--x:{:.0}px;--y:{:.0}px", caption.at.x, caption.at.y);
    view! {
        <div class="wait-caption" class:deadlocked=caption.is_deadlock style=style aria-hidden="true" data-testid="wait-caption">
            {caption.text.clone()}
        </div>
    }
}
