//! Times of pauses and drops in the whole run, for the marks of the time line. Start with [`Timeline::mark`].
//!
//! The memory is limited: time is divided into columns, and their width doubles when the run becomes longer.
//! A column has only the kinds of its events, not their number.

use fabric_sim::units::Time;

use super::event_predicates::{is_drop, is_pause};
use super::key_event::KeyEventKind;

/// Times of pauses and drops: columns of time, each with the kinds of its events. When the run passes the
/// last possible column, the width of all columns doubles.
#[derive(Clone, Debug)]
pub struct Timeline {
    width: u64,
    /// Kinds of the events of each column, as bits. Column n begins at n × `width` picoseconds.
    columns: Vec<u8>,
}

/// Bit that marks a column of the time line in which a pause frame was sent.
const PAUSE: u8 = 1;
/// Bit that marks a column of the time line in which a frame was dropped.
const DROP: u8 = 2;

impl Timeline {
    /// Greatest number of columns. More columns would be useless, because the time line has fewer pixels.
    const MAX_COLUMNS: usize = 4_096;

    /// Creates an empty time line for a run with this horizon.
    #[must_use]
    pub fn new(horizon: Time) -> Self {
        Self { width: horizon.ps().div_ceil(Self::MAX_COLUMNS as u64).max(1), columns: Vec::new() }
    }

    /// Records the key event `kind` at the time `at`, if it is a pause or a drop.
    pub fn mark(&mut self, at: Time, kind: KeyEventKind) {
        let bit = if is_pause(kind) {
            PAUSE
        } else if is_drop(kind) {
            DROP
        } else {
            return;
        };
        while at.ps() / self.width >= Self::MAX_COLUMNS as u64 {
            self.width *= 2;
            self.columns =
                self.columns.chunks(2).map(|pair| pair.iter().fold(0, |all, one| all | one)).collect();
        }
        let index = self.column(at);
        if self.columns.len() <= index {
            self.columns.resize(index + 1, 0);
        }
        self.columns[index] |= bit;
    }

    /// Discards the columns after the column that contains `time`. The pauses and drops of this column stay,
    /// even those after `time`.
    pub fn forget_after(&mut self, time: Time) {
        self.columns.truncate(self.column(time).saturating_add(1));
    }

    /// Times at which pause frames were sent, rounded down to the starts of columns. Times are ascending;
    /// each column occurs once.
    pub fn pauses(&self) -> impl Iterator<Item = Time> {
        self.times(PAUSE)
    }

    /// Times at which frames were dropped, rounded down to the starts of columns. Times are ascending; each
    /// column occurs once.
    pub fn drops(&self) -> impl Iterator<Item = Time> {
        self.times(DROP)
    }

    /// Starts of the columns in which the bit `bit` is set, ascending.
    fn times(&self, bit: u8) -> impl Iterator<Item = Time> {
        let columns = (0u64..).zip(&self.columns).filter(move |(_, column)| **column & bit != 0);
        columns.map(|(index, _)| Time(index * self.width))
    }

    fn column(&self, at: Time) -> usize {
        usize::try_from(at.ps() / self.width).unwrap_or(usize::MAX - 1)
    }
}

#[cfg(test)]
mod tests {
    use fabric_sim::engine::DropCause;
    use fabric_sim::ids::{FlowId, Priority};

    use super::*;

    #[test]
    fn marks_cover_a_run_of_any_length() {
        let drop = KeyEventKind::Drop { flow: FlowId(0), priority: Priority::P3, cause: DropCause::TailDrop };
        let mut line = Timeline::new(Time::from_us(1));
        for n in 0..200_000 {
            line.mark(Time::from_ns(n), drop);
        }
        let drops: Vec<Time> = line.drops().collect();
        assert!(drops.len() > 1_000 && drops.len() <= Timeline::MAX_COLUMNS, "{}", drops.len());
        assert!(drops.last().is_some_and(|last| *last > Time::from_us(199)));
        assert_eq!(line.pauses().count(), 0);
        line.forget_after(Time::from_us(100));
        assert!(line.drops().all(|at| at <= Time::from_us(100)));
    }
}
