//! Admission at a switch: what a frame is charged.

use crate::fabric::buffer::Admission;
use crate::fabric::frame::FrameId;

use super::state::lane;
use super::{DropCause, Recorder, What, World};

impl World {
    /// Admission at a switch (model: per group reserve, shared, headroom; a
    /// lossy frame must pass its egress queue's limit too). Returns whether
    /// the frame, which came in by `port`, is charged and may be queued; it is
    /// lost otherwise.
    #[inline]
    pub(super) fn admit<R: Recorder>(
        &mut self,
        port: usize,
        switch: usize,
        output: usize,
        id: FrameId,
        recorder: &mut R,
    ) -> bool {
        let state = &mut self.state;
        let frame = state.frames.get(id);
        let (priority, bytes) = (frame.priority, frame.bytes);
        let (input_lane, output_lane) = (lane(port, priority), lane(output, priority));
        let pool = &mut state.pools[switch];
        let charge = pool.charge(bytes);
        let group = &mut state.groups[input_lane];
        let queue = &mut state.queues[output_lane];
        if !group.config().lossless && !queue.has_room(charge, pool.free()) {
            self.lose(port, id, DropCause::TailDrop, recorder);
            return false;
        }
        let admission = group.admit(pool, charge);
        let refused = match admission {
            Admission::TailDrop => Some(DropCause::TailDrop),
            Admission::Violation => Some(DropCause::Violation),
            Admission::Shared | Admission::Headroom => None,
        };
        if let Some(cause) = refused {
            self.lose(port, id, cause, recorder);
            return false;
        }
        let counters = &mut self.counters.ports[port][usize::from(priority)];
        counters.reserve_peak = counters.reserve_peak.max(group.reserve());
        counters.shared_peak = counters.shared_peak.max(group.shared());
        counters.headroom_peak = counters.headroom_peak.max(group.headroom());
        queue.bytes += charge;
        let counters = &mut self.counters.ports[output][usize::from(priority)];
        counters.egress_peak = counters.egress_peak.max(queue.bytes);
        if R::LISTENS && admission == Admission::Headroom {
            let frame = *self.state.frames.get(id);
            self.note(recorder, port, What::Headroom(frame));
        }
        true
    }
}
