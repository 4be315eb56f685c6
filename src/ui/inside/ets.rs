//! Tab on ETS: shares of the traffic classes of the selected port, as configured and as measured.
//!
//! The measured share of a class counts only the time in which this class and another class with an ETS share
//! had frames waiting. Without such a time, a text replaces the bar. If the measurement covers fewer than 10
//! scheduler rounds, the shares are marked as early. Classes with strict priority follow below. Start with
//! [`Ets`].

use fabric_sim::engine::PortView;
use fabric_sim::fabric::egress::Algorithm;
use fabric_sim::ids::Priority;
use fabric_sim::sort;
use fabric_sim::units::Time;
use leptos::prelude::*;

use super::share_form::Classes;
use crate::charts::{bytes_label, percent_label, time_label};
use crate::scene::{ClassRow, FILLS, class_rows, digit_colour};
use crate::ui::PageContext;

/// Number of scheduler rounds below which measured shares are marked as early, because they have not settled.
const EARLY: f64 = 10.0;

/// Traffic classes of the selected port, with their scheduling and their measured shares.
#[derive(Clone, Default, PartialEq)]
struct Output {
    peer: String,
    /// Classes with an ETS share of the bandwidth that strict priority leaves.
    sharing: Vec<ClassRow>,
    /// Traffic classes with strict priority.
    strict: Vec<ClassRow>,
    /// Unit of deficits and quanta: `true` for frames (WRR), `false` for bytes (DWRR).
    frames: bool,
    /// Length of the recent past, and the bytes that each priority sent in it. `None` if the past was not
    /// recorded.
    recent: Option<(Time, [u64; 8])>,
    /// Whether measured shares cover the recent past; if `false`, they cover the time since the start of the
    /// run.
    is_recent: bool,
}

impl Output {
    /// Text with the interval that the measured shares cover.
    fn interval(&self) -> String {
        match self.recent {
            Some((span, _)) if self.is_recent => format!("in the last {}", time_label(span)),
            _ => "since the start".to_owned(),
        }
    }

    /// Label, and text about the bytes that `class` sent in the recent past. The text has the percentage of
    /// `class` in the bytes of all classes of the port. If no class sent anything, the text says so. `None`
    /// if the recent past was not recorded.
    fn recently(&self, class: Priority) -> Option<(String, String)> {
        let (span, sent) = self.recent?;
        let (own, all) = (sent[class.index()], sent.iter().sum::<u64>());
        let share =
            if all == 0 { "nothing was sent".to_owned() } else { percent_label(float(own) / float(all), 1) };
        Some((format!("sent in the last {}", time_label(span)), format!("{} · {share}", bytes_label(own))))
    }
}

/// View of a port with the measured shares of the time from `then`, an earlier view of the same port, to
/// `now`.
fn since(now: &PortView, then: &PortView) -> PortView {
    let mut view = *now;
    for (priority, then) in view.priorities.iter_mut().zip(&then.priorities) {
        priority.class.got = priority.class.got.since(&then.class.got);
    }
    view
}

/// Tab on ETS: measured shares of the classes, classes with strict priority, and the form of the shares. Two
/// buttons choose the interval of the measured shares: the recent past, or the time since the start. The
/// buttons are absent if no class has a share, or the recent past was not recorded. Classes and rows of the
/// form are in descending order of priority.
#[component]
pub fn Ets(page: PageContext) -> impl IntoView {
    let is_recent = RwSignal::new(false);
    let output = Memo::new(move |_| {
        page.text_picture.with(|picture| {
            let (spec, port) =
                (&picture.static_picture.document_picture.spec, picture.static_picture.selected.port);
            let ets =
                page.read_lab(|lab| lab.run().recording().world().scheduler(port).ets()).unwrap_or_default();
            let at = &spec.ports[port.index()];
            let peer = &spec.owner(at.peer).name;
            let frames = at.config.ets.algorithm == Algorithm::Wrr;
            let view = picture.view.ports.get(port.index());
            let recent = page.read_lab(|lab| {
                let past = lab.since()?;
                let (now, then) = (view?, past.view.ports.get(port.index())?);
                let sent = |n: usize| {
                    now.priorities[n].class.sent_bytes.saturating_sub(then.priorities[n].class.sent_bytes)
                };
                let measured = is_recent.get().then(|| since(now, then));
                Some(((past.span, std::array::from_fn(sent)), measured))
            });
            let (recent, measured) = recent.flatten().unzip();
            let measured = measured.flatten();
            let rows = measured.as_ref().or(view).map(|view| class_rows(view, ets, !frames));
            let (sharing, strict) = rows.unwrap_or_default().into_iter().partition(|row| row.share.is_some());
            let is_recent = measured.is_some();
            Output { peer: peer.clone(), sharing, strict, frames, recent, is_recent }
        })
    });
    let recent_span = Memo::new(move |_| output.with(|all| all.recent.map(|(span, _)| span)));
    let none = move || output.with(|all| all.sharing.is_empty());
    let rows = move || output.with(|all| all.sharing.iter().map(|row| share_view(row, all)).collect_view());
    let strict = move || {
        output.with(|all| {
            (!all.strict.is_empty()).then(|| {
                view! {
                    <h4>"Strict: served before those that share, highest first"</h4>
                    <ul class="classes strict">{all.strict.iter().map(|row| strict_view(row, all)).collect_view()}</ul>
                }
            })
        })
    };
    // Rows of the form: the classes in use, and the selected priority.
    let current = Memo::new(move |_| {
        let selected = page.static_picture.with(|static_picture| static_picture.selected.priority);
        output.with(|all| {
            let there = all.strict.iter().chain(&all.sharing).map(|row| (row.class, row.share));
            let mut classes: Vec<(Priority, Option<u8>)> = there.collect();
            if !classes.iter().any(|(class, _)| *class == selected) {
                classes.push((selected, None));
            }
            sort::by_key(&mut classes, |(class, _)| std::cmp::Reverse(*class));
            classes
        })
    });
    view! {
        <section class="ets" data-testid="ets">
            <header>
                <h3>{move || output.with(|all| format!("Classes on their way to {}", all.peer))}</h3>
            </header>
            {move || recent_span.get().filter(|_| !none()).map(|span| view! {
                <div class="segmented" role="group" aria-label="Measured shares">
                    <button aria-pressed=move || (!is_recent.get()).to_string() data-testid="ets-whole"
                        on:click=move |_| is_recent.set(false)>"since the start"</button>
                    <button aria-pressed=move || is_recent.get().to_string() data-testid="ets-recent"
                        on:click=move |_| is_recent.set(true)>{format!("in the last {}", time_label(span))}</button>
                </div>
            })}
            {move || none().then(|| view! {
                <p class="empty">
                    "No class of this port shares it: all are strict, so the highest priority with a frame sends first."
                </p>
            })}
            <ul class="classes">{rows}</ul>
            {move || (!none()).then(|| view! {
                <p class="detail">
                    "Share: as configured. Got, the bar: what the class sent of all that was sent while it and another class that shares had frames waiting. Due, the line: what its share came to in those times, in which the share of a class with nothing to send goes to the others. Each class is measured over its own contended time, so the columns need not add up to 100\u{202f}%."
                </p>
            })}
            {strict}
            <Classes page current/>
        </section>
    }
}

/// Figures of a class with an ETS share. A bar shows the share that the class received; a line marks the
/// share that the ETS weights give to the class. The figures `sent`, `waits` and `deficit` are those at the
/// cursor, independent of the interval of the measured shares.
fn share_view(row: &ClassRow, all: &Output) -> impl IntoView + use<> {
    let frames = all.frames;
    let amount = move |n: u32| if frames { format!("{n}\u{202f}frames") } else { bytes_label(u64::from(n)) };
    let share = row.share.unwrap_or(0);
    let bar = match (row.parts, row.band()) {
        (Some((due, got)), Some((from, to))) => {
            let fill = FILLS[row.class.index()];
            let style = format!("--fill:{fill};--got:{got:.4};--due:{due:.4};--from:{from:.4};--to:{to:.4}");
            let words = format!("got {}, due {}", percent_label(got, 1), percent_label(due, 1));
            view! {
                <div class="share-bar" style=style role="meter" aria-valuemin="0" aria-valuemax="100"
                    aria-valuenow=format!("{:.1}", 100.0 * got) aria-valuetext=words
                    aria-label=format!("measured share of class {}", row.class)
                    title="bar: what it got while others wanted to send, too; line: what was due to it then; band: ±10\u{202f}% of that (IEEE 802.1Q, clause 37)">
                    <i class="band"></i><i class="got"></i><i class="due"></i>
                </div>
            }
            .into_any()
        }
        _ => view! { <p class="detail">{format!("No other class had frames at the same time {}.", all.interval())}</p> }
            .into_any(),
    };
    let measured = row.parts.map(|(due, got)| {
        let early = row.rounds.filter(|rounds| *rounds < EARLY).map(|rounds| {
            let title = "shares settle over many rounds of the scheduler";
            view! { <small title=title>{format!("too early to judge ({rounds:.1} rounds)")}</small> }
        });
        view! { <span>{format!("due {}", percent_label(due, 1))}</span><b>{format!("got {}", percent_label(got, 1))}</b><small>{all.interval()}</small>{early} }
    });
    let (got, contended) = row.contest;
    let contest = (contended > 0).then(|| {
        view! { <div><dt>{format!("share while contending, {}", all.interval())}</dt><dd>{format!("{} of {}", bytes_label(got), bytes_label(contended))}</dd></div> }
    });
    let saved = f64::from(row.deficit) / f64::from(row.quantum.max(1));
    let (error, peak) = row.error;
    let sign = if error < 0 { "\u{2212}" } else { "+" };
    view! {
        <li>
            <p class="head">
                {badge(row.class)}
                <span>{format!("share {}", percent_label(f64::from(share) / 100.0, 0))}</span>
                <span class="measured">{measured}</span>
            </p>
            {bar}
            <dl>
                {all.recently(row.class).map(|(name, value)| view! { <div data-testid="recent-share"><dt>{name}</dt><dd><b>{value}</b></dd></div> })}
                {contest}
                <div><dt>"sent since the start"</dt><dd>{bytes_label(row.sent)}</dd></div>
                <div><dt>"waits now"</dt><dd>{bytes_label(row.waits)}</dd></div>
                <div><dt>"deficit now"</dt><dd>
                    <i class="saved" style=format!("--saved:{:.3}", saved.min(1.0))></i>
                    {format!("{} of {}", amount(row.deficit), amount(row.quantum))}
                </dd></div>
                <div title="against an ideal fluid, in the last whole round of the scheduler">
                    <dt>"error in last round"</dt><dd>{format!("{sign}{} (bound {})", bytes_label(error.unsigned_abs()), bytes_label(peak))}</dd>
                </div>
            </dl>
        </li>
    }
}

fn strict_view(row: &ClassRow, all: &Output) -> impl IntoView + use<> {
    view! {
        <li><p class="head">
            {badge(row.class)}
            <span>{format!("sent {} since the start", bytes_label(row.sent))}</span>
            {all.recently(row.class).map(|(name, value)| view! { <span data-testid="recent-share">{format!("{name}: {value}")}</span> })}
            <b>{format!("{} wait", bytes_label(row.waits))}</b>
        </p></li>
    }
}

/// Badge of a priority: its number on its colour.
pub fn badge(class: Priority) -> impl IntoView + use<> {
    let style = format!("--fill:{};--digit:{}", FILLS[class.index()], digit_colour(class));
    view! { <i class="badge" style=style>{class.get()}</i> }
}

#[expect(clippy::cast_precision_loss, reason = "for display")]
const fn float(n: u64) -> f64 {
    n as f64
}
