//! Layout of the page. Start with [`App`]. Components that the page hides are not created. On a narrow
//! screen, tabs select one of the panes; everything else stays visible. A hidden pane has no tab. The Tab key
//! reaches the transport bar first.

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
use super::{PageContext, Pane, files, keys, theme, url, video_loop};
use crate::lab::Lab;
use first_visit::FirstVisit;
use top::Top;

/// Whole page. Creates the lab and the context of the page, installs the handlers of keys and files, and
/// starts the loop over video frames. Opens the share link of the address. Without a share link, restores the
/// state at the end of the last visit.
#[component]
pub fn App() -> impl IntoView {
    url::resume();
    let link = url::whole();
    let mut lab = Lab::open(&url::fragment());
    lab.prefer(remembered_tab());
    let theme = theme::initial(lab.picture().static_picture.page.theme);
    let page = PageContext::new(lab, theme);
    provide_context(Painter::new());
    provide_context(RateKindChoice(RwSignal::new(None)));
    provide_context(Glossary::new());
    let sweep_panel = SweepPanel::new(page);
    Refused::provide();
    theme::follow(page);
    present::follow(page);
    keys::bind(page);
    url::follow(page);
    lesson::follow(page, &link);
    files::take_drops(page);
    video_loop::start(page);
    let shown_pane = move || match page.pane.get() {
        Pane::Inspect => "inspect",
        Pane::Chart => "chart",
        Pane::Lanes => "lanes",
        Pane::Tune => "tune",
    };
    let has_axis = move || {
        [PagePart::Transport, PagePart::Charts, PagePart::Lanes]
            .into_iter()
            .any(|part| page.settings.with(|settings| settings.shows(part)))
    };
    view! {
        <div class=move || format!("app {}{}", page.settings.with(left_out), folded(page)) data-pane=shown_pane data-highlight=move || lesson::lit(page)
            data-mark=move || lesson::lit_mark(page)>
            // The transport bar comes first in the order of the Tab key.
            <Show when=page.shows(PagePart::Transport)><Transport page/></Show>
            <Show when=has_axis><TimeAxis page/></Show>
            <Show when=page.shows(PagePart::Top)><Top page/></Show>
            <div class="side">
                <FirstVisit page/>
                <Card page/>
                <Show when=page.shows(PagePart::Inspector)><Inspector page/></Show>
            </div>
            <Show when=page.shows(PagePart::Params)><Params page/></Show>
            <main class="centre">
                <ErrorBar page/>
                <ArrivalBar page/>
                <Fabric page/>
                <FullPageLink page/>
                <Show when=page.shows(PagePart::Narrator)><Narrator page/></Show>
                <Show when=page.shows(PagePart::Legend)><Legend page/></Show>
            </main>
            <Show when=page.shows(PagePart::Charts)><Charts page/></Show>
            <Show when=page.shows(PagePart::Lanes)><Lanes page/></Show>
            <CursorLine page/>
            <Tabs page/>
        </div>
        <Share page/>
        <Export panel=sweep_panel/>
        <Sweep panel=sweep_panel/>
        <Build page/>
        <Import page/>
        <Help page/>
        <Lessons page/>
        <Presets page/>
        <Explained page/>
    }
}

/// CSS classes for the folded side panels.
fn folded(page: PageContext) -> String {
    let class = |side, class: &'static str| if is_folded(page, side) { class } else { "" };
    format!("{}{}", class(Side::Left, " folded-left"), class(Side::Right, " folded-right"))
}

/// CSS classes of the page: a class for each hidden part, a class for an embedded page, and a class if the
/// viewer has chosen the charts. A further class is set if a narrow screen has no pane to show.
fn left_out(settings: &Page) -> String {
    let without = PagePart::ALL.into_iter().filter(|part| !settings.shows(*part));
    let mut classes: Vec<String> = without.map(|part| format!("without-{}", part.name())).collect();
    if PANES.iter().all(|(part, ..)| !settings.shows(*part)) {
        classes.push("without-panes".to_owned());
    }
    let also = [(settings.embedded, "embedded"), (settings.charts.is_some(), "chosen-charts")];
    classes.extend(also.into_iter().filter(|class| class.0).map(|class| class.1.to_owned()));
    classes.join(" ")
}

/// Panes of a narrow screen: the part of the page with the pane, the pane, and the label and test id of its
/// tab.
const PANES: [(PagePart, Pane, &str, &str); 4] = [
    (PagePart::Inspector, Pane::Inspect, "Inspect", "tab-inspect"),
    (PagePart::Charts, Pane::Chart, "Chart", "tab-chart"),
    (PagePart::Lanes, Pane::Lanes, "Lanes", "tab-lanes"),
    (PagePart::Params, Pane::Tune, "Tune", "tab-tune"),
];

/// Tabs of a narrow screen, in the order of [`PANES`]. A click selects the visible pane.
#[component]
fn Tabs(page: PageContext) -> impl IntoView {
    let tabs = move || {
        let there =
            PANES.into_iter().filter(|(part, ..)| page.settings.with(|settings| settings.shows(*part)));
        there
            .map(|(_, pane, name, id)| {
                view! {
                    <button role="tab" data-testid=id aria-selected=move || (page.pane.get() == pane).to_string()
                        on:click=move |_| page.pane.set(pane)>{name}</button>
                }
            })
            .collect_view()
    };
    view! {
        <nav class="tabs" aria-label="Panes"><div role="tablist" aria-label="Panes">{tabs}</div></nav>
    }
}
