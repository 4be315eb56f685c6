//! Pipeline of an input port. If the switch has an ingress latency (time for the lookup) or cuts through,
//! frames wait in the pipeline between cable and queue.
//!
//! The output of a frame is *decided* (looked up) when its header has arrived and the ingress latency has
//! passed. In a cut-through switch, the frame may still be arriving at this time. The frame then starts on
//! its output at once, if possible; otherwise it is charged and waits for its last bit. All other frames are
//! charged when they have arrived, and wait in the pipeline until their output is decided.
//!
//! Start with `World::pipeline_due`. Ports without ingress latency and cut-through have no pipeline.

use std::collections::VecDeque;

use crate::digest::Digest;
use crate::fabric::frame::{Bits, Frame, FrameId, Frames};
use crate::ids::{PortId, Priority, SwitchId};
use crate::mem_size;
use crate::spec::{Forwarding, Spec};
use crate::units::Time;
use crate::wire::MIN_FRAME_BYTES;

use super::event_order::DeadlineId;
use super::forwarding_decision::ForwardTo;
use super::plan::Role;
use super::{DropCause, FrameStep, Recorder, World};

/// Bytes that a switch must receive before it can look up the output: the shortest frame, which
/// contains the headers of every format.
pub const HEADER_BYTES: u16 = MIN_FRAME_BYTES;

/// Ingress pipeline of one port.
#[derive(Clone, Debug)]
pub(super) struct PortPipeline {
    /// Port whose frames the pipeline holds.
    pub port: PortId,
    /// Frames that are charged and not yet enqueued, in the order in which the frames will be enqueued.
    waiting: VecDeque<PipelineFrame>,
    /// Frame that has left the cable and is still arriving although its output is decided; `None` if there is
    /// none.
    tail: Option<Tail>,
}

#[derive(Clone, Copy, Debug)]
struct PipelineFrame {
    ready: Time,
    frame: FrameId,
    output: PortId,
}

/// Frame that is still arriving although its output is decided. The first bytes of the frame were forwarded,
/// were dropped, or wait in the pipeline.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tail {
    /// Frame that is arriving; its last bit arrives at the time in its field `arrives`.
    pub frame: Frame,
    /// Output port of a frame that is cut through; `None` if the frame is not cut through.
    pub cut: Option<PortId>,
    /// Priority that this port has assigned to the frame.
    class: Priority,
}

/// Creates the pipelines of all ports that have one, in the order of the ports.
/// [`super::plan::PortConstants::pipeline`] is the index of the pipeline of a port.
pub(super) fn build(spec: &Spec) -> Vec<PortPipeline> {
    let staged = (0..spec.ports.len()).map(PortId::new).filter(|port| has_pipeline(spec, *port));
    let pipeline = |port| PortPipeline { port, waiting: VecDeque::new(), tail: None };
    staged.map(pipeline).collect()
}

/// Whether `port` has a pipeline. It has one if its switch has an ingress latency or cuts through; `false` at
/// a host.
pub(super) fn has_pipeline(spec: &Spec, port: PortId) -> bool {
    let switch = spec.nodes[spec.ports[port.index()].node.index()].switch();
    let switch = switch.map(|switch| &spec.switches[switch.index()]);
    switch.is_some_and(|switch| {
        switch.forwarding == Forwarding::CutThrough || switch.ingress_latency > Time::ZERO
    })
}

impl PortPipeline {
    /// Frame that is still arriving although its output is decided; `None` if there is none.
    pub(super) fn tail(&self) -> Option<&Tail> {
        self.tail.as_ref()
    }

    /// Frames that are charged and not yet enqueued, in the order in which the frames will be enqueued.
    pub(super) fn frames<'a>(&'a self, frames: &'a Frames) -> impl Iterator<Item = &'a Frame> {
        self.waiting.iter().map(|waiting| frames.get(waiting.frame))
    }

    /// Frames that are charged and not yet enqueued, each with its output port. In the order in which the
    /// frames will be enqueued.
    pub(super) fn to_queue<'a>(&'a self, frames: &'a Frames) -> impl Iterator<Item = (PortId, &'a Frame)> {
        self.waiting.iter().map(|waiting| (waiting.output, frames.get(waiting.frame)))
    }

    /// Frames for (`output`, `priority`) that are charged and not yet enqueued, in the order in which the
    /// frames will be enqueued.
    pub(super) fn frames_for<'a>(
        &'a self,
        frames: &'a Frames,
        output: PortId,
        priority: Priority,
    ) -> impl Iterator<Item = &'a Frame> {
        let here = self.waiting.iter().filter(move |waiting| waiting.output == output);
        here.map(|waiting| frames.get(waiting.frame)).filter(move |frame| frame.priority == priority)
    }

    /// Removes and returns the frame that is still arriving, because the cable was cut; `None` if no frame is
    /// arriving.
    pub(super) fn cut_short(&mut self) -> Option<Tail> {
        self.tail.take()
    }

    /// If `frame` is the frame that is still arriving, marks it as corrupt. Returns the output port if the
    /// frame is cut through; otherwise `None`.
    pub(super) fn spoil(&mut self, frame: &Frame) -> Option<PortId> {
        let tail = self.tail.as_mut().filter(|tail| tail.frame.is(frame))?;
        tail.frame.bits = Bits::Corrupted;
        tail.cut
    }

    /// Removes the waiting frames for whose output and priority `goes` is true. Returns each removed frame
    /// with its output port, in the order in which the frames waited.
    pub(super) fn flush(
        &mut self,
        frames: &Frames,
        goes: impl Fn(PortId, Priority) -> bool,
    ) -> Vec<(FrameId, PortId)> {
        let is = |waiting: &PipelineFrame| goes(waiting.output, frames.get(waiting.frame).priority);
        let gone = self.waiting.iter().filter(|waiting| is(waiting));
        let gone = gone.map(|waiting| (waiting.frame, waiting.output)).collect();
        self.waiting.retain(|waiting| !is(waiting));
        gone
    }

    /// Removes from the pipeline the frame `tail`, which is still arriving, or the copies of this frame.
    /// Returns each removed frame with its output port, in the order in which the frames waited. Empty if no
    /// such frame waits.
    pub(super) fn remove_copies(&mut self, frames: &Frames, tail: &Frame) -> Vec<(FrameId, PortId)> {
        let is =
            |waiting: &PipelineFrame| waiting.ready == tail.arrives && frames.get(waiting.frame).is(tail);
        let gone = self.waiting.iter().filter(|waiting| is(waiting));
        let gone = gone.map(|waiting| (waiting.frame, waiting.output)).collect();
        self.waiting.retain(|waiting| !is(waiting));
        gone
    }

    pub(super) fn digest(&self, frames: &Frames, digest: &mut Digest) {
        digest.len(self.waiting.len());
        for PipelineFrame { ready, frame, output } in &self.waiting {
            digest.time(*ready);
            digest.add(output.0);
            frames.get(*frame).digest(digest);
        }
        if let Some(Tail { frame, cut, class }) = &self.tail {
            digest.add(*class);
            digest.add(cut.map_or(u32::MAX, |port| port.0));
            frame.digest(digest);
        }
    }

    /// Heap memory of the pipeline, in bytes.
    pub(super) fn heap_bytes(&self) -> usize {
        mem_size::ring(&self.waiting)
    }
}

impl World {
    /// Time at which the output of `frame` is decided. At this time, the header of `frame` has arrived at
    /// `port`, and the ingress latency has passed.
    fn decided(&self, port: PortId, frame: &Frame) -> Time {
        let plan = &self.plan[port.index()];
        let sender = &self.plan[plan.peer.index()];
        let bits = |bytes: u16| sender.frame_time(u32::from(bytes));
        let body = bits(frame.bytes) - bits(frame.bytes.min(HEADER_BYTES));
        frame.arrives - body + plan.latency
    }

    /// Time at which the output of the first frame in the cable to `port` is decided, plus the latency of the
    /// crossbar. [`Time::NEVER`] if the last bit of the frame has arrived by then. Also [`Time::NEVER`] for
    /// control frames, for lost frames, and in a switch without cut-through. Also [`Time::NEVER`] while the
    /// previous frame is still arriving.
    fn decides_at(&self, port: PortId) -> Time {
        let plan = &self.plan[port.index()];
        let pipeline = &self.state.pipelines[plan.pipeline as usize];
        if plan.forwarding == Forwarding::StoreAndForward || pipeline.tail.is_some() {
            return Time::NEVER;
        }
        let Some(id) = self.state.cables[plan.peer.index()].head() else { return Time::NEVER };
        let frame = self.state.frames.get(id);
        if frame.kind.is_control() || frame.bits == Bits::Lost {
            return Time::NEVER;
        }
        let decided = self.decided(port, frame) + plan.crossing;
        if decided < frame.arrives { decided } else { Time::NEVER }
    }

    /// Schedules the next event of the pipeline of `port`.
    pub(super) fn arm_pipeline(&mut self, port: PortId) {
        let number = self.plan[port.index()].pipeline;
        let waiting = self.state.pipelines[number as usize].waiting.front();
        let next = waiting.map_or(Time::NEVER, |waiting| waiting.ready);
        let next = next.min(self.decides_at(port));
        self.arm(DeadlineId::Pipeline(number.into()), next);
    }

    /// Schedules the next event of each pipeline. If a frame is still arriving although its output is
    /// decided, also schedules the arrival of the last bit of this frame.
    pub(super) fn rebuild_pipelines(&mut self) {
        for number in 0..self.state.pipelines.len() {
            let pipeline = &self.state.pipelines[number];
            let (port, tail) = (pipeline.port, pipeline.tail);
            if let Some(tail) = tail {
                // The arrivals of frames behind it in the cable are set when its last bit has
                // arrived.
                self.arm(DeadlineId::Arrival(port), tail.frame.arrives);
                self.arm(DeadlineId::Pfc(port), Time::NEVER);
            }
            self.arm_pipeline(port);
        }
    }

    /// Schedules the arrival of a frame that enters the cable to `port`, in which no other frame is. Does
    /// nothing while the last bit of the previous frame has not arrived.
    pub(super) fn pipeline_receive(&mut self, port: PortId, arrival: DeadlineId, arrives: Time) {
        let pipeline = &self.state.pipelines[self.plan[port.index()].pipeline as usize];
        if pipeline.tail.is_none() {
            self.arm(arrival, arrives);
            self.arm_pipeline(port);
        }
    }

    /// Handles the deadline of the pipeline with index `number`: enqueues a waiting frame, or decides the
    /// output of an arriving frame. If both are due at this time, enqueues the waiting frame first.
    pub(super) fn pipeline_due<R: Recorder>(&mut self, number: usize, recorder: &mut R) {
        let now = self.state.now;
        let pipeline = &mut self.state.pipelines[number];
        let port = pipeline.port;
        if let Some(PipelineFrame { frame, output, .. }) =
            pipeline.waiting.pop_front_if(|first| first.ready <= now)
        {
            self.enqueue(output, frame);
        } else {
            self.decide(port, recorder);
        }
        self.arm_pipeline(port);
    }

    /// Handles a frame that has arrived completely at `port` of `switch`, which has a pipeline.
    #[inline(never)]
    pub(super) fn enter_pipeline<R: Recorder>(
        &mut self,
        port: PortId,
        switch: SwitchId,
        id: FrameId,
        recorder: &mut R,
    ) {
        let plan = &self.plan[port.index()];
        let now = self.state.now;
        let ready = match plan.forwarding {
            Forwarding::CutThrough => self.decided(port, self.state.frames.get(id)),
            Forwarding::StoreAndForward => now + plan.latency,
        };
        self.forward_arrived(port, switch, id, ready.max(now), recorder);
        self.arm_pipeline(port);
    }

    /// Adds a charged frame to the pipeline of `port`. The frame is enqueued for `output` at the time
    /// `ready`.
    pub(super) fn wait_until(&mut self, port: PortId, ready: Time, output: PortId, frame: FrameId) {
        let pipeline = &mut self.state.pipelines[self.plan[port.index()].pipeline as usize];
        pipeline.waiting.push_back(PipelineFrame { ready, frame, output });
    }

    /// Handles the arrival of the last bit of a frame at `port`, if the output of this frame is already
    /// decided. Otherwise does nothing and returns `false`. A corrupt frame that was cut through counts as
    /// arrived; any other corrupt frame is dropped.
    #[inline(never)]
    pub(super) fn tail_is_in<R: Recorder>(&mut self, port: PortId, recorder: &mut R) -> bool {
        let pipeline = &mut self.state.pipelines[self.plan[port.index()].pipeline as usize];
        let Some(Tail { mut frame, cut, class }) = pipeline.tail.take() else { return false };
        frame.priority = class;
        if !self.plan[port.index()].rx_credit_mask.is_empty() {
            self.credited_frame_is_in(port, &frame);
            if cut.is_some() {
                let room = self.credit_cost(port, frame.bytes);
                self.return_credits(port, class, room);
            }
        }
        if frame.bits == Bits::Corrupted && cut.is_none() {
            self.drop_pipeline_copy(port, &frame, DropCause::Corrupt, recorder);
        } else {
            self.count_in(port, frame.priority, frame.kind, frame.bytes);
            self.emit_step(recorder, port, &frame, FrameStep::Arrive);
        }
        self.arm_cable(port, self.plan[port.index()].peer);
        self.arm_pipeline(port);
        true
    }

    /// Decides the output of the first frame in the cable to `port`; this frame is still arriving. Starts the
    /// frame on its output if it can be cut through; otherwise admits or drops it.
    fn decide<R: Recorder>(&mut self, port: PortId, recorder: &mut R) {
        let plan = &self.plan[port.index()];
        let (pipeline, peer) = (plan.pipeline as usize, plan.peer);
        let Role::Switch(switch) = plan.role else { return };
        let Some(id) = self.state.cables[peer.index()].pop(&self.state.frames).map(|(id, _)| id) else {
            return;
        };
        let frame = *self.state.frames.get(id);
        let class = self.classify(port, id);
        self.state.pipelines[pipeline].tail = Some(Tail { frame, cut: None, class });
        match self.forward_to(port, switch, self.state.frames.get(id)) {
            ForwardTo::Out(output) if frame.hops > 0 && self.can_cut(port, output, class, frame.bytes) => {
                self.state.pipelines[pipeline].tail = Some(Tail { frame, cut: Some(output), class });
                self.count_hop_and_learn(port, id);
                self.start(output, id, recorder);
            }
            _ => self.forward_arrived(port, switch, id, frame.arrives, recorder),
        }
    }
}
