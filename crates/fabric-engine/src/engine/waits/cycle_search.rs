//! Search for a cycle of waits, after an event that may have formed a cycle. The search looks only at the
//! backlogs of blocked queues. If it finds a cycle, [`World::waits`] decides whether the cycle exists. Start
//! with [`World::search_cycles`].

use super::tracker::QueueChange;
use super::{CycleChange, TriggeringEvent};
use crate::engine::state::queue_index;
use crate::engine::{EventKind, Recorder, World};
use crate::ids::{PrioritySet, QueueId};

/// State of a search for a cycle of waits.
#[derive(Clone, Debug, Default)]
pub(super) struct CycleSearch {
    /// Number of the last search that visited each PG, indexed by [`queue_index`]. Searches are numbered.
    seen: Vec<u32>,
    /// Number of the present search, or of the last search if none is in progress. Each search has the next
    /// number.
    number: u32,
    /// Queues that the current search has still to visit; the last is visited next.
    open: Vec<QueueId>,
}

impl CycleSearch {
    /// Creates the state of a search for a fabric with `groups` priority groups (PGs).
    pub fn new(groups: usize) -> Self {
        Self { seen: vec![0; groups], ..Self::default() }
    }

    /// Heap memory of the search state, in bytes.
    pub fn heap_bytes(&self) -> usize {
        size_of_val(&self.seen[..]) + size_of_val(&self.open[..])
    }
}

impl World {
    /// Runs after an event that recorded changes, and searches for a new cycle. If the search finds a cycle,
    /// or if a cycle already existed, recomputes the stuck queues and updates the cycles. If the cycles
    /// changed, emits [`EventKind::CyclesChanged`] at the queue of the first change.
    #[cold]
    pub(in crate::engine) fn search_cycles<R: Recorder>(&mut self, recorder: &mut R) {
        let changes = std::mem::take(&mut self.deadlocks.changes);
        debug_assert!(
            self.backlogs_are_true(),
            "a frame joined or left a blocked queue, and the tracker was not updated"
        );
        let has_cycle = !self.deadlocks.cycles.standing().is_empty();
        if has_cycle || changes.iter().any(|change| change.can_form_cycle && self.is_in_cycle(change.queue)) {
            let at = self.state.now;
            let cause = |change: &QueueChange| TriggeringEvent { at, queue: change.queue, how: change.how };
            let causes: Vec<TriggeringEvent> = changes.iter().map(cause).collect();
            let waits = self.waits();
            self.deadlocks.count(waits.visits);
            for queue in &waits.queues {
                self.update_refreshed(queue.port, PrioritySet::of(queue.priority));
            }
            let change = self.deadlocks.cycles.update(&waits, &causes);
            if change != CycleChange::default() {
                let QueueId { port, priority } = causes[0].queue;
                self.emit(recorder, port, EventKind::CyclesChanged(priority, change));
            }
        }
        self.deadlocks.changes = changes;
        self.deadlocks.changes.clear();
    }

    /// Whether the blocked queue `start` may be in a cycle of waits. Looks only at the backlogs of blocked
    /// queues; if the result is `true`, [`World::waits`] decides whether a cycle exists.
    fn is_in_cycle(&mut self, start: QueueId) -> bool {
        let mut search = std::mem::take(&mut self.deadlocks.search);
        search.number = search.number.wrapping_add(1);
        search.open.clear();
        search.open.push(start);
        let mut found = false;
        let mut visits = 0;
        while let Some(QueueId { port, priority }) = search.open.pop().filter(|_| !found) {
            let group = self.plan[port.index()].peer;
            let is_blocking = self.is_blocking_peer(group, priority);
            let seen = &mut search.seen[queue_index(group, priority)];
            if is_blocking && std::mem::replace(seen, search.number) != search.number {
                visits += self.spec.owner(group).ports.len() as u64;
                self.queues_above_xon(group, priority, |queue| {
                    found |= queue == start;
                    search.open.push(queue);
                });
            }
        }
        self.deadlocks.search = search;
        self.deadlocks.count(visits);
        found
    }
}
