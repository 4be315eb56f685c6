//! A switch's pipeline from the last bit in to the queue: look up, admit, queue.

use crate::fabric::frame::FrameId;
use crate::ids::PortId;
use crate::units::Time;

use super::lookup::Way;
use super::state::lane;
use super::transmit::number;
use super::{DropCause, Recorder, World};

impl World {
    /// A frame is whole at `port` of `switch`, and is queued at once.
    #[inline]
    pub(super) fn enter<R: Recorder>(&mut self, port: usize, switch: usize, id: FrameId, recorder: &mut R) {
        self.take_in(port, switch, id, self.state.now, recorder);
    }

    /// Gives a frame that comes in by `port` the class that it has here. Where
    /// there are credits the link itself says the virtual channel, which is it
    /// (as `InfiniBand`'s local route header does).
    #[inline(always)]
    pub(super) fn classify(&mut self, port: usize, id: FrameId) -> u8 {
        let state = &mut self.state;
        let frame = state.frames.get_mut(id);
        if self.plan[port].gives != 0 {
            return frame.priority;
        }
        // It may differ from hop to hop; what the frame says does not.
        let label = state.flows[frame.flow.index()].label(frame.kind);
        frame.priority = self.configs.classifier(&self.plan[port]).class(label);
        frame.priority
    }

    /// The frame passes one more switch; `false` if it may not.
    #[inline]
    pub(super) fn pass(&mut self, port: usize, id: FrameId) -> bool {
        let frame = self.state.frames.get_mut(id);
        let may = frame.hops > 0;
        frame.hops -= u8::from(may);
        frame.enters_by(PortId(number(port)));
        if self.plan[port].learns {
            self.learn(port, id);
        }
        may
    }

    /// A frame that came in by `port` is looked up, charged and, at `ready`,
    /// queued; or lost.
    #[inline(always)]
    pub(super) fn take_in<R: Recorder>(
        &mut self,
        port: usize,
        switch: usize,
        id: FrameId,
        ready: Time,
        recorder: &mut R,
    ) {
        if !self.pass(port, id) {
            return self.turn_away(port, id, DropCause::HopLimit, recorder);
        }
        match self.way(port, switch, id) {
            Way::Out(output) => self.place(port, switch, output, id, ready, recorder),
            Way::Branches(group) => self.branch(port, switch, group, id, ready, recorder),
            Way::Everywhere => self.flood(port, switch, id, ready, recorder),
            Way::Nowhere(cause) => self.turn_away(port, id, cause, recorder),
        }
    }

    /// Charges a frame and lets it wait for `output`, in the queue or until
    /// `ready` in the pipeline; or loses it.
    #[inline(always)]
    pub(super) fn place<R: Recorder>(
        &mut self,
        port: usize,
        switch: usize,
        output: usize,
        id: FrameId,
        ready: Time,
        recorder: &mut R,
    ) {
        let at = &self.state.ports[output];
        let priority = self.state.frames.get(id).priority;
        if at.down {
            return self.turn_away(port, id, DropCause::OutputDown, recorder);
        }
        if at.refuses >> priority & 1 == 1 {
            self.free_frame(port, id);
            return self.throw_away(port, (PortId::new(output), priority), id, recorder);
        }
        if self.admit(port, switch, output, id, recorder) {
            self.mark_entering(output, switch, id, recorder);
            if self.plan[port].is_staged() {
                self.wait_until(port, ready, output, id);
            } else {
                self.queue(output, id);
            }
            self.grew(port, switch, output, priority);
            if self.plan[port].gives != 0 {
                self.credits_lost(self.plan[port].peer as usize, priority);
            }
            if self.stopped(output) >> priority & 1 == 1 {
                self.paused_queue_grew(port, output, priority);
            }
            if self.plan[output].crossbar && self.has_fifos(switch) {
                self.fifo_grew(port, priority);
            }
        }
    }

    /// An admitted frame waits for `output`: in front of the crossbar where
    /// there is one.
    #[inline]
    pub(super) fn queue(&mut self, output: usize, id: FrameId) {
        if self.plan[output].crossbar {
            self.wait_to_cross(output, id);
        } else {
            self.queue_to_leave(output, id);
        }
    }

    /// The frame waits for the transmitter of `output`.
    #[inline(always)]
    pub(super) fn queue_to_leave(&mut self, output: usize, id: FrameId) {
        let state = &mut self.state;
        let priority = state.frames.get(id).priority;
        state.queues[lane(output, priority)].frames.push(&mut state.frames, id);
        state.ports[output].occupied |= 1 << priority;
        self.wake(output);
    }
}
