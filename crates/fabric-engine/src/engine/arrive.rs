//! Arrival of the last bit of a frame: a switch admits the frame, a host receives it. Start with
//! `World::frame_arrives`.
//!
//! Control frames (PFC frames and link credit updates) precede other frames that arrive at the same time.
//! Lost frames are dropped on arrival; corrupt frames, too, unless a switch has already begun to forward them
//! (cut-through). A host drops a frame of which it is not a receiver; a
//! multicast flow has several receivers.

use crate::fabric::frame::{Bits, Frame, FrameId, FrameKind};
use crate::ids::{PortId, Priority};
use crate::wire::Ecn;

use super::event_order::DeadlineId;
use super::plan::Role;
use super::state::State;
use super::{DropCause, EventKind, FrameStep, Recorder, World};

/// Deadline for the next arrival at `port`. Control frames (`control`) have a separate deadline,
/// which precedes arrivals of other frames at the same time.
#[inline]
pub(super) fn arrival_deadline(control: bool, port: PortId) -> DeadlineId {
    if control { DeadlineId::Pfc(port) } else { DeadlineId::Arrival(port) }
}

impl World {
    /// Removes the frame that arrives at `port` from the cable to `port` and returns the frame. Schedules the
    /// arrival of the next frame in the cable. `None` if the cable is empty.
    #[inline(always)]
    pub(super) fn pop_arrival(&mut self, port: PortId) -> Option<FrameId> {
        let peer = self.plan[port.index()].peer;
        let State { cables, frames, now, .. } = &mut self.state;
        let (landed, next) = cables[peer.index()].pop(frames)?;
        debug_assert_eq!(frames.get(landed).arrives, *now, "a frame leaves the cable when it arrives");
        if let Some(Frame { kind, arrives, .. }) = next {
            let (deadline, arrives) = (arrival_deadline(kind.is_control(), port), *arrives);
            self.arm_soon(deadline, arrives);
        }
        Some(landed)
    }

    /// Schedules the arrival at `port` of the first frame in the cable from `peer`. Does nothing if the cable
    /// is empty.
    pub(super) fn arm_cable(&mut self, port: PortId, peer: PortId) {
        if let Some(id) = self.state.cables[peer.index()].head() {
            let frame = self.state.frames.get(id);
            let (control, arrives) = (frame.kind.is_control(), frame.arrives);
            self.arm(arrival_deadline(control, port), arrives);
        }
    }

    /// Handles the arrival of the last bit of a frame at `port`. Does nothing if the cable is empty. If the
    /// output of the frame was decided before its last bit arrived (`port_pipeline`), this function only
    /// completes the arrival.
    #[inline]
    pub(super) fn frame_arrives<R: Recorder>(&mut self, port: PortId, recorder: &mut R) {
        let plan = &self.plan[port.index()];
        let (role, staged, gives) = (plan.role, plan.has_pipeline(), plan.rx_credit_mask);
        if staged && self.tail_is_in(port, recorder) {
            return;
        }
        let Some(id) = self.pop_arrival(port) else { return };
        if self.state.frames.get(id).bits != Bits::Whole {
            return self.spoilt_arrives(port, id, recorder);
        }
        if let Role::Switch(_) = role {
            self.classify(port, id);
        }
        let frame = self.state.frames.get(id);
        let (priority, kind, bytes) = (frame.priority, frame.kind, frame.bytes);
        self.count_in(port, priority, kind, bytes);
        if !gives.is_empty() {
            let frame = *self.state.frames.get(id);
            self.credited_frame_is_in(port, &frame);
        }
        self.emit_step_by_id(recorder, port, id, FrameStep::Arrive);
        match role {
            Role::Host(host) => self.receive(port, host, id, recorder),
            Role::Switch(switch) if staged => self.enter_pipeline(port, switch, id, recorder),
            Role::Switch(switch) => self.enter(port, switch, id, recorder),
        }
    }

    /// Counts an intact frame whose last bit arrived at `port`. Lost and corrupt frames are counted only as
    /// drops.
    #[inline]
    pub(super) fn count_in(&mut self, port: PortId, priority: Priority, kind: FrameKind, bytes: u16) {
        self.counters.ports[port.index()][priority.index()].received(bytes);
        self.counters.hops += u64::from(kind.is_hop());
    }

    /// Handles frame `id`, which the host at `port` has received. Data is counted as delivered and may be
    /// acknowledged. An ack, a NAK, a CNP or a credit frame changes the state of its flow. A frame for
    /// another host goes to `receive_at_wrong_host`.
    pub(super) fn deliver<R: Recorder>(&mut self, port: PortId, id: FrameId, recorder: &mut R) {
        let now = self.state.now;
        let frame = self.state.frames.get(id);
        let flow = &self.state.flows[frame.flow.index()];
        let is_data = frame.kind == FrameKind::Data;
        let reliable = flow.reliability().filter(|_| is_data);
        let to = if frame.kind.returns() { flow.source } else { flow.destination };
        if to != port {
            return self.receive_at_wrong_host(port, id, recorder);
        }
        if self.plan[port.index()].has_watchdog() {
            self.notify_nic_watchdog(port, false);
        }
        if let Some(reliable) = reliable {
            return self.deliver_reliably(port, reliable, id, recorder);
        }
        if !is_data {
            return self.receive_response(id, recorder);
        }
        let frame = self.state.frames.get(id);
        let flow = &mut self.state.flows[frame.flow.index()];
        let goodput = if flow.receive(frame.sequence) { frame.payload } else { 0 };
        let ack = flow.acknowledge(frame, now);
        let flow_rate = flow.flow_rate().filter(|_| frame.ecn == Ecn::Marked);
        self.delivered(port, id, goodput.into(), recorder);
        if let Some(ack) = ack {
            self.answer(port, ack, recorder);
        }
        if let Some(flow_rate) = flow_rate {
            self.on_ce_marked(flow_rate, recorder);
        }
    }

    /// Handles a frame without data from one end of a flow to the other: ack, NAK, CNP, credit update or
    /// credit resync.
    fn receive_response<R: Recorder>(&mut self, id: FrameId, recorder: &mut R) {
        let frame = self.state.frames.remove(id);
        match frame.kind {
            FrameKind::Ack => self.on_ack(frame.flow, frame.sequence),
            FrameKind::Nak => self.on_nak(frame.flow, frame.sequence, recorder),
            FrameKind::Cnp => self.on_cnp(frame.flow),
            FrameKind::CreditReturn => self.on_credit_return(frame.flow, frame.update()),
            FrameKind::SentTotal => self.on_sent_total(frame.flow, frame.update(), recorder),
            FrameKind::Data | FrameKind::Pfc | FrameKind::Credit | FrameKind::Request => {}
        }
    }

    /// Counts a delivered data frame and removes it from the frame table. `goodput` is the payload in bytes
    /// that the destination gains by the frame: 0 out of order. With go-back-0, a whole message counts with
    /// its last frame. Emits [`EventKind::FlowDone`] when the payload delivered in order
    /// reaches the size of the flow. The frame is read in place, because a copy is slow in wasm.
    #[inline(always)]
    pub(super) fn delivered<R: Recorder>(
        &mut self,
        port: PortId,
        id: FrameId,
        goodput: u64,
        recorder: &mut R,
    ) {
        let now = self.state.now;
        let frame = self.state.frames.get(id);
        let counters = &mut self.counters.flows[frame.flow.index()];
        counters.delivered(frame);
        counters.goodput_bytes += goodput;
        self.counters.totals.delivered += 1;
        let done = counters.goodput_bytes == self.state.flows[frame.flow.index()].size;
        if done {
            counters.finished = Some(now);
        }
        self.counters.record_delivery(frame, now);
        let (flow, sequence) = (frame.flow, frame.sequence);
        let read = self.state.flows[flow.index()].read();
        self.emit_step_by_id(recorder, port, id, FrameStep::End);
        self.state.frames.remove(id);
        if done {
            self.emit(recorder, port, EventKind::FlowDone(flow));
        }
        if let Some(read) = read {
            self.receive_read_data(read, goodput, recorder);
        }
        self.collect(port, (flow, sequence), goodput, recorder);
    }

    /// Drops a frame and counts the cause. The frame arrived at `port` or, at a host, waited for transmission
    /// by `port`. If the flow loses no data by the drop, the drop is a discard. Discards do not count in the
    /// total of drops and for the time of the first drop. The counters of the flow count only data frames;
    /// those of the port count all frames.
    pub(super) fn drop_frame<R: Recorder>(
        &mut self,
        port: PortId,
        id: FrameId,
        cause: DropCause,
        recorder: &mut R,
    ) {
        let frame = self.state.frames.remove(id);
        let now = self.state.now;
        let discarded = cause.loses_no_data();
        let is_unsent = cause == DropCause::SourceFull;
        let counters = &mut self.counters.ports[port.index()][frame.priority.index()];
        counters.drops[cause as usize] += 1;
        if !discarded && !is_unsent {
            counters.first_dropped.get_or_insert(now);
        }
        self.counters.totals.drops += u64::from(!discarded);
        self.counters.totals.violations += u64::from(cause.is_violation());
        if self.has_flow_credits() {
            self.lose_flow_credit(port, &frame, cause);
        }
        if frame.kind == FrameKind::Data {
            let counters = &mut self.counters.flows[frame.flow.index()];
            if discarded {
                counters.discarded_frames += 1;
                counters.discarded_bytes += u64::from(frame.bytes);
            } else {
                if !is_unsent {
                    counters.first_dropped.get_or_insert(now);
                }
                counters.unsent_frames += u64::from(is_unsent);
                counters.dropped_frames += 1;
                counters.dropped_bytes += u64::from(frame.bytes);
            }
        }
        self.emit(recorder, port, EventKind::Dropped(frame, cause));
    }
}
