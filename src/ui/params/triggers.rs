//! Buttons for actions on the running fabric, such as an incast or a pause storm. Most act at the selected
//! port. Start with [`Triggers`].
//!
//! An action takes effect at the cursor. A button that would have no effect at the selected port is hidden. A
//! button with two states, such as `Link down`, undoes its own action. Buttons of rare faults are folded at
//! first. After a choice in a menu, keyboard shortcuts work again.

use fabric_sim::ids::Priority;
use leptos::prelude::*;

use super::scenario::Senders;
use crate::charts::time_label;
use crate::lab::{Command, Lab, PausedPriorities, PausedShare, StormDuration, StormInterval};
use crate::ui::PageContext;
use crate::ui::icon::{Glyph, Icon};
use crate::ui::rows::{RowList, nth, numbered};

/// State of the selected port and its link, from which the buttons for actions and their labels are made.
#[derive(Clone, Debug, Default, PartialEq)]
struct TriggerState {
    port: String,
    /// Name of the host that the incast sends to.
    receiver: String,
    priority: Priority,
    /// Host at the selected link: its name, and whether its bus is slowed. `None` if neither end of the link
    /// is a host.
    host: Option<(String, bool)>,
    /// Whether the selected link is down.
    down: bool,
    /// Whether an action left a fault on the selected link. The button `Mend the link` ends the fault.
    bad: bool,
    /// Name of the port of the selected link at which PFC frames arrive. `None` if they arrive at neither
    /// end.
    pfc_to: Option<String>,
    /// Name of the port of the selected link at which credit updates arrive. `None` if they arrive at neither
    /// end.
    credits_to: Option<String>,
    /// Name of the host for which the selected switch has a wrong route; `None` if all its routes are right.
    misrouted: Option<String>,
    /// Name of a host for which the selected port is on no shortest path, so that a route through this port
    /// would be wrong. `None` if there is no such host.
    misleads: Option<String>,
    /// Name of the port whose watchdog has disabled PFC, so that the user must arm the watchdog again; `None`
    /// if there is no such port.
    disarmed: Option<String>,
    /// Whether the other end of the link ignores pauses, so that a storm from the selected port would have no
    /// effect.
    proof: bool,
    /// Active pause storms, each as two texts: the name of the storm, and the label of the button that ends
    /// the storm.
    storms: Vec<(String, String)>,
    /// Text of each duration of a storm, in the order of `StormDuration::ALL`.
    durations: Vec<String>,
    /// Text of the default interval of pauses for each storm duration, in the order of `StormDuration::ALL`.
    fitting_intervals: Vec<String>,
}

fn trigger_state(lab: &Lab) -> TriggerState {
    let (spec, selected) = (lab.run().recording().spec(), lab.selected());
    let durations = |duration: &StormDuration| {
        lab.storm_duration(*duration).map_or_else(|| "for ever".to_owned(), time_label)
    };
    TriggerState {
        port: spec.port_name(selected.port),
        receiver: lab.receiver_of_incast().unwrap_or_default(),
        priority: selected.priority,
        host: lab.selected_host().map(|host| (host.0, lab.is_slow())),
        down: lab.run().snapshot().ports.get(selected.port.index()).is_some_and(|port| port.down),
        bad: lab.is_bad(),
        pfc_to: lab.pfc_destination().map(|port| spec.port_name(port)),
        credits_to: lab.credits_come_to().map(|port| spec.port_name(port)),
        misrouted: lab.misrouted(),
        misleads: lab.host_to_misroute(),
        disarmed: lab.disarmed().map(|port| spec.port_name(port)),
        proof: lab.is_pause_proof(),
        storms: lab.storms(),
        durations: StormDuration::ALL.iter().map(durations).collect(),
        fitting_intervals: StormDuration::ALL
            .iter()
            .map(|duration| lab.storm_interval(StormInterval::Fitting, *duration))
            .collect(),
    }
}

/// Buttons for actions on the running fabric. A click performs the action at the cursor. A button for each
/// active storm ends it. Buttons that would have no effect at the selected port are hidden. `Incast`, `Reset`
/// and `Deadlock` do not depend on the selected port. `Reset` opens the preset again from its start.
#[component]
pub fn Triggers(page: PageContext) -> impl IntoView {
    let trigger_state = Memo::new(move |_| {
        page.text_picture.track();
        page.read_lab(trigger_state).unwrap_or_default()
    });
    let port = move || trigger_state.with(|state| state.port.clone());
    let slow = move || trigger_state.with(|state| state.host.as_ref().is_some_and(|host| host.1));
    let down = move || trigger_state.with(|state| state.down);
    let misrouted = move || trigger_state.with(|state| state.misrouted.is_some());
    let pfc_to = move || trigger_state.with(|state| state.pfc_to.clone()).unwrap_or_default();
    let credits_to = move || trigger_state.with(|state| state.credits_to.clone()).unwrap_or_default();
    let storms = Memo::new(move |_| trigger_state.with(|state| state.storms.clone()));
    let disarmed = Memo::new(move |_| trigger_state.with(|state| state.disarmed.clone()));
    let place = move || {
        trigger_state.with(|state| {
            format!("at {}, priority {}; incast to {}", state.port, state.priority, state.receiver)
        })
    };
    view! {
        <section class="triggers" aria-label="Triggers">
            <div class="incast">
                <button class="button" data-testid="incast" title=move || trigger_state.with(|state| format!("Hosts send 64 kB each to {}, now (I)", state.receiver))
                    on:click=move |_| page.act(Command::Incast)>"Incast"</button>
                <Senders page/>
            </div>
            <button class="button" data-testid="reset" title="The preset as it was, from its start (R)"
                on:click=move |_| page.act(Command::Reset)>
                <Icon glyph=Glyph::Reset/>"Reset"
            </button>
            <button class="button" data-testid="deadlock" title="Traffic goes round a cycle of the routes, if they have one (K)"
                on:click=move |_| page.act(Command::Deadlock)>"Deadlock"</button>
            <button class="button" data-testid="link" title=move || format!("The link of {}", port())
                on:click=move |_| page.act(Command::SwitchLink(down()))>
                {move || if down() { "Link up" } else { "Link down" }}
            </button>
            <button class="button" data-testid="slow" hidden=move || trigger_state.with(|state| state.host.is_none())
                title=move || trigger_state.with(|state| {
                    let host = state.host.as_ref().map_or("", |host| host.0.as_str());
                    format!("The bus of {host} carries less than its link does, or as much")
                })
                on:click=move |_| page.act(Command::Slow(!slow()))>
                {move || if slow() { "Full speed" } else { "Slow receiver" }}
            </button>
            <StormButton page trigger_state/>
            <Show when=move || storms.with(|storms| !storms.is_empty())>
                <RowList items=numbered(move || storms.with(Vec::len)) row=Callback::new(move |n| {
                    let name = move || storms.with(|storms| nth(storms, n)).map(|storm| storm.0).unwrap_or_default();
                    let words = move || storms.with(|storms| nth(storms, n)).map(|storm| storm.1);
                    view! {
                        <button class="button wide" data-testid="end-storm" title=move || format!("The pause source \u{201c}{}\u{201d} sends no more", name())
                            on:click=move |_| page.act(Command::EndStorm(untrack(name)))>{words}</button>
                    }
                    .into_any()
                }) height=38.0 class="list" label="Storms" id="storms"/>
            </Show>
            {move || disarmed.get().map(|port| view! {
                <button class="button wide" data-testid="rearm-watchdog" title="PFC is on again there, and its watchdog watches"
                    on:click=move |_| page.act(Command::RearmWatchdog)>{format!("Arm the watchdog of {port}")}</button>
            })}
            <details class="more">
                <summary>"More faults"</summary>
                <div>
                    <button class="button" data-testid="corrupt-link" title=move || format!("The link of {} spoils one frame in a hundred", port())
                        on:click=move |_| page.act(Command::Corrupt)>"Spoil 1 %"</button>
                    <button class="button" data-testid="lose-resume" hidden=move || trigger_state.with(|state| state.pfc_to.is_none())
                        title=move || format!("The next resume that reaches {} is lost", pfc_to())
                        on:click=move |_| page.act(Command::LoseResume)>"Lose a resume"</button>
                    <button class="button" data-testid="lose-pauses" hidden=move || trigger_state.with(|state| state.pfc_to.is_none())
                        title=move || format!("No pause frame reaches {} until the link is mended", pfc_to())
                        on:click=move |_| page.act(Command::LosePauses)>"Lose pauses"</button>
                    <button class="button" data-testid="lose-credits" hidden=move || trigger_state.with(|state| state.credits_to.is_none())
                        title=move || format!("No credit update reaches {} until the link is mended", credits_to())
                        on:click=move |_| page.act(Command::LoseCredits)>"Lose credits"</button>
                    <button class="button" data-testid="repair-link" hidden=move || !trigger_state.with(|state| state.bad)
                        title=move || format!("The link of {} carries everything again", port())
                        on:click=move |_| page.act(Command::Mend)>"Mend the link"</button>
                    <button class="button" data-testid="misroute"
                        hidden=move || trigger_state.with(|state| state.misrouted.is_none() && state.misleads.is_none())
                        title=move || trigger_state.with(|state| match (&state.misrouted, &state.misleads) {
                            (Some(to), _) => format!("This switch sends frames for {to} by the shortest path again"),
                            (None, Some(to)) => format!("What this switch has for {to} leaves by {}, which does not lead there", state.port),
                            _ => String::new(),
                        })
                        on:click=move |_| page.act(Command::Misroute(!misrouted()))>
                        {move || if misrouted() { "Right route" } else { "Wrong route" }}
                    </button>
                </div>
            </details>
            <p class="note" data-testid="trigger-place">{place}</p>
        </section>
    }
}

/// Button that starts a pause storm from the selected port, and menus for its options. A change of the
/// options has no effect on active storms. Hidden if the other end of the link ignores pauses.
#[component]
fn StormButton(page: PageContext, trigger_state: Memo<TriggerState>) -> impl IntoView {
    let storm = page.storm;
    let durations = Memo::new(move |_| trigger_state.with(|state| state.durations.clone()));
    let options = move || {
        let option = |(n, (each, words)): (usize, (StormDuration, String))| {
            view! { <option value=n.to_string() selected=move || storm.get().duration == each>{words}</option> }
        };
        StormDuration::ALL.into_iter().zip(durations.get()).enumerate().map(option).collect_view()
    };
    let choose = move |event: web_sys::Event| {
        let chosen = picked(&event, &StormDuration::ALL).unwrap_or_default();
        storm.update(|storm| storm.duration = chosen);
    };
    let fitting_intervals = Memo::new(move |_| {
        let duration = storm.get().duration;
        let n = StormDuration::ALL.iter().position(|one| *one == duration).unwrap_or_default();
        trigger_state.with(|state| state.fitting_intervals.get(n).cloned()).unwrap_or_default()
    });
    let every = StormInterval::ALL.map(|(every, words)| {
        let words = match words {
            Some(words) => Signal::from(words.to_owned()),
            None => Signal::from(fitting_intervals),
        };
        (every, words)
    });
    let proof = move || trigger_state.with(|state| state.proof);
    let title = move || {
        let priorities = storm.get().priorities;
        let named =
            PausedPriorities::ALL.iter().find(|(one, _)| *one == priorities).map_or("", |(_, words)| *words);
        trigger_state.with(|TriggerState { port, priority, .. }| {
            let what = if priorities == PausedPriorities::Selected {
                format!("priority {priority}")
            } else {
                named.to_owned()
            };
            format!("{port} sends pauses of {what}, whatever it holds (O)")
        })
    };
    view! {
        <div class="storm" hidden=proof>
            <button class="button" data-testid="storm" title=title
                on:click=move |_| page.act(Command::Storm(storm.get_untracked()))>"Storm"</button>
            <select class="select" aria-label="How long a storm lasts" data-testid="storm-lasts" on:change=choose>
                {options}
            </select>
        </div>
        <details class="more storms" hidden=proof>
            <summary>"How it storms"</summary>
            <div>
                {words_of("How often a storm sends", "storm-every", every, move |every| storm.update(|storm| storm.interval = every))}
                {words_of("How much of the time it pauses", "storm-share", PausedShare::ALL.map(fixed_option), move |share| storm.update(|storm| storm.paused_share = share))}
                {words_of("What a storm pauses", "storm-priorities", PausedPriorities::ALL.map(fixed_option), move |priorities| storm.update(|storm| storm.priorities = priorities))}
            </div>
        </details>
    }
}

/// Option of a menu: its value, and a label that never changes.
fn fixed_option<T>((value, words): (T, &'static str)) -> (T, Signal<String>) {
    (value, Signal::from(words.to_owned()))
}

/// Menu with the values and labels of `all`, in their order. The first value is selected at first. A choice
/// calls `chosen` with the value.
fn words_of<T: Copy + 'static, const N: usize>(
    label: &'static str,
    id: &'static str,
    all: [(T, Signal<String>); N],
    chosen: impl Fn(T) + 'static,
) -> impl IntoView {
    let options = all
        .iter()
        .enumerate()
        .map(|(n, (_, words))| view! { <option value=n.to_string()>{*words}</option> })
        .collect_view();
    let choose = move |event: web_sys::Event| {
        if let Some((value, _)) = picked(&event, &all) {
            chosen(value);
        }
    };
    view! { <select class="select" aria-label=label data-testid=id on:change=choose>{options}</select> }
}

/// Element of `all` that the user selected in a menu whose option values are indices. `event` is the event of
/// the menu. `None` if `all` has no such index. Removes the focus from the menu, so that keyboard shortcuts
/// work again.
fn picked<T: Copy>(event: &web_sys::Event, all: &[T]) -> Option<T> {
    let place = event_target_value(event).parse::<usize>().ok();
    let _ = event_target::<web_sys::HtmlSelectElement>(event).blur();
    place.and_then(|n| all.get(n).copied())
}
