//! Runs documents for lessons, and reads the value of each metric at the end of the window of the metric. A
//! run that needs too many events gives an error. Start reading with [`run`].

use std::collections::BTreeSet;
use std::sync::Arc;

use fabric_sim::check::CheckError;
use fabric_sim::document::Document;
use fabric_sim::engine::{RunEnd, World};
use fabric_sim::insight::{Report, WindowStart};
use fabric_sim::units::Time;

use crate::Metric;

/// Values that were read from a run, by metric.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MetricValues(Vec<(Metric, Option<u64>)>);

impl MetricValues {
    /// Value of `metric`, in the unit of the metric. `None` if the run has no value, or if `metric` was not
    /// passed to [`run`].
    #[must_use]
    pub fn get(&self, metric: &Metric) -> Option<u64> {
        self.0.iter().find(|(known, _)| known == metric).and_then(|(_, value)| *value)
    }

    /// Value of `metric` as people read it, such as `13.5 kB`; `none` if the run has no value.
    #[must_use]
    pub fn text(&self, metric: &Metric) -> String {
        let value = self.get(metric).and_then(|value| Some(metric.unit().ok()?.display(value)));
        value.unwrap_or_else(|| "none".to_owned())
    }
}

/// Runs `document` until the end of the last window, with at most `events` events. Returns the value of
/// each of the `metrics`. Without metrics, the document is compiled but not run. A window may end after the
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
) -> Result<MetricValues, CheckError> {
    let metrics: Vec<&Metric> = metrics.into_iter().collect();
    let mut figures = vec![None; metrics.len()];
    run_while(document, &metrics, events, &mut |n, value| {
        figures[n] = value;
        true
    })?;
    Ok(MetricValues(metrics.into_iter().cloned().zip(figures).collect()))
}

/// Runs `document` with at most `events` events. At the end of the window of a metric, calls `goes_on` with
/// the index of the metric in `metrics` and with the value of the metric. If `goes_on` returns `false`, the
/// run stops, with the result `Ok`. If several windows end at the same time, the order is by their start,
/// then by index.
///
/// # Errors
/// If the document is refused, or the run needs more than `events` events.
pub(crate) fn run_while(
    document: &Document,
    metrics: &[&Metric],
    events: u64,
    goes_on: &mut dyn FnMut(usize, Option<u64>) -> bool,
) -> Result<(), CheckError> {
    let spec = Arc::new(document.compile().map_err(CheckError::Refused)?);
    let windows: Vec<(Time, Time)> = metrics.iter().map(|metric| metric.window(document)).collect();
    let times: BTreeSet<Time> = windows.iter().flat_map(|(from, to)| [*from, *to]).collect();
    let mut world = World::new(spec);
    let mut window_starts: Vec<(Time, WindowStart)> = Vec::new();
    for time in times {
        if time > Time::ZERO {
            let left = events.saturating_sub(world.counters().events);
            if world.run(time, left) != RunEnd::Reached {
                return Err(CheckError::TooLong { events, reached: world.now() });
            }
        }
        let ends: Vec<usize> = (0..metrics.len()).filter(|n| windows[*n].1 == time).collect();
        let starts: BTreeSet<Time> = ends.iter().map(|n| windows[*n].0).collect();
        for from in starts {
            let window_start =
                window_starts.iter().find(|(at, _)| *at == from).map(|(_, window_start)| window_start);
            let report = window_start
                .map_or_else(|| Report::of(&world), |window_start| Report::since(&world, window_start));
            for n in ends.iter().filter(|n| windows[**n].0 == from) {
                if !goes_on(*n, metrics[*n].read(document, &report)) {
                    return Ok(());
                }
            }
        }
        if time > Time::ZERO && windows.iter().any(|(from, _)| *from == time) {
            window_starts.push((time, WindowStart::of(&world)));
        }
    }
    Ok(())
}
