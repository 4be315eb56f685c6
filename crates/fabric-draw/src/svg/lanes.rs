//! History of pauses as SVG: a lane (row) for each queue, all on one axis of time. Start with [`lanes`].
//! Lanes keep the order of `rows`. Without rows, the picture has only title and axis. At most 200 lanes are
//! drawn; the title counts the lanes left out. Only a cursor within the axis, ends included, has a vertical
//! line. Empty paths are not drawn.

use std::fmt::Write;

use fabric_sim::ids::Priority;
use fabric_sim::units::Time;

use super::{begin, hex, text};
use crate::charts::{LEFT, ticks, tones};
use crate::scene::{Axis, FILLS, LANE_HIGH, LaneMark, Theme, digit_colour, short_names};

/// Meaning of a path in a lane, which decides the colour and the line style of the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaneLook {
    /// Bars of the intervals in which the queue was paused.
    Paused,
    /// Bars of intervals without credits, each bar for one interval.
    Starved,
    /// Bars of intervals without credits, each bar for several short intervals.
    StarvedDense,
    /// Bars of run A, with which the shown run is compared; each bar shows one interval.
    RunA,
    /// Bars of run A, with which the shown run is compared; each bar shows several short intervals.
    RunADense,
    /// Lines from the first to the last of several marks that are drawn as one mark.
    Cluster,
    /// Marks of one kind of event.
    Mark(LaneMark),
}

/// Lane (row) of a queue in the history of pauses, or the lane of the events of the whole run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LaneRow {
    /// Name of the port, to the left of the lane.
    pub name: String,
    /// Priority of the queue; `None` for the lane of the events of the whole run.
    pub priority: Option<Priority>,
    /// SVG paths, each with its meaning. Positions are in pixels from the start of the axis.
    pub paths: Vec<(LaneLook, String)>,
    /// Numbers of events beside marks, as (left end in pixels from the start of the axis, text).
    pub numbers: Vec<(f64, String)>,
}

/// Greatest number of lanes in a picture; the title says how many further lanes are not drawn.
const MAX_LANES: usize = 200;
/// Width in pixels of the column with the names of lanes.
const NAME: f64 = 150.0;
/// Greatest number of characters of a name. In a longer name, an ellipsis replaces characters at the
/// beginning or in the middle.
const NAME_CHARACTERS: usize = 18;
/// Width in pixels of the margin to the right of the axis of time.
const RIGHT: f64 = 26.0;
/// Height in pixels of the title above the lanes.
const HEAD: f64 = 40.0;
/// Height in pixels of the axis with its labels, below the lanes.
const FOOT: f64 = 26.0;
/// Width in pixels of the whole picture.
const WIDTH: f64 = 1_200.0;
/// Length in pixels of the axis of time.
pub const AXIS: f64 = WIDTH - NAME - RIGHT;

/// SVG document with lanes from time `from` to time `to` under `title`. A vertical line marks the time `now`
/// if it is between `from` and `to`. The paths of `rows` must be made for an axis of [`AXIS`] pixels. Only
/// the first 200 lanes are drawn; the title says how many lanes are left out.
#[must_use]
pub fn lanes(title: &str, (from, to): (Time, Time), now: Time, rows: &[LaneRow], theme: Theme) -> String {
    let palette = theme.palette();
    let shown = &rows[..rows.len().min(MAX_LANES)];
    let high = LANE_HIGH * f64::from(u32::try_from(shown.len()).unwrap_or(0));
    let mut svg = begin(title, (WIDTH, HEAD + high + FOOT), theme);
    let more = rows.len() - shown.len();
    let left_out = if more > 0 { format!(" ({more} more lanes are not drawn)") } else { String::new() };
    text(&mut svg, (LEFT, 20.0), (14.0, palette.ink), "", &format!("{title}{left_out}"));
    let mut top = HEAD;
    let names: Vec<String> = shown.iter().map(|row| row.name.clone()).collect();
    for (row, name) in shown.iter().zip(short_names(&names, NAME_CHARACTERS)) {
        lane(&mut svg, row, &name, top, theme);
        top += LANE_HIGH;
    }
    let axis = Axis { from, to, width: AXIS };
    // Writing to a String never fails.
    for (at, words) in ticks(from, to, AXIS) {
        let x = NAME + axis.x(at);
        let _ = writeln!(svg, "<path d=\"M{x:.1} {top:.1}v4\" stroke=\"{}\"/>", palette.quiet);
        text(&mut svg, (x, top + 16.0), (11.0, palette.quiet), " text-anchor=\"middle\"", &words);
    }
    let _ = writeln!(svg, "<path d=\"M{NAME} {top:.1}h{AXIS}\" stroke=\"{}\"/>", palette.quiet);
    if axis.has(now) {
        let x = NAME + axis.x(now);
        let _ = writeln!(svg, "<path d=\"M{x:.1} {HEAD}V{top:.1}\" stroke=\"{}\"/>", palette.ink);
    }
    svg.push_str("</svg>\n");
    svg
}

fn lane(svg: &mut String, row: &LaneRow, name: &str, top: f64, theme: Theme) {
    const END: &str = " text-anchor=\"end\" dominant-baseline=\"central\"";
    const MIDDLE: &str = " font-weight=\"700\" text-anchor=\"middle\" dominant-baseline=\"central\"";
    let (palette, middle) = (theme.palette(), top + LANE_HIGH / 2.0);
    text(svg, (NAME - 28.0, middle), (11.5, palette.ink), END, name);
    if let Some(priority) = row.priority {
        let _ = writeln!(
            svg,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"17\" height=\"17\" rx=\"3\" fill=\"{}\"/>",
            NAME - 23.0,
            middle - 8.5,
            FILLS[priority.index()]
        );
        let digit = (11.0, digit_colour(priority));
        text(svg, (NAME - 14.5, middle), digit, MIDDLE, &priority.to_string());
    }
    let _ = writeln!(svg, "<g transform=\"translate({NAME} {top:.1})\">");
    for (look, path) in row.paths.iter().filter(|(_, path)| !path.is_empty()) {
        let _ = writeln!(svg, "<path d=\"{path}\" {}/>", style(*look, row.priority, theme));
    }
    for (x, words) in &row.numbers {
        let size = (11.0, &hex(tones(theme).accent)[..]);
        text(svg, (*x, LANE_HIGH / 2.0), size, " font-weight=\"650\" dominant-baseline=\"central\"", words);
    }
    svg.push_str("</g>\n");
}

/// SVG attributes of a path in a lane of the history of pauses. `look` is the meaning of the path.
fn style(look: LaneLook, priority: Option<Priority>, theme: Theme) -> String {
    let (palette, tone) = (theme.palette(), tones(theme));
    let line = |colour: &str, width: f64, dash: &str| {
        format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-dasharray=\"{dash}\"")
    };
    let filled = |colour: &str| {
        format!("fill=\"{colour}\" fill-rule=\"evenodd\" stroke=\"{}\" stroke-width=\"1\"", palette.ground)
    };
    match look {
        LaneLook::Paused => {
            let fill = priority.map_or(palette.quiet, |priority| FILLS[priority.index()]);
            format!("fill=\"{fill}\" stroke=\"{}\" stroke-width=\"1\"", palette.quiet)
        }
        LaneLook::Starved => line(palette.ink, 1.5, "3 2"),
        LaneLook::StarvedDense => format!("fill=\"{}\"", palette.quiet),
        LaneLook::RunA => line(&hex(tone.run_a), 1.5, "none"),
        LaneLook::RunADense => line(&hex(tone.run_a), 2.0, "3 1"),
        LaneLook::Cluster => line(palette.ink, 2.0, "2 2"),
        LaneLook::Mark(sign) => match sign {
            LaneMark::Action => filled(&hex(tone.accent)),
            LaneMark::Down | LaneMark::Deadlock | LaneMark::Storm => filled(palette.stop),
            LaneMark::Drop => line(palette.stop, 1.75, "none"),
            LaneMark::Cycle | LaneMark::FalseAlarm => line(&hex(tone.mark), 1.75, "none"),
            LaneMark::Up | LaneMark::Opened | LaneMark::Over => line(palette.go, 1.75, "none"),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_fit_before_their_lanes_and_differ() {
        let row = |name: &str| LaneRow { name: name.to_owned(), ..LaneRow::default() };
        let rows = [row("dc1-server4-ethernet0.0"), row("dc1-server8-ethernet0.0")];
        let svg = lanes("Pause lanes", (Time(0), Time(1_000_000)), Time(500), &rows, Theme::Light);
        assert!(svg.contains(">…rver4-ethernet0.0<") && svg.contains(">…rver8-ethernet0.0<"), "{svg}");
    }

    #[test]
    fn every_lane_has_its_name_up_to_the_limit() {
        let row = |n: usize| LaneRow {
            name: format!("s{n}.0<"),
            priority: Some(Priority::P3),
            paths: vec![(LaneLook::Paused, "M1 4h2v16h-2z".to_owned())],
            numbers: Vec::new(),
        };
        let rows: Vec<LaneRow> = (0..MAX_LANES + 3).map(row).collect();
        let svg = lanes("Pause lanes", (Time(0), Time(1_000_000)), Time(500), &rows, Theme::Light);
        assert!(svg.contains(">s0.0&lt;<") && svg.contains(&format!(">s{}.0&lt;<", MAX_LANES - 1)), "{svg}");
        assert!(!svg.contains(&format!(">s{MAX_LANES}.0")) && svg.contains("(3 more lanes are not drawn)"));
        assert_eq!(svg.matches("<g").count(), svg.matches("</g>").count());
    }
}
