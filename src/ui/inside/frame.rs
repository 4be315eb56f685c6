//! Tab on a frame: its latency by hop and component, and the decisions of the switches on its path. Start
//! with [`FrameView`].
//!
//! The bars appear when the delivery of the frame is known, even if the cursor is before the delivery.
//! Decisions after the cursor are marked. Percentages refer to the latency from the creation of the frame to
//! its delivery. `Last lost` appears only if a frame was dropped.

use std::rc::Rc;
use std::sync::Arc;

use fabric_sim::ids::FlowId;
use fabric_sim::insight::latency::{Component, Waterfall};
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;
use leptos::prelude::*;

use crate::charts::{percent_label, span_label};
use crate::lab::{Command, FrameFate, FrameTrace, Picture, SwitchDecision};
use crate::scene::{Hop, components, hops, letter};
use crate::ui::PageContext;
use crate::ui::finder::Finder;

/// Tab on the followed frame. If no frame is followed, a text says how to follow one.
#[component]
pub fn FrameView(page: PageContext) -> impl IntoView {
    let trace = Memo::new_with_compare(
        move |_| page.text_picture.with(|picture| picture.followed.clone().map(|trace| (*trace).clone())),
        |before: Option<&Option<FrameTrace>>, after: Option<&Option<FrameTrace>>| before != after,
    );
    let now = Memo::new(move |_| page.text_picture.with(|picture| picture.now));
    let so_far =
        Memo::new(move |_| trace.with(|trace| trace.as_ref().and_then(|trace| trace.so_far(now.get()))));
    let headline = move || {
        trace.with(|trace| match trace {
            None => "Click a frame on its way, or pick a flow: its last delivered frame is taken apart."
                .to_owned(),
            Some(trace) => trace.headline(now.get()),
        })
    };
    let parts = move || {
        trace.with(|trace| {
            let trace = trace.as_ref()?;
            let spec = page
                .static_picture
                .with_untracked(|static_picture| Arc::clone(&static_picture.document_picture.spec));
            let fall = trace.waterfall.as_ref().map(|waterfall| fall(&spec, waterfall, so_far));
            Some(view! { {fall} {decisions(trace, now)} })
        })
    };
    view! {
        <section class="frame" data-testid="frame">
            <header><h3>"Path of a frame"</h3></header>
            <Choose page/>
            <p class="sentence" data-testid="frame-sentence">{headline}</p>
            {parts}
        </section>
    }
}

/// Menu of flows, and two buttons. An entry of the menu follows the frame of the flow that was delivered
/// last. One button repeats this for the flow of the followed frame; without a followed frame it is disabled.
/// The second button follows the last dropped frame of any flow.
#[component]
fn Choose(page: PageContext) -> impl IntoView {
    let choices = page.flow_choices();
    let drops = Memo::new(move |_| page.text_picture.with(|picture| picture.view.totals.drops > 0));
    let of = Memo::new(move |_| {
        page.text_picture
            .with(|picture: &Rc<Picture>| picture.followed.as_ref().map(|trace| FlowId(trace.frame.flow)))
    });
    let chosen = Signal::derive(move || of.get().map(|flow| flow.index().to_string()).unwrap_or_default());
    let choose = Callback::new(move |value: String| {
        if let Ok(flow) = value.parse() {
            page.act(Command::FollowFlow(FlowId::new(flow)));
        }
    });
    let again = move |_| {
        if let Some(flow) = of.get_untracked() {
            page.act(Command::FollowFlow(flow));
        }
    };
    view! {
        <div class="picker">
            <Finder choices chosen choose label="Flow" id="frame-flow" none="a flow\u{2026}"/>
            <button class="button" data-testid="frame-last" on:click=again disabled=move || of.get().is_none()
                title="the frame of this flow that was delivered last before the cursor">"Last delivered"</button>
            <Show when=move || drops.get()>
                <button class="button" data-testid="frame-lost"
                    on:click=move |_| page.act(Command::FollowLost(None))>"Last lost"</button>
            </Show>
        </div>
    }
}

/// Latency of the frame: a bar for each hop, in the order of the path, and the sum of each component. All
/// bars have the same time axis. `so_far` is the position of the cursor on the axis, from 0 to 1; `None` if
/// the cursor is outside the axis.
fn fall(spec: &Spec, waterfall: &Waterfall, so_far: Memo<Option<f64>>) -> impl IntoView + use<> {
    let whole = waterfall.delivered - waterfall.created_at;
    let rows = hops(spec, waterfall).iter().map(|hop| row(spec, hop)).collect_view();
    let sums = components(waterfall)
        .into_iter()
        .map(|(component, sum)| {
            let share = percent_label(precise(sum.ps()) / precise(whole.ps()).max(1.0), 0);
            view! {
                <li>
                    <i class=format!("component {}", component.name())>{letter(component)}</i>
                    <span>{component.name()}</span>
                    <b>{time(sum)}</b>
                    <span>{share}</span>
                </li>
            }
        })
        .collect_view();
    view! {
        <ol class="waterfall" data-testid="waterfall" class:in-progress=move || so_far.get().is_some()
            style=move || so_far.get().map(|at| format!("--now:{at:.4}"))>{rows}</ol>
        <p class="axis"><span>"0"</span><b data-testid="waterfall-now">{move || so_far.get().map(|_| "line: the cursor")}</b><span data-testid="waterfall-total">{time(whole)}</span></p>
        <ul class="component-totals">{sums}</ul>
    }
}

fn row(spec: &Spec, hop: &Hop) -> impl IntoView + use<> {
    let name = spec.nodes[hop.node.index()].name.clone();
    let words = |component: Component, lasts: Time| format!("{} {}", component.name(), time(lasts));
    let spoken: Vec<String> = hop.segments.iter().map(|one| words(one.component, one.lasts)).collect();
    let pieces = hop
        .segments
        .iter()
        .map(|one| {
            let style = format!("--from:{:.5};--to:{:.5}", one.from, one.to);
            let title = format!("{}: {}", spec.port_name(one.port), words(one.component, one.lasts));
            let roomy = one.to - one.from > 0.05;
            view! {
                <i class=format!("component {}", one.component.name()) style=style title=title>
                    {roomy.then(|| letter(one.component))}
                </i>
            }
        })
        .collect_view();
    view! {
        <li>
            <p><span>{name}</span><b>{time(hop.lasts)}</b></p>
            <div class="strip" role="img" aria-label=spoken.join(", ")>{pieces}</div>
        </li>
    }
}

/// Decisions of the switches about the frame, in order of time. Decisions after the cursor are marked. If
/// switches flooded the frame, decisions about its other copies are marked as such. If the frame was lost,
/// the last decision is highlighted. Without decisions, nothing is shown.
fn decisions(trace: &FrameTrace, now: Memo<Time>) -> impl IntoView + use<> {
    let is_lost = trace.fate == FrameFate::Lost;
    let last = trace.decisions.len().saturating_sub(1);
    let copies = trace.decisions.iter().filter(|one| one.copy).count();
    let lines = trace
        .decisions
        .iter()
        .enumerate()
        .map(|(n, SwitchDecision { at, sentence, copy })| {
            let at = *at;
            view! {
                <li class:lost=is_lost && n == last class:copy=*copy class:later=move || now.get() < at>
                    {copy.then(|| view! { <em>"a copy"</em>" " })}
                    <b title=at.to_string()>{time(at)}</b>
                    {move || (now.get() < at).then_some(" (after the cursor)")}" "{sentence.clone()}
                </li>
            }
        })
        .collect_view();
    let flooded = (copies > 0).then(|| {
        view! { <p class="detail">"A switch that had not learnt where the destination is sent copies everywhere. Only one is the frame that arrives."</p> }
    });
    (!trace.decisions.is_empty()).then(|| {
        view! {
            <h4>"What each switch decided, and why"</h4>
            {flooded}
            <ol class="decisions" data-testid="decisions">{lines}</ol>
        }
    })
}

fn time(time: Time) -> String {
    span_label(precise(time.ps()))
}

#[expect(clippy::cast_precision_loss, reason = "for display")]
const fn precise(n: u64) -> f64 {
    n as f64
}
