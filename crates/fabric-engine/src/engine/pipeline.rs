//! Steps of a switch from the last bit of a frame to its queue: classify, look up, admit, enqueue. Start with
//! `World::forward_arrived`.
//!
//! A frame is dropped if its hop limit is reached, if it has no route, or if no memory is free for it. In a
//! switch with an ingress latency or cut-through, a frame passes `port_pipeline` first.

use crate::fabric::buffer::Scope;
use crate::fabric::crossbar;
use crate::fabric::egress::MarkAt;
use crate::fabric::frame::FrameId;
use crate::ids::{PortId, Priority, QueueId, SwitchId};
use crate::units::Time;

use super::admission_details::AdmissionResult;
use super::admit::{AdmissionCtx, Offer};
use super::forwarding_decision::ForwardTo;
use super::state::{State, queue_index};
use super::{DropCause, Recorder, World};

impl World {
    /// Handles a frame that has arrived completely at `port` of `switch`. The port must have no
    /// pipeline ([`super::port_pipeline`]).
    #[inline]
    pub(super) fn enter<R: Recorder>(
        &mut self,
        port: PortId,
        switch: SwitchId,
        id: FrameId,
        recorder: &mut R,
    ) {
        self.forward_arrived(port, switch, id, self.state.now, recorder);
    }

    /// Determines the priority of frame `id`, which arrives at `port`, stores it in the frame and returns it.
    /// On a link with credits, a frame does not change its priority, which is the virtual channel of the link
    /// (as in `InfiniBand`'s local route header).
    #[inline(always)]
    pub(super) fn classify(&mut self, port: PortId, id: FrameId) -> Priority {
        let state = &mut self.state;
        let frame = state.frames.get_mut(id);
        if !self.plan[port.index()].rx_credit_mask.is_empty() {
            return frame.priority;
        }
        // The priority may differ from hop to hop; the label of the frame does not.
        let label = state.flows[frame.flow.index()].label(frame.kind);
        frame.priority = self.configs.classifier(&self.plan[port.index()]).class(label);
        frame.priority
    }

    /// Counts a hop of frame `id`, sets the input port of the frame, and learns its source address. Returns
    /// `true` if the frame may go on. Returns `false` if the frame has reached its hop limit; the address is
    /// learned even then.
    #[inline]
    pub(super) fn count_hop_and_learn(&mut self, port: PortId, id: FrameId) -> bool {
        let frame = self.state.frames.get_mut(id);
        let may = frame.hops > 0;
        frame.hops -= u8::from(may);
        frame.set_ingress(port);
        if self.plan[port.index()].learns {
            self.learn(port, id);
        }
        may
    }

    /// Decides the output of frame `id` from `port`, admits the frame, and enqueues it at the time `ready`.
    /// Drops the frame instead if, for example, it has no route or finds no free memory.
    #[inline(always)]
    pub(super) fn forward_arrived<R: Recorder>(
        &mut self,
        port: PortId,
        switch: SwitchId,
        id: FrameId,
        ready: Time,
        recorder: &mut R,
    ) {
        if !self.count_hop_and_learn(port, id) {
            return self.drop_and_return_credits(port, id, DropCause::HopLimit, recorder);
        }
        let frame = self.state.frames.get(id);
        match self.forward_to(port, switch, frame) {
            ForwardTo::Out(output) => self.enqueue_fast(port, switch, output, id, ready, recorder),
            ForwardTo::Branches(group) => self.branch(port, switch, group, id, ready, recorder),
            ForwardTo::Everywhere => self.flood(port, switch, id, ready, recorder),
            ForwardTo::Nowhere(cause) => self.drop_and_return_credits(port, id, cause, recorder),
        }
    }

    /// Admits frame `id` and enqueues it for `output`, or drops it. Handles only the most frequent case, in
    /// which the PG and the egress queue alone decide. In other cases, calls `enqueue_full`, which may
    /// enqueue the frame later, at the time `ready`.
    #[inline(always)]
    pub(super) fn enqueue_fast<R: Recorder>(
        &mut self,
        port: PortId,
        switch: SwitchId,
        output: PortId,
        id: FrameId,
        ready: Time,
        recorder: &mut R,
    ) {
        let Self { state, plan, counters, ready_ports, .. } = self;
        let State { frames, ports, queues, groups, pools, .. } = state;
        let (from, to) = (&plan[port.index()], &plan[output.index()]);
        let frame = frames.get(id);
        let (priority, bytes) = (frame.priority, frame.bytes);
        let at = &mut ports[output.index()];
        let pool = &mut pools[switch.index()];
        let group = &mut groups[queue_index(port, priority)];
        let queue = &mut queues[queue_index(output, priority)];
        let needs_full_admission = R::RECORDS_ADMISSIONS
            || at.down
            || from.has_pipeline()
            || !from.rx_credit_mask.is_empty()
            || to.has_credits()
            || (at.watchdog_drops | at.receiver.paused() | to.wred | from.by_other).contains(priority)
            || group.scope() != Scope::Group
            || queue.ecn.at == MarkAt::Enqueue;
        if needs_full_admission {
            return self.enqueue_full(port, switch, output, id, ready, recorder);
        }
        let charge = pool.charged_bytes(bytes);
        let mut ctx = AdmissionCtx { pool, group, queue };
        let result = ctx.charge(charge, None);
        if let AdmissionResult::Dropped(cause) = result {
            return self.drop_frame(port, id, cause, recorder);
        }
        let offer = Offer { input: port, switch, output, priority, charge };
        ctx.count(counters, &offer, result);
        recorder.changed(offer.input, offer.output);
        let must_pause = ctx.group.is_lossless() && ctx.group.must_pause(ctx.pool);
        let (by_group, crosses) = (from.by_group.contains(priority), to.crossbar);
        if crosses {
            let voq = crossbar::VoqId { input: from.number, output: to.number, priority };
            self.enqueue_voq(switch, voq, id);
        } else {
            ctx.queue.frames.push(frames, id);
            at.occupied.insert(priority);
            if !at.busy {
                ready_ports.insert(output);
            }
        }
        if R::RECORDS_EVENTS && result == AdmissionResult::Headroom {
            self.note_headroom(port, switch, id, recorder);
        }
        if must_pause && by_group {
            self.check_xoff(port, switch, priority);
        }
        if crosses && self.has_fifos(switch) {
            self.on_fifo_grew(port, priority);
        }
    }

    /// Complete admission of a frame, for the cases that [`World::enqueue_fast`] does not handle: links that
    /// are down, watchdogs, WRED, thresholds of VOQs and queues, credits, pipelines. A link that is down is
    /// checked first, then the watchdog, then admission.
    #[inline(never)]
    fn enqueue_full<R: Recorder>(
        &mut self,
        port: PortId,
        switch: SwitchId,
        output: PortId,
        id: FrameId,
        ready: Time,
        recorder: &mut R,
    ) {
        let at = &self.state.ports[output.index()];
        let priority = self.state.frames.get(id).priority;
        if at.down {
            return self.drop_and_return_credits(port, id, DropCause::OutputDown, recorder);
        }
        if at.watchdog_drops.contains(priority) {
            self.return_frame_credits(port, id);
            return self.watchdog_drop(port, QueueId::new(output, priority), id, recorder);
        }
        if self.admit(port, switch, output, id, recorder) {
            self.mark_entering(output, switch, id, recorder);
            if self.plan[port.index()].has_pipeline() {
                self.wait_until(port, ready, output, id);
            } else {
                self.enqueue(output, id);
            }
            self.on_admitted(port, switch, output, priority);
            if !self.plan[port.index()].rx_credit_mask.is_empty() {
                self.on_credits_lost(self.plan[port.index()].peer, priority);
            }
            if self.blocked_priorities(output).contains(priority) {
                let bytes = self.memory_of(self.state.frames.get(id));
                self.on_blocked_queue_grew(port, output, priority, bytes);
            }
            if self.plan[output.index()].crossbar && self.has_fifos(switch) {
                self.on_fifo_grew(port, priority);
            }
        }
    }

    /// Enqueues an admitted frame for `output`: in front of the crossbar if there is one, else in
    /// the egress queue.
    #[inline]
    pub(super) fn enqueue(&mut self, output: PortId, id: FrameId) {
        if self.plan[output.index()].crossbar {
            self.enqueue_crossbar(output, id);
        } else {
            self.enqueue_egress(output, id);
        }
    }

    /// Enqueues a frame in the egress queue of `output`, and schedules the transmitter.
    #[inline(always)]
    pub(super) fn enqueue_egress(&mut self, output: PortId, id: FrameId) {
        let state = &mut self.state;
        let priority = state.frames.get(id).priority;
        state.queues[queue_index(output, priority)].frames.push(&mut state.frames, id);
        state.ports[output.index()].occupied.insert(priority);
        self.wake(output);
    }
}
