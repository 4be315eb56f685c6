//! Flooding: a learning switch that does not know the destination of a frame copies it to every other port
//! (IEEE 802.1Q, clause 8.8).
//!
//! Ports whose link is down get no copy; if no port remains, the frame is dropped. The frame itself leaves by
//! the port of its route. The copies for the other ports are marked as flood copies, and a host that does not
//! need a copy drops it. No copies are made while the frame table is full. There is no spanning tree: in a
//! ring, copies circulate until the hop limit.

use crate::fabric::frame::{Frame, FrameId, FrameKind};
use crate::ids::{PortId, SwitchId};
use crate::units::Time;

use super::{DropCause, EventKind, Recorder, World};

impl World {
    /// Floods frame `id`, which came in by `port`, to every other port of `switch`. The frame and each copy
    /// are admitted separately, and are enqueued at the time `ready`. If the frame table is full, no copies
    /// are made, and only the frame itself is forwarded.
    pub(super) fn flood<R: Recorder>(
        &mut self,
        port: PortId,
        switch: SwitchId,
        id: FrameId,
        ready: Time,
        recorder: &mut R,
    ) {
        let frame = *self.state.frames.get(id);
        let node = self.spec.ports[port.index()].node;
        let ports = self.spec.nodes[node.index()].ports.clone();
        // Links that are down are excluded (IEEE 802.1Q, clause 8.6.1).
        let may = |world: &Self, other: PortId| other != port && !world.state.ports[other.index()].down;
        let flow = &self.state.flows[frame.flow.index()];
        let host = flow.addressed_host(frame.kind);
        let routed = self.routed(switch, host, flow.key);
        let first = ports.clone().map(PortId).find(|other| may(self, *other));
        let Some(first) = routed.filter(|path| may(self, *path)).or(first) else {
            return self.drop_and_return_credits(port, id, DropCause::UnknownDestination, recorder);
        };
        self.counters.flows[frame.flow.index()].flooded_frames += 1;
        let flood_copy = frame.as_flood_copy();
        for output in ports.map(PortId) {
            if output == first {
                self.enqueue_fast(port, switch, output, id, ready, recorder);
            } else if may(self, output)
                && let Some(copy) = self.copy(port, &flood_copy, recorder)
            {
                self.enqueue_fast(port, switch, output, copy, ready, recorder);
            }
        }
    }

    /// Inserts a copy of `frame`, which came in by `port`, into the frame table and returns the copy. `None`
    /// if the table is full.
    pub(super) fn copy<R: Recorder>(
        &mut self,
        port: PortId,
        frame: &Frame,
        recorder: &mut R,
    ) -> Option<FrameId> {
        if self.state.frames.is_full() {
            return None;
        }
        if frame.kind == FrameKind::Data {
            let counters = &mut self.counters.flows[frame.flow.index()];
            counters.replicated_frames += 1;
            counters.replicated_bytes += u64::from(frame.bytes);
        }
        self.emit(recorder, port, EventKind::Copied(*frame));
        Some(self.state.frames.insert(*frame))
    }
}
