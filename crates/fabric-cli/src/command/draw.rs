//! `fabric draw`: draws a fabric, or charts of its run. Start with [`Draw::run`].
//!
//! Without an option for a chart, the fabric is drawn. The extension of the file selects SVG or PNG; another
//! extension is an error. Charts cover the run from time 0.
//!
//! An existing file is replaced. `--until` has precedence over the time of a link; without either, the run
//! ends at the horizon.

mod lanes;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueEnum};
use fabric_draw::charts::{
    Curve, Margins, NoCanvas, Panel, Plot, ThresholdLine, Trace, Unit, flow_colour, nice_ceiling, tones,
    top_of,
};
use fabric_draw::scene::{Layout, Motion, Theme, Viewport, scene};
use fabric_draw::svg;
use fabric_sim::document::link::Cursor;
use fabric_sim::document::{Document, find_queue};
use fabric_sim::engine::{World, WorldView};
use fabric_sim::ids::QueueId;
use fabric_sim::insight::{contradicting_links, flow_names};
use fabric_sim::spec::Spec;
use fabric_sim::units::{PS_PER_S, Time};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::run::time;
use super::simulate::{Limit, Progress};
use crate::Outcome;
use crate::output::{shown, write_bytes};
use crate::source::Source;

/// Number of samples over the run in a chart of a queue.
const SAMPLES: u64 = 1_000;
/// Number of intervals of the run in a chart of rates. Each rate is an average over one interval.
const RATE_INTERVALS: u64 = 200;
/// Width and height of a picture of the fabric, in pixels.
const FABRIC: Viewport = Viewport { width: 1_200.0, height: 750.0 };
/// Width and height of a chart, in pixels.
pub(super) const CHART: (u32, u32) = (1_200, 420);

/// Arguments of `fabric draw`.
#[derive(Args)]
pub struct Draw {
    #[command(flatten)]
    source: Source,
    /// File to write: PNG if its name ends with `.png`, SVG if it ends with `.svg` or has no extension; `-`
    /// for SVG on standard output
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Draw the bytes of this port and priority (`s1.0.p3`) over time: in its priority group and in its
    /// egress queue
    #[arg(long, value_name = "NODE.PORT.PRIORITY", conflicts_with_all = ["rates", "lanes"])]
    queue: Option<String>,
    /// Draw the rates of this flow and of all others over time
    #[arg(long, value_name = "FLOW", conflicts_with = "lanes")]
    rates: Option<String>,
    /// Draw the pause lanes: when each queue was paused or out of credits. Without --queue, --rates and
    /// --lanes, the fabric is drawn
    #[arg(long)]
    lanes: bool,
    /// Time at which the run ends; default: the time that the link names, or the document's horizon
    #[arg(long, value_name = "TIME", value_parser = time, allow_hyphen_values = true)]
    until: Option<Time>,
    /// Colours of the picture
    #[arg(long, value_name = "THEME", default_value = "light")]
    theme: Colours,
    #[command(flatten)]
    limit: Limit,
}

/// Colours of a picture.
#[derive(Clone, Copy, ValueEnum)]
pub(super) enum Colours {
    /// Dark lines on a light background
    Light,
    /// Light lines on a dark background
    Dark,
}

impl From<Colours> for Theme {
    fn from(colours: Colours) -> Self {
        match colours {
            Colours::Light => Self::Light,
            Colours::Dark => Self::Dark,
        }
    }
}

/// Run from time 0 up to and including `goal`, the end time of the picture.
struct Run {
    world: World,
    progress: Progress,
    goal: Cursor,
}

impl Draw {
    /// Runs the document, draws the chosen picture, and writes it to `--output`. If several pictures are
    /// chosen, `--queue` has precedence over `--rates`, and `--rates` over `--lanes`. A chart of a queue or
    /// of rates includes all events of the end time; the event number of a share link is ignored.
    ///
    /// # Errors
    /// If the document is invalid, the fabric has no port or flow of the given name, or the limit of events
    /// is exceeded. Also if [`write_picture`] fails.
    pub fn run(&self, out: &mut dyn Write) -> Outcome {
        let link = self.source.load()?;
        let spec = Arc::new(self.source.compile(&link.document)?);
        let moment = link.cursor.filter(|_| self.until.is_none());
        let goal = moment.unwrap_or(Cursor { time: self.until.unwrap_or(spec.horizon), nth: 0 });
        let progress = Progress::new(goal.time).at_most(self.limit.most(moment.is_some()));
        let theme = Theme::from(self.theme);
        let run = Run { world: World::new(Arc::clone(&spec)), progress, goal };
        let svg = match (&self.queue, &self.rates) {
            (Some(name), _) => queue(run, &spec, name, theme)?,
            (None, Some(flow)) => rates(run, flow, theme)?,
            (None, None) if self.lanes => lanes::lanes(run, &spec, theme)?,
            (None, None) => fabric(run, &link.document, &spec, theme)?,
        };
        write_picture(&svg, &self.output, "--output", self.source.file().as_slice(), out)
    }
}

/// Writes the picture `svg` to `path`, as PNG if the file name ends with `.png`. A name that ends with `.svg`
/// or has no extension gives SVG. Capital letters in the extension are allowed. If `path` is `-`, writes SVG
/// to `out`. Errors name `option`. `inputs` are the files that the command reads, which are never
/// overwritten.
///
/// # Errors
/// If the file name has another extension, the picture cannot be converted, or the file cannot be written.
pub(super) fn write_picture(
    svg: &str,
    path: &Path,
    option: &str,
    inputs: &[&Path],
    out: &mut dyn Write,
) -> Outcome {
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase());
    match extension.as_deref() {
        Some("png") => {
            let png = png(svg).map_err(|why| format!("{option} {}: {why}", shown(path)))?;
            write_bytes(path, option, inputs, &png, out)
        }
        Some("svg") | None => write_bytes(path, option, inputs, svg.as_bytes(), out),
        Some(_) => {
            Err(format!("{option} {}: the name of a picture must end with .svg or .png", shown(path)).into())
        }
    }
}

/// Draws the fabric with its queues and frames at the end time of the run. Nodes without a position in the
/// document are placed by the layout. A large fabric is drawn as groups of nodes. A warning sign marks each
/// link whose two ends have contradictory settings.
///
/// # Errors
/// If the run exceeds its limit.
fn fabric(mut run: Run, document: &Document, spec: &Spec, theme: Theme) -> Result<String, String> {
    run.progress.run_to(&mut run.world, run.goal, &mut ())?;
    let positions = &document.view.positions;
    let places = spec.nodes.iter().map(|node| positions.get(&node.name).map(|[x, y]| (x.get(), y.get())));
    let layout = Layout::with_selected(spec, &places.collect::<Vec<_>>(), None, FABRIC);
    let mut view = WorldView::default();
    run.world.snapshot(&mut view);
    let scene = scene(&layout, spec, &view, &Motion::new(spec));
    let differing = contradicting_links(&run.world);
    Ok(svg::fabric(&document.title, spec, &layout, &scene, &differing, None, theme))
}

/// Draws two charts over time: bytes of the priority group with its XOFF, and bytes of the egress queue. If
/// a peak occurs between two samples, the chart shows the peak; lowest values between samples are not
/// shown. XOFF includes the reserve of the group. A lossy group has no XOFF.
///
/// # Errors
/// If there is no queue with this name, or the run exceeds its limit.
fn queue(mut run: Run, spec: &Spec, name: &str, theme: Theme) -> Result<String, String> {
    let QueueId { port, priority } = find_queue(spec, name).map_err(|why| format!("--queue: {why}"))?;
    let (mut ingress, mut egress) = (Trace::default(), Trace::default());
    let (mut xoff, mut before) = (Vec::new(), (0.0, 0.0));
    let mut peaks = (0, 0);
    let mut view = WorldView::default();
    let mut is_lossless = false;
    run.each(SAMPLES, |world, (from, to)| {
        world.snapshot(&mut view);
        let at = &view.ports[port.index()].priorities[priority.index()];
        let pg = &at.pg;
        let held = (float(pg.reserve + pg.shared + pg.headroom), float(at.egress_bytes));
        // If the peak rose between the previous sample and the present sample, the new peak is drawn.
        let seen = (pg.reserve_peak + pg.shared_peak + pg.headroom_peak, at.egress_peak);
        let most = (
            if seen.0 > peaks.0 { float(seen.0) } else { held.0.max(before.0) },
            if seen.1 > peaks.1 { float(seen.1) } else { held.1.max(before.1) },
        );
        ingress.column((from, to), held.0.min(before.0), most.0, held.0);
        egress.column((from, to), held.1.min(before.1), most.1, held.1);
        let level =
            if pg.lossless && pg.xoff != u64::MAX { float(pg.reserve_size + pg.xoff) } else { f64::INFINITY };
        xoff.push((from, level));
        is_lossless |= level.is_finite();
        (peaks, before) = (seen, held);
    })?;
    let (tone, colour) = (tones(theme), flow_colour(theme, priority, 0, false));
    let highest = xoff.iter().map(|step| step.1).filter(|level| level.is_finite()).fold(0.0, f64::max);
    let most = float(peaks.0).max(1_000.0);
    let top = nice_ceiling(if highest < 8.0 * most { highest.max(most) } else { most } * 1.04);
    let curve = |trace, colour, name: &str| Curve {
        trace,
        colour,
        width: 2.0,
        dash: None,
        name: name.to_owned(),
        flow: None,
    };
    let above = Panel {
        unit: Unit::Bytes,
        top,
        weight: 1,
        curves: vec![curve(ingress, colour, "ingress group")],
        thresholds: vec![ThresholdLine { steps: xoff.clone(), colour: tone.stop }],
    };
    let below = Panel {
        unit: Unit::Bytes,
        top: nice_ceiling(float(peaks.1).max(1_000.0) * 1.04),
        weight: 1,
        curves: vec![curve(egress, colour, "egress queue")],
        thresholds: Vec::new(),
    };
    let labels = xoff.last().filter(|last| is_lossless && last.1 <= top).map(|last| {
        let (from, high) = Margins::ALONE.panel(f64::from(CHART.1), 0, &[1, 1]);
        let y = from + (1.0 - last.1 / top) * high;
        svg::Label { words: "XOFF".to_owned(), y, is_beside: false }
    });
    let title = format!("Queue depth of {}, priority {priority}", spec.port_name(port));
    run.plot(&title, vec![above, below], labels.as_slice(), theme)
}

/// Draws the rate at which each flow delivers bytes over time. The flow called `flow` has the colour of its
/// priority. `flow` must be a name, not a number.
///
/// # Errors
/// If there is no flow called `flow`, or the run exceeds its limit.
fn rates(mut run: Run, flow: &str, theme: Theme) -> Result<String, String> {
    let names = flow_names(&run.world);
    let chosen = names.iter().position(|name| name == flow).ok_or_else(|| {
        format!(
            "--rates: there is no flow called \"{flow}\" among the {} of this run; name one of them",
            names.len()
        )
    })?;
    let priority = run.world.flow_specs().nth(chosen).map(|flow| flow.priority).unwrap_or_default();
    let mut traces = vec![Trace::default(); names.len()];
    let mut before = vec![0; names.len()];
    let mut view = WorldView::default();
    run.each(RATE_INTERVALS, |world, (from, to)| {
        world.snapshot(&mut view);
        for ((flow, trace), before) in view.flows.iter().zip(&mut traces).zip(&mut before) {
            let bits = 8.0 * float(flow.delivered_bytes - *before);
            let rate = bits * float(PS_PER_S) / (to - from).max(1.0);
            trace.column((from, to), rate, rate, rate);
            *before = flow.delivered_bytes;
        }
    })?;
    let tone = tones(theme);
    let (top, _) = top_of(traces.iter());
    let mut curves: Vec<Curve> = traces
        .into_iter()
        .map(|trace| Curve {
            trace,
            colour: tone.quiet,
            width: 1.0,
            dash: None,
            name: String::new(),
            flow: None,
        })
        .collect();
    // The line of the chosen flow is drawn last, over the others.
    let mut own = curves.remove(chosen);
    (own.width, own.name) = (2.5, flow.to_owned());
    own.colour = flow_colour(theme, priority, 0, false);
    curves.push(own);
    let panel = Panel { unit: Unit::Rate, top, weight: 1, curves, thresholds: Vec::new() };
    run.plot(&format!("Rates: {flow}, and the others"), vec![panel], &[], theme)
}

impl Run {
    /// Runs to the end time in at most `samples` equal intervals; only the last interval may be shorter.
    /// After each interval, calls `sample` with the start and the end of the interval in picoseconds. If
    /// the end time is 0, `sample` is never called.
    ///
    /// # Errors
    /// If the run exceeds its limit.
    fn each(&mut self, samples: u64, mut sample: impl FnMut(&World, (f64, f64))) -> Result<(), String> {
        let end = self.goal.time.ps();
        let every = end.div_ceil(samples).max(1);
        let mut from = 0;
        while from < end {
            let to = (from + every).min(end);
            self.progress.run(&mut self.world, Time(to), &mut ())?;
            sample(&self.world, (float(from), float(to)));
            from = to;
        }
        Ok(())
    }

    /// Draws a chart of the whole run as SVG. The time axis is at least 1 ps long.
    fn plot(
        &self,
        title: &str,
        panels: Vec<Panel>,
        labels: &[svg::Label],
        theme: Theme,
    ) -> Result<String, String> {
        let end = float(self.goal.time.ps()).max(1.0);
        let plot = Plot { span: (0.0, end), now: end, margins: Margins::ALONE, panels };
        svg::plot::<NoCanvas>(title, &plot, labels, CHART, theme)
    }
}

/// Converts `svg` to PNG, with two pixels per unit of length of the SVG. Text is drawn with a font of this
/// machine: the first font with a name that ends in `Sans`, otherwise the first font.
///
/// # Errors
/// If this machine has no fonts, or the SVG cannot be read.
fn png(svg: &str) -> Result<Vec<u8>, String> {
    const SCALE: f32 = 2.0;
    let mut options = Options::default();
    let fonts = options.fontdb_mut();
    fonts.load_system_fonts();
    let families = || fonts.faces().filter_map(|face| face.families.first().map(|family| &family.0));
    let sans = families().find(|family| family.ends_with("Sans")).or_else(|| families().next()).cloned();
    let sans = sans.ok_or("this machine has no fonts, which a PNG needs; write an SVG")?;
    fonts.set_sans_serif_family(sans);
    let tree = Tree::from_str(svg, &options).map_err(|error| format!("{error}; write an SVG"))?;
    let size = tree.size().to_int_size().scale_by(SCALE).ok_or("the picture has no size; write an SVG")?;
    let mut pixels =
        Pixmap::new(size.width(), size.height()).ok_or("the picture has no size; write an SVG")?;
    resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| format!("{error}; write an SVG"))
}

#[expect(clippy::cast_precision_loss, reason = "for drawing")]
const fn float(number: u64) -> f64 {
    number as f64
}
