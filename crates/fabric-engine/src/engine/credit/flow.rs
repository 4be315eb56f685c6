//! End-to-end credits of a flow, between its source and its destination. Start with [`FlowCredit`].
//!
//! Switches do not know these credits and may drop a frame that consumed credits. Only a resync restores the
//! credits of a dropped frame. For a resync, the source sends the total of its sent bytes along the path of
//! its data. All bytes that the destination has not received by then count as lost.

use std::collections::VecDeque;

use crate::digest::Digest;
use crate::engine::event_order::DeadlineId;
use crate::engine::plan::Role;
use crate::engine::state::queue_index;
use crate::engine::transmit::index_u32;
use crate::engine::{DropCause, FlowCreditCounters, Recorder, World};
use crate::fabric::credit::{CreditReceiver, CreditSender, Update};
use crate::fabric::endpoint::SendBlock;
use crate::fabric::frame::{Frame, FrameId, FrameKind};
use crate::ids::{FlowId, PortId};
use crate::mem_size;
use crate::spec::{CreditUpdate, FlowCredits};
use crate::units::Time;
use crate::wire::MIN_FRAME_BYTES;

/// End-to-end credits of one flow, at its source and at its destination.
#[derive(Clone, Debug)]
pub(in crate::engine) struct FlowCredit {
    flow: FlowId,
    pub sender: CreditSender,
    receiver: CreditReceiver,
    /// Size and priority of frames that carry updates; `None`: updates take no wire time.
    update: Option<CreditUpdate>,
    /// Credit updates that are on the way to the source of the flow and take no wire time. Each has its
    /// arrival time; earliest first.
    coming: VecDeque<(Time, Update)>,
    /// Time of the next resync by the source; [`Time::NEVER`] without resyncs.
    resync_at: Time,
}

impl FlowCredit {
    /// Earlier of two times: arrival of the next update without wire time, and next resync. [`Time::NEVER`]
    /// if neither event is scheduled.
    pub fn deadline(&self) -> Time {
        self.coming.front().map_or(Time::NEVER, |(at, _)| *at).min(self.resync_at)
    }

    pub fn digest(&self, digest: &mut Digest) {
        self.sender.digest(digest);
        self.receiver.digest(digest);
        digest.time(self.resync_at);
        digest.len(self.coming.len());
        for (at, update) in &self.coming {
            let (kind, bytes) = match *update {
                Update::Freed(bytes) => (0u64, bytes),
                Update::Total(bytes) => (1, bytes),
                Update::Sent(bytes) => (2, bytes),
            };
            digest.time(*at);
            digest.add(kind << 32 | u64::from(bytes));
        }
    }

    /// Heap memory of the end-to-end credits of this flow, in bytes.
    pub(in crate::engine) fn heap_bytes(&self) -> usize {
        mem_size::ring(&self.coming)
    }
}

impl World {
    /// Adds the end-to-end credits of `flow`. Returns the index of these credits; `None` if `credits` is
    /// `None`.
    pub(in crate::engine) fn add_flow_credit(
        &mut self,
        flow: FlowId,
        credits: Option<FlowCredits>,
    ) -> Option<u32> {
        let FlowCredits { bytes, update } = credits?;
        let number = u32::try_from(self.state.flow_credits.len()).ok()?;
        let every = self.spec.credit_resync;
        self.state.flow_credits.push(FlowCredit {
            flow,
            sender: CreditSender::new(bytes),
            receiver: CreditReceiver::default(),
            update,
            coming: VecDeque::new(),
            resync_at: every.map_or(Time::NEVER, |every| self.state.now.saturating_add(every)),
        });
        self.counters.flow_credits.push(FlowCreditCounters::default());
        Some(number)
    }

    /// Whether any flow has end-to-end credits.
    #[inline]
    pub(in crate::engine) const fn has_flow_credits(&self) -> bool {
        !self.state.flow_credits.is_empty()
    }

    /// Consumes the end-to-end credits with index `credit` for a frame of `bytes` that starts.
    /// Blocks the flow if the credits left do not cover a full frame.
    #[cold]
    pub(in crate::engine) fn consume_flow_credit(&mut self, credit: u32, bytes: u16) {
        let at = &mut self.state.flow_credits[credit as usize];
        at.sender.consume(u64::from(bytes));
        let flow = &mut self.state.flows[at.flow.index()];
        if !at.sender.covers(u64::from(flow.frame_bytes)) {
            flow.send_blocks.set(SendBlock::Credits, true);
            self.counters.flow_credits[credit as usize].starved_since = Some(self.state.now);
        }
    }

    /// Records the arrival of data frame `id` at its destination `port`: adds its bytes to the bytes
    /// received. Does nothing for other frames, and for flows without end-to-end credits.
    #[cold]
    pub(in crate::engine) fn receive_flow_credit(&mut self, port: PortId, id: FrameId) {
        if let Some((credit, bytes)) = self.flow_credit_of(port, id) {
            self.state.flow_credits[credit].receiver.received(bytes);
        }
    }

    /// Returns the credits of data frame `id` at its destination: the frame is in memory, or was dropped
    /// because the receive buffer was full. Does nothing for other frames, and for flows without end-to-end
    /// credits.
    #[cold]
    pub(in crate::engine) fn return_flow_credit<R: Recorder>(
        &mut self,
        port: PortId,
        id: FrameId,
        recorder: &mut R,
    ) {
        let Some((credit, bytes)) = self.flow_credit_of(port, id) else { return };
        let receiver = &mut self.state.flow_credits[credit].receiver;
        receiver.free(bytes);
        let update = Update::Freed(receiver.return_credits());
        self.send_flow_update(credit, update, recorder);
    }

    /// Index of the end-to-end credits of the flow of frame `id`, and bytes of credits that the frame
    /// consumed. `None` if the frame is not a data frame, if `port` is not its destination, or if its flow
    /// has no end-to-end credits.
    fn flow_credit_of(&self, port: PortId, id: FrameId) -> Option<(usize, u64)> {
        let frame = self.state.frames.get(id);
        let flow = &self.state.flows[frame.flow.index()];
        let is_there = frame.kind == FrameKind::Data && flow.destination == port;
        flow.credit().filter(|_| is_there).map(|credit| (credit as usize, u64::from(frame.bytes)))
    }

    /// Counts the credits that are lost with `frame`, which was dropped at `port`, by cause of the drop. A
    /// dropped credit update counts as one lost update. No credits are lost if a data frame was dropped in
    /// the NIC of its source or by its destination. Does nothing for a flow without end-to-end credits.
    #[cold]
    pub(in crate::engine) fn lose_flow_credit(&mut self, port: PortId, frame: &Frame, cause: DropCause) {
        let flow = &self.state.flows[frame.flow.index()];
        let Some(credit) = flow.credit() else { return };
        let counters = &mut self.counters.flow_credits[credit as usize];
        // A frame dropped in its NIC has consumed no credits. The destination has already returned the
        // credits of a frame that it dropped.
        let in_nic = port == flow.source
            && matches!(cause, DropCause::SourceFull | DropCause::OutputDown | DropCause::LinkDown);
        let came_in = cause == DropCause::ReceiveFull || cause.loses_no_data();
        match frame.kind {
            FrameKind::Data if !in_nic && !came_in => {
                counters.lost[cause as usize] += u64::from(frame.bytes);
                counters.last_lost_port = Some(port);
            }
            FrameKind::CreditReturn => counters.updates_lost += 1,
            _ => {}
        }
    }

    /// Sends a credit update from the destination of a flow to the source of the flow. An update without wire
    /// time that finds no route is lost and counted.
    fn send_flow_update<R: Recorder>(&mut self, credit: usize, update: Update, recorder: &mut R) {
        let now = self.state.now;
        let at = &self.state.flow_credits[credit];
        let id = at.flow;
        let flow = &self.state.flows[id.index()];
        if let Some(CreditUpdate { bytes, priority }) = at.update {
            let frame = flow.credit_update(id, FrameKind::CreditReturn, update, (bytes, priority), now);
            return self.answer(flow.destination, frame, recorder);
        }
        let Some(delay) = self.return_delay(id) else {
            self.counters.flow_credits[credit].updates_lost += 1;
            return;
        };
        let at = &mut self.state.flow_credits[credit];
        // Updates never overtake each other, even if the path became shorter.
        let there = at.coming.back().map_or(Time::ZERO, |(at, _)| *at).max(now.saturating_add(delay));
        at.coming.push_back((there, update));
        let deadline = at.deadline();
        self.arm(DeadlineId::FlowCredit(index_u32(credit)), deadline);
    }

    /// Sum of the delays of the links from the destination of a flow back to its source. `None` if there is
    /// no route, or if a link of the route is down.
    fn return_delay(&self, id: FlowId) -> Option<Time> {
        let flow = &self.state.flows[id.index()];
        let Role::Host(host) = self.plan[flow.source.index()].role else { return None };
        let out = |_, switch| self.routed(switch, host, flow.key);
        let mut delay = Time::ZERO;
        let arrives = self.walk(flow.destination, flow.source, out, |port| {
            delay = delay.saturating_add(self.plan[port.index()].delay);
        });
        arrives.then_some(delay)
    }

    /// Handles the deadline of the end-to-end credits with index `n`: an update arrives at the source, or a
    /// resync is due. If both are due, the update comes first, and the resync follows as another event at the
    /// same time.
    pub(in crate::engine) fn flow_credit_due<R: Recorder>(&mut self, n: usize, recorder: &mut R) {
        let now = self.state.now;
        let at = &mut self.state.flow_credits[n];
        let flow = at.flow;
        let update = at.coming.pop_front_if(|(there, _)| *there <= now);
        if update.is_none() {
            let every = self.spec.credit_resync.unwrap_or(Time::NEVER);
            at.resync_at = now.saturating_add(every);
        }
        let deadline = at.deadline();
        self.arm(DeadlineId::FlowCredit(index_u32(n)), deadline);
        match update {
            Some((_, update)) => self.on_credit_return(flow, update),
            None => self.send_total(n, recorder),
        }
    }

    /// Sends a resync from the source: the total of the bytes that the source has sent. Does nothing if a
    /// control frame still waits in the NIC, if no credits are outstanding, or if the link is down.
    fn send_total<R: Recorder>(&mut self, n: usize, recorder: &mut R) {
        let at = &self.state.flow_credits[n];
        let flow = &self.state.flows[at.flow.index()];
        let (port, priority) = (flow.source, flow.priority);
        let waits = !self.state.queues[queue_index(port, priority)].frames.is_empty();
        if waits || at.sender.outstanding() == 0 || self.state.ports[port.index()].down {
            return;
        }
        let bytes = at.update.map_or(MIN_FRAME_BYTES, |update| update.bytes);
        let update = Update::Sent(at.sender.sent_total(0));
        let frame =
            flow.credit_update(at.flow, FrameKind::SentTotal, update, (bytes, priority), self.state.now);
        self.answer(port, frame, recorder);
    }

    /// Handles a resync at the destination of a flow. Bytes that the source has sent but the destination has
    /// not received by now count as lost. The destination answers with the total of the credits that it has
    /// ever returned. Does nothing for a flow without end-to-end credits.
    pub(in crate::engine) fn on_sent_total<R: Recorder>(
        &mut self,
        id: FlowId,
        update: Update,
        recorder: &mut R,
    ) {
        let (Some(credit), Update::Sent(total)) = (self.state.flows[id.index()].credit(), update) else {
            return;
        };
        let receiver = &mut self.state.flow_credits[credit as usize].receiver;
        let lost = receiver.resync(total);
        let update = Update::Total(receiver.resync_total());
        self.counters.flow_credits[credit as usize].restored += lost;
        self.send_flow_update(credit as usize, update, recorder);
    }

    /// Handles a credit update at the source of a flow, unless a fault loses the update.
    pub(in crate::engine) fn on_credit_return(&mut self, id: FlowId, update: Update) {
        let now = self.state.now;
        let flow = &self.state.flows[id.index()];
        let (port, Some(credit)) = (flow.source, flow.credit()) else { return };
        if self.update_is_lost(port) {
            self.counters.flow_credits[credit as usize].updates_lost += 1;
            return;
        }
        let flow = &mut self.state.flows[id.index()];
        let sender = &mut self.state.flow_credits[credit as usize].sender;
        match update {
            Update::Freed(bytes) => sender.return_credits(bytes),
            Update::Total(total) => sender.resync(total),
            Update::Sent(_) => {}
        }
        if flow.send_blocks.has(SendBlock::Credits) && sender.covers(u64::from(flow.frame_bytes)) {
            flow.send_blocks.set(SendBlock::Credits, false);
            let counters = &mut self.counters.flow_credits[credit as usize];
            counters.starved = counters.starved_until(now);
            counters.starved_since = None;
            if flow.is_ready() {
                self.join(id.index());
            }
        }
    }
}
