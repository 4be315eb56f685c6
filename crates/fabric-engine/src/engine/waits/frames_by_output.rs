//! Frames of a switch that wait for an output, and PGs that wait for an output.

use std::collections::BTreeSet;

use crate::engine::World;
use crate::engine::state::queue_index;
use crate::fabric::frame::Frame;
use crate::ids::{PortId, Priority, PrioritySet};

impl World {
    /// Calls `each` with every frame in the switch of `port` that is to leave by the queue (`port`,
    /// `priority`). The frame may be in a queue, in a crossbar or in a pipeline. At a host: the control
    /// frames in the queue of the NIC, but no data.
    pub fn frames_at(&self, port: PortId, priority: Priority, each: impl FnMut(&Frame)) {
        self.frames_for(port, priority, each);
    }

    /// PGs that wait for the queue (`port`, `priority`): for each PG, the input port of the switch and the
    /// priority. A PG waits if it holds frames of the queue, or if the queue pauses it (egress trigger). In a
    /// single FIFO, a PG also waits if its frames are behind frames of the queue. At a host: port and
    /// priority of received read requests that wait for data of `priority`.
    #[must_use]
    pub fn feeders_of(&self, port: PortId, priority: Priority) -> BTreeSet<(PortId, Priority)> {
        let mut feeders = BTreeSet::new();
        let Some(switch) = self.plan[port.index()].role.switch() else {
            let waits = |class: &Priority| {
                let mut requests = self.waiting_requests_paused_together(port, *class);
                requests.any(|(data, bytes)| data == priority && bytes > 0)
            };
            feeders.extend(PrioritySet::ALL.iter().filter(waits).map(|class| (port, class)));
            return feeders;
        };
        self.frames_for(port, priority, |frame| {
            let together = self.paused_with(frame.ingress(), priority);
            feeders.extend(together.iter().map(|n| (frame.ingress(), n)));
        });
        let egress_pause = self.egress_pause(port, priority);
        for input in self.spec.owner(port).ports.clone().map(PortId) {
            let plan = &self.plan[input.index()];
            if egress_pause.above_xoff
                && egress_pause.paused_inputs.contains(plan.number)
                && plan.by_queue.contains(priority)
            {
                feeders.insert((input, priority));
            }
            if self.has_fifos(switch) {
                let mut is_behind = false;
                self.frames_before(input, |output, frame, finds_room| {
                    is_behind |= (output, frame.priority) == (port, priority) && !finds_room;
                    if is_behind {
                        let together = self.paused_with(input, frame.priority);
                        feeders.extend(together.iter().map(|n| (input, n)));
                    }
                });
            }
        }
        feeders
    }

    /// Calls `each` with every frame charged to the queue (`output`, `priority`). Order: egress queue, frames
    /// in transfer and behind a crossbar, frames in front of a crossbar, then pipelines by input. At a host,
    /// only the frames of the egress queue.
    pub(in crate::engine) fn frames_for(
        &self,
        output: PortId,
        priority: Priority,
        mut each: impl FnMut(&Frame),
    ) {
        self.frames_past(output, priority, &mut each);
        let state = &self.state;
        let frames = &state.frames;
        let plan = &self.plan[output.index()];
        let Some(switch) = plan.role.switch() else { return };
        if let Some(matrix) = &state.crossbars[switch.index()] {
            matrix.crossbar.voqs().frames_for(frames, plan.number, priority).for_each(&mut each);
        }
        for input in self.spec.owner(output).ports.clone().map(PortId) {
            let staged = state.pipelines.get(self.plan[input.index()].pipeline as usize);
            let before = staged.iter().flat_map(|pipeline| pipeline.frames_for(frames, output, priority));
            before.for_each(&mut each);
        }
    }

    /// Memory that a frame occupies in the switch that received it, in bytes; 0 if a host received it.
    pub(in crate::engine) fn memory_of(&self, frame: &Frame) -> u64 {
        let switch = self.plan[frame.ingress().index()].role.switch();
        switch.map_or(0, |switch| self.state.pools[switch.index()].charged_bytes(frame.bytes))
    }

    /// Calls `each` with the frames of [`World::frames_for`], except frames that are in a single FIFO or
    /// about to join it; [`World::frames_before`] lists those frames.
    pub(super) fn frames_not_before(&self, output: PortId, priority: Priority, each: impl FnMut(&Frame)) {
        if self.plan[output.index()].role.switch().is_some_and(|switch| self.has_fifos(switch)) {
            self.frames_past(output, priority, each);
        } else {
            self.frames_for(output, priority, each);
        }
    }

    /// Calls `each` with those frames of [`World::frames_for`] that have left the input queues. They are in
    /// transfer through the crossbar, on the way to the egress queue, or in the egress queue.
    fn frames_past(&self, output: PortId, priority: Priority, mut each: impl FnMut(&Frame)) {
        let state = &self.state;
        let frames = &state.frames;
        state.queues[queue_index(output, priority)].frames.iter(frames).for_each(&mut each);
        let plan = &self.plan[output.index()];
        let matrix = plan.role.switch().and_then(|switch| state.crossbars[switch.index()].as_ref());
        if let Some(matrix) = matrix {
            matrix.frames_past(frames, plan.number, priority).for_each(&mut each);
        }
    }

    /// Calls `each` with every charged frame at `input`, in the order in which the frames leave the single
    /// FIFO of `input`. Arguments of `each`: output port, frame, and whether the egress queue has room for
    /// the frame (`true` for frames in the pipeline). Does nothing without a crossbar.
    pub(super) fn frames_before(&self, input: PortId, mut each: impl FnMut(PortId, &Frame, bool)) {
        let state = &self.state;
        let plan = &self.plan[input.index()];
        let Some(matrix) = plan.role.switch().and_then(|switch| state.crossbars[switch.index()].as_ref())
        else {
            return;
        };
        let first = self.spec.owner(input).ports.start;
        for (voq, frame, finds_room) in matrix.crossbar.in_order(&state.frames, plan.number) {
            each(PortId(first + u32::from(voq.output)), frame, finds_room);
        }
        if let Some(pipeline) = state.pipelines.get(plan.pipeline as usize) {
            pipeline.to_queue(&state.frames).for_each(|(output, frame)| each(output, frame, true));
        }
    }
}
