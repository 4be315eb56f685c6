//! Who waits for whom, and what watchdogs make of it: the tab.

mod circles;
mod clocks;
mod queues;
mod reasons;
mod verdicts;

use leptos::prelude::*;

use super::Desk;
use circles::Circles;
use clocks::Clocks;
pub use clocks::fast;
use queues::Queues;
use reasons::Reasons;
use verdicts::Verdicts;

/// The tab of waits.
#[component]
pub fn WaitsView(desk: Desk) -> impl IntoView {
    let now = Memo::new(move |_| desk.waiting.with(|waiting| waiting.sentences()));
    view! {
        <section class="waits" data-testid="waits">
            <ul class="now" data-testid="waits-now">
                {move || now.get().into_iter().map(|said| view! { <li>{said}</li> }).collect_view()}
            </ul>
            <Circles desk/>
            <Reasons desk/>
            <Queues desk/>
            <Danger desk/>
            <Clocks desk/>
            <Verdicts desk/>
        </section>
    }
}

/// Whether this fabric can deadlock at all, and where.
#[component]
fn Danger(desk: Desk) -> impl IntoView {
    let places = Memo::new(move |_| desk.words.with(|picture| picture.dangers.to_vec()));
    let answer = move || {
        places.with(|places| match places.len() {
            0 => "No: by the routes in force no links wait for each other in a circle.",
            1 => "Yes: by the routes in force these links can come to wait for each other. Whether they do is up to the traffic.",
            _ => "Yes: by the routes in force the links of each of these circles can come to wait for each other. Whether they do is up to the traffic.",
        })
    };
    view! {
        <h3>"Can this fabric deadlock, and where?"</h3>
        <p data-testid="waits-danger">{answer}</p>
        <ul class="places">
            {move || places.get().into_iter().map(|place| view! { <li>{place}</li> }).collect_view()}
        </ul>
    }
}
