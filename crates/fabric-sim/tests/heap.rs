//! Test that a world calculates the number of bytes that its copy allocates. The test program has only this
//! test, because the allocator counts all allocations of the program.
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

/// Allocator of the system, which counts all allocated bytes.
struct Counting;

static ALLOCATED: AtomicUsize = AtomicUsize::new(0);

// SAFETY: all calls are passed on unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATED.fetch_add(layout.size(), Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Number of bytes that a copy of the world allocates.
fn allocated_by_clone(world: &World) -> usize {
    let before = ALLOCATED.load(Ordering::Relaxed);
    drop(black_box(world.clone()));
    ALLOCATED.load(Ordering::Relaxed) - before
}

/// The calculated size must include all allocations of a copy. The calculated size may be up to 40 kB larger,
/// because the calculated size of trees is an upper bound.
#[test]
fn the_reported_heap_size_of_a_world_is_that_of_its_copy() {
    let presets = PRESETS.iter().map(fabric_sim::document::Preset::document);
    let mut checked = 0;
    for document in presets.chain((0..40).map(documents::document)) {
        let spec = document.compile().expect("is good");
        let horizon = spec.horizon.ps();
        let mut world = World::new(Arc::new(spec));
        for part in 0..=4 {
            world.run_until(Time(horizon / 4 * part), 200_000, &mut ());
            let (reported, allocated) = (world.heap_bytes(), allocated_by_clone(&world));
            let trees = 40_000;
            assert!(
                reported >= allocated && reported <= allocated + trees,
                "{}: {reported} of {allocated}",
                document.name
            );
            checked += 1;
        }
    }
    assert!(checked > 200, "{checked}");
}
