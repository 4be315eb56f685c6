//! Settings of the whole fabric: lossless priorities, whether PFC is on, and the MTU. The group also has the
//! rate and length of the cable at the selected port. Start with [`ScenarioGroup`]. Changes apply from the
//! start of the run. A refused value is replaced by the old value, with a message. An empty MTU means `off`.
//! In lessons, the group is hidden.

use fabric_sim::document::params::Key;
use fabric_sim::ids::{Priority, PrioritySet};
use leptos::prelude::*;

use crate::lab::{Cable, Command, Lab, Scenario, ScenarioEdit};
use crate::ui::PageContext;

/// Words with which the search field of the parameters finds the settings of the whole fabric and of the
/// cable.
const WORDS: &str = "fabric lossless priorities pfc off mtu longest frame cable rate length link speed";

/// Group of the panel with the settings of the whole fabric and of the selected cable; folded at first,
/// unfolded by a search. Hidden in lessons, and while a word of the search text `sought` does not occur in
/// [`WORDS`].
#[component]
pub fn ScenarioGroup(page: PageContext, sought: RwSignal<String>) -> impl IntoView {
    let scenario = Memo::new(move |_| {
        page.static_picture.track();
        page.read_lab(Lab::scenario).unwrap_or_default()
    });
    let refused = RwSignal::new(None::<String>);
    let from_start = Memo::new(move |_| page.static_picture.with(|static_picture| static_picture.from_start));
    let ask = move |command| {
        // All of these settings apply from the start of the run only, so that a change selects "from the
        // start".
        if !from_start.get_untracked() {
            page.act(Command::FromStart(true));
        }
        refused.set(page.try_act(command));
    };
    let is_seen = move |key: Key| page.settings.with(|settings| !settings.unseen.contains(&key));
    let is_found = move || {
        let sought = sought.get().trim().to_lowercase();
        // A lesson shows only the parameters that it names.
        let is_of_lesson = page.settings.with(|settings| settings.lesson.is_some());
        !is_of_lesson && sought.split_whitespace().all(|word| WORDS.contains(word))
    };
    let open = RwSignal::new(false);
    // A search unfolds the group, so that the found settings are visible.
    let is_open = move || open.get() || !sought.with(String::is_empty);
    let toggle = move |event: web_sys::MouseEvent| {
        event.prevent_default();
        open.update(|open| *open = !*open);
    };
    let cable = Memo::new(move |_| scenario.with(|scenario| scenario.cable.clone()));
    view! {
        <details class="group" class:hidden=move || !is_found() prop:open=is_open data-testid="group-Fabric">
            <summary on:click=toggle><h2>"Fabric"</h2><small>"lossless, PFC, MTU, cable"</small></summary>
            <div class="param" class:hidden=move || !is_seen(Key::Lossless)>
                <Priorities scenario ask/>
            </div>
            <div class="param" class:hidden=move || !is_seen(Key::PfcTx)>
                <label class="check"><input type="checkbox" data-testid="pfc-on" prop:checked=move || scenario.with(|scenario| scenario.has_pfc)
                    on:change=move |event| ask(Command::Scenario(ScenarioEdit::Pfc(event_target_checked(&event))))/>"PFC: ports pause and obey"</label>
            </div>
            <div class="param cable" class:hidden=move || !is_seen(Key::Mtu)>
                <Mtu scenario ask/>
            </div>
            <div class="param cable" class:hidden=move || !is_seen(Key::Cable)>
                <Ends cable ask/>
            </div>
            <p class="refusal" role="alert" data-testid="scenario-refusal">{move || refused.get()}</p>
        </details>
    }
}

/// Check boxes of the priorities, each ticked if its priority is lossless. A click makes the priority
/// lossless, or lossy if it was lossless.
#[component]
fn Priorities(scenario: Memo<Scenario>, ask: impl Fn(Command) + Copy + 'static) -> impl IntoView {
    let lossless = Memo::new(move |_| scenario.with(|scenario| scenario.lossless));
    let one = move |n: Priority| {
        let is_on = move || lossless.get().contains(n);
        view! {
            <label><input type="checkbox" data-testid=format!("lossless-{n}") prop:checked=is_on
                on:change=move |_| ask(Command::Scenario(ScenarioEdit::Lossless(lossless.get_untracked() ^ PrioritySet::of(n))))/>{n.get()}</label>
        }
    };
    view! {
        <fieldset class="priorities"><legend>"Lossless priorities"</legend>{Priority::ALL.into_iter().map(one).collect_view()}</fieldset>
    }
}

/// Text field for the longest frame that every port carries. An empty field means `off`. A refused value is
/// replaced by the old value.
#[component]
fn Mtu(scenario: Memo<Scenario>, ask: impl Fn(Command) + Copy + 'static) -> impl IntoView {
    let mtu = Memo::new(move |_| scenario.with(|scenario| scenario.mtu.clone()));
    let typed = move |event: web_sys::Event| {
        ask(Command::Scenario(ScenarioEdit::Mtu(event_target_value(&event))));
        // A refused value does not stay in the field.
        event_target::<web_sys::HtmlInputElement>(&event).set_value(&mtu.get_untracked());
    };
    view! {
        <label title="Longest frame, from header to FCS, in bytes; off: the frames of the flows decide">"MTU"
            <input class="value" type="text" data-testid="fabric-mtu" prop:value=mtu on:change=typed/>
        </label>
    }
}

/// Text fields for the rate and the length of the cable at the selected port. A change in one field sets both
/// values. A refused value is replaced by the old value.
#[component]
fn Ends(cable: Memo<Cable>, ask: impl Fn(Command) + Copy + 'static) -> impl IntoView {
    let rate = Memo::new(move |_| cable.with(|cable| cable.rate.clone()));
    let length = Memo::new(move |_| cable.with(|cable| cable.length.clone()));
    let typed = move |event: &web_sys::Event, is_rate: bool| {
        let text = event_target_value(event);
        let (rate_now, length_now) = (rate.get_untracked(), length.get_untracked());
        let (rate_text, length_text) = if is_rate { (text, length_now) } else { (rate_now, text) };
        ask(Command::Scenario(ScenarioEdit::Cable { rate: rate_text, length: length_text }));
        // After a refusal the field shows the old value.
        let now = if is_rate { rate } else { length };
        event_target::<web_sys::HtmlInputElement>(event).set_value(&now.get_untracked());
    };
    view! {
        <fieldset class="cable"><legend>"Cable "{move || cable.with(|cable| cable.ends.clone())}</legend>
            <label>"Rate" <input class="value" type="text" data-testid="cable-rate" prop:value=rate
                on:change=move |event| typed(&event, true)/></label>
            <label>"Length" <input class="value" type="text" data-testid="cable-length" prop:value=length
                on:change=move |event| typed(&event, false)/></label>
        </fieldset>
    }
}

/// Text field for the number of senders of an incast. If the field is empty, all hosts but the receiver send.
/// A wrong text stays in the field, with a message, and no incast starts until it is corrected.
#[component]
pub fn Senders(page: PageContext) -> impl IntoView {
    let senders = Memo::new(move |_| {
        page.static_picture.track();
        page.read_lab(|lab| lab.senders().to_owned()).unwrap_or_default()
    });
    // A field of type "number" would give a text as an empty value, which means all hosts.
    view! {
        <input class="value" type="text" inputmode="numeric" placeholder="all" aria-label="Senders of an incast"
            title="Number of hosts that send in an incast; empty: all but the receiver" data-testid="incast-senders"
            prop:value=senders on:change=move |event| page.act(Command::Senders(event_target_value(&event)))/>
    }
}
