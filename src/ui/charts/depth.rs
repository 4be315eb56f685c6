//! From the lab's past of a lane to what the chart draws.

use fabric_sim::units::Time;
use plotters::style::RGBColor;

use crate::charts::{Ink, QueuePlot, Rule, Trace, nice_ceiling};
use crate::lab::{Column, Lab, Selected};
use crate::scene::Theme;

/// The plot, and what its rules are called: name, bytes, class.
pub struct Depth {
    /// What to draw.
    pub plot: QueuePlot,
    /// Labels of the rules.
    pub named: Vec<(String, f64, &'static str)>,
}

/// The past of the selected lane, for a plot `width` pixels wide.
pub fn depth(lab: &Lab, selected: Selected, width: f64, theme: Theme) -> Depth {
    let run = lab.run();
    let now = run.snapshot().now;
    let end = window(now.max(run.tape().known_until()), lab.end());
    let columns = whole(width).max(16);
    let history = run.tape().history().lane(selected.port, selected.priority);
    let last = ps(now);
    let trace = |columns: Vec<Column>, level: u64| {
        let mut columns: Vec<_> = columns.into_iter().map(ordered).collect();
        // Up to the cursor the last value lasts; beyond it lies what was seen before.
        if columns.last().is_none_or(|column| column.0 < last) {
            columns.push((last, float(level), float(level)));
        }
        Trace { columns }
    };
    let lane = run
        .snapshot()
        .ports
        .get(selected.port.index())
        .map(|port| port.priorities[usize::from(selected.priority)])
        .unwrap_or_default();
    let held = lane.pg.reserve + lane.pg.shared + lane.pg.headroom;
    let ingress =
        trace(history.map(|lane| lane.ingress.columns(Time::ZERO, end, columns)).unwrap_or_default(), held);
    let egress = trace(
        history.map(|lane| lane.egress.columns(Time::ZERO, end, columns)).unwrap_or_default(),
        lane.egress_bytes,
    );
    let on_switch = run.tape().spec().switch_of(selected.port).is_some();
    let tone = tones(theme);
    let mut rules = Vec::new();
    let mut named = Vec::new();
    if on_switch && lane.pg.lossless {
        let (xoff, xon) = (lane.pg.reserve_size + lane.pg.xoff, lane.pg.reserve_size + lane.pg.xon);
        let steps = history.map(|lane| lane.thresholds.as_slice()).unwrap_or_default();
        let moved = |pick: fn(&(Time, u64, u64)) -> u64, level: u64| {
            if steps.is_empty() {
                vec![(0.0, float(level))]
            } else {
                steps.iter().map(|step| (ps(step.0), float(pick(step)))).collect()
            }
        };
        rules.push(Rule { steps: moved(|step| step.1, xoff), colour: tone.stop });
        rules.push(Rule { steps: moved(|step| step.2, xon), colour: tone.go });
        named.push(("XOFF".to_owned(), float(xoff), "xoff"));
        named.push(("XON".to_owned(), float(xon), "xon"));
        let limit = xoff + lane.pg.headroom_size;
        rules.push(Rule { steps: vec![(0.0, float(limit))], colour: tone.quiet });
        named.push(("limit".to_owned(), float(limit), "limit"));
    }
    for (bytes, name) in [(lane.kmin, "Kmin"), (lane.kmax, "Kmax")] {
        if bytes != u64::MAX {
            rules.push(Rule { steps: vec![(0.0, float(bytes))], colour: tone.mark });
            named.push((name.to_owned(), float(bytes), "k"));
        }
    }
    let most = ingress
        .columns
        .iter()
        .chain(&egress.columns)
        .map(|column| column.1.max(column.2))
        .fold(1_000.0, f64::max);
    let most = named
        .iter()
        .map(|rule| rule.1)
        .filter(|bytes| *bytes < 8.0 * most.max(20_000.0))
        .fold(most, f64::max);
    let top = nice_ceiling(most * 1.04);
    named.retain(|rule| rule.1 <= top);
    rules.retain(|rule| rule.steps.iter().any(|step| step.1 <= top));
    for rule in &mut rules {
        rule.steps.iter_mut().for_each(|step| step.1 = step.1.min(top));
    }
    // Labels of what the ingress group is compared with stand right, those of
    // the egress queue left.
    let (mut named, mut left): (Vec<_>, Vec<_>) = named.into_iter().partition(|rule| rule.2 != "k");
    spread(&mut named, top);
    spread(&mut left, top);
    named.append(&mut left);
    Depth { plot: QueuePlot { span: (0.0, ps(end)), top, now: last, ingress, egress, rules }, named }
}

/// The extremes of a column in the order that leads on to the next.
fn ordered(column: Column) -> (f64, f64, f64) {
    let (least, most) = (float(column.least), float(column.most));
    let falls = column.last.abs_diff(column.least) <= column.last.abs_diff(column.most);
    let (start, end) = if falls { (most, least) } else { (least, most) };
    (ps(column.from), start, end)
}

/// The end of the time axis: as much of the time line as was seen, and a little more.
fn window(seen: Time, end: Time) -> Time {
    let wanted = nice_ceiling((1.05 * ps(seen)).max(0.1 * ps(end)));
    if wanted >= ps(end) { end } else { crate::lab::whole(wanted, Time(1)) }
}

/// Labels keep a distance from each other, and stay above the axis.
fn spread(named: &mut [(String, f64, &'static str)], top: f64) {
    named.sort_by(|a, b| a.1.total_cmp(&b.1));
    let gap = top * 0.115;
    let mut floor = gap * 0.4;
    for label in named.iter_mut() {
        label.1 = label.1.max(floor);
        floor = label.1 + gap;
    }
}

struct Tones {
    stop: RGBColor,
    go: RGBColor,
    quiet: RGBColor,
    mark: RGBColor,
}

const fn tones(theme: Theme) -> Tones {
    match theme {
        Theme::Light => Tones {
            stop: RGBColor(179, 38, 30),
            go: RGBColor(20, 108, 67),
            quiet: RGBColor(104, 116, 138),
            mark: RGBColor(140, 94, 0),
        },
        Theme::Dark => Tones {
            stop: RGBColor(255, 107, 94),
            go: RGBColor(79, 208, 143),
            quiet: RGBColor(133, 146, 168),
            mark: RGBColor(240, 182, 74),
        },
    }
}

/// The chart's colours.
pub const fn ink(theme: Theme) -> Ink {
    match theme {
        Theme::Light => Ink {
            text: RGBColor(76, 88, 108),
            grid: RGBColor(217, 223, 232),
            cursor: RGBColor(24, 33, 48),
            ingress: RGBColor(29, 79, 184),
            egress: RGBColor(124, 92, 191),
        },
        Theme::Dark => Ink {
            text: RGBColor(163, 175, 194),
            grid: RGBColor(38, 48, 64),
            cursor: RGBColor(232, 237, 245),
            ingress: RGBColor(138, 180, 255),
            egress: RGBColor(196, 167, 255),
        },
    }
}

fn ps(time: Time) -> f64 {
    float(time.ps())
}

#[expect(clippy::cast_precision_loss, reason = "for drawing")]
const fn float(n: u64) -> f64 {
    n as f64
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "sizes of the screen")]
fn whole(pixels: f64) -> usize {
    pixels as usize
}
