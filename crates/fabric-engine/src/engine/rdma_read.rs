//! RDMA reads: a requester sends read requests, and the responder answers with data. Requests that the
//! responder cannot accept yet wait in its receive buffer. Start with `receive_read_request`. The algorithms
//! are in `fabric/endpoint/read`.
//!
//! Waiting requests are accepted in order of arrival, separately for each priority of the data. A request
//! that does not fit in the receive buffer is dropped.

use crate::digest::Digest;
use crate::fabric::endpoint::Process;
use crate::fabric::endpoint::read::{Reader, RequestResult, Responder};
use crate::fabric::frame::{Frame, FrameId, FrameKind};
use crate::ids::{FlowId, HostId, PortId, Priority, PrioritySet};
use crate::spec::{FlowSpec, Operation};
use crate::units::Time;

use super::event_order::DeadlineId;
use super::plan::Role;
use super::state::queue_index;
use super::transmit::index_u32;
use super::{CycleTrigger, DropCause, Recorder, World};

/// State of an RDMA read: a flow whose destination requests the data.
#[derive(Clone, Copy, Debug)]
pub(super) struct RdmaRead {
    flow: FlowId,
    pub reader: Reader,
    /// Payload bytes that were requested, accepted, and not yet sent by the NIC of the responder.
    unsent: u64,
}

impl RdmaRead {
    pub fn digest(&self, digest: &mut Digest) {
        self.reader.digest(digest);
        digest.add(self.unsent);
    }
}

impl World {
    /// Adds the read of a flow, before the flow itself is added. Returns its index among the reads;
    /// `None` if the flow is not a read.
    pub(super) fn add_read(&mut self, spec: &FlowSpec, process: Process) -> Option<u32> {
        let Operation::Read(config) = spec.operation else { return None };
        let state = &mut self.state;
        state.responders.resize_with(state.nics.len(), Responder::default);
        let number = u32::try_from(state.reads.len()).ok()?;
        let reader = Reader::new(config, spec.size.unwrap_or(u64::MAX), process);
        state.reads.push(RdmaRead { flow: FlowId::new(state.flows.len()), reader, unsent: 0 });
        Some(number)
    }

    /// Handles the deadline of read `read` of flow `n`: its start, its stop, or the time of its next request
    /// for the data of one frame. At its stop time the read requests nothing more.
    pub(super) fn read_due<R: Recorder>(&mut self, n: usize, read: u32, recorder: &mut R) {
        let now = self.state.now;
        if now >= self.state.flows[n].stop {
            return self.stop_read(n, read);
        }
        let payload = self.state.flows[n].payload_bytes;
        let stop = self.state.flows[n].stop;
        let stream = &mut self.state.arrivals[n];
        let reader = &mut self.state.reads[read as usize].reader;
        let begins = reader.start_message();
        self.state.flows[n].size = reader.started_bytes();
        let next = if reader.is_greedy() {
            stop
        } else {
            let draw = || rand_pcg::rand_core::Rng::next_u64(stream);
            // In a random process, an interval also precedes the first frame.
            let wait = if begins && reader.is_random() {
                reader.first_interval(draw)
            } else {
                reader.add_demand(payload);
                reader.interval(draw)
            };
            let next = now.saturating_add(wait);
            if reader.is_active() { next.min(stop) } else { Time::NEVER }
        };
        self.state.flows[n].next_at = next;
        self.arm(DeadlineId::Flow(index_u32(n)), next);
        self.send_requests(read, recorder);
    }

    /// Stops the requests of a read. Data of requests that were already sent still arrives.
    pub(super) fn stop_read(&mut self, n: usize, read: u32) {
        self.state.reads[read as usize].reader.stop();
        self.state.flows[n].next_at = Time::NEVER;
        self.arm(DeadlineId::Flow(index_u32(n)), Time::NEVER);
    }

    /// Sends all requests that the requester of `read` may send now, and sets the retry timer of the
    /// requester.
    fn send_requests<R: Recorder>(&mut self, read: u32, recorder: &mut R) {
        let now = self.state.now;
        while let Some(request) = self.state.reads[read as usize].reader.next_request(now) {
            let RdmaRead { flow: id, reader, .. } = self.state.reads[read as usize];
            let flow = &self.state.flows[id.index()];
            let frame = flow.request(id, request, reader.config().priority, now);
            let port = flow.destination;
            self.counters.flows[id.index()].requests += 1;
            self.answer(port, frame, recorder);
        }
        self.arm(DeadlineId::Retry(read), self.state.reads[read as usize].reader.deadline());
    }

    /// Handles `payload` bytes of data that were delivered to the requester of a read. Then sends
    /// the requests that are allowed next.
    #[cold]
    pub(super) fn receive_read_data<R: Recorder>(&mut self, read: u32, payload: u64, recorder: &mut R) {
        let now = self.state.now;
        self.state.reads[read as usize].reader.receive_data(payload, now);
        self.send_requests(read, recorder);
    }

    /// Handles the retry timer of a requester: sends again all requests that are not answered
    /// completely, the earliest first. If a request of the read has not left the NIC yet, only the
    /// timer is set again.
    pub(super) fn retry_due<R: Recorder>(&mut self, read: u32, recorder: &mut R) {
        let now = self.state.now;
        let is_waiting = self.request_waits_in_nic(read);
        let reader = &mut self.state.reads[read as usize].reader;
        if is_waiting {
            reader.restart_timeout(now);
        } else {
            reader.on_timeout();
        }
        self.send_requests(read, recorder);
    }

    /// Whether a request of this read still waits in the NIC of its requester.
    fn request_waits_in_nic(&self, read: u32) -> bool {
        let RdmaRead { flow, reader, .. } = &self.state.reads[read as usize];
        let port = self.state.flows[flow.index()].destination;
        let queue = &self.state.queues[queue_index(port, reader.config().priority)];
        let is_own = |frame: &Frame| frame.kind == FrameKind::Request && frame.flow == *flow;
        queue.frames.iter(&self.state.frames).any(is_own)
    }

    /// Handles a request that arrives at `host`. Accepts the request, or stores it in the receive buffer if
    /// too much data already waits to be sent. Requests a pause if the buffer reaches XOFF. Drops the request
    /// if the buffer is full. A host that is not the source of the flow drops the request as not needed, and
    /// returns its credits.
    #[cold]
    pub(super) fn receive_read_request<R: Recorder>(
        &mut self,
        port: PortId,
        host: HostId,
        id: FrameId,
        recorder: &mut R,
    ) {
        let frame = *self.state.frames.get(id);
        let flow = &self.state.flows[frame.flow.index()];
        let class = flow.priority;
        if flow.source != port {
            self.return_frame_credits(port, id);
            return self.receive_at_wrong_host(port, id, recorder);
        }
        if self.can_process_request(port, host, class) {
            return self.process_request(port, host, id);
        }
        let state = &mut self.state;
        let (buffer, config) = (&mut state.receivers[host.index()], &self.receivers[host.index()]);
        let priority = frame.priority;
        if !buffer.has_room(config, priority, frame.bytes) {
            return self.drop_and_return_credits(port, id, DropCause::ReceiveFull, recorder);
        }
        buffer.store(&frame);
        let responder = &mut state.responders[host.index()];
        let is_new = responder.waiting_bytes(class, priority) == 0;
        responder.push(&mut state.frames, class, id);
        let peak = &mut self.counters.receive_peaks[host.index()];
        *peak = buffer.bytes().max(*peak);
        let enabled = self.configs.sender(&self.plan[port.index()]).enabled;
        let may_request_pause = enabled & !state.ports[port.index()].sender.requested();
        if may_request_pause.contains(priority) && buffer.must_pause(config, priority) {
            self.set_pause_request(port, priority, true);
        }
        self.track_waiting_request(port, priority, is_new);
    }

    /// Whether the host at `port` can accept another read request for data of priority `class`. Always `true`
    /// if the document sets no limit on the data that waits.
    fn can_process_request(&self, port: PortId, host: HostId, class: Priority) -> bool {
        let limit = self.spec.ports[port.index()].config.receive.responses;
        limit.is_none_or(|limit| self.state.responders[host.index()].has_room(class, limit))
    }

    /// Accepts request `id`: removes the request, returns its credits, and adds the requested data to the
    /// data that the NIC at `port` is to send. A duplicate request adds no data. With a retry timer, a
    /// request that follows a missing request adds no data either.
    fn process_request(&mut self, port: PortId, host: HostId, id: FrameId) {
        if self.plan[port.index()].has_watchdog() {
            self.notify_nic_watchdog(port, false);
        }
        self.return_frame_credits(port, id);
        let frame = self.state.frames.remove(id);
        let n = frame.flow.index();
        let flow = &mut self.state.flows[n];
        let Some(read) = flow.read() else { return };
        let at = &mut self.state.reads[read as usize];
        let RequestResult::Accepted(payload) = at.reader.receive_request(frame.sequence) else { return };
        let was_ready = flow.is_ready();
        at.unsent += payload;
        flow.remaining += payload;
        flow.active = true;
        self.state.responders[host.index()].accept(flow.priority, payload);
        if !was_ready && self.state.flows[n].is_ready() {
            self.join(n);
        }
    }

    /// Updates read `read` after the NIC of `port` has sent or lost one data frame of the read. Then accepts
    /// requests that wait, while the limit of unsent data permits.
    #[cold]
    pub(super) fn read_data_left(&mut self, port: PortId, read: u32) {
        let Role::Host(host) = self.plan[port.index()].role else { return };
        let at = &mut self.state.reads[read as usize];
        let flow = &self.state.flows[at.flow.index()];
        let sent = at.unsent - flow.remaining;
        at.unsent = flow.remaining;
        let class = flow.priority;
        self.state.responders[host.index()].record_sent(class, sent);
        while self.can_process_request(port, host, class) {
            let state = &mut self.state;
            let Some(id) = state.responders[host.index()].pop(&state.frames, class) else { return };
            let frame = *state.frames.get(id);
            state.receivers[host.index()].release(&frame);
            self.process_request(port, host, id);
            let is_pause_requested =
                self.state.ports[port.index()].sender.requested().contains(frame.priority);
            if is_pause_requested
                && self.state.receivers[host.index()]
                    .may_resume(&self.receivers[host.index()], frame.priority)
            {
                self.set_pause_request(port, frame.priority, false);
            }
            self.track_accepted_request(port, frame.priority);
        }
    }

    /// Read requests of `priority` that wait in the receive buffer of the host at `port`. Each item has the
    /// priority of the requested data, and the bytes of all waiting requests for this priority. The lowest
    /// priority of data comes first. Empty at a switch.
    pub(super) fn waiting_requests(
        &self,
        port: PortId,
        priority: Priority,
    ) -> impl Iterator<Item = (Priority, u64)> {
        let responder = match self.plan[port.index()].role {
            Role::Host(host) => self.state.responders.get(host.index()),
            Role::Switch(_) => None,
        };
        let held = move |responder: &Responder, class| responder.waiting_bytes(class, priority);
        let all = responder.into_iter().flat_map(move |responder| {
            PrioritySet::ALL.iter().map(move |class| (class, held(responder, class)))
        });
        all.filter(|(_, bytes)| *bytes > 0)
    }

    /// Results of [`World::waiting_requests`] for several priorities of requests, lowest first: those that a
    /// host port pauses together with `priority`. The same priority of data may occur several times.
    pub(super) fn waiting_requests_paused_together(
        &self,
        port: PortId,
        priority: Priority,
    ) -> impl Iterator<Item = (Priority, u64)> {
        self.paused_with(port, priority).iter().flat_map(move |n| self.waiting_requests(port, n))
    }

    /// Updates the deadlock tracker after a request of `priority` was stored in the receive buffer of `port`.
    /// `is_new`: until now, no request of `priority` waited for data of the same priority as this request.
    fn track_waiting_request(&mut self, port: PortId, priority: Priority, is_new: bool) {
        let peer = self.plan[port.index()].peer;
        if !self.blocked_priorities(peer).contains(priority) {
            return;
        }
        let how = CycleTrigger::Fed(port);
        if is_new {
            self.deadlocks.record_possible_cycle(peer, priority, how);
        } else {
            self.deadlocks.may_change(peer, priority, how);
        }
    }

    /// Updates the deadlock tracker after a stored request of `priority` was accepted.
    fn track_accepted_request(&mut self, port: PortId, priority: Priority) {
        self.deadlocks.may_change(self.plan[port.index()].peer, priority, CycleTrigger::Changed);
    }

    /// Number of requests that the requester of a read has sent, without repeats, and number of requests that
    /// are answered completely. `None` if `flow` is not a read or does not exist.
    #[must_use]
    pub fn requests(&self, flow: FlowId) -> Option<(u64, u64)> {
        let read = self.state.flows.get(flow.index())?.read()?;
        Some(self.state.reads[read as usize].reader.requests())
    }
}
