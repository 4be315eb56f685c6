//! What of an ingress group waits for which output.

use crate::engine::World;
use crate::engine::state::lane;
use crate::engine::transmit::number;
use std::collections::BTreeSet;

use crate::fabric::frame::Frame;
use crate::ids::PortId;

impl World {
    /// Calls `each` with every frame that waits for `priority` of `port`,
    /// wherever in its switch it stands.
    pub fn frames_at(&self, port: PortId, priority: u8, each: impl FnMut(&Frame)) {
        self.frames_for(port.index(), priority, each);
    }

    /// What the ingress group of `priority` of `input` holds for each output
    /// of its switch, in bytes of memory: most first; empty of a host.
    #[must_use]
    pub fn held_of(&self, input: PortId, priority: u8) -> Vec<(PortId, u64)> {
        let Some(switch) = self.plan[input.index()].role.switch() else { return Vec::new() };
        let node = self.spec.ports[input.index()].node;
        let held = |output: u32| {
            let mut bytes = 0;
            self.frames_for(output as usize, priority, |frame| {
                if frame.ingress() == input {
                    bytes += self.state.pools[switch].charge(frame.bytes);
                }
            });
            (PortId(output), bytes)
        };
        let outputs = self.spec.nodes[node.index()].ports.clone();
        let mut held: Vec<(PortId, u64)> = outputs.map(held).filter(|(_, bytes)| *bytes > 0).collect();
        held.sort_by_key(|(output, bytes)| (u64::MAX - bytes, *output));
        held
    }

    /// The ports of its switch by which what waits for `priority` of `port` came in.
    #[must_use]
    pub fn feeders_of(&self, port: PortId, priority: u8) -> BTreeSet<PortId> {
        let mut feeders = BTreeSet::new();
        if self.plan[port.index()].role.switch().is_some() {
            self.frames_for(port.index(), priority, |frame| {
                feeders.insert(frame.ingress());
            });
        }
        feeders
    }

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
