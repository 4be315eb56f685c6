//! Incremental deadlock detection. After each event that may add a wait-for edge, search for a
//! cycle; while a cycle exists, recompute the stuck set after every change.
//!
//! A queue that is paused sends nothing, so what it holds of each input only
//! grows: a set of inputs a queue, read from its frames as it pauses, is all
//! that the search needs, and while nothing is paused nothing is done.

use crate::engine::state::lane;
use crate::engine::{Recorder, What, World};
use crate::fabric::buffer::{Pg, Threshold};
use crate::fabric::frame::Indication;
use crate::ids::{PortId, priorities};
use crate::wire::PRIORITIES;

use super::backlog::Backlogs;
use super::resumes::Unheard;
use super::{Cause, Circles, How, Queue, Storm, Truth, Verdicts};
use crate::units::Time;

/// Deadlock tracker: derived from the state of the run, which never reads it.
#[derive(Clone, Debug)]
pub(in crate::engine) struct DeadlockTracker {
    /// What waits for the queues that may not send.
    pub(super) backlogs: Backlogs,
    /// By port: the priorities whose pauses were to be said again in time when that
    /// was looked at last: as the truth was computed, or a pause was said.
    lasting: Vec<u8>,
    /// What this event did to queues that wait, or to whom they wait for.
    stirred: Vec<Stirred>,
    /// The circles so far.
    pub circles: Circles,
    /// What watchdogs decided.
    pub verdicts: Verdicts,
    /// What was true of the queues that waited when the first of them decided
    /// anything at the instant given.
    pub instant: Option<(Time, Vec<(Queue, Truth)>)>,
    /// The storms that go on.
    pub storms: Vec<Storm>,
    /// The resumes that were lost, and are not made good.
    pub(super) unheard: Vec<Unheard>,
    search: Search,
    /// What searches for circles and for routes cost so far, in events that take as long.
    pub(in crate::engine) work: u64,
}

/// So many looks at a port, a queue, an input or a frame take as long as an
/// event of the loop, by measurement and roughly.
const LOOKS_PER_EVENT: u64 = 2;
/// Looks of one search that are not counted: events of a small fabric cost what events cost.
const UNCOUNTED: u64 = 64;

/// A search through the waits.
#[derive(Clone, Debug, Default)]
struct Search {
    /// Where it has been: its number, by port and priority.
    seen: Vec<u32>,
    number: u32,
    /// Where it goes on.
    open: Vec<Queue>,
}

/// Something happened to a queue.
#[derive(Clone, Copy, Debug)]
struct Stirred {
    queue: Queue,
    how: How,
    /// Whether it gave the queue something new to wait for, or made it
    /// something new that others wait for.
    may_close: bool,
}

impl DeadlockTracker {
    pub fn new(ports: usize) -> Self {
        Self {
            backlogs: Backlogs::new(ports * PRIORITIES),
            lasting: vec![0; ports],
            stirred: Vec::new(),
            circles: Circles::default(),
            verdicts: Verdicts::default(),
            instant: None,
            storms: Vec::new(),
            unheard: Vec::new(),
            search: Search { seen: vec![0; ports * PRIORITIES], ..Search::default() },
            work: 0,
        }
    }

    /// Whether the event that is over did anything that is to be looked at.
    #[inline]
    pub fn is_stirred(&self) -> bool {
        !self.stirred.is_empty()
    }

    /// An edge that is new leads from or to the queue.
    pub fn may_close(&mut self, port: usize, priority: u8, how: How) {
        self.stirred.push(Stirred { queue: (PortId::new(port), priority), how, may_close: true });
    }

    /// Something changed that closes no circle, but may free or kill one.
    pub fn may_change(&mut self, port: usize, priority: u8, how: How) {
        if !self.circles.standing().is_empty() {
            self.stirred.push(Stirred { queue: (PortId::new(port), priority), how, may_close: false });
        }
    }

    /// A search looked at so many things.
    pub(in crate::engine) fn count(&mut self, looks: u64) {
        self.work += looks.saturating_sub(UNCOUNTED) / LOOKS_PER_EVENT;
    }

    /// What it keeps beside itself in memory, in bytes.
    pub(in crate::engine) fn heap_bytes(&self) -> usize {
        let Self { backlogs, lasting, stirred, circles, verdicts, instant, storms, unheard, search, work: _ } =
            self;
        backlogs.heap_bytes()
            + size_of_val(&lasting[..])
            + size_of_val(&stirred[..])
            + circles.heap_bytes()
            + verdicts.heap_bytes()
            + instant.as_ref().map_or(0, |(_, truths)| size_of_val(&truths[..]))
            + size_of_val(&storms[..])
            + size_of_val(&unheard[..])
            + size_of_val(&search.seen[..])
            + size_of_val(&search.open[..])
    }
}

impl World {
    /// The circles of waits since the start: what closed each, and which of
    /// them are deadlocks. Found as they happen; who else is stuck behind them
    /// is for [`World::waits`] to say.
    #[must_use]
    pub fn circles(&self) -> &Circles {
        &self.deadlocks.circles
    }

    /// Watchdog verdicts since the start, each with the truth at its instant.
    #[must_use]
    pub fn verdicts(&self) -> &Verdicts {
        &self.deadlocks.verdicts
    }

    /// `priority` of `port` entered PAUSED, or has no credits left.
    pub(in crate::engine) fn queue_stops(&mut self, port: usize, priority: u8, how: How) {
        self.read_backlog(port, priority);
        self.deadlocks.may_close(port, priority, how);
        if how == How::Paused {
            self.storm_blocks(port, priority);
            self.lasts(port, 1 << priority);
        }
    }

    /// `priority` of `port` left PAUSED, or has credits again.
    pub(in crate::engine) fn queue_goes(&mut self, port: usize, priority: u8) {
        self.storm_unblocks(port, priority);
        self.deadlocks.backlogs.clear(lane(port, priority));
        self.deadlocks.may_change(port, priority, How::Changed);
        self.made_good(port, priority);
    }

    /// What waits for `port` and `priority` was changed by other means than a
    /// frame's coming and going.
    pub(in crate::engine) fn queue_changed(&mut self, port: usize, priority: u8) {
        if self.stopped(port) >> priority & 1 == 1 {
            self.read_backlog(port, priority);
        }
        self.deadlocks.may_change(port, priority, How::Changed);
    }

    /// Whether a queue waits for what the group of `priority` of `input` holds,
    /// as far as the peer is stopped. What a group holds for which nobody waits
    /// is in nobody's way, but for dynamic marks of its switch, which fall with
    /// what it takes of the pool.
    fn is_in_the_way(&self, input: usize, priority: u8) -> bool {
        let peer = self.plan[input].peer as usize;
        let moves = |group: &Pg| matches!(group.config().threshold, Threshold::Dynamic(_));
        self.stopped(peer) >> priority & 1 == 1
            || !self.deadlocks.circles.standing().is_empty() && {
                let ports = &self.spec.owner(PortId::new(input)).ports;
                let lanes = ports.start as usize * PRIORITIES..ports.end as usize * PRIORITIES;
                self.state.groups[lanes].iter().any(moves)
            }
    }

    /// What a queue waits for as credits became less, or came: it waits for no
    /// more than before.
    pub(in crate::engine) fn credits_move(&mut self, port: usize, priority: u8) {
        if self.is_starved(port, priority) {
            self.deadlocks.may_change(port, priority, How::Changed);
        }
    }

    /// Credits that a queue waits for were lost, or are held by a buffer from now on.
    pub(in crate::engine) fn credits_lost(&mut self, port: usize, priority: u8) {
        if self.is_starved(port, priority) {
            self.deadlocks.may_close(port, priority, How::Changed);
        }
    }

    /// A frame that came in by `input` and takes so many `bytes` of memory
    /// joined the queue of `output`, which may not send.
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

    /// A frame of `priority` joined the single FIFO of `input`: whatever of a
    /// paused queue stands in it may keep the frame.
    pub(in crate::engine) fn fifo_grew(&mut self, input: usize, priority: u8) {
        if !self.is_in_the_way(input, priority) {
            return;
        }
        let number = self.plan[input].number;
        for output in self.spec.owner(PortId::new(input)).ports.clone() {
            for priority in priorities(self.stopped(output as usize)) {
                if self.deadlocks.backlogs.inputs(lane(output as usize, priority)) >> number & 1 == 1 {
                    self.deadlocks.may_close(output as usize, priority, How::Fed(PortId::new(input)));
                }
            }
        }
    }

    /// There may be no room any more behind a crossbar for more frames of
    /// `priority` for `output`: with single FIFOs, they keep what is behind them.
    pub(in crate::engine) fn room_taken(&mut self, output: usize, priority: u8) {
        if self.stopped(output) >> priority & 1 == 1 {
            self.deadlocks.may_close(output, priority, How::Changed);
        }
    }

    /// What `port` wants of its peer, or told it, changed for these
    /// priorities: it pauses some, and resumes some.
    pub(in crate::engine) fn wish_changed(&mut self, port: usize, pauses: u8, resumes: u8) {
        let peer = self.plan[port].peer as usize;
        let stopped = self.paused(PortId::new(peer));
        priorities(pauses & stopped).for_each(|n| self.deadlocks.may_close(peer, n, How::Asked));
        let told = self.state.ports[port].sender.told();
        priorities(pauses & stopped & told).for_each(|n| self.made_good(peer, n));
        priorities(resumes & stopped).for_each(|n| self.deadlocks.may_change(peer, n, How::Changed));
    }

    /// Something happened to what `port`, which obeys pauses, is told or will be: whether
    /// these are said again in time is looked at anew.
    pub(in crate::engine) fn told_anew(&mut self, port: usize) {
        let changed = self.lasts(port, self.paused(PortId::new(port)));
        self.pauses_last(port, changed);
    }

    /// Which of these priorities of `port` are now known to be paused for as
    /// long as the peer asks, and were not, or the other way.
    fn lasts(&mut self, port: usize, priorities: u8) -> u8 {
        let lasting = self.refreshed(port, priorities);
        let known = &mut self.deadlocks.lasting[port];
        let changed = (*known ^ lasting) & priorities;
        *known ^= changed;
        changed
    }

    /// Whether the pauses that `port` obeys are said again in time changed for
    /// these priorities.
    pub(in crate::engine) fn pauses_last(&mut self, port: usize, changed: u8) {
        let changed = changed & self.paused(PortId::new(port));
        priorities(changed).for_each(|n| self.deadlocks.may_close(port, n, How::Changed));
    }

    /// PFC frames that were to come in at `port`, or are to come, do not.
    pub(in crate::engine) fn peer_unheard(&mut self, port: usize, told: Indication) {
        let paused = self.paused(PortId::new(port));
        let lost = (told.pauses | told.resumes) & paused;
        priorities(lost).for_each(|n| self.deadlocks.may_close(port, n, How::Changed));
        // A count of frames is of all priorities.
        self.told_anew(port);
        self.resume_unheard(port, told.resumes & paused);
    }

    /// An event is over that stirred something: if it closed a circle, or if
    /// one stands already, the truth is computed.
    #[cold]
    pub(in crate::engine) fn look_for_circles<R: Recorder>(&mut self, recorder: &mut R) {
        let stirred = std::mem::take(&mut self.deadlocks.stirred);
        debug_assert!(
            self.backlogs_are_true(),
            "a frame joined or left a stopped queue, and nobody was told"
        );
        let stands = !self.deadlocks.circles.standing().is_empty();
        if stands || stirred.iter().any(|one| one.may_close && self.is_in_circle(one.queue)) {
            let at = self.state.now;
            let cause = |one: &Stirred| Cause { at, queue: one.queue, how: one.how };
            let causes: Vec<Cause> = stirred.iter().map(cause).collect();
            let waits = self.waits();
            self.deadlocks.count(waits.looks);
            for queue in &waits.queues {
                self.lasts(queue.port.index(), 1 << queue.priority);
            }
            let turn = self.deadlocks.circles.turn(&waits, &causes);
            if turn != super::Turn::default() {
                let (port, priority) = causes[0].queue;
                self.note(recorder, port.index(), What::Circles(priority, turn));
            }
        }
        self.deadlocks.stirred = stirred;
        self.deadlocks.stirred.clear();
    }

    /// Reads from its frames what waits for a queue that may not send.
    fn read_backlog(&mut self, port: usize, priority: u8) {
        let (sums, frames) = self.backlog_sums(port, priority);
        self.deadlocks.backlogs.set(lane(port, priority), &sums);
        self.deadlocks.count(frames);
    }

    /// Memory that waits for a queue of a switch, in bytes by input, and how many frames that is.
    fn backlog_sums(&self, port: usize, priority: u8) -> ([u64; u64::BITS as usize], u64) {
        let (mut sums, mut frames) = ([0; u64::BITS as usize], 0);
        if self.plan[port].role.switch().is_some() {
            self.frames_for(port, priority, |frame| {
                sums[usize::from(self.plan[frame.ingress().index()].number)] += self.memory_of(frame);
                frames += 1;
            });
        }
        (sums, frames)
    }

    /// Whether the sums that are kept are those of the frames that wait.
    fn backlogs_are_true(&self) -> bool {
        (0..self.plan.len()).all(|port| {
            priorities(self.stopped(port)).all(|n| {
                let (sums, _) = self.backlog_sums(port, n);
                let kept = self.deadlocks.backlogs.at(lane(port, n));
                (0u8..).zip(sums).all(|(input, bytes)| kept.of(input) == bytes)
            })
        })
    }

    /// Whether a paused queue may wait, over paused queues, for itself.
    fn is_in_circle(&mut self, start: Queue) -> bool {
        let mut search = std::mem::take(&mut self.deadlocks.search);
        search.number = search.number.wrapping_add(1);
        search.open.clear();
        search.open.push(start);
        let mut found = false;
        let mut looks = 0;
        while let Some((port, priority)) = search.open.pop().filter(|_| !found) {
            let group = self.plan[port.index()].peer as usize;
            let asks = self.is_blocking_peer(PortId::new(group), priority);
            let seen = &mut search.seen[lane(group, priority)];
            if asks && std::mem::replace(seen, search.number) != search.number {
                looks += self.spec.owner(PortId::new(group)).ports.len() as u64;
                self.may_keep(group, priority, |queue| {
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
