//! A frame's last bit comes in: at a switch it is admitted and queued, at a
//! host it is delivered.

use crate::fabric::buffer::Admission;
use crate::fabric::frame::{FrameId, FrameKind};
use crate::fabric::pfc::Trigger;
use crate::ids::{FlowId, PortId};

use super::plan::Role;
use super::slots::Owner;
use super::state::lane;
use super::transmit::number;
use super::{DropCause, Recorder, What, World};

/// Who is told that a frame of this kind is in at `port`: PFC goes before
/// other frames that come in at the same instant.
#[inline]
pub(super) fn owner(kind: FrameKind, port: u32) -> Owner {
    if kind == FrameKind::Pfc { Owner::Pfc(port) } else { Owner::Arrival(port) }
}

impl World {
    /// Takes the frame that is in at `port` off its cable and arms the next one.
    #[inline]
    pub(super) fn land(&mut self, port: usize) -> Option<FrameId> {
        let plan = &self.plan[port];
        let state = &mut self.state;
        let cable = &mut state.ports[plan.peer as usize].cable;
        let landed = cable.pop(&state.frames)?;
        let behind = cable.head();
        let here = state.frames.get(landed).arrives;
        debug_assert_eq!(here, state.now, "a frame lands when it arrives");
        let next = behind.map(|id| (state.frames.get(id).kind, state.frames.get(id).arrives));
        if let Some((kind, arrives)) = next {
            self.arm(owner(kind, number(port)), arrives);
        }
        Some(landed)
    }

    #[inline]
    pub(super) fn frame_arrives<R: Recorder>(&mut self, port: usize, recorder: &mut R) {
        let Some(id) = self.land(port) else { return };
        let frame = self.state.frames.get(id);
        let counters = &mut self.counters.ports[port][usize::from(frame.priority)];
        counters.rx_frames += 1;
        counters.rx_bytes += u64::from(frame.bytes);
        self.counters.hops += 1;
        if R::LISTENS {
            self.note(recorder, port, What::Arrived(*frame));
        }
        match self.plan[port].role {
            Role::Host(_) => self.deliver(port, id, recorder),
            Role::Switch(switch) => self.admit(port, switch as usize, id, recorder),
        }
    }

    /// Admission at a switch (model: per group reserve, shared, headroom; a
    /// lossy frame must pass its egress queue's limit too).
    fn admit<R: Recorder>(&mut self, port: usize, switch: usize, id: FrameId, recorder: &mut R) {
        let state = &mut self.state;
        let frame = state.frames.get_mut(id);
        if frame.hops == 0 {
            return self.lose(port, id, DropCause::HopLimit, recorder);
        }
        frame.hops -= 1;
        frame.ingress = PortId(number(port));
        let (priority, bytes) = (frame.priority, frame.bytes);
        let Some(output) = self.output(port, switch, id) else {
            return self.lose(port, id, DropCause::NoRoute, recorder);
        };
        let state = &mut self.state;
        let (input_lane, output_lane) = (lane(port, priority), lane(output, priority));
        let pool = &mut state.pools[switch];
        let charge = pool.charge(bytes);
        let group = &mut state.groups[input_lane];
        let queue = &mut state.queues[output_lane];
        if !group.config().lossless && !queue.has_room(charge, pool.free()) {
            return self.lose(port, id, DropCause::TailDrop, recorder);
        }
        let admission = group.admit(pool, charge);
        match admission {
            Admission::TailDrop => return self.lose(port, id, DropCause::TailDrop, recorder),
            Admission::Violation => return self.lose(port, id, DropCause::Violation, recorder),
            Admission::Shared | Admission::Headroom => {}
        }
        let counters = &mut self.counters.ports[port][usize::from(priority)];
        counters.reserve_peak = counters.reserve_peak.max(group.reserve());
        counters.shared_peak = counters.shared_peak.max(group.shared());
        counters.headroom_peak = counters.headroom_peak.max(group.headroom());
        queue.frames.push(&mut state.frames, id);
        queue.bytes += charge;
        let counters = &mut self.counters.ports[output][usize::from(priority)];
        counters.egress_peak = counters.egress_peak.max(queue.bytes);
        state.ports[output].occupied |= 1 << priority;
        if R::LISTENS && admission == Admission::Headroom {
            let frame = *self.state.frames.get(id);
            self.note(recorder, port, What::Headroom(frame));
        }
        match self.plan[port].sender.trigger {
            Trigger::IngressPg => self.group_grew(port, switch, priority),
            Trigger::EgressQueue => self.queue_grew(port, output, priority),
        }
        self.wake(output);
    }

    /// The port by which `switch` sends `frame` on: stable for a flow.
    #[inline]
    fn output(&self, port: usize, switch: usize, id: FrameId) -> Option<usize> {
        let frame = self.state.frames.get(id);
        let flow = &self.state.flows[frame.flow.index()];
        let to = if frame.kind == FrameKind::Ack { flow.source } else { flow.destination };
        if flow.named_path && frame.kind == FrameKind::Data {
            let here = self.spec.ports[port].node;
            let path = self.flow_path(frame.flow);
            let named = path.iter().find(|port| self.spec.ports[port.index()].node == here);
            if let Some(port) = named {
                return Some(port.index());
            }
        }
        let Role::Host(host) = self.plan[to.index()].role else { return None };
        let ports = self.spec.routes.ports(switch, host as usize);
        match ports {
            [] => None,
            [only] => Some(only.index()),
            several => {
                let mixed = (flow.key ^ self.salts[switch]).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
                // The high half of a product of two 32-bit numbers: below the count.
                let pick = (mixed * several.len() as u64) >> 32;
                several.get(usize::try_from(pick).unwrap_or(0)).map(|port| port.index())
            }
        }
    }

    fn deliver<R: Recorder>(&mut self, port: usize, id: FrameId, recorder: &mut R) {
        let now = self.state.now;
        let frame = self.state.frames.get(id);
        let flow = &self.state.flows[frame.flow.index()];
        let to = if frame.kind == FrameKind::Ack { flow.source } else { flow.destination };
        if to.index() != port {
            return self.lose(port, id, DropCause::NotForHost, recorder);
        }
        let frame = self.state.frames.remove(id);
        let flow = &mut self.state.flows[frame.flow.index()];
        let counters = &mut self.counters.flows[frame.flow.index()];
        if frame.kind == FrameKind::Ack {
            counters.acks += 1;
            return;
        }
        counters.delivered_bytes += u64::from(frame.bytes);
        counters.delivered_frames += 1;
        counters.marked_frames += u64::from(frame.ecn == crate::wire::Ecn::Marked);
        counters.latency.record(now - frame.born);
        self.counters.totals.delivered += 1;
        if flow.receive(frame.sequence) {
            counters.goodput_bytes += u64::from(frame.payload);
        }
        let done = counters.goodput_bytes == flow.size;
        if done {
            counters.finished = Some(now);
        }
        let ack = flow.acknowledge(&frame, now);
        if R::LISTENS {
            self.note(recorder, port, What::Delivered(frame));
            if done {
                self.note(recorder, port, What::FlowDone(frame.flow));
            }
        }
        if let Some(ack) = ack {
            let state = &mut self.state;
            let id = state.frames.insert(ack);
            let queue = &mut state.queues[lane(port, ack.priority)];
            queue.frames.push(&mut state.frames, id);
            queue.bytes += u64::from(ack.bytes);
            state.ports[port].occupied |= 1 << ack.priority;
            self.wake(port);
        }
    }

    /// A frame that came in by `port`, or was to leave a NIC by it, is lost.
    pub(super) fn lose<R: Recorder>(&mut self, port: usize, id: FrameId, cause: DropCause, recorder: &mut R) {
        let frame = self.state.frames.remove(id);
        self.counters.ports[port][usize::from(frame.priority)].drops[cause as usize] += 1;
        self.counters.totals.drops += 1;
        self.counters.totals.violations += u64::from(cause == DropCause::Violation);
        if frame.kind == FrameKind::Data {
            let counters = &mut self.counters.flows[frame.flow.index()];
            counters.dropped_frames += 1;
            counters.dropped_bytes += u64::from(frame.bytes);
        }
        self.note(recorder, port, What::Dropped(frame, cause));
    }

    fn flow_path(&self, flow: FlowId) -> &[PortId] {
        self.paths.get(flow.index()).map_or(&[], |path| path)
    }
}
