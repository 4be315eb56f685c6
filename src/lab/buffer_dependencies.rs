//! Cyclic buffer dependencies of the routes at the cursor, without which the fabric cannot deadlock. Start
//! with [`DeadlockStatus`]. The dependencies are computed again when the routes change, and listed in the
//! order of [`dependency_cycles`]. The list includes cycles that only flooding permits. The status reports a
//! present deadlock; otherwise a present cycle of waits; otherwise a possible cycle.

use std::rc::Rc;
use std::sync::Arc;

use fabric_sim::engine::World;
use fabric_sim::insight::{DependencyCycle, dependency_cycles};
use fabric_sim::spec::{Routes, Spec};

use super::waiting::{CurrentCycle, port_cycle_name};
use super::{Recording, listed};

/// Cyclic buffer dependencies of a run at the cursor.
#[derive(Clone, Debug, Default)]
pub struct BufferDependencies {
    /// Spec and routes for which the dependencies were computed; `None` before the first computation.
    of: Option<(Arc<Spec>, Routes)>,
    cycles: Rc<[BufferDependency]>,
}

/// Cyclic buffer dependency in words: a cycle of links in which each link can come to wait for the next link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BufferDependency {
    /// Text with the nodes along the cycle, its priorities, and the number of further links. Further links
    /// belong to other cycles that have links in common with this cycle.
    pub words: String,
    /// Whether the cycle exists only because switches flood frames to unknown addresses. If `false`, the
    /// routes alone form the cycle.
    pub by_flooding: bool,
}

impl BufferDependencies {
    /// Computes the dependencies again if the spec or the routes at the cursor of `recording` have changed.
    /// Returns `true` if they have changed, and at the first call.
    pub fn follow(&mut self, recording: &Recording) -> bool {
        let (spec, routes) = (recording.spec(), recording.world().routes());
        let is_same = self.of.as_ref().is_some_and(|of| Arc::ptr_eq(&of.0, spec) && of.1 == *routes);
        if !is_same {
            self.of = Some((Arc::clone(spec), routes.clone()));
            self.cycles = buffer_dependencies(recording.world()).into();
        }
        !is_same
    }

    /// Cyclic buffer dependencies; empty if the fabric cannot deadlock, and before the first
    /// [`BufferDependencies::follow`].
    #[must_use]
    pub fn cycles(&self) -> Rc<[BufferDependency]> {
        Rc::clone(&self.cycles)
    }
}

/// Deadlock status of the fabric, from the present waits and the waits that the routes permit. The variants
/// are in order of severity, worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeadlockStatus {
    /// A deadlock exists now.
    Dead,
    /// Queues wait for each other in a cycle that can still drain.
    Cycle,
    /// No queues wait in a cycle now, but the routes or flooding permit such a cycle.
    Possible,
    /// No queues can wait for each other in a cycle.
    None,
}

impl DeadlockStatus {
    /// Status for the cycles of waits `current` and the dependencies `possible`.
    #[must_use]
    pub fn of(current: &[CurrentCycle], possible: &[BufferDependency]) -> Self {
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

    /// Deadlock status in one or two words, such as "Can deadlock".
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Dead => "Deadlocked",
            Self::Cycle => "Cyclic wait",
            Self::Possible => "Can deadlock",
            Self::None => "Cannot deadlock",
        }
    }

    /// Deadlock status in even fewer words, for small places of the page.
    #[must_use]
    pub const fn short(self) -> &'static str {
        match self {
            Self::Dead => "Deadlocked",
            Self::Cycle => "Cycle",
            Self::Possible => "Can deadlock",
            Self::None => "Deadlock-free",
        }
    }

    /// Sentence on whether the fabric can deadlock. The page lists the dependencies `cycles` below the
    /// sentence. If flooding alone makes one of them, the sentence says so.
    #[must_use]
    pub fn answer(self, cycles: &[BufferDependency]) -> &'static str {
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

/// Cyclic buffer dependencies at the time of `world`, as texts. The list includes cycles that exist only
/// because of flooding.
fn buffer_dependencies(world: &World) -> Vec<BufferDependency> {
    let spec = world.spec();
    let name = |cycle: DependencyCycle| {
        let more = cycle.entangled - cycle.ports.len();
        let others = match more {
            0 => String::new(),
            1 => ", and 1 more link is in cycles with it".to_owned(),
            _ => format!(", and {more} more links are in cycles with it"),
        };
        let words =
            format!("{} in {}{others}", port_cycle_name(spec, &cycle.ports), listed(cycle.priorities));
        BufferDependency { words, by_flooding: cycle.by_flooding }
    };
    dependency_cycles(spec, world.routes()).into_iter().map(name).collect()
}
