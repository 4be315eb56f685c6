//! The page as a whole.

mod about;
mod top;
mod warnings;

use leptos::prelude::*;

use super::charts::Charts;
use super::fabric::{Fabric, Legend};
use super::help::Help;
use super::inspector::{Inspector, remembered_tab};
use super::lanes::Lanes;
use super::narrator::Narrator;
use super::params::Params;
use super::transport::Transport;
use super::trouble::Trouble;
use super::{Desk, Pane, frame_loop, keys, theme, url};
use crate::lab::Lab;
use top::Top;

/// The page.
#[component]
pub fn App() -> impl IntoView {
    let mut lab = Lab::open(&url::fragment());
    lab.prefer(remembered_tab());
    let desk = Desk::new(lab, theme::initial());
    theme::follow(desk.theme);
    keys::bind(desk);
    url::follow(desk);
    frame_loop::start(desk);
    let pane = move || match desk.pane.get() {
        Pane::Inspect => "inspect",
        Pane::Chart => "chart",
        Pane::Lanes => "lanes",
        Pane::Tune => "tune",
    };
    view! {
        <div class="app" data-pane=pane>
            // First in the order of the keyboard: whoever wants it still, gets it still.
            <Transport desk/>
            <Top desk/>
            <Params desk/>
            <main class="centre">
                <Trouble desk/>
                <Fabric desk/>
                <Narrator desk/>
                <Legend desk/>
            </main>
            <Charts desk/>
            <Lanes desk/>
            <Tabs desk/>
            <Inspector desk/>
        </div>
        <Help desk/>
    }
}

/// Which pane a narrow screen shows.
#[component]
fn Tabs(desk: Desk) -> impl IntoView {
    let tab = move |pane: Pane, name: &'static str, id: &'static str| {
        view! {
            <button role="tab" data-testid=id aria-selected=move || (desk.pane.get() == pane).to_string()
                on:click=move |_| desk.pane.set(pane)>{name}</button>
        }
    };
    view! {
        <nav class="tabs" aria-label="Panes"><div role="tablist" aria-label="Panes">
            {tab(Pane::Inspect, "Inspect", "tab-inspect")}
            {tab(Pane::Chart, "Chart", "tab-chart")}
            {tab(Pane::Lanes, "Lanes", "tab-lanes")}
            {tab(Pane::Tune, "Tune", "tab-tune")}
        </div></nav>
    }
}
