//! Tests of checkpoints: a copy of a world continues like the original world, and is small.

use std::sync::Arc;

use fabric_sim::document::{PRESETS, Preset};
use fabric_sim::engine::{World, WorldSnapshot};
use fabric_sim::units::Time;

fn start(preset: &Preset) -> World {
    World::new(Arc::new(preset.document().compile().expect("presets are good")))
}

/// Hash of a world, and text with the counters and the time of the world, in this order.
fn whole(world: &World) -> (String, String) {
    (world.hash().to_string(), format!("{:?} {}", world.counters(), world.now()))
}

#[test]
fn a_checkpoint_continues_like_its_original() {
    for preset in &PRESETS {
        let mut world = start(preset);
        let origin = Arc::new(world.clone());
        let end = world.spec().horizon;
        for share in [0, 1, 3, 4, 7] {
            world.run_until(Time(end.ps() / 8 * share), 100_000, &mut ());
            let mut thawed = world.take_snapshot(&origin).restore();
            assert_eq!(whole(&thawed), whole(&world), "{} at {share}/8", preset.name);
            let mut straight = world.clone();
            for world in [&mut thawed, &mut straight] {
                world.run_until(end, 5_000, &mut ());
            }
            assert_eq!(whole(&thawed), whole(&straight), "{} after {share}/8", preset.name);
        }
    }
}

/// A checkpoint of the preset takes at most 64 KiB, plus 40 B for each frame.
#[test]
fn a_checkpoint_of_incast_is_small() {
    let mut world = start(Preset::find("incast").expect("a preset"));
    let origin = Arc::new(world.clone());
    for us in 0..200 {
        world.run_until(Time::from_us(us), u64::MAX, &mut ());
        let bytes = size_of::<WorldSnapshot>() + world.take_snapshot(&origin).heap_bytes();
        let frames = 40 * world.frames() as usize;
        assert!(bytes <= (64 << 10) + frames, "{bytes} B at {us} us, {frames} of them frames");
    }
}
