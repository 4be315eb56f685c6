//! ECN marking at an egress queue (RFC 3168; Zhu et al., SIGCOMM 2015). Frames are marked when they leave the
//! queue or when they enter, as the queue is configured.
//!
//! The frame itself does not count towards the queue length. Only ECN-capable frames without a mark are
//! marked. Between Kmin and Kmax the decision is random; each queue has its own random stream.

use crate::ids::{PortId, SwitchId};
use rand_pcg::rand_core::Rng;

use crate::fabric::egress::MarkAt;
use crate::fabric::frame::FrameId;
use crate::wire::Ecn;

use super::state::queue_index;
use super::{EventKind, Recorder, World};

impl World {
    /// Marks frame `id`, which was just admitted to its egress queue at `output`, if the queue length
    /// requires a mark. Does nothing if the queue marks frames only when they leave ([`MarkAt::Enqueue`] is
    /// not set).
    #[inline]
    pub(super) fn mark_entering<R: Recorder>(
        &mut self,
        output: PortId,
        switch: SwitchId,
        id: FrameId,
        recorder: &mut R,
    ) {
        let state = &self.state;
        let frame = state.frames.get(id);
        let queue = &state.queues[queue_index(output, frame.priority)];
        if queue.ecn.at == MarkAt::Enqueue {
            let others = queue.bytes - state.pools[switch.index()].charged_bytes(frame.bytes);
            self.mark(output, id, others, recorder);
        }
    }

    /// Marks frame `id` if the ECN thresholds of the egress queue of `output` require a mark. `others`: bytes
    /// in the queue besides this frame.
    pub(super) fn mark<R: Recorder>(&mut self, output: PortId, id: FrameId, others: u64, recorder: &mut R) {
        let state = &mut self.state;
        let frame = state.frames.get(id);
        let at = queue_index(output, frame.priority);
        if frame.ecn != Ecn::Capable
            || !state.queues[at].ecn.marks(others, || state.ecn_random[at].next_u32())
        {
            return;
        }
        self.put_mark(output, id, recorder);
    }

    /// Sets the ECN mark of frame `id`, and counts the mark at `output`.
    pub(super) fn put_mark<R: Recorder>(&mut self, output: PortId, id: FrameId, recorder: &mut R) {
        let frame = self.state.frames.get_mut(id);
        frame.ecn = Ecn::Marked;
        let frame = *frame;
        let now = self.state.now;
        let counters = &mut self.counters.ports[output.index()][frame.priority.index()];
        counters.marked += 1;
        counters.first_marked.get_or_insert(now);
        self.counters.flows[frame.flow.index()].first_marked.get_or_insert(now);
        self.counters.totals.marks += 1;
        self.emit(recorder, output, EventKind::Marked(frame));
    }
}
