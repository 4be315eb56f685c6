//! History of the cycles of waits: when each cycle formed, became a deadlock and dissolved, and by which
//! event. Start with [`Cycles`].
//!
//! A cycle remains the same cycle while at least one of its queues is in a cycle. Merged cycles continue as
//! one, with the earliest times. Cycles that dissolve without a deadlock are only counted.

use crate::ids::{PortId, QueueId};
use crate::mem_size;
use crate::sort;
use crate::units::Time;

use super::Waits;

/// Kind of change by which a cycle of waits formed or became a deadlock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CycleTrigger {
    /// The queue was paused.
    Paused,
    /// The queue no longer has enough credits for its next frame.
    Starved,
    /// A frame from this input port was enqueued while the queue was paused.
    Fed(PortId),
    /// The PG at the other end requested another pause while the queue was already paused.
    PauseRequested,
    /// Another queue, a setting or a fault changed.
    Changed,
}

/// Event by which a cycle of waits formed or became a deadlock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TriggeringEvent {
    /// Simulated time of this event.
    pub at: Time,
    /// Queue that changed.
    pub queue: QueueId,
    /// Kind of change of the queue in this event.
    pub how: CycleTrigger,
}

/// Cycle of queues in which each queue waits for the next. The cycle forms (`closed`) when the last of these
/// waits begins, and dissolves (`opened`) when one of these waits ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// Queues of the cycle, sorted by port and priority. For a cycle that has dissolved: its queues when it
    /// was last found.
    pub queues: Vec<QueueId>,
    /// Event that formed the cycle of waits.
    pub closed: TriggeringEvent,
    /// Event that made the cycle a deadlock; `None`: the cycle was never a deadlock.
    pub deadlock: Option<TriggeringEvent>,
    /// Time at which the cycle dissolved; `None` while the cycle exists. For a deadlock: time at which its
    /// queues could drain again, if this was earlier.
    pub opened: Option<Time>,
}

impl Cycle {
    /// Whether the cycle is a deadlock at present.
    #[must_use]
    pub const fn is_deadlock(&self) -> bool {
        self.deadlock.is_some() && self.opened.is_none()
    }
}

/// Changes of the cycles of a fabric by one event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct CycleChange {
    /// Number of cycles that formed by this event.
    pub closed: u32,
    /// Number of cycles that this event made deadlocks.
    pub deadlocks: u32,
    /// Number of cycles that dissolved by this event.
    pub opened: u32,
    /// Number of deadlocks that ended by this event, because the cycle dissolved or its queues can drain
    /// again.
    pub freed: u32,
}

/// Cycles of waits since the start of the run: the present cycles, and the first [`Cycles::KEPT`] past
/// deadlocks. All cycles and deadlocks are counted.
#[derive(Clone, Debug, Default)]
pub struct Cycles {
    /// Present cycles, sorted by the time at which they formed, then by their first queue.
    standing: Vec<Cycle>,
    /// Past deadlocks, in the order in which they ended; at most [`Cycles::KEPT`].
    past: Vec<Cycle>,
    closed: u64,
    deadlocks: u64,
}

impl Cycles {
    /// Maximum number of past deadlocks that are recorded; later ones are only counted.
    pub const KEPT: usize = 256;

    /// Cycles that exist at present, sorted by the time at which they formed.
    #[must_use]
    pub fn standing(&self) -> &[Cycle] {
        &self.standing
    }

    /// Past deadlocks, in the order in which they ended; only the first [`Cycles::KEPT`] are kept.
    #[must_use]
    pub fn past(&self) -> &[Cycle] {
        &self.past
    }

    /// Number of cycles that have formed since the start.
    #[must_use]
    pub const fn closed(&self) -> u64 {
        self.closed
    }

    /// Number of deadlocks since the start, including present deadlocks.
    #[must_use]
    pub const fn deadlocks(&self) -> u64 {
        self.deadlocks
    }

    /// Replaces the present cycles by the cycles of `waits`, which was computed after an event. `causes` are
    /// the changes by this event, at least one.
    ///
    /// A present cycle continues if at least one of its queues is in a cycle of `waits`. Cycles that merge
    /// continue as one cycle. If a cycle splits, each new cycle keeps the times of the old one. The cause of
    /// a new cycle is the first change at one of its queues; if there is none, the first of all changes.
    /// Returns how many cycles formed, became deadlocks or dissolved.
    pub(in crate::engine) fn update(&mut self, waits: &Waits, causes: &[TriggeringEvent]) -> CycleChange {
        let mut change = CycleChange::default();
        let before = std::mem::take(&mut self.standing);
        // For each earlier cycle: whether it continues, and whether it cannot drain.
        let mut fates = vec![(false, false); before.len()];
        for members in waits.cycles() {
            let queue = |n: &usize| waits.queues[*n].queue();
            let queues: Vec<QueueId> = members.iter().map(queue).collect();
            let cause = causes.iter().find(|cause| queues.contains(&cause.queue)).unwrap_or(&causes[0]);
            let is_dead = members.iter().all(|queue| waits.is_stuck(*queue));
            let (mut closed, mut died): (Option<TriggeringEvent>, Option<TriggeringEvent>) = (None, None);
            for (cycle, fate) in before.iter().zip(&mut fates) {
                if cycle.queues.iter().any(|queue| queues.contains(queue)) {
                    *fate = (true, fate.1 || is_dead);
                    closed = earliest(closed, Some(cycle.closed));
                    died = earliest(died, cycle.deadlock);
                }
            }
            change.closed += u32::from(closed.is_none());
            change.deadlocks += u32::from(is_dead && died.is_none());
            let died = is_dead.then(|| died.unwrap_or(*cause));
            self.standing.push(Cycle {
                queues,
                closed: closed.unwrap_or(*cause),
                deadlock: died,
                opened: None,
            });
        }
        sort::by_key(&mut self.standing, |cycle| (cycle.closed.at, cycle.queues.first().copied()));
        for (cycle, (goes_on, is_dead)) in before.into_iter().zip(fates) {
            let is_freed = cycle.deadlock.is_some() && !is_dead;
            change.opened += u32::from(!goes_on);
            change.freed += u32::from(is_freed);
            if is_freed && self.past.len() < Self::KEPT {
                self.past.push(Cycle { opened: Some(causes[0].at), ..cycle });
            }
        }
        self.closed += u64::from(change.closed);
        self.deadlocks += u64::from(change.deadlocks);
        change
    }

    /// Heap memory of the recorded cycles, in bytes.
    pub(super) fn heap_bytes(&self) -> usize {
        let members = |cycle: &Cycle| size_of_val(&cycle.queues[..]);
        mem_size::deep(&self.standing, members) + mem_size::deep(&self.past, members)
    }
}

/// Returns the event with the earlier time. If only one argument is `Some`, returns that argument; if both
/// are `None`, returns `None`.
fn earliest(one: Option<TriggeringEvent>, other: Option<TriggeringEvent>) -> Option<TriggeringEvent> {
    one.into_iter().chain(other).min_by_key(|cause| cause.at)
}

#[cfg(test)]
mod tests;
