//! Receive side of a host: a frame waits in the receive buffer, is moved to memory, and is then delivered.
//! The buffer may request pauses. Start with [`World::receive`].

use crate::fabric::frame::{FrameId, FrameKind};
use crate::ids::{HostId, PortId};
use crate::units::Rate;

use super::event_order::DeadlineId;
use super::{DropCause, Recorder, World};

impl World {
    /// Handles a frame that arrives at `port` of `host`. Acks, NAKs, CNPs and credit frames go to the NIC at
    /// once. Read requests go to the responder. Data goes to memory, and is then delivered and acknowledged.
    /// If the rate to memory is limited, data first waits in the receive buffer.
    #[inline]
    pub(super) fn receive<R: Recorder>(&mut self, port: PortId, host: HostId, id: FrameId, recorder: &mut R) {
        if self.state.frames.get(id).kind == FrameKind::Request {
            self.receive_read_request(port, host, id, recorder);
        } else if self.state.receivers[host.index()].is_slow() {
            self.buffer(port, host, id, recorder);
        } else {
            self.return_frame_credits(port, id);
            if self.has_flow_credits() {
                self.receive_flow_credit(port, id);
                self.return_flow_credit(port, id, recorder);
            }
            self.deliver(port, id, recorder);
        }
    }

    /// Stores a data frame in the receive buffer. If the buffer is full, drops the frame
    /// ([`DropCause::ReceiveFull`]). Control frames and frames for another host bypass the buffer.
    #[inline(never)]
    fn buffer<R: Recorder>(&mut self, port: PortId, host: HostId, id: FrameId, recorder: &mut R) {
        let frame = self.state.frames.get(id);
        let (priority, bytes) = (frame.priority, frame.bytes);
        if frame.kind != FrameKind::Data || !self.is_receiver(port, frame.flow) {
            self.return_frame_credits(port, id);
            return self.deliver(port, id, recorder);
        }
        if self.has_flow_credits() {
            self.receive_flow_credit(port, id);
        }
        let state = &mut self.state;
        let buffer = &mut state.receivers[host.index()];
        let config = &self.receivers[host.index()];
        if !buffer.has_room(config, priority, bytes) {
            if self.has_flow_credits() {
                self.return_flow_credit(port, id, recorder);
            }
            return self.drop_and_return_credits(port, id, DropCause::ReceiveFull, recorder);
        }
        buffer.push(&mut state.frames, id, state.now);
        let deadline = buffer.deadline();
        let peak = &mut self.counters.receive_peaks[host.index()];
        *peak = buffer.bytes().max(*peak);
        let enabled = self.configs.sender(&self.plan[port.index()]).enabled;
        let may_request_pause = enabled & !state.ports[port.index()].sender.requested();
        if may_request_pause.contains(priority) && buffer.must_pause(config, priority) {
            self.set_pause_request(port, priority, true);
        }
        self.arm(DeadlineId::Bus(host.0), deadline);
    }

    /// Delivers the first frame in the receive buffer of `host`, which has now reached the memory of the
    /// host. Requests a resume if the buffer has fallen to XON.
    pub(super) fn bus_due<R: Recorder>(&mut self, host: HostId, recorder: &mut R) {
        let state = &mut self.state;
        let buffer = &mut state.receivers[host.index()];
        let Some(id) = buffer.pop(&state.frames, state.now) else { return };
        let deadline = buffer.deadline();
        let priority = state.frames.get(id).priority;
        let port = self.host_ports[host.index()];
        let is_requested = state.ports[port.index()].sender.requested().contains(priority);
        if is_requested && buffer.may_resume(&self.receivers[host.index()], priority) {
            self.set_pause_request(port, priority, false);
        }
        self.arm(DeadlineId::Bus(host.0), deadline);
        self.return_frame_credits(port, id);
        if self.has_flow_credits() {
            self.return_flow_credit(port, id, recorder);
        }
        self.deliver(port, id, recorder);
    }

    /// Sets the rate at which `host` moves received frames to memory; `None`: unlimited.
    pub(super) fn set_drain(&mut self, host: HostId, rate: Option<Rate>) {
        let state = &mut self.state;
        state.receivers[host.index()].set_rate(&state.frames, rate, state.now);
        let deadline = state.receivers[host.index()].deadline();
        self.arm(DeadlineId::Bus(host.0), deadline);
    }
}
