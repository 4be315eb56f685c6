//! Incremental deadlock detection by the tracker ([`DeadlockTracker`]). After each event that may add a wait,
//! the tracker searches for a cycle of waits (`cycle_search`). While a cycle exists, the tracker recomputes
//! the stuck queues after every change.
//!
//! A paused queue transmits nothing, so its bytes from each input only grow. The tracker reads the frames of
//! a queue once, when the queue is paused, and then adds each new frame. While no queue is paused, the
//! tracker does nothing.

use crate::engine::World;
use crate::engine::state::queue_index;
use crate::fabric::buffer::{Pg, Threshold};
use crate::fabric::frame::Indication;
use crate::ids::{LocalPort, MAX_PORTS, PortId, Priority, PrioritySet, QueueId};
use crate::wire::PRIORITIES;

use super::backlog::{Backlogs, BytesByInput};
use super::cycle_search::CycleSearch;
use super::resumes::LostResume;
use super::storms::EndedStorm;
use super::{CycleTrigger, Cycles, Storm, Truth, WatchdogDecisions};
use crate::units::Time;

/// State of the deadlock detection. The detection only observes the run: no event depends on its result.
#[derive(Clone, Debug)]
pub(in crate::engine) struct DeadlockTracker {
    /// Bytes in blocked queues, by input.
    pub(super) backlogs: Backlogs,
    /// Priorities whose pauses were refreshed in time at the last check, indexed by port.
    refreshed_in_time: Vec<PrioritySet>,
    /// Changes that the current event made to blocked queues, or to queues for which blocked queues wait. In
    /// the order in which the changes were recorded.
    pub(super) changes: Vec<QueueChange>,
    /// Cycles of waits since the start.
    pub cycles: Cycles,
    /// Decisions of watchdogs since the start.
    pub watchdog_decisions: WatchdogDecisions,
    /// Time of the last decision of a watchdog, and the actual states of all blocked queues. The states are
    /// those just before the first decision at that time. `None` before the first decision of the run.
    pub instant: Option<(Time, Vec<(QueueId, Truth)>)>,
    /// Pause storms in progress; a new one is added at the end.
    pub storms: Vec<Storm>,
    /// Storms whose last pause may still block their queue, in the order in which they ended.
    pub(super) ended_storms: Vec<EndedStorm>,
    /// Lost resumes whose queues are still paused, in no particular order.
    pub(super) lost_resumes: Vec<LostResume>,
    pub(super) search: CycleSearch,
    /// Cost of all searches for cycles and for routes since the start. The unit is the time that one event
    /// takes.
    pub(in crate::engine) work: u64,
}

/// Number of visits (of a port, queue, input or frame) that take as long as one event. Measured;
/// approximate.
const VISITS_PER_EVENT: u64 = 2;
/// Number of visits that cost nothing in each search. In a small fabric, all events then have the same cost.
const UNCOUNTED: u64 = 64;

/// Change of one queue in the current event.
#[derive(Clone, Copy, Debug)]
pub(super) struct QueueChange {
    pub(super) queue: QueueId,
    pub(super) how: CycleTrigger,
    /// Whether the change can form a cycle, because it adds a wait from or to the queue. `false`: the change
    /// can only dissolve a cycle, or change whether a cycle is a deadlock.
    pub(super) can_form_cycle: bool,
}

impl DeadlockTracker {
    pub fn new(ports: usize) -> Self {
        Self {
            backlogs: Backlogs::new(ports * PRIORITIES),
            refreshed_in_time: vec![PrioritySet::EMPTY; ports],
            changes: Vec::new(),
            cycles: Cycles::default(),
            watchdog_decisions: WatchdogDecisions::default(),
            instant: None,
            storms: Vec::new(),
            ended_storms: Vec::new(),
            lost_resumes: Vec::new(),
            search: CycleSearch::new(ports * PRIORITIES),
            work: 0,
        }
    }

    /// Whether the current event recorded a change, so that [`World::search_cycles`] must run.
    #[inline]
    pub fn has_changes(&self) -> bool {
        !self.changes.is_empty()
    }

    /// Records a change that may add a wait from or to the queue (`port`, `priority`), and so may form a
    /// cycle.
    pub fn record_possible_cycle(&mut self, port: PortId, priority: Priority, how: CycleTrigger) {
        self.changes.push(QueueChange { queue: QueueId::new(port, priority), how, can_form_cycle: true });
    }

    /// Records a change of the queue (`port`, `priority`) that adds no wait. The change may dissolve a cycle
    /// of waits, or change whether a cycle is a deadlock. Does nothing while there is no cycle.
    pub fn may_change(&mut self, port: PortId, priority: Priority, how: CycleTrigger) {
        if !self.cycles.standing().is_empty() {
            self.changes.push(QueueChange {
                queue: QueueId::new(port, priority),
                how,
                can_form_cycle: false,
            });
        }
    }

    /// Adds the cost of one search for a cycle or a route to the work of the run. `visits` is the number of
    /// ports, queues, inputs and frames visited. The first 64 visits of each search cost nothing.
    pub(in crate::engine) fn count(&mut self, visits: u64) {
        self.work += visits.saturating_sub(UNCOUNTED) / VISITS_PER_EVENT;
    }

    /// Heap memory of the deadlock detection, in bytes.
    pub(in crate::engine) fn heap_bytes(&self) -> usize {
        let Self {
            backlogs,
            refreshed_in_time,
            changes,
            cycles,
            watchdog_decisions,
            instant,
            storms,
            ended_storms,
            lost_resumes,
            search,
            work: _,
        } = self;
        backlogs.heap_bytes()
            + size_of_val(&refreshed_in_time[..])
            + size_of_val(&changes[..])
            + cycles.heap_bytes()
            + watchdog_decisions.heap_bytes()
            + instant.as_ref().map_or(0, |(_, truths)| size_of_val(&truths[..]))
            + size_of_val(&storms[..])
            + size_of_val(&ended_storms[..])
            + size_of_val(&lost_resumes[..])
            + search.heap_bytes()
    }
}

impl World {
    /// Cycles of waits since the start, with their causes, and whether each is a deadlock. Stuck
    /// queues outside of cycles are found by [`World::waits`].
    #[must_use]
    pub fn cycles(&self) -> &Cycles {
        &self.deadlocks.cycles
    }

    /// Decisions of watchdogs since the start, each with the actual state of its queue at that time.
    #[must_use]
    pub fn watchdog_decisions(&self) -> &WatchdogDecisions {
        &self.deadlocks.watchdog_decisions
    }

    /// Updates the tracker when the queue (`port`, `priority`) has been paused or has run out of
    /// credits.
    pub(in crate::engine) fn on_queue_blocked(
        &mut self,
        port: PortId,
        priority: Priority,
        how: CycleTrigger,
    ) {
        self.read_backlog(port, priority);
        self.deadlocks.record_possible_cycle(port, priority, how);
        if how == CycleTrigger::Paused {
            self.on_blocked_by_storm(port, priority);
            self.update_refreshed(port, PrioritySet::of(priority));
        }
    }

    /// Updates the tracker when the queue (`port`, `priority`) is no longer paused or has credits
    /// again.
    pub(in crate::engine) fn on_queue_unblocked(&mut self, port: PortId, priority: Priority) {
        self.on_unblocked(port, priority);
        self.deadlocks.backlogs.clear(queue_index(port, priority));
        self.deadlocks.may_change(port, priority, CycleTrigger::Changed);
        self.clear_lost_resume(port, priority);
    }

    /// Updates the tracker when frames of the queue (`port`, `priority`) were dropped.
    pub(in crate::engine) fn on_frames_dropped(&mut self, port: PortId, priority: Priority) {
        if self.blocked_priorities(port).contains(priority) {
            self.read_backlog(port, priority);
        }
        self.deadlocks.may_change(port, priority, CycleTrigger::Changed);
    }

    /// Whether more bytes in the PG (`input`, `priority`) can change a wait. `true` if the queue that this PG
    /// may pause is blocked. While a cycle exists, also `true` if the switch has a PG with a dynamic
    /// threshold, because every such threshold falls when this PG grows.
    fn can_change_wait(&self, input: PortId, priority: Priority) -> bool {
        let peer = self.plan[input.index()].peer;
        let moves = |group: &Pg| matches!(group.config().threshold, Threshold::Dynamic(_));
        self.blocked_priorities(peer).contains(priority)
            || !self.deadlocks.cycles.standing().is_empty() && {
                let ports = &self.spec.owner(input).ports;
                let places = ports.start as usize * PRIORITIES..ports.end as usize * PRIORITIES;
                self.state.groups[places].iter().any(moves)
            }
    }

    /// Updates the tracker when credits of (`port`, `priority`) changed without a new wait, for
    /// example because an update arrived.
    pub(in crate::engine) fn on_credits_changed(&mut self, port: PortId, priority: Priority) {
        if self.is_starved(port, priority) {
            self.deadlocks.may_change(port, priority, CycleTrigger::Changed);
        }
    }

    /// Updates the tracker when credits of (`port`, `priority`) were lost, or when the buffer at the other
    /// end begins to hold a frame. After either change, the queue (`port`, `priority`) may wait for another
    /// queue.
    pub(in crate::engine) fn on_credits_lost(&mut self, port: PortId, priority: Priority) {
        if self.is_starved(port, priority) {
            self.deadlocks.record_possible_cycle(port, priority, CycleTrigger::Changed);
        }
    }

    /// Updates the tracker when a frame of `bytes` that came in by `input` has joined the blocked queue
    /// (`output`, `priority`).
    pub(in crate::engine) fn on_blocked_queue_grew(
        &mut self,
        input: PortId,
        output: PortId,
        priority: Priority,
        bytes: u64,
    ) {
        let is_new = self.deadlocks.backlogs.add(
            queue_index(output, priority),
            self.plan[input.index()].number,
            bytes,
        );
        if !self.can_change_wait(input, priority) {
            return;
        }
        let how = CycleTrigger::Fed(input);
        if is_new {
            self.deadlocks.record_possible_cycle(output, priority, how);
        } else {
            self.deadlocks.may_change(output, priority, how);
        }
    }

    /// Updates the tracker when a frame of `priority` has joined the single FIFO of `input`. If frames of
    /// blocked queues are ahead of the new frame in this FIFO, they may block it.
    pub(in crate::engine) fn on_fifo_grew(&mut self, input: PortId, priority: Priority) {
        if !self.can_change_wait(input, priority) {
            return;
        }
        let number = self.plan[input.index()].number;
        for output in self.spec.owner(input).ports.clone().map(PortId) {
            for priority in self.blocked_priorities(output).iter() {
                if self.deadlocks.backlogs.inputs(queue_index(output, priority)).contains(number) {
                    self.deadlocks.record_possible_cycle(output, priority, CycleTrigger::Fed(input));
                }
            }
        }
    }

    /// Updates the tracker when the egress queue (`output`, `priority`) behind a crossbar has
    /// become full. In single FIFOs, frames for this queue then block the frames behind them.
    pub(in crate::engine) fn on_egress_queue_filled(&mut self, output: PortId, priority: Priority) {
        if self.blocked_priorities(output).contains(priority) {
            self.deadlocks.record_possible_cycle(output, priority, CycleTrigger::Changed);
        }
    }

    /// Updates the tracker when `port` changes its pause requests: pauses of the priorities `pauses`, or
    /// resumes of the priorities `resumes`.
    pub(in crate::engine) fn on_pause_request_changed(
        &mut self,
        port: PortId,
        pauses: PrioritySet,
        resumes: PrioritySet,
    ) {
        let peer = self.plan[port.index()].peer;
        let stopped = self.paused(peer);
        (pauses & stopped)
            .iter()
            .for_each(|n| self.deadlocks.record_possible_cycle(peer, n, CycleTrigger::PauseRequested));
        let announced = self.state.ports[port.index()].sender.announced_pauses();
        (pauses & stopped & announced).iter().for_each(|n| self.clear_lost_resume(peer, n));
        (resumes & stopped).iter().for_each(|n| self.deadlocks.may_change(peer, n, CycleTrigger::Changed));
    }

    /// Checks again whether the pauses that `port` has received are refreshed in time. If the result changes
    /// for a priority, reports this change to the deadlock detection.
    pub(in crate::engine) fn recheck_refresh(&mut self, port: PortId) {
        let changed = self.update_refreshed(port, self.paused(port));
        self.on_refresh_changed(port, changed);
    }

    /// Checks for each of `priorities` whether the peer of `port` refreshes pauses in time, and stores the
    /// results. Returns the priorities whose result has changed.
    pub(super) fn update_refreshed(&mut self, port: PortId, priorities: PrioritySet) -> PrioritySet {
        let refreshed_in_time = self.refreshed(port, priorities);
        let known = &mut self.deadlocks.refreshed_in_time[port.index()];
        let changed = (*known ^ refreshed_in_time) & priorities;
        *known ^= changed;
        changed
    }

    /// Updates the tracker after a change of refreshes: pauses of the priorities `changed` of `port` are now
    /// refreshed in time, or no longer. Priorities that are not paused are ignored.
    pub(in crate::engine) fn on_refresh_changed(&mut self, port: PortId, changed: PrioritySet) {
        let changed = changed & self.paused(port);
        changed.iter().for_each(|n| self.deadlocks.record_possible_cycle(port, n, CycleTrigger::Changed));
    }

    /// Updates the tracker when the PFC frame `content` to `port` was lost, or when a fault that loses PFC
    /// frames there begins or ends.
    pub(in crate::engine) fn pfc_lost(&mut self, port: PortId, content: Indication) {
        let paused = self.paused(port);
        let lost = (content.pauses | content.resumes) & paused;
        lost.iter().for_each(|n| self.deadlocks.record_possible_cycle(port, n, CycleTrigger::Changed));
        // A fault that loses a limited number of PFC frames may end with this frame, whatever its
        // priority. The next refreshes then arrive.
        self.recheck_refresh(port);
        self.resume_lost(port, content.resumes & paused);
    }

    /// Sums the bytes of the frames in the blocked queue (`port`, `priority`) by input, and stores the sums
    /// as the backlog of the queue.
    fn read_backlog(&mut self, port: PortId, priority: Priority) {
        let (sums, frames) = self.backlog_sums(port, priority);
        self.deadlocks.backlogs.set(queue_index(port, priority), &sums);
        self.deadlocks.count(frames);
    }

    /// Memory of the frames for (`port`, `priority`) in a switch, in bytes, indexed by input; and
    /// the number of frames. Zero at a host.
    fn backlog_sums(&self, port: PortId, priority: Priority) -> (BytesByInput, u64) {
        let (mut sums, mut frames) = ([0; MAX_PORTS], 0);
        if self.plan[port.index()].role.switch().is_some() {
            self.frames_for(port, priority, |frame| {
                sums[self.plan[frame.ingress().index()].number.index()] += self.memory_of(frame);
                frames += 1;
            });
        }
        (sums, frames)
    }

    /// Whether the backlog of every blocked queue equals the sum of the frames in this queue. For assertions.
    pub(super) fn backlogs_are_true(&self) -> bool {
        (0..self.plan.len()).map(PortId::new).all(|port| {
            self.blocked_priorities(port).iter().all(|n| {
                let (sums, _) = self.backlog_sums(port, n);
                let backlog = self.deadlocks.backlogs.at(queue_index(port, n));
                LocalPort::all(sums.len()).zip(sums).all(|(input, bytes)| backlog.of(input) == bytes)
            })
        })
    }
}
