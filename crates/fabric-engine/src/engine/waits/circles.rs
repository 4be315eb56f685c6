//! Circles of waits over time: what closed each, since when it cannot drain,
//! and when it opened again.

use crate::heap;
use crate::ids::PortId;
use crate::order;
use crate::units::Time;

use super::Waits;

/// An egress queue: its port and its priority.
pub type Queue = (PortId, u8);

/// What made a circle of waits, or made one that could drain one that cannot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// The queue entered PAUSED.
    Paused,
    /// The queue had no credits left for its next frame.
    Starved,
    /// A frame that came in by this port joined the queue while it was paused.
    Fed(PortId),
    /// The group at the other end asked for a pause that still lasted.
    Asked,
    /// A queue of another part of the fabric, a setting or a fault changed.
    Changed,
}

/// An event that closed a circle, or made it a deadlock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cause {
    /// When.
    pub at: Time,
    /// The queue that it happened to.
    pub queue: Queue,
    /// What happened.
    pub how: How,
}

/// Queues that wait for each other in a circle, from the event that closed it
/// until it opens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Circle {
    /// Its members, by port and priority; of one that has opened: its last.
    pub queues: Vec<Queue>,
    /// What closed it.
    pub closed: Cause,
    /// What made it a deadlock; `None`: it could always drain.
    pub died: Option<Cause>,
    /// When it opened; of a deadlock: when it could drain again, if that was first.
    pub opened: Option<Time>,
}

impl Circle {
    /// Whether it stands and cannot drain.
    #[must_use]
    pub const fn is_deadlock(&self) -> bool {
        self.died.is_some() && self.opened.is_none()
    }
}

/// What became of the circles of a fabric at one event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Turn {
    /// Circles that closed.
    pub closed: u32,
    /// Circles that became deadlocks.
    pub died: u32,
    /// Circles that opened.
    pub opened: u32,
    /// Deadlocks that are none any more: their circle opened, or can drain.
    pub freed: u32,
}

/// The circles of a fabric since its start. Every deadlock is kept, up to
/// [`Circles::KEPT`]; of circles that drained only how many there were.
#[derive(Clone, Debug, Default)]
pub struct Circles {
    standing: Vec<Circle>,
    past: Vec<Circle>,
    closed: u64,
    deadlocks: u64,
}

impl Circles {
    /// Deadlocks that opened again and are still told of.
    pub const KEPT: usize = 256;

    /// Circles that stand now, first closed first.
    #[must_use]
    pub fn standing(&self) -> &[Circle] {
        &self.standing
    }

    /// Deadlocks that opened again, first opened first; at most [`Circles::KEPT`].
    #[must_use]
    pub fn past(&self) -> &[Circle] {
        &self.past
    }

    /// How many circles ever closed.
    #[must_use]
    pub const fn closed(&self) -> u64 {
        self.closed
    }

    /// How many of them became deadlocks.
    #[must_use]
    pub const fn deadlocks(&self) -> u64 {
        self.deadlocks
    }

    /// Takes in the waits as they stand after an event did what `causes`, at
    /// least one, say. A circle goes on as long as one of its members is in
    /// some circle; those that merge go on as one.
    pub(in crate::engine) fn turn(&mut self, waits: &Waits, causes: &[Cause]) -> Turn {
        let mut turn = Turn::default();
        let before = std::mem::take(&mut self.standing);
        // By circle before: whether it goes on, and whether it cannot drain.
        let mut fates = vec![(false, false); before.len()];
        for members in waits.cycles() {
            let queue = |n: &usize| waits.queues[*n].queue();
            let queues: Vec<Queue> = members.iter().map(queue).collect();
            let cause = causes.iter().find(|cause| queues.contains(&cause.queue)).unwrap_or(&causes[0]);
            let is_dead = members.iter().all(|queue| waits.is_stuck(*queue));
            let (mut closed, mut died): (Option<Cause>, Option<Cause>) = (None, None);
            for (circle, fate) in before.iter().zip(&mut fates) {
                if circle.queues.iter().any(|queue| queues.contains(queue)) {
                    *fate = (true, fate.1 || is_dead);
                    closed = earliest(closed, Some(circle.closed));
                    died = earliest(died, circle.died);
                }
            }
            turn.closed += u32::from(closed.is_none());
            turn.died += u32::from(is_dead && died.is_none());
            let died = is_dead.then(|| died.unwrap_or(*cause));
            self.standing.push(Circle { queues, closed: closed.unwrap_or(*cause), died, opened: None });
        }
        order::by_key(&mut self.standing, |circle| (circle.closed.at, circle.queues.first().copied()));
        for (circle, (goes_on, is_dead)) in before.into_iter().zip(fates) {
            let is_freed = circle.died.is_some() && !is_dead;
            turn.opened += u32::from(!goes_on);
            turn.freed += u32::from(is_freed);
            if is_freed && self.past.len() < Self::KEPT {
                self.past.push(Circle { opened: Some(causes[0].at), ..circle });
            }
        }
        self.closed += u64::from(turn.closed);
        self.deadlocks += u64::from(turn.died);
        turn
    }

    /// What it keeps beside itself in memory, in bytes.
    pub(super) fn heap_bytes(&self) -> usize {
        let members = |circle: &Circle| size_of_val(&circle.queues[..]);
        heap::deep(&self.standing, members) + heap::deep(&self.past, members)
    }
}

/// The earlier of two events, if there are any.
fn earliest(one: Option<Cause>, other: Option<Cause>) -> Option<Cause> {
    one.into_iter().chain(other).min_by_key(|cause| cause.at)
}

#[cfg(test)]
mod tests;
