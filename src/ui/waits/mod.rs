//! Tab on waits: waiting queues with their reasons, and the decisions of watchdogs. Start with [`WaitsView`].
//! All lists describe the state at the cursor, except the possible deadlocks, which follow from the routes.

mod causes;
mod clocks;
mod cycles;
mod queues;
mod reasons;
mod roots;
mod watchdog_score;

use leptos::prelude::*;

use super::PageContext;
use super::rows::{RowList, nth, numbered};
use crate::lab::DeadlockStatus;
use crate::scene::{MAX_ROWS, Point, QueueFate, outline};
use causes::Causes;
use clocks::Clocks;
pub use clocks::fast_in_short;
use cycles::Cycles;
use queues::Queues;
use reasons::Reasons;
use roots::Roots;
use watchdog_score::WatchdogScore;

/// Tab on waits. From top to bottom, the tab has sentences about the present waits (at most [`MAX_ROWS`]),
/// cycles, reasons, roots and paused queues. Past causes, possible deadlocks, watchdogs and a legend follow.
#[component]
pub fn WaitsView(page: PageContext) -> impl IntoView {
    let now = Memo::new(move |_| page.waiting.with(|waiting| waiting.sentences()));
    view! {
        <section class="waits" data-testid="waits">
            <ul class="now" data-testid="waits-now">
                {move || now.get().into_iter().take(MAX_ROWS).map(|sentence| view! { <li>{sentence}</li> }).collect_view()}
            </ul>
            <Cycles page/>
            <Reasons page/>
            <Roots page/>
            <Queues page/>
            <Causes page/>
            <DeadlockAnswer page/>
            <Clocks page/>
            <WatchdogScore page/>
            <Key/>
        </section>
    }
}

/// Text about whether the fabric can deadlock. It describes a present deadlock; otherwise a present cycle of
/// waits; otherwise a cycle that routes or flooding permit. Below is a row for each cyclic buffer dependency,
/// with its nodes, its priorities and the number of its further links.
#[component]
fn DeadlockAnswer(page: PageContext) -> impl IntoView {
    let places = Memo::new(move |_| {
        page.static_picture.with(|static_picture| static_picture.buffer_dependencies.to_vec())
    });
    let rows = numbered(move || places.with(Vec::len));
    let row = Callback::new(move |n| {
        (move || places.with(|places| nth(places, n)).map(|place| place.words)).into_any()
    });
    let risk = move || {
        page.waiting.with(|waiting| places.with(|places| DeadlockStatus::of(&waiting.cycles, places)))
    };
    let answer = move || places.with(|places| risk().answer(places));
    view! {
        <h3>"Can this fabric deadlock, and where?"</h3>
        <p data-testid="waits-danger">{answer}</p>
        <RowList items=rows row height=26.0 class="possible-cycles" label="Where it can deadlock" id="waits-possible-cycles"/>
    }
}

/// Legend of the wait-for graph and of the watchdog rings around ports.
#[component]
fn Key() -> impl IntoView {
    let spots = [QueueFate::Stuck, QueueFate::Blocked, QueueFate::Passing].map(|fate| {
        let (class, words) = match fate {
            QueueFate::Stuck => ("vertex stuck", "deadlock: cannot send until frames are dropped"),
            QueueFate::Blocked => ("vertex blocked", "blocked until a fault ends: a storm, a lost resume, or lost credits"),
            QueueFate::Passing => ("vertex passing", "resumes without help: congestion"),
        };
        let outline = outline(fate, Point::new(10.0, 10.0), 7.0);
        let points: Vec<String> = outline.iter().map(|at| format!("{:.1},{:.1}", at.x, at.y)).collect();
        view! { <li><svg width="20" height="20" aria-hidden="true"><g class=class><polygon points=points.join(" ")/></g></svg>{words}</li> }
    });
    view! {
        <h3>"In the picture"</h3>
        <ul class="wait-legend" data-testid="waits-legend">
            {spots.into_iter().collect_view()}
            <li>
                <svg width="20" height="20" aria-hidden="true"><path class="wait" d="M1 10h12"/><path d="M12 6l7 4-7 4z"/></svg>
                "waits for a queue there"
            </li>
            <li>
                <svg width="20" height="20" aria-hidden="true">
                    <g class="watchdog-timer">
                        <circle class="track" cx="10" cy="10" r="7"/>
                        <circle class="arc" cx="10" cy="10" r="7" pathLength="100" stroke-dasharray="40 100" transform="rotate(-90 10 10)"/>
                    </g>
                </svg>
                "a watchdog's clock round its port; full: it acts"
            </li>
        </ul>
    }
}
