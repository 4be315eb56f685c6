//! Presets, run.

use std::sync::Arc;

use fabric_sim::document::{Document, Preset};
use fabric_sim::engine::World;
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;

pub fn compiled(document: &Document) -> Arc<Spec> {
    Arc::new(document.compile().unwrap_or_else(|problems| panic!("{problems}")))
}

/// The preset of this name, before its first event.
pub fn world(name: &str) -> World {
    World::new(compiled(&Preset::find(name).unwrap().document()))
}

/// To its horizon.
pub fn run(name: &str) -> World {
    let mut world = world(name);
    let horizon = world.spec().horizon;
    world.run_until(horizon, u64::MAX, &mut ());
    world
}

/// To this many microseconds.
pub fn at(name: &str, us: u64) -> World {
    let mut world = world(name);
    world.run_until(Time::from_us(us), u64::MAX, &mut ());
    world
}
