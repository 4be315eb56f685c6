//! The loop as most ask for it. A generic loop is compiled anew for each
//! recorder, where that is, and as fast or as small as it is there; these are
//! compiled here, once.

use crate::units::Time;

use super::heed::{Heed, Interest, Log, NEAR, STIRRED, TOLD, URGENT};
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

    /// Runs up to and including `until`, or until `budget` of [`World::work`] is
    /// done, or an event has happened that is of `interest`, which is not everything,
    /// and cannot wait ([`What::stands_alone`](super::What::stands_alone)). What is
    /// asked for is added to `log`, which is cleared before there are other gauges. Whether
    /// nothing is left to do up to `until`, which is then the present; if nothing
    /// is left at all, the present is the instant of the last event.
    pub fn run_heeding(&mut self, until: Time, budget: u64, interest: Interest, log: &mut Log) -> bool {
        let end = self.work().saturating_add(budget);
        let mut observed = Observed { last: log.observed, behind: self.counters.events };
        let mut heed = Heed::new(interest, log);
        let mut there = false;
        while self.work() < end {
            match self.next(until, &mut heed) {
                Ran::Nothing => {
                    debug_assert_eq!(heed.heard & TOLD, 0, "a look that starts nothing makes no note");
                    if self.calendar.next_time() < Time::NEVER {
                        self.advance(until);
                    }
                    there = true;
                    break;
                }
                // What makes no event has its notes told with the next one.
                Ran::Look => continue,
                Ran::Event => {}
            }
            let heard = std::mem::take(&mut heed.heard);
            if heard == STIRRED {
                continue;
            }
            if heard & STIRRED == 0 {
                observed.none(self.counters.events);
            }
            if heard & (NEAR | TOLD) != 0 {
                heed.look(self);
            }
            if heard & TOLD != 0 {
                heed.log.tell(self.counters.events);
            }
            if heard & URGENT != 0 {
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
/// enough to know where it begins.
#[derive(Clone, Copy, Debug)]
struct Observed {
    /// The last two before the row.
    last: [u64; 2],
    /// The event behind which the row begins.
    behind: u64,
}

impl Observed {
    /// Event `number` was not observed; those since the last one that was not were.
    #[cold]
    fn none(&mut self, number: u64) {
        *self = Self { last: self.until(number - 1), behind: number };
    }

    /// The last two up to event `number`, with which the row ends.
    fn until(self, number: u64) -> [u64; 2] {
        match number - self.behind {
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
            let (mut observed, mut last) = (Observed { last: [3, 5], behind: 5 }, [3, 5]);
            for n in 0..9u32 {
                let number = u64::from(n) + 6;
                if pattern >> n & 1 == 1 {
                    last = [last[1], number];
                } else {
                    observed.none(number);
                }
                assert_eq!(observed.until(number), last, "{pattern:b}, {n}");
            }
        }
    }
}
