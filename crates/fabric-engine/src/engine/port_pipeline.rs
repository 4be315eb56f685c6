//! Pipeline of an input port: where frames wait between cable and queue, for a lookup that takes time
//! or for cut-through.
//!
//! A frame is *decided*, that is looked up, when its header has been in for the ingress latency. A
//! cut-through switch may decide a frame that is still arriving: the frame starts on its output at
//! once if it can; otherwise it is charged and waits for its last bit. All other frames are charged
//! when they are whole, and wait in the pipeline until they are decided. Ports without ingress
//! latency and cut-through have no pipeline.

use std::collections::VecDeque;

use crate::digest::Digest;
use crate::fabric::frame::{Bits, Frame, FrameId, Frames};
use crate::ids::PortId;
use crate::mem_size;
use crate::spec::{Forwarding, Spec};
use crate::units::Time;
use crate::wire::MIN_FRAME_BYTES;

use super::lookup::ForwardTo;
use super::plan::Role;
use super::slots::DeadlineId;
use super::transmit::index_u32;
use super::{DropCause, FrameStep, Recorder, World};

/// Bytes that a switch reads before it decides: the length of the shortest frame, which holds the
/// headers of every format.
pub const HEADER_BYTES: u16 = MIN_FRAME_BYTES;

/// Ingress pipeline of one port.
#[derive(Clone, Debug)]
pub(super) struct PortPipeline {
    /// Port of the pipeline.
    pub port: u32,
    /// Charged frames, in the order in which they will be queued.
    waiting: VecDeque<Waiting>,
    /// Frame that is decided and still arriving. It is no longer in the list of its cable.
    tail: Option<Tail>,
}

#[derive(Clone, Copy, Debug)]
struct Waiting {
    ready: Time,
    frame: FrameId,
    output: u32,
}

/// Rest of a decided frame that is still arriving. Its head is on the output, was dropped, or waits
/// in the pipeline.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tail {
    /// Frame as it arrives; its last bit is in at `arrives`.
    pub frame: Frame,
    /// Output to which the frame is cut through; `None` if it is not.
    pub cut: Option<PortId>,
    /// Priority assigned at this port.
    class: u8,
}

/// Pipelines of a fabric; [`super::plan::PortPlan::pipeline`] is the index of that of a port.
pub(super) fn build(spec: &Spec) -> Vec<PortPipeline> {
    let staged = (0..spec.ports.len()).filter(|port| has_pipeline(spec, *port));
    let pipeline = |port| PortPipeline { port: index_u32(port), waiting: VecDeque::new(), tail: None };
    staged.map(pipeline).collect()
}

/// Whether `port` has a pipeline: its switch has an ingress latency or cuts through.
pub(super) fn has_pipeline(spec: &Spec, port: usize) -> bool {
    let switch = spec.nodes[spec.ports[port].node.index()].switch();
    let switch = switch.map(|switch| &spec.switches[switch]);
    switch.is_some_and(|switch| {
        switch.forwarding == Forwarding::CutThrough || switch.ingress_latency > Time::ZERO
    })
}

impl PortPipeline {
    /// Frame that is decided and still arriving.
    pub(super) fn tail(&self) -> Option<&Tail> {
        self.tail.as_ref()
    }

    /// Charged frames that are not queued yet.
    pub(super) fn frames<'a>(&'a self, frames: &'a Frames) -> impl Iterator<Item = &'a Frame> {
        self.waiting.iter().map(|waiting| frames.get(waiting.frame))
    }

    /// Charged frames that are not queued yet, each with its output port, first to be queued first.
    pub(super) fn to_queue<'a>(&'a self, frames: &'a Frames) -> impl Iterator<Item = (usize, &'a Frame)> {
        self.waiting.iter().map(|waiting| (waiting.output as usize, frames.get(waiting.frame)))
    }

    /// Charged frames for (output, priority) that are not queued yet.
    pub(super) fn frames_for<'a>(
        &'a self,
        frames: &'a Frames,
        output: u32,
        priority: u8,
    ) -> impl Iterator<Item = &'a Frame> {
        let here = self.waiting.iter().filter(move |waiting| waiting.output == output);
        here.map(|waiting| frames.get(waiting.frame)).filter(move |frame| frame.priority == priority)
    }

    /// Ends the frame that is still arriving. Returns its rest.
    pub(super) fn cut_short(&mut self) -> Option<Tail> {
        self.tail.take()
    }

    /// Marks the frame whose tail is still arriving as corrupt, if it is `frame`. Returns the port
    /// to which it was cut through, if any.
    pub(super) fn spoil(&mut self, frame: &Frame) -> Option<PortId> {
        let tail = self.tail.as_mut().filter(|tail| tail.frame.is(frame))?;
        tail.frame.bits = Bits::Spoilt;
        tail.cut
    }

    /// Removes the waiting frames for each (output, priority) for which `goes` holds; each is
    /// returned with its output.
    pub(super) fn flush(&mut self, frames: &Frames, goes: impl Fn(u32, u8) -> bool) -> Vec<(FrameId, u32)> {
        let is = |waiting: &Waiting| goes(waiting.output, frames.get(waiting.frame).priority);
        let gone = self.waiting.iter().filter(|waiting| is(waiting));
        let gone = gone.map(|waiting| (waiting.frame, waiting.output)).collect();
        self.waiting.retain(|waiting| !is(waiting));
        gone
    }

    /// Removes the waiting frame with the rest `tail`, or its copies; each is returned with its
    /// output.
    pub(super) fn remove_copies(&mut self, frames: &Frames, tail: &Frame) -> Vec<(FrameId, u32)> {
        let is = |waiting: &Waiting| waiting.ready == tail.arrives && frames.get(waiting.frame).is(tail);
        let gone = self.waiting.iter().filter(|waiting| is(waiting));
        let gone = gone.map(|waiting| (waiting.frame, waiting.output)).collect();
        self.waiting.retain(|waiting| !is(waiting));
        gone
    }

    pub(super) fn digest(&self, frames: &Frames, digest: &mut Digest) {
        digest.len(self.waiting.len());
        for Waiting { ready, frame, output } in &self.waiting {
            digest.time(*ready);
            digest.add(*output);
            frames.get(*frame).digest(digest);
        }
        if let Some(Tail { frame, cut, class }) = &self.tail {
            digest.add(*class);
            digest.add(cut.map_or(u32::MAX, |port| port.0));
            frame.digest(digest);
        }
    }

    /// Heap memory in bytes.
    pub(super) fn heap_bytes(&self) -> usize {
        mem_size::ring(&self.waiting)
    }
}

impl World {
    /// Time at which a frame that arrives at `port` is decided: its header is in, and the ingress
    /// latency has passed.
    fn decided(&self, port: usize, frame: &Frame) -> Time {
        let plan = &self.plan[port];
        let sender = &self.plan[plan.peer as usize];
        let bits = |bytes: u16| sender.frame_time(u32::from(bytes));
        let body = bits(frame.bytes) - bits(frame.bytes.min(HEADER_BYTES));
        frame.arrives - body + plan.latency
    }

    /// Time at which the first frame in the cable is decided while it is still arriving;
    /// [`Time::NEVER`] if it is not.
    fn decides_at(&self, port: usize) -> Time {
        let plan = &self.plan[port];
        let pipeline = &self.state.pipelines[plan.pipeline as usize];
        if plan.forwarding == Forwarding::StoreAndForward || pipeline.tail.is_some() {
            return Time::NEVER;
        }
        let Some(id) = self.state.cables[plan.peer as usize].head() else { return Time::NEVER };
        let frame = self.state.frames.get(id);
        if frame.kind.is_control() || frame.bits == Bits::Lost {
            return Time::NEVER;
        }
        let decided = self.decided(port, frame) + plan.crossing;
        if decided < frame.arrives { decided } else { Time::NEVER }
    }

    /// Arms the next event of the pipeline of `port`.
    pub(super) fn arm_pipeline(&mut self, port: usize) {
        let number = self.plan[port].pipeline;
        let waiting = self.state.pipelines[number as usize].waiting.front();
        let next = waiting.map_or(Time::NEVER, |waiting| waiting.ready);
        let next = next.min(self.decides_at(port));
        self.arm(DeadlineId::Pipeline(number.into()), next);
    }

    /// Arms the next event of every pipeline, and the arrival of every rest of a frame.
    pub(super) fn rebuild_pipelines(&mut self) {
        for number in 0..self.state.pipelines.len() {
            let pipeline = &self.state.pipelines[number];
            let (port, tail) = (pipeline.port, pipeline.tail);
            if let Some(tail) = tail {
                // Frames behind it in the cable are armed when it is in.
                self.arm(DeadlineId::Arrival(port), tail.frame.arrives);
                self.arm(DeadlineId::Pfc(port), Time::NEVER);
            }
            self.arm_pipeline(port as usize);
        }
    }

    /// Arms the arrival of a frame that enters the empty cable into `port`, unless the rest of the
    /// frame before is still arriving.
    pub(super) fn pipeline_receive(&mut self, port: usize, arrival: DeadlineId, arrives: Time) {
        let pipeline = &self.state.pipelines[self.plan[port].pipeline as usize];
        if pipeline.tail.is_none() {
            self.arm(arrival, arrives);
            self.arm_pipeline(port);
        }
    }

    /// Handles an event of a pipeline: a frame leaves the pipeline, or an arriving frame is decided.
    pub(super) fn pipeline_due<R: Recorder>(&mut self, number: usize, recorder: &mut R) {
        let now = self.state.now;
        let pipeline = &mut self.state.pipelines[number];
        let port = pipeline.port as usize;
        if let Some(Waiting { frame, output, .. }) = pipeline.waiting.pop_front_if(|first| first.ready <= now)
        {
            self.queue(output as usize, frame);
        } else {
            self.decide(port, recorder);
        }
        self.arm_pipeline(port);
    }

    /// Handles a complete frame at `port` of `switch`, which has a pipeline.
    #[inline(never)]
    pub(super) fn enter_pipeline<R: Recorder>(
        &mut self,
        port: usize,
        switch: usize,
        id: FrameId,
        recorder: &mut R,
    ) {
        let plan = &self.plan[port];
        let now = self.state.now;
        let ready = match plan.forwarding {
            Forwarding::CutThrough => self.decided(port, self.state.frames.get(id)),
            Forwarding::StoreAndForward => now + plan.latency,
        };
        self.take_in(port, switch, id, ready.max(now), recorder);
        self.arm_pipeline(port);
    }

    /// Puts a charged frame into the pipeline behind `port`.
    pub(super) fn wait_until(&mut self, port: usize, ready: Time, output: usize, frame: FrameId) {
        let pipeline = &mut self.state.pipelines[self.plan[port].pipeline as usize];
        pipeline.waiting.push_back(Waiting { ready, frame, output: index_u32(output) });
    }

    /// Handles the last bit of a frame that was decided before. Returns whether such a frame
    /// arrived.
    #[inline(never)]
    pub(super) fn tail_is_in<R: Recorder>(&mut self, port: usize, recorder: &mut R) -> bool {
        let pipeline = &mut self.state.pipelines[self.plan[port].pipeline as usize];
        let Some(Tail { mut frame, cut, class }) = pipeline.tail.take() else { return false };
        frame.priority = class;
        if !self.plan[port].rx_credit_mask.is_empty() {
            self.credited_frame_is_in(port, &frame);
            if cut.is_some() {
                let room = self.credit_cost(port, frame.bytes);
                self.return_credits(port, class, room);
            }
        }
        if frame.bits == Bits::Spoilt && cut.is_none() {
            self.drop_pipeline_copy(port, &frame, DropCause::Corrupt, recorder);
        } else {
            self.count_in(port, frame.priority, frame.kind, frame.bytes);
            self.emit_step(recorder, port, &frame, FrameStep::Arrive);
        }
        self.arm_cable(port, self.plan[port].peer as usize);
        self.arm_pipeline(port);
        true
    }

    /// Decides the first frame in the cable before it is whole: starts it on its output if it can
    /// be cut through, otherwise charges it.
    fn decide<R: Recorder>(&mut self, port: usize, recorder: &mut R) {
        let plan = &self.plan[port];
        let (pipeline, peer) = (plan.pipeline as usize, plan.peer as usize);
        let Role::Switch(switch) = plan.role else { return };
        let switch = switch as usize;
        let Some(id) = self.state.cables[peer].pop(&self.state.frames).map(|(id, _)| id) else { return };
        let frame = *self.state.frames.get(id);
        let class = self.classify(port, id);
        self.state.pipelines[pipeline].tail = Some(Tail { frame, cut: None, class });
        match self.forward_to(port, switch, self.state.frames.get(id)) {
            ForwardTo::Out(output) if frame.hops > 0 && self.can_cut(port, output, class, frame.bytes) => {
                self.state.pipelines[pipeline].tail =
                    Some(Tail { frame, cut: Some(PortId::new(output)), class });
                self.pass(port, id);
                self.start(output, id, recorder);
            }
            _ => self.take_in(port, switch, id, frame.arrives, recorder),
        }
    }
}
