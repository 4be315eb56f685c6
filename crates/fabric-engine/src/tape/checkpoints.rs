//! Checkpoints of a run, within a budget of bytes: dense around the cursor, sparser with the
//! distance from it.

use std::sync::Arc;

use crate::engine::{World, WorldSnapshot};

use super::{CheckpointedObserver, Goal};

/// Least number of events between two checkpoints.
const FEWEST: u64 = 1_024;
/// Bytes of a checkpoint for each event until the next, so that taking it costs no more than those
/// events; in a long run far less.
const BYTES_PER_EVENT: u64 = 64;
const BYTES_PER_EVENT_LATER: u64 = 8;
/// Fractions of the events so far by which checkpoints of a long run are at least apart: `1 /
/// PART`, as long as a checkpoint has [`BYTES_PER_EVENT_LATER`] for each of these events, and `1 /
/// PART_LATER`, up to [`FARTHEST`] events, which a browser runs in about 10 ms.
const PART: u64 = 64;
const PART_LATER: u64 = 256;
const FARTHEST: u64 = 131_072;

/// Snapshot of the world just after an event, and the observer. Immutable: forks of a run share the
/// checkpoints of their common past.
#[derive(Debug)]
pub(super) struct Checkpoint<R> {
    pub world: WorldSnapshot,
    pub observer: R,
    /// Numbers of the last two observed events.
    pub observed: [u64; 2],
}

impl<R> Checkpoint<R> {
    /// Number of the event.
    pub fn number(&self) -> u64 {
        self.world.events()
    }
}

/// Kept checkpoint, with the numbers that decide which one is dropped.
#[derive(Debug)]
struct StoredCheckpoint<R> {
    number: u64,
    /// First event at which the next checkpoint may be taken.
    next: u64,
    /// Size in bytes; that of the first checkpoint includes the world at the start.
    bytes: usize,
    checkpoint: Arc<Checkpoint<R>>,
}

impl<R> Clone for StoredCheckpoint<R> {
    fn clone(&self) -> Self {
        Self { checkpoint: Arc::clone(&self.checkpoint), ..*self }
    }
}

/// Checkpoints of a run, in order. The first, at the start, is never dropped.
#[derive(Clone, Debug)]
pub(super) struct Checkpoints<R> {
    kept: Vec<StoredCheckpoint<R>>,
    /// World at the start of the run; snapshots are stored as differences from it.
    start: Arc<World>,
    bytes: usize,
    budget: usize,
    /// Event after which the next checkpoint may be due.
    due: u64,
}

impl<R: CheckpointedObserver> Checkpoints<R> {
    /// Creates a list with the checkpoint of the start only.
    pub fn new(start: &World, observer: &R, budget: usize) -> Self {
        let start_of_all = Arc::new(start.clone());
        let mut checkpoints = Self { kept: Vec::new(), start: start_of_all, bytes: 0, budget, due: 0 };
        checkpoints.offer(&mut start.clone(), observer, [0; 2]);
        checkpoints
    }

    /// Size of all checkpoints in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Number of checkpoints.
    pub fn count(&self) -> usize {
        self.kept.len()
    }

    /// Event from which on [`Checkpoints::offer`] may take a checkpoint.
    #[inline]
    pub fn due(&self) -> u64 {
        self.due
    }

    /// Last checkpoint from which `goal` can be reached; the first otherwise.
    pub fn nearest(&self, goal: Goal) -> &Arc<Checkpoint<R>> {
        let before = self.kept.partition_point(|kept| goal.is_ahead_of(&kept.checkpoint.world));
        &self.kept[before.saturating_sub(1)].checkpoint
    }

    /// Last checkpoint of the leading ones for which `is_before` holds; the first checkpoint if it
    /// holds for none.
    pub fn last_before(&self, is_before: impl Fn(&WorldSnapshot) -> bool) -> &Arc<Checkpoint<R>> {
        let before = self.kept.partition_point(|kept| is_before(&kept.checkpoint.world));
        &self.kept[before.saturating_sub(1)].checkpoint
    }

    /// Nearest checkpoint, for a run that resumes there: clears `due`, so that new checkpoints are
    /// considered from this point on.
    pub fn approach(&mut self, goal: Goal) -> Arc<Checkpoint<R>> {
        self.due = 0;
        Arc::clone(self.nearest(goal))
    }

    /// Takes a checkpoint of `world`, just after an event, unless an earlier one is near enough.
    /// Drops others while the budget is exceeded.
    pub fn offer(&mut self, world: &mut World, observer: &R, counts: [u64; 2]) {
        let number = world.counters().events;
        let place = self.kept.partition_point(|kept| kept.number <= number);
        let near = place.checked_sub(1).map(|before| &self.kept[before]);
        if let Some(next) = near.map(|near| near.next).filter(|next| number < *next) {
            self.due = next;
            return;
        }
        let world = world.take_snapshot(&self.start);
        let shared = if self.kept.is_empty() { self.start.heap_bytes() } else { 0 };
        let own = world.heap_bytes().saturating_add(observer.heap_bytes());
        let bytes = (size_of::<Checkpoint<R>>() + size_of::<StoredCheckpoint<R>>())
            .saturating_add(own)
            .saturating_add(shared);
        let next = number + every(own, number);
        let checkpoint = Arc::new(Checkpoint { world, observer: observer.clone(), observed: counts });
        self.kept.insert(place, StoredCheckpoint { number, next, bytes, checkpoint });
        self.bytes += bytes;
        self.due = next;
        while self.bytes > self.budget && self.kept.len() > 1 {
            let gone = self.kept.remove(self.most_dispensable(number));
            self.bytes -= gone.bytes;
        }
    }

    /// Drops the checkpoints after event `number`.
    pub fn forget_after(&mut self, number: u64) {
        let kept = self.kept.partition_point(|kept| kept.number <= number).max(1);
        self.bytes -= self.kept.drain(kept..).map(|gone| gone.bytes).sum::<usize>();
        self.due = 0;
    }

    /// Keeps the leading checkpoints for which `is_shared` holds, at least the first one, and drops
    /// all others.
    pub fn retain_while(&mut self, is_shared: impl Fn(&WorldSnapshot) -> bool) {
        let kept = self.kept.partition_point(|kept| is_shared(&kept.checkpoint.world)).max(1);
        self.bytes -= self.kept.drain(kept..).map(|gone| gone.bytes).sum::<usize>();
        self.due = 0;
    }

    /// Checkpoint to drop: the one whose removal leaves the smallest gap in proportion to its
    /// distance from event `here`, the cursor. So each doubling of the distance keeps about as
    /// many. The first and the last stay while there are others.
    fn most_dispensable(&self, here: u64) -> usize {
        // Scale of the quotient, so that a gap of 1000 events at a distance of 10⁹ is above 0.
        const PARTS: u64 = 1 << 24;
        let number = |n: usize| self.kept[n].number;
        let last = self.kept.len() - 1;
        let gap = |n: usize| number(n + 1) - number(n - 1);
        let distance = |n: usize| number(n).abs_diff(here) + FEWEST;
        (1..last).min_by_key(|n| gap(*n).saturating_mul(PARTS) / distance(*n)).unwrap_or(last)
    }
}

/// Events until the next checkpoint, after one of `bytes` at event `number`.
fn every(bytes: usize, number: u64) -> u64 {
    let bytes = bytes as u64;
    let cheap = (number / PART).min(bytes / BYTES_PER_EVENT_LATER);
    let few = (number / PART_LATER).min(FARTHEST);
    (bytes / BYTES_PER_EVENT).max(FEWEST).max(cheap).max(few)
}

#[cfg(test)]
mod tests;
