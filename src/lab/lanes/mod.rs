//! Recorded history of pauses and other events of all queues: drops, cyclic waits, watchdog decisions,
//! link changes. Start with [`Lanes::note`].

mod signs;
mod stretches;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use fabric_sim::engine::{DropCause, EventKind, TraceEvent, World};
use fabric_sim::fabric::watchdog::Verdict;
use fabric_sim::ids::PortId;
use fabric_sim::order;
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;

use crate::scene::Sign;
use signs::Signs;
pub use signs::Spot;
pub use stretches::{Stretch, Stretches};

/// Recorded history of one priority of a port.
#[derive(Clone, Debug, Default)]
pub struct PauseLane {
    /// Intervals in which it was paused and obeyed the pause.
    pub paused: Stretches,
    /// Intervals in which credits did not cover its next frame.
    pub starved: Stretches,
    signs: Signs,
}

impl PauseLane {
    fn is_empty(&self) -> bool {
        self.paused.is_empty() && self.starved.is_empty() && self.signs.spots().is_empty()
    }
}

/// Recorded history of all queues that were ever blocked or had an event.
#[derive(Clone, Debug)]
pub struct Lanes {
    queues: Vec<Option<Box<PauseLane>>>,
    /// Queues with events, in the order of their first event.
    used: Vec<(PortId, u8)>,
    /// Link events by port, common to all priorities.
    links: BTreeMap<PortId, Signs>,
    /// Events of all queues.
    all: Signs,
}

impl Lanes {
    /// Empty history.
    #[must_use]
    pub fn new(spec: &Spec) -> Self {
        Self {
            queues: vec![None; spec.ports.len() * 8],
            used: Vec::new(),
            links: BTreeMap::new(),
            all: Signs::default(),
        }
    }

    /// History of a queue; `None` if nothing has happened to it.
    #[must_use]
    pub fn lane(&self, port: PortId, priority: u8) -> Option<&PauseLane> {
        self.queues.get(port.index() * 8 + usize::from(priority))?.as_deref()
    }

    /// Events of all queues, by time.
    #[must_use]
    pub fn everywhere(&self) -> &[Spot] {
        self.all.spots()
    }

    /// Events of a queue and of its link, by time.
    #[must_use]
    pub fn signs(&self, port: PortId, priority: u8) -> Vec<Spot> {
        self.signs_within(Some((port, priority)), (Time::ZERO, Time::NEVER))
    }

    /// Events of a queue between two times; without a queue, those of all queues.
    #[must_use]
    pub fn signs_within(&self, queue: Option<(PortId, u8)>, between: (Time, Time)) -> Vec<Spot> {
        let Some((port, priority)) = queue else { return self.all.within(between).to_vec() };
        let own = self.lane(port, priority).map_or(&[][..], |lane| lane.signs.within(between));
        let link = self.links.get(&port).map_or(&[][..], |signs| signs.within(between));
        let mut both = [own, link].concat();
        order::by_key(&mut both, |spot| spot.number);
        both
    }

    /// Queues with events, in the order of their first event, so that lanes never change places.
    #[must_use]
    pub fn order(&self) -> Vec<(PortId, u8)> {
        let past = |queue: &(PortId, u8)| self.lane(queue.0, queue.1).is_some_and(|lane| !lane.is_empty());
        self.used.iter().copied().filter(past).collect()
    }

    /// Records `note` of event `number`.
    pub fn note(&mut self, spec: &Spec, number: u64, note: &TraceEvent) {
        let (at, port) = (note.at, note.port);
        match note.kind {
            EventKind::Paused(n) => self.lane_mut(port, n).paused.begin(at),
            EventKind::Resumed(n) | EventKind::Expired(n) | EventKind::Ignored(n) => {
                self.lane_mut(port, n).paused.end(at);
            }
            EventKind::Starved(n) => self.lane_mut(port, n).starved.begin(at),
            EventKind::Credited(n) => self.lane_mut(port, n).starved.end(at),
            // In the lane of the queue whose watchdog it was, not of the input that it came by.
            EventKind::ThrownAway(n, _) => self.sign(number, note, n, Sign::Drop, 1),
            EventKind::Dropped(frame, cause) if cause != DropCause::Watchdog && !cause.is_discard() => {
                self.sign(number, note, frame.priority, Sign::Drop, 1);
            }
            EventKind::Judged(n, verdict, truth) => {
                let sign = match verdict {
                    Verdict::Storm if truth.is_hopeless() => Sign::Storm,
                    Verdict::Storm => Sign::FalseAlarm,
                    Verdict::Over => Sign::Over,
                };
                self.sign(number, note, n, sign, 1);
            }
            EventKind::Circles(n, turn) => {
                let turns =
                    [(Sign::Circle, turn.closed), (Sign::Deadlock, turn.died), (Sign::Opened, turn.opened)];
                for (sign, count) in turns.into_iter().filter(|turn| turn.1 > 0) {
                    self.sign(number, note, n, sign, count);
                }
            }
            EventKind::LinkDown | EventKind::LinkUp => {
                let down = matches!(note.kind, EventKind::LinkDown);
                let sign = if down { Sign::Down } else { Sign::Up };
                for end in spec.link(port) {
                    let spot = Spot { at, number, sign, count: 1, queue: (end, 0) };
                    self.links.entry(end).or_default().push(spot);
                    for lane in self.queues[end.index() * 8..][..8].iter_mut().flatten().filter(|_| down) {
                        lane.paused.end(at);
                    }
                }
                self.all.push(Spot { at, number, sign, count: 1, queue: (port, 0) });
            }
            _ => {}
        }
    }

    /// Drops the records after the cursor, which is at `world`.
    pub fn forget_after(&mut self, world: &World) {
        let counters = world.counters();
        for (port, priority) in &self.used {
            let index = port.index() * 8 + usize::from(*priority);
            let Some(lane) = &mut self.queues[index] else { continue };
            let counted = &counters.ports[port.index()][usize::from(*priority)];
            lane.paused.forget_after(world.now(), counted.paused, counted.paused_since);
            lane.starved.forget_after(world.now(), counted.starved, counted.starved_since);
            lane.signs.forget_after(counters.events);
        }
        self.links.values_mut().for_each(|signs| signs.forget_after(counters.events));
        self.all.forget_after(counters.events);
    }

    /// Records an event of a queue.
    fn sign(&mut self, number: u64, note: &TraceEvent, priority: u8, sign: Sign, count: u32) {
        let spot = Spot { at: note.at, number, sign, count, queue: (note.port, priority) };
        self.lane_mut(note.port, priority).signs.push(spot);
        self.all.push(spot);
    }

    /// History of a queue, created if necessary.
    fn lane_mut(&mut self, port: PortId, priority: u8) -> &mut PauseLane {
        let lane = &mut self.queues[port.index() * 8 + usize::from(priority)];
        if lane.is_none() {
            self.used.push((port, priority));
        }
        lane.get_or_insert_default()
    }
}
