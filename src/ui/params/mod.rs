//! Panel of parameters, which is made from the table of parameters. The panel also has the list of flows and
//! buttons for actions. Start with [`Params`].
//!
//! Parameters are in the order of the table, by group. A search ignores upper and lower case, and finds a
//! parameter if every word occurs in its name, label, group or help. An empty search text finds all
//! parameters. A parameter that a running fabric cannot change is listed only if changes apply from the
//! start, or during a search.

mod choice;
mod flow_form;
mod flows;
mod refusal;
mod scenario;
mod slider;
mod triggers;

pub use refusal::Refused;

use fabric_sim::document::link::PagePart;
use fabric_sim::document::params::{ForeignWord, Group, Param, TABLE, ValueKind};
use leptos::prelude::*;

use super::PageContext;
use super::fabric::visit;
use crate::lab::Command;
use crate::scene::{self, offered};
pub use choice::Choice;
use flows::Flows;
use scenario::ScenarioGroup;
use slider::Slider;
pub use slider::capital;
use triggers::Triggers;

/// Groups of parameters, in the order in which the panel shows them.
pub const GROUPS: [Group; 13] = [
    Group::Pfc,
    Group::Credits,
    Group::Watchdog,
    Group::Buffer,
    Group::Ecn,
    Group::Ets,
    Group::Crossbar,
    Group::Pipeline,
    Group::Links,
    Group::Hosts,
    Group::Traffic,
    Group::Rates,
    Group::Reliability,
];

/// Groups of parameters that are unfolded when the page is opened.
const OPEN: [Group; 3] = [Group::Pfc, Group::Buffer, Group::Ecn];

/// Greatest number of nodes and flows that a search offers.
const MAX_PLACES: usize = 6;

/// Panel of parameters, flows and buttons for actions. A search field filters the parameters, unfolds all
/// groups, and offers the nodes and flows whose names match. Enter selects the first node or flow. Two
/// buttons choose whether changes apply from the cursor or from the start of the run. In a lesson, the search
/// field is absent and all parameters that the lesson shows are listed.
#[component]
pub fn Params(page: PageContext) -> impl IntoView {
    let sought = RwSignal::new(String::new());
    let from_start = Memo::new(move |_| page.static_picture.with(|static_picture| static_picture.from_start));
    let unseen = Memo::new(move |_| page.settings.with(|settings| settings.unseen.clone()));
    // A lesson shows all of its few parameters, unfolded.
    let of_lesson = Memo::new(move |_| page.settings.with(|settings| settings.lesson.is_some()));
    let is_there = move |param: &Param| {
        (of_lesson.get() || is_there(param, from_start.get(), &sought.get()))
            && unseen.with(|unseen| !unseen.contains(&param.key))
    };
    // A change of a parameter that a running fabric cannot change selects "Rerun from start".
    let touched = move |param: &Param| {
        if !param.live && !from_start.get_untracked() {
            page.act(Command::FromStart(true));
        }
    };
    let groups = GROUPS
        .iter()
        .map(|group| {
            let params: Vec<&'static Param> =
                TABLE.iter().filter(|param| param.is_offered() && param.group == *group).collect();
            let shown = move |param: &Param| is_there(param) && sought.with(|sought| finds(param, sought));
            let any = {
                let params = params.clone();
                move || params.iter().any(|param| shown(param))
            };
            let open = RwSignal::new(OPEN.contains(group));
            // A search unfolds all groups, so that the found parameters are visible.
            let is_open = move || open.get() || of_lesson.get() || !sought.with(String::is_empty);
            let toggle = move |event: web_sys::MouseEvent| {
                event.prevent_default();
                open.update(|open| *open = !*open);
            };
            view! {
                <details class="group" class:hidden=move || !any() prop:open=is_open
                    data-testid=format!("group-{}", group.title())>
                    <summary on:click=toggle><h2>{group.title()}</h2><small>{group.spelled_out()}</small></summary>
                    {params
                        .into_iter()
                        .map(|param| view! {
                            <div class:hidden=move || !shown(param) on:input=move |_| touched(param) on:change=move |_| touched(param)>
                                <Late param from_start/>
                                {if param.kind == ValueKind::Choice {
                                    view! { <Choice page param/> }.into_any()
                                } else {
                                    view! { <Slider page param/> }.into_any()
                                }}
                            </div>
                        })
                        .collect_view()}
                </details>
            }
        })
        .collect_view();
    let all = page.place_choices();
    let places = Memo::new(move |_| match sought.with(|sought| sought.trim().to_owned()) {
        none if none.is_empty() => Vec::new(),
        sought => all.with(|all| offered(all, &sought, "", MAX_PLACES).0),
    });
    let found = move || {
        let sought = sought.get();
        let offered = |param: &&Param| param.is_offered() && is_there(param);
        TABLE.iter().filter(offered).any(|param| finds(param, &sought))
    };
    // Answer to the search text: the parameter for a vendor's word, or a text that nothing was found.
    let answer = move || match ForeignWord::find(&sought.get()) {
        Some(foreign) => format!("{}.", foreign.answer()),
        None if found() || places.with(|places| !places.is_empty()) => String::new(),
        None => "No parameter, node or flow is called that.".to_owned(),
    };
    let place = move |(value, name): scene::Choice| {
        view! { <button class="button" data-testid="found-place" on:click=move |_| visit(page, &value)>{name}</button> }
    };
    let pressed = move |event: web_sys::KeyboardEvent| {
        let first = places.with_untracked(|places| places.first().map(|place| place.0.clone()));
        if let Some(first) = first.filter(|_| event.key() == "Enter") {
            visit(page, &first);
        }
    };
    // Description of the document, for narrow screens, whose top bar and narrator have no space for it.
    let about = Memo::new(move |_| {
        page.static_picture.with(|static_picture| static_picture.document_picture.about.clone())
    });
    view! {
        <aside class="params" aria-label="Parameters">
            <p class="description">{about}</p>
            <Show when=page.shows(PagePart::Triggers)><Triggers page/></Show>
            <Show when=page.shows(PagePart::Flows)><Flows page/></Show>
            <When page/>
            <input class="find" class:hidden=of_lesson type="search" placeholder="Parameter, node or flow" aria-label="Find a parameter, node or flow"
                data-testid="param-find" on:input=move |event| sought.set(event_target_value(&event)) on:keydown=pressed/>
            <div class="search-results" class:hidden=of_lesson>{move || places.get().into_iter().map(place).collect_view()}</div>
            <p class="no-results" class:hidden=of_lesson role="status" data-testid="param-answer">{answer}</p>
            <ScenarioGroup page sought/>
            {groups}
        </aside>
    }
}

/// Whether the panel lists the parameter `param` while the search text is `sought`. If a running fabric
/// cannot change a parameter, it is listed only if `from_start` is true (changes apply from the start), or
/// during a search. Parameters of watchdogs are always listed, because their group would otherwise be empty.
fn is_there(param: &Param, from_start: bool, sought: &str) -> bool {
    param.live || param.group == Group::Watchdog || from_start || !sought.trim().is_empty()
}

/// Note that the parameter cannot change while the fabric runs, so that a change restarts the run. Absent if
/// a running fabric can change the parameter, or if changes apply from the start anyway.
#[component]
fn Late(param: &'static Param, from_start: Memo<bool>) -> impl IntoView {
    move || {
        (!param.live && !from_start.get()).then(|| {
            view! { <p class="hint" data-testid=format!("late-{}", param.name)>"Can\u{2019}t change mid-run; restarts the run."</p> }
        })
    }
}

/// Whether the search text `sought` finds a parameter. Each word of the text must occur in the name, label,
/// group or help of the parameter. An empty text finds every parameter. A vendor's word, such as
/// `dynamic_th`, finds only the parameters that it stands for. A vendor's word without a parameter here is
/// searched for like any other text.
pub fn finds(param: &Param, sought: &str) -> bool {
    if let Some(foreign) = ForeignWord::find(sought).filter(|foreign| !foreign.here.is_empty()) {
        return foreign.here.contains(&param.name);
    }
    let all =
        format!("{} {} {} {}", param.name, param.label, param.group.title(), param.help).to_ascii_lowercase();
    sought.to_ascii_lowercase().split_whitespace().all(|word| all.contains(word))
}

/// Two buttons that choose whether changes apply from the cursor or from the start of the run. If a parameter
/// has different values at different places, such as switches, a note above names the place whose values are
/// shown. The buttons change no value.
#[component]
fn When(page: PageContext) -> impl IntoView {
    let from_start = Memo::new(move |_| page.static_picture.with(|static_picture| static_picture.from_start));
    // If values differ between places, the note names the place whose values are shown.
    let scope_label = Memo::new(move |_| {
        page.static_picture.with(|static_picture| {
            let given = |param: &Param| {
                static_picture.values.iter().any(|one| one.key == param.key && one.source.is_some())
            };
            let any = TABLE.iter().filter(|param| param.is_offered()).any(given);
            (any || static_picture.is_of_another_lane()).then(|| static_picture.scope_label())
        })
    });
    view! {
        <p class="hint" data-testid="params-scope">{move || scope_label.get().map(|scope_label| format!(
            "Values in effect at {scope_label}. Changes apply to the whole fabric unless a location is shown."
        ))}</p>
        <div class="apply-time">
            <div class="segmented" role="group" aria-label="Changes apply">
                <button aria-pressed=move || (!from_start.get()).to_string() data-testid="from-now"
                    title="A change becomes an action at the cursor; the run before it stays"
                    on:click=move |_| page.act(Command::FromStart(false))>"Apply now"</button>
                <button aria-pressed=move || from_start.get().to_string() data-testid="from-start"
                    title="A change restarts the simulation from the start, up to the cursor"
                    on:click=move |_| page.act(Command::FromStart(true))>"Rerun from start"</button>
            </div>
        </div>
    }
}
