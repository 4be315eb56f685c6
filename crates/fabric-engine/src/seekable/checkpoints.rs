//! Checkpoints of a run, within a budget of bytes: many near the cursor, fewer with greater distance. Start
//! with [`Checkpoints::offer`].
//!
//! Checkpoints are ordered by event. The checkpoint of the start is never dropped, even if it alone exceeds
//! the budget.

use std::sync::Arc;

use crate::engine::{World, WorldSnapshot};

use super::{CheckpointedObserver, SeekTarget};

/// Smallest number of events between two checkpoints.
const FEWEST: u64 = 1_024;
/// Bytes of a checkpoint for each event until the next checkpoint. After a checkpoint of n bytes, the next n
/// / 64 events get no checkpoint. The cost of checkpoints thereby stays below the cost of running the events.
/// In a long run, [`BYTES_PER_EVENT_LATER`] may raise the number of events.
const BYTES_PER_EVENT: u64 = 64;
const BYTES_PER_EVENT_LATER: u64 = 8;
/// Divisor for the least number of events between two checkpoints. After a checkpoint of n bytes at event e,
/// this number is at least the smaller of e/64 (`PART`) and n/[`BYTES_PER_EVENT_LATER`]. This number is also
/// at least e/256 (`PART_LATER`), up to [`FARTHEST`] events, which a browser runs in about 10 ms.
const PART: u64 = 64;
const PART_LATER: u64 = 256;
const FARTHEST: u64 = 131_072;

/// Snapshot of the world just after an event, with a copy of the observer. Checkpoints never
/// change, so that forks of a run share the checkpoints of their common past.
#[derive(Debug)]
pub(super) struct Checkpoint<R> {
    pub world: WorldSnapshot,
    pub observer: R,
    /// Numbers of the last two events with trace events, the older first.
    pub observed: [u64; 2],
}

impl<R> Checkpoint<R> {
    /// Number of the event after which the checkpoint was taken.
    pub fn number(&self) -> u64 {
        self.world.events()
    }
}

/// Stored checkpoint, with the numbers that decide which checkpoint is dropped.
#[derive(Debug)]
struct StoredCheckpoint<R> {
    number: u64,
    /// Number of the first event after this checkpoint at which the next checkpoint may be taken.
    next: u64,
    /// Size of the checkpoint in bytes. The size of the first checkpoint includes the world at the start.
    bytes: usize,
    checkpoint: Arc<Checkpoint<R>>,
}

impl<R> Clone for StoredCheckpoint<R> {
    fn clone(&self) -> Self {
        Self { checkpoint: Arc::clone(&self.checkpoint), ..*self }
    }
}

/// Checkpoints of a run, ordered by event. The first checkpoint, at the start, is never dropped.
#[derive(Clone, Debug)]
pub(super) struct Checkpoints<R> {
    /// Checkpoints, the earliest first.
    stored: Vec<StoredCheckpoint<R>>,
    /// World at the start of the run; snapshots are stored as differences from this world.
    start: Arc<World>,
    bytes: usize,
    budget: usize,
    /// Event number from which on the next checkpoint may be taken.
    due: u64,
}

impl<R: CheckpointedObserver> Checkpoints<R> {
    /// Creates a list with one checkpoint, at the start of the run. `budget`: limit for all checkpoints
    /// together, in bytes.
    pub fn new(start: &World, observer: &R, budget: usize) -> Self {
        let start_of_all = Arc::new(start.clone());
        let mut checkpoints = Self { stored: Vec::new(), start: start_of_all, bytes: 0, budget, due: 0 };
        checkpoints.offer(&mut start.clone(), observer, [0; 2]);
        checkpoints
    }

    /// Size of all checkpoints in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Number of checkpoints.
    pub fn count(&self) -> usize {
        self.stored.len()
    }

    /// Number of the first event after which [`Checkpoints::offer`] may take a checkpoint.
    #[inline]
    pub fn due(&self) -> u64 {
        self.due
    }

    /// Last checkpoint from which `target` can be reached forwards. If there is none, the first
    /// checkpoint.
    pub fn nearest(&self, target: SeekTarget) -> &Arc<Checkpoint<R>> {
        let before = self.stored.partition_point(|stored| target.is_ahead_of(&stored.checkpoint.world));
        &self.stored[before.saturating_sub(1)].checkpoint
    }

    /// Last checkpoint before the first one for which `is_before` returns false. If `is_before` returns false
    /// for all, the first checkpoint.
    pub fn last_before(&self, is_before: impl Fn(&WorldSnapshot) -> bool) -> &Arc<Checkpoint<R>> {
        let before = self.stored.partition_point(|stored| is_before(&stored.checkpoint.world));
        &self.stored[before.saturating_sub(1)].checkpoint
    }

    /// Returns the last checkpoint from which `target` can be reached; the run restarts there. Sets
    /// [`Checkpoints::due`] to 0, so that the run offers its next event for a checkpoint.
    pub fn approach(&mut self, target: SeekTarget) -> Arc<Checkpoint<R>> {
        self.due = 0;
        Arc::clone(self.nearest(target))
    }

    /// Takes a checkpoint of `world`, which is just after an event. Takes none if too few events have run
    /// since the previous checkpoint. Then drops checkpoints until the budget is met, but never the first
    /// checkpoint. `counts`: numbers of the last two events with trace events ([`Checkpoint::observed`]).
    pub fn offer(&mut self, world: &mut World, observer: &R, counts: [u64; 2]) {
        let number = world.counters().events;
        let place = self.stored.partition_point(|stored| stored.number <= number);
        let near = place.checked_sub(1).map(|before| &self.stored[before]);
        if let Some(next) = near.map(|near| near.next).filter(|next| number < *next) {
            self.due = next;
            return;
        }
        let world = world.take_snapshot(&self.start);
        let shared = if self.stored.is_empty() { self.start.heap_bytes() } else { 0 };
        let own = world.heap_bytes().saturating_add(observer.heap_bytes());
        let bytes = (size_of::<Checkpoint<R>>() + size_of::<StoredCheckpoint<R>>())
            .saturating_add(own)
            .saturating_add(shared);
        let next = number + every(own, number);
        let checkpoint = Arc::new(Checkpoint { world, observer: observer.clone(), observed: counts });
        self.stored.insert(place, StoredCheckpoint { number, next, bytes, checkpoint });
        self.bytes += bytes;
        self.due = next;
        while self.bytes > self.budget && self.stored.len() > 1 {
            let gone = self.stored.remove(self.most_dispensable(number));
            self.bytes -= gone.bytes;
        }
    }

    /// Drops the checkpoints after event `number`, but never the first checkpoint of the run.
    pub fn forget_after(&mut self, number: u64) {
        let end = self.stored.partition_point(|stored| stored.number <= number).max(1);
        self.bytes -= self.stored.drain(end..).map(|gone| gone.bytes).sum::<usize>();
        self.due = 0;
    }

    /// Keeps the checkpoints before the first one for which `is_shared` returns false, and drops all others.
    /// The first checkpoint of the run is always kept.
    pub fn retain_while(&mut self, is_shared: impl Fn(&WorldSnapshot) -> bool) {
        let end = self.stored.partition_point(|stored| is_shared(&stored.checkpoint.world)).max(1);
        self.bytes -= self.stored.drain(end..).map(|gone| gone.bytes).sum::<usize>();
        self.due = 0;
    }

    /// Index of the checkpoint to drop. Each checkpoint is rated by a quotient: the gap, in events, that the
    /// removal of the checkpoint leaves, divided by the distance of the checkpoint from the cursor (event
    /// `here`). The checkpoint with the smallest quotient is dropped; if several are equal, the earliest. The
    /// number of checkpoints between the distances d and 2d is thereby about equal for all d. The first and
    /// the last checkpoint are kept as long as there are others.
    fn most_dispensable(&self, here: u64) -> usize {
        // Scale of the quotient, so that the quotient is above 0 for a gap of 1000 events at a
        // distance of 10⁹.
        const PARTS: u64 = 1 << 24;
        let number = |n: usize| self.stored[n].number;
        let last = self.stored.len() - 1;
        let gap = |n: usize| number(n + 1) - number(n - 1);
        let distance = |n: usize| number(n).abs_diff(here) + FEWEST;
        (1..last).min_by_key(|n| gap(*n).saturating_mul(PARTS) / distance(*n)).unwrap_or(last)
    }
}

/// Number of events until the next checkpoint, after a checkpoint of `bytes` bytes at event
/// `number`.
fn every(bytes: usize, number: u64) -> u64 {
    let bytes = bytes as u64;
    let cheap = (number / PART).min(bytes / BYTES_PER_EVENT_LATER);
    let few = (number / PART_LATER).min(FARTHEST);
    (bytes / BYTES_PER_EVENT).max(FEWEST).max(cheap).max(few)
}

#[cfg(test)]
mod tests;
