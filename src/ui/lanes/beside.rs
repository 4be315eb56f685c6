//! Lane of the same queue in run A, drawn beside that of run B.

use fabric_sim::order;
use fabric_sim::units::Time;

use super::pause_history::{ALWAYS, BlockCause, Queue};
use crate::charts::time_label;
use crate::lab::{Lab, LaneEvent, PauseInterval, RunA};
use crate::scene::{Axis, LaneMark, MarkCluster, bars, mark_clusters};

/// Top and height in pixels of the bars of run A in a lane.
const BELOW: (f64, f64) = (19.0, 4.0);
/// Half the size in pixels of a mark of run A.
const SMALL: f64 = 2.5;

/// Intervals in which `by` blocked the queue of the same name in run A, as far as they overlap
/// `between`.
pub(super) fn pause_intervals_beside(
    lab: &Lab,
    queue: Option<Queue>,
    by: BlockCause,
    between: (Time, Time),
) -> Vec<PauseInterval> {
    let of = |a: &RunA| {
        let (port, priority) = queue?;
        let lane = a.lanes().lane(a.port(lab.run().tape().spec(), port)?, priority)?;
        Some(match by {
            BlockCause::Pause => lane.paused.within(between, a.known_until()).collect(),
            BlockCause::Credits => lane.starved.within(between, a.known_until()).collect(),
        })
    };
    lab.distinct_run_a().and_then(of).unwrap_or_default()
}

/// Drops in run A at the queue between two times; without a queue, anywhere.
pub(super) fn drops_beside(lab: &Lab, queue: Option<Queue>, between: (Time, Time)) -> Vec<LaneEvent> {
    let of = |a: &RunA| {
        let there = match queue {
            Some((port, priority)) => Some((a.port(lab.run().tape().spec(), port)?, priority)),
            None => None,
        };
        let mut all = a.lanes().events_within(there, between);
        all.retain(|event| event.mark == LaneMark::Drop);
        Some(all)
    };
    lab.distinct_run_a().and_then(of).unwrap_or_default()
}

/// Paths for run A: hollow bars, lines for dense intervals, crosses of the drops in `lost`, and lines
/// that join merged drops.
pub(super) fn bars_beside(lab: &Lab, queue: Option<Queue>, axis: &Axis, lost: &[MarkCluster]) -> [String; 4] {
    let shown = (axis.from, axis.to);
    let mut all = pause_intervals_beside(lab, queue, BlockCause::Pause, shown);
    all.append(&mut pause_intervals_beside(lab, queue, BlockCause::Credits, shown));
    order::by_key(&mut all, |one| one.from);
    let bars = bars(axis, all.iter().map(|one| (one.from, one.to)));
    let (top, high) = BELOW;
    let middle = top + high / 2.0;
    let box_of = |(x, w): &(f64, f64)| format!("M{x:.1} {top}h{w:.1}v{high}h-{w:.1}z");
    let line_of = |(x, w): &(f64, f64)| format!("M{x:.1} {middle}h{w:.1}");
    let long = lost.iter().filter(|cluster| cluster.to - cluster.from > SMALL);
    let run_of = |cluster: &MarkCluster| format!("M{:.1} {middle}H{:.1}", cluster.from + SMALL, cluster.to);
    let cross_of = |cluster: &MarkCluster| LaneMark::Drop.path((cluster.from, middle), SMALL);
    let joined = |all: Vec<String>| all.concat();
    [
        joined(bars.whole.iter().map(box_of).collect()),
        joined(bars.dense.iter().map(line_of).collect()),
        joined(lost.iter().map(cross_of).collect()),
        joined(long.map(run_of).collect()),
    ]
}

/// Drops in run A, merged as they are drawn.
pub(super) fn losses_beside(lab: &Lab, queue: Option<Queue>, axis: &Axis) -> Vec<MarkCluster> {
    let drops = drops_beside(lab, queue, (axis.from, axis.to));
    mark_clusters(axis, drops.iter().map(|event| (event.at, event.count)))
}

/// Time for which the queue was blocked in A, and its losses there; `None` if there were none.
pub(super) fn words_beside(lab: &Lab, (port, priority): Queue) -> Option<String> {
    let a = lab.distinct_run_a()?;
    let lane = a.lanes().lane(a.port(lab.run().tape().spec(), port)?, priority);
    let until = a.known_until();
    let all = lane.map_or(Time::ZERO, |lane| lane.paused.total(until) + lane.starved.total(until));
    let stopped = (all > Time::ZERO).then(|| format!("stopped for {} in all", time_label(all)));
    let drops = drops_beside(lab, Some((port, priority)), ALWAYS);
    let count: u64 = drops.iter().map(|event| u64::from(event.count)).sum();
    let lost = (count > 0).then(|| format!("drop: {count}"));
    let both: Vec<String> = stopped.into_iter().chain(lost).collect();
    (!both.is_empty()).then(|| format!("in A {}", both.join(", ")))
}
