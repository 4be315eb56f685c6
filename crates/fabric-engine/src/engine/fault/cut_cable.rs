//! Frames in a cable when the cable is cut, and frames with bit errors when they arrive.

use crate::engine::event_order::DeadlineId;
use crate::engine::{DropCause, Recorder, World};
use crate::fabric::frame::{Bits, Frame, FrameId, FrameKind};
use crate::ids::PortId;
use crate::units::Time;

impl World {
    /// Drops all frames in the cable from `port` to its peer, the frame in transmission included. At the
    /// peer, PFC frames and link credit updates count as lost, and all other frames as dropped.
    pub(super) fn cut_cable<R: Recorder>(&mut self, port: PortId, recorder: &mut R) {
        let peer = self.plan[port.index()].peer;
        while let Some(id) = self.state.cables[port.index()].pop(&self.state.frames).map(|(id, _)| id) {
            match self.state.frames.get(id).kind {
                FrameKind::Pfc => {
                    let indication = self.state.frames.remove(id).indication();
                    self.count_lost_pfc(peer, indication);
                }
                FrameKind::Credit => {
                    let frame = self.state.frames.remove(id);
                    self.counters.ports[peer.index()][frame.priority.index()].updates_lost += 1;
                }
                _ => self.drop_frame(peer, id, DropCause::LinkDown, recorder),
            }
        }
        self.arm(DeadlineId::Arrival(peer), Time::NEVER);
        self.arm(DeadlineId::Pfc(peer), Time::NEVER);
        if self.plan[peer.index()].has_pipeline() {
            self.cut_short(peer, recorder);
            self.arm_pipeline(peer);
        }
    }

    /// Ends the arrival of a frame at `port` after its cable was cut. Concerns the frame whose output is
    /// already decided although its last bit has not arrived. If the frame is cut through, the part that
    /// arrived is forwarded with a wrong FCS. Otherwise, the copies of the frame in the pipeline are dropped.
    /// Does nothing without such a frame.
    fn cut_short<R: Recorder>(&mut self, port: PortId, recorder: &mut R) {
        let pipeline = self.plan[port.index()].pipeline as usize;
        let Some(tail) = self.state.pipelines[pipeline].cut_short() else { return };
        match tail.cut {
            Some(output) => self.spoil(output, &tail.frame),
            None => self.drop_pipeline_copy(port, &tail.frame, DropCause::LinkDown, recorder),
        }
    }

    /// Marks as corrupt a frame that was cut through to `output`. The frame is in the cable of `output`, or,
    /// if further switches have cut it through, in a later cable.
    fn spoil(&mut self, output: PortId, frame: &Frame) {
        let mut next = Some(output);
        while let Some(output) = next {
            let state = &mut self.state;
            let mut ids = state.cables[output.index()].ids(&state.frames);
            let found = ids.find(|id| state.frames.get(*id).is(frame));
            drop(ids);
            if let Some(id) = found {
                state.frames.get_mut(id).bits = Bits::Corrupted;
                return;
            }
            // For a port without a pipeline, this index is beyond the end of `pipelines`.
            let far_end = &self.plan[self.plan[output.index()].peer.index()];
            next =
                state.pipelines.get_mut(far_end.pipeline as usize).and_then(|pipeline| pipeline.spoil(frame));
        }
    }

    /// Drops the copies of the frame `tail` in the pipeline of `port`. The rest of this frame did not arrive
    /// or is corrupt.
    pub(in crate::engine) fn drop_pipeline_copy<R: Recorder>(
        &mut self,
        port: PortId,
        tail: &Frame,
        cause: DropCause,
        recorder: &mut R,
    ) {
        let state = &mut self.state;
        let gone =
            state.pipelines[self.plan[port.index()].pipeline as usize].remove_copies(&state.frames, tail);
        for (id, output) in gone {
            let priority = self.state.frames.get(id).priority;
            self.discharge(output, id);
            self.drop_frame(port, id, cause, recorder);
            self.on_frames_dropped(output, priority);
        }
    }

    /// Drops a frame that was lost in the cable to `port`, or that arrives there with bit errors. The credits
    /// of the frame are not returned.
    #[cold]
    pub(in crate::engine) fn spoilt_arrives<R: Recorder>(
        &mut self,
        port: PortId,
        id: FrameId,
        recorder: &mut R,
    ) {
        let lost = self.state.frames.get(id).bits == Bits::Lost;
        let priority = self.state.frames.get(id).priority;
        self.drop_frame(port, id, if lost { DropCause::LostInCable } else { DropCause::Corrupt }, recorder);
        if !self.plan[port.index()].rx_credit_mask.is_empty() {
            self.on_credits_lost(self.plan[port.index()].peer, priority);
        }
        if self.plan[port.index()].has_pipeline() {
            self.arm_pipeline(port);
        }
    }
}
