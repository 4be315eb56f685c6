//! Layout of the page. Start with [`App`]. Parts that the page hides are not created. On a narrow screen,
//! tabs select one of the panes; all other parts stay visible. The order of the Tab key is transport bar
//! first. A hidden pane has no tab.

mod about;
mod first_visit;
mod top;
mod warnings;

use fabric_sim::document::link::{Page, PagePart};
use leptos::prelude::*;

use super::arrival_bar::ArrivalBar;
use super::axis::{CursorLine, TimeAxis};
use super::build::Build;
use super::charts::{Charts, RateKindChoice};
use super::error_bar::ErrorBar;
use super::export::Export;
use super::fabric::{Fabric, Legend};
use super::full_page_link::FullPageLink;
use super::glossary::{Explained, Glossary};
use super::help::Help;
use super::import::Import;
use super::inspector::{Inspector, remembered_tab};
use super::lanes::Lanes;
use super::lesson::{self, Card, Lessons};
use super::narrator::Narrator;
use super::painter::Painter;
use super::params::{Params, Refused};
use super::present::{self, Side, is_folded};
use super::presets::Presets;
use super::share::Share;
use super::sweep::{Sweep, SweepPanel};
use super::transport::Transport;
use super::{Desk, Pane, files, keys, theme, url, video_loop};
use crate::lab::Lab;
use first_visit::FirstVisit;
use top::Top;

/// The whole page. Creates the lab and the desk, installs the handlers of keys and files, and starts the loop
/// over video frames. Opens the link of the address; without one, the state at the end of the last visit.
#[component]
pub fn App() -> impl IntoView {
    url::resume();
    let link = url::whole();
    let mut lab = Lab::open(&url::fragment());
    lab.prefer(remembered_tab());
    let theme = theme::initial(lab.picture().static_picture.page.theme);
    let desk = Desk::new(lab, theme);
    provide_context(Painter::new());
    provide_context(RateKindChoice(RwSignal::new(None)));
    provide_context(Glossary::new());
    let sweep_panel = SweepPanel::new(desk);
    Refused::provide();
    theme::follow(desk);
    present::follow(desk);
    keys::bind(desk);
    url::follow(desk);
    lesson::follow(desk, &link);
    files::take_drops(desk);
    video_loop::start(desk);
    let pane = move || match desk.pane.get() {
        Pane::Inspect => "inspect",
        Pane::Chart => "chart",
        Pane::Lanes => "lanes",
        Pane::Tune => "tune",
    };
    let has_axis = move || {
        [PagePart::Transport, PagePart::Charts, PagePart::Lanes]
            .into_iter()
            .any(|part| desk.page.with(|page| page.shows(part)))
    };
    view! {
        <div class=move || format!("app {}{}", desk.page.with(left_out), folded(desk)) data-pane=pane data-lit=move || lesson::lit(desk)
            data-mark=move || lesson::lit_mark(desk)>
            // The transport bar comes first in the order of the Tab key.
            <Show when=desk.shows(PagePart::Transport)><Transport desk/></Show>
            <Show when=has_axis><TimeAxis desk/></Show>
            <Show when=desk.shows(PagePart::Top)><Top desk/></Show>
            <div class="side">
                <FirstVisit desk/>
                <Card desk/>
                <Show when=desk.shows(PagePart::Inspector)><Inspector desk/></Show>
            </div>
            <Show when=desk.shows(PagePart::Params)><Params desk/></Show>
            <main class="centre">
                <ErrorBar desk/>
                <ArrivalBar desk/>
                <Fabric desk/>
                <FullPageLink desk/>
                <Show when=desk.shows(PagePart::Narrator)><Narrator desk/></Show>
                <Show when=desk.shows(PagePart::Legend)><Legend desk/></Show>
            </main>
            <Show when=desk.shows(PagePart::Charts)><Charts desk/></Show>
            <Show when=desk.shows(PagePart::Lanes)><Lanes desk/></Show>
            <CursorLine desk/>
            <Tabs desk/>
        </div>
        <Share desk/>
        <Export panel=sweep_panel/>
        <Sweep panel=sweep_panel/>
        <Build desk/>
        <Import desk/>
        <Help desk/>
        <Lessons desk/>
        <Presets desk/>
        <Explained desk/>
    }
}

/// CSS classes for the folded side panels.
fn folded(desk: Desk) -> String {
    let class = |side, class: &'static str| if is_folded(desk, side) { class } else { "" };
    format!("{}{}", class(Side::Left, " folded-left"), class(Side::Right, " folded-right"))
}

/// CSS classes for the hidden parts of the page, for an embedded page, and for chosen charts. A class says so
/// if no pane is left for a narrow screen.
fn left_out(page: &Page) -> String {
    let without = PagePart::ALL.into_iter().filter(|part| !page.shows(*part));
    let mut classes: Vec<String> = without.map(|part| format!("without-{}", part.name())).collect();
    if PANES.iter().all(|(part, ..)| !page.shows(*part)) {
        classes.push("without-panes".to_owned());
    }
    let also = [(page.embedded, "embedded"), (page.charts.is_some(), "chosen")];
    classes.extend(also.into_iter().filter(|class| class.0).map(|class| class.1.to_owned()));
    classes.join(" ")
}

/// Panes of a narrow screen. Each row has the part of the page, the pane, and the label and test id of its
/// tab.
const PANES: [(PagePart, Pane, &str, &str); 4] = [
    (PagePart::Inspector, Pane::Inspect, "Inspect", "tab-inspect"),
    (PagePart::Charts, Pane::Chart, "Chart", "tab-chart"),
    (PagePart::Lanes, Pane::Lanes, "Lanes", "tab-lanes"),
    (PagePart::Params, Pane::Tune, "Tune", "tab-tune"),
];

/// Tabs of a narrow screen, in the order of [`PANES`]. A click selects the visible pane.
#[component]
fn Tabs(desk: Desk) -> impl IntoView {
    let tabs = move || {
        let there = PANES.into_iter().filter(|(part, ..)| desk.page.with(|page| page.shows(*part)));
        there
            .map(|(_, pane, name, id)| {
                view! {
                    <button role="tab" data-testid=id aria-selected=move || (desk.pane.get() == pane).to_string()
                        on:click=move |_| desk.pane.set(pane)>{name}</button>
                }
            })
            .collect_view()
    };
    view! {
        <nav class="tabs" aria-label="Panes"><div role="tablist" aria-label="Panes">{tabs}</div></nav>
    }
}
