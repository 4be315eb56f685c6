//! Pauses and drops of the same queue in run A, drawn below the bars of run B in each lane.

use fabric_sim::ids::QueueId;
use fabric_sim::sort;
use fabric_sim::units::Time;

use super::pause_history::{ALWAYS, BlockCause};
use crate::charts::time_label;
use crate::lab::{Lab, LaneEvent, PauseInterval, RunA};
use crate::scene::{Axis, LaneMark, MarkCluster, bars, mark_clusters};

/// Top and height of the bars of run A in a lane, in pixels from the top of the lane.
const BELOW: (f64, f64) = (19.0, 4.0);
/// Half the width of a mark of run A in a pause lane, in pixels.
const SMALL: f64 = 2.5;

/// Intervals in which the queue of the same name in run A was blocked for the reason `by`. Intervals that
/// overlap `between` are returned, in order of time; the others are left out. An interval that has not ended
/// lasts to the last simulated time of run A. Empty if `queue` is `None`, if there is no run A that differs
/// from run B, or if run A lacks the queue.
pub(super) fn pause_intervals_of_run_a(
    lab: &Lab,
    queue: Option<QueueId>,
    by: BlockCause,
    between: (Time, Time),
) -> Vec<PauseInterval> {
    let of = |a: &RunA| {
        let QueueId { port, priority } = queue?;
        let lane = a.lanes().lane(a.port(lab.run().recording().spec(), port)?, priority)?;
        Some(match by {
            BlockCause::Pause => lane.paused.within(between, a.known_until()).collect(),
            BlockCause::Credits => lane.starved.within(between, a.known_until()).collect(),
        })
    };
    lab.distinct_run_a().and_then(of).unwrap_or_default()
}

/// Drops in run A from `between.0` to `between.1`, in the queue of the same name as `queue`; for `None`, in
/// all queues. Empty if there is no run A that differs from run B, or if run A lacks the port.
pub(super) fn drops_of_run_a(lab: &Lab, queue: Option<QueueId>, between: (Time, Time)) -> Vec<LaneEvent> {
    let of = |a: &RunA| {
        let there = match queue {
            Some(QueueId { port, priority }) => {
                Some(QueueId::new(a.port(lab.run().recording().spec(), port)?, priority))
            }
            None => None,
        };
        let mut all = a.lanes().events_within(there, between);
        all.retain(|event| event.mark == LaneMark::Drop);
        Some(all)
    };
    lab.distinct_run_a().and_then(of).unwrap_or_default()
}

/// SVG paths for run A in a lane, in this order:
/// - hollow bars of single intervals;
/// - lines for intervals too close together to be drawn singly;
/// - crosses of the drops in `lost`;
/// - lines along drops that are merged into one cross.
pub(super) fn bars_of_run_a(
    lab: &Lab,
    queue: Option<QueueId>,
    axis: &Axis,
    lost: &[MarkCluster],
) -> [String; 4] {
    let shown = (axis.from, axis.to);
    let mut all = pause_intervals_of_run_a(lab, queue, BlockCause::Pause, shown);
    all.append(&mut pause_intervals_of_run_a(lab, queue, BlockCause::Credits, shown));
    sort::by_key(&mut all, |one| one.from);
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

/// Drops in run A within the time axis, in the queue of the same name as `queue`; for `None`, in all queues.
/// Drops whose marks would overlap are merged. Empty if there is no run A that differs from run B.
pub(super) fn losses_of_run_a(lab: &Lab, queue: Option<QueueId>, axis: &Axis) -> Vec<MarkCluster> {
    let drops = drops_of_run_a(lab, queue, (axis.from, axis.to));
    mark_clusters(axis, drops.iter().map(|event| (event.at, event.count)))
}

/// Text about run A: drops of the queue, and total time for which pauses or a lack of credits blocked the
/// queue. `None` if the queue was never blocked and dropped nothing, or if run A lacks the port. Also `None`
/// if there is no run A that differs from run B.
pub(super) fn words_of_run_a(lab: &Lab, QueueId { port, priority }: QueueId) -> Option<String> {
    let a = lab.distinct_run_a()?;
    let lane = a.lanes().lane(a.port(lab.run().recording().spec(), port)?, priority);
    let until = a.known_until();
    let all = lane.map_or(Time::ZERO, |lane| lane.paused.total(until) + lane.starved.total(until));
    let stopped = (all > Time::ZERO).then(|| format!("stopped for {} in all", time_label(all)));
    let drops = drops_of_run_a(lab, Some(QueueId::new(port, priority)), ALWAYS);
    let count: u64 = drops.iter().map(|event| u64::from(event.count)).sum();
    let lost = (count > 0).then(|| format!("drop: {count}"));
    let both: Vec<String> = stopped.into_iter().chain(lost).collect();
    (!both.is_empty()).then(|| format!("in A {}", both.join(", ")))
}
