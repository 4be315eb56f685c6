//! Incremental deadlock detection. After each event that may add a wait, the tracker searches for a
//! cycle. While a cycle exists, it recomputes the stuck queues after every change.
//!
//! A paused queue transmits nothing, so the bytes that it holds from each input only grow. The set
//! of these inputs, read once when the queue is paused, is all that the search needs. While no
//! queue is paused, nothing is computed.

use crate::engine::state::lane;
use crate::engine::{EventKind, Recorder, World};
use crate::fabric::buffer::{Pg, Threshold};
use crate::fabric::frame::Indication;
use crate::ids::{LocalPort, MAX_PORTS, PortId, PrioritySet, QueueId};
use crate::wire::PRIORITIES;

use super::backlog::{Backlogs, BytesByInput};
use super::resumes::Unheard;
use super::{Cause, Cycles, How, Storm, Truth, Verdicts};
use crate::units::Time;

/// Deadlock tracker: derived from the state of the run, which never reads it.
#[derive(Clone, Debug)]
pub(in crate::engine) struct DeadlockTracker {
    /// Bytes of the frames in blocked queues.
    pub(super) backlogs: Backlogs,
    /// Mask of priorities whose pauses were refreshed in time at the last check, indexed by port.
    lasting: Vec<PrioritySet>,
    /// Changes of this event to blocked queues, or to queues that they wait for.
    stirred: Vec<Stirred>,
    /// Cycles since the start.
    pub cycles: Cycles,
    /// Decisions of watchdogs since the start.
    pub verdicts: Verdicts,
    /// State of the blocked queues when the first watchdog decided at the given instant; `None`: no
    /// decision yet.
    pub instant: Option<(Time, Vec<(QueueId, Truth)>)>,
    /// Pause storms in progress.
    pub storms: Vec<Storm>,
    /// Lost resumes that still block a queue.
    pub(super) unheard: Vec<Unheard>,
    search: Search,
    /// Work of searches for cycles and for routes so far, in events of equal duration.
    pub(in crate::engine) work: u64,
}

/// Visits of a port, queue, input or frame that take as long as one event of the loop; measured,
/// approximate.
const LOOKS_PER_EVENT: u64 = 2;
/// Visits of one search that are free, so that events of a small fabric all cost the same.
const UNCOUNTED: u64 = 64;

/// State of a search for a cycle of waits.
#[derive(Clone, Debug, Default)]
struct Search {
    /// Number of the last search that visited a queue, indexed by port and priority.
    seen: Vec<u32>,
    number: u32,
    /// Queues still to visit.
    open: Vec<QueueId>,
}

/// Change of a queue.
#[derive(Clone, Copy, Debug)]
struct Stirred {
    queue: QueueId,
    how: How,
    /// Whether the change may close a cycle: the queue waits for another queue, or another queue
    /// waits for it.
    may_close: bool,
}

impl DeadlockTracker {
    pub fn new(ports: usize) -> Self {
        Self {
            backlogs: Backlogs::new(ports * PRIORITIES),
            lasting: vec![PrioritySet::EMPTY; ports],
            stirred: Vec::new(),
            cycles: Cycles::default(),
            verdicts: Verdicts::default(),
            instant: None,
            storms: Vec::new(),
            unheard: Vec::new(),
            search: Search { seen: vec![0; ports * PRIORITIES], ..Search::default() },
            work: 0,
        }
    }

    /// Whether the last event changed anything that must be checked.
    #[inline]
    pub fn is_stirred(&self) -> bool {
        !self.stirred.is_empty()
    }

    /// Records a new wait from or to the queue.
    pub fn may_close(&mut self, port: usize, priority: u8, how: How) {
        self.stirred.push(Stirred { queue: QueueId::new(PortId::new(port), priority), how, may_close: true });
    }

    /// Records a change that closes no cycle and may end one or make it a deadlock.
    pub fn may_change(&mut self, port: usize, priority: u8, how: How) {
        if !self.cycles.standing().is_empty() {
            self.stirred.push(Stirred {
                queue: QueueId::new(PortId::new(port), priority),
                how,
                may_close: false,
            });
        }
    }

    /// Adds the visits of a search to the work.
    pub(in crate::engine) fn count(&mut self, looks: u64) {
        self.work += looks.saturating_sub(UNCOUNTED) / LOOKS_PER_EVENT;
    }

    /// Heap memory in bytes.
    pub(in crate::engine) fn heap_bytes(&self) -> usize {
        let Self { backlogs, lasting, stirred, cycles, verdicts, instant, storms, unheard, search, work: _ } =
            self;
        backlogs.heap_bytes()
            + size_of_val(&lasting[..])
            + size_of_val(&stirred[..])
            + cycles.heap_bytes()
            + verdicts.heap_bytes()
            + instant.as_ref().map_or(0, |(_, truths)| size_of_val(&truths[..]))
            + size_of_val(&storms[..])
            + size_of_val(&unheard[..])
            + size_of_val(&search.seen[..])
            + size_of_val(&search.open[..])
    }
}

impl World {
    /// Cycles of waits since the start, with their causes, and which of them are deadlocks.
    /// [`World::waits`] finds the other stuck queues.
    #[must_use]
    pub fn cycles(&self) -> &Cycles {
        &self.deadlocks.cycles
    }

    /// Decisions of watchdogs since the start, each with the true state of its queue.
    #[must_use]
    pub fn verdicts(&self) -> &Verdicts {
        &self.deadlocks.verdicts
    }

    /// Handles the blocking of (`port`, `priority`): it entered PAUSED, or ran out of credits.
    pub(in crate::engine) fn queue_stops(&mut self, port: usize, priority: u8, how: How) {
        self.read_backlog(port, priority);
        self.deadlocks.may_close(port, priority, how);
        if how == How::Paused {
            self.storm_blocks(port, priority);
            self.lasts(port, PrioritySet::of(priority));
        }
    }

    /// Handles the release of (`port`, `priority`): it left PAUSED, or has credits again.
    pub(in crate::engine) fn queue_goes(&mut self, port: usize, priority: u8) {
        self.storm_unblocks(port, priority);
        self.deadlocks.backlogs.clear(lane(port, priority));
        self.deadlocks.may_change(port, priority, How::Changed);
        self.clear_lost_resume(port, priority);
    }

    /// Handles a change of the frames queued for (`port`, `priority`) other than an enqueue or a
    /// transmission.
    pub(in crate::engine) fn queue_changed(&mut self, port: usize, priority: u8) {
        if self.stopped(port).contains(priority) {
            self.read_backlog(port, priority);
        }
        self.deadlocks.may_change(port, priority, How::Changed);
    }

    /// Whether a blocked queue waits for the bytes of the PG (`input`, `priority`). A PG for which
    /// no queue waits matters only through dynamic thresholds, which fall with the memory that it
    /// takes from the pool.
    fn is_in_the_way(&self, input: usize, priority: u8) -> bool {
        let peer = self.plan[input].peer as usize;
        let moves = |group: &Pg| matches!(group.config().threshold, Threshold::Dynamic(_));
        self.stopped(peer).contains(priority)
            || !self.deadlocks.cycles.standing().is_empty() && {
                let ports = &self.spec.owner(PortId::new(input)).ports;
                let lanes = ports.start as usize * PRIORITIES..ports.end as usize * PRIORITIES;
                self.state.groups[lanes].iter().any(moves)
            }
    }

    /// Handles a change of the credits of (`port`, `priority`), which adds no wait.
    pub(in crate::engine) fn credits_move(&mut self, port: usize, priority: u8) {
        if self.is_starved(port, priority) {
            self.deadlocks.may_change(port, priority, How::Changed);
        }
    }

    /// Handles credits of (`port`, `priority`) that were lost, or that a buffer holds from now on.
    pub(in crate::engine) fn credits_lost(&mut self, port: usize, priority: u8) {
        if self.is_starved(port, priority) {
            self.deadlocks.may_close(port, priority, How::Changed);
        }
    }

    /// Handles an enqueue: a frame of `bytes` from `input` joined the queue of `output`, which is
    /// blocked.
    pub(in crate::engine) fn stopped_queue_grew(
        &mut self,
        input: usize,
        output: usize,
        priority: u8,
        bytes: u64,
    ) {
        let is_new = self.deadlocks.backlogs.add(lane(output, priority), self.plan[input].number, bytes);
        if !self.is_in_the_way(input, priority) {
            return;
        }
        let how = How::Fed(PortId::new(input));
        if is_new {
            self.deadlocks.may_close(output, priority, how);
        } else {
            self.deadlocks.may_change(output, priority, how);
        }
    }

    /// Handles an enqueue at the single FIFO of `input`: frames of blocked queues in it may block
    /// the new frame.
    pub(in crate::engine) fn fifo_grew(&mut self, input: usize, priority: u8) {
        if !self.is_in_the_way(input, priority) {
            return;
        }
        let number = self.plan[input].number;
        for output in self.spec.owner(PortId::new(input)).ports.clone() {
            for priority in self.stopped(output as usize).iter() {
                if self.deadlocks.backlogs.inputs(lane(output as usize, priority)).contains(number) {
                    self.deadlocks.may_close(output as usize, priority, How::Fed(PortId::new(input)));
                }
            }
        }
    }

    /// Handles the filling of the egress queue of (`output`, `priority`) behind a crossbar: with
    /// single FIFOs, its frames block the frames behind them.
    pub(in crate::engine) fn room_taken(&mut self, output: usize, priority: u8) {
        if self.stopped(output).contains(priority) {
            self.deadlocks.may_close(output, priority, How::Changed);
        }
    }

    /// Handles a change of the pauses that `port` requests or has sent: masks of priorities paused
    /// and resumed.
    pub(in crate::engine) fn on_pause_request_changed(
        &mut self,
        port: usize,
        pauses: PrioritySet,
        resumes: PrioritySet,
    ) {
        let peer = self.plan[port].peer as usize;
        let stopped = self.paused(PortId::new(peer));
        (pauses & stopped).iter().for_each(|n| self.deadlocks.may_close(peer, n, How::PauseRequested));
        let told = self.state.ports[port].sender.announced_pauses();
        (pauses & stopped & told).iter().for_each(|n| self.clear_lost_resume(peer, n));
        (resumes & stopped).iter().for_each(|n| self.deadlocks.may_change(peer, n, How::Changed));
    }

    /// Checks again whether the pauses that `port` obeys are refreshed in time.
    pub(in crate::engine) fn recheck_refresh(&mut self, port: usize) {
        let changed = self.lasts(port, self.paused(PortId::new(port)));
        self.pauses_last(port, changed);
    }

    /// Mask of those `priorities` of `port` for which the check of refreshed pauses has a new
    /// result.
    fn lasts(&mut self, port: usize, priorities: PrioritySet) -> PrioritySet {
        let lasting = self.refreshed(port, priorities);
        let known = &mut self.deadlocks.lasting[port];
        let changed = (*known ^ lasting) & priorities;
        *known ^= changed;
        changed
    }

    /// Handles a change of the priorities of `port` whose pauses are refreshed in time.
    pub(in crate::engine) fn pauses_last(&mut self, port: usize, changed: PrioritySet) {
        let changed = changed & self.paused(PortId::new(port));
        changed.iter().for_each(|n| self.deadlocks.may_close(port, n, How::Changed));
    }

    /// Handles the loss of PFC frames on the way to `port`.
    pub(in crate::engine) fn pfc_lost(&mut self, port: usize, told: Indication) {
        let paused = self.paused(PortId::new(port));
        let lost = (told.pauses | told.resumes) & paused;
        lost.iter().for_each(|n| self.deadlocks.may_close(port, n, How::Changed));
        // A fault that counts lost frames counts those of all priorities.
        self.recheck_refresh(port);
        self.resume_lost(port, told.resumes & paused);
    }

    /// Runs after an event with recorded changes: searches for a new cycle, and recomputes the
    /// stuck queues if one was closed or exists already.
    #[cold]
    pub(in crate::engine) fn look_for_cycles<R: Recorder>(&mut self, recorder: &mut R) {
        let stirred = std::mem::take(&mut self.deadlocks.stirred);
        debug_assert!(
            self.backlogs_are_true(),
            "a frame joined or left a stopped queue, and nobody was told"
        );
        let has_cycle = !self.deadlocks.cycles.standing().is_empty();
        if has_cycle || stirred.iter().any(|one| one.may_close && self.is_in_cycle(one.queue)) {
            let at = self.state.now;
            let cause = |one: &Stirred| Cause { at, queue: one.queue, how: one.how };
            let causes: Vec<Cause> = stirred.iter().map(cause).collect();
            let waits = self.waits();
            self.deadlocks.count(waits.looks);
            for queue in &waits.queues {
                self.lasts(queue.port.index(), PrioritySet::of(queue.priority));
            }
            let turn = self.deadlocks.cycles.turn(&waits, &causes);
            if turn != super::Turn::default() {
                let QueueId { port, priority } = causes[0].queue;
                self.emit(recorder, port.index(), EventKind::Cycles(priority, turn));
            }
        }
        self.deadlocks.stirred = stirred;
        self.deadlocks.stirred.clear();
    }

    /// Reads the frames of a queue that is now blocked into the backlog.
    fn read_backlog(&mut self, port: usize, priority: u8) {
        let (sums, frames) = self.backlog_sums(port, priority);
        self.deadlocks.backlogs.set(lane(port, priority), &sums);
        self.deadlocks.count(frames);
    }

    /// Memory of the frames of a switch's queue, in bytes by input, and the number of frames.
    fn backlog_sums(&self, port: usize, priority: u8) -> (BytesByInput, u64) {
        let (mut sums, mut frames) = ([0; MAX_PORTS], 0);
        if self.plan[port].role.switch().is_some() {
            self.frames_for(port, priority, |frame| {
                sums[self.plan[frame.ingress().index()].number.index()] += self.memory_of(frame);
                frames += 1;
            });
        }
        (sums, frames)
    }

    /// Whether the recorded sums equal those of the queued frames.
    fn backlogs_are_true(&self) -> bool {
        (0..self.plan.len()).all(|port| {
            self.stopped(port).iter().all(|n| {
                let (sums, _) = self.backlog_sums(port, n);
                let kept = self.deadlocks.backlogs.at(lane(port, n));
                LocalPort::all(sums.len()).zip(sums).all(|(input, bytes)| kept.of(input) == bytes)
            })
        })
    }

    /// Whether a blocked queue may wait for itself through other blocked queues.
    fn is_in_cycle(&mut self, start: QueueId) -> bool {
        let mut search = std::mem::take(&mut self.deadlocks.search);
        search.number = search.number.wrapping_add(1);
        search.open.clear();
        search.open.push(start);
        let mut found = false;
        let mut looks = 0;
        while let Some(QueueId { port, priority }) = search.open.pop().filter(|_| !found) {
            let group = self.plan[port.index()].peer as usize;
            let asks = self.is_blocking_peer(PortId::new(group), priority);
            let seen = &mut search.seen[lane(group, priority)];
            if asks && std::mem::replace(seen, search.number) != search.number {
                looks += self.spec.owner(PortId::new(group)).ports.len() as u64;
                self.queues_above_xon(group, priority, |queue| {
                    found |= queue == start;
                    search.open.push(queue);
                });
            }
        }
        self.deadlocks.search = search;
        self.deadlocks.count(looks);
        found
    }
}
