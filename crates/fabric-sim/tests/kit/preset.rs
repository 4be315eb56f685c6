//! Worlds of presets at several times.

use std::sync::Arc;

use fabric_sim::document::{Document, Preset};
use fabric_sim::engine::World;
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;

pub fn compiled(document: &Document) -> Arc<Spec> {
    Arc::new(document.compile().unwrap_or_else(|problems| panic!("{problems}")))
}

/// World of the preset named `name`, at time 0.
pub fn world(name: &str) -> World {
    World::new(compiled(&Preset::find(name).unwrap().document()))
}

/// World of the preset named `name`, at its horizon, the end of the run.
pub fn run(name: &str) -> World {
    let mut world = world(name);
    let horizon = world.spec().horizon;
    world.run_until(horizon, u64::MAX, &mut ());
    world
}

/// World of the preset named `name`, after `us` microseconds.
pub fn at(name: &str, us: u64) -> World {
    let mut world = world(name);
    world.run_until(Time::from_us(us), u64::MAX, &mut ());
    world
}
