//! Chart of the rates of all flows to one receiver: allowed rates or rates of arrival. The displayed flow has
//! a thick line, and a panel below with its DCQCN α. Start with [`RateChart`].
//!
//! Rates are in bits per second; rates of arrival are means over some frames. At most 64 other flows are
//! drawn, below the displayed one. Without rate control, only rates of arrival can be shown. While the run
//! plays, the axis grows but never shrinks.

use std::rc::Rc;

use fabric_sim::document::link::Chart;
use fabric_sim::ids::{FlowId, Priority};
use fabric_sim::units::Time;
use leptos::prelude::*;
use plotters::style::RGBColor;

use super::OtherChart;
use super::canvas::PlotCanvas;
use super::number::{float, ps, whole};
use super::of_run_a::FlowOfRunA;
use super::run_a_legend::{Replaying, RunALegend, Topic};
use crate::charts::{
    Curve, LABEL_GAP, LabelledLine, LineLabel, Margins, Panel, Plot, Tones, Trace, Unit, dash_of,
    flow_colour, merge_labels, short_flow_names, speed_label, time_label, tones, top_of,
};
use crate::lab::{ChartHistory, Lab, ShownWindow, StaticPicture};
use crate::round::round_above;
use crate::scene::{Theme, shades};
use crate::ui::{Due, PageContext};

/// Largest number of other flows that are drawn together with the displayed flow.
const MAX_OTHER_FLOWS: usize = 64;
/// Number of frames whose transmission time is the interval over which the arrivals of a flow are averaged.
/// Fewer frames give no steady rate. The interval depends only on the flow, so that drawn values do not
/// change while the run continues.
const FRAMES: u64 = 20;
/// Largest number of columns in which a thin line has values. A coarse line is sufficient for other flows.
const MAX_OTHER_COLUMNS: usize = 300;
/// Least height in pixels of the panel with α. In a lower chart, this panel is absent; the tab of the flow
/// still shows α.
const MIN_ALPHA_HEIGHT: f64 = 16.0;
/// Factor from the recorded DCQCN α, in millionths, to α.
pub(super) const MILLIONTH: f64 = 1e-6;

/// Choice of the viewer in the chart of rates: `true` shows the rates that rate control allows, `false` the
/// rates of arrival. `None` (no choice) shows allowed rates if rate control limits any flow. The choice stays
/// when another document is opened. The page provides this type as a leptos context.
#[derive(Clone, Copy)]
pub struct RateKindChoice(pub RwSignal<Option<bool>>);

impl RateKindChoice {
    /// Returns `true` if the chart shows allowed rates, `false` if it shows rates of arrival. `limits` is
    /// `true` if rate control limits any flow; if it limits none, the chart shows rates of arrival.
    pub fn allowed(self, limits: bool) -> bool {
        limits && self.0.try_get().flatten().unwrap_or(true)
    }
}

/// Chart of rates, with title, legend and canvas. If rate control limits any flow, two buttons choose between
/// allowed rates and rates of arrival.
#[component]
pub fn RateChart(page: PageContext) -> impl IntoView {
    let flow = Memo::new(move |_| page.static_picture.with(|static_picture| static_picture.flow));
    let name = Memo::new(move |_| {
        page.history_changed.track();
        let name = |lab: &Lab| lab.flow_pace(lab.flow()?).map(|(name, _)| name.to_owned());
        page.read_lab(name).flatten().unwrap_or_default()
    });
    // Allowed rates can be shown as soon as rate control limits any flow.
    let choice = expect_context::<RateKindChoice>();
    let limited = Memo::new(move |_| {
        page.text_picture.with(|picture| picture.view.flows.iter().any(|flow| flow.control.is_some()))
    });
    let allowed = move || choice.allowed(limited.get());
    let over = RwSignal::new(Time::ZERO);
    // Shown flow and kind of rate, and the end of their axis. While the run plays, the axis may grow, but not
    // shrink.
    let before = StoredValue::new(None::<((FlowId, bool), f64)>);
    let plot = move |lab: &Lab, size: (f64, f64), theme| {
        let Some(flow) = flow.get_untracked() else { return nothing() };
        let summed = summed_over(lab, flow, whole(Margins::shared(size.0).axis(size.0)));
        if over.get_untracked() != summed {
            over.set(summed);
        }
        let shown = (flow, allowed());
        let plays = page.static_picture.with_untracked(|picture| picture.playing);
        let before_top = before.get_value().filter(|(rates, _)| plays && *rates == shown);
        let least = before_top.map_or(0.0, |(_, top)| top);
        let (plot, named) = rates(lab, flow, (shown.1, least), (size, Margins::shared(size.0)), theme);
        before.set_value(plot.panels.first().map(|panel| (shown, panel.top)));
        (plot, named)
    };
    // Text with the interval for averaging and, for a multicast flow, the receiver.
    let summed = Memo::new(move |_| {
        page.history_changed.track();
        let of = |lab: &Lab| {
            let (flow, spec) = (lab.flow()?, lab.run().recording().spec());
            let over = time_label(over.get());
            let at = lab.receiver(flow).filter(|_| lab.is_multicast(flow));
            let at = at.map(|node| format!(" at {}", spec.nodes[node.index()].name)).unwrap_or_default();
            Some(format!("arriving{at}, over {over}"))
        };
        page.read_lab(of).flatten().unwrap_or_default()
    });
    let colour = move || {
        let theme = page.theme.get();
        let of = |static_picture: &Rc<StaticPicture>| {
            let (flow, spec) = (static_picture.flow?.index(), &static_picture.document_picture.spec);
            Some((spec.flows.get(flow)?.priority, shades(spec).get(flow).copied().unwrap_or_default()))
        };
        page.static_picture.with(of).map(|(priority, shade)| {
            let RGBColor(red, green, blue) = flow_colour(theme, priority, shade, false);
            format!("background:rgb({red},{green},{blue})")
        })
    };
    // Text with the common receiver of the thin lines.
    let others = Memo::new(move |_| {
        page.history_changed.track();
        let to = |lab: &Lab| {
            let flow = lab.flow()?;
            let to = lab.receiver(flow).filter(|_| lab.rivals(flow).len() > 1)?;
            if lab.charts_all_flows() {
                return Some("thin: all others".to_owned());
            }
            Some(format!("thin: others to {}", lab.run().recording().spec().nodes[to.index()].name))
        };
        page.read_lab(to).flatten().unwrap_or_default()
    });
    let choice = move |on: bool, words: &'static str, title: &'static str| {
        view! {
            <button aria-pressed=move || (allowed() == on).to_string() title=title
                on:click=move |_| { choice.0.set(Some(on)); page.publish(Due::History); }>{words}</button>
        }
    };
    view! {
        <section class="rates" aria-label="Rates" data-testid="rates">
            <header>
                <h2>"Rates"</h2>
                <span class="legend-entry flow"><i style=colour></i><b>{name}</b></span>
                <span class="legend-entry others" title="Thin lines: other flows, in the colours of their frames">{others}</span>
                <RunALegend page of=Topic::Flow/>
                <Replaying page of=Topic::Flow/>
                <OtherChart page words="Queue depth" other=Chart::Queue/>
                <OtherChart page words="Lanes" other=Chart::Lanes class="frame-chart"/>
                <Show when=move || limited.get() fallback=move || view! {
                    <span class="over">{summed}</span>
                }>
                    <div class="segmented" role="group" aria-label="Which rates">
                        {choice(true, "allowed", "What rate control lets each flow send; below, \u{3b1} of the one that is looked at")}
                        {choice(false, "arriving", "Frame bytes that arrive, summed up over a moment")}
                    </div>
                </Show>
            </header>
            <PlotCanvas page id="chart-rates" plot/>
        </section>
    }
}

/// Plot without a panel, for a document without a flow.
fn nothing() -> (Plot, Vec<LineLabel>) {
    (Plot { span: (0.0, 1.0), now: 0.0, margins: Margins::ALONE, panels: Vec::new() }, Vec::new())
}

/// Interval over which arrivals of `flow` are averaged: the transmission time of [`FRAMES`] frames. If a
/// pixel column of the chart covers more time, the interval is this time, rounded up to 1, 2 or 5 times a
/// power of ten. The interval thus rarely changes while the axis grows. The chart has `columns` columns; 0
/// counts as 1.
fn summed_over(lab: &Lab, flow: FlowId, columns: usize) -> Time {
    let column = lab.shown_window().width().ps() / columns.max(1) as u64;
    Time((lab.frame_time(flow).ps() * FRAMES).max(round_above(column)))
}

/// Plots the rates of `flow` and of the other flows to its receiver. If `allowed` is true, these are the
/// rates that rate control allows; otherwise they are rates of arrival. The axis of rates ends at `least` b/s
/// or higher. Size and margins are in pixels.
///
/// Returns the plot and its labels. The first panel has the rates. The next panel has the rates of run A, if
/// both runs have their own panels. The last panel has α, if `allowed` is true and DCQCN controls `flow`.
/// Curves above the axis are cut; a label gives the greatest rate.
pub(super) fn rates(
    lab: &Lab,
    flow: FlowId,
    (allowed, least): (bool, f64),
    ((width, height), margins): ((f64, f64), Margins),
    theme: Theme,
) -> (Plot, Vec<LineLabel>) {
    let (now, window, columns) =
        (lab.run().snapshot().now, lab.shown_window(), whole(margins.axis(width)).max(16));
    let (tone, over) = (tones(theme), summed_over(lab, flow, columns));
    let (mut own, mut flows): (Vec<_>, Vec<_>) = lab.rivals(flow).into_iter().partition(|one| one.0 == flow);
    flows.truncate(MAX_OTHER_FLOWS);
    // The line of `flow` is drawn last, over the others.
    flows.append(&mut own);
    let priorities: Vec<Priority> =
        lab.run().recording().world().flow_specs().map(|flow| flow.priority).collect();
    let (shades, is_chosen) = (shades(lab.run().recording().spec()), lab.chosen_flow().is_some());
    let of_own = flows.iter().find(|one| one.0 == flow).copied();
    let other = of_own.and_then(|(_, receiver)| {
        FlowOfRunA::of(lab, flow).map(|a| (a.rate(allowed, receiver, over, columns), a))
    });
    let of = |(one, receiver): (FlowId, usize)| {
        // Only the line of `flow` needs the full resolution.
        let columns = if one == flow { columns } else { columns.min(MAX_OTHER_COLUMNS) };
        let trace =
            if allowed { may_send(lab, one, columns) } else { arrives(lab, one, receiver, (over, columns)) };
        let priority = priorities.get(one.index()).copied().unwrap_or_default();
        let shade = shades.get(one.index()).copied().unwrap_or_default();
        let colour = flow_colour(theme, priority, shade, one != flow && is_chosen);
        let width = if one == flow { 2.5 } else { 1.0 };
        // Only the value of `flow` is read at the pointer, so that only its line has a name.
        let name = if one == flow { "rate".to_owned() } else { String::new() };
        (one, Curve { trace, colour, width, dash: dash_of(shade), name, flow: Some(one) })
    };
    let mut curves: Vec<(FlowId, Curve)> = flows.into_iter().map(of).collect();
    let labels = labels(lab, flow, &curves, ps(now));
    let a = other.as_ref().map(|(trace, _)| trace);
    let (top, most) = top_of(curves.iter().map(|(_, curve)| &curve.trace).chain(a));
    // Before the first arrival, the axis ends at the rate of the link.
    let line = lab.flow_pace(flow).map_or(top, |(_, rate)| float(rate));
    let top = if most > 0.0 { top } else { line }.max(least);
    let has_room = margins.panel(height, 1, &[2, 1]).1 >= MIN_ALPHA_HEIGHT;
    let alpha =
        alpha(lab, flow, other.as_ref().map(|(_, a)| a), columns, &tone).filter(|_| allowed && has_room);
    let of_rates = |curves| Panel { unit: Unit::Rate, top, weight: 2, curves, thresholds: Vec::new() };
    let mut apart = None;
    if let Some((trace, a)) = other {
        let curve = Curve::of_run_a(trace, tone.run_a, "A: rate".to_owned());
        if lab.draws_apart() {
            apart = Some(of_rates(vec![Curve { width: 2.5, dash: None, ..curve }]));
        } else {
            // The line of run A is drawn below the line of `flow` and above the others.
            let place = curves.len().saturating_sub(1);
            curves.insert(place, (a.flow, curve));
        }
    }
    let rates = of_rates(curves.into_iter().map(|(_, curve)| curve).collect());
    let panels: Vec<Panel> = std::iter::once(rates).chain(apart).chain(alpha).collect();
    let weights: Vec<u32> = panels.iter().map(|panel| panel.weight).collect();
    let (from, high) = margins.panel(height, 0, &weights);
    let mut named = merge_labels(labels, top, (from, high));
    if most > top {
        let words = format!("up to {} \u{2191}", speed_label(most));
        named.push(LineLabel::new(words, from + 0.5 * LABEL_GAP, "beyond"));
    }
    for (index, panel) in panels.iter().enumerate().skip(1) {
        let (words, class) = if panel.unit == Unit::Rate { ("A", "beyond") } else { ("\u{3b1}", "alpha") };
        let y = margins.panel(height, index, &weights).0 + 0.5 * LABEL_GAP;
        named.push(LineLabel::new(words.to_owned(), y, class));
    }
    let span = (ps(window.from), ps(window.to));
    (Plot { span, now: ps(now), margins, panels }, named)
}

/// Line of the allowed rate of a flow in the window, up to the last recorded time. A flow without rate
/// control may send at the rate of its link.
fn may_send(lab: &Lab, flow: FlowId, columns: usize) -> Trace {
    let (recording, window) = (lab.run().recording(), lab.shown_window());
    let past = recording.history().flow(flow);
    let mut trace = past.map(|past| window.line(&past.allowed, columns, 1.0)).unwrap_or_default();
    if !recording.history().is_behind(None) {
        let now = ps(lab.run().snapshot().now);
        if let Some((_, rate)) = lab.flow_pace(flow)
            && trace.corners.last().is_none_or(|corner| corner.0 < now)
        {
            let rate = float(rate);
            trace.column((now, now), rate, rate, rate);
        }
        trace.last_until(ps(recording.known_until()));
    }
    window.cut(trace)
}

/// Line of the rate at which `flow` arrives at `receiver` in run B.
fn arrives(lab: &Lab, flow: FlowId, receiver: usize, over: (Time, usize)) -> Trace {
    let recording = lab.run().recording();
    arriving(recording.history(), flow, receiver, recording.known_until(), (lab.shown_window(), over))
}

/// Line of the rate at which `flow` arrives at `receiver`, an index into the receivers of the flow. The rate
/// in b/s is averaged over the time `over`, and drawn in `columns` columns of `window`. `known` is the last
/// recorded time. Empty while the history is still being recorded.
pub(super) fn arriving(
    history: &ChartHistory,
    flow: FlowId,
    receiver: usize,
    known: Time,
    (window, (over, columns)): (ShownWindow, (Time, usize)),
) -> Trace {
    // A history that is still being recorded gives no line, because missing arrivals would look like a rate
    // of 0.
    let past = history.flow(flow).filter(|_| !history.is_behind(None));
    let Some(past) = past else { return Trace::default() };
    let mut corners: Vec<(f64, f64)> = Vec::new();
    for (at, rate) in past.arrived(receiver, (window, columns), known, over) {
        let level = corners.last().map(|corner| corner.1);
        corners.extend(level.filter(|level| level.to_bits() != rate.to_bits()).map(|level| (ps(at), level)));
        corners.push((ps(at), rate));
    }
    // The last interval continues to the last recorded time.
    if let Some((_, rate)) = corners.last().copied() {
        corners.push((ps(known), rate));
    }
    window.cut(Trace::through(corners))
}

/// Panel with the DCQCN α of `flow` in run B, and of the flow `of_run_a` in run A if it is given. `None` if
/// DCQCN does not control `flow`.
fn alpha(
    lab: &Lab,
    flow: FlowId,
    of_run_a: Option<&FlowOfRunA>,
    columns: usize,
    tone: &Tones,
) -> Option<Panel> {
    lab.run().snapshot().flows.get(flow.index())?.control?.dcqcn?;
    let (recording, window) = (lab.run().recording(), lab.shown_window());
    let mut trace = window.line(&recording.history().flow(flow)?.alpha, columns, MILLIONTH);
    if !recording.history().is_behind(None) {
        trace.last_until(ps(recording.known_until()));
    }
    let trace = window.cut(trace);
    let own =
        Curve { trace, colour: tone.mark, width: 2.0, dash: None, name: "\u{3b1}".to_owned(), flow: None };
    let a = of_run_a.and_then(|a| a.alpha(columns));
    let a = a.map(|trace| Curve::of_run_a(trace, tone.run_a, "A: \u{3b1}".to_owned()));
    let curves = a.into_iter().chain([own]).collect();
    Some(Panel { unit: Unit::Share, top: 1.0, weight: 1, curves, thresholds: Vec::new() })
}

/// Labels of the flows, in the order of `curves`. A label has the name of its flow and the value of its curve
/// at the time `now`, in ps. If a curve begins after `now`, the label has the last value of the curve. The
/// flow `strong` has the thick line. A curve without values has no label.
fn labels(lab: &Lab, strong: FlowId, curves: &[(FlowId, Curve)], now: f64) -> Vec<LabelledLine> {
    let at = |trace: &Trace| {
        let before = trace.corners.iter().rev().find(|corner| corner.0 <= now);
        before.or(trace.corners.last()).map(|corner| corner.1)
    };
    let named = |(flow, curve): &(FlowId, Curve)| Some((lab.flow_pace(*flow)?.0, at(&curve.trace)?, *flow));
    let named: Vec<(&str, f64, FlowId)> = curves.iter().filter_map(named).collect();
    let whole = || named.iter().map(|(name, ..)| *name);
    let short = if lab.charts_all_flows() {
        whole().map(str::to_owned).collect()
    } else {
        short_flow_names(&whole().collect::<Vec<_>>())
    };
    let lines = short.into_iter().zip(&named);
    lines
        .map(|(name, &(_, value, flow))| LabelledLine { name, value, flow, is_strong: flow == strong })
        .collect()
}
