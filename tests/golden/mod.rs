//! The golden hashes, held against what wasm gives: the documents are made
//! here, by the generator of the native tests, which wrote the hashes.

#[path = "../../crates/fabric-sim/tests/kit/documents.rs"]
mod documents;

use std::sync::Arc;

use fabric_sim::engine::World;

const HASHES: &str = include_str!("hashes.txt");

/// Runs every document and compares its hash with the one written down.
pub fn check() {
    assert_eq!(HASHES.lines().count() as u64, documents::COUNT);
    for (n, golden) in (0..).zip(HASHES.lines()) {
        let spec = Arc::new(documents::document(n).compile().expect("it compiles natively"));
        let mut world = World::new(Arc::clone(&spec));
        world.run_until(spec.horizon, u64::MAX, &mut ());
        assert_eq!(format!("{n:03} {}", world.hash()), golden);
    }
}
