//! Rows of watchdog timers: the elapsed fraction of the detection or the restoration time. Only watchdogs
//! whose timer runs, or that mitigate, have a row; a sentence counts all watchdogs. A click on the row of a
//! NIC watchdog keeps the selected priority.

use fabric_sim::ids::{PortId, Priority};
use leptos::prelude::*;

use super::queues::{number_of, queue_of};
use crate::lab::{Clock, Command};
use crate::ui::PageContext;
use crate::ui::rows::RowList;

/// Number of watchdogs, and a row for each watchdog whose timer runs or that mitigates. A click on a row
/// selects its port and priority.
#[component]
pub fn Clocks(page: PageContext) -> impl IntoView {
    let scale = Memo::new(move |_| page.waiting.with(|waiting| waiting.scale));
    let watched = Memo::new(move |_| page.waiting.with(|waiting| waiting.clocks.len()));
    let running = Memo::new(move |_| {
        page.waiting.with(|waiting| {
            let runs = waiting.clocks.iter().filter(|clock| clock.has_elapsed_or_mitigates());
            runs.map(|clock| number_of(clock.port, clock.priority)).collect::<Vec<_>>()
        })
    });
    let acting = Memo::new(move |_| {
        page.waiting.with(|waiting| waiting.clocks.iter().filter(|clock| clock.mitigation.is_some()).count())
    });
    let sentence = move || match (watched.get(), running.with(Vec::len).saturating_sub(acting.get())) {
        (0, _) => "Nothing is watched: no queue and no NIC has a watchdog.".to_owned(),
        (1, 0) => "1 watchdog; no clock runs.".to_owned(),
        (1, _) => "1 watchdog; its clock runs.".to_owned(),
        (all, 0) => format!("{all} watchdogs; no clock runs."),
        (all, 1) => format!("{all} watchdogs; 1 clock runs."),
        (all, n) => format!("{all} watchdogs; {n} clocks run."),
    };
    let row = Callback::new(move |n| {
        let (port, priority) = queue_of(n);
        view! { <ClockRow page port priority/> }.into_any()
    });
    view! {
        <h3>"Watchdogs"</h3>
        <p data-testid="waits-watched">
            {sentence}
            {move || match acting.get() {
                0 => String::new(),
                1 => " 1 acts.".to_owned(),
                n => format!(" {n} act."),
            }}
        </p>
        {move || fast(scale.get(), watched.get()).map(|words| view! { <p class="fast">{words}</p> })}
        <RowList items=running row height=32.0
            class="timers" label="Clocks that run" id="waits-timers"/>
    }
}

/// Note that detection times are shortened by the factor `scale`. `None` if the factor is 1 or less, or if
/// `watched`, the number of watchdogs, is 0.
fn fast(scale: u64, watched: usize) -> Option<String> {
    (scale > 1 && watched > 0)
        .then(|| format!("The clocks of the watchdogs run {} times faster than real ones.", grouped(scale)))
}

/// Short note for the picture that detection times are shortened by the factor `scale`. `None` if the factor
/// is 1 or less, or if `watched`, the number of watchdogs, is 0.
pub fn fast_in_short(scale: u64, watched: usize) -> Option<String> {
    (scale > 1 && watched > 0).then(|| format!("Watchdog clocks \u{d7} {}", grouped(scale)))
}

/// `n` with digits in groups of three: `100 000`.
fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

#[component]
fn ClockRow(page: PageContext, port: PortId, priority: Option<Priority>) -> impl IntoView {
    let clock = Memo::new(move |_| {
        page.waiting.with(|waiting| {
            waiting.clocks.iter().find(|clock| (clock.port, clock.priority) == (port, priority)).cloned()
        })
    });
    let select = move |_| {
        let own = page.static_picture.with_untracked(|static_picture| static_picture.selected.priority);
        page.act(Command::Select(port, priority.unwrap_or(own)));
    };
    let acts = move || clock.with(|clock| clock.as_ref().is_some_and(|clock| clock.mitigation.is_some()));
    let say = move |say: fn(&Clock) -> String| {
        move || clock.with(|clock| clock.as_ref().map(say).unwrap_or_default())
    };
    view! {
            <button class:mitigates=acts on:click=select>
                <i class="elapsed" style=say(|clock| format!("--share:{:.4}", clock.share)) aria-hidden="true"></i>
                <b>{say(|clock| format!("{} {}", clock.name, clock.priority_label()))}</b>
                <span>{say(Clock::words)}</span>
            </button>
    }
}
