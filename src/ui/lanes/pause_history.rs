//! Contents of a pause lane, in three forms: SVG paths, text, and positions that the keyboard reaches. Start
//! with [`drawn`] and [`stops`].
//!
//! A position near several marks belongs to the nearest mark; a position near no mark belongs to the bar
//! below it. The events and intervals for the keyboard are in order of time. If run A differs, the bars of
//! run B move up to leave space for those of run A.

use std::cmp::Reverse;

use fabric_sim::ids::QueueId;
use fabric_sim::sort;
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;

use super::of_run_a::{
    bars_of_run_a, drops_of_run_a, losses_of_run_a, pause_intervals_of_run_a, words_of_run_a,
};
use crate::charts::{instant_label, time_label};
use crate::lab::{Lab, LaneEvent, PauseInterval, PauseLane};
use crate::scene::{
    Axis, DENSE, LANE_HIGH, LOW, LaneMark, MarkCluster, NumberSpace, WHOLE, bar_path, bars, mark_clusters,
};

/// Height of a pause lane, in pixels.
pub const HIGH: f64 = LANE_HIGH;
/// Half the width of a mark in a pause lane, in pixels.
pub const HALF: f64 = 5.0;
/// Distance in pixels by which the bars of run B move up to leave space for the bars of run A.
const ROOM: f64 = 2.0;
const MIDDLE: f64 = HIGH / 2.0;

/// SVG paths of everything in a lane.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LanePaths {
    /// SVG path of the pauses that are long enough to be drawn singly.
    pub whole: String,
    /// SVG path of the pauses that are too short or too close together to be drawn singly.
    pub dense: String,
    /// SVG paths of the intervals without credits: first those that are long enough to be drawn singly, then
    /// the others.
    pub starved: [String; 2],
    /// SVG paths of run A, in this order: hollow bars of single intervals, lines for intervals that are close
    /// together, crosses of drops, and lines along drops that are merged. Made by `bars_of_run_a`.
    pub of_run_a: [String; 4],
    /// SVG path of all marks of a kind; kinds that do not occur are absent.
    pub marks: Vec<(LaneMark, String)>,
    /// SVG path of horizontal lines: if a mark stands for several events, a line goes from the first to the
    /// last of the events.
    pub runs: String,
    /// Numbers beside marks, each with its horizontal position in pixels: counts of merged marks, and numbers
    /// of actions.
    pub numbers: Vec<(f64, String)>,
}

/// Entry of a pause lane, an event or a blocked interval, which the keyboard or a click can reach.
#[derive(Clone, Debug, PartialEq)]
pub struct LaneStop {
    /// Time to which the cursor moves when the user clicks the entry or presses Enter on it.
    pub at: Time,
    /// Text about the event or interval.
    pub words: String,
    /// Queue to select; `None` keeps the selection.
    pub queue: Option<QueueId>,
}

/// Time axis of all lanes: the shown window of time on `width` pixels.
pub fn axis(lab: &Lab, width: f64) -> Axis {
    lab.shown_window().axis(width)
}

/// Interval of all simulated times.
pub(super) const ALWAYS: (Time, Time) = (Time::ZERO, Time::NEVER);

/// Events in the lane of `queue` from `between.0` to `between.1`; for `None`, the events of all queues.
fn lane_events(lab: &Lab, queue: Option<QueueId>, between: (Time, Time)) -> Vec<LaneEvent> {
    lab.run().recording().lanes().events_within(queue, between)
}

/// Reason why a queue is blocked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BlockCause {
    /// Pause that the egress queue has received.
    Pause,
    /// Lack of credits: the credits of the queue do not cover its next frame.
    Credits,
}

/// Intervals in which `queue` was blocked for the reason `by`. Intervals that overlap `between` are returned,
/// in order of time; the others are left out. An interval that has not ended lasts to the last recorded time.
/// Empty if `queue` is `None` or was never blocked.
fn pause_intervals(
    lab: &Lab,
    queue: Option<QueueId>,
    by: BlockCause,
    between: (Time, Time),
) -> Vec<PauseInterval> {
    let recording = lab.run().recording();
    let lane = queue.and_then(|queue| recording.lanes().lane(queue.port, queue.priority));
    let of = |lane: &PauseLane| match by {
        BlockCause::Pause => lane.paused.within(between, recording.known_until()).collect(),
        BlockCause::Credits => lane.starved.within(between, recording.known_until()).collect(),
    };
    lane.map(of).unwrap_or_default()
}

/// SVG paths of the lane of `queue`. `None` means the lane of all events, which also has the actions but no
/// bars. If space is short, labels are placed in this order: numbers of actions, counts of events from the
/// largest, and counts of run A. A label without space is left out.
pub fn drawn(lab: &Lab, queue: Option<QueueId>, axis: &Axis) -> LanePaths {
    let shown = (axis.from, axis.to);
    let of = |by| bars(axis, pause_intervals(lab, queue, by, shown).iter().map(|one| (one.from, one.to)));
    let (mut bars, starved) = (of(BlockCause::Pause), of(BlockCause::Credits));
    let lost = losses_of_run_a(lab, queue, axis);
    let up = if lab.distinct_run_a().is_some() { ROOM } else { 0.0 };
    let blocks = |all: &[(f64, f64)], (top, high): (f64, f64)| bar_path(all, (top - up, high));
    let mut drawn = LanePaths {
        whole: blocks(&bars.whole, WHOLE),
        dense: blocks(&bars.dense, DENSE),
        starved: [blocks(&starved.whole, LOW), blocks(&starved.dense, LOW)],
        of_run_a: bars_of_run_a(lab, queue, axis, &lost),
        ..LanePaths::default()
    };
    // Numbers must not overlap the bars of pauses or of intervals without credits.
    bars.whole.extend(starved.whole);
    bars.dense.extend(starved.dense);
    let all = lane_events(lab, queue, shown);
    let (mut room, mut counted) = (NumberSpace::new(axis, &bars), Vec::new());
    for mark in LaneMark::ALL {
        let of_mark = all.iter().filter(|event| event.mark == mark);
        let mark_clusters = mark_clusters(axis, of_mark.map(|event| (event.at, event.count)));
        if mark_clusters.is_empty() {
            continue;
        }
        drawn.marks.push((
            mark,
            mark_clusters.iter().map(|cluster| mark.path((cluster.from, MIDDLE), HALF)).collect(),
        ));
        let long = mark_clusters.iter().filter(|cluster| cluster.to - cluster.from > HALF);
        drawn
            .runs
            .extend(long.map(|cluster| format!("M{:.1} {MIDDLE}H{:.1}", cluster.from + HALF, cluster.to)));
        for cluster in &mark_clusters {
            room.take(cluster.reach(HALF));
        }
        counted.extend(mark_clusters);
    }
    if queue.is_none() {
        actions(lab, axis, &mut drawn, &mut room);
    }
    // Larger counts are placed first.
    sort::by_key(&mut counted, |cluster| Reverse(cluster.count));
    let number = |cluster: &MarkCluster| {
        let number = cluster.number()?;
        Some((room.place(&number, cluster.beside(&number, HALF))?, number))
    };
    drawn.numbers.extend(counted.iter().filter_map(number));
    // Counts of run A are placed last.
    let of_a = |cluster: &MarkCluster| {
        let number = format!("A {}", cluster.number()?);
        Some((room.place(&number, cluster.beside(&number, HALF))?, number))
    };
    drawn.numbers.extend(lost.iter().filter_map(of_a));
    drawn
}

/// Adds a flag to `drawn` for each pixel column with actions. Actions are numbered from 1, in order of time;
/// a flag of several actions has the first and the last number. A number is left out if `room` has no space
/// for it.
fn actions(lab: &Lab, axis: &Axis, drawn: &mut LanePaths, room: &mut NumberSpace) {
    let mut path = String::new();
    let actions = (1u32..).zip(lab.action_labels()).filter(|(_, (at, _))| axis.has(*at));
    let actions: Vec<(u32, f64)> = actions.map(|(n, (at, _))| (n, axis.x(at))).collect();
    // Actions are grouped by pixel column. Grouping by distance could join all actions of the lane.
    let places: Vec<&[(u32, f64)]> = actions.chunk_by(|one, next| one.1.floor() >= next.1.floor()).collect();
    for x in places.iter().map(|place| place[0].1) {
        path += &LaneMark::Action.path((x, MIDDLE), HALF);
        room.take((x - HALF, x + HALF));
    }
    for place in places {
        let ((first, x), last) = (place[0], place[place.len() - 1].0);
        let number = if first == last { first.to_string() } else { format!("{first}–{last}") };
        drawn.numbers.extend(room.place(&number, [x + HALF + 1.0]).map(|x| (x, number)));
    }
    if !path.is_empty() {
        drawn.marks.push((LaneMark::Action, path));
    }
}

/// Events and blocked intervals in the lane of `queue`, of runs A and B, over the whole run. The entries are
/// in order of time; the time of an interval is its start. The arrow keys go from one entry to the next. If
/// `queue` is `None`, the entries are those of the lane of all events, which has no intervals.
pub fn stops(lab: &Lab, queue: Option<QueueId>) -> Vec<LaneStop> {
    let width = lab.shown_window().width();
    let stop = |by| {
        let all = pause_intervals(lab, queue, by, ALWAYS).into_iter();
        all.map(move |one| LaneStop { at: one.from, words: interval_words(&one, by, width), queue })
    };
    let of_run_a = |by| {
        let all = pause_intervals_of_run_a(lab, queue, by, ALWAYS).into_iter();
        let words = move |one: &PauseInterval| format!("In A: {}", interval_words(one, by, width));
        all.map(move |one| LaneStop { at: one.from, words: words(&one), queue })
    };
    let mut stops: Vec<LaneStop> = stop(BlockCause::Pause).chain(stop(BlockCause::Credits)).collect();
    stops.extend(of_run_a(BlockCause::Pause).chain(of_run_a(BlockCause::Credits)));
    stops.append(&mut marked(lab, queue, ALWAYS));
    sort::by_key(&mut stops, |stop| stop.at);
    stops
}

/// Marks in the lane of `queue` from `between.0` to `between.1`, followed by the drops in run A. `None` is
/// the lane of all events, which also has the actions.
fn marked(lab: &Lab, queue: Option<QueueId>, between: (Time, Time)) -> Vec<LaneStop> {
    let (spec, width) = (lab.run().recording().spec(), lab.shown_window().width());
    let stop_of = |event: &LaneEvent| {
        let selects = queue.or((!is_of_link(event.mark)).then_some(event.queue));
        LaneStop { at: event.at, words: mark_words(spec, event, queue.is_none(), width), queue: selects }
    };
    let mut marks: Vec<LaneStop> = lane_events(lab, queue, between).iter().map(stop_of).collect();
    // The text on a drop in run A names no port, because the ports of run A may have other numbers.
    let lost = |event: &LaneEvent| LaneStop {
        at: event.at,
        words: format!("In A: {}", mark_words(spec, event, false, width)),
        queue,
    };
    marks.extend(drops_of_run_a(lab, queue, between).iter().map(lost));
    if queue.is_none() {
        let action_stop = |(n, (at, words)): (usize, (Time, String))| LaneStop {
            at,
            words: format!("Action {} at {}: {words}.", n + 1, instant_label(at, width)),
            queue: None,
        };
        let is_there = |action: &(usize, (Time, String))| (between.0..=between.1).contains(&action.1.0);
        marks.extend(lab.action_labels().into_iter().enumerate().filter(is_there).map(action_stop));
    }
    marks
}

/// Function that returns the intervals in which a queue was blocked, such as [`pause_intervals`].
type BlockedIntervals = fn(&Lab, Option<QueueId>, BlockCause, (Time, Time)) -> Vec<PauseInterval>;

/// Mark nearest to the position `x` in a lane, in pixels. If no mark is near, the bar at this position.
/// `None` if the position has no mark and no bar.
pub fn stop_at(lab: &Lab, queue: Option<QueueId>, axis: &Axis, x: f64) -> Option<LaneStop> {
    let near = axis.around(x);
    let marks = marked(lab, queue, near).into_iter().map(|stop| (stop.at, stop));
    if let Some((_, stop)) = axis.near(x, marks) {
        return Some(stop);
    }
    let width = lab.shown_window().width();
    let stop = |pause_intervals: Vec<PauseInterval>, by| {
        let at = axis.meant(x, pause_intervals.iter().map(|one| (one.from, one.to)))?;
        let interval = pause_intervals.iter().rev().find(|one| one.from <= at)?;
        Some(LaneStop { at, words: interval_words(interval, by, width), queue })
    };
    let either = |of: BlockedIntervals| {
        let one = |by| stop(of(lab, queue, by, near), by);
        one(BlockCause::Pause).or_else(|| one(BlockCause::Credits))
    };
    match (either(pause_intervals), either(pause_intervals_of_run_a)) {
        (Some(b), Some(a)) => Some(LaneStop { words: format!("{} In A: {}", b.words, a.words), ..b }),
        (None, Some(a)) => Some(LaneStop { words: format!("In A: {}", a.words), ..a }),
        (b, None) => b,
    }
}

/// Sentence about a blocked interval: cause, start and length; if several pauses are merged, also their
/// number. `width` is the length of the shown window; it decides the precision of the start.
fn interval_words(interval: &PauseInterval, by: BlockCause, width: Time) -> String {
    let (from, length) =
        (instant_label(interval.from, width), time_label(interval.to.saturating_sub(interval.from)));
    let what = match by {
        BlockCause::Pause => "Paused",
        BlockCause::Credits => "Without credits",
    };
    match interval.count {
        1 => format!("{what} from {from} on, for {length}."),
        count => format!("{what} {count} times from {from} on, within {length}."),
    }
}

/// Text about the lane of a queue: the name of the queue, its total blocked time, and the number of events of
/// each kind. A kind without events is left out.
pub fn in_words(lab: &Lab, QueueId { port, priority }: QueueId) -> String {
    let recording = lab.run().recording();
    let (spec, until) = (recording.spec(), recording.known_until());
    let mut words = vec![format!("{}, priority {priority}", spec.port_name(port))];
    let lane = recording.lanes().lane(port, priority);
    let both =
        [("paused", lane.map(|lane| &lane.paused)), ("without credits", lane.map(|lane| &lane.starved))];
    for (what, pause_intervals) in both {
        let Some(all) = pause_intervals.filter(|all| !all.is_empty()) else { continue };
        let since = all.open().map(|open| format!(", since {}", time_label(open))).unwrap_or_default();
        words.push(format!("{what} for {} in all{since}", time_label(all.total(until))));
    }
    words.extend(words_of_run_a(lab, QueueId::new(port, priority)));
    let all = recording.lanes().events(port, priority);
    for mark in LaneMark::ALL {
        let count: u64 =
            all.iter().filter(|event| event.mark == mark).map(|event| u64::from(event.count)).sum();
        if count > 0 {
            words.push(format!("{}: {count}", mark.title().to_ascii_lowercase()));
        }
    }
    words.join("; ")
}

/// Sentence about a mark. If `named` is true, the sentence names the queue. `width` is the length of the
/// shown window, which decides how exactly the time is written.
fn mark_words(spec: &Spec, event: &LaneEvent, named: bool, width: Time) -> String {
    let QueueId { port, priority } = event.queue;
    let place = match (named, is_of_link(event.mark)) {
        (false, _) => String::new(),
        (true, true) => format!(" at {}", spec.port_name(port)),
        (true, false) => format!(" at {}, priority {priority}", spec.port_name(port)),
    };
    let times = if event.count > 1 { format!(", {} times from here on", event.count) } else { String::new() };
    let mut words = event.mark.words().to_owned();
    words[..1].make_ascii_uppercase();
    format!("{words}{place} at {}{times}.", instant_label(event.at, width))
}

const fn is_of_link(mark: LaneMark) -> bool {
    matches!(mark, LaneMark::Down | LaneMark::Up)
}
