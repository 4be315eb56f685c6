//! Reason why a queue has too few credits for its next frame. Start with [`World::credited_by`].

use super::Pauser;
use crate::engine::World;
use crate::engine::plan::Role;
use crate::engine::port_pipeline::PortPipeline;
use crate::engine::state::queue_index;
use crate::fabric::credit::{CreditSender, Update};
use crate::fabric::frame::{Frame, FrameKind};
use crate::ids::{PortId, Priority};

/// Credits that a queue needs, and credits that can become available to this queue.
pub(super) struct Shortage {
    /// Bytes that the next frame will occupy in the buffer at the other end.
    pub needs: u64,
    /// Maximum credits that the queue can have when the buffer is empty: size of the buffer minus lost
    /// credits, in bytes.
    pub max_credits: u64,
}

impl World {
    /// Reason why the queue (`port`, `class`) has too few credits. [`Pauser::LostCredits`] if the credits of
    /// an empty buffer would not suffice. [`Pauser::Passing`] if the credits in flight will suffice. In all
    /// other cases, frames in the buffer hold the missing credits: [`Pauser::Credits`] at a switch,
    /// [`Pauser::Host`] at a host.
    pub(super) fn credited_by(&self, port: PortId, class: Priority) -> Pauser {
        let Shortage { needs, max_credits } = self.shortage(port, class);
        if max_credits < needs {
            return Pauser::LostCredits;
        }
        let peer = self.plan[port.index()].peer;
        let (held, by) = match self.plan[peer.index()].role {
            Role::Switch(_) => (self.state.groups[queue_index(peer, class)].held(), Pauser::Credits),
            Role::Host(host) => (self.state.receivers[host.index()].held()[class.index()], Pauser::Host),
        };
        if held < needs && max_credits - held.min(max_credits) >= needs { Pauser::Passing } else { by }
    }

    /// Credits that the next frame of (`port`, `class`) needs, and credits that can become available. If no
    /// frame waits, no credits are needed. Lost credits count as available if a resync restores them.
    pub(super) fn shortage(&self, port: PortId, class: Priority) -> Shortage {
        let peer = self.plan[port.index()].peer;
        let there = &self.state.credits[self.plan[peer.index()].credit as usize];
        let n = class.index();
        let needs = self.next_bytes(port, class).map_or(0, |bytes| self.credit_cost(peer, bytes));
        let is_repaired = self.spec.credit_resync.is_some()
            && !self.is_losing_every_update(port)
            && !self.is_losing_every_update(peer);
        let sender = self.sender_after_updates(port, class);
        let accounted = there.receivers[n].held() + self.bytes_in_flight(port, class);
        let lost = if is_repaired { 0 } else { sender.outstanding().saturating_sub(accounted) };
        Shortage { needs, max_credits: sender.limit().saturating_sub(lost) }
    }

    /// Credits of (`port`, `class`) after the arrival of all updates that are now in flight or still to be
    /// sent. Updates that a fault will certainly lose are left out.
    fn sender_after_updates(&self, port: PortId, class: Priority) -> CreditSender {
        let plan = &self.plan[port.index()];
        let at = &self.state.credits[plan.credit as usize];
        let mut sender = at.senders[class.index()];
        if self.is_losing_every_update(port) {
            return sender;
        }
        let peer = plan.peer;
        let frames = &self.state.frames;
        let on_wire =
            self.state.cables[peer.index()].iter(frames).filter(|frame| frame.kind == FrameKind::Credit);
        for frame in at.coming.iter(frames).chain(on_wire).filter(|frame| frame.priority == class) {
            match frame.update() {
                Update::Freed(bytes) => sender.return_credits(bytes),
                Update::Total(total) => sender.resync(total),
                Update::Sent(_) => {}
            }
        }
        let there = &self.state.credits[self.plan[peer.index()].credit as usize];
        sender.return_credits(u32::try_from(there.receivers[class.index()].unreturned()).unwrap_or(u32::MAX));
        sender
    }

    /// Bytes of `class` on the way from `port` to its peer, counted as in the receiving buffer.
    fn bytes_in_flight(&self, port: PortId, class: Priority) -> u64 {
        let peer = self.plan[port.index()].peer;
        let cable = self.state.cables[port.index()].iter(&self.state.frames).copied();
        let of_class = |frame: &Frame| !frame.kind.is_control() && frame.priority == class;
        let frames = cable.chain(self.tail_of(port)).filter(of_class);
        frames.map(|frame| self.credit_cost(peer, frame.bytes)).sum()
    }

    /// Frame from `port` that is still arriving at the other end of the link although its output there is
    /// already decided (cut-through). `None` if there is no such frame.
    pub(in crate::engine) fn tail_of(&self, port: PortId) -> Option<Frame> {
        let there = &self.plan[self.plan[port.index()].peer.index()];
        let pipeline = self.state.pipelines.get(there.pipeline as usize);
        pipeline.and_then(PortPipeline::tail).map(|tail| tail.frame)
    }
}
