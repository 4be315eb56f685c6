//! Event loops for the usual recorders, compiled once in this crate. A generic event loop would be compiled
//! again, with other optimisation, in each crate that uses it. Start with [`World::run_filtered`].
//!
//! A loop up to a given time also runs the events at this time. The loop stops earlier if its budget of
//! [`World::work`] is used up.

use crate::units::Time;

use super::filtered_recorder::{
    ANY_EVENT, EVENT_RECORDED, EventFilter, FilteredRecorder, Log, NEEDS_WORLD, OCCUPANCY_CHANGED,
};
use super::world::StepResult;
use super::{EventKind, FrameStep, Recorder, RunEnd, TraceEvent, World};
use crate::fabric::frame::Frame;
use crate::ids::PortId;

/// Trace event at a port, as an [`Observe`] function receives it.
#[derive(Clone, Copy, Debug)]
pub enum Observation<'a> {
    /// Event that is not a step of a frame.
    Event(&'a EventKind),
    /// Frame, and its step: arrival, start of transmission, or delivery.
    Frame(&'a Frame, FrameStep),
}

impl Observation<'_> {
    /// Passes the observation to `recorder`, as the event loop passes observations to its own recorder.
    /// `world` and `port` must be those that the [`Observe`] function received.
    pub fn pass_to<R: Recorder>(self, world: &World, port: PortId, recorder: &mut R) {
        let kind = match self {
            Self::Event(kind) if recorder.records_event(world, port, kind) => *kind,
            Self::Frame(frame, step) if recorder.records_frame(world, port, frame, step) => step.kind(*frame),
            _ => return,
        };
        recorder.record(TraceEvent { at: world.now(), port, kind });
    }
}

/// Function that observes events. Called during the event, with the world, the port of the event,
/// and the event.
pub type Observe<'a> = dyn FnMut(&World, PortId, Observation<'_>) + 'a;

/// Recorder of [`World::run_recording`] and [`World::run_observed`]. Both functions use one type, so that the
/// event loop is compiled once.
enum RecordOrObserve<'a> {
    Record(&'a mut Vec<TraceEvent>),
    Observe(&'a mut Observe<'a>),
}

impl Recorder for RecordOrObserve<'_> {
    const RECORDS_EVENTS: bool = true;

    fn records_event(&mut self, world: &World, port: PortId, kind: &EventKind) -> bool {
        match self {
            Self::Record(_) => true,
            Self::Observe(observe) => {
                observe(world, port, Observation::Event(kind));
                false
            }
        }
    }

    fn records_frame(&mut self, world: &World, port: PortId, frame: &Frame, step: FrameStep) -> bool {
        match self {
            Self::Record(_) => true,
            Self::Observe(observe) => {
                observe(world, port, Observation::Frame(frame, step));
                false
            }
        }
    }

    fn record(&mut self, event: TraceEvent) {
        if let Self::Record(events) = self {
            events.push(event);
        }
    }
}

impl World {
    /// Runs in the same way as [`World::run_until`], but records no trace events.
    pub fn run(&mut self, until: Time, budget: u64) -> RunEnd {
        self.run_until(until, budget, &mut ())
    }

    /// Runs in the same way as [`World::run_until`], and appends all trace events to `events`.
    pub fn run_recording(&mut self, until: Time, budget: u64, events: &mut Vec<TraceEvent>) -> RunEnd {
        self.run_until(until, budget, &mut RecordOrObserve::Record(events))
    }

    /// Runs in the same way as [`World::run_until`], and calls `observe` for each trace event, also for each
    /// step of a frame.
    pub fn run_observed(&mut self, until: Time, budget: u64, observe: &mut Observe<'_>) -> RunEnd {
        self.run_until(until, budget, &mut RecordOrObserve::Observe(observe))
    }

    /// Runs the events up to and including the time `until`. Returns `true` when no event is left up to
    /// `until`. The present time is then `until`, or the time of the last event if no later event is
    /// scheduled.
    ///
    /// Returns `false` if the run stops earlier, for one of two reasons: `budget` of [`World::work`] is used
    /// up, or the caller must read an event before the next event changes the world. This is so for trace
    /// events that are not self-contained ([`EventFilter`]), and for admissions and drops at a port with
    /// priorities in [`EventFilter::passing`].
    ///
    /// Appends the data to which `filter` subscribes to `log`. Clear the log before the occupancies of
    /// `filter` change. `filter` must not subscribe to everything. With a `budget` of 0 no event runs.
    pub fn run_filtered(&mut self, until: Time, budget: u64, filter: EventFilter, log: &mut Log) -> bool {
        let end = self.work().saturating_add(budget);
        let mut observed = Observed { last: log.observed, behind: self.counters.events };
        let mut recorder = FilteredRecorder::new(filter, log);
        let mut there = false;
        while self.work() < end {
            match self.next(until, &mut recorder) {
                StepResult::Nothing => {
                    debug_assert_eq!(
                        recorder.recorded_flags & EVENT_RECORDED,
                        0,
                        "a look that starts nothing makes no event"
                    );
                    if self.calendar.next_time() < Time::NEVER {
                        self.advance(until);
                    }
                    there = true;
                    break;
                }
                // A scheduling that starts no frame is not an event. Its trace events are assigned
                // to the next event.
                StepResult::Look => continue,
                StepResult::Event => {}
            }
            let flags = std::mem::take(&mut recorder.recorded_flags);
            if flags == ANY_EVENT {
                continue;
            }
            if flags & ANY_EVENT == 0 {
                observed.none(self.counters.events);
            }
            if flags & (OCCUPANCY_CHANGED | EVENT_RECORDED) != 0 {
                recorder.log_occupancies(self);
            }
            if flags & EVENT_RECORDED != 0 {
                recorder.log.assign_events(self.counters.events);
            }
            if flags & NEEDS_WORLD != 0 {
                break;
            }
        }
        self.counters.settle();
        log.observed = observed.until(self.counters.events);
        there
    }

    /// Runs one event in the same way as [`World::step`], and appends its trace events to `events`. Returns
    /// `true` if an event ran; `false` if none was left to run.
    pub fn step_recording(&mut self, events: &mut Vec<TraceEvent>) -> bool {
        let before = self.counters.events;
        // A loop of its own would be a second copy of the event loop.
        while self.counters.events == before {
            let next = self.next_at();
            if next == Time::NEVER {
                return false;
            }
            self.run_recording(next, 1, events);
        }
        true
    }
}

/// Numbers of the last two events that had a trace event. Nearly all events have a trace event. Therefore,
/// only the start of the current unbroken sequence of such events is stored.
#[derive(Clone, Copy, Debug)]
struct Observed {
    /// Numbers of two events, the older first: the last two events with a trace event before the current
    /// sequence.
    last: [u64; 2],
    /// Number of the last event without a trace event. The current sequence begins after this event.
    behind: u64,
}

impl Observed {
    /// Records that event `number` had no trace event.
    #[cold]
    fn none(&mut self, number: u64) {
        *self = Self { last: self.until(number - 1), behind: number };
    }

    /// Numbers of the last two events up to event `number`, itself included, that had a trace event; the
    /// older first. Event `number` must have a trace event, or be the last event that had none.
    fn until(self, number: u64) -> [u64; 2] {
        match number - self.behind {
            0 => self.last,
            1 => [self.last[1], number],
            _ => [number - 1, number],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn last_two_observed_events_match_a_scan() {
        for pattern in 0u32..1 << 9 {
            let (mut observed, mut last) = (Observed { last: [3, 5], behind: 5 }, [3, 5]);
            for n in 0..9u32 {
                let number = u64::from(n) + 6;
                if pattern >> n & 1 == 1 {
                    last = [last[1], number];
                } else {
                    observed.none(number);
                }
                assert_eq!(observed.until(number), last, "{pattern:b}, {n}");
            }
        }
    }
}
