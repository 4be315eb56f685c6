//! A switch that does not know a frame's destination copies it to every port.

use crate::fabric::frame::{Frame, FrameId, FrameKind};
use crate::units::Time;

use super::{DropCause, Recorder, What, World};

impl World {
    /// A copy of the frame, which came in by `port`, waits for every other
    /// port of `switch`; each is charged for itself. Copies that a full world
    /// has no room for are not made.
    pub(super) fn flood<R: Recorder>(
        &mut self,
        port: usize,
        switch: usize,
        id: FrameId,
        ready: Time,
        recorder: &mut R,
    ) {
        let frame = *self.state.frames.get(id);
        let node = self.spec.ports[port].node;
        let ports = self.spec.nodes[node.index()].ports.clone();
        // Links that are down are no part of what it floods (IEEE 802.1Q, clause 8.6.1).
        let may = |other: &usize| *other != port && !self.state.ports[*other].down;
        let others: Vec<usize> = ports.map(|other| other as usize).filter(may).collect();
        let mut others = others.into_iter();
        let Some(first) = others.next() else {
            return self.turn_away(port, id, DropCause::UnknownDestination, recorder);
        };
        self.counters.flows[frame.flow.index()].flooded_frames += 1;
        self.place(port, switch, first, id, ready, recorder);
        for output in others {
            if let Some(copy) = self.copy(port, &frame, recorder) {
                self.place(port, switch, output, copy, ready, recorder);
            }
        }
    }

    /// One more of `frame`, which came in by `port`, as far as the world has room for it.
    pub(super) fn copy<R: Recorder>(
        &mut self,
        port: usize,
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
        self.note(recorder, port, What::Copied(*frame));
        Some(self.state.frames.insert(*frame))
    }
}
