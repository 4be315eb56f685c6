//! Plot of queue depth, built from the recorded history of the selected port and priority. Start with
//! [`depth`].
//!
//! Depths are in bytes. The ingress group is the upper panel, the egress queue the lower one. If run A
//! differs, its lines are dashed in the same panels, or have panels of their own. The scale depends on the
//! whole run, not on the window. A history that is still being recorded ends at its last value. A missing
//! threshold has no line.

use fabric_sim::units::Time;
use plotters::style::RGBColor;

use super::number::{float, ps, whole};
use crate::charts::{
    Curve, LineLabel, Margins, Panel, Plot, ThresholdLine, Tones, Trace, Unit, flow_colour, nice_ceiling,
    size_label, spread_labels, tones,
};
use crate::lab::{Column, Lab, NO_THRESHOLD, Pyramid, QueueHistory, Selected, ShownWindow, Thresholds};
use crate::scene::Theme;

/// Plot of queue depth with its labels, in the order of the panels from top to bottom.
pub struct Depth {
    /// Plot of the queue depth.
    pub plot: Plot,
    /// Labels of the threshold lines, with their positions.
    pub named: Vec<LineLabel>,
    /// Whether a panel is drawn: first of the ingress group, second of the egress queue.
    pub shown: (bool, bool),
}

/// Threshold of a queue: label, CSS class, function that reads the present value in bytes, and index in
/// `QueueHistory::thresholds`.
type Level = (&'static str, &'static str, fn(&Thresholds) -> u64, usize);

/// Least height in pixels of a chart with two panels. A lower chart has only the panel of the ingress group,
/// which also has the line of run A.
const MIN_HEIGHT_OF_TWO: f64 = 64.0;

/// Plots the depth history of the selected port and priority. Size and margins are in pixels. The ingress
/// group and the egress queue have a panel each, with their thresholds. At a port of a switch, a buffer that
/// was always empty has no panel; if both buffers were always empty, only the ingress group has a panel. At a
/// port of a host, only the egress queue has a panel. Curves of run B have the colour of the priority.
pub fn depth(
    lab: &Lab,
    selected: Selected,
    ((width, height), margins): ((f64, f64), Margins),
    theme: Theme,
) -> Depth {
    let run = lab.run();
    let (now, window, columns) = (run.snapshot().now, lab.shown_window(), whole(margins.axis(width)).max(16));
    let key = (selected.port, selected.priority);
    let history = run.recording().history();
    let (past, is_behind) = (history.lane(key.0, key.1), history.is_behind(Some(key)));
    let lane = run
        .snapshot()
        .ports
        .get(selected.port.index())
        .map(|port| port.priorities[selected.priority.index()])
        .unwrap_or_default();
    let switch = run.recording().spec().switch_of(selected.port);
    let on_switch = switch.is_some();
    let held = lane.pg.reserve + lane.pg.shared + lane.pg.headroom;
    let trace = |past: Option<&Pyramid>, level: u64| {
        let mut trace = past.map(|past| window.line(past, columns, 1.0)).unwrap_or_default();
        // A history that is still being recorded ends at its last value. A complete history continues with
        // its last value up to the last recorded time.
        if !is_behind {
            if window.has(now) && trace.corners.last().is_none_or(|corner| corner.0 < ps(now)) {
                trace.column((ps(now), ps(now)), float(level), float(level), float(level));
            }
            trace.last_until(ps(run.recording().known_until().max(now)));
        }
        window.cut(trace)
    };
    let ingress = trace(past.map(|lane| &lane.ingress), held);
    let egress = trace(past.map(|lane| &lane.egress), lane.egress_bytes);
    let a = of_run_a(lab, selected, columns);
    let (a_lane, a_traces) = a.unzip();
    let (a_ingress, a_egress) = a_traces.unzip();
    let [ingress_most, egress_most] = greatest_depths(lab, selected, past, [held, lane.egress_bytes]);
    // A buffer that was always empty has no panel if the other buffer was used.
    let (holds, waits) = (ingress_most > 0, egress_most > 0);
    let is_low = height < MIN_HEIGHT_OF_TWO;
    let ingress_shown = on_switch && (holds || !waits);
    let shown = (ingress_shown, !(ingress_shown && is_low) && (!on_switch || waits));
    let headroom = switch.and_then(|switch| run.snapshot().pool_headroom.get(switch.index())).copied();
    let present = Thresholds::of(&lane, headroom);
    let end = lab.axis_end();
    let steps_of = |past: Option<&QueueHistory>, level: &Level| Steps {
        steps: steps(past, level, &present, window, columns),
        highest: highest(past, level, &present, end),
    };
    let (steps, steps_of_a) =
        (|level: &Level| steps_of(past, level), |level: &Level| steps_of(a_lane, level));
    let (tone, colour) = (tones(theme), flow_colour(theme, selected.priority, 0, false));
    let mut panels = Vec::new();
    let mut labels = Vec::new();
    let mut add = |name: &str, traces: (Trace, Option<Trace>), most: u64, levels: &[Level], colour| {
        let (b, a) = traces;
        match a {
            Some(a) if lab.draws_apart() && !is_low => {
                let (name_of_a, colour_of_a) = (format!("A: {name}"), tone.run_a);
                let of_a = |floor: f64| {
                    panel(
                        (&name_of_a, a.clone(), None),
                        (most, floor),
                        levels,
                        &steps_of_a,
                        colour_of_a,
                        &tone,
                    )
                };
                let floor = of_a(0.0).0.top;
                let of_b = panel((name, b, None), (most, floor), levels, &steps, colour, &tone);
                // The panels of both runs have the same scale.
                let mut of_a = of_a(of_b.0.top);
                of_a.1.push(LineLabel::new("A".to_owned(), of_a.0.top, "beyond"));
                for (panel, label) in [of_b, of_a] {
                    panels.push(panel);
                    labels.push(label);
                }
            }
            a => {
                let (panel, label) = panel((name, b, a), (most, 0.0), levels, &steps, colour, &tone);
                panels.push(panel);
                labels.push(label);
            }
        }
    };
    if shown.0 {
        let levels: [Level; 3] = [
            ("XOFF", "xoff", |marks| marks.xoff, 0),
            ("XON", "xon", |marks| marks.xon, 1),
            ("limit", "limit", |marks| marks.limit, 2),
        ];
        // A priority with credit-based flow control has no XOFF and XON.
        let gives = run.recording().spec().ports[key.0.index()].config.credit_channels().contains(key.1);
        let levels = if gives { &[][..] } else { &levels };
        add("ingress group", (ingress, a_ingress), ingress_most, levels, colour);
    }
    if shown.1 {
        let levels: [Level; 2] = [("Kmin", "k", |marks| marks.kmin, 3), ("Kmax", "k", |marks| marks.kmax, 4)];
        add("egress queue", (egress, a_egress), egress_most, &levels, colour);
    }
    let weights = vec![1; panels.len()];
    let mut named = Vec::new();
    for ((index, panel), label) in panels.iter().enumerate().zip(labels) {
        named.append(&mut spread_labels(label, panel.top, margins.panel(height, index, &weights)));
    }
    let span = (ps(window.from), ps(window.to));
    Depth { plot: Plot { span, now: ps(now), margins, panels }, named, shown }
}

/// Finds the port of the same name and the same priority in run A. Returns its recorded history, and the
/// depths of its ingress group and its egress queue up to the last recorded time. `None` if there is no run A
/// that differs from run B, or if run A has no such port or history.
fn of_run_a(lab: &Lab, selected: Selected, columns: usize) -> Option<(&QueueHistory, (Trace, Trace))> {
    let (a, window) = (lab.distinct_run_a()?, lab.shown_window());
    let port = a.port(lab.run().recording().spec(), selected.port)?;
    let lane = a.history().lane(port, selected.priority)?;
    let is_behind = a.history().is_behind(Some((port, selected.priority)));
    let trace = |past: &Pyramid| {
        let mut trace = window.line(past, columns, 1.0);
        if !is_behind {
            trace.last_until(ps(a.known_until()));
        }
        window.cut(trace)
    };
    Some((lane, (trace(&lane.ingress), trace(&lane.egress))))
}

/// Returns the greatest depth of the ingress group and of the egress queue in both runs, in bytes. `past` is
/// the history of run B; `now` has its present depths in bytes. The result covers the whole run, so that
/// panels do not appear or disappear when the shown window moves.
fn greatest_depths(lab: &Lab, selected: Selected, past: Option<&QueueHistory>, now: [u64; 2]) -> [u64; 2] {
    let of_b = past.map_or([0; 2], most);
    let of_a = lab.distinct_run_a().and_then(|a| {
        let port = a.port(lab.run().recording().spec(), selected.port)?;
        a.history().lane(port, selected.priority).map(most)
    });
    let of_a = of_a.unwrap_or_default();
    [0, 1].map(|n| of_b[n].max(of_a[n]).max(now[n]))
}

/// Greatest recorded depth of the ingress group and of the egress queue, in bytes; 0 if nothing was recorded.
fn most(lane: &QueueHistory) -> [u64; 2] {
    [&lane.ingress, &lane.egress].map(|past| past.most().unwrap_or(0))
}

/// Position of a threshold of `bytes` on the axis. [`NO_THRESHOLD`] gives infinity, which draws no line and
/// no label.
fn level(bytes: u64) -> f64 {
    if bytes == NO_THRESHOLD { f64::INFINITY } else { float(bytes) }
}

/// Threshold line. `steps` has its corners in the shown window, as (time in ps, bytes). `highest` has its
/// values over the whole run in bytes; the axis is scaled to these values.
struct Steps {
    steps: Vec<(f64, f64)>,
    highest: Vec<f64>,
}

/// Corners of the threshold line in the window, as (time in ps, bytes). If no history is recorded, the only
/// corner is the present value at the start of the window.
fn steps(
    lane: Option<&QueueHistory>,
    mark: &Level,
    present: &Thresholds,
    window: ShownWindow,
    columns: usize,
) -> Vec<(f64, f64)> {
    let past = lane.map(|lane| lane.thresholds[mark.3].columns(window.from, window.to, columns));
    // A value that lasted for less than a pixel is drawn as a vertical line.
    let step = |column: &Column| {
        [column.least, column.most, column.last].map(|bytes| (ps(column.from), level(bytes)))
    };
    let mut steps: Vec<(f64, f64)> = past.unwrap_or_default().iter().flat_map(step).collect();
    steps.dedup();
    if steps.is_empty() { vec![(ps(window.from), level(mark.2(present)))] } else { steps }
}

/// Returns the values in bytes that a threshold had from time 0 to `end`, and its present value, in no
/// particular order. If the threshold is absent, the value is infinity. The end of the axis is chosen from
/// these values of the whole run, so that it stays the same while the shown window moves.
fn highest(lane: Option<&QueueHistory>, mark: &Level, present: &Thresholds, end: Time) -> Vec<f64> {
    const ROUGHLY: usize = 32;
    let past = lane.map(|lane| lane.thresholds[mark.3].columns(Time::ZERO, end, ROUGHLY)).unwrap_or_default();
    let all = past.iter().flat_map(|column| [column.least, column.most, column.last]);
    all.chain([mark.2(present)]).map(level).collect()
}

/// Creates the panel of a queue, and the labels of its thresholds. `most` is the greatest depth of the queue,
/// and `floor` the least end of the axis, both in bytes. The axis ends at 1 kB or higher. A threshold does
/// not change the scale if it is at least 160 kB and at least 8 times `most`. For a threshold above the axis,
/// the label has the value and an arrow upwards. `of_run_a` is the line of run A; `None` draws only the line
/// of run B.
fn panel(
    (name, trace, of_run_a): (&str, Trace, Option<Trace>),
    (most, floor): (u64, f64),
    levels: &[Level],
    steps: &dyn Fn(&Level) -> Steps,
    colour: RGBColor,
    tone: &Tones,
) -> (Panel, Vec<LineLabel>) {
    let most = float(most).max(1_000.0);
    // Thresholds far above the depth of the queue do not scale the axis.
    let near = 8.0 * most.max(20_000.0);
    let all: Vec<Steps> = levels.iter().map(steps).collect();
    let seen = all.iter().flat_map(|mark| &mark.highest).copied();
    let top = nice_ceiling(seen.filter(|bytes| *bytes < near).fold(most, f64::max) * 1.04).max(floor);
    let named = levels
        .iter()
        .zip(&all)
        .filter_map(|((name, class, ..), mark)| Some((name, *class, mark.steps.last()?.1)))
        .filter(|(_, _, bytes)| bytes.is_finite())
        .map(|(name, class, bytes)| {
            let over = bytes > top;
            let words =
                if over { format!("{name} {} \u{2191}", size_label(bytes)) } else { (*name).to_owned() };
            LineLabel::new(words, bytes, class)
        })
        .collect();
    let thresholds = levels
        .iter()
        .zip(all)
        .map(|(mark, Steps { steps, .. })| ThresholdLine { steps, colour: tone.of(mark.1) });
    let thresholds = thresholds.collect();
    let own = Curve { trace, colour, width: 2.0, dash: None, name: name.to_owned(), flow: None };
    let of_run_a = of_run_a.map(|trace| Curve::of_run_a(trace, tone.run_a, format!("A: {name}")));
    let curves = of_run_a.into_iter().chain([own]).collect();
    (Panel { unit: Unit::Bytes, top, weight: 1, curves, thresholds }, named)
}
