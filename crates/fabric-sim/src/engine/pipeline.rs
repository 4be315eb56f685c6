//! A switch's pipeline from the last bit in to the queue: look up, admit, queue.

use crate::fabric::frame::FrameId;
use crate::ids::PortId;

use super::state::lane;
use super::transmit::number;
use super::{DropCause, Recorder, World};

impl World {
    /// A frame is whole at `port` of `switch`.
    #[inline]
    pub(super) fn enter<R: Recorder>(&mut self, port: usize, switch: usize, id: FrameId, recorder: &mut R) {
        let frame = self.state.frames.get_mut(id);
        if frame.hops == 0 {
            return self.lose(port, id, DropCause::HopLimit, recorder);
        }
        frame.hops -= 1;
        frame.ingress = PortId(number(port));
        let Some(output) = self.output(port, switch, id) else {
            return self.lose(port, id, DropCause::NoRoute, recorder);
        };
        if self.admit(port, switch, output, id, recorder) {
            let priority = self.state.frames.get(id).priority;
            self.mark_entering(output, switch, id, recorder);
            self.queue(output, id);
            self.grew(port, switch, output, priority);
        }
    }

    /// An admitted frame waits for `output`: in front of the crossbar where
    /// there is one.
    #[inline]
    fn queue(&mut self, output: usize, id: FrameId) {
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
