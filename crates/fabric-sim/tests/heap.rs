//! A world's own count of its bytes, against what the allocator gives for a
//! copy of it. Alone in its program: the allocator counts for the whole of it.
#![allow(unsafe_code, reason = "an allocator is not to be had otherwise")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use fabric_sim::document::PRESETS;
use fabric_sim::engine::World;
use fabric_sim::units::Time;

#[path = "kit/documents/mod.rs"]
mod documents;

/// The system's allocator, with a count of all bytes that were ever asked for.
struct Counting;

static ASKED: AtomicUsize = AtomicUsize::new(0);

// SAFETY: all is handed on as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ASKED.fetch_add(layout.size(), Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Bytes that a copy of the world allocates.
fn asked(world: &World) -> usize {
    let before = ASKED.load(Ordering::Relaxed);
    drop(black_box(world.clone()));
    ASKED.load(Ordering::Relaxed) - before
}

/// Nothing that a copy takes is left out; what is said too much is what trees
/// may take.
#[test]
fn a_world_knows_what_a_copy_of_it_takes() {
    let presets = PRESETS.iter().map(fabric_sim::document::Preset::document);
    let mut checked = 0;
    for document in presets.chain((0..40).map(documents::document)) {
        let spec = document.compile().expect("is good");
        let horizon = spec.horizon.ps();
        let mut world = World::new(Arc::new(spec));
        for part in 0..=4 {
            world.run_until(Time(horizon / 4 * part), 200_000, &mut ());
            let (said, asked) = (world.heap_bytes(), asked(&world));
            let trees = 40_000;
            assert!(said >= asked && said <= asked + trees, "{}: {said} of {asked}", document.name);
            checked += 1;
        }
    }
    assert!(checked > 200, "{checked}");
}
