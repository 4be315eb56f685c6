//! Tab on a flow: its rate and what limits it, its figures, and its latency by component. Start with
//! [`FlowView`].
//!
//! Figures are for the time from the start of the run to the cursor. A flow with several receivers has a
//! goodput for each receiver. The latency appears only while a frame of the flow is followed, because a
//! replay must find it.

use fabric_sim::engine::RecoveryView;
use fabric_sim::ids::FlowId;
use fabric_sim::insight::latency::{Component, ComponentTimes};
use fabric_sim::units::Time;
use leptos::prelude::*;

use crate::charts::{bytes_label, percent_label, rate_label, time_label};
use crate::lab::{Command, FlowCard, FrameTrace, Lab, stage_words};
use crate::scene::{FILLS, letter};
use crate::ui::PageContext;
use crate::ui::finder::Finder;
use crate::ui::glossary::term_button;
use crate::ui::sum::{Sum, SumView};

const ALONE: Sum = Sum {
    title: "How long a frame of it takes alone",
    name: "alone-sum",
    work: Lab::latency_sum,
    empty: "Nothing sends in this document.",
};

/// Tab on the displayed flow: the selected flow, otherwise a flow that the selected host sends, otherwise the
/// first flow. If the document has no flow, a text replaces the contents.
#[component]
pub fn FlowView(page: PageContext) -> impl IntoView {
    let card = Memo::new(move |_| {
        page.text_picture.track();
        page.read_lab(|lab: &Lab| lab.flow_card(lab.flow()?)).flatten()
    });
    let any = Memo::new(move |_| card.with(Option::is_some));
    view! {
        <section class="flow" data-testid="flow">
            <header><h3>"A flow"</h3></header>
            <Show when=move || any.get() fallback=|| view! { <p class="empty">"Nothing sends in this document."</p> }>
                <Choose page/>
                <StatusSentence card/>
                <Rate card/>
                <Figures card/>
                <SumView page sum=ALONE/>
                <Latency page card/>
            </Show>
        </section>
    }
}

type Card = Memo<Option<FlowCard>>;

/// Reads a value from the card of the flow with `read`; returns the default value if there is no flow. An
/// effect or memo that calls this function runs again after a change of the card.
fn of<T: Default>(card: Card, read: impl Fn(&FlowCard) -> T) -> T {
    card.with(|card| card.as_ref().map(read).unwrap_or_default())
}

/// Menu that selects a flow. Two buttons select the previous and the next flow.
#[component]
fn Choose(page: PageContext) -> impl IntoView {
    let choices = page.flow_choices();
    let shown = Memo::new(move |_| page.static_picture.with(|static_picture| static_picture.flow));
    let chosen = Signal::derive(move || shown.get().map(|flow| flow.index().to_string()).unwrap_or_default());
    let choose = Callback::new(move |value: String| {
        if let Ok(flow) = value.parse() {
            page.act(Command::Flow(FlowId::new(flow)));
        }
    });
    let step = move |forward: bool, sign: &'static str, words: &'static str| {
        view! {
            <button class="button icon" aria-label=words title=words
                on:click=move |_| page.act(Command::NextFlow(forward))>{sign}</button>
        }
    };
    view! {
        <div class="picker">
            <Finder choices chosen choose label="Flow" id="flow-choice"/>
            {step(false, "‹", "The flow before")}
            {step(true, "›", "The next flow (F)")}
        </div>
    }
}

/// Sentence that says whether the flow sends, and what limits its rate. A flow of a collective has a second
/// line on the collective.
#[component]
fn StatusSentence(card: Card) -> impl IntoView {
    let stopped = move || of(card, |card| card.status.is_stopped());
    view! {
        <div class="state" class:stopped=stopped data-testid="flow-state">
            <strong>{move || of(card, |card| card.status.word())}</strong>
            <span>{move || of(card, |card| card.sentence.clone())}</span>
        </div>
        {move || of(card, |card| card.collective.clone()).map(|words| view! { <p class="stage" data-testid="flow-collective">{words}</p> })}
    }
}

/// Bar of the rate at which the flow may send, on an axis up to the link rate, in the colour of its priority.
/// If DCQCN controls the flow, the target rate, α and the stage of the rate increase are also shown.
#[component]
fn Rate(card: Card) -> impl IntoView {
    let share = move || {
        let now = of(card, |card| share(card.rate(), card.line));
        let target = of(card, |card| {
            let dcqcn = card.control.and_then(|control| control.dcqcn)?;
            Some(share(dcqcn.target.bps(), card.line))
        });
        let fill = card.with(|card| card.as_ref().map_or("", |card| FILLS[card.priority.index()]));
        format!("--priority:{fill};--from:0;--to:{now:.5};--target:{:.5}", target.unwrap_or(1.0))
    };
    let allowed = move || of(card, |card| rate_label(card.rate()));
    let line = move || of(card, |card| rate_label(card.line));
    let dcqcn = Memo::new(move |_| card.with(|card| card.as_ref()?.control?.dcqcn));
    view! {
        <section class="bar rate" data-testid="flow-rate">
            <h2>{move || if of(card, |card| card.status.is_stopped()) { "Rate when it is not paused" } else { "Rate that it may send at" }}</h2>
            <output>{allowed}</output>
            <div class="track" style=share role="meter" aria-label="Rate that it may send at" aria-valuemin="0"
                aria-valuenow=move || of(card, FlowCard::rate) aria-valuemax=move || of(card, |card| card.line)
                aria-valuetext=move || format!("{} of {}", allowed(), line())>
                <i class="segment now"></i>
                {move || dcqcn.get().map(|_| view! { <i class="target" title="the target that increases go to"></i> })}
            </div>
            <div class="axis"><span>"0"</span><span>{move || format!("link {}", line())}</span></div>
        </section>
        {move || dcqcn.get().map(|dcqcn| {
            let (stage, words) = stage_words(&dcqcn);
            let alpha = format!("{:.3}", dcqcn.alpha);
            view! {
                <p class="full-name">{term_button("DCQCN", "Datacenter quantized congestion notification (DCQCN)".to_owned())}</p>
                <p class="full-name">{term_button("CNP", "Congestion notification packet (CNP)".to_owned())}</p>
                <section class="bar alpha">
                    <h2>"\u{3b1}: what it makes of the marks"</h2>
                    <output data-testid="flow-alpha">{alpha.clone()}</output>
                    <div class="track" style=format!("--from:0;--to:{:.5}", dcqcn.alpha) role="meter" aria-label="\u{3b1}"
                        aria-valuemin="0" aria-valuenow=alpha aria-valuemax="1"
                        aria-valuetext=format!("the next CNP cuts the rate by {}", percent_label(dcqcn.alpha / 2.0, 1))>
                        <i class="segment now"></i>
                    </div>
                    <div class="axis"><span>"0"</span><span>{format!("a CNP cuts by \u{3b1}/2 = {}", percent_label(dcqcn.alpha / 2.0, 1))}</span><span>"1"</span></div>
                </section>
                <p class="stage" data-testid="flow-stage"><b>{stage}</b>" "{words}</p>
            }
        })}
    }
}

/// Label and value of a row in the table of figures, as texts.
type Figure = (String, String);

fn row(name: &str, value: String) -> Figure {
    (name.to_owned(), value)
}

/// Table of the figures of the flow, from the start of the run to the cursor. Rows on losses, retransmission,
/// credits and CNPs are absent if the flow has lost nothing or does not use the feature of the row.
#[component]
fn Figures(card: Card) -> impl IntoView {
    let rows = move || {
        of(card, |card| {
            let [sent, lost] = card.bytes;
            let mut rows = Vec::new();
            for got in &card.received {
                let delivered = format!("{} of {}", bytes_label(got.bytes), bytes_label(sent));
                let [goodput, of_sent] = match &card.received[..] {
                    [_] => ["goodput since its start".to_owned(), "delivered of sent".to_owned()],
                    _ => [
                        format!("goodput at {} since its start", got.name),
                        format!("delivered to {}", got.name),
                    ],
                };
                rows.push(row(&goodput, rate_label(got.goodput)));
                if let Some((span, rate)) = got.recent {
                    rows.push(row(&format!("\u{2026} in the last {}", time_label(span)), rate_label(rate)));
                }
                rows.push(row(&of_sent, delivered));
            }
            if lost > 0 {
                rows.push(row("lost", bytes_label(lost)));
            }
            rows.extend([row("delivered with a mark", format!("{} of {}", card.marked.0, card.marked.1))]);
            match card.latency {
                None => rows.push(row("latency", "none: nothing is delivered yet".to_owned())),
                Some([mean, p99, longest]) => rows.extend([
                    row("latency of delivered frames, mean", time_label(mean)),
                    row("p99 · longest", format!("{} · {}", time_label(p99), time_label(longest))),
                ]),
            }
            if let Some(recovery) = card.recovery {
                let RecoveryView { window, unacked, .. } = recovery;
                rows.push(row("under way of window", format!("{unacked} of {window} frames")));
                rows.push(row(
                    "sent again",
                    format!("{} frames, {}", recovery.resent_frames, bytes_label(recovery.resent_bytes)),
                ));
                rows.push(row("NAKs · timeouts", format!("{} · {}", recovery.naks, recovery.timeouts)));
                rows.push(row("time lost", time_label(recovery.recovery_time)));
            }
            if let Some([left, limit, lost]) = card.credits {
                rows.push(row("credits left", format!("{} of {}", bytes_label(left), bytes_label(limit))));
                rows.push(row("credits lost with drops", bytes_label(lost)));
            }
            if card.control.is_some_and(|control| control.dcqcn.is_some()) {
                rows.push(row("CNPs sent · got", format!("{} · {}", card.cnps.0, card.cnps.1)));
            }
            rows
        })
    };
    let row = |(name, value): Figure| {
        let is_goodput = name.starts_with("goodput");
        let title = is_goodput.then_some(
            "Payload delivered in order, over the time from the start of the flow to now, or to the end of its last message",
        );
        view! { <div title=title><dt>{name}</dt><dd>{value}</dd></div> }
    };
    view! { <dl class="properties" data-testid="flow-properties">{move || rows().into_iter().map(row).collect_view()}</dl> }
}

/// Mean latency of the flow by component. The mean is over all frames delivered up to the followed frame of
/// the flow. The button follows the frame that was delivered last before the cursor.
#[component]
fn Latency(page: PageContext, card: Card) -> impl IntoView {
    let id = Memo::new(move |_| card.with(|card| card.as_ref().map(|card| card.id)));
    let trace = Memo::new(move |_| {
        let trace = page.text_picture.with(|picture| picture.followed.clone());
        trace.filter(|trace| Some(FlowId(trace.frame.flow)) == id.get()).map(|trace| (*trace).clone())
    });
    let ask = move |_| {
        if let Some(flow) = id.get_untracked() {
            page.act(Command::FollowFlow(flow));
        }
    };
    view! {
        <section class="latency" data-testid="flow-latency">
            <h3>"Latency breakdown"</h3>
            {move || trace.with(|trace| trace.as_ref().map(split))}
            <button class="button" data-testid="flow-latency-measure" on:click=ask
                title="Takes the frame of it that was delivered last before the cursor apart; the tab Frame shows it hop by hop">
                {move || if trace.with(Option::is_some) { "Up to the cursor" } else { "Break down latency" }}
            </button>
        </section>
    }
}

/// Latency of the flow up to the followed frame. A text replaces the latency while the replay runs, and if no
/// frame was delivered.
fn split(trace: &FrameTrace) -> AnyView {
    match trace.flow_parts {
        None => view! { <p class="sentence">"Looking\u{2026}"</p> }.into_any(),
        Some((_, 0)) => view! { <p class="sentence">"No frame of it was delivered yet."</p> }.into_any(),
        Some((parts, frames)) => {
            let words = format!("Mean of the {frames} frames delivered up to frame {}.", trace.frame.number);
            view! { <p class="sentence">{words}</p> {strip(&parts, frames)} }.into_any()
        }
    }
}

/// Bar of the components of latency, and a list of their mean values per frame, rounded down to whole
/// picoseconds. `parts` is the sum over `frames` frames. Components of 0 are left out. A segment below 5 % of
/// the bar has no letter.
fn strip(parts: &ComponentTimes, frames: u64) -> impl IntoView + use<> {
    let whole = parts.total().ps();
    let used: Vec<(Component, Time)> = Component::ALL
        .into_iter()
        .map(|component| (component, parts.of(component)))
        .filter(|(_, time)| *time > Time::ZERO)
        .collect();
    let mut from = 0.0;
    let pieces = used
        .iter()
        .map(|(component, time)| {
            let to = from + share(time.ps(), whole);
            let style = format!("--from:{from:.5};--to:{to:.5}");
            let roomy = to - std::mem::replace(&mut from, to) > 0.05;
            view! { <i class=format!("component {}", component.name()) style=style>{roomy.then(|| letter(*component))}</i> }
        })
        .collect_view();
    let sums = used
        .into_iter()
        .map(|(component, time)| {
            view! {
                <li>
                    <i class=format!("component {}", component.name())>{letter(component)}</i>
                    <span>{component.name()}</span>
                    <b>{time_label(Time(time.ps() / frames.max(1)))}</b>
                    <span>{percent_label(share(time.ps(), whole), 0)}</span>
                </li>
            }
        })
        .collect_view();
    view! { <div class="strip" aria-hidden="true">{pieces}</div><ul class="component-totals">{sums}</ul> }
}

/// Fraction `part` / `whole`, limited to 1; if `whole` is 0, the fraction is 1.
#[expect(clippy::cast_precision_loss, reason = "for drawing")]
fn share(part: u64, whole: u64) -> f64 {
    (part as f64 / whole.max(1) as f64).clamp(0.0, 1.0)
}
