//! Whether the fabric can deadlock, and where, worked out when its routes change.

use std::rc::Rc;
use std::sync::Arc;

use fabric_sim::engine::World;
use fabric_sim::insight::{DependencyCycle, dependency_cycles};
use fabric_sim::spec::{Routes, Spec};

use super::waiting::ring_name;
use super::{Tape, listed};

/// The answer for a run at the cursor.
#[derive(Clone, Debug, Default)]
pub struct Danger {
    /// The run, and its routes.
    of: Option<(Arc<Spec>, Routes)>,
    places: Rc<[String]>,
}

impl Danger {
    /// Looks again if other routes are in force than those looked at last.
    pub fn follow(&mut self, tape: &Tape) {
        let (spec, routes) = (tape.spec(), tape.world().routes());
        let is_same = self.of.as_ref().is_some_and(|of| Arc::ptr_eq(&of.0, spec) && of.1 == *routes);
        if is_same {
            return;
        }
        self.of = Some((Arc::clone(spec), routes.clone()));
        self.places = dangers(tape.world()).into();
    }

    /// The links of each circle by name, with the priorities; none if the
    /// fabric cannot deadlock.
    #[must_use]
    pub fn places(&self) -> Rc<[String]> {
        Rc::clone(&self.places)
    }
}

/// Where the routes in force would let a deadlock happen: the links of each
/// circle by name, with the priorities; empty if none can.
fn dangers(world: &World) -> Vec<String> {
    let spec = world.spec();
    let name = |cycle: DependencyCycle| {
        let more = cycle.entangled - cycle.ports.len();
        let others = match more {
            0 => String::new(),
            1 => ", and 1 more link is in circles with it".to_owned(),
            _ => format!(", and {more} more links are in circles with it"),
        };
        format!("{} in {}{others}", ring_name(spec, &cycle.ports), listed(cycle.priorities))
    };
    dependency_cycles(spec, world.routes()).into_iter().map(name).collect()
}
