//! PFC watchdogs in the engine: polls, decisions, mitigations (SONiC, PFC watchdog). The state
//! machine is in `fabric/watchdog`. Start with `World::poll_watchdogs`.
//!
//! All times are divided by `watchdog_scale`. A watchdog acts on its own queue. Exception: the mitigation
//! `disable` switches off PFC at the whole port until an action arms the watchdog again. The watchdog of a
//! NIC stops the pauses that the NIC sends. Each decision is recorded with the actual state of the queue
//! (`waits/watchdog_decisions.rs`), which the watchdog does not know.

use std::sync::Arc;

use crate::digest::Digest;
use crate::fabric::frame::{FrameId, Indication};
use crate::fabric::pfc::receiver::Change;
use crate::fabric::watchdog::{
    Mitigation, NicWatchdog, PollSample, Rule, Watchdog, WatchdogConfig, WatchdogDecision,
};
use crate::ids::{PortId, Priority, PrioritySet, QueueId};
use crate::spec::Spec;
use crate::units::Time;
use crate::wire::PRIORITIES;

use super::event_order::DeadlineId;
use super::state::queue_index;
use super::transmit::index_u32;
use super::{CheckedDecision, DropCause, EventKind, Recorder, World};

/// Watchdogs of one port.
#[derive(Clone, Debug)]
pub(super) struct PortWatchdogs {
    pub port: PortId,
    /// Watchdogs, indexed by priority; `None` for a priority without a watchdog.
    by_priority: [Option<Watchdog>; PRIORITIES],
    /// Configurations of `by_priority`; their times are already divided by `watchdog_scale`.
    configs: [Option<WatchdogConfig>; PRIORITIES],
    /// Watchdog of the NIC. `None` at a switch, and at a host without such a watchdog.
    nic: Option<NicWatchdog>,
}

impl PortWatchdogs {
    pub fn digest(&self, digest: &mut Digest) {
        self.by_priority.iter().flatten().for_each(|watchdog| watchdog.digest(digest));
        self.nic.iter().for_each(|watchdog| watchdog.digest(digest));
    }
}

/// Creates the watchdogs of all ports that have one, in the order of the ports.
pub(super) fn build(spec: &Spec) -> Vec<PortWatchdogs> {
    let ports = (0..spec.ports.len()).map(PortId::new);
    let with_watchdogs = ports.filter(|port| spec.ports[port.index()].config.has_watchdog());
    let watchdogs = |port: PortId| {
        let config = &spec.ports[port.index()].config;
        let scaled = |config: WatchdogConfig| config.faster(spec.watchdog_scale);
        let configs = config.priorities.map(|priority| priority.watchdog.map(scaled));
        PortWatchdogs {
            port,
            by_priority: configs.map(|config| config.map(|config| Watchdog::new(&config))),
            configs,
            nic: config.nic_watchdog.map(|_| NicWatchdog::default()),
        }
    };
    with_watchdogs.map(watchdogs).collect()
}

impl World {
    /// Configuration and state of the watchdog of (`port`, `priority`); `None` if there is no
    /// watchdog. Times in the configuration are divided by `watchdog_scale`.
    #[must_use]
    pub fn watchdog(&self, port: PortId, priority: Priority) -> Option<(WatchdogConfig, &Watchdog)> {
        let watchdogs = self.state.watchdogs.get(self.plan[port.index()].watchdog as usize)?;
        let n = priority.index();
        Some((watchdogs.configs[n]?, watchdogs.by_priority[n].as_ref()?))
    }

    /// Number of watchdogs in the fabric, of queues and of NICs together.
    #[must_use]
    pub fn watchdog_count(&self) -> usize {
        let of = |watchdogs: &PortWatchdogs| {
            watchdogs.by_priority.iter().flatten().count() + usize::from(watchdogs.nic.is_some())
        };
        self.state.watchdogs.iter().map(of).sum()
    }

    /// Detection time (divided by `watchdog_scale`) and state of the watchdog of the NIC at `port`;
    /// `None` if there is none.
    #[must_use]
    pub fn nic_watchdog(&self, port: PortId) -> Option<(Time, &NicWatchdog)> {
        let watchdogs = self.state.watchdogs.get(self.plan[port.index()].watchdog as usize)?;
        Some((self.nic_limit(port), watchdogs.nic.as_ref()?))
    }

    /// Detection time of the NIC watchdog at `port`, divided by `watchdog_scale`. Rounded up to a whole
    /// picosecond.
    fn nic_limit(&self, port: PortId) -> Time {
        let limit = self.spec.ports[port.index()].config.nic_watchdog.unwrap_or(Time::NEVER);
        Time(limit.ps().div_ceil(self.spec.watchdog_scale))
    }

    /// Schedules the next poll or timer of the watchdogs of a port. `n` is the index of the port among the
    /// ports with watchdogs.
    pub(super) fn arm_port_watchdogs(&mut self, n: usize) {
        let watchdogs = &self.state.watchdogs[n];
        let port = watchdogs.port;
        let nic =
            watchdogs.nic.as_ref().map_or(Time::NEVER, |watchdog| watchdog.deadline(self.nic_limit(port)));
        let next = watchdogs.by_priority.iter().flatten().map(Watchdog::deadline).fold(nic, Time::min);
        self.arm(DeadlineId::Watchdogs(index_u32(n)), next);
    }

    /// Reports to the watchdogs of `port` two facts: which priorities a received PFC frame contains, and
    /// which priorities were paused or resumed. Only priorities with a watchdog are reported.
    pub(super) fn notify_watchdogs(&mut self, port: PortId, received: Indication, change: Change) {
        let Some(watchdogs) = self.state.watchdogs.get_mut(self.plan[port.index()].watchdog as usize) else {
            return;
        };
        let now = self.state.now;
        let left = change.resumed | change.expired;
        let Indication { pauses, resumes, .. } = received;
        for n in (pauses | resumes | change.paused | left).iter() {
            let PortWatchdogs { by_priority, configs, .. } = &mut *watchdogs;
            let (Some(watchdog), Some(config)) = (&mut by_priority[n.index()], &configs[n.index()]) else {
                continue;
            };
            if (pauses | resumes).contains(n) {
                watchdog.receive(config, pauses.contains(n));
            }
            if change.paused.contains(n) {
                watchdog.on_paused(config, now);
            }
            if left.contains(n) {
                watchdog.on_resumed(config, now);
            }
        }
        self.arm_port_watchdogs(self.plan[port.index()].watchdog as usize);
    }

    /// Reports to the watchdog of the NIC at `port` that the NIC sent a pause (`pauses`), sent a resume, or
    /// moved a frame to memory. Does nothing if the NIC has no watchdog.
    pub(super) fn notify_nic_watchdog(&mut self, port: PortId, pauses: bool) {
        let n = self.plan[port.index()].watchdog as usize;
        let Some(watchdog) = self.state.watchdogs.get_mut(n).and_then(|watchdogs| watchdogs.nic.as_mut())
        else {
            return;
        };
        if pauses {
            watchdog.on_pause_sent(self.state.now);
        } else {
            watchdog.on_frame_to_memory();
        }
        self.arm_port_watchdogs(n);
    }

    /// Polls the watchdogs of a port at their deadline, and carries out their decisions: queues by priority,
    /// then the NIC. `n` is the index of the port among the ports with watchdogs.
    pub(super) fn poll_watchdogs<R: Recorder>(&mut self, n: usize, recorder: &mut R) {
        let now = self.state.now;
        let port = self.state.watchdogs[n].port;
        for priority in Priority::ALL {
            let Some(config) = self.state.watchdogs[n].configs[priority.index()] else { continue };
            let sample = self.poll_sample(port, priority);
            let Some(watchdog) = &mut self.state.watchdogs[n].by_priority[priority.index()] else { continue };
            if watchdog.deadline() > now {
                continue;
            }
            let decision = watchdog.poll(&config, now, sample);
            // A frame still in transmission also counts for the next poll.
            let at = &mut self.state.ports[port.index()];
            let still = if at.busy { at.sending } else { PrioritySet::EMPTY };
            at.sent &= !PrioritySet::of(priority) | still;
            if let Some(decision) = decision {
                self.apply_decision(port, priority, &config, decision, recorder);
            }
        }
        let limit = self.nic_limit(port);
        if let Some(watchdog) =
            self.state.watchdogs[n].nic.as_mut().filter(|watchdog| watchdog.deadline(limit) <= now)
        {
            watchdog.trip();
            self.stop_nic(port, recorder);
        }
        self.arm_port_watchdogs(n);
    }

    fn poll_sample(&self, port: PortId, priority: Priority) -> PollSample {
        let at = &self.state.ports[port.index()];
        PollSample {
            occupied: at.occupied.contains(priority)
                || self.state.queues[queue_index(port, priority)].bytes > 0,
            sent: at.sent.contains(priority),
        }
    }

    /// Records a decision of the watchdog of (`port`, `priority`) with the actual state of the queue, and
    /// begins or ends the mitigation.
    fn apply_decision<R: Recorder>(
        &mut self,
        port: PortId,
        priority: Priority,
        config: &WatchdogConfig,
        decision: WatchdogDecision,
        recorder: &mut R,
    ) {
        let truth = self.truth_of_instant(QueueId::new(port, priority));
        self.record(port, priority, decision, Some(config.rule), config.mitigation, truth, recorder);
        let bit = PrioritySet::of(priority);
        match (decision, config.mitigation) {
            // The end of a storm ends a mitigation that lasts, such as `Drop`. `Flush` acts only
            // once, and an action ends `Disable`.
            (WatchdogDecision::Ended, _) => {
                self.state.ports[port.index()].watchdog_drops &= !bit;
                self.stop_ignoring_pauses(port, bit, recorder);
            }
            (WatchdogDecision::Storm, Mitigation::Alert) => {}
            (WatchdogDecision::Storm, Mitigation::Flush) => self.flush_input(port, priority, recorder),
            (WatchdogDecision::Storm, Mitigation::Disable) => {
                self.state.ports[port.index()].sender.disable_transmission(PrioritySet::ALL);
                self.arm_sender(port);
                self.wake(port);
                self.ignore_pauses(port, PrioritySet::ALL, recorder);
            }
            (WatchdogDecision::Storm, Mitigation::Drop) => {
                self.state.ports[port.index()].watchdog_drops |= bit;
                self.flush_output(port, bit, Some(QueueId::new(port, priority)), recorder);
                self.ignore_pauses(port, bit, recorder);
            }
            (WatchdogDecision::Storm, Mitigation::Drain) => {
                self.state.ports[port.index()].watchdog_drops |= bit;
                self.ignore_pauses(port, bit, recorder);
            }
            (WatchdogDecision::Storm, Mitigation::Forward) => self.ignore_pauses(port, bit, recorder),
        }
    }

    /// Drops frame `id` from `input`, because the watchdog of `queue` mitigates a storm.
    pub(super) fn watchdog_drop<R: Recorder>(
        &mut self,
        input: PortId,
        queue: QueueId,
        id: FrameId,
        recorder: &mut R,
    ) {
        let frame = *self.state.frames.get(id);
        self.deadlocks.watchdog_decisions.lost(queue, frame.bytes);
        self.emit(recorder, queue.port, EventKind::WatchdogDropped(queue.priority, frame));
        self.drop_frame(input, id, DropCause::Watchdog, recorder);
    }

    /// Stops all pauses that the NIC at `port` sends, because the watchdog of the NIC has detected a storm of
    /// these pauses. Records the actual state of the switch queue at the other end of the link: a storm, if a
    /// pause source pauses the queue, otherwise congestion.
    fn stop_nic<R: Recorder>(&mut self, port: PortId, recorder: &mut R) {
        let peer = self.plan[port.index()].peer;
        let truth = self.storm_at(peer).map_or(super::Truth::Congestion, super::Storm::truth);
        let priority = self.configs.sender(&self.plan[port.index()]).enabled.lowest().unwrap_or(Priority::P7);
        self.record(port, priority, WatchdogDecision::Storm, None, Mitigation::Disable, truth, recorder);
        self.on_storm_stopped(peer);
        self.state.ports[port.index()].sender.disable_transmission(PrioritySet::ALL);
        self.arm_sender(port);
    }

    /// Begins to ignore pauses of the priorities `mask` at `port`.
    fn ignore_pauses<R: Recorder>(&mut self, port: PortId, mask: PrioritySet, recorder: &mut R) {
        let change = self.state.ports[port.index()].receiver.ignore(mask);
        self.apply_pause_change(port, change, recorder);
    }

    /// Makes `port` obey pauses of the priorities `mask` again, except priorities that another
    /// watchdog of the port still ignores. If a watchdog has disabled PFC, all priorities stay
    /// ignored.
    fn stop_ignoring_pauses<R: Recorder>(&mut self, port: PortId, mask: PrioritySet, recorder: &mut R) {
        let watchdogs = &self.state.watchdogs[self.plan[port.index()].watchdog as usize];
        let enabled = PrioritySet::ALL.iter().zip(watchdogs.by_priority.iter().zip(&watchdogs.configs));
        let ignores = enabled.fold(PrioritySet::EMPTY, |ignores, (n, watchdog)| match watchdog {
            (Some(watchdog), _) if watchdog.is_disarmed() => PrioritySet::ALL,
            (Some(watchdog), Some(config)) if watchdog.is_mitigating() && config.mitigation.ignores() => {
                ignores | PrioritySet::of(n)
            }
            _ => ignores,
        });
        let change = self.state.ports[port.index()].receiver.obey(mask & !ignores);
        self.apply_pause_change(port, change, recorder);
    }

    /// Arms the watchdogs of `port` that disabled PFC or stopped their NIC, and enables PFC again. Does
    /// nothing if no watchdog of the port disabled PFC or stopped the NIC.
    pub(super) fn rearm_watchdogs<R: Recorder>(&mut self, port: PortId, recorder: &mut R) {
        let n = self.plan[port.index()].watchdog as usize;
        let now = self.state.now;
        let Some(watchdogs) = self.state.watchdogs.get_mut(n) else { return };
        let mut is_rearmed = watchdogs.nic.as_mut().is_some_and(NicWatchdog::arm);
        for (watchdog, config) in watchdogs.by_priority.iter_mut().zip(&watchdogs.configs) {
            if let (Some(watchdog), Some(config)) = (watchdog, config) {
                is_rearmed |= watchdog.arm(config, now);
            }
        }
        if is_rearmed {
            self.state.ports[port.index()].sender.enable_transmission();
            self.arm_sender(port);
            self.wake(port);
            self.stop_ignoring_pauses(port, PrioritySet::ALL, recorder);
        }
        self.arm_port_watchdogs(n);
    }

    /// Replaces the watchdogs of the priorities `mask` of `port`. `config` has times before the division by
    /// `watchdog_scale`; `None` removes the watchdogs. The mitigation of the old watchdogs ends, and
    /// detection starts again. The watchdog of a NIC is not changed. The caller rebuilds the calendar.
    pub(super) fn set_watchdogs<R: Recorder>(
        &mut self,
        port: PortId,
        mask: PrioritySet,
        config: Option<WatchdogConfig>,
        recorder: &mut R,
    ) {
        if !self.plan[port.index()].has_watchdog() {
            if config.is_none() {
                return;
            }
            self.add_port_watchdogs(port);
        }
        let config = config.map(|config| config.faster(self.spec.watchdog_scale));
        let (now, at) = (self.state.now, &mut self.state.ports[port.index()]);
        at.sent &= !mask | if at.busy { at.sending } else { PrioritySet::EMPTY };
        let paused =
            if self.plan[port.index()].link_pause { PrioritySet::EMPTY } else { at.receiver.indicated() };
        let watchdogs = &mut self.state.watchdogs[self.plan[port.index()].watchdog as usize];
        for n in mask.iter() {
            let is_paused = paused.contains(n);
            watchdogs.configs[n.index()] = config;
            watchdogs.by_priority[n.index()] =
                config.map(|config| Watchdog::enabled_at(&config, now, is_paused));
        }
        let tripped = watchdogs.nic.as_ref().is_some_and(NicWatchdog::has_tripped);
        if !tripped && !watchdogs.by_priority.iter().flatten().any(Watchdog::is_disarmed) {
            self.state.ports[port.index()].sender.enable_transmission();
            self.arm_sender(port);
        }
        self.state.ports[port.index()].watchdog_drops &= !mask;
        self.stop_ignoring_pauses(port, PrioritySet::ALL, recorder);
        self.wake(port);
    }

    /// Adds an empty [`PortWatchdogs`] for a port without watchdogs. The list stays sorted by port.
    fn add_port_watchdogs(&mut self, port: PortId) {
        let n = self.state.watchdogs.partition_point(|watchdogs| watchdogs.port < port);
        let row = PortWatchdogs {
            port,
            by_priority: [const { None }; PRIORITIES],
            configs: [None; PRIORITIES],
            nic: None,
        };
        self.state.watchdogs.insert(n, row);
        let plans = Arc::make_mut(&mut self.plan);
        for (n, watchdogs) in (0u16..).zip(&self.state.watchdogs).skip(n) {
            plans[watchdogs.port.index()].watchdog = n;
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the fields of one record")]
    fn record<R: Recorder>(
        &mut self,
        port: PortId,
        priority: Priority,
        decision: WatchdogDecision,
        rule: Option<Rule>,
        mitigation: Mitigation,
        truth: super::Truth,
        recorder: &mut R,
    ) {
        let queue = QueueId::new(port, priority);
        let at = self.state.now;
        let checked =
            CheckedDecision { at, queue, decision, rule, mitigation, truth, lost_bytes: 0, lost_frames: 0 };
        self.deadlocks.watchdog_decisions.add(checked);
        self.emit(recorder, port, EventKind::WatchdogDecided(priority, decision, truth));
    }
}
