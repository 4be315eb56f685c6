//! Transmission of pauses: priority groups (PGs) and egress queues request a pause at XOFF and a resume at
//! XON.
//!
//! Start with `check_xoff` and `check_xon`. `set_pause_request` passes a request to the PFC sender of the
//! port. XOFF is reached at the threshold or above, XON at the threshold or below. Pauses of hosts are in
//! `receive`.

use crate::fabric::buffer::Scope;
use crate::fabric::egress::EgressPauseState;
use crate::ids::{PortId, PortSet, Priority, PrioritySet, SwitchId};

use super::World;
use super::event_order::DeadlineId;
use super::plan::Role;
use super::state::queue_index;

impl World {
    /// Handles the refresh deadline of the PFC sender of `port`. The refresh itself is sent when the
    /// transmitter is free.
    pub(super) fn sender_due(&mut self, port: PortId) {
        self.state.ports[port.index()].sender.due(self.state.now);
        self.arm_sender(port);
        if self.state.ports[port.index()].busy {
            // The PFC frame waits for the end of a frame, which may be too late for the refresh.
            self.recheck_refresh(self.plan[port.index()].peer);
        }
        self.wake(port);
    }

    /// Schedules the next refresh by the PFC sender of `port`.
    pub(super) fn arm_sender(&mut self, port: PortId) {
        let deadline = self.state.ports[port.index()].sender.deadline();
        self.arm(DeadlineId::PfcSender(port), deadline);
    }

    /// Checks all XOFF conditions after a frame of `priority` from `port` was charged and enqueued
    /// for `output`.
    #[inline]
    pub(super) fn on_admitted(&mut self, port: PortId, switch: SwitchId, output: PortId, priority: Priority) {
        let plan = &self.plan[port.index()];
        let by_other = plan.by_other.contains(priority);
        if plan.by_group.contains(priority) {
            self.check_xoff(port, switch, priority);
        }
        if by_other {
            self.check_other_triggers(port, output, priority);
        }
    }

    /// Requests a pause for the PG (`port`, `priority`) if the PG has reached XOFF. Called after the PG grew.
    /// Does nothing if the PG is lossy, PFC is not enabled, a pause is requested already, or the link uses
    /// link pause.
    #[inline]
    pub(super) fn check_xoff(&mut self, port: PortId, switch: SwitchId, priority: Priority) {
        // The PG is checked first, because its data are in the cache.
        if self.state.groups[queue_index(port, priority)].is_lossless()
            && self.must_pause(port, switch, priority)
            && self.may_request_pause(port).contains(priority)
            && !self.plan[port.index()].link_pause
        {
            if let Some(free) = self.resumes_at_free(port, switch, priority) {
                self.resume_from(switch, free);
            }
            self.set_pause_request(port, priority, true);
        }
    }

    /// Priorities for which `port` may send PFC and does not request a pause yet.
    #[inline]
    pub(super) fn may_request_pause(&self, port: PortId) -> PrioritySet {
        self.configs.sender(&self.plan[port.index()]).enabled
            & !self.state.ports[port.index()].sender.requested()
    }

    /// Requests a resume for the PG (`port`, `priority`) if the PG has reached XON. Called after the PG
    /// shrank.
    #[inline]
    pub(super) fn check_xon(&mut self, port: PortId, switch: SwitchId, priority: Priority) {
        if self.state.ports[port.index()].sender.requested().contains(priority) {
            if self.plan[port.index()].link_pause {
                self.check_link_xon(port);
            } else if self.may_resume(port, switch, priority) {
                self.set_pause_request(port, priority, false);
            } else if let Some(free) = self.resumes_at_free(port, switch, priority) {
                self.resume_from(switch, free);
            }
        }
    }

    /// Checks XON of all PGs and queues of a switch that released memory to its pool. Does nothing while the
    /// free memory is below `resume_at` of the pool, the lowest amount at which a paused PG or queue may
    /// resume. `any_port` is any port of the switch.
    #[inline]
    pub(super) fn memory_freed(&mut self, any_port: PortId, switch: SwitchId) {
        let pool = &self.state.pools[switch.index()];
        if pool.free() >= pool.resume_at {
            self.resume_by_memory(switch, any_port);
        }
    }

    #[inline(never)]
    fn resume_by_memory(&mut self, switch: SwitchId, any_port: PortId) {
        let node = self.spec.ports[any_port.index()].node;
        let mut mark = u64::MAX;
        for port in self.spec.nodes[node.index()].ports.clone().map(PortId) {
            for priority in Priority::ALL {
                if self.egress_pause(port, priority).above_xoff {
                    self.check_queue_xon(port, priority);
                    let left = self.queue_resumes_at_free(port, priority);
                    mark = left.map_or(mark, |free| mark.min(free));
                }
            }
            let plan = &self.plan[port.index()];
            let by_group = if plan.link_pause { PrioritySet::EMPTY } else { plan.by_group };
            for priority in (self.state.ports[port.index()].sender.requested() & by_group).iter() {
                if self.may_resume(port, switch, priority) {
                    self.set_pause_request(port, priority, false);
                } else if let Some(free) = self.resumes_at_free(port, switch, priority) {
                    mark = mark.min(free);
                }
            }
        }
        self.state.pools[switch.index()].resume_at = mark;
    }

    /// Lowers `resume_at` of the pool of `switch` to `free` bytes; does nothing if `resume_at` is already
    /// lower. When the free memory of the pool reaches `resume_at`, a paused PG or queue may resume.
    fn resume_from(&mut self, switch: SwitchId, free: u64) {
        let mark = &mut self.state.pools[switch.index()].resume_at;
        *mark = (*mark).min(free);
    }

    /// Whether a lossless PG must request a pause (XOFF condition). `true` if headroom is in use, or if the
    /// PG or one of its VOQs has reached the threshold. With the egress trigger, only headroom counts here,
    /// because the egress queue checks the threshold.
    #[inline]
    fn must_pause(&self, port: PortId, switch: SwitchId, priority: Priority) -> bool {
        let group = &self.state.groups[queue_index(port, priority)];
        match group.scope() {
            Scope::Group => group.must_pause(&self.state.pools[switch.index()]),
            Scope::Voq => {
                group.headroom() > 0
                    || self.state.voqs[switch.index()].requires_pause(self.input(port, priority))
            }
            Scope::Queue => group.headroom() > 0,
        }
    }

    /// Whether a PG that requests a pause may end this request (XON condition). Headroom must be empty, and
    /// the PG or its VOQs must be at or below XON. With the egress trigger, no egress queue may pause the PG.
    #[inline]
    fn may_resume(&mut self, port: PortId, switch: SwitchId, priority: Priority) -> bool {
        let at = queue_index(port, priority);
        let group = &self.state.groups[at];
        match group.scope() {
            Scope::Group => group.may_resume(&self.state.pools[switch.index()]),
            Scope::Voq => {
                let (input, mark) =
                    (self.input(port, priority), group.resume_threshold(&self.state.pools[switch.index()]));
                let empty = group.headroom() == 0;
                self.state.voqs[switch.index()].settle(input, mark) && empty
            }
            Scope::Queue => group.headroom() == 0 && self.state.pausing_queue_counts[at] == 0,
        }
    }

    /// Free memory of the pool, in bytes, at which the PG may resume although no frame of the PG leaves. The
    /// dynamic threshold of the PG rises with the free memory. `None` if free memory alone cannot end the
    /// pause.
    #[inline]
    fn resumes_at_free(&self, port: PortId, switch: SwitchId, priority: Priority) -> Option<u64> {
        let group = &self.state.groups[queue_index(port, priority)];
        match group.scope() {
            Scope::Group => group.resumes_at_free(),
            Scope::Voq if group.headroom() == 0 => {
                let config = group.config();
                let input = self.input(port, priority);
                self.state.voqs[switch.index()].resumes_at_free(input, config.threshold, config.xon_offset?)
            }
            Scope::Voq | Scope::Queue => None,
        }
    }

    /// Checks XOFF of the egress queue (`output`, `priority`), which grew by a frame from `port`. If the
    /// queue is above XOFF, pauses all inputs with frames in the queue. Called only with the egress trigger.
    pub(super) fn check_queue_xoff(&mut self, port: PortId, output: PortId, priority: Priority) {
        let egress_pause = &mut self.state.egress_pauses[queue_index(output, priority)];
        if egress_pause.above_xoff {
            let before = egress_pause.paused_inputs;
            egress_pause.paused_inputs.insert(self.plan[port.index()].number);
            let added = egress_pause.paused_inputs - before;
            self.block_feeders(output, priority, added, true);
        } else {
            self.pause_feeders_above_xoff(output, priority);
        }
    }

    /// Checks XOFF and XON of the egress queue (`output`, `priority`) after its thresholds changed. Called
    /// only with the egress trigger.
    pub(super) fn on_queue_thresholds_changed(&mut self, output: PortId, priority: Priority) {
        if !self.egress_pause(output, priority).above_xoff {
            self.pause_feeders_above_xoff(output, priority);
        }
        self.check_queue_xon(output, priority);
    }

    /// Pauses the inputs of the egress queue (`output`, `priority`) if the queue has reached XOFF.
    fn pause_feeders_above_xoff(&mut self, output: PortId, priority: Priority) {
        let at = queue_index(output, priority);
        let Role::Switch(switch) = self.plan[output.index()].role else { return };
        let threshold = self.state.groups[at].threshold(&self.state.pools[switch.index()]);
        if self.state.queues[at].bytes < threshold {
            return;
        }
        let mut feeders = self.state.egress_pauses[at].paused_inputs;
        self.frames_for(output, priority, |frame| {
            let input = &self.plan[frame.ingress().index()];
            if input.by_queue.contains(priority) {
                feeders.insert(input.number);
            }
        });
        self.state.egress_pauses[at] = EgressPauseState { above_xoff: true, paused_inputs: feeders };
        self.block_feeders(output, priority, feeders, true);
        if let Some(free) = self.queue_resumes_at_free(output, priority) {
            self.resume_from(switch, free);
        }
    }

    /// Free memory of the pool, in bytes, at which the egress queue resumes its inputs although no frame
    /// leaves the queue. `None` if free memory alone cannot end the pause, or if the queue is not above XOFF.
    fn queue_resumes_at_free(&self, output: PortId, priority: Priority) -> Option<u64> {
        let at = queue_index(output, priority);
        let config = self.state.groups[at].config();
        let bytes = self.state.queues[at].bytes + config.xon_offset?;
        self.egress_pause(output, priority).above_xoff.then(|| config.threshold.free_for(bytes))?
    }

    /// Resumes the inputs of the egress queue (`output`, `priority`) if the queue has shrunk to XON. Called
    /// only with the egress trigger.
    pub(super) fn check_queue_xon(&mut self, output: PortId, priority: Priority) {
        let at = queue_index(output, priority);
        let Role::Switch(switch) = self.plan[output.index()].role else { return };
        let resume = self.state.groups[at].resume_threshold(&self.state.pools[switch.index()]);
        if !self.egress_pause(output, priority).above_xoff {
            return;
        }
        if self.state.queues[at].bytes <= resume {
            let EgressPauseState { paused_inputs: feeders, .. } =
                std::mem::take(&mut self.state.egress_pauses[at]);
            self.block_feeders(output, priority, feeders, false);
        } else if let Some(free) = self.queue_resumes_at_free(output, priority) {
            self.resume_from(switch, free);
        }
    }

    /// State of the egress trigger of the egress queue (`output`, `priority`): whether the queue is above
    /// XOFF, and the inputs that the queue pauses. Never above XOFF if no port has the egress trigger.
    #[inline]
    pub(super) fn egress_pause(&self, output: PortId, priority: Priority) -> EgressPauseState {
        let egress_pause = &self.state.egress_pauses;
        if egress_pause.is_empty() {
            EgressPauseState::default()
        } else {
            egress_pause[queue_index(output, priority)]
        }
    }

    /// Updates the queues that pause each input of `feeders`: adds (`block`) or removes the egress queue
    /// (`output`, `priority`). An input requests a pause while at least one egress queue pauses it, or while
    /// its PG uses headroom.
    fn block_feeders(&mut self, output: PortId, priority: Priority, feeders: PortSet, block: bool) {
        let first = self.spec.owner(output).ports.start;
        for port in feeders.iter().map(|port| PortId(first + u32::from(port))) {
            let count = &mut self.state.pausing_queue_counts[queue_index(port, priority)];
            let (was, is) = if block { (*count, *count + 1) } else { (*count, *count - 1) };
            *count = is;
            let obeyed = self.configs.sender(&self.plan[port.index()]).enabled.contains(priority);
            // Headroom in use also requires the pause.
            let held = self.plan[port.index()].by_group.contains(priority)
                && self.state.groups[queue_index(port, priority)].headroom() > 0;
            if obeyed && (was == 0 || is == 0) && (block || !held) {
                self.set_pause_request(port, priority, block);
            } else if self.state.ports[port.index()].sender.requested().contains(priority) {
                // The input already requests a pause; only the number of queues that pause it
                // changes.
                let bit = PrioritySet::of(priority);
                self.on_pause_request_changed(
                    port,
                    if block { bit } else { PrioritySet::EMPTY },
                    if block { PrioritySet::EMPTY } else { bit },
                );
            }
        }
    }

    /// Begins (`pause`) or ends a pause request of (`port`, `priority`). With link pause (802.3x),
    /// the request is for all priorities of the port.
    pub(super) fn set_pause_request(&mut self, port: PortId, priority: Priority, pause: bool) {
        let mask = self.paused_with(port, priority);
        let config = self.configs.sender(&self.plan[port.index()]);
        let sender = &mut self.state.ports[port.index()].sender;
        for n in mask.iter() {
            let cancelled = sender.request(config, n, pause);
            self.counters.ports[port.index()][n.index()].cancelled += u64::from(cancelled);
        }
        // The request may have cancelled a resume that was not yet sent. The refresh of the pause
        // may have become due before that.
        let now = self.state.now;
        if sender.deadline() < now {
            sender.due(now);
        }
        let deadline = sender.deadline();
        self.arm(DeadlineId::PfcSender(port), deadline);
        self.on_pause_request_changed(
            port,
            if pause { mask } else { PrioritySet::EMPTY },
            if pause { PrioritySet::EMPTY } else { mask },
        );
        self.wake(port);
    }
}
