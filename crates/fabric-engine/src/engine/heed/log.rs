//! What is written down of a run as it goes on.

use crate::engine::Note;
use crate::ids::{FlowId, PortId};
use crate::units::Time;

/// What a flow had delivered at one of its receivers after an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delivery {
    /// The flow.
    pub flow: FlowId,
    /// By which port.
    pub port: PortId,
    /// When.
    pub at: Time,
    /// The number of the event.
    pub number: u64,
    /// Its receiver, from 0, and the frame bytes that this one has had.
    pub total: (usize, u64),
}

/// What a priority of a port held after an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Which.
    pub gauge: (PortId, u8),
    /// When.
    pub at: Time,
    /// The number of the event.
    pub number: u64,
    /// Bytes of its ingress group, and of what waits for the output.
    pub held: (u64, u64),
}

/// What a run came by that was asked for.
#[derive(Clone, Debug, Default)]
pub struct Log {
    /// Notes of all events, in order.
    pub(crate) notes: Vec<Note>,
    /// The events that made them: the number of each, and how many notes there are up to its last.
    told: Vec<(u64, usize)>,
    /// Deliveries of all events, in order.
    pub deliveries: Vec<Delivery>,
    /// Levels, of each gauge those that differ from the one before, in order.
    pub levels: Vec<Level>,
    /// By gauge: what it is known to hold, until this is cleared.
    held: Vec<(u64, u64)>,
    /// Numbers of the last two events that made any note.
    pub observed: [u64; 2],
}

impl Log {
    /// Nothing, but for what was observed.
    pub fn clear(&mut self) {
        self.notes.clear();
        self.told.clear();
        self.deliveries.clear();
        self.levels.clear();
        self.held.clear();
    }

    /// The notes of all events, in order; [`Log::told`] says which are whose.
    #[must_use]
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// Each event that made notes, by its number, and what they are.
    #[must_use]
    pub fn told(&self) -> impl DoubleEndedIterator<Item = (u64, &[Note])> {
        (0..self.told.len()).map(|n| {
            let from = n.checked_sub(1).map_or(0, |before| self.told[before].1);
            let (number, to) = self.told[n];
            (number, &self.notes[from..to])
        })
    }

    /// The notes that no event has made yet are those of event `number`.
    pub(crate) fn tell(&mut self, number: u64) {
        let to = self.notes.len();
        if self.told.last().map_or(0, |last| last.1) < to {
            self.told.push((number, to));
        }
    }

    /// The gauge of number `n` of those that are looked at holds so much; those
    /// before it are known. Whether that is news.
    #[inline]
    pub(super) fn is_news(&mut self, n: usize, held: (u64, u64)) -> bool {
        let Some(known) = self.held.get_mut(n) else {
            self.held.push(held);
            return true;
        };
        std::mem::replace(known, held) != held
    }
}
