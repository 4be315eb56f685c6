//! What can be done to the running fabric, beyond settings: most of it at what
//! is selected.

use leptos::prelude::*;

use crate::charts::time_label;
use crate::lab::{Command, Lab, Storm};
use crate::ui::Desk;
use crate::ui::icon::{Glyph, Icon};

/// What is so at the selection, as far as the buttons tell.
#[derive(Clone, Debug, Default, PartialEq)]
struct There {
    port: String,
    priority: u8,
    /// The host that it is, or leads to, and whether that is slow.
    host: Option<(String, bool)>,
    /// Whether the link is down.
    down: bool,
    /// Whether it loses something.
    bad: bool,
    /// Of a switch: whether it has a wrong route.
    misrouted: Option<bool>,
    /// How long each storm lasts.
    storms: Vec<String>,
}

fn there(lab: &Lab) -> There {
    let (spec, selected) = (lab.run().tape().spec(), lab.selected());
    let lasts = |storm: &Storm| lab.storm_lasts(*storm).map_or_else(|| "for ever".to_owned(), time_label);
    There {
        port: spec.port_name(selected.port),
        priority: selected.priority,
        host: lab.selected_host().map(|host| (host.0, lab.is_slow())),
        down: lab.run().snapshot().ports.get(selected.port.index()).is_some_and(|port| port.down),
        bad: lab.is_bad(),
        misrouted: spec.switch_of(selected.port).map(|_| lab.is_misrouted()),
        storms: Storm::ALL.iter().map(lasts).collect(),
    }
}

/// The triggers.
#[component]
pub fn Triggers(desk: Desk) -> impl IntoView {
    let there = Memo::new(move |_| {
        desk.words.track();
        desk.look(there).unwrap_or_default()
    });
    let port = move || there.with(|there| there.port.clone());
    let slow = move || there.with(|there| there.host.as_ref().is_some_and(|host| host.1));
    let down = move || there.with(|there| there.down);
    let misrouted = move || there.with(|there| there.misrouted == Some(true));
    let place = move || there.with(|there| format!("at {}, priority {}", there.port, there.priority));
    view! {
        <section class="triggers" aria-label="Triggers">
            <button class="button" data-testid="incast" title="Every other host sends 64 kB to one, now (I)"
                on:click=move |_| desk.act(Command::Incast)>"Incast"</button>
            <button class="button" data-testid="reset" title="The preset as it was, from its start (R)"
                on:click=move |_| desk.act(Command::Reset)>
                <Icon glyph=Glyph::Reset/>"Reset"
            </button>
            <button class="button" data-testid="deadlock" title="Traffic goes round a circle of the routes, if they have one (K)"
                on:click=move |_| desk.act(Command::Deadlock)>"Deadlock"</button>
            <button class="button" data-testid="link" title=move || format!("The link of {}", port())
                on:click=move |_| desk.act(Command::LinkUp(down()))>
                {move || if down() { "Link up" } else { "Link down" }}
            </button>
            <button class="button" data-testid="slow" hidden=move || there.with(|there| there.host.is_none())
                title=move || there.with(|there| {
                    let host = there.host.as_ref().map_or("", |host| host.0.as_str());
                    format!("The bus of {host} carries a tenth of what its link does, or as much as before")
                })
                on:click=move |_| desk.act(Command::Slow(!slow()))>
                {move || if slow() { "Full speed" } else { "Slow receiver" }}
            </button>
            <StormButton desk there/>
            <details class="more">
                <summary>"More faults"</summary>
                <div>
                    <button class="button" data-testid="corrupt" title=move || format!("The link of {} spoils one frame in a hundred", port())
                        on:click=move |_| desk.act(Command::Corrupt)>"Spoil 1 %"</button>
                    <button class="button" data-testid="lose-resume" title=move || format!("The next resume that reaches {} is lost", port())
                        on:click=move |_| desk.act(Command::LoseResume)>"Lose a resume"</button>
                    <button class="button" data-testid="mend" hidden=move || !there.with(|there| there.bad)
                        title=move || format!("The link of {} carries everything again", port())
                        on:click=move |_| desk.act(Command::Mend)>"Mend the link"</button>
                    <button class="button" data-testid="misroute" hidden=move || there.with(|there| there.misrouted.is_none())
                        title=move || format!("What this switch has for the busiest receiver leaves by {}, or the shortest way again", port())
                        on:click=move |_| desk.act(Command::Misroute(!misrouted()))>
                        {move || if misrouted() { "Right route" } else { "Wrong route" }}
                    </button>
                </div>
            </details>
            <p class="note" data-testid="trigger-place">{place}</p>
        </section>
    }
}

/// A storm of pauses, and how long it lasts.
#[component]
fn StormButton(desk: Desk, there: Memo<There>) -> impl IntoView {
    let chosen = RwSignal::new(Storm::default());
    let storms = Memo::new(move |_| there.with(|there| there.storms.clone()));
    let options = move || {
        let option = |(n, (storm, words)): (usize, (Storm, String))| {
            view! { <option value=n.to_string() selected=move || chosen.get() == storm>{words}</option> }
        };
        Storm::ALL.into_iter().zip(storms.get()).enumerate().map(option).collect_view()
    };
    let choose = move |event: web_sys::Event| {
        let storm = event_target_value(&event).parse().ok().and_then(|n: usize| Storm::ALL.get(n).copied());
        chosen.set(storm.unwrap_or_default());
        let _ = event_target::<web_sys::HtmlSelectElement>(&event).blur();
    };
    view! {
        <div class="storm">
            <button class="button" data-testid="storm"
                title=move || there.with(|there| format!("{} sends pauses of priority {}, whatever it holds (O)", there.port, there.priority))
                on:click=move |_| desk.act(Command::Storm(chosen.get_untracked()))>"Storm"</button>
            <select class="select" aria-label="How long a storm lasts" data-testid="storm-lasts" on:change=choose>
                {options}
            </select>
        </div>
    }
}
