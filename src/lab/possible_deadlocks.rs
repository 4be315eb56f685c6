//! Possible deadlocks: cyclic buffer dependencies of the routes in force, computed when routes change.
//! Start with [`DeadlockStatus`].

use std::rc::Rc;
use std::sync::Arc;

use fabric_sim::engine::World;
use fabric_sim::insight::{DependencyCycle, dependency_cycles};
use fabric_sim::spec::{Routes, Spec};

use super::waiting::{CurrentCycle, ring_name};
use super::{Tape, listed};

/// Possible deadlocks of the run at the cursor.
#[derive(Clone, Debug, Default)]
pub struct PossibleDeadlocks {
    /// Spec and routes for which the cycles were computed.
    of: Option<(Arc<Spec>, Routes)>,
    cycles: Rc<[PossibleCycle]>,
}

/// Cycle of links that could wait for each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PossibleCycle {
    /// Names of the links, with the priorities.
    pub words: String,
    /// Whether only frames flooded to unknown addresses could close the cycle. The routes in force
    /// alone do not.
    pub by_flooding: bool,
}

impl PossibleDeadlocks {
    /// Computes the cycles again if the routes have changed since the last call.
    pub fn follow(&mut self, tape: &Tape) {
        let (spec, routes) = (tape.spec(), tape.world().routes());
        let is_same = self.of.as_ref().is_some_and(|of| Arc::ptr_eq(&of.0, spec) && of.1 == *routes);
        if is_same {
            return;
        }
        self.of = Some((Arc::clone(spec), routes.clone()));
        self.cycles = possible_cycles(tape.world()).into();
    }

    /// Possible cycles; empty if the fabric cannot deadlock.
    #[must_use]
    pub fn cycles(&self) -> Rc<[PossibleCycle]> {
        Rc::clone(&self.cycles)
    }
}

/// Deadlock status of the fabric: present state first, then what routes would allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeadlockStatus {
    /// Deadlocked now.
    Dead,
    /// Queues wait for each other in a cycle that can still drain.
    Cycle,
    /// Cycles are possible by the routes in force, or by flooded frames.
    Possible,
    /// No danger.
    None,
}

impl DeadlockStatus {
    /// Status from the present cyclic waits and the possible cycles.
    #[must_use]
    pub fn of(current: &[CurrentCycle], possible: &[PossibleCycle]) -> Self {
        if current.iter().any(|cycle| cycle.dead) {
            Self::Dead
        } else if !current.is_empty() {
            Self::Cycle
        } else if !possible.is_empty() {
            Self::Possible
        } else {
            Self::None
        }
    }

    /// Status in two words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Dead => "Deadlocked",
            Self::Cycle => "Cyclic wait",
            Self::Possible => "Can deadlock",
            Self::None => "Cannot deadlock",
        }
    }

    /// Status for narrow places.
    #[must_use]
    pub const fn short(self) -> &'static str {
        match self {
            Self::Dead => "Deadlocked",
            Self::Cycle => "Cycle",
            Self::Possible => "Can lock",
            Self::None => "Deadlock-free",
        }
    }

    /// Sentence on whether the fabric can deadlock, with the possible cycles.
    #[must_use]
    pub fn answer(self, cycles: &[PossibleCycle]) -> &'static str {
        if cycles.iter().any(|cycle| cycle.by_flooding) {
            return match self {
                Self::Dead => {
                    "Yes, and it is deadlocked already. By the routes in force no links wait for each other in a cycle; where unknown addresses are flooded, these can:"
                }
                _ => {
                    "Yes, if unknown addresses are flooded: then these links can come to wait for each other. By the routes in force none wait for each other in a cycle."
                }
            };
        }
        match (self, cycles.len()) {
            (Self::Dead, 0) => {
                "It is deadlocked already, over ways that the routes in force do not have: other routes, or frames that were flooded, made the cycle."
            }
            (Self::Dead, _) => {
                "Yes, and it is deadlocked already. By the routes in force these links can wait for each other:"
            }
            (Self::Cycle, 0) => {
                "A cycle of waits stands already, over ways that the routes in force do not have: other routes, or frames that were flooded, made it."
            }
            (Self::Cycle | Self::Possible, 1) => {
                "Yes: by the routes in force these links can come to wait for each other. Whether they do is up to the traffic."
            }
            (Self::Cycle | Self::Possible, _) => {
                "Yes: by the routes in force the links of each of these cycles can come to wait for each other. Whether they do is up to the traffic."
            }
            (Self::None, _) => "No: by the routes in force no links wait for each other in a cycle.",
        }
    }
}

/// Cyclic buffer dependencies by routes and by flooding, in words; empty if there are none.
fn possible_cycles(world: &World) -> Vec<PossibleCycle> {
    let spec = world.spec();
    let name = |cycle: DependencyCycle| {
        let more = cycle.entangled - cycle.ports.len();
        let others = match more {
            0 => String::new(),
            1 => ", and 1 more link is in cycles with it".to_owned(),
            _ => format!(", and {more} more links are in cycles with it"),
        };
        let words = format!("{} in {}{others}", ring_name(spec, &cycle.ports), listed(cycle.priorities));
        PossibleCycle { words, by_flooding: cycle.by_flooding }
    };
    dependency_cycles(spec, world.routes()).into_iter().map(name).collect()
}
