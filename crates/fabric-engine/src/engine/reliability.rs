//! Reliable flows: the receiver discards frames out of order, and the source retransmits the discarded frames
//! (go-back-N). Start with `deliver_reliably`. The algorithms are in `fabric/endpoint/reliability`.
//!
//! A NAK or an ack timeout starts a recovery. The recovery ends when the source can send new frames.
//! Discarded frames do not count as losses.

use crate::digest::Digest;
use crate::fabric::endpoint::SendBlock;
use crate::fabric::endpoint::reliability::{
    Answer, Reception, Recovery, ReliabilityConfig, ReliableReceiver, ReliableSender,
};
use crate::fabric::frame::{Frame, FrameId, FrameKind};
use crate::ids::{FlowId, PortId};
use crate::spec::FlowSpec;
use crate::units::Time;
use crate::wire::Ecn;

use super::event_order::DeadlineId;
use super::{DropCause, EventKind, Recorder, Rewind, World};

/// State of a reliable flow, at its source and at its receiver.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reliable {
    flow: FlowId,
    recovery: Recovery,
    sender: ReliableSender,
    receiver: ReliableReceiver,
}

impl Reliable {
    pub fn digest(&self, digest: &mut Digest) {
        self.sender.digest(digest);
        self.receiver.digest(digest);
    }

    pub const fn sender(&self) -> &ReliableSender {
        &self.sender
    }
}

impl World {
    /// Adds the reliability of `flow`, before the flow itself is added. Returns its index among the
    /// reliable flows; `None` if the flow is not reliable.
    pub(super) fn add_reliability(&mut self, flow: FlowId, spec: &FlowSpec) -> Option<u32> {
        let config: ReliabilityConfig = spec.reliability?;
        let all = &mut self.state.reliables;
        let number = u32::try_from(all.len()).ok()?;
        let messages = spec.messages();
        all.push(Reliable {
            flow,
            recovery: config.recovery,
            sender: ReliableSender::new(config, messages),
            receiver: ReliableReceiver::new(
                config.recovery,
                messages,
                spec.acks.map_or(1, |acks| acks.every),
            ),
        });
        Some(number)
    }

    /// Records that a frame of `bytes` of a reliable flow starts on the link; the scheduler of the NIC must
    /// have chosen this flow. Counts the frame if it is a retransmission, and selects the next frame of the
    /// flow. Starts the ack timeout if no older frame waits for its ack.
    pub(super) fn sent_reliably(&mut self, reliable: u32, bytes: u16) {
        let now = self.state.now;
        let at = &mut self.state.reliables[reliable as usize];
        let before = at.sender.deadline();
        let again = at.sender.on_transmit(now);
        let after = at.sender.deadline();
        let flow = at.flow.index();
        let counters = &mut self.counters.flows[flow];
        counters.resent_frames += u64::from(again);
        counters.resent_bytes += if again { u64::from(bytes) } else { 0 };
        self.update_next_sequence(reliable);
        if after != before {
            self.arm(DeadlineId::Timeout(reliable), after);
        }
    }

    /// Handles a data frame of a reliable flow at its receiver: delivers or discards the frame. Sends an ack,
    /// a NAK or a CNP if one is due; the ack or NAK goes first. A marked frame may cause a CNP even if the
    /// frame is discarded.
    pub(super) fn deliver_reliably<R: Recorder>(
        &mut self,
        port: PortId,
        reliable: u32,
        id: FrameId,
        recorder: &mut R,
    ) {
        let frame = self.state.frames.get(id);
        let (flow, marked) = (frame.flow, frame.ecn == Ecn::Marked);
        let at = &mut self.state.reliables[reliable as usize];
        let (reception, answer) = at.receiver.receive(frame.sequence);
        match reception {
            Reception::Taken => {
                let goodput = self.of_use(reliable, self.state.frames.get(id));
                self.delivered(port, id, goodput, recorder);
            }
            Reception::OutOfOrder => self.drop_frame(port, id, DropCause::OutOfOrder, recorder),
            Reception::Duplicate => self.drop_frame(port, id, DropCause::Duplicate, recorder),
        }
        if let Some(answer) = answer {
            let (kind, number) = match answer {
                Answer::Ack(number) => (FrameKind::Ack, number),
                Answer::Nak(number) => (FrameKind::Nak, number),
            };
            let reply = self.state.flows[flow.index()].reply(flow, kind, number, self.state.now);
            self.answer(port, reply, recorder);
        }
        let flow_rate = self.state.flows[flow.index()].flow_rate();
        if let Some(flow_rate) = flow_rate.filter(|_| marked) {
            self.on_ce_marked(flow_rate, recorder);
        }
    }

    /// Payload bytes that an accepted frame adds to the goodput. With go-back-0, a message counts as a whole
    /// when its last frame is accepted, because a lost frame restarts the message.
    fn of_use(&self, reliable: u32, frame: &Frame) -> u64 {
        let flow = &self.state.flows[frame.flow.index()];
        match self.state.reliables[reliable as usize].recovery {
            Recovery::GoBackN => frame.payload.into(),
            Recovery::GoBack0 if flow.messages().is_last(frame.sequence) => flow.message,
            Recovery::GoBack0 => 0,
        }
    }

    /// Handles an ack at the source of `flow`: the frames up to and including `number` have
    /// arrived.
    pub(super) fn on_ack(&mut self, flow: FlowId, number: u32) {
        self.counters.flows[flow.index()].acks += 1;
        let now = self.state.now;
        if let Some(reliable) = self.state.flows[flow.index()].reliability() {
            self.state.reliables[reliable as usize].sender.on_ack(number, now);
            self.sender_moved(reliable);
        }
    }

    /// Handles a NAK at the source of `flow`: the frame with sequence number `number` is missing.
    pub(super) fn on_nak<R: Recorder>(&mut self, flow: FlowId, number: u32, recorder: &mut R) {
        self.counters.flows[flow.index()].naks += 1;
        let now = self.state.now;
        if let Some(reliable) = self.state.flows[flow.index()].reliability() {
            let frames = self.state.reliables[reliable as usize].sender.on_nak(number, now);
            self.begin_retransmission(reliable, frames, None, recorder);
        }
    }

    /// Handles an ack timeout of a reliable flow: its source retransmits.
    pub(super) fn timeout_due<R: Recorder>(&mut self, reliable: u32, recorder: &mut R) {
        let now = self.state.now;
        let at = &mut self.state.reliables[reliable as usize];
        let waited = at.sender.timeout();
        let frames = at.sender.on_timeout(now);
        self.counters.flows[at.flow.index()].timeouts += 1;
        self.begin_retransmission(reliable, frames, Some(waited), recorder);
    }

    /// Determines the next frame of a flow after the frames of the flow in the NIC were dropped. A reliable
    /// flow sends the dropped frames later. For other flows, nothing changes.
    pub(super) fn emptied_backlog(&mut self, flow: usize) {
        if let Some(reliable) = self.state.flows[flow].reliability() {
            self.update_next_sequence(reliable);
        }
    }

    fn begin_retransmission<R: Recorder>(
        &mut self,
        reliable: u32,
        frames: u32,
        waited: Option<Time>,
        recorder: &mut R,
    ) {
        let Reliable { flow, sender, .. } = self.state.reliables[reliable as usize];
        if frames > 0 {
            let counters = &mut self.counters.flows[flow.index()];
            let since = self
                .state
                .now
                .saturating_sub(waited.unwrap_or(Time::ZERO))
                .max(counters.recovery_counted_until);
            counters.recovery_since.get_or_insert(since);
            let port = self.state.flows[flow.index()].source;
            self.emit(
                recorder,
                port,
                EventKind::Retransmission(flow, Rewind { to: sender.next(), frames, waited }),
            );
        }
        self.sender_moved(reliable);
    }

    /// Updates a reliable flow after its next frame or its window changed. If the flow can now send, it joins
    /// the flows that the NIC serves; if the flow can no longer send, it leaves them.
    pub(super) fn sender_moved(&mut self, reliable: u32) {
        let Reliable { flow, sender, .. } = self.state.reliables[reliable as usize];
        let n = flow.index();
        let was_ready = self.state.flows[n].is_ready();
        self.update_next_sequence(reliable);
        match (was_ready, self.state.flows[n].is_ready()) {
            (false, true) => self.join(n),
            (true, false) => self.leave(n),
            _ => {}
        }
        self.arm(DeadlineId::Timeout(reliable), sender.deadline());
    }

    /// Sets the next frame of a reliable flow to the frame that the sender selects. Blocks the flow while the
    /// window of the flow is full. If a recovery has ended, counts its duration.
    fn update_next_sequence(&mut self, reliable: u32) {
        let Reliable { flow, sender, .. } = &self.state.reliables[reliable as usize];
        let at = &mut self.state.flows[flow.index()];
        at.send_blocks.set(SendBlock::Window, sender.is_full());
        at.set_next_sequence(sender.next(), &self.state.frames);
        let counters = &mut self.counters.flows[flow.index()];
        if at.retransmit_from.is_none()
            && let Some(since) = counters.recovery_since.take()
        {
            counters.recovery_time += self.state.now - since;
            counters.recovery_counted_until = self.state.now;
        }
    }
}
