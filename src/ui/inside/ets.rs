//! How the classes of the selected port share it.

use fabric_sim::fabric::egress::Algorithm;
use leptos::prelude::*;

use crate::charts::size_label;
use crate::scene::{ClassRow, FILLS, class_rows, digit_colour};
use crate::ui::Desk;

/// What the tab shows.
#[derive(Clone, Default, PartialEq)]
struct Output {
    peer: String,
    /// Classes that share it, and strict ones, which go before them.
    sharing: Vec<ClassRow>,
    strict: Vec<ClassRow>,
    /// Whether deficits and quanta are in frames.
    frames: bool,
}

/// The tab of transmission selection.
#[component]
pub fn Ets(desk: Desk) -> impl IntoView {
    let output = Memo::new(move |_| {
        desk.words.with(|picture| {
            let (spec, port) = (&picture.stage.spec, picture.selected.port);
            let ets = desk.look(|lab| lab.run().tape().world().scheduler(port).ets()).unwrap_or(0);
            let at = &spec.ports[port.index()];
            let peer = &spec.nodes[spec.ports[at.peer.index()].node.index()].name;
            let rows = picture.ports.get(port.index()).map(|view| class_rows(view, ets)).unwrap_or_default();
            let (sharing, strict) = rows.into_iter().partition(|row| row.share.is_some());
            Output { peer: peer.clone(), sharing, strict, frames: at.config.ets.algorithm == Algorithm::Wrr }
        })
    });
    let none = move || output.with(|all| all.sharing.is_empty());
    let rows =
        move || output.with(|all| all.sharing.iter().map(|row| share_view(row, all.frames)).collect_view());
    let strict = move || {
        output.with(|all| {
            (!all.strict.is_empty()).then(|| {
                view! {
                    <h4>"Strict: served before those that share, highest first"</h4>
                    <ul class="classes strict">{all.strict.iter().map(strict_view).collect_view()}</ul>
                }
            })
        })
    };
    view! {
        <section class="ets" data-testid="ets">
            <header>
                <h3>{move || output.with(|all| format!("Classes on their way to {}", all.peer))}</h3>
            </header>
            {move || none().then(|| view! {
                <p class="empty">
                    "No class of this port shares it: all are strict, so the highest priority with a frame sends first."
                </p>
            })}
            <ul class="classes">{rows}</ul>
            {strict}
        </section>
    }
}

/// A class that shares: its part against its target, and its round.
fn share_view(row: &ClassRow, frames: bool) -> impl IntoView + use<> {
    let amount = move |n: u32| if frames { format!("{n} frames") } else { size(u64::from(n)) };
    let share = row.share.unwrap_or(0);
    let bar = match (row.parts, row.band()) {
        (Some((target, got)), Some((from, to))) => {
            let style = format!("--got:{got:.4};--target:{target:.4};--from:{from:.4};--to:{to:.4}");
            let words = format!("{:.1} % of {:.1} %", 100.0 * got, 100.0 * target);
            view! {
                <div class="part-bar" style=style role="meter" aria-valuemin="0" aria-valuemax="100"
                    aria-valuenow=format!("{:.1}", 100.0 * got) aria-valuetext=words
                    aria-label=format!("measured share of class {}", row.class)
                    title="solid: what it got while others wanted to send, too; line: its target; band: ±10 % of it (IEEE 802.1Q, clause 37)">
                    <i class="band"></i><i class="got"></i><i class="target"></i>
                </div>
            }
            .into_any()
        }
        _ => view! { <p class="detail">"No other class has wanted to send at the same time yet."</p> }
            .into_any(),
    };
    let measured = row.parts.map(|(_, got)| format!("{:.1} %", 100.0 * got));
    let saved = f64::from(row.deficit) / f64::from(row.quantum.max(1));
    let (error, peak) = row.error;
    let sign = if error < 0 { "\u{2212}" } else { "+" };
    view! {
        <li>
            <p class="head">
                {badge(row.class)}
                <span>{format!("target {share} %")}</span>
                <b>{measured}</b>
            </p>
            {bar}
            <dl>
                <div><dt>"deficit"</dt><dd>
                    <i class="saved" style=format!("--saved:{:.3}", saved.min(1.0))></i>
                    {format!("{} of {}", amount(row.deficit), amount(row.quantum))}
                </dd></div>
                <div title="against an ideal fluid, in the last whole round of the scheduler">
                    <dt>"last round"</dt><dd>{format!("{sign}{}, at most {}", size(error.unsigned_abs()), size(peak))}</dd>
                </div>
                <div><dt>"sent"</dt><dd>{format!("{}, {} wait", size(row.sent), size(row.waits))}</dd></div>
            </dl>
        </li>
    }
}

fn strict_view(row: &ClassRow) -> impl IntoView + use<> {
    view! {
        <li><p class="head">
            {badge(row.class)}
            <span>{format!("sent {}", size(row.sent))}</span>
            <b>{format!("{} wait", size(row.waits))}</b>
        </p></li>
    }
}

/// The priority: digit and hue.
fn badge(class: u8) -> impl IntoView + use<> {
    let style = format!("--fill:{};--digit:{}", FILLS[usize::from(class & 7)], digit_colour(class));
    view! { <i class="badge" style=style>{class}</i> }
}

#[expect(clippy::cast_precision_loss, reason = "for display")]
fn size(bytes: u64) -> String {
    size_label(bytes as f64)
}
