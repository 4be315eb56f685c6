//! Transmitter of a port: selects the next frame and starts it. Start with [`World::schedule`].
//!
//! PFC frames go first, then credit updates, then the frames that the scheduler selects. A class that is
//! empty, paused, without credits or above its maximum rate is skipped. A frame in transmission is never
//! interrupted.

use crate::fabric::frame::{Frame, FrameId};
use crate::ids::{FlowId, HostId, PortId, Priority, PrioritySet};
use crate::units::Time;

use super::event_order::DeadlineId;
use super::plan::Role;
use super::state::{State, queue_index};
use super::{DropCause, EventKind, FrameStep, Recorder, World};

impl World {
    /// Handles the end of a transmission, inter-frame gap included. Pauses that waited for this end take
    /// effect before the next frame is selected.
    #[inline]
    pub(super) fn transmission_ends<R: Recorder>(&mut self, port: PortId, recorder: &mut R) {
        let at = &mut self.state.ports[port.index()];
        at.busy = false;
        let awaited = at.receiver.awaits_boundary();
        self.emit(recorder, port, EventKind::Ended);
        if awaited {
            self.boundary(port, recorder);
        }
        self.ready_ports.insert(port);
    }

    /// Selects and starts the next frame of the transmitter of `port`; does nothing if the transmitter is
    /// busy or the link is down.
    ///
    /// PFC frames go first, then credit updates. Then the scheduler selects among the priorities that have a
    /// frame, are not paused, and have credits. Returns `true` if a frame started, or if the set of
    /// priorities that wait for credits changed.
    #[inline]
    pub(super) fn schedule<R: Recorder>(&mut self, port: PortId, recorder: &mut R) -> bool {
        let (at, plan) = (&self.state.ports[port.index()], &self.plan[port.index()]);
        if at.busy {
            return false;
        }
        if at.sender.has_pending_frame() {
            return self.send_pfc(port, recorder);
        }
        let (mut eligible, role) = (at.occupied & !at.receiver.paused(), plan.role);
        let mut first = None;
        if plan.may_be_limited() {
            if plan.has_credits() {
                if self.send_update(port, recorder) {
                    return true;
                }
                let covered = self.covered(port, eligible);
                if self.set_starved(port, eligible & !covered, recorder) {
                    self.ready_ports.insert(port);
                    return true;
                }
                eligible = covered;
            }
            if !eligible.is_empty() {
                (eligible, first) = self.shape(port, eligible);
            }
        }
        if eligible.is_empty() {
            return false;
        }
        match role {
            Role::Switch(switch) => self.forward(port, switch, (eligible, first), recorder),
            Role::Host(host) => self.inject(port, host, (eligible, first), recorder),
        }
    }

    /// Whether [`World::schedule`] would start a frame or change the priorities that wait for
    /// credits.
    pub(super) fn has_work(&self, port: PortId) -> bool {
        let at = &self.state.ports[port.index()];
        if at.busy {
            return false;
        }
        let eligible = at.occupied & !at.receiver.paused();
        let bound = self.plan[port.index()].has_credits();
        at.sender.has_pending_frame()
            || if bound {
                self.has_credited_work(port, eligible)
            } else {
                !self.within_rates(port, eligible).is_empty()
            }
    }

    /// Starts the next frame of a host. The scheduler selects among the classes `eligible`; if `first` is a
    /// class, that class is served instead. In a class, acks and other control frames go first, then the
    /// flows take turns. Returns `true` if a frame started, or was dropped because the frame table is full.
    #[inline]
    fn inject<R: Recorder>(
        &mut self,
        port: PortId,
        host: HostId,
        (eligible, first): (PrioritySet, Option<Priority>),
        recorder: &mut R,
    ) -> bool {
        let Self { state, plan, configs, counters, .. } = self;
        let State { frames, ports, queues, flows, nics, now, .. } = state;
        let (config, at, nic) =
            (configs.scheduler(&plan[port.index()]), &mut ports[port.index()], &mut nics[host.index()]);
        let head = |class| {
            let control = queues[queue_index(port, class)].frames.head().map(|id| frames.get(id).bytes);
            let bytes = control.or_else(|| Some(flows[nic.front(class)?.index()].head_bytes(frames)));
            u32::from(bytes.unwrap_or(0))
        };
        let class = first.or_else(|| at.scheduler.select(config, eligible, head, PrioritySet::EMPTY));
        let Some(class) = class else { return false };
        let shared =
            config.ets().contains(class) && counters.shares[port.index()].concerns(config, class, eligible);
        let queue = &mut queues[queue_index(port, class)];
        let (id, lost) = if let Some((id, frame)) = queue.frames.pop_row(frames) {
            queue.bytes -= u64::from(frame.bytes);
            if queue.frames.is_empty() && !nic.has(class) {
                at.emptied(config, class, true);
            }
            (id, false)
        } else {
            let Some(flow_id) = nic.front(class) else { return false };
            let flow = &mut flows[flow_id.index()];
            let full = frames.is_full();
            let (id, fresh) = flow.take(flow_id, *now, frames);
            let Frame { bytes, created_at, .. } = *frames.get(id);
            let counters = &mut counters.flows[flow_id.index()];
            if fresh {
                counters.sent(bytes);
            }
            counters.started(*now - created_at);
            // A frame that waited in the NIC is already in the frame table.
            let lost = fresh && full;
            if flow.may_be_limited() {
                self.bound_frame_starts(port, host, flow_id, (bytes, lost));
            } else {
                nic.turn(class, flow.is_ready());
                if !nic.has(class) {
                    at.emptied(config, class, true);
                }
            }
            (id, lost)
        };
        if shared {
            self.share(port, class, eligible, id);
        }
        if lost {
            let bytes = u32::from(self.state.frames.get(id).bytes);
            self.occupy(port, bytes);
            self.drop_frame(port, id, DropCause::SourceFull, recorder);
        } else {
            self.start(port, id, recorder);
        }
        true
    }

    /// Updates a flow with rate control, reliability, credits or reads. Called when a frame of `bytes` of the
    /// flow starts, or (`lost`) was dropped in the NIC instead. A lost frame consumes no credits, but counts
    /// for rate control and reliability.
    #[inline(never)]
    fn bound_frame_starts(&mut self, port: PortId, host: HostId, id: FlowId, (bytes, lost): (u16, bool)) {
        let flow = &self.state.flows[id.index()];
        let (priority, read) = (flow.priority, flow.read());
        let (credit, flow_rate, reliable) = (flow.credit(), flow.flow_rate(), flow.reliability());
        if let Some(credit) = credit.filter(|_| !lost) {
            self.consume_flow_credit(credit, bytes);
        }
        if let Some(flow_rate) = flow_rate {
            let free = self.free_after(port, u32::from(bytes));
            self.pace(flow_rate, bytes, free);
        }
        if let Some(reliable) = reliable {
            self.sent_reliably(reliable, bytes);
        }
        let stays = self.state.flows[id.index()].is_ready();
        self.state.nics[host.index()].turn(priority, stays);
        if let Some(read) = read {
            self.read_data_left(port, read);
        }
        let state = &mut self.state;
        if state.queues[queue_index(port, priority)].frames.is_empty()
            && !state.nics[host.index()].has(priority)
        {
            let config = self.configs.scheduler(&self.plan[port.index()]);
            state.ports[port.index()].emptied(config, priority, true);
        }
    }

    /// Counts frame `id` of `class`, which starts on `port`, in the bandwidth shares of the ETS classes.
    /// `backlogged`: classes with frames to send.
    pub(super) fn share(&mut self, port: PortId, class: Priority, backlogged: PrioritySet, id: FrameId) {
        let plan = &self.plan[port.index()];
        let config = self.configs.scheduler(plan);
        let bytes = u32::from(self.state.frames.get(id).bytes);
        let has_frames = self.state.ports[port.index()].occupied.contains(class)
            || plan.crossbar && self.state.queues[queue_index(port, class)].bytes > 0;
        self.counters.shares[port.index()].sent(config, backlogged & config.ets(), class, bytes, !has_frames);
    }

    /// Starts a PFC frame with all pending pauses and resumes of `port`. A frame with pauses and resumes
    /// counts as a pause in the totals. Returns `false` if nothing is pending.
    #[inline(never)]
    fn send_pfc<R: Recorder>(&mut self, port: PortId, recorder: &mut R) -> bool {
        let config = self.configs.sender(&self.plan[port.index()]);
        let now = self.state.now;
        let sender = &mut self.state.ports[port.index()].sender;
        let before = sender.announced_pauses();
        let Some(indication) = sender.build(config, now) else { return false };
        let after = sender.announced_pauses();
        let deadline = sender.deadline();
        self.arm(DeadlineId::PfcSender(port), deadline);
        let counters = &mut self.counters.ports[port.index()];
        for (n, counters) in PrioritySet::ALL.iter().zip(counters) {
            counters.pauses_sent += u64::from(indication.pauses.contains(n));
            counters.resumes_sent += u64::from(indication.resumes.contains(n));
        }
        let totals = &mut self.counters.totals;
        *(if indication.pauses.is_empty() { &mut totals.resumes } else { &mut totals.pauses }) += 1;
        self.emit(recorder, port, EventKind::PfcSent(indication));
        if self.plan[port.index()].watches_pauses() {
            self.notify_nic_watchdog(port, !indication.pauses.is_empty());
        }
        // A refresh announces no other pauses than before, so that no waits change.
        self.on_pause_request_changed(port, after & !before, before & !after);
        let id = self.state.frames.insert(Frame::pfc(indication));
        self.start(port, id, recorder);
        if !self.state.pfc_loss.is_empty() {
            // A fault that loses a limited number of PFC frames may end with this frame, whatever
            // its priority. The next refreshes then arrive.
            self.recheck_refresh(self.plan[port.index()].peer);
        }
        true
    }

    /// Starts the transmission of frame `id` on `port`: preamble first, gap last (IEEE 802.3, 4.2.5). Puts
    /// the frame into the cable and schedules its arrival.
    #[inline]
    pub(super) fn start<R: Recorder>(&mut self, port: PortId, id: FrameId, recorder: &mut R) {
        if self.state.ports[port.index()].has_lossy_cable {
            self.carry(port, id);
        }
        let Self { state, plan, counters, calendar, event_order, .. } = self;
        let State { frames, ports, cables, now, .. } = state;
        let plan = &plan[port.index()];
        let frame = frames.get_mut(id);
        let bytes = u32::from(frame.bytes);
        let arrives = *now + plan.frame_time(bytes) + plan.delay;
        frame.arrives = arrives;
        let (control, priority) = (frame.kind.is_control(), frame.priority);
        let at = &mut ports[port.index()];
        at.sending = if control { PrioritySet::EMPTY } else { PrioritySet::of(priority) };
        at.sent |= at.sending;
        at.busy = true;
        at.busy_until = *now + plan.wire_time(bytes);
        calendar.set(event_order.slot(DeadlineId::End(port)), at.busy_until);
        let cable = &mut cables[port.index()];
        let alone = cable.is_empty();
        cable.push(frames, id);
        let (peer, staged, needs) = (plan.peer, plan.peer_has_pipeline, plan.tx_credit_mask);
        let shaped = plan.is_shaped();
        if !control {
            counters.ports[port.index()][priority.index()].sent(bytes);
            if needs.contains(priority) {
                self.consume(port, id);
            }
            if shaped {
                self.count_by_rates(port, priority, bytes);
            }
        }
        if alone {
            let lands = super::arrive::arrival_deadline(control, peer);
            if staged {
                self.pipeline_receive(peer, lands, arrives);
            } else {
                self.arm_soon(lands, arrives);
            }
        }
        self.emit_step_by_id(recorder, port, id, FrameStep::Start);
    }

    /// Time at which a transmission of `bytes` that starts now ends, overhead included.
    #[inline]
    fn free_after(&self, port: PortId, bytes: u32) -> Time {
        let plan = &self.plan[port.index()];
        self.state.now + plan.wire_time(bytes)
    }

    /// Makes the transmitter of `port` busy for the time of a frame of `bytes`, overhead of the frame
    /// included.
    #[inline(always)]
    fn occupy(&mut self, port: PortId, bytes: u32) {
        let ends = self.free_after(port, bytes);
        let at = &mut self.state.ports[port.index()];
        at.busy = true;
        at.busy_until = ends;
        self.arm(DeadlineId::End(port), ends);
    }
}

/// Converts an index of a port, flow, host or switch to 32 bits.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "entities are numbered in 32 bits")]
pub(super) const fn index_u32(index: usize) -> u32 {
    index as u32
}
