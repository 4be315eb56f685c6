//! Follows one frame along its path. Start with [`Follow::new`] and [`Follow::advance`]. A copy of the run is
//! replayed from the last checkpoint before the frame, past the cursor if necessary. A second replay, from
//! the start of the run, adds up the latency of all frames of the flow.
//!
//! Both replays advance in short steps, so that the page stays responsive. The replays end early if more than
//! a million frames are in the fabric at once.

use std::rc::Rc;
use std::sync::Arc;

use fabric_sim::document::{FrameName, NamedFrameKind};
use fabric_sim::engine::{EventKind, FlowCounters, Recorder, TraceEvent, World};
use fabric_sim::fabric::frame::Frame;
use fabric_sim::ids::FlowId;
use fabric_sim::insight::latency::Waterfalls;
use fabric_sim::insight::{Decisions, flow_names};
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;

use super::frame_trace::decision_rows;
use super::{FrameFate, FrameTrace, Recording};

/// Number of replayed events between two calls of `is_budget_spent`.
const ROUND: u64 = 64;
/// Greatest number of frames in the replayed fabric at once. The replay ends if there are more.
const MAX_FRAMES: u32 = 1 << 20;

/// Replay that follows a frame, and its result so far.
pub struct Follow {
    frame: FrameName,
    /// Run that is replayed: its specification and its number of actions. If one of them changes,
    /// the replay starts again.
    replayed_run: (Arc<Spec>, usize),
    world: World,
    /// Buffer for the trace events of the events that a replay has just run, in order of time.
    notes: Vec<TraceEvent>,
    decisions: Decisions,
    waterfalls: Waterfalls,
    /// Second replay, which records the latencies of all flows from the start of the run until the followed
    /// frame is delivered or lost. `None` if this replay has ended, or if the first replay was stopped at
    /// `MAX_FRAMES`.
    mean_replay: Option<(World, Waterfalls)>,
    end: Time,
    /// Time of the last drop of the frame; `None` if the frame has not been dropped. After a drop, a flooded
    /// or retransmitted copy may still arrive.
    lost: Option<Time>,
    trace: Rc<FrameTrace>,
}

impl Follow {
    /// Starts to follow `frame` of the run on `recording`. The replay ends at `end`, or at the cursor if the
    /// cursor is later. If the flow of the frame does not exist, the name of the flow in the trace is empty.
    #[must_use]
    pub fn new(recording: &Recording, frame: FrameName, end: Time) -> Self {
        let spec = recording.with_actions();
        let world = recording.seekable_run.world_before(|world| !may_have_been_sent(world.flows(), frame));
        let names = flow_names(recording.world());
        let trace = FrameTrace {
            frame,
            flow: names.get(frame.flow as usize).cloned().unwrap_or_default(),
            fate: FrameFate::Searching,
            ends: None,
            waterfall: None,
            flow_parts: None,
            decisions: Vec::new(),
        };
        Self {
            frame,
            replayed_run: mark(recording),
            decisions: Decisions::new(&spec, FlowId(frame.flow), frame.named.kind(), frame.number),
            waterfalls: Waterfalls::of_frame(Arc::clone(&spec), FlowId(frame.flow), frame.number),
            mean_replay: Some((World::new(Arc::clone(&spec)), Waterfalls::means(spec))),
            world,
            notes: Vec::new(),
            end: end.max(recording.world().now()),
            lost: None,
            trace: Rc::new(trace),
        }
    }

    /// Continues the replays until `is_budget_spent` returns true. Returns `true` if the trace has changed.
    /// If the run of `recording` has changed, the replays start again up to `end`.
    ///
    /// After the fate of the frame is known, only the second replay continues. A drop decides the fate unless
    /// the frame may be retransmitted or flooded; the first replay then continues to its end.
    pub fn advance(
        &mut self,
        recording: &Recording,
        end: Time,
        is_budget_spent: &mut impl FnMut() -> bool,
    ) -> bool {
        let (spec, actions) = &self.replayed_run;
        if !Arc::ptr_eq(spec, recording.spec()) || *actions != recording.world().actions().len() {
            *self = Self::new(recording, self.frame, end);
        }
        if self.trace.fate != FrameFate::Searching {
            return self.add_up(is_budget_spent);
        }
        let FrameName { flow, named, number } = self.frame;
        let is =
            |frame: &Frame| (frame.flow, frame.kind, frame.sequence) == (FlowId(flow), named.kind(), number);
        // A reliable flow retransmits lost frames.
        let reliable = self.world.recovery(FlowId(flow)).is_some();
        let mut checked = self.world.work();
        loop {
            let (decisions, waterfalls) = (&mut self.decisions, &mut self.waterfalls);
            let (mut delivered, lost) = (None, &mut self.lost);
            let spec = &self.replayed_run.0;
            self.world.run_recording(self.end, 1, &mut self.notes);
            for note in self.notes.drain(..) {
                match note.kind {
                    EventKind::Delivered(frame) if is(&frame) => delivered = Some(note.at),
                    // Acks and CNPs are delivered when they arrive at a host.
                    EventKind::Arrived(frame)
                        if named != NamedFrameKind::Data
                            && is(&frame)
                            && spec.switch_of(note.port).is_none() =>
                    {
                        delivered = Some(note.at);
                    }
                    EventKind::Dropped(frame, cause) if is(&frame) && !cause.loses_no_data() => {
                        *lost = Some(note.at);
                    }
                    _ => {}
                }
                decisions.record(note);
                waterfalls.record(note);
            }
            let over = self.world.idle_until(self.end);
            let fate = match (delivered, self.lost) {
                (Some(at), _) => Some((FrameFate::Delivered, Some(at))),
                (None, Some(at)) if over || !(reliable || self.decisions.is_flooded()) => {
                    Some((FrameFate::Lost, Some(at)))
                }
                (None, _) => over.then_some((FrameFate::UnderWay, None)),
            };
            if let Some((fate, ends)) = fate {
                self.record_fate(fate, ends);
                self.add_up(is_budget_spent);
                return true;
            }
            if self.world.frames() > MAX_FRAMES {
                self.record_fate(FrameFate::UnderWay, None);
                self.mean_replay = None;
                return true;
            }
            if self.world.work() - checked >= ROUND {
                checked = self.world.work();
                if is_budget_spent() {
                    return false;
                }
            }
        }
    }

    /// Trace of the frame, as far as it is known.
    #[must_use]
    pub fn trace(&self) -> &Rc<FrameTrace> {
        &self.trace
    }

    /// Records the fate of the frame in its trace; `ends` is the time of the delivery or drop. Only a data
    /// frame gets a latency by component.
    fn record_fate(&mut self, fate: FrameFate, ends: Option<Time>) {
        let data = self.frame.named == NamedFrameKind::Data;
        let waterfall = self.waterfalls.waterfalls().first().filter(|_| data).cloned();
        let decisions = decision_rows(self.world.spec(), self.decisions.all(), waterfall.as_ref());
        self.trace =
            Rc::new(FrameTrace { fate, ends, waterfall, decisions, ..FrameTrace::clone(&self.trace) });
    }

    /// Continues the second replay until `is_budget_spent` returns true. Returns `true` if the replay has
    /// ended in this call, `false` if it continues or had ended before.
    fn add_up(&mut self, is_budget_spent: &mut impl FnMut() -> bool) -> bool {
        let Some((world, latencies)) = &mut self.mean_replay else { return false };
        let last = self.world.counters().events;
        while let left @ 1.. = last - world.counters().events {
            world.run_recording(self.end, left.min(ROUND), &mut self.notes);
            self.notes.drain(..).for_each(|note| latencies.record(note));
            if is_budget_spent() {
                return false;
            }
        }
        let flow_parts = Some(latencies.flow(FlowId(self.frame.flow)));
        self.mean_replay = None;
        self.trace = Rc::new(FrameTrace { flow_parts, ..FrameTrace::clone(&self.trace) });
        true
    }
}

/// Whether the source may already have sent the frame. `true` if the number of the frame is below the count
/// of sent frames of its flow; for a CNP, of sent CNPs. An ack has the number of the acknowledged frame.
/// `false` if there is no such flow.
fn may_have_been_sent(flows: &[FlowCounters], FrameName { flow, named, number }: FrameName) -> bool {
    flows.get(flow as usize).is_some_and(|flow| {
        let made = if named == NamedFrameKind::Cnp { flow.cnps_sent } else { flow.sent_frames };
        made > u64::from(number)
    })
}

/// Specification of the run, and the number of actions performed so far.
fn mark(recording: &Recording) -> (Arc<Spec>, usize) {
    (Arc::clone(recording.spec()), recording.world().actions().len())
}
