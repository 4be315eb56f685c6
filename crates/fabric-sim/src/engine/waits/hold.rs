//! What of an ingress group waits for which output.

use crate::engine::World;
use crate::engine::state::lane;
use crate::engine::transmit::number;
use crate::fabric::frame::Frame;

impl World {
    /// Every frame that is charged to `output` and `priority`, wherever in its
    /// switch it stands: queued, in front of a crossbar or in it, or still in
    /// its input's stage.
    pub(in crate::engine) fn frames_for(&self, output: usize, priority: u8, mut each: impl FnMut(&Frame)) {
        let state = &self.state;
        let frames = &state.frames;
        state.queues[lane(output, priority)].frames.iter(frames).for_each(&mut each);
        let plan = &self.plan[output];
        let Some(switch) = plan.role.switch() else { return };
        if let Some(matrix) = &state.crossbars[switch] {
            matrix.frames_for(frames, plan.number, priority).for_each(&mut each);
        }
        let node = self.spec.ports[output].node;
        for input in self.spec.nodes[node.index()].ports.clone() {
            let staged = state.stages.get(self.plan[input as usize].stage as usize);
            let before = staged.iter().flat_map(|stage| stage.frames_for(frames, number(output), priority));
            before.for_each(&mut each);
        }
    }
}
