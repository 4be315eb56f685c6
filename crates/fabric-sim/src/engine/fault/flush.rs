//! What waits for a link that went down.

use crate::engine::plan::Role;
use crate::engine::state::lane;
use crate::engine::transmit::number;
use crate::engine::{DropCause, Recorder, World};
use crate::fabric::frame::FrameId;
use crate::ids::priorities;

impl World {
    /// Loses whatever waits to leave by `port`.
    pub(super) fn flush<R: Recorder>(&mut self, port: usize, recorder: &mut R) {
        match self.plan[port].role {
            Role::Switch(switch) => self.flush_output(port, switch as usize, recorder),
            Role::Host(_) => self.flush_nic(port, recorder),
        }
    }

    /// What is charged to an output ([`World::frames_for`] finds the same):
    /// in its queues, in and before a crossbar, in the stages of its switch.
    fn flush_output<R: Recorder>(&mut self, port: usize, switch: usize, recorder: &mut R) {
        let state = &mut self.state;
        let mut gone: Vec<FrameId> = Vec::new();
        for priority in priorities(u8::MAX) {
            let queue = std::mem::take(&mut state.queues[lane(port, priority)].frames);
            gone.extend(queue.ids(&state.frames));
            state.ports[port].emptied(priority, true);
        }
        if let Some(matrix) = &mut state.crossbars[switch] {
            gone.extend(matrix.flush(&state.frames, self.plan[port].number));
        }
        let node = self.spec.ports[port].node;
        let inputs = self.spec.nodes[node.index()].ports.clone().map(|input| input as usize);
        for input in inputs {
            if self.plan[input].is_staged() {
                gone.extend(self.state.stages[self.plan[input].stage as usize].flush(number(port)));
                self.arm_stage(input);
            }
        }
        for id in gone {
            let ingress = self.state.frames.get(id).ingress().index();
            self.discharge(port, id);
            self.lose(ingress, id, DropCause::LinkDown, recorder);
        }
        if self.state.crossbars[switch].is_some() {
            self.arm_crossed(switch);
            self.arm_match(switch);
        }
        debug_assert!((0..8).all(|n| self.state.queues[lane(port, n)].bytes == 0), "nothing is charged");
    }

    /// A frame that is charged to `output`, and lost, is charged no longer.
    pub(super) fn discharge(&mut self, output: usize, id: FrameId) {
        let Some(switch) = self.plan[output].role.switch() else { return };
        let state = &mut self.state;
        let frame = state.frames.get(id);
        let priority = frame.priority;
        let charge = state.pools[switch].charge(frame.bytes);
        let queue = &mut state.queues[lane(output, priority)];
        queue.bytes -= charge;
        let over = queue.over;
        self.release(output, switch, id, charge);
        if over {
            self.queue_shrank(output, priority);
        }
    }

    /// What a host's NIC holds of its flows, and its acks.
    fn flush_nic<R: Recorder>(&mut self, port: usize, recorder: &mut R) {
        for n in 0..self.state.flows.len() {
            let flow = &mut self.state.flows[n];
            if flow.source.index() != port || flow.backlog.is_empty() {
                continue;
            }
            let gone: Vec<FrameId> = std::mem::take(&mut flow.backlog).ids(&self.state.frames).collect();
            flow.backlog_bytes = 0;
            if !flow.ready() {
                self.leave(n);
            }
            for id in gone {
                self.lose(port, id, DropCause::LinkDown, recorder);
            }
        }
        for priority in priorities(u8::MAX) {
            let queue = &mut self.state.queues[lane(port, priority)];
            queue.bytes = 0;
            let acks: Vec<FrameId> = std::mem::take(&mut queue.frames).ids(&self.state.frames).collect();
            for id in acks {
                self.lose(port, id, DropCause::LinkDown, recorder);
            }
            if let Role::Host(host) = self.plan[port].role
                && !self.state.nics[host as usize].has(priority)
            {
                self.state.ports[port].emptied(priority, true);
            }
        }
    }
}
