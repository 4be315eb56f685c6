//! What keeps a queue without the credits that its next frame needs.

use super::Pauser;
use crate::engine::World;
use crate::engine::plan::Role;
use crate::engine::stage::Stage;
use crate::engine::state::lane;
use crate::fabric::credit::{Sender, Update};
use crate::fabric::frame::{Frame, FrameKind};

/// The credits of a queue that has too few of them.
pub(super) struct Shortage {
    /// What its next frame takes of the buffer at the other end.
    pub needs: u64,
    /// What that buffer may hold of its channel in all, but for what was lost.
    pub most: u64,
}

impl World {
    /// What keeps `class` of `port` from credits, which it waits for. A buffer
    /// does if it holds as much as the next frame needs, or leaves too little
    /// for it; what is under way, frames and updates, comes by itself.
    pub(super) fn credited_by(&self, port: usize, class: u8) -> Pauser {
        let Shortage { needs, most } = self.shortage(port, class);
        if most < needs {
            return Pauser::LostCredits;
        }
        let peer = self.plan[port].peer as usize;
        let (held, by) = match self.plan[peer].role {
            Role::Switch(_) => (self.state.groups[lane(peer, class)].held(), Pauser::Credits),
            Role::Host(host) => {
                (self.state.receivers[host as usize].held()[usize::from(class)], Pauser::Host)
            }
        };
        if held < needs && most - held.min(most) >= needs { Pauser::Passing } else { by }
    }

    /// What the next frame of `class` of `port` needs, and what there is to have.
    pub(super) fn shortage(&self, port: usize, class: u8) -> Shortage {
        let peer = self.plan[port].peer as usize;
        let there = &self.state.credits[self.plan[peer].credit as usize];
        let n = usize::from(class);
        let needs = self.next_bytes(port, class).map_or(0, |bytes| self.room(peer, bytes));
        let is_repaired = self.spec.credit_resync.is_some()
            && !self.is_losing_any_update(port)
            && !self.is_losing_any_update(peer);
        let told = self.credits_told(port, class);
        let accounted = there.receivers[n].held() + self.flying(port, class);
        let lost = if is_repaired { 0 } else { told.outstanding().saturating_sub(accounted) };
        Shortage { needs, most: told.limit().saturating_sub(lost) }
    }

    /// The sender's side of a channel once it has heard all that is on its
    /// way, or about to be, but for what is sure to be lost.
    fn credits_told(&self, port: usize, class: u8) -> Sender {
        let plan = &self.plan[port];
        let at = &self.state.credits[plan.credit as usize];
        let mut sender = at.senders[usize::from(class)];
        if self.is_losing_any_update(port) {
            return sender;
        }
        let peer = plan.peer as usize;
        let frames = &self.state.frames;
        let on_wire = self.state.cables[peer].iter(frames).filter(|frame| frame.kind == FrameKind::Credit);
        for frame in at.coming.iter(frames).chain(on_wire).filter(|frame| frame.priority == class) {
            match frame.update() {
                Update::Freed(bytes) => sender.freed(bytes),
                Update::Total(total) => sender.resync(total),
                Update::Sent(_) => {}
            }
        }
        let there = &self.state.credits[self.plan[peer].credit as usize];
        sender.freed(u32::try_from(there.receivers[usize::from(class)].untold()).unwrap_or(u32::MAX));
        sender
    }

    /// What of `class` is on its way out of `port`, as the other end counts it.
    fn flying(&self, port: usize, class: u8) -> u64 {
        let peer = self.plan[port].peer as usize;
        let cable = self.state.cables[port].iter(&self.state.frames).copied();
        let of_class = |frame: &Frame| !frame.kind.is_control() && frame.priority == class;
        let frames = cable.chain(self.tail_of(port)).filter(of_class);
        frames.map(|frame| self.room(peer, frame.bytes)).sum()
    }

    /// The frame that left `port` and is decided at the other end, but not whole there.
    pub(in crate::engine) fn tail_of(&self, port: usize) -> Option<Frame> {
        let there = &self.plan[self.plan[port].peer as usize];
        let stage = self.state.stages.get(there.stage as usize);
        stage.and_then(Stage::tail).map(|tail| tail.frame)
    }
}
