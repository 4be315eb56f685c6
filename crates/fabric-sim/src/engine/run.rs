//! The loop as most ask for it. A generic loop is compiled anew for each
//! recorder, where that is, and as fast or as small as it is there; these two
//! are compiled here, once.

use crate::units::Time;

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

    /// Runs one event as [`World::step`] does; what happens is added to `notes`.
    pub fn step_noting(&mut self, notes: &mut Vec<Note>) -> bool {
        self.step(notes)
    }
}
