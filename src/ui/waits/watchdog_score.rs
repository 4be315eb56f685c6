//! Decisions of watchdogs, compared with the actual state of the queues: a table of counts, and a list.
//!
//! A decision is right if its queue was stuck, and a false alarm if the queue would have resumed. A stuck
//! queue on which no watchdog acted is missed. The latest 50 decisions are listed, the last decision first. A
//! line below counts the earlier decisions.

use fabric_sim::ids::QueueId;
use leptos::prelude::*;

use crate::charts::time_label;
use crate::lab::{Command, DecisionRow, Judgement};
use crate::ui::PageContext;

/// Table of counts up to the cursor, and list of the decisions. A click on the time of a decision moves the
/// cursor there and selects the queue. Absent if no port has a watchdog.
#[component]
pub fn WatchdogScore(page: PageContext) -> impl IntoView {
    let judged = Memo::new(move |_| page.waiting.with(|waiting| waiting.judgement.clone()));
    view! {
        <Show when=move || judged.with(|judged| judged.watched)>
            <Table judged/>
            <List page judged/>
        </Show>
    }
}

#[component]
fn Table(judged: Memo<Judgement>) -> impl IntoView {
    let count = move |of: fn(&Judgement) -> u64| Memo::new(move |_| judged.with(of));
    let (right, wrong) = (count(|judged| judged.score.right), count(|judged| judged.score.wrong));
    let (missed, alone) = (count(|judged| judged.score.missed), count(|judged| judged.score.alone));
    view! {
        <table class="watchdog-score" data-testid="watchdog-score">
            <caption>"Decisions of watchdogs: right or wrong"</caption>
            <thead>
                <tr><td></td><th scope="col">"really stuck"</th><th scope="col">"would have resumed"</th></tr>
            </thead>
            <tbody>
                <tr>
                    <th scope="row">"acted"</th>
                    <td class="correct"><b data-testid="watchdog-score-right">{right}</b>" right"</td>
                    <td class="error" class:nonzero=move || wrong.get() != 0><b data-testid="watchdog-score-false-alarms">{wrong}</b>" false alarms"</td>
                </tr>
                <tr>
                    <th scope="row">"did not act"</th>
                    <td class="error" class:nonzero=move || missed.get() != 0><b data-testid="watchdog-score-missed">{missed}</b>" missed"</td>
                    <td><b data-testid="watchdog-score-waiting">{alone}</b>" waiting now"</td>
                </tr>
            </tbody>
        </table>
    }
}

#[component]
fn List(page: PageContext, judged: Memo<Judgement>) -> impl IntoView {
    let numbers = Memo::new(move |_| {
        judged.with(|judged| judged.list.iter().map(|decision| decision.number).collect::<Vec<_>>())
    });
    let before = Memo::new(move |_| judged.with(|judged| judged.before));
    view! {
        <ol class="watchdog-decisions" data-testid="watchdog-decisions" reversed>
            <For each=move || numbers.get() key=|number| *number let:number>
                <DecisionListRow page judged number/>
            </For>
        </ol>
        {move || (before.get() > 0).then(|| view! { <p>{format!("and {} before these", before.get())}</p> })}
    }
}

#[component]
fn DecisionListRow(page: PageContext, judged: Memo<Judgement>, number: usize) -> impl IntoView {
    let decision = Memo::new(move |_| {
        judged.with(|judged| judged.list.iter().find(|decision| decision.number == number).cloned())
    });
    move || {
        let decision = decision.get()?;
        let (QueueId { port, priority }, at) = (decision.queue, decision.at);
        let goes = move |_| {
            page.act(Command::Seek(at));
            page.act(Command::Select(port, priority));
        };
        let class = match decision.right {
            Some(true) => "correct",
            Some(false) => "error",
            None => "ended",
        };
        Some(view! {
            <li class=class>
                <button on:click=goes title="Go there">{time_label(at)}</button>
                <b>{format!("{} P{priority}", decision.name)}</b>
                <span>{words(&decision)}</span>
            </li>
        })
    }
}

/// Text about a decision of a watchdog: rule and mitigation. For the start of a mitigation, the text also
/// says whether the mitigation was right, the time from the start of the problem to the decision, and the
/// lost bytes.
fn words(decision: &DecisionRow) -> String {
    let found = match (decision.right, &decision.delay) {
        (None, _) => return format!("{}; {}", decision.rule, decision.mitigation),
        (Some(true), Some(delay)) => format!("✓ right: {}, found {delay} late", decision.truth),
        (Some(true), None) => format!("✓ right: {}", decision.truth),
        (Some(false), _) => format!("✗ false: {}", decision.truth),
    };
    let lost = decision.lost.as_ref().map(|lost| format!("; {lost} lost")).unwrap_or_default();
    format!("{}: {}. {found}{lost}", decision.rule, decision.mitigation)
}
