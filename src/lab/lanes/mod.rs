//! Recorded history of the pauses and other events of all queues, for the lanes of the page. Start with
//! [`Lanes::note`]. The other events are drops, cycles of waits, watchdog decisions and link changes.
//!
//! Trace events must be recorded in the order of the run. Lanes are in the order of their first record; a new
//! lane is last. A queue that was never blocked and has no event has no lane. An interval that has not ended
//! has no end; callers give the time up to which it counts. Merging limits the memory.

mod intervals;
mod lane_events;
mod summary;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use fabric_sim::engine::{DropCause, EventKind, TraceEvent, World};
use fabric_sim::fabric::watchdog::WatchdogDecision;
use fabric_sim::ids::{PortId, Priority, QueueId};
use fabric_sim::sort;
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;

use crate::scene::LaneMark;
pub use intervals::{PauseInterval, PauseIntervals};
pub use lane_events::LaneEvent;
use lane_events::LaneEvents;

/// Recorded history of a queue: one priority of a port.
#[derive(Clone, Debug, Default)]
pub struct PauseLane {
    /// Intervals in which the queue was paused. Pauses that the port ignores do not count.
    pub paused: PauseIntervals,
    /// Intervals in which credits did not cover the next frame.
    pub starved: PauseIntervals,
    events: LaneEvents,
}

impl PauseLane {
    fn is_empty(&self) -> bool {
        self.paused.is_empty() && self.starved.is_empty() && self.events.events().is_empty()
    }
}

/// Recorded history of all queues that were ever blocked or had an event.
#[derive(Clone, Debug)]
pub struct Lanes {
    queues: Vec<Option<Box<PauseLane>>>,
    /// Queues that have a history, in the order of their first record.
    used: Vec<QueueId>,
    /// Events of links, by port. An event of a link concerns all priorities of the port.
    links: BTreeMap<PortId, LaneEvents>,
    /// Events of all queues, in order of time.
    all: LaneEvents,
}

impl Lanes {
    /// Creates a history without pauses and events.
    #[must_use]
    pub fn new(spec: &Spec) -> Self {
        Self {
            queues: vec![None; spec.ports.len() * 8],
            used: Vec::new(),
            links: BTreeMap::new(),
            all: LaneEvents::default(),
        }
    }

    /// Recorded pauses and other events of the queue of `priority` at `port`. `None` if nothing was recorded
    /// for the queue.
    #[must_use]
    pub fn lane(&self, port: PortId, priority: Priority) -> Option<&PauseLane> {
        self.queues.get(port.index() * 8 + priority.index())?.as_deref()
    }

    /// Events of all queues, in order of time. An event of a link occurs once, at one of its two ports and
    /// priority 0.
    #[must_use]
    pub fn everywhere(&self) -> &[LaneEvent] {
        self.all.events()
    }

    /// Events of a queue and of its link, in order of time.
    #[must_use]
    pub fn events(&self, port: PortId, priority: Priority) -> Vec<LaneEvent> {
        self.events_within(Some(QueueId::new(port, priority)), (Time::ZERO, Time::NEVER))
    }

    /// Events of `queue` and of its link, in order of time; for `None`, the events of all queues. `between`
    /// has the first and the last time, both included. Among events of the same number, the events of the
    /// queue come first. Empty if nothing was recorded for the queue and its link.
    #[must_use]
    pub fn events_within(&self, queue: Option<QueueId>, between: (Time, Time)) -> Vec<LaneEvent> {
        let Some(QueueId { port, priority }) = queue else { return self.all.within(between).to_vec() };
        let own = self.lane(port, priority).map_or(&[][..], |lane| lane.events.within(between));
        let link = self.links.get(&port).map_or(&[][..], |events| events.within(between));
        let mut both = [own, link].concat();
        sort::by_key(&mut both, |event| event.number);
        both
    }

    /// Queues that have been blocked or had an event, in the order of their first record. A new queue comes
    /// last, so that the lanes of other queues do not move.
    #[must_use]
    pub fn order(&self) -> Vec<QueueId> {
        let past =
            |queue: &QueueId| self.lane(queue.port, queue.priority).is_some_and(|lane| !lane.is_empty());
        self.used.iter().copied().filter(past).collect()
    }

    /// Records the trace event `note` of the event with number `number`, if lanes show it. Drops that lose no
    /// data are not shown. A link that goes down ends the pauses at both of its ends.
    ///
    /// # Panics
    /// If the fabric has no such port.
    pub fn note(&mut self, spec: &Spec, number: u64, note: &TraceEvent) {
        let (at, port) = (note.at, note.port);
        match note.kind {
            EventKind::Paused(n) => self.lane_mut(port, n).paused.begin(at),
            EventKind::Resumed(n) | EventKind::Expired(n) | EventKind::Ignored(n) => {
                self.lane_mut(port, n).paused.end(at);
            }
            EventKind::Starved(n) => self.lane_mut(port, n).starved.begin(at),
            EventKind::Credited(n) => self.lane_mut(port, n).starved.end(at),
            // The drop appears in the lane of the queue whose watchdog dropped the frame, not of the input at
            // which the frame arrived.
            EventKind::WatchdogDropped(n, _) => self.mark(number, note, n, LaneMark::Drop, 1),
            EventKind::Dropped(frame, cause) if cause != DropCause::Watchdog && !cause.loses_no_data() => {
                self.mark(number, note, frame.priority, LaneMark::Drop, 1);
            }
            EventKind::WatchdogDecided(n, decision, truth) => {
                let mark = match decision {
                    WatchdogDecision::Storm if truth.needs_intervention() => LaneMark::Storm,
                    WatchdogDecision::Storm => LaneMark::FalseAlarm,
                    WatchdogDecision::Ended => LaneMark::Over,
                };
                self.mark(number, note, n, mark, 1);
            }
            EventKind::CyclesChanged(n, change) => {
                let changes = [
                    (LaneMark::Cycle, change.closed),
                    (LaneMark::Deadlock, change.deadlocks),
                    (LaneMark::Opened, change.opened),
                ];
                for (mark, count) in changes.into_iter().filter(|(_, count)| *count > 0) {
                    self.mark(number, note, n, mark, count);
                }
            }
            EventKind::LinkDown | EventKind::LinkUp => {
                let down = matches!(note.kind, EventKind::LinkDown);
                let mark = if down { LaneMark::Down } else { LaneMark::Up };
                for end in spec.link(port) {
                    let event =
                        LaneEvent { at, number, mark, count: 1, queue: QueueId::new(end, Priority::P0) };
                    self.links.entry(end).or_default().push(event);
                    for lane in self.queues[end.index() * 8..][..8].iter_mut().flatten().filter(|_| down) {
                        lane.paused.end(at);
                    }
                }
                self.all.push(LaneEvent {
                    at,
                    number,
                    mark,
                    count: 1,
                    queue: QueueId::new(port, Priority::P0),
                });
            }
            _ => {}
        }
    }

    /// Discards the history after the cursor. `world` is the state at the cursor.
    pub fn forget_after(&mut self, world: &World) {
        let counters = world.counters();
        for QueueId { port, priority } in &self.used {
            let index = port.index() * 8 + priority.index();
            let Some(lane) = &mut self.queues[index] else { continue };
            let counted = &counters.ports[port.index()][priority.index()];
            lane.paused.forget_after(world.now(), counted.paused, counted.paused_since);
            lane.starved.forget_after(world.now(), counted.starved, counted.starved_since);
            lane.events.forget_after(counters.events);
        }
        self.links.values_mut().for_each(|events| events.forget_after(counters.events));
        self.all.forget_after(counters.events);
    }

    /// Records `count` equal events of the queue of `priority` at the port of `note`.
    fn mark(&mut self, number: u64, note: &TraceEvent, priority: Priority, mark: LaneMark, count: u32) {
        let event = LaneEvent { at: note.at, number, mark, count, queue: QueueId::new(note.port, priority) };
        self.lane_mut(note.port, priority).events.push(event);
        self.all.push(event);
    }

    /// Recorded pauses and other events of a queue. Creates an empty record if the queue has none.
    fn lane_mut(&mut self, port: PortId, priority: Priority) -> &mut PauseLane {
        let lane = &mut self.queues[port.index() * 8 + priority.index()];
        if lane.is_none() {
            self.used.push(QueueId::new(port, priority));
        }
        lane.get_or_insert_default()
    }
}
