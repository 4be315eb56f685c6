//! Departure of a frame from a switch: selects the frame, releases its memory, and may mark it with
//! ECN. Start with `World::forward`.

use crate::fabric::buffer::Scope;
use crate::fabric::frame::FrameId;
use crate::ids::{PortId, Priority, PrioritySet, SwitchId};

use super::state::{State, queue_index};
use super::{Recorder, World};

impl World {
    /// Starts the next frame on `port` of `switch` and releases its memory. The scheduler selects among the
    /// classes `eligible`; if `first` is a class, that class is served instead. Returns whether a frame
    /// started: `false` if the scheduler selects no class, or if the queue of the class is empty. The memory
    /// is free from the start of the transmission, not from its end.
    #[inline]
    pub(super) fn forward<R: Recorder>(
        &mut self,
        port: PortId,
        switch: SwitchId,
        (eligible, first): (PrioritySet, Option<Priority>),
        recorder: &mut R,
    ) -> bool {
        let Self { state, plan, configs, counters, .. } = self;
        let State { frames, ports, queues, pools, groups, .. } = state;
        let (config, at, crossbar) =
            (configs.scheduler(&plan[port.index()]), &mut ports[port.index()], plan[port.index()].crossbar);
        let head = |class| {
            queues[queue_index(port, class)].frames.head().map_or(0, |id| u32::from(frames.get(id).bytes))
        };
        // ETS classes that are not paused and have no frame in this egress queue. If their frames
        // wait in the crossbar, the scheduler counts them as waiting.
        let apart =
            if crossbar { config.ets() & !(at.occupied | at.receiver.paused()) } else { PrioritySet::EMPTY };
        let crossing = |n: &Priority| queues[queue_index(port, *n)].bytes > 0;
        let awaited = apart.iter().filter(crossing).collect();
        let class = first.or_else(|| at.scheduler.select(config, eligible, head, awaited));
        let Some(class) = class else { return false };
        let queue = &mut queues[queue_index(port, class)];
        let Some((id, frame)) = queue.frames.pop_row(frames) else { return false };
        let (ingress, priority) = (frame.ingress(), frame.priority);
        let pool = &mut pools[switch.index()];
        let charge = pool.charged_bytes(frame.bytes);
        queue.bytes -= charge;
        let (waiting, may_mark) = (queue.bytes, queue.ecn.considers_leaving(queue.bytes));
        if queue.frames.is_empty() {
            // Frames in front of the crossbar keep the deficit of the class.
            at.emptied(config, class, queue.bytes == 0);
        }
        let group = &mut groups[queue_index(ingress, priority)];
        group.release(pool, charge);
        // Whether the credits, the pause or the VOQ limit of the PG may change; seldom true.
        let from = &plan[ingress.index()];
        let may_change = (from.rx_credit_mask | ports[ingress.index()].sender.requested() & from.by_group)
            .contains(priority)
            || pool.free() >= pool.resume_at
            || group.scope() == Scope::Voq;
        let asking = eligible | awaited;
        let shared =
            config.ets().contains(class) && counters.shares[port.index()].concerns(config, class, asking);
        if shared {
            self.share(port, class, asking, id);
        }
        if may_mark {
            self.mark(port, id, waiting, recorder);
        }
        if may_change {
            self.released(port, switch, (ingress, priority), charge);
        }
        // The queue became shorter for all inputs that it pauses, not only for the input of this
        // frame.
        if self.egress_pause(port, class).above_xoff {
            self.check_queue_xon(port, class);
        }
        if crossbar {
            self.egress_frame_left(port, switch, id);
        }
        self.start(port, id, recorder);
        true
    }

    /// Releases the memory of frame `id`, which was queued for `output`: `charge` bytes of its PG and the
    /// pool. The PG may then request a resume, and the credits that the frame consumed on its link return.
    pub(super) fn release(&mut self, output: PortId, switch: SwitchId, id: FrameId, charge: u64) {
        let state = &mut self.state;
        let frame = state.frames.get(id);
        let (ingress, priority) = (frame.ingress(), frame.priority);
        state.groups[queue_index(ingress, priority)].release(&mut state.pools[switch.index()], charge);
        self.released(output, switch, (ingress, priority), charge);
    }

    /// Updates VOQ counters, pauses and link credits after a PG released `charge` bytes of frames for
    /// `output`.
    fn released(
        &mut self,
        output: PortId,
        switch: SwitchId,
        (ingress, priority): (PortId, Priority),
        charge: u64,
    ) {
        if self.state.groups[queue_index(ingress, priority)].scope() == Scope::Voq {
            let (input, output) = (self.input(ingress, priority), self.local_port(output));
            self.state.voqs[switch.index()].shrink(input, output, charge);
        }
        if self.plan[ingress.index()].by_group.contains(priority) {
            self.check_xon(ingress, switch, priority);
        }
        self.memory_freed(ingress, switch);
        if self.plan[ingress.index()].rx_credit_mask.contains(priority) {
            self.return_credits(ingress, priority, charge);
        }
    }
}
