//! Link credits in the engine: consumption by a transmitter, return by the buffer at the other end.
//!
//! A receiving buffer offers a number of bytes for each virtual channel. The transmitter at the
//! other end starts a frame only if the credits left cover it. Credits return when the frame has
//! left the buffer: at a switch when it starts on its output or is dropped, at a host when it is in
//! memory. Credits of a frame that is lost in the cable return only by a resync.

mod flow;
mod link;
mod update;

pub(super) use flow::FlowCredit;

use crate::digest::Digest;
use crate::fabric::credit::{Receiver, Sender};
use crate::fabric::frame::{Fifo, Frame, FrameId, Frames};
use crate::ids::PrioritySet;
use crate::spec::Spec;
use crate::units::Time;
use crate::wire::PRIORITIES;

use super::plan::Role;
use super::state::lane;
use super::transmit::index_u32;
use super::{DropCause, EventKind, How, Recorder, World};

/// Credits of a port: as a sender, and for its own buffer.
#[derive(Clone, Debug)]
pub(super) struct CreditPort {
    pub port: u32,
    pub senders: [Sender; PRIORITIES],
    pub receivers: [Receiver; PRIORITIES],
    /// Updates in flight to this port that take no wire time, earliest first.
    pub coming: Fifo,
    /// Mask of channels whose next frame the credits do not cover.
    pub starved: PrioritySet,
    /// Mask of channels whose totals must be sent in frames: received, and sent.
    totals: PrioritySet,
    sents: PrioritySet,
    /// Time of the next resync.
    resync_at: Time,
}

/// Credits of all ports with credits.
pub(super) fn build(spec: &Spec) -> Vec<CreditPort> {
    let limits = |port: usize| spec.ports[port].config.priorities.map(|lane| lane.credits.unwrap_or(0));
    let ends = (0..spec.ports.len()).filter_map(|port| {
        let peer = spec.ports[port].peer.index();
        let channels = [port, peer].map(|end| spec.ports[end].config.credit_channels());
        (!(channels[0] | channels[1]).is_empty()).then(|| CreditPort {
            port: index_u32(port),
            senders: limits(peer).map(Sender::new),
            receivers: [Receiver::default(); PRIORITIES],
            coming: Fifo::default(),
            starved: PrioritySet::EMPTY,
            totals: PrioritySet::EMPTY,
            sents: PrioritySet::EMPTY,
            resync_at: spec.credit_resync.unwrap_or(Time::NEVER),
        })
    });
    ends.collect()
}

impl CreditPort {
    /// Arrival of the next update, and time of the next resync.
    pub fn deadlines(&self, frames: &Frames) -> (Time, Time) {
        (self.coming.head().map_or(Time::NEVER, |id| frames.get(id).arrives), self.resync_at)
    }

    pub fn digest(&self, frames: &Frames, digest: &mut Digest) {
        digest.add(u32::from_le_bytes([self.starved.bits(), self.totals.bits(), self.sents.bits(), 0]));
        digest.time(self.resync_at);
        self.senders.iter().for_each(|sender| sender.digest(digest));
        self.receivers.iter().for_each(|receiver| receiver.digest(digest));
        self.coming.digest(frames, digest);
    }
}

impl World {
    /// Credits that a frame of `bytes` costs in the buffer behind `port`: a switch counts whole
    /// cells.
    #[inline]
    pub(super) fn credit_cost(&self, port: usize, bytes: u16) -> u64 {
        match self.plan[port].role {
            Role::Switch(switch) => self.state.pools[switch as usize].charge(bytes),
            Role::Host(_) => u64::from(bytes),
        }
    }

    /// Whether the credits of `port` cover a frame of `bytes` of a class; `true` without credits.
    #[inline]
    pub(super) fn covers(&self, port: usize, class: u8, bytes: u16) -> bool {
        let plan = &self.plan[port];
        !plan.tx_credit_mask.contains(class) || {
            let sender = &self.state.credits[plan.credit as usize].senders[usize::from(class)];
            sender.covers(self.credit_cost(plan.peer as usize, bytes))
        }
    }

    /// Mask of the `eligible` classes of `port` whose next frame is covered.
    pub(super) fn covered(&self, port: usize, eligible: PrioritySet) -> PrioritySet {
        let bare = eligible & self.plan[port].tx_credit_mask;
        let short = |n: &u8| self.next_bytes(port, *n).is_some_and(|bytes| !self.covers(port, *n, bytes));
        eligible - bare.iter().filter(short).collect()
    }

    /// Records that these classes of `port` wait for credits. Returns whether the mask changed,
    /// which is an event.
    #[inline(never)]
    pub(super) fn starves<R: Recorder>(
        &mut self,
        port: usize,
        classes: PrioritySet,
        recorder: &mut R,
    ) -> bool {
        let at = &mut self.state.credits[self.plan[port].credit as usize];
        let before = std::mem::replace(&mut at.starved, classes);
        if before != classes {
            self.starving_changed(port, before, classes, recorder);
        }
        before != classes
    }

    /// Whether a free transmitter with credits has work: an update, a covered frame, or a changed
    /// mask of waiting classes.
    pub(super) fn has_credited_work(&self, port: usize, eligible: PrioritySet) -> bool {
        let covered = self.covered(port, eligible);
        let starved = self.state.credits[self.plan[port].credit as usize].starved;
        !self.within_rates(port, covered).is_empty()
            || starved != eligible & !covered
            || self.has_pending_update(port)
    }

    /// Handles a change of the channels of `port` that wait for credits.
    fn starving_changed<R: Recorder>(
        &mut self,
        port: usize,
        before: PrioritySet,
        after: PrioritySet,
        recorder: &mut R,
    ) {
        let now = self.state.now;
        for n in (after & !before).iter() {
            self.counters.ports[port][usize::from(n)].starved_since = Some(now);
            self.emit(recorder, port, EventKind::Starved(n));
            self.queue_stops(port, n, How::Starved);
        }
        for n in (before & !after).iter() {
            let counters = &mut self.counters.ports[port][usize::from(n)];
            counters.starved = counters.starved_until(now);
            counters.starved_since = None;
            self.emit(recorder, port, EventKind::Credited(n));
            self.queue_goes(port, n);
        }
    }

    /// Bytes of the next frame of a class of `port`; `None` if there is none.
    pub(super) fn next_bytes(&self, port: usize, class: u8) -> Option<u16> {
        let state = &self.state;
        let queued = state.queues[lane(port, class)].frames.head();
        if let Some(id) = queued {
            return Some(state.frames.get(id).bytes);
        }
        let Role::Host(host) = self.plan[port].role else { return None };
        let flow = state.nics[host as usize].front(class)?;
        Some(state.flows[flow.index()].head_bytes(&state.frames))
    }

    /// Mask of channels that `port` may not send: paused, or without credits.
    #[inline]
    pub(super) fn stopped(&self, port: usize) -> PrioritySet {
        let plan = &self.plan[port];
        let starved = if plan.has_credits() {
            self.state.credits[plan.credit as usize].starved
        } else {
            PrioritySet::EMPTY
        };
        self.state.ports[port].receiver.paused() | starved
    }

    /// Consumes the credits of a frame that starts on `port`.
    pub(super) fn spend(&mut self, port: usize, id: FrameId) {
        let plan = &self.plan[port];
        let frame = self.state.frames.get(id);
        let (bytes, class) = (frame.bytes, usize::from(frame.priority));
        let room = self.credit_cost(plan.peer as usize, bytes);
        self.state.credits[plan.credit as usize].senders[class].spend(room);
    }

    /// Records a complete frame at `port`, whose buffer gives credits.
    pub(super) fn credited_frame_is_in(&mut self, port: usize, frame: &Frame) {
        let plan = &self.plan[port];
        if plan.rx_credit_mask.contains(frame.priority) {
            let room = self.credit_cost(port, frame.bytes);
            self.state.credits[plan.credit as usize].receivers[usize::from(frame.priority)].received(room);
        }
    }

    /// Drops a frame that arrived at `port` and returns its credits.
    #[inline(never)]
    pub(super) fn drop_and_return_credits<R: Recorder>(
        &mut self,
        port: usize,
        id: FrameId,
        cause: DropCause,
        recorder: &mut R,
    ) {
        self.return_frame_credits(port, id);
        self.drop_frame(port, id, cause, recorder);
    }

    /// Returns the credits of a frame that left the buffer of `port`.
    #[inline]
    pub(super) fn return_frame_credits(&mut self, port: usize, id: FrameId) {
        if !self.plan[port].rx_credit_mask.is_empty() {
            let frame = self.state.frames.get(id);
            let (class, room) = (frame.priority, self.credit_cost(port, frame.bytes));
            self.return_credits(port, class, room);
        }
    }

    /// Returns `bytes` of link credits of virtual channel `class` to the sender at the other end
    /// of the link of `port`; does nothing if the channel has no credits.
    pub(super) fn return_credits(&mut self, port: usize, class: u8, bytes: u64) {
        let plan = &self.plan[port];
        if !plan.rx_credit_mask.contains(class) {
            return;
        }
        let (credit, peer) = (plan.credit as usize, plan.peer as usize);
        self.state.credits[credit].receivers[usize::from(class)].free(bytes);
        self.send_credit_update(port, class);
        self.credits_move(peer, class);
    }
}
