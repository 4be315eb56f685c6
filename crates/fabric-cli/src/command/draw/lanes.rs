//! Drawing of pause lanes: the intervals in which each queue was paused or out of credits, and the times at
//! which it lost frames. Start with [`lanes`].

use std::cmp::Reverse;
use std::collections::BTreeMap;

use fabric_draw::scene::{
    Axis, DENSE, LANE_HIGH, LOW, LaneMark, Theme, WHOLE, bar_path, bars, mark_clusters,
};
use fabric_draw::svg::{AXIS, LaneLook, LaneRow, lanes as picture};
use fabric_sim::engine::{EventKind, FrameStep, Recorder, TraceEvent, World};
use fabric_sim::fabric::frame::Frame;
use fabric_sim::ids::{PortId, Priority, QueueId};
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;

use super::Run;

/// Half the width of the symbol for a drop in the picture, in pixels.
const HALF: f64 = 5.0;

/// Intervals in which a queue was blocked, in the order of time. `open` is the start of an interval that has
/// not ended.
#[derive(Default)]
struct BlockedIntervals {
    closed: Vec<(Time, Time)>,
    open: Option<Time>,
}

impl BlockedIntervals {
    /// Begins a blocked interval at time `at`. Does nothing if an interval is already open.
    fn begin(&mut self, at: Time) {
        self.open.get_or_insert(at);
    }

    /// Ends the open blocked interval at time `at`. Does nothing if no interval is open.
    fn end(&mut self, at: Time) {
        self.closed.extend(self.open.take().map(|from| (from, at)));
    }

    /// Total length of the ended intervals, in picoseconds.
    fn total(&self) -> u64 {
        self.closed.iter().map(|(from, to)| to.ps() - from.ps()).sum()
    }
}

/// Blocked intervals and drops of one queue during the run, each in the order of time. `starved` has the
/// intervals in which the queue had no credits.
#[derive(Default)]
struct QueueHistory {
    paused: BlockedIntervals,
    starved: BlockedIntervals,
    drops: Vec<Time>,
}

/// Recorder of the blocked intervals and the drops of each queue.
#[derive(Default)]
struct QueueHistories(BTreeMap<QueueId, QueueHistory>);

impl QueueHistories {
    fn queue(&mut self, port: PortId, priority: Priority) -> &mut QueueHistory {
        self.0.entry(QueueId::new(port, priority)).or_default()
    }
}

/// A pause ends by XON, by the expiry of its time, or when the watchdog ignores it. Drops that lose no data
/// are not recorded.
impl Recorder for QueueHistories {
    const RECORDS_EVENTS: bool = true;
    const RECORDS_ADMISSIONS: bool = false;

    fn records_frame(&mut self, _: &World, _: PortId, _: &Frame, _: FrameStep) -> bool {
        false
    }

    fn record(&mut self, TraceEvent { at, port, kind }: TraceEvent) {
        match kind {
            EventKind::Paused(priority) => self.queue(port, priority).paused.begin(at),
            EventKind::Resumed(n) | EventKind::Expired(n) | EventKind::Ignored(n) => {
                self.queue(port, n).paused.end(at);
            }
            EventKind::Starved(priority) => self.queue(port, priority).starved.begin(at),
            EventKind::Credited(priority) => self.queue(port, priority).starved.end(at),
            EventKind::Dropped(frame, cause) if !cause.loses_no_data() => {
                self.queue(port, frame.priority).drops.push(at);
            }
            _ => {}
        }
    }
}

/// Draws a lane for each queue that was paused, waited for credits or lost data up to the time `run.goal`.
/// Lanes are sorted by the sum of paused time and time without credits, longest first, then by port and
/// priority. An interval that is still open at `run.goal` ends at `run.goal`. If there are no lanes, the
/// title says so.
///
/// # Errors
/// If the run exceeds its limit.
pub fn lanes(mut run: Run, spec: &Spec, theme: Theme) -> Result<String, String> {
    let mut seen = QueueHistories::default();
    run.progress.run_to(&mut run.world, run.goal, &mut seen)?;
    let end = run.goal.time.max(Time(1));
    let axis = Axis { from: Time::ZERO, to: end, width: AXIS };
    let mut all: Vec<(QueueId, QueueHistory)> = seen.0.into_iter().collect();
    for (_, lane) in &mut all {
        lane.paused.end(end);
        lane.starved.end(end);
    }
    all.sort_by_key(|(queue, lane)| (Reverse(lane.paused.total() + lane.starved.total()), *queue));
    all.retain(|(_, lane)| lane.paused.total() + lane.starved.total() > 0 || !lane.drops.is_empty());
    let row = |(queue, lane): (QueueId, QueueHistory)| {
        let paused = bars(&axis, lane.paused.closed.into_iter());
        let starved = bars(&axis, lane.starved.closed.into_iter());
        let drops = mark_clusters(&axis, lane.drops.into_iter().map(|at| (at, 1)));
        let middle = LANE_HIGH / 2.0;
        let cross = drops.iter().map(|cluster| LaneMark::Drop.path((cluster.from, middle), HALF)).collect();
        let runs = drops.iter().filter(|cluster| cluster.to - cluster.from > HALF);
        let runs = runs.map(|cluster| format!("M{:.1} {middle}H{:.1}", cluster.from + HALF, cluster.to));
        let paths = vec![
            (LaneLook::Paused, bar_path(&paused.whole, WHOLE)),
            (LaneLook::Paused, bar_path(&paused.dense, DENSE)),
            (LaneLook::Starved, bar_path(&starved.whole, LOW)),
            (LaneLook::StarvedDense, bar_path(&starved.dense, LOW)),
            (LaneLook::Cluster, runs.collect()),
            (LaneLook::Mark(LaneMark::Drop), cross),
        ];
        LaneRow {
            name: spec.port_name(queue.port),
            priority: Some(queue.priority),
            paths,
            numbers: Vec::new(),
        }
    };
    let rows: Vec<LaneRow> = all.into_iter().map(row).collect();
    let title = if rows.is_empty() { "Pause lanes: no queue was stopped" } else { "Pause lanes" };
    Ok(picture(title, (Time::ZERO, end), end, &rows, theme))
}
