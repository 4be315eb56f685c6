//! Actions on the running fabric by a user, a lesson or a document: settings, flows, pause sources, faults.
//! [`World::act`] schedules an action; `action_due` carries out an action at its time.
//!
//! Actions precede all other events of their time. Actions of one time run in the order in which they were
//! given. An action on a flow or pause source that does not exist does nothing. An index of a port that does
//! not exist causes a panic.

use crate::ids::{FlowId, PortId, Priority, SwitchId};
use std::sync::Arc;

use crate::fabric::buffer::{Scope, Threshold};
use crate::fabric::endpoint::Flow;
use crate::spec::{Action, FlowSpec, Limits, Setting, SettingScope, TimedAction};
use crate::units::Time;

use super::event_order::DeadlineId;
use super::multicast::Multicast;
use super::plan::Role;
use super::state::queue_index;
use super::{CycleTrigger, EventKind, Recorder, World};

impl World {
    /// Time at which an action given now takes effect. This is the present time, or 1 ps later if an event of
    /// the present time has already run. Actions precede all other events of their time.
    #[must_use]
    pub fn action_time(&self) -> Time {
        if self.state.ran_now == 0 { self.state.now } else { self.state.now + Time(1) }
    }

    /// Schedules `action` for [`World::action_time`], after the actions that are already scheduled
    /// for that time. Returns the time. A document with the same action at that time gives the same
    /// run.
    pub fn act(&mut self, action: Action) -> Time {
        let at = self.action_time();
        let place = self.actions.partition_point(|other| other.at <= at).max(self.state.next_action);
        Arc::make_mut(&mut self.actions).insert(place, TimedAction { at, action });
        self.arm_action();
        at
    }

    /// Actions of this run, past and future, in order of time. Actions of the document and actions added
    /// during the run are included.
    #[must_use]
    pub fn actions(&self) -> &[TimedAction] {
        &self.actions
    }

    /// Number of actions that have run.
    #[must_use]
    pub fn actions_run(&self) -> usize {
        self.state.next_action
    }

    /// Copy of this world in its state before the first event, with the settings of the document. All actions
    /// of the run are included, and none of them has run. Used with [`World::adopt`] to find the settings
    /// that were in force at an earlier time.
    #[must_use]
    pub fn at_rest(&self) -> Self {
        Self { actions: Arc::clone(&self.actions), ..Self::new(Arc::clone(&self.spec)) }
    }

    /// Applies `setting` at once to a world that [`World::at_rest`] returned. No action is added to the run.
    pub fn adopt(&mut self, scope: &SettingScope, setting: Setting) {
        self.set(scope, setting, &mut ());
    }

    /// Runs the next action. Emits [`EventKind::ActionApplied`] with the index of the action in
    /// [`World::actions`]. Does nothing if no action is left. Flows beyond [`Limits::FLOWS`] are not added.
    pub(super) fn action_due<R: Recorder>(&mut self, recorder: &mut R) {
        let n = self.state.next_action;
        let Some(TimedAction { action, .. }) = self.actions.get(n).cloned() else { return };
        self.state.next_action += 1;
        match action {
            Action::Set { scope, setting } => {
                self.set(&scope, setting, recorder);
                if let Some(port) = scope.ports.first() {
                    let priority = scope.priorities.iter().next().unwrap_or_default();
                    self.deadlocks.may_change(*port, priority, CycleTrigger::Changed);
                }
            }
            Action::AddFlows(flows) => {
                let room = Limits::FLOWS.saturating_sub(self.state.flows.len());
                flows.iter().take(room).for_each(|flow| self.add_flow(flow));
                self.rebuild_calendar();
            }
            Action::AddPauseSource(source) => {
                self.add_source(&source);
                self.rebuild_calendar();
            }
            Action::StartFlow(flow) => self.start_or_resume(flow),
            Action::StopPauseSource(source) => self.stop_source(source),
            Action::Fault(fault) => self.fault(fault, recorder),
            Action::Arm(port) => self.rearm_watchdogs(port, recorder),
            Action::StopFlow(flow) => {
                if flow.index() < self.state.flows.len() {
                    self.stop_flow(flow.index());
                }
            }
        }
        self.arm_action();
        self.emit(recorder, PortId(0), EventKind::ActionApplied(u32::try_from(n).unwrap_or(u32::MAX)));
    }

    /// Starts or resumes flow `id`. A flow of a collective resumes only if it still has bytes to send,
    /// because the collective decides when the next message begins.
    fn start_or_resume(&mut self, id: FlowId) {
        let resumes = || self.state.flows.get(id.index()).is_some_and(|flow| flow.remaining > 0);
        if self.collective_of(id).is_none() || resumes() {
            self.start_flow(id);
        }
    }

    /// Starts flow `id` now. If the flow has already sent all bytes of its message, sends the message again.
    /// Removes the stop time of the flow if this time has passed. Does nothing if the flow is active or does
    /// not exist.
    pub(super) fn start_flow(&mut self, id: FlowId) {
        let now = self.state.now;
        let is_at_it = |read: u32| self.state.reads[read as usize].reader.is_active();
        let is_active = |flow: &Flow| flow.read().map_or(flow.active, is_at_it);
        if self.state.flows.get(id.index()).is_none_or(is_active) {
            return;
        }
        let flow = &mut self.state.flows[id.index()];
        if flow.read().is_none() && flow.remaining == 0 {
            let group = flow.multicast().map(|group| &self.state.multicasts[group as usize]);
            flow.send_message(group.map_or(1, Multicast::receivers));
        }
        let flow = &mut self.state.flows[id.index()];
        if flow.stop <= now {
            flow.stop = Time::NEVER;
        }
        flow.next_at = now;
        self.arm(DeadlineId::Flow(id.0), now);
    }

    /// Applies `setting` to the ports of `scope`. The receive rate (`Drain`) applies to hosts only, for all
    /// priorities together. PFC, pause time, class and watchdog apply to hosts and switches. All other
    /// settings apply to switches only; ports of hosts are skipped.
    fn set<R: Recorder>(&mut self, scope: &SettingScope, setting: Setting, recorder: &mut R) {
        match setting {
            Setting::Drain(rate) => {
                for port in &scope.ports {
                    if let Role::Host(host) = self.plan[port.index()].role {
                        self.set_drain(host, rate);
                    }
                }
                return;
            }
            Setting::PfcTx(_) | Setting::PfcRx(_) | Setting::PauseTime(..) | Setting::Class(_) => {
                for port in &scope.ports {
                    self.set_port(*port, scope.priorities, setting, recorder);
                }
                return;
            }
            Setting::Watchdog(config) => {
                for port in &scope.ports {
                    self.set_watchdogs(*port, scope.priorities, config, recorder);
                }
                self.rebuild_calendar();
                return;
            }
            _ => {}
        }
        for port in &scope.ports {
            let Role::Switch(switch) = self.plan[port.index()].role else { continue };
            for priority in scope.priorities.iter() {
                self.set_priority(*port, switch, priority, setting);
            }
            if let Setting::Group(group, _) = setting
                && !group.lossless
            {
                self.withdraw_of_groups(*port, scope.priorities);
            }
        }
        // The thresholds have changed: PGs that now have to pause or may resume do so at once.
        for port in &scope.ports {
            let Role::Switch(switch) = self.plan[port.index()].role else { continue };
            for priority in scope.priorities.iter() {
                let plan = &self.plan[port.index()];
                let by_queue = plan.by_queue.contains(priority);
                if plan.by_group.contains(priority) {
                    self.check_voq_thresholds(*port, switch, priority);
                    self.check_xoff(*port, switch, priority);
                    self.check_xon(*port, switch, priority);
                }
                if by_queue || self.egress_pause(*port, priority).above_xoff {
                    self.on_queue_thresholds_changed(*port, priority);
                }
                self.memory_freed(*port, switch);
            }
        }
    }

    /// Applies `setting` to the PG and the egress queue of (`port`, `priority`) at a switch. Settings are
    /// thresholds, sizes and ECN values; the values are not checked.
    fn set_priority(&mut self, port: PortId, switch: SwitchId, priority: Priority, setting: Setting) {
        let at = queue_index(port, priority);
        let state = &mut self.state;
        let mut group = state.groups[at].config();
        let queue = &mut state.queues[at];
        let ecn = &mut queue.ecn;
        match setting {
            Setting::Xoff(bytes) => group.threshold = Threshold::Static(bytes),
            Setting::Alpha(alpha) => group.threshold = Threshold::Dynamic(alpha),
            Setting::Xon(bytes) => group.xon = bytes,
            Setting::XonOffset(offset) => group.xon_offset = offset,
            Setting::Headroom(bytes) => group.headroom = bytes,
            Setting::Reserve(bytes) => group.reserve = bytes,
            Setting::Kmin(bytes) => ecn.kmin = bytes,
            Setting::Kmax(bytes) => ecn.kmax = bytes,
            Setting::Pmax(probability) => ecn.pmax = probability,
            Setting::Group(config, limit) => (group, queue.limit) = (config, limit),
            // Settings that `set` applies without this function.
            Setting::Drain(_)
            | Setting::PfcTx(_)
            | Setting::PfcRx(_)
            | Setting::PauseTime(..)
            | Setting::Class(_)
            | Setting::Watchdog(_) => {}
        }
        state.groups[at].reconfigure(&mut state.pools[switch.index()], group);
    }

    /// Compares the VOQs of (`port`, `priority`) with their threshold after the threshold changed.
    /// Does nothing if the threshold does not apply to VOQs.
    fn check_voq_thresholds(&mut self, port: PortId, switch: SwitchId, priority: Priority) {
        let group = &self.state.groups[queue_index(port, priority)];
        if group.scope() == Scope::Voq {
            let threshold = group.threshold(&self.state.pools[switch.index()]);
            let input = self.input(port, priority);
            self.state.voqs[switch.index()].update_threshold(input, threshold);
        }
    }

    /// Specifications of all flows, in the order of [`FlowId`]. Flows of the document come first, then flows
    /// of actions in the order of the actions. Future actions are included.
    pub fn flow_specs(&self) -> impl Iterator<Item = &FlowSpec> {
        let added = self.actions.iter().flat_map(|timed| match &timed.action {
            Action::AddFlows(flows) => flows.as_slice(),
            _ => &[],
        });
        self.spec.flows.iter().chain(added)
    }
}
