//! A switch's pipeline from the last bit in to the queue: look up, admit, queue.

use crate::fabric::frame::FrameId;
use crate::ids::PortId;

use super::state::lane;
use super::transmit::number;
use super::{DropCause, Recorder, World};

impl World {
    /// A frame is whole at `port` of `switch`, and is queued at once.
    #[inline]
    pub(super) fn enter<R: Recorder>(&mut self, port: usize, switch: usize, id: FrameId, recorder: &mut R) {
        if let Some(output) = self.take_in(port, switch, id, recorder) {
            let priority = self.state.frames.get(id).priority;
            self.queue(output, id);
            self.grew(port, switch, output, priority);
        }
    }

    /// Gives a frame that comes in by `port` the class that it has here.
    #[inline]
    pub(super) fn classify(&mut self, port: usize, id: FrameId) -> u8 {
        let state = &mut self.state;
        let frame = state.frames.get_mut(id);
        // It may differ from hop to hop; what the frame says does not.
        let label = state.flows[frame.flow.index()].label(frame.kind);
        frame.priority = self.plan[port].classifier.class(label);
        frame.priority
    }

    /// The frame passes one more switch; `false` if it may not.
    #[inline]
    pub(super) fn pass(&mut self, port: usize, id: FrameId) -> bool {
        let frame = self.state.frames.get_mut(id);
        let may = frame.hops > 0;
        frame.hops -= u8::from(may);
        frame.ingress = PortId(number(port));
        may
    }

    /// Looks a frame up and charges it. Gives its output, or loses it. Who
    /// calls puts it where it waits, and then tells those who watch what grew.
    #[inline]
    pub(super) fn take_in<R: Recorder>(
        &mut self,
        port: usize,
        switch: usize,
        id: FrameId,
        recorder: &mut R,
    ) -> Option<usize> {
        if !self.pass(port, id) {
            self.lose(port, id, DropCause::HopLimit, recorder);
            return None;
        }
        let Some(output) = self.output(port, switch, id) else {
            self.lose(port, id, DropCause::NoRoute, recorder);
            return None;
        };
        if !self.admit(port, switch, output, id, recorder) {
            return None;
        }
        self.mark_entering(output, switch, id, recorder);
        Some(output)
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
    #[inline]
    pub(super) fn queue_to_leave(&mut self, output: usize, id: FrameId) {
        let state = &mut self.state;
        let priority = state.frames.get(id).priority;
        state.queues[lane(output, priority)].frames.push(&mut state.frames, id);
        state.ports[output].occupied |= 1 << priority;
        self.wake(output);
    }
}
