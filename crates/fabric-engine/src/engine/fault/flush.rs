//! Removal of frames that wait in a switch or NIC, after a link went down or by the mitigation of a watchdog.
//! Start with `flush`.
//!
//! Dropped frames release their memory at once, and their link credits return. Frames in cables and in
//! transmission are not removed here; `cut_cable` drops them.
//!
//! A switch drops frames in this order: egress queues by output and priority, then crossbar, then pipelines
//! by input. A NIC drops data by flow, then control frames by priority.

use std::collections::BTreeSet;

use crate::engine::plan::Role;
use crate::engine::state::queue_index;
use crate::engine::{DropCause, Recorder, World};
use crate::fabric::frame::{Frame, FrameId};
use crate::ids::{LocalPort, PortId, Priority, PrioritySet, QueueId};

/// Queue to which a frame is charged. The ports are global indices: input, then output.
#[derive(Clone, Copy)]
struct Charged {
    input: PortId,
    output: PortId,
    priority: Priority,
}

impl World {
    /// Drops all frames that wait to leave by `port`, which has lost its link.
    pub(super) fn flush<R: Recorder>(&mut self, port: PortId, recorder: &mut R) {
        match self.plan[port.index()].role {
            Role::Switch(_) => self.flush_output(port, PrioritySet::ALL, None, recorder),
            Role::Host(_) => self.flush_nic(port, recorder),
        }
    }

    /// Drops all frames charged to the output `port` in the priorities `mask`. These frames are in queues,
    /// crossbar and pipelines ([`World::frames_for`]). `watchdog`: queue whose watchdog causes the drops;
    /// `None` if the link went down.
    pub(in crate::engine) fn flush_output<R: Recorder>(
        &mut self,
        port: PortId,
        mask: PrioritySet,
        watchdog: Option<QueueId>,
        recorder: &mut R,
    ) {
        let is = |at: Charged| at.output == port && mask.contains(at.priority);
        self.flush_switch(port, is, watchdog, recorder);
        debug_assert!(
            mask.iter().all(|n| self.state.queues[queue_index(port, n)].bytes == 0),
            "nothing is charged"
        );
    }

    /// Drops all frames in the switch that arrived by `port`, in every priority, because of the watchdog of
    /// (`port`, `priority`).
    pub(in crate::engine) fn flush_input<R: Recorder>(
        &mut self,
        port: PortId,
        priority: Priority,
        recorder: &mut R,
    ) {
        let watchdog = Some(QueueId::new(port, priority));
        self.flush_switch(port, |at| at.input == port, watchdog, recorder);
    }

    /// Drops those frames in the switch of `port` for which `goes` is true. `watchdog`: queue whose watchdog
    /// causes the drops; `None` if a link went down.
    fn flush_switch<R: Recorder>(
        &mut self,
        port: PortId,
        goes: impl Fn(Charged) -> bool,
        watchdog: Option<QueueId>,
        recorder: &mut R,
    ) {
        let Some(switch) = self.plan[port.index()].role.switch() else { return };
        let ports = self.spec.nodes[self.spec.ports[port.index()].node.index()].ports.clone();
        let first = ports.start as usize;
        let ports = || ports.clone().map(PortId);
        let state = &mut self.state;
        // Dropped frames, each with its output.
        let mut gone: Vec<(FrameId, PortId)> = Vec::new();
        for output in ports() {
            for priority in PrioritySet::ALL.iter() {
                let queue = &mut state.queues[queue_index(output, priority)];
                let is = |frame: &Frame| goes(Charged { input: frame.ingress(), output, priority });
                let taken = queue.frames.take_out(&mut state.frames, is);
                if let Some(matrix) = &mut state.crossbars[switch.index()] {
                    for id in &taken {
                        matrix.crossbar.on_departure(
                            LocalPort::new(output.index() - first),
                            priority,
                            state.frames.get(*id).bytes,
                        );
                    }
                }
                gone.extend(taken.into_iter().map(|id| (id, output)));
            }
        }
        if let Some(matrix) = &mut state.crossbars[switch.index()] {
            let at = |port: LocalPort| PortId::new(first + port.index());
            let taken = matrix.flush(&state.frames, |voq| {
                goes(Charged { input: at(voq.input), output: at(voq.output), priority: voq.priority })
            });
            gone.extend(taken.into_iter().map(|(id, voq)| (id, at(voq.output))));
        }
        for input in ports() {
            if !self.plan[input.index()].has_pipeline() {
                continue;
            }
            let behind = &mut self.state.pipelines[self.plan[input.index()].pipeline as usize];
            let taken = behind
                .flush(&self.state.frames, |output, priority| goes(Charged { input, output, priority }));
            gone.extend(taken);
            self.arm_pipeline(input);
        }
        let mut changed = BTreeSet::new();
        for (id, output) in gone {
            let frame = self.state.frames.get(id);
            let (ingress, priority) = (frame.ingress(), frame.priority);
            self.discharge(output, id);
            match watchdog {
                Some(queue) => self.watchdog_drop(ingress, queue, id, recorder),
                None => self.drop_frame(ingress, id, DropCause::LinkDown, recorder),
            }
            changed.insert((output, priority));
        }
        for (output, priority) in changed {
            let queue = &self.state.queues[queue_index(output, priority)];
            if queue.frames.is_empty() {
                let altogether = queue.bytes == 0;
                let config = self.configs.scheduler(&self.plan[output.index()]);
                self.state.ports[output.index()].emptied(config, priority, altogether);
            }
            self.on_frames_dropped(output, priority);
            if self.plan[output.index()].has_credits() {
                // The head of the queue may have changed.
                self.wake(output);
            }
        }
        if self.state.crossbars[switch.index()].is_some() {
            self.arm_crossed(switch);
            self.arm_match(switch);
        }
    }

    /// Releases the memory of frame `id`, which is charged to `output`, before the frame is dropped. Does
    /// nothing at a host.
    pub(super) fn discharge(&mut self, output: PortId, id: FrameId) {
        let Some(switch) = self.plan[output.index()].role.switch() else { return };
        let state = &mut self.state;
        let frame = state.frames.get(id);
        let priority = frame.priority;
        let charge = state.pools[switch.index()].charged_bytes(frame.bytes);
        let queue = &mut state.queues[queue_index(output, priority)];
        queue.bytes -= charge;
        let over = self.egress_pause(output, priority).above_xoff;
        self.release(output, switch, id, charge);
        if over {
            self.check_queue_xon(output, priority);
        }
    }

    /// Drops the frames that wait in the NIC of the host at `port`: data of flows, and acks and other control
    /// frames. A reliable flow builds its frames again later.
    fn flush_nic<R: Recorder>(&mut self, port: PortId, recorder: &mut R) {
        for n in 0..self.state.flows.len() {
            let flow = &mut self.state.flows[n];
            if flow.source != port || flow.backlog.is_empty() {
                continue;
            }
            let gone: Vec<FrameId> = std::mem::take(&mut flow.backlog).ids(&self.state.frames).collect();
            flow.backlog_bytes = 0;
            self.emptied_backlog(n);
            if !self.state.flows[n].is_ready() {
                self.leave(n);
            }
            for id in gone {
                self.drop_frame(port, id, DropCause::LinkDown, recorder);
            }
        }
        for priority in PrioritySet::ALL.iter() {
            let queue = &mut self.state.queues[queue_index(port, priority)];
            queue.bytes = 0;
            let acks: Vec<FrameId> = std::mem::take(&mut queue.frames).ids(&self.state.frames).collect();
            for id in acks {
                self.drop_frame(port, id, DropCause::LinkDown, recorder);
            }
            if let Role::Host(host) = self.plan[port.index()].role
                && !self.state.nics[host.index()].has(priority)
            {
                let config = self.configs.scheduler(&self.plan[port.index()]);
                self.state.ports[port.index()].emptied(config, priority, true);
            }
        }
    }
}
