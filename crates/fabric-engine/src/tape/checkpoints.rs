//! Checkpoints of a run, in a budget of bytes: dense about the cursor, the
//! sparser the farther away.

use std::sync::Arc;

use crate::engine::{World, WorldSnapshot};

use super::{Goal, Rider};

/// Events between two checkpoints, at least.
const FEWEST: u64 = 1_024;
/// So that a checkpoint costs no more than the events that it stands for, and in a
/// long run little beside them: bytes of it to an event.
const BYTES_PER_EVENT: u64 = 64;
const BYTES_PER_EVENT_LATER: u64 = 8;
/// In a long run they are the farther apart, by such a part of the events so far: up
/// to the latter, and up to as many events as a browser goes through in 10 ms or so.
const PART: u64 = 64;
const PART_LATER: u64 = 256;
const FARTHEST: u64 = 131_072;

/// A world just after an event, and what rode along. Never changed: forks of a
/// run share those of their past.
#[derive(Debug)]
pub(super) struct Checkpoint<R> {
    pub world: WorldSnapshot,
    pub rider: R,
    /// Numbers of the last two events that could be observed.
    pub observed: [u64; 2],
}

impl<R> Checkpoint<R> {
    /// The number of that event.
    pub fn number(&self) -> u64 {
        self.world.events()
    }
}

/// One that is kept. By what stands here it is found which of many goes.
#[derive(Debug)]
struct Kept<R> {
    number: u64,
    /// The event before which there is to be no other behind it.
    next: u64,
    /// With what only the first one has: the start itself.
    bytes: usize,
    checkpoint: Arc<Checkpoint<R>>,
}

impl<R> Clone for Kept<R> {
    fn clone(&self) -> Self {
        Self { checkpoint: Arc::clone(&self.checkpoint), ..*self }
    }
}

/// The checkpoints of a run in its order. The first, of the start, always stays.
#[derive(Clone, Debug)]
pub(super) struct Checkpoints<R> {
    kept: Vec<Kept<R>>,
    /// The start of the run, of which the others say how they differ.
    start: Arc<World>,
    bytes: usize,
    budget: usize,
    /// The event after which it is looked whether there is one to take.
    due: u64,
}

impl<R: Rider> Checkpoints<R> {
    /// None but that of the start.
    pub fn new(start: &World, rider: &R, budget: usize) -> Self {
        let start_of_all = Arc::new(start.clone());
        let mut checkpoints = Self { kept: Vec::new(), start: start_of_all, bytes: 0, budget, due: 0 };
        checkpoints.offer(&mut start.clone(), rider, [0; 2]);
        checkpoints
    }

    /// The bytes that they take.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.kept.len()
    }

    /// The event after which [`Checkpoints::offer`] does something.
    #[inline]
    pub fn due(&self) -> u64 {
        self.due
    }

    /// The last one from which `goal` can be reached; the first can reach anything.
    pub fn nearest(&self, goal: Goal) -> &Arc<Checkpoint<R>> {
        let before = self.kept.partition_point(|kept| goal.is_ahead_of(&kept.checkpoint.world));
        &self.kept[before.saturating_sub(1)].checkpoint
    }

    /// The last one up to which `is_before` holds of all, or the first.
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

    /// Takes a checkpoint of `world`, just after an event, unless one is near
    /// enough before it.
    pub fn offer(&mut self, world: &mut World, rider: &R, observed: [u64; 2]) {
        let number = world.counters().events;
        let place = self.kept.partition_point(|kept| kept.number <= number);
        let near = place.checked_sub(1).map(|before| &self.kept[before]);
        if let Some(next) = near.map(|near| near.next).filter(|next| number < *next) {
            self.due = next;
            return;
        }
        let world = world.freeze(&self.start);
        let shared = if self.kept.is_empty() { self.start.heap_bytes() } else { 0 };
        let own = world.heap_bytes().saturating_add(rider.heap_bytes());
        let bytes =
            (size_of::<Checkpoint<R>>() + size_of::<Kept<R>>()).saturating_add(own).saturating_add(shared);
        let next = number + every(own, number);
        let checkpoint = Arc::new(Checkpoint { world, rider: rider.clone(), observed });
        self.kept.insert(place, Kept { number, next, bytes, checkpoint });
        self.bytes += bytes;
        self.due = next;
        while self.bytes > self.budget && self.kept.len() > 1 {
            let gone = self.kept.remove(self.most_dispensable(number));
            self.bytes -= gone.bytes;
        }
    }

    /// Drops those after event `number`.
    pub fn forget_after(&mut self, number: u64) {
        let kept = self.kept.partition_point(|kept| kept.number <= number).max(1);
        self.bytes -= self.kept.drain(kept..).map(|gone| gone.bytes).sum::<usize>();
        self.due = 0;
    }

    /// Drops all but the first ones, of which `is_shared` holds.
    pub fn keep_while(&mut self, is_shared: impl Fn(&WorldSnapshot) -> bool) {
        let kept = self.kept.partition_point(|kept| is_shared(&kept.checkpoint.world)).max(1);
        self.bytes -= self.kept.drain(kept..).map(|gone| gone.bytes).sum::<usize>();
        self.due = 0;
    }

    /// The one without which the gap grows least, for how far it is from the
    /// cursor at event `here`: so they thin out in both directions, as many to
    /// each doubling of the distance. The ends stay for as long as there is
    /// another.
    fn most_dispensable(&self, here: u64) -> usize {
        // In such parts: a gap of a thousand events, a thousand million away, is some.
        const PARTS: u64 = 1 << 24;
        let number = |n: usize| self.kept[n].number;
        let last = self.kept.len() - 1;
        let gap = |n: usize| number(n + 1) - number(n - 1);
        let distance = |n: usize| number(n).abs_diff(here) + FEWEST;
        (1..last).min_by_key(|n| gap(*n).saturating_mul(PARTS) / distance(*n)).unwrap_or(last)
    }
}

/// Events until the next checkpoint, after one of so many bytes and events.
fn every(bytes: usize, number: u64) -> u64 {
    let bytes = bytes as u64;
    let cheap = (number / PART).min(bytes / BYTES_PER_EVENT_LATER);
    let few = (number / PART_LATER).min(FARTHEST);
    (bytes / BYTES_PER_EVENT).max(FEWEST).max(cheap).max(few)
}

#[cfg(test)]
mod tests;
