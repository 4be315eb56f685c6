//! Runs documents for lessons, and reads the number of each metric at the end of the window of the metric.
//! A run that needs too many events gives an error. Start reading with [`run`].

use std::collections::BTreeSet;
use std::sync::Arc;

use fabric_sim::check::Unjudged;
use fabric_sim::document::Document;
use fabric_sim::engine::{RunEnd, World};
use fabric_sim::insight::{Mark, Report};
use fabric_sim::units::Time;

use crate::Metric;

/// Numbers that were read from a run, by metric.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MetricValues(Vec<(Metric, Option<u64>)>);

impl MetricValues {
    /// Number of `metric`, in the unit of the metric. `None` if the run does not have the number, or if
    /// `metric` was not passed to [`run`]. If the metric was passed more than once, the numbers are equal.
    #[must_use]
    pub fn get(&self, metric: &Metric) -> Option<u64> {
        self.0.iter().find(|(known, _)| known == metric).and_then(|(_, value)| *value)
    }

    /// Number of `metric` as people read it, such as `13.5 kB`; `none` if [`MetricValues::get`] returns `None`.
    #[must_use]
    pub fn text(&self, metric: &Metric) -> String {
        let value = self.get(metric).and_then(|value| Some(metric.unit().ok()?.display(value)));
        value.unwrap_or_else(|| "none".to_owned())
    }
}

/// Runs `document` until the end of the last window, with at most `events` events. Reads the number of each
/// of the `metrics`. Without metrics, the document is compiled but not run. A window may end after the
/// horizon.
///
/// # Errors
/// If the document is refused, or the run needs more than `events` events to reach the end of the last
/// window. Exactly `events` events are allowed. A search for deadlocks counts as the number of events that
/// take as long.
pub fn run<'a>(
    document: &Document,
    metrics: impl IntoIterator<Item = &'a Metric>,
    events: u64,
) -> Result<MetricValues, Unjudged> {
    let metrics: Vec<&Metric> = metrics.into_iter().collect();
    let mut figures = vec![None; metrics.len()];
    run_while(document, &metrics, events, &mut |n, value| {
        figures[n] = value;
        true
    })?;
    Ok(MetricValues(metrics.into_iter().cloned().zip(figures).collect()))
}

/// Runs `document` with at most `events` events. When the window of a metric ends, calls `goes_on` with the
/// index of the metric in `metrics` and with its number. If `goes_on` returns `false`, the run stops there.
/// Windows that end at the same time are reported by their start, then by index. If the run stops, the result
/// is `Ok`.
///
/// # Errors
/// As [`run`].
pub(crate) fn run_while(
    document: &Document,
    metrics: &[&Metric],
    events: u64,
    goes_on: &mut dyn FnMut(usize, Option<u64>) -> bool,
) -> Result<(), Unjudged> {
    let spec = Arc::new(document.compile().map_err(Unjudged::Refused)?);
    let windows: Vec<(Time, Time)> = metrics.iter().map(|metric| metric.window(document)).collect();
    let times: BTreeSet<Time> = windows.iter().flat_map(|(from, to)| [*from, *to]).collect();
    let mut world = World::new(spec);
    let mut marks: Vec<(Time, Mark)> = Vec::new();
    for time in times {
        if time > Time::ZERO {
            let left = events.saturating_sub(world.counters().events);
            if world.run(time, left) != RunEnd::Reached {
                return Err(Unjudged::TooLong { events, reached: world.now() });
            }
        }
        let ends: Vec<usize> = (0..metrics.len()).filter(|n| windows[*n].1 == time).collect();
        let starts: BTreeSet<Time> = ends.iter().map(|n| windows[*n].0).collect();
        for from in starts {
            let mark = marks.iter().find(|(at, _)| *at == from).map(|(_, mark)| mark);
            let report = mark.map_or_else(|| Report::of(&world), |mark| Report::since(&world, mark));
            for n in ends.iter().filter(|n| windows[**n].0 == from) {
                if !goes_on(*n, metrics[*n].read(document, &report)) {
                    return Ok(());
                }
            }
        }
        if time > Time::ZERO && windows.iter().any(|(from, _)| *from == time) {
            marks.push((time, Mark::of(&world)));
        }
    }
    Ok(())
}
