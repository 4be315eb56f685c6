//! Whether the fabric can deadlock, and where, worked out when its routes change.

use std::rc::Rc;
use std::sync::Arc;

use fabric_sim::engine::World;
use fabric_sim::insight::{DependencyCycle, dependency_cycles};
use fabric_sim::spec::{Routes, Spec};

use super::waiting::{Standing, ring_name};
use super::{Tape, listed};

/// Answer for a run at the cursor.
#[derive(Clone, Debug, Default)]
pub struct Danger {
    /// Run, and its routes.
    of: Option<(Arc<Spec>, Routes)>,
    places: Rc<[Place]>,
}

/// Links that could wait for each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Names of the links, with the priorities.
    pub words: String,
    /// Whether only flooded frames for unknown addresses could close the cycle: with the routes in
    /// force these links never wait for each other.
    pub by_flooding: bool,
}

impl Danger {
    /// Computes the answer again if other routes are in force than at the last call.
    pub fn follow(&mut self, tape: &Tape) {
        let (spec, routes) = (tape.spec(), tape.world().routes());
        let is_same = self.of.as_ref().is_some_and(|of| Arc::ptr_eq(&of.0, spec) && of.1 == *routes);
        if is_same {
            return;
        }
        self.of = Some((Arc::clone(spec), routes.clone()));
        self.places = dangers(tape.world()).into();
    }

    /// Possible cycles; empty if the fabric cannot deadlock.
    #[must_use]
    pub fn places(&self) -> Rc<[Place]> {
        Rc::clone(&self.places)
    }
}

/// Whether a fabric can deadlock, beside the present cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Risk {
    /// Deadlocked now.
    Dead,
    /// Queues wait for each other in a cycle that can still drain.
    Circle,
    /// Cycles are possible by the routes in force, or by flooded frames.
    Possible,
    /// No danger.
    None,
}

impl Risk {
    /// Answer for the present cycles, and for those that routes and flooding would allow.
    #[must_use]
    pub fn of(circles: &[Standing], places: &[Place]) -> Self {
        if circles.iter().any(|circle| circle.dead) {
            Self::Dead
        } else if !circles.is_empty() {
            Self::Circle
        } else if !places.is_empty() {
            Self::Possible
        } else {
            Self::None
        }
    }

    /// Answer in two words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Dead => "Deadlocked",
            Self::Circle => "Cyclic wait",
            Self::Possible => "Can deadlock",
            Self::None => "Cannot deadlock",
        }
    }

    /// Answer for small spaces.
    #[must_use]
    pub const fn short(self) -> &'static str {
        match self {
            Self::Dead => "Locked",
            Self::Circle => "Circle",
            Self::Possible => "Can lock",
            Self::None => "No lock",
        }
    }

    /// Answer to whether the fabric can deadlock, with the cycles that routes and flooding allow.
    #[must_use]
    pub fn answer(self, places: &[Place]) -> &'static str {
        if places.iter().any(|place| place.by_flooding) {
            return match self {
                Self::Dead => {
                    "Yes, and it is deadlocked already. By the routes in force no links wait for each other in a circle; where unknown addresses are flooded, these can:"
                }
                _ => {
                    "Yes, if unknown addresses are flooded: then these links can come to wait for each other. By the routes in force none wait for each other in a circle."
                }
            };
        }
        match (self, places.len()) {
            (Self::Dead, 0) => {
                "It is deadlocked already, over ways that the routes in force do not have: other routes, or frames that were flooded, made the circle."
            }
            (Self::Dead, _) => {
                "Yes, and it is deadlocked already. By the routes in force these links can wait for each other:"
            }
            (Self::Circle, 0) => {
                "A circle of waits stands already, over ways that the routes in force do not have: other routes, or frames that were flooded, made it."
            }
            (Self::Circle | Self::Possible, 1) => {
                "Yes: by the routes in force these links can come to wait for each other. Whether they do is up to the traffic."
            }
            (Self::Circle | Self::Possible, _) => {
                "Yes: by the routes in force the links of each of these circles can come to wait for each other. Whether they do is up to the traffic."
            }
            (Self::None, _) => "No: by the routes in force no links wait for each other in a circle.",
        }
    }
}

/// Cycles that routes and flooding would allow; empty if there are none.
fn dangers(world: &World) -> Vec<Place> {
    let spec = world.spec();
    let name = |cycle: DependencyCycle| {
        let more = cycle.entangled - cycle.ports.len();
        let others = match more {
            0 => String::new(),
            1 => ", and 1 more link is in circles with it".to_owned(),
            _ => format!(", and {more} more links are in circles with it"),
        };
        let words = format!("{} in {}{others}", ring_name(spec, &cycle.ports), listed(cycle.priorities));
        Place { words, by_flooding: cycle.by_flooding }
    };
    dependency_cycles(spec, world.routes()).into_iter().map(name).collect()
}
