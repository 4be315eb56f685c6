//! Crossbar of a switch in the engine. Frames wait in front of the crossbar. While there are requests, inputs
//! and outputs are matched in every slot. Transferred frames join their egress queues. Start with
//! `World::slot_begins`.
//!
//! Without requests and transfers, no slot boundary is scheduled. A switch without a crossbar puts frames
//! into their egress queues at once.

use std::collections::VecDeque;

use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng;

use crate::digest::Digest;
use crate::fabric::crossbar::{Crossbar, Inputs, MatchEvent, VoqId};
use crate::fabric::frame::{Frame, FrameId, Frames};
use crate::ids::{LocalPort, PortId, Priority, SwitchId};
use crate::mem_size;
use crate::spec::Spec;
use crate::units::Time;

use super::event_order::DeadlineId;
use super::state::State;
use super::{EventKind, Recorder, TraceEvent, World, random};

/// Crossbar of one switch, with the frames that have crossed but have not reached their egress queues, and
/// with the random stream of PIM.
#[derive(Clone, Debug)]
pub(super) struct Matrix {
    pub crossbar: Crossbar,
    /// Frames that have left the crossbar and have not yet joined their egress queues, earliest first.
    through: VecDeque<FrameToEgress>,
    /// Global index of the first port of the switch.
    first: u32,
    /// Slot boundary that is scheduled; [`Time::NEVER`] if none is. Not part of the hash.
    armed: Time,
    draws: Pcg32,
}

#[derive(Clone, Copy, Debug)]
struct FrameToEgress {
    at: Time,
    frame: FrameId,
    output: LocalPort,
}

/// Crossbars of a fabric, indexed by switch; `None`: ideal output queueing.
pub(super) fn build(spec: &Spec) -> Vec<Option<Matrix>> {
    let longest = spec.longest_frame();
    let switches =
        spec.nodes.iter().filter_map(|node| Some((node, spec.switches[node.switch()?.index()].crossbar)));
    let matrix = |(node, config): (&crate::spec::Node, Option<_>)| {
        Some(Matrix {
            crossbar: Crossbar::new(config?, node.ports.len(), longest),
            through: VecDeque::new(),
            first: node.ports.start,
            armed: Time::NEVER,
            draws: random::stream(spec.seed, "match", &node.name),
        })
    };
    switches.map(matrix).collect()
}

impl Matrix {
    /// Time at which the next frame that has crossed the crossbar joins its egress queue; [`Time::NEVER`] if
    /// there is none.
    pub fn next_through(&self) -> Time {
        self.through.front().map_or(Time::NEVER, |through| through.at)
    }

    /// Whether the scheduled slot boundary is at least one slot away. A new request then needs an earlier
    /// boundary.
    #[inline]
    fn waits(&self, now: Time) -> bool {
        self.armed >= now + self.crossbar.config().slot
    }

    /// All frames that wait in front of the crossbar, are in transfer, or are on the way to their egress
    /// queues. Equal states give the same order, which is not the order of departure.
    pub fn frames<'a>(&'a self, frames: &'a Frames) -> impl Iterator<Item = &'a Frame> {
        let through = self.through.iter().map(|through| frames.get(through.frame));
        self.crossbar.frames(frames).chain(through)
    }

    /// Frames for (`output`, `priority`) that are in transfer through the crossbar or on the way to the
    /// egress queue. Frames in transfer come first. A frame is left out while some of its cells have not
    /// begun to cross.
    pub fn frames_past<'a>(
        &'a self,
        frames: &'a Frames,
        output: LocalPort,
        priority: Priority,
    ) -> impl Iterator<Item = &'a Frame> {
        let there = move |voq: VoqId| (voq.output, voq.priority) == (output, priority);
        let transfer = self.crossbar.transfers().filter(move |transfer| there(transfer.voq));
        let transfer = transfer.filter_map(|transfer| transfer.frame).map(|id| frames.get(id));
        let through = self.through.iter().filter(move |through| through.output == output);
        let through = through.map(|through| frames.get(through.frame));
        transfer.chain(through.filter(move |frame| frame.priority == priority))
    }

    /// Removes every frame for whose VOQ `goes` is true, and returns each with its VOQ. Frames in transfer
    /// come first, then frames that wait in VOQs, then frames on the way to their egress queues.
    pub fn flush(&mut self, frames: &Frames, goes: impl Fn(VoqId) -> bool) -> Vec<(FrameId, VoqId)> {
        let mut gone = self.crossbar.flush(frames, &goes);
        let mut stays = VecDeque::new();
        for through in self.through.drain(..) {
            let frame = frames.get(through.frame);
            let first = self.first;
            let input = LocalPort::new((frame.ingress().0 - first) as usize);
            let voq = VoqId { input, output: through.output, priority: frame.priority };
            if goes(voq) {
                self.crossbar.on_departure(voq.output, voq.priority, frame.bytes);
                gone.push((through.frame, voq));
            } else {
                stays.push_back(through);
            }
        }
        self.through = stays;
        gone
    }

    pub fn digest(&self, frames: &Frames, digest: &mut Digest) {
        self.crossbar.digest(frames, digest);
        for FrameToEgress { at, frame, output } in &self.through {
            digest.time(*at);
            digest.add(output.0);
            frames.get(*frame).digest(digest);
        }
        digest.add(self.draws.clone().next_u64());
    }

    /// Heap memory of the crossbar and its frames, in bytes.
    pub(super) fn heap_bytes(&self) -> usize {
        self.crossbar.heap_bytes() + mem_size::ring(&self.through)
    }
}

impl World {
    /// Enqueues an admitted frame for `output` in front of the crossbar.
    pub(super) fn enqueue_crossbar(&mut self, output: PortId, id: FrameId) {
        let frame = self.state.frames.get(id);
        let (ingress, plan) = (frame.ingress(), &self.plan[output.index()]);
        let voq =
            VoqId { input: self.plan[ingress.index()].number, output: plan.number, priority: frame.priority };
        if let Some(switch) = plan.role.switch() {
            self.enqueue_voq(switch, voq, id);
        }
    }

    /// Enqueues a frame in the queue `voq` in front of the crossbar of `switch`. Does nothing if the switch
    /// has no crossbar.
    #[inline]
    pub(super) fn enqueue_voq(&mut self, switch: SwitchId, voq: VoqId, id: FrameId) {
        let State { crossbars, frames, now, .. } = &mut self.state;
        let Some(matrix) = &mut crossbars[switch.index()] else { return };
        matrix.crossbar.push(frames, id, voq);
        if matrix.waits(*now) {
            self.arm_match(switch);
        }
    }

    /// Records that frame `id` left an egress queue of `port`. The queue then has room for another frame from
    /// the crossbar. Does nothing if the switch has no crossbar.
    pub(super) fn egress_frame_left(&mut self, port: PortId, switch: SwitchId, id: FrameId) {
        let State { crossbars, frames, now, .. } = &mut self.state;
        let Some(matrix) = &mut crossbars[switch.index()] else { return };
        let frame = frames.get(id);
        matrix.crossbar.on_departure(self.plan[port.index()].number, frame.priority, frame.bytes);
        if matrix.waits(*now) {
            self.arm_match(switch);
        }
    }

    /// Schedules the next slot boundary at which a transfer ends or a match is possible.
    pub(super) fn arm_match(&mut self, switch: SwitchId) {
        if let Some(matrix) = &mut self.state.crossbars[switch.index()] {
            matrix.armed = matrix.crossbar.deadline(self.state.now);
            let armed = matrix.armed;
            self.arm(DeadlineId::Match(switch.0), armed);
        }
    }

    /// Handles a slot boundary of `switch`: ends transfers, matches inputs and outputs, and starts transfers.
    /// Frames that have crossed join their egress queues after the latency of the crossbar, or in the same
    /// event if there is no latency.
    pub(super) fn slot_begins<R: Recorder>(&mut self, switch: SwitchId, recorder: &mut R) {
        let now = self.state.now;
        let Some(matrix) = &mut self.state.crossbars[switch.index()] else { return };
        let at = now + matrix.crossbar.config().latency;
        for input in matrix.crossbar.take_ended_transfers(now) {
            if let Some((frame, voq)) = matrix.crossbar.finish(input) {
                matrix.through.push_back(FrameToEgress { at, frame, output: voq.output });
            }
        }
        self.frames_cross(switch, recorder);
        self.match_slot(switch, recorder);
        self.arm_match(switch);
    }

    fn match_slot<R: Recorder>(&mut self, switch: SwitchId, recorder: &mut R) {
        let (state, plan, configs) = (&mut self.state, &self.plan, &self.configs);
        let Some(matrix) = &mut state.crossbars[switch.index()] else { return };
        let first = matrix.first as usize;
        if R::RECORDS_EVENTS {
            let requests = matrix.crossbar.requests();
            for output in LocalPort::all(matrix.crossbar.ports()) {
                for priority in requests.occupied(output).iter() {
                    let kind = EventKind::Requested {
                        priority,
                        inputs: requests.requesting_inputs(output, priority),
                        open: requests.is_open(output, priority),
                    };
                    let port = PortId::new(first + output.index());
                    recorder.record(TraceEvent { at: state.now, port, kind });
                }
            }
        }
        let draws = &mut matrix.draws;
        let now = state.now;
        let started = matrix.crossbar.arbitrate(
            &state.frames,
            now,
            |output| configs.scheduler(&plan[first + output.index()]),
            || draws.next_u32(),
            |event| {
                if R::RECORDS_EVENTS {
                    let (MatchEvent::Grant { voq, .. } | MatchEvent::Accept { voq, .. }) = event;
                    let port = PortId::new(first + voq.output.index());
                    recorder.record(TraceEvent { at: now, port, kind: EventKind::Matched(event) });
                }
            },
        );
        let counters = &mut self.counters.crossbars[switch.index()];
        counters.slots += u64::from(started.matches > 0);
        counters.matches += u64::from(started.matches);
        counters.cells += started.cells;
        if self.has_fifos(switch) {
            self.track_filled_queues(switch);
        }
    }

    /// Whether `switch` has a crossbar whose inputs are single FIFOs.
    pub(super) fn has_fifos(&self, switch: SwitchId) -> bool {
        let matrix = self.state.crossbars[switch.index()].as_ref();
        matrix.is_some_and(|matrix| matrix.crossbar.config().inputs == Inputs::SingleFifo)
    }

    /// Updates the deadlock tracker after a match of `switch`, which has single FIFOs: egress
    /// queues that became full may block frames.
    fn track_filled_queues(&mut self, switch: SwitchId) {
        let Some(matrix) = &self.state.crossbars[switch.index()] else { return };
        let first = matrix.first as usize;
        let full = |voq: &&VoqId| !matrix.crossbar.requests().is_open(voq.output, voq.priority);
        let full: Vec<VoqId> = matrix.crossbar.arbiter().matched().iter().filter(full).copied().collect();
        for voq in full {
            self.on_egress_queue_filled(PortId::new(first + voq.output.index()), voq.priority);
        }
    }

    /// Moves the frames that have crossed `switch` by now into their egress queues.
    pub(super) fn frames_cross<R: Recorder>(&mut self, switch: SwitchId, recorder: &mut R) {
        let now = self.state.now;
        while let Some(matrix) = &mut self.state.crossbars[switch.index()]
            && let Some(FrameToEgress { frame, output, .. }) =
                matrix.through.pop_front_if(|through| through.at <= now)
        {
            let output = PortId(matrix.first + u32::from(output));
            if R::RECORDS_EVENTS {
                let frame = *self.state.frames.get(frame);
                self.emit(recorder, output, EventKind::LeftCrossbar(frame));
            }
            self.enqueue_egress(output, frame);
        }
        self.arm_crossed(switch);
    }

    /// Schedules the time at which the next frame that has crossed the crossbar of `switch` joins its egress
    /// queue.
    pub(super) fn arm_crossed(&mut self, switch: SwitchId) {
        let next = self.state.crossbars[switch.index()].as_ref().map_or(Time::NEVER, Matrix::next_through);
        self.arm(DeadlineId::CrossbarExit(switch.0), next);
    }
}
