//! From the lab's past of a lane to what the chart draws.

use fabric_sim::units::Time;
use plotters::style::RGBColor;

use super::labels::{Named, spread};
use super::number::{float, ps, whole};
use super::tones::{Tones, tones};
use crate::charts::{Curve, Panel, Plot, RIGHT, Rule, Trace, Unit, nice_ceiling, panel_place, size_label};
use crate::lab::{Column, Lab, Lane, Marks, NONE, Pyramid, Selected};
use crate::scene::Theme;

/// The plot, and what its rules are called.
pub struct Depth {
    /// What to draw.
    pub plot: Plot,
    /// Labels of the rules.
    pub named: Vec<Named>,
    /// Whether the ingress group is drawn, and the egress queue.
    pub shown: (bool, bool),
}

/// A mark: its name, its class, how it is read, and which of a lane's it is.
type Level = (&'static str, &'static str, fn(&Marks) -> u64, usize);

/// The past of the selected lane, for a plot of this size in pixels. Each
/// queue has a panel of its own, with the marks that it is compared with.
pub fn depth(lab: &Lab, selected: Selected, (width, height): (f64, f64), theme: Theme) -> Depth {
    let run = lab.run();
    let now = run.snapshot().now;
    let end = lab.axis_end();
    let history = run.tape().history().lane(selected.port, selected.priority);
    let lane = run
        .snapshot()
        .ports
        .get(selected.port.index())
        .map(|port| port.priorities[usize::from(selected.priority)])
        .unwrap_or_default();
    let switch = run.tape().spec().switch_of(selected.port);
    let on_switch = switch.is_some();
    let held = lane.pg.reserve + lane.pg.shared + lane.pg.headroom;
    let trace = |past: Option<&Pyramid>, level: u64| {
        let columns = past.map(|past| past.columns(Time::ZERO, end, whole(width).max(16)));
        let mut trace = Trace::default();
        for column in columns.unwrap_or_default() {
            draw(&mut trace, &column);
        }
        // Up to the cursor the last value lasts; beyond it lies what was seen before.
        if trace.corners.last().is_none_or(|corner| corner.0 < ps(now)) {
            trace.column((ps(now), ps(now)), float(level), float(level), float(level));
        }
        trace
    };
    let ingress = trace(history.map(|lane| &lane.ingress), held);
    let egress = trace(history.map(|lane| &lane.egress), lane.egress_bytes);
    let beside = beside(lab, selected, end, width);
    let any = |trace: &Trace| trace.corners.iter().any(|corner| corner.1 > 0.0);
    // A queue that never held anything has no panel beside one that did.
    let in_a = beside.as_ref().map_or((false, false), |(ingress, egress)| (any(ingress), any(egress)));
    let (holds, waits) = (any(&ingress) || in_a.0, any(&egress) || in_a.1);
    let shown = (on_switch && (holds || !waits), !on_switch || waits);
    let (a_ingress, a_egress) = beside.unzip();
    let headroom = switch.and_then(|switch| run.snapshot().pool_headroom.get(switch)).copied();
    let present = Marks::of(&lane, headroom);
    let steps = |level: &Level| steps(history, level, &present, end, width);
    let tone = tones(theme);
    let mut panels = Vec::new();
    let mut labels = Vec::new();
    if shown.0 {
        let levels: [Level; 3] = [
            ("XOFF", "xoff", |marks| marks.xoff, 0),
            ("XON", "xon", |marks| marks.xon, 1),
            ("limit", "limit", |marks| marks.limit, 2),
        ];
        let (panel, label) =
            panel(("ingress group", ingress, a_ingress), &levels, &steps, &present, tone.ingress, &tone);
        panels.push(panel);
        labels.push(label);
    }
    if shown.1 {
        let levels: [Level; 2] = [("Kmin", "k", |marks| marks.kmin, 3), ("Kmax", "k", |marks| marks.kmax, 4)];
        let (panel, label) =
            panel(("egress queue", egress, a_egress), &levels, &steps, &present, tone.egress, &tone);
        panels.push(panel);
        labels.push(label);
    }
    let weights = vec![1; panels.len()];
    let mut named = Vec::new();
    for ((index, panel), label) in panels.iter().enumerate().zip(labels) {
        let (from, high) = panel_place(height, index, &weights);
        named.append(&mut spread(label, panel.top, from, high));
    }
    Depth { plot: Plot { span: (0.0, ps(end)), now: ps(now), right: RIGHT, panels }, named, shown }
}

/// The same queues in the run that this one is compared with, up to where that was seen.
fn beside(lab: &Lab, selected: Selected, end: Time, width: f64) -> Option<(Trace, Trace)> {
    let a = lab.ghost()?;
    let port = a.port(lab.run().tape().spec(), selected.port)?;
    let lane = a.history().lane(port, selected.priority);
    let trace = |past: Option<&Pyramid>| {
        let mut trace = Trace::default();
        trace.column((0.0, 0.0), 0.0, 0.0, 0.0);
        for column in past.map(|past| past.columns(Time::ZERO, end, whole(width).max(16))).unwrap_or_default()
        {
            draw(&mut trace, &column);
        }
        trace.last_until(ps(a.known_until().min(end)));
        trace
    };
    Some((trace(lane.map(|lane| &lane.ingress)), trace(lane.map(|lane| &lane.egress))))
}

/// A column of bytes as a line.
fn draw(trace: &mut Trace, column: &Column) {
    let Column { from, until, least, most, last } = *column;
    trace.column((ps(from), ps(until)), float(least), float(most), float(last));
}

/// A level in bytes; none is infinite.
fn level(bytes: u64) -> f64 {
    if bytes == NONE { f64::INFINITY } else { float(bytes) }
}

/// A mark as it moved; where that is not written down, as it is.
fn steps(lane: Option<&Lane>, mark: &Level, present: &Marks, end: Time, width: f64) -> Vec<(f64, f64)> {
    let past = lane.map(|lane| lane.marks[mark.3].columns(Time::ZERO, end, whole(width).max(16)));
    // What it was for less than a pixel is drawn, too, as an upright.
    let step = |column: &Column| {
        [column.least, column.most, column.last].map(|bytes| (ps(column.from), level(bytes)))
    };
    let mut steps: Vec<(f64, f64)> = past.unwrap_or_default().iter().flat_map(step).collect();
    steps.dedup();
    if steps.is_empty() { vec![(0.0, level(mark.2(present)))] } else { steps }
}

/// The panel of a queue, and its labels in bytes: what it is called, its line, and that of A.
fn panel(
    (name, trace, beside): (&str, Trace, Option<Trace>),
    levels: &[Level],
    steps: &dyn Fn(&Level) -> Vec<(f64, f64)>,
    present: &Marks,
    colour: RGBColor,
    tone: &Tones,
) -> (Panel, Vec<Named>) {
    let both = trace.corners.iter().chain(beside.iter().flat_map(|beside| &beside.corners));
    let most = both.map(|corner| corner.1).fold(1_000.0, f64::max);
    // What lies far above the queue does not flatten it.
    let near = 8.0 * most.max(20_000.0);
    let rules: Vec<Rule> =
        levels.iter().map(|mark| Rule { steps: steps(mark), colour: tone.of(mark.1) }).collect();
    let seen = rules.iter().flat_map(|rule| &rule.steps).map(|step| step.1);
    let top = nice_ceiling(seen.filter(|bytes| *bytes < near).fold(most, f64::max) * 1.04);
    let named = levels
        .iter()
        .map(|(name, class, pick, _)| (name, *class, level(pick(present))))
        .filter(|(_, _, bytes)| bytes.is_finite())
        .map(|(name, class, bytes)| {
            let over = bytes > top;
            let words =
                if over { format!("{name} {} \u{2191}", size_label(bytes)) } else { (*name).to_owned() };
            (words, bytes, class)
        })
        .collect();
    let own = Curve { trace, colour, width: 2.0, broken: false, name: name.to_owned() };
    let beside = beside.map(|trace| Curve::beside(trace, tone.ghost, format!("A: {name}")));
    let curves = beside.into_iter().chain([own]).collect();
    (Panel { unit: Unit::Bytes, top, weight: 1, curves, rules }, named)
}
