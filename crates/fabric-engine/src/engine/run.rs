//! The loop as most ask for it. A generic loop is compiled anew for each
//! recorder, where that is, and as fast or as small as it is there; these are
//! compiled here, once.

use crate::units::Time;

use super::heed::{Heed, Interest, Log, NEAR, TOLD};
use super::world::Ran;
use super::{Note, Stop, World};

impl World {
    /// Runs as [`World::run_until`] does, and nobody listens.
    pub fn run(&mut self, until: Time, budget: u64) -> Stop {
        self.run_until(until, budget, &mut ())
    }

    /// Runs as [`World::run_until`] does; what happens is added to `notes`.
    pub fn run_noting(&mut self, until: Time, budget: u64, notes: &mut Vec<Note>) -> Stop {
        self.run_until(until, budget, notes)
    }

    /// Runs up to and including `until`, at most `budget` events, until one has
    /// happened that is of `interest`, which is not everything. What is asked for
    /// is added to `log`, which is cleared before there are other gauges. Whether
    /// nothing is left to do up to `until`.
    pub fn run_heeding(&mut self, until: Time, budget: u64, interest: Interest, log: &mut Log) -> bool {
        let end = self.counters.events.saturating_add(budget);
        let mut observed = Observed { last: log.observed, row: 0 };
        let mut heed = Heed { interest, log, heard: 0 };
        let mut there = false;
        while self.counters.events < end {
            match self.next(until, &mut heed) {
                Ran::Nothing => {
                    self.advance(until);
                    there = true;
                    break;
                }
                // What makes no event has its notes told with the next one.
                Ran::Look => continue,
                Ran::Event => {}
            }
            let heard = std::mem::take(&mut heed.heard);
            observed.see(heard != 0, self.counters.events - 1);
            if heard & NEAR != 0 {
                heed.look(self);
            }
            if heard & TOLD != 0 {
                break;
            }
        }
        self.counters.settle();
        log.observed = observed.until(self.counters.events);
        there
    }

    /// Runs one event as [`World::step`] does; what happens is added to `notes`.
    pub fn step_noting(&mut self, notes: &mut Vec<Note>) -> bool {
        let before = self.counters.events;
        // Another loop would only be another copy of it.
        while self.counters.events == before {
            let next = self.next_at();
            if next == Time::NEVER {
                return false;
            }
            self.run_noting(next, 1, notes);
        }
        true
    }
}

/// Which events were observed last. Nearly all are, and of those in a row it is
/// enough to know how many there are.
#[derive(Clone, Copy, Debug)]
struct Observed {
    /// The last two before the row.
    last: [u64; 2],
    row: u64,
}

impl Observed {
    /// The event behind event `before` was observed, or was not.
    #[inline]
    fn see(&mut self, observed: bool, before: u64) {
        if observed {
            self.row += 1;
        } else {
            *self = Self { last: self.until(before), row: 0 };
        }
    }

    /// The last two up to event `number`, with which the row ends.
    fn until(self, number: u64) -> [u64; 2] {
        match self.row {
            0 => self.last,
            1 => [self.last[1], number],
            _ => [number - 1, number],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_two_of_any_row_are_known() {
        for pattern in 0u32..1 << 9 {
            let (mut observed, mut last) = (Observed { last: [3, 5], row: 0 }, [3, 5]);
            for n in 0..9u32 {
                let (before, seen) = (u64::from(n) + 5, pattern >> n & 1 == 1);
                observed.see(seen, before);
                if seen {
                    last = [last[1], before + 1];
                }
                assert_eq!(observed.until(before + 1), last, "{pattern:b}, {n}");
            }
        }
    }
}
