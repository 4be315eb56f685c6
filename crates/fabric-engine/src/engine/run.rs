//! The loop as most ask for it. A generic loop is compiled anew for each
//! recorder, where that is, and as fast or as small as it is there; these are
//! compiled here, once.

use crate::units::Time;

use super::heed::{Heed, Interest, Log, NEAR, STIRRED, TOLD};
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
        let mut observed = log.observed;
        let mut heed = Heed { interest, log, heard: 0 };
        let mut there = false;
        while self.counters.events < end {
            let before = self.counters.events;
            if !self.next(until, &mut heed) {
                self.advance(until);
                there = true;
                break;
            }
            // What makes no event has its notes told with the next one.
            if self.counters.events == before || heed.heard == 0 {
                continue;
            }
            observed = [observed[1], self.counters.events];
            let heard = std::mem::take(&mut heed.heard);
            if heard == STIRRED {
                continue;
            }
            if heard & NEAR != 0 {
                heed.look(self);
            }
            if heard & TOLD != 0 {
                break;
            }
        }
        self.counters.settle();
        log.observed = observed;
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
