//! Credits of a link: what a transmitter may send by them, and what a buffer
//! gives back.
//!
//! The port whose buffer it is promises so many bytes of each virtual channel.
//! The other one starts a frame only if what is left of that covers it. A
//! frame's credits come back when it has left the buffer: a switch's as it
//! starts on its output (or is lost there), a host's as it is in memory.
//! Nothing is given back for a frame that did not come in whole: who sent it
//! knows of that by the next resync.

mod flow;
mod link;
mod update;

pub(super) use flow::FlowCredit;

use crate::digest::Digest;
use crate::fabric::credit::{Receiver, Sender};
use crate::fabric::frame::{Fifo, Frame, FrameId, Frames};
use crate::ids::priorities;
use crate::spec::Spec;
use crate::units::Time;
use crate::wire::PRIORITIES;

use super::plan::Role;
use super::state::lane;
use super::transmit::index_u32;
use super::{DropCause, How, Recorder, What, World};

/// The credits of a port, both ways: as it sends, and of its own buffer.
#[derive(Clone, Debug)]
pub(super) struct CreditPort {
    pub port: u32,
    pub senders: [Sender; PRIORITIES],
    pub receivers: [Receiver; PRIORITIES],
    /// Updates on their way here that take no wire time, soonest here first.
    pub coming: Fifo,
    /// Channels of which its free transmitter found a frame that is not covered.
    pub starved: u8,
    /// Channels whose totals are to be said in frames: of what came in, and of
    /// what went out.
    totals: u8,
    sents: u8,
    /// When they are said again.
    resync_at: Time,
}

/// The credits of a fabric, by number; ports know theirs.
pub(super) fn build(spec: &Spec) -> Vec<CreditPort> {
    let limits = |port: usize| spec.ports[port].config.priorities.map(|lane| lane.credits.unwrap_or(0));
    let ends = (0..spec.ports.len()).filter_map(|port| {
        let peer = spec.ports[port].peer.index();
        let channels = [port, peer].map(|end| spec.ports[end].config.credit_channels());
        (channels[0] | channels[1] != 0).then(|| CreditPort {
            port: index_u32(port),
            senders: limits(peer).map(Sender::new),
            receivers: [Receiver::default(); PRIORITIES],
            coming: Fifo::default(),
            starved: 0,
            totals: 0,
            sents: 0,
            resync_at: spec.credit_resync.unwrap_or(Time::NEVER),
        })
    });
    ends.collect()
}

impl CreditPort {
    /// When the next update comes in, and when totals are said.
    pub fn deadlines(&self, frames: &Frames) -> (Time, Time) {
        (self.coming.head().map_or(Time::NEVER, |id| frames.get(id).arrives), self.resync_at)
    }

    pub fn digest(&self, frames: &Frames, digest: &mut Digest) {
        digest.add(u32::from_le_bytes([self.starved, self.totals, self.sents, 0]));
        digest.time(self.resync_at);
        self.senders.iter().for_each(|sender| sender.digest(digest));
        self.receivers.iter().for_each(|receiver| receiver.digest(digest));
        self.coming.digest(frames, digest);
    }
}

impl World {
    /// What a frame of `bytes` takes of the buffer behind `port`: a switch
    /// counts whole cells.
    #[inline]
    pub(super) fn room(&self, port: usize, bytes: u16) -> u64 {
        match self.plan[port].role {
            Role::Switch(switch) => self.state.pools[switch as usize].charge(bytes),
            Role::Host(_) => u64::from(bytes),
        }
    }

    /// Whether `port` has the credits for a frame of `bytes` of a class, as far as it needs any.
    #[inline]
    pub(super) fn covers(&self, port: usize, class: u8, bytes: u16) -> bool {
        let plan = &self.plan[port];
        plan.needs >> class & 1 == 0 || {
            let sender = &self.state.credits[plan.credit as usize].senders[usize::from(class)];
            sender.covers(self.room(plan.peer as usize, bytes))
        }
    }

    /// Of the `eligible` classes of `port` those whose next frame is covered.
    pub(super) fn covered(&self, port: usize, eligible: u8) -> u8 {
        let bare = eligible & self.plan[port].needs;
        let short = |n: &u8| self.next_bytes(port, *n).is_some_and(|bytes| !self.covers(port, *n, bytes));
        priorities(bare).filter(short).fold(eligible, |mask, n| mask & !(1 << n))
    }

    /// The free transmitter of `port` finds that these classes wait for
    /// credits. Returns whether that is news: an event of its own.
    #[inline(never)]
    pub(super) fn starves<R: Recorder>(&mut self, port: usize, classes: u8, recorder: &mut R) -> bool {
        let at = &mut self.state.credits[self.plan[port].credit as usize];
        let before = std::mem::replace(&mut at.starved, classes);
        if before != classes {
            self.starving_changed(port, before, classes, recorder);
        }
        before != classes
    }

    /// Whether a free transmitter whose link has credits finds anything to do:
    /// an update or a covered frame to send, or news of who waits.
    pub(super) fn has_credited_work(&self, port: usize, eligible: u8) -> bool {
        let covered = self.covered(port, eligible);
        let starved = self.state.credits[self.plan[port].credit as usize].starved;
        covered != 0 || starved != eligible & !covered || self.wants_update(port)
    }

    /// The channels of `port` that wait for credits were others before.
    fn starving_changed<R: Recorder>(&mut self, port: usize, before: u8, after: u8, recorder: &mut R) {
        let now = self.state.now;
        for n in priorities(after & !before) {
            self.counters.ports[port][usize::from(n)].starved_since = Some(now);
            self.note(recorder, port, What::Starved(n));
            self.queue_stops(port, n, How::Starved);
        }
        for n in priorities(before & !after) {
            let counters = &mut self.counters.ports[port][usize::from(n)];
            counters.starved = counters.starved_until(now);
            counters.starved_since = None;
            self.note(recorder, port, What::Credited(n));
            self.queue_goes(port, n);
        }
    }

    /// Bytes of the frame of a class that would leave `port` next.
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

    /// Channels of which `port` may send nothing: they are paused, or wait for credits.
    #[inline]
    pub(super) fn stopped(&self, port: usize) -> u8 {
        let plan = &self.plan[port];
        let starved = if plan.has_credits() { self.state.credits[plan.credit as usize].starved } else { 0 };
        self.state.ports[port].receiver.paused() | starved
    }

    /// The frame starts on `port` and takes its credits.
    pub(super) fn spend(&mut self, port: usize, id: FrameId) {
        let plan = &self.plan[port];
        let frame = self.state.frames.get(id);
        let (bytes, class) = (frame.bytes, usize::from(frame.priority));
        let room = self.room(plan.peer as usize, bytes);
        self.state.credits[plan.credit as usize].senders[class].spend(room);
    }

    /// A frame came in whole by `port`, whose buffer gives credits.
    pub(super) fn credited_frame_is_in(&mut self, port: usize, frame: &Frame) {
        let plan = &self.plan[port];
        if plan.gives >> frame.priority & 1 == 1 {
            let room = self.room(port, frame.bytes);
            self.state.credits[plan.credit as usize].receivers[usize::from(frame.priority)].received(room);
        }
    }

    /// A frame that came in by `port` takes no room there, and is lost.
    #[inline(never)]
    pub(super) fn turn_away<R: Recorder>(
        &mut self,
        port: usize,
        id: FrameId,
        cause: DropCause,
        recorder: &mut R,
    ) {
        self.return_frame_credits(port, id);
        self.lose(port, id, cause, recorder);
    }

    /// Returns the link credits of a frame that leaves the buffer of `port`; does nothing on a
    /// link without credits.
    #[inline]
    pub(super) fn return_frame_credits(&mut self, port: usize, id: FrameId) {
        if self.plan[port].gives != 0 {
            let frame = self.state.frames.get(id);
            let (class, room) = (frame.priority, self.room(port, frame.bytes));
            self.return_credits(port, class, room);
        }
    }

    /// Returns `bytes` of link credits of virtual channel `class` to the sender at the other end
    /// of the link of `port`; does nothing if the channel has no credits.
    pub(super) fn return_credits(&mut self, port: usize, class: u8, bytes: u64) {
        let plan = &self.plan[port];
        if plan.gives >> class & 1 == 0 {
            return;
        }
        let (credit, peer) = (plan.credit as usize, plan.peer as usize);
        self.state.credits[credit].receivers[usize::from(class)].free(bytes);
        self.tell(port, class);
        self.credits_move(peer, class);
    }
}
